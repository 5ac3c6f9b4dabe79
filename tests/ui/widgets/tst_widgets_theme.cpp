// The token files, the look made of them, and the widgets that show states.
#include "tests/support/sample_values.h"
#include "ui/widgets/image_well.h"
#include "ui/widgets/look.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/received_view.h"
#include "ui/widgets/stage_track.h"
#include "ui/widgets/status_chip.h"
#include "ui/widgets/tile_view.h"

#include <QBuffer>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

constexpr double kReadable = 4.5;

QByteArray tokenFile(const QString& name)
{
    QFile file(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/themes/%1.json").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

ChatImage image(const QString& name)
{
    QImage thumbnail(40, 30, QImage::Format_RGB32);
    thumbnail.fill(Qt::red);
    return {name, name.toUtf8(), thumbnail, {400, 300}};
}

} // namespace

class TestWidgetsTheme : public QObject
{
    Q_OBJECT

private slots:
    void textIsReadable_data();
    void textIsReadable();
    void memoryClassesDiffer_data();
    void memoryClassesDiffer();
    void aMissingTokenIsNamed();
    void everyTokenOfTheStyleSheetExists();
    void theHeatScaleIsEven();
    void contrastIsThatOfTheStandard();
    void everyIconIsThereAndTinted();
    void iconsFollowTheTheme();
    void trackSaysInWordsWhereItIs();
    void chipSaysItsState();
    void panelSaysWhatAndWhatNext();
    void wellKeepsTheOrder();
    void wellIsWorkedByKeyboard();
    void wellLosesAPictureByItsCross();
    void receivedTokensOfAPictureAreOneRun();
    void receivedTilesAreShownWithTheirNumbers();
};

void TestWidgetsTheme::textIsReadable_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << QStringLiteral("light");
    QTest::newRow("dark") << QStringLiteral("dark");
}

void TestWidgetsTheme::textIsReadable()
{
    QFETCH(QString, theme);
    const Theme tokens = Theme::builtIn(theme);
    QCOMPARE(tokens.isDark(), theme == QStringLiteral("dark"));
    const auto check = [&](ColorToken text, ColorToken background) {
        const double ratio = contrastRatio(tokens.color(text), tokens.color(background));
        QVERIFY2(ratio >= kReadable,
                 qPrintable(QStringLiteral("%1 on %2: %3")
                                .arg(Theme::tokenNames().value(text), Theme::tokenNames().value(background))
                                .arg(ratio)));
    };
    for (const ColorToken background :
         {ColorToken::Window, ColorToken::Surface, ColorToken::SurfaceAlternate, ColorToken::Raised}) {
        for (const ColorToken text : {ColorToken::Text, ColorToken::TextMuted, ColorToken::Good, ColorToken::Warning,
                                      ColorToken::Bad, ColorToken::Info, ColorToken::Link}) {
            check(text, background);
        }
    }
    check(ColorToken::AccentText, ColorToken::Accent);
    check(ColorToken::AccentText, ColorToken::AccentHover);
    check(ColorToken::SelectionText, ColorToken::Selection);
    check(ColorToken::Good, ColorToken::GoodBackground);
    check(ColorToken::Warning, ColorToken::WarningBackground);
    check(ColorToken::Bad, ColorToken::BadBackground);
    check(ColorToken::Info, ColorToken::InfoBackground);
    check(ColorToken::Text, ColorToken::BadBackground);
    check(ColorToken::SpecialToken, ColorToken::SpecialTokenBackground);
    check(ColorToken::Text, ColorToken::ImageTokenBackground);
    check(ColorToken::ChartAxis, ColorToken::Surface);
    for (const ColorToken background : {ColorToken::Window, ColorToken::Surface, ColorToken::Raised}) {
        QVERIFY2(contrastRatio(tokens.color(ColorToken::FieldBorder), tokens.color(background)) >= 3,
                 "what takes input is seen as such");
    }
}

void TestWidgetsTheme::memoryClassesDiffer_data()
{
    textIsReadable_data();
}

void TestWidgetsTheme::memoryClassesDiffer()
{
    QFETCH(QString, theme);
    const Theme tokens = Theme::builtIn(theme);
    for (const MemoryClass a : kMemoryClasses) {
        QVERIFY(tokens.memoryClassColor(a).isValid());
        for (const MemoryClass b : kMemoryClasses) {
            QVERIFY(a == b || tokens.memoryClassColor(a) != tokens.memoryClassColor(b));
        }
    }
    QVERIFY(Theme::isHatched(MemoryClass::Reserved));
    QVERIFY(!Theme::isHatched(MemoryClass::Weights));
}

void TestWidgetsTheme::aMissingTokenIsNamed()
{
    QJsonObject root = QJsonDocument::fromJson(tokenFile(QStringLiteral("light"))).object();
    QJsonObject colors = root.value(QStringLiteral("colors")).toObject();
    colors.remove(QStringLiteral("focus"));
    root.insert(QStringLiteral("colors"), colors);
    QString error;
    QVERIFY(!Theme::fromJson(QJsonDocument(root).toJson(), &error));
    QCOMPARE(error, QStringLiteral("focus"));
    QVERIFY(!Theme::fromJson("not JSON", &error));
}

