#include "app/controller/controller_options.h"
#include "backend/base/failure.h"

#include <QTest>

#include <vector>

using namespace firstlight;
using namespace std::chrono_literals;

namespace {

absl::StatusOr<controller::ControllerOptions> parse(std::vector<const char*> words)
{
    words.insert(words.begin(), "firstlightd");
    return controller::parseOptions(static_cast<int>(words.size()), words.data());
}

} // namespace

class TestControllerOptions : public QObject
{
    Q_OBJECT

private slots:
    void init() { qunsetenv("FIRSTLIGHT_STUCK_SECONDS"); }
    void defaultsComeFromTheEnvironment();
    void everythingCanBeSaid();
    void wrongUseIsNamed_data();
    void wrongUseIsNamed();
};

void TestControllerOptions::defaultsComeFromTheEnvironment()
{
    qputenv("FIRSTLIGHT_RUNTIME_DIR", "/run/x");
    qputenv("FIRSTLIGHT_STATE_DIR", "/state/x");
    qputenv("FIRSTLIGHT_STUCK_SECONDS", "2.5");
    const auto options = parse({});
    QVERIFY(options.ok());
    QCOMPARE(options->runtimeDirectory, std::string("/run/x"));
    QCOMPARE(options->stateDirectory, std::string("/state/x"));
    QCOMPARE(options->nodeCount, 2);
    QVERIFY(options->stuckAfter == 2500ms);
    QVERIFY(!options->dieWithStdin);
}

void TestControllerOptions::everythingCanBeSaid()
{
    const auto options = parse({"--nodes", "4", "--listen", "127.0.0.1:0", "--runtime-dir", "/r", "--state-dir", "/s",
                                "--stuck-seconds", "1", "--die-with-stdin", "--discard-state"});
    QVERIFY(options.ok());
    QCOMPARE(options->nodeCount, 4);
    QCOMPARE(options->listenAddress, std::string("127.0.0.1:0"));
    QCOMPARE(options->runtimeDirectory, std::string("/r"));
    QVERIFY(options->stuckAfter == 1s);
    QVERIFY(options->dieWithStdin && options->discardState);
}

void TestControllerOptions::wrongUseIsNamed_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown") << QStringList{"--speed"} << "--speed";
    QTest::newRow("no value") << QStringList{"--nodes"} << "--nodes needs a value";
    QTest::newRow("no number") << QStringList{"--nodes", "many"} << "--nodes must be";
    QTest::newRow("none") << QStringList{"--nodes", "0"} << "--nodes must be";
    QTest::newRow("too many") << QStringList{"--nodes", "1000"} << "--nodes must be";
    QTest::newRow("seconds") << QStringList{"--stuck-seconds", "nan"} << "--stuck-seconds must be";
}

void TestControllerOptions::wrongUseIsNamed()
{
    QFETCH(QStringList, words);
    QFETCH(QString, named);
    std::vector<QByteArray> bytes;
    std::vector<const char*> arguments;
    for (const QString& word : words) {
        bytes.push_back(word.toUtf8());
    }
    for (const QByteArray& word : bytes) {
        arguments.push_back(word.constData());
    }
    const auto options = parse(arguments);
    QVERIFY(!options.ok());
    const std::string what = base::failureInfo(options.status()).what;
    QVERIFY2(what.find(named.toStdString()) != std::string::npos, what.c_str());
}

QTEST_GUILESS_MAIN(TestControllerOptions)
#include "tst_controller_options.moc"
