// The command field on its own, and what the appearance makes of a theme.
#include "ui/shell/appearance.h"
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace firstlight::ui;

class TestShellPalette : public QObject
{
    Q_OBJECT

private slots:
    void scores_data();
    void scores();
    void bestMatchComesFirst();
    void listsAtMostSoMany();
    void arrowsChooseAndEnterRuns();
    void paletteColoursComeFromTheTheme();
    void theSystemThemeIsThatOfTheSystem();
};

void TestShellPalette::scores_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("search");
    QTest::addColumn<bool>("found");
    QTest::newRow("nothing is found by everything") << "Chat"
                                                    << "" << true;
    QTest::newRow("part of a word") << "Bring up the demo model"
                                    << "emo" << true;
    QTest::newRow("words in any order") << "Bring up the demo model"
                                        << "demo bring" << true;
    QTest::newRow("upper and lower case") << "Chat"
                                          << "CHAT" << true;
    QTest::newRow("one word missing") << "Bring up the demo model"
                                      << "demo chat" << false;
}

void TestShellPalette::scores()
{
    QFETCH(QString, title);
    QFETCH(QString, search);
    QFETCH(bool, found);
    QCOMPARE(paletteScore(title, search) > 0, found);
}

void TestShellPalette::bestMatchComesFirst()
{
    QVERIFY(paletteScore(QStringLiteral("Stop the deployment"), QStringLiteral("stop")) >
            paletteScore(QStringLiteral("Do not stop"), QStringLiteral("stop")));
    QVERIFY(paletteScore(QStringLiteral("Do not stop"), QStringLiteral("stop")) >
            paletteScore(QStringLiteral("Nonstop"), QStringLiteral("stop")));
}

void TestShellPalette::listsAtMostSoMany()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    QWidget window;
    window.resize(800, 600);
    CommandPalette palette(&look, &window);
    palette.addSource([](const QString&) {
        std::vector<PaletteItem> items;
        for (int i = 0; i < 500; ++i) {
            items.push_back({QStringLiteral("rank %1").arg(i), {}, QStringLiteral("rank"), [] {}});
        }
        return items;
    });
    window.show();
    palette.open();
    QCOMPARE(palette.findChild<QListWidget*>()->count(), CommandPalette::kMaxItems);
}

void TestShellPalette::arrowsChooseAndEnterRuns()
{
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    QWidget window;
    window.resize(800, 600);
    CommandPalette palette(&look, &window);
    QString ran;
    palette.addSource([&ran](const QString& search) {
        std::vector<PaletteItem> items;
        for (const char* title : {"first", "second", "third"}) {
            if (paletteScore(QLatin1String(title), search) > 0) {
                items.push_back({QLatin1String(title), {}, QStringLiteral("action"), [&ran, title] {
                                     ran = QLatin1String(title);
                                 }});
            }
        }
        return items;
    });
    window.show();
    palette.open();
    auto* field = palette.findChild<QLineEdit*>();
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Down); // at the end
    QTest::keyClick(field, Qt::Key_Up);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(ran, QStringLiteral("second"));
    QVERIFY(!palette.isVisible());
    palette.open();
    QTest::keyClicks(field, QStringLiteral("nothing like that"));
    QTest::keyClick(field, Qt::Key_Return); // runs nothing
    QCOMPARE(ran, QStringLiteral("second"));
}

void TestShellPalette::paletteColoursComeFromTheTheme()
{
    for (const char* name : {"light", "dark"}) {
        const Theme theme = Theme::builtIn(QLatin1String(name));
        const QPalette palette = Appearance::paletteOf(theme);
        QCOMPARE(palette.color(QPalette::Window), theme.color(ColorToken::Window));
        QCOMPARE(palette.color(QPalette::Text), theme.color(ColorToken::Text));
        QCOMPARE(palette.color(QPalette::Disabled, QPalette::Text), theme.color(ColorToken::TextDisabled));
        QVERIFY(contrastRatio(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
    }
}

void TestShellPalette::theSystemThemeIsThatOfTheSystem()
{
    const QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    ConsoleSettings settings(&store);
    Look look(Theme::builtIn(QStringLiteral("light")), Formatter());
    QPalette dark;
    dark.setColor(QPalette::Window, Qt::black);
    qApp->setPalette(dark);
    Appearance appearance(qApp, &settings, &look);
    appearance.apply();
    QCOMPARE(look.theme().name(), QStringLiteral("dark"));
    settings.setTheme(ThemeChoice::Light);
    QCOMPARE(look.theme().name(), QStringLiteral("light"));
    QVERIFY(qApp->styleSheet().contains(look.color(ColorToken::Border).name()));
}

QTEST_MAIN(TestShellPalette)
#include "tst_shell_palette.moc"