void TestWidgetsTheme::everyTokenOfTheStyleSheetExists()
{
    QFile file(QStringLiteral(":/themes/console.qss"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString sheet = QString::fromUtf8(file.readAll());
    sheet.remove(0, sheet.indexOf(QStringLiteral("*/"))); // the comment explains the notation
    const QString filled = Theme::builtIn(QStringLiteral("dark")).fillIn(sheet);
    QVERIFY2(!filled.contains(QLatin1Char('@')), qPrintable(filled.mid(filled.indexOf(QLatin1Char('@')), 40)));
}

void TestWidgetsTheme::theHeatScaleIsEven()
{
    const Theme tokens = Theme::builtIn(QStringLiteral("light"));
    double before = -1;
    for (int i = 0; i <= 20; ++i) {
        const double light = qGray(tokens.heat(i / 20.0).rgb());
        QVERIFY2(light > before, "lighter means more, everywhere on the scale");
        before = light;
    }
    QCOMPARE(tokens.heat(-1), tokens.heat(0));
    QCOMPARE(tokens.heat(7), tokens.heat(1));
}

void TestWidgetsTheme::contrastIsThatOfTheStandard()
{
    QVERIFY(std::abs(contrastRatio(Qt::black, Qt::white) - 21) < 0.01);
    QCOMPARE(contrastRatio(Qt::red, Qt::red), 1.0);
    QVERIFY(std::abs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
}

void TestWidgetsTheme::everyIconIsThereAndTinted()
{
    const Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    int count = 0;
    QDirIterator icons(QStringLiteral(":/icons"));
    while (icons.hasNext()) {
        icons.next();
        const QImage image = look.pixmap(icons.fileInfo().completeBaseName(), 24, Qt::red).toImage();
        bool painted = false;
        for (int y = 0; y < image.height() && !painted; ++y) {
            for (int x = 0; x < image.width() && !painted; ++x) {
                const QColor pixel = image.pixelColor(x, y);
                painted = pixel.alpha() > 200 && pixel.red() > 200 && pixel.green() < 60;
            }
        }
        QVERIFY2(painted, qPrintable(icons.fileName()));
        ++count;
    }
    QVERIFY(count > 30);
}

void TestWidgetsTheme::iconsFollowTheTheme()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    QSignalSpy changed(&look, &Look::changed);
    const QImage light = look.icon(QStringLiteral("chat")).pixmap(24).toImage();
    look.setTheme(Theme::builtIn(QStringLiteral("dark")));
    QCOMPARE(changed.size(), 1);
    QVERIFY(look.icon(QStringLiteral("chat")).pixmap(24).toImage() != light);
}

void TestWidgetsTheme::trackSaysInWordsWhereItIs()
{
    const Formatter format;
    DeploymentState state = sampleDeployment(Stage::StreamWeights);
    const TimePoint start = state.stages.back().start;
    QCOMPARE(StageTrack::summary(launchSteps(state, start + 100ms), format),
             QStringLiteral("Stream weights: 100 ms, usually 300 ms."));
    QCOMPARE(StageTrack::summary(launchSteps(state, start + 2s), format),
             QStringLiteral("Stream weights: 2.00 s, longer than usual (300 ms)."));
    state.stages.back().ranks[0].finished = true;
    QCOMPARE(StageTrack::summary(launchSteps(state, start + 2s), format),
             QStringLiteral("Stream weights: 2.00 s, waits for rank 1."));
    QCOMPARE(StageTrack::summary({}, format), QString());

    Look look(Theme::builtIn(QStringLiteral("light")), format);
    StageTrack track(&look, TrackSize::Full);
    track.setSteps(launchSteps(state, start + 2s));
    QVERIFY(track.accessibleDescription().contains(QStringLiteral("waits for rank 1")));
    track.resize(track.minimumSizeHint());
    QVERIFY(!track.grab().isNull());
}

void TestWidgetsTheme::chipSaysItsState()
{
    Look look(Theme::builtIn(QStringLiteral("dark")), Formatter());
    StatusChip chip(&look);
    chip.setState(Tone::Warning, QStringLiteral("Late"));
    QCOMPARE(chip.word(), QStringLiteral("Late"));
    QCOMPARE(chip.accessibleName(), QStringLiteral("Late"));
    QCOMPARE(chip.tone(), Tone::Warning);
}

void TestWidgetsTheme::panelSaysWhatAndWhatNext()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    MessagePanel panel(&look);
    Failure failure;
    failure.reason = QStringLiteral("NOT_SERVING");
    panel.setFailure(failure);
    QCOMPARE(panel.title(), QStringLiteral("No deployment is serving."));
    QVERIFY(panel.text().contains(QStringLiteral("page Bring-up")));
    QCOMPARE(panel.addButton(QStringLiteral("go"))->objectName(), QStringLiteral("go"));
}

void TestWidgetsTheme::wellKeepsTheOrder()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    ImageWell well(&look);
    QVERIFY(well.isEmpty());
    for (const char* name : {"a", "b", "c"}) {
        well.add(image(QLatin1String(name)));
    }
    QCOMPARE(well.names(), (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}));
    well.setCurrentRow(2);
    well.moveCurrent(-1);
    well.moveCurrent(-1);
    well.moveCurrent(-1); // at the edge
    QCOMPARE(well.names(), (QStringList{QStringLiteral("c"), QStringLiteral("a"), QStringLiteral("b")}));
    const auto all = well.takeAll();
    QCOMPARE(all.size(), 3U);
    QCOMPARE(all[0].bytes, QByteArray("c"));
    QVERIFY(well.isEmpty());
}

