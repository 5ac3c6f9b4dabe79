// Texts of the backend in the user's language and units, where the next step is taken, and the tiles of a picture.
#include "backend/api/failure_reasons.h"
#include "tests/support/sample_values.h"
#include "ui/client/failure_text.h"
#include "ui/models/architecture_words.h"
#include "ui/models/backend_text.h"
#include "ui/models/next_step.h"
#include "ui/models/received_tiles.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QSet>
#include <QTest>
#include <QTranslator>

using namespace firstlight;
using namespace firstlight::ui;
using namespace firstlight::tests;

namespace {

// Puts what is translated into brackets.
class Bracketed : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char* context, const char* text, const char*, int) const override
    {
        const QString all = QString::fromUtf8(text);
        const bool wanted = qstrcmp(context, "BackendText") == 0 || qstrcmp(context, "Failure") == 0;
        return wanted && all.size() > 6 ? QStringLiteral("[%1]").arg(all) : all;
    }
};

// Every "title" of an object that has a "section" too, with its section.
void collectTitles(const QJsonValue& value, QSet<QString>& titles, QSet<QString>& sections)
{
    const QJsonObject object = value.toObject();
    if (object.contains(QStringLiteral("section")) && object.contains(QStringLiteral("title"))) {
        sections.insert(object.value(QStringLiteral("section")).toString());
        titles.insert(object.value(QStringLiteral("title")).toString());
    }
    for (const QJsonValue& member : object) {
        collectTitles(member, titles, sections);
    }
    for (const QJsonValue& element : value.toArray()) {
        collectTitles(element, titles, sections);
    }
}

QByteArray png(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

// A canvas of 2 x 1 tiles above a thumbnail: red, green, blue.
ReceivedImage cutPicture()
{
    QImage all(20, 16, QImage::Format_RGB32);
    QPainter painter(&all);
    painter.fillRect(0, 0, 10, 10, Qt::red);
    painter.fillRect(10, 0, 10, 10, Qt::green);
    painter.fillRect(0, 10, 6, 6, Qt::blue);
    painter.end();
    ReceivedImage image;
    image.tokenCount = 24;
    image.previewPng = png(all);
    image.canvases = {{20, 10, 2, 1}, {6, 6, 1, 1}};
    image.places = {{QStringLiteral("<tile>"), 10},
                    {QStringLiteral("<tile>"), 10},
                    {QStringLiteral("<whole>"), 4},
                    {QStringLiteral("<end>"), 0}};
    return image;
}

} // namespace

class TestModelsTexts : public QObject
{
    Q_OBJECT

private slots:
    void sentencesAreTranslatedPartByPart_data();
    void sentencesAreTranslatedPartByPart();
    void bytesAreInOneUnit();
    void eventsSayTheirReasonInTheUsersLanguage();
    void aPlanSaysHowFullTheFullestDeviceIs();
    void titlesOfTheFamiliesAreKnown();
    void everyNextStepHasAButton();
    void aStepNamesTheRankThatIsMissing();
    void tilesAreNumberedInTheirOrder();
    void tokensAreToldOnlyWhereTheyAreTilesOwn();
    void aPictureOfAnOlderControllerIsOneTile();
};

void TestModelsTexts::sentencesAreTranslatedPartByPart_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const char* english, const char* shown) {
        QTest::newRow(name) << QString::fromUtf8(english) << QString::fromUtf8(shown);
    };
    row("whole", "276 files, 12 tensors, 4.00 KiB", "[276 files, 12 tensors, 4.00 KiB]");
    row("parts", "8 tensors in 2 shards, 4.00 KiB; 2 nodes online",
        "[8 tensors in 2 shards, 4.00 KiB]; [2 nodes online]");
    row("of each rank", "rank 0: first forward pass followed; rank 1: text pass, all logits finite",
        "rank 0: [first forward pass followed]; rank 1: [text pass, all logits finite]");
    row("what is not known stays", "something new; uses every device", "something new; [uses every device]");
    row("words where a number belongs", "the rest of it", "the rest of it");
    row("a failure", "failed: Deployment d-1 is still running.", "[failed: [Deployment d-1 is still running.]]");
}

void TestModelsTexts::sentencesAreTranslatedPartByPart()
{
    QFETCH(QString, english);
    QFETCH(QString, shown);
    QCOMPARE(backendText(english, Formatter()), english);
    Bracketed bracketed;
    QCoreApplication::installTranslator(&bracketed);
    const QString text = backendText(english, Formatter());
    QCoreApplication::removeTranslator(&bracketed);
    QCOMPARE(text, shown);
}

void TestModelsTexts::bytesAreInOneUnit()
{
    const QString allocated = QStringLiteral("52.4 MB of 1073.7 MB; cache for 8192 tokens");
    QCOMPARE(backendText(allocated, Formatter()), QStringLiteral("50.0 MiB of 1.00 GiB; cache for 8192 tokens"));
    QCOMPARE(backendText(QStringLiteral("1.00 KiB in 3 slices"), Formatter(QLocale::c(), ByteUnits::Decimal)),
             QStringLiteral("1.02 kB in 3 slices"));
    QCOMPARE(backendText(QStringLiteral("5 MBit"), Formatter()), QStringLiteral("5 MBit"));
}

