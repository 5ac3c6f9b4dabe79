#include "app/console/console_options.h"

#include <QTest>

using namespace firstlight::console;

class TestConsoleOptions : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsTheDefault();
    void takesACheckpointEitherWay();
    void namesAPageAndAttaches();
    void helpAndVersionEndWell();
    void unknownOptionsEndBadly();
};

void TestConsoleOptions::nothingIsTheDefault()
{
    const ConsoleOptions options = parseOptions({QStringLiteral("firstlight")});
    QVERIFY(options.message.isEmpty());
    QVERIFY(options.checkpoint.isEmpty());
    QVERIFY(options.page.isEmpty());
    QVERIFY(!options.attach);
}

void TestConsoleOptions::takesACheckpointEitherWay()
{
    QCOMPARE(parseOptions({QStringLiteral("firstlight"), QStringLiteral("/a")}).checkpoint, QStringLiteral("/a"));
    QCOMPARE(
        parseOptions({QStringLiteral("firstlight"), QStringLiteral("--checkpoint"), QStringLiteral("/b")}).checkpoint,
        QStringLiteral("/b"));
}

void TestConsoleOptions::namesAPageAndAttaches()
{
    const ConsoleOptions options = parseOptions(
        {QStringLiteral("firstlight"), QStringLiteral("--page"), QStringLiteral("chat"), QStringLiteral("--attach")});
    QCOMPARE(options.page, QStringLiteral("chat"));
    QVERIFY(options.attach);
}

void TestConsoleOptions::helpAndVersionEndWell()
{
    for (const char* option : {"--help", "--version"}) {
        const ConsoleOptions options = parseOptions({QStringLiteral("firstlight"), QLatin1String(option)});
        QVERIFY(!options.message.isEmpty());
        QCOMPARE(options.exitCode, 0);
    }
}

void TestConsoleOptions::unknownOptionsEndBadly()
{
    const ConsoleOptions options = parseOptions({QStringLiteral("firstlight"), QStringLiteral("--nonsense")});
    QVERIFY(options.message.contains(QStringLiteral("nonsense")));
    QCOMPARE(options.exitCode, 2);
}

QTEST_GUILESS_MAIN(TestConsoleOptions)
#include "tst_console_options.moc"