void TestWidgetsTheme::wellIsWorkedByKeyboard()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    ImageWell well(&look);
    QSignalSpy changed(&well, &ImageWell::contentChanged);
    for (const char* name : {"a", "b", "c"}) {
        well.add(image(QLatin1String(name)));
    }
    well.setCurrentRow(0);
    QTest::keyClick(&well, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(well.names(), (QStringList{QStringLiteral("b"), QStringLiteral("a"), QStringLiteral("c")}));
    QTest::keyClick(&well, Qt::Key_Delete);
    QCOMPARE(well.names(), (QStringList{QStringLiteral("b"), QStringLiteral("c")}));
    QCOMPARE(changed.size(), 5);
    well.setCurrentRow(-1);
    QTest::keyClick(&well, Qt::Key_Delete);
    QCOMPARE(well.count(), 2);
}

void TestWidgetsTheme::wellLosesAPictureByItsCross()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    ImageWell well(&look);
    well.resize(600, 90);
    well.add(image(QStringLiteral("a")));
    well.add(image(QStringLiteral("b")));
    well.show();
    const QRect first = well.visualItemRect(well.item(0));
    QTest::mouseClick(well.viewport(), Qt::LeftButton, {}, first.center());
    QCOMPARE(well.count(), 2);
    QTest::mouseClick(well.viewport(), Qt::LeftButton, {}, QPoint(first.right() - 8, first.top() + 8));
    QCOMPARE(well.names(), (QStringList{QStringLiteral("b")}));
}

void TestWidgetsTheme::receivedTokensOfAPictureAreOneRun()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    ReceivedView view(&look);
    ChatReceived received = sampleReceived();
    received.tokens = {{1, QStringLiteral("<|start|>"), true, -1},
                       {9, QStringLiteral("<|pad|>"), true, 0},
                       {9, QStringLiteral("<|pad|>"), true, 0},
                       {9, QStringLiteral("<|pad|>"), true, 1},
                       {5, QStringLiteral("hi\n"), false, -1}};
    view.setReceived(received);
    QCOMPARE(view.promptText(), QStringLiteral("<|start|><|pad|> ×2<|pad|>hi↵\n"));
    QVERIFY(view.imageSummary(0).contains(QStringLiteral("640 × 480")));
    QVERIFY(view.imageSummary(0).contains(QStringLiteral("20 × 16")));
    QVERIFY(view.imageSummary(0).contains(QStringLiteral("80 tokens")));
}

void TestWidgetsTheme::receivedTilesAreShownWithTheirNumbers()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    QImage all(672, 784, QImage::Format_RGB32);
    all.fill(Qt::white);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QVERIFY(buffer.open(QIODevice::WriteOnly) && all.save(&buffer, "PNG"));
    ChatReceived received = sampleReceived();
    ReceivedImage& image = received.images[0];
    image.previewPng = bytes;
    image.canvases = {{672, 448, 3, 2}, {336, 336, 1, 1}};
    ReceivedView view(&look);
    view.setReceived(received);
    QVERIFY2(view.imageSummary(0).contains(QStringLiteral("cut into 7 tiles, 80 tokens")),
             qPrintable(view.imageSummary(0)));
    const auto tiles = view.findChildren<TileView*>();
    QCOMPARE(tiles.size(), 2);
    QCOMPARE(tiles[0]->caption(), QStringLiteral("Tiles 1 to 6: 3 × 2 of 224 × 224 pixels"));
    QCOMPARE(tiles[1]->caption(), QStringLiteral("Thumbnail of the whole picture: tile 7, 336 × 336 pixels"));
    // Each tile has a plate with its number.
    const QImage shown = tiles[0]->grab().toImage();
    int plates = 0;
    const QColor accent = look.color(ColorToken::Accent);
    for (int tile = 0; tile < 6; ++tile) {
        const QPoint corner(tile % 3 * shown.width() / 3 + 4, tile / 3 * (shown.height() - 52) / 2 + 4);
        plates += shown.pixelColor(corner) == accent ? 1 : 0;
    }
    QCOMPARE(plates, 6);
}

QTEST_MAIN(TestWidgetsTheme)
#include "tst_widgets_theme.moc"