void TestModelsTexts::eventsSayTheirReasonInTheUsersLanguage()
{
    Event event;
    event.kind = QStringLiteral("failure");
    const Failure failure = makeFailure(reasons::kNodeLost, {{QStringLiteral("node"), QStringLiteral("node-1")},
                                                             {QStringLiteral("how"), QStringLiteral("killed")}});
    event.message = QStringLiteral("%1 %2").arg(failure.what, failure.nextStep);
    QCOMPARE(eventText(event, Formatter()), event.message);
    Bracketed bracketed;
    QCoreApplication::installTranslator(&bracketed);
    const QString text = eventText(event, Formatter());
    QCoreApplication::removeTranslator(&bracketed);
    QCOMPARE(text, QStringLiteral("[%1] [%2]").arg(failure.what, failure.nextStep));
}

void TestModelsTexts::aPlanSaysHowFullTheFullestDeviceIs()
{
    Plan plan = samplePlan(2, 1);
    plan.ranks[1].capacityBytes = 4 * plan.ranks[1].capacityBytes;
    plan.reason = QStringLiteral("1 % of the fullest device; uses every device.");
    const double percent = 100.0 * static_cast<double>(totalBytes(plan.ranks[0].estimate)) /
                           static_cast<double>(plan.ranks[0].capacityBytes);
    QCOMPARE(
        planReason(plan, Formatter()),
        QStringLiteral("The fullest device is filled to %1; uses every device.").arg(Formatter().percent(percent)));
}

// The words of a family that came later stay English; what most sheets show is translated.
void TestModelsTexts::titlesOfTheFamiliesAreKnown()
{
    QSet<QString> known;
    for (const char* word : kArchitectureWords) {
        known.insert(QString::fromUtf8(word));
    }
    QSet<QString> titles;
    QSet<QString> sections;
    const QDir families(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/families"));
    for (const QString& name : families.entryList({QStringLiteral("*.json")}, QDir::Files)) {
        QFile file(families.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
        collectTitles(document.object(), titles, sections);
    }
    QVERIFY(titles.size() > 50);
    const QSet<QString> strange = QSet<QString>(titles).subtract(known);
    QVERIFY2(strange.size() * 10 <= titles.size(),
             qPrintable(QStringList(strange.values()).join(QStringLiteral(", "))));
    QVERIFY(sections.subtract(known).isEmpty());
}

void TestModelsTexts::everyNextStepHasAButton()
{
    int steps = 0;
    for (const FailureReason* reason : kAllFailureReasons) {
        const NextStep step = nextStepOf(makeFailure(*reason));
        QCOMPARE(step.page.isEmpty(), nextStepWord(step).isEmpty());
        steps += step.page.isEmpty() ? 0 : 1;
    }
    QVERIFY(steps > 30);
    QCOMPARE(nextStepOf(makeFailure(reasons::kLayoutInvalid)).page, QStringLiteral("plan"));
    QVERIFY(nextStepOf(makeFailure(reasons::kUnauthorized)).page.isEmpty());
    QVERIFY(nextStepOf({}).page.isEmpty());
}

void TestModelsTexts::aStepNamesTheRankThatIsMissing()
{
    Failure failure = makeFailure(reasons::kCollectiveTimeout, {{QStringLiteral("missing"), QStringLiteral("3")}});
    failure.rank = 1; // the one that waited
    QCOMPARE(nextStepOf(failure), (NextStep{QStringLiteral("logs"), 3}));
    QCOMPARE(nextStepWord(nextStepOf(failure)), QStringLiteral("Show log of rank 3"));
    failure.arguments.clear();
    QCOMPARE(nextStepOf(failure).rank, 1);
}

void TestModelsTexts::tilesAreNumberedInTheirOrder()
{
    const auto grids = tileGrids(cutPicture());
    QCOMPARE(grids.size(), 2U);
    QCOMPARE(grids[0].tileCount(), 2);
    QCOMPARE(grids[0].firstNumber, 1);
    QCOMPARE(grids[0].tokenCounts, (std::vector{10, 10}));
    QVERIFY(!grids[0].isThumbnail);
    QCOMPARE(grids[0].picture.pixelColor(15, 5), QColor(Qt::green));
    QCOMPARE(grids[1].firstNumber, 3);
    QCOMPARE(grids[1].tokenCounts, std::vector{4});
    QVERIFY(grids[1].isThumbnail);
    QCOMPARE(grids[1].picture.size(), QSize(6, 6));
    QCOMPARE(grids[1].picture.pixelColor(3, 3), QColor(Qt::blue));
}

void TestModelsTexts::tokensAreToldOnlyWhereTheyAreTilesOwn()
{
    ReceivedImage image = cutPicture();
    image.places = {{QStringLiteral("<picture>"), 24}}; // one place for all tiles
    const auto grids = tileGrids(image);
    QVERIFY(grids[0].tokenCounts.empty());
    QVERIFY(grids[1].tokenCounts.empty());
}

void TestModelsTexts::aPictureOfAnOlderControllerIsOneTile()
{
    ReceivedImage image = cutPicture();
    image.canvases.clear();
    image.places.clear();
    const auto grids = tileGrids(image);
    QCOMPARE(grids.size(), 1U);
    QCOMPARE(grids[0].picture.size(), QSize(20, 16));
    QVERIFY(!grids[0].isThumbnail);
    image.previewPng = "no picture";
    QVERIFY(tileGrids(image).empty());
}

QTEST_GUILESS_MAIN(TestModelsTexts)
#include "tst_models_texts.moc"
