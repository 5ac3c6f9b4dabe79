#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/models/log_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

std::vector<LogLine> numbered(int first, int last)
{
    std::vector<LogLine> lines;
    for (int i = first; i <= last; ++i) {
        lines.push_back(sampleLog(i, i % 2, Severity::Info, QStringLiteral("line %1").arg(i)));
    }
    return lines;
}

Event happened(std::int64_t sequence, Severity severity, const QString& kind, const QString& message)
{
    Event event;
    event.sequence = sequence;
    event.time = kSampleStart + sequence * 10ms;
    event.deployment = {QStringLiteral("d-1")};
    event.rank = 1;
    event.stage = Stage::Serving;
    event.severity = severity;
    event.kind = kind;
    event.message = message;
    return event;
}

} // namespace

class TestModelsLog : public QObject
{
    Q_OBJECT

private slots:
    void subscribesWhileItLives();
    void showsLinesInOrder();
    void foldsTheSameLineOfSeveralRanks();
    void doesNotFoldWhatIsFarApart();
    void keepsTheNewest();
    void countsWhatWasLost();
    void filters_data();
    void filters();
    void refusesAnInvalidExpression();
    void eventsStandAmongTheLines();
    void aFailureIsFoundByTheLevel();
    void showsOneDeployment();
};

void TestModelsLog::subscribesWhileItLives()
{
    FakeBackendClient client;
    {
        const LogModel model(&client);
        QCOMPARE(client.watchers(Stream::Logs), 1);
    }
    QCOMPARE(client.watchers(Stream::Logs), 0);
}

void TestModelsLog::showsLinesInOrder()
{
    FakeBackendClient client;
    LogModel model(&client);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy ranks(&model, &LogModel::knownRanksChanged);
    emit client.logsArrived({numbered(1, 3), 0});
    emit client.logsArrived({numbered(4, 5), 0});
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.index(0, LogModel::Text).data().toString(), QStringLiteral("line 1"));
    QCOMPARE(model.index(4, LogModel::Text).data().toString(), QStringLiteral("line 5"));
    QCOMPARE(model.index(0, LogModel::Source).data().toString(), QStringLiteral("rank 1"));
    QCOMPARE(model.index(0, LogModel::Level).data().toString(), QStringLiteral("Info"));
    QCOMPARE(model.knownRanks(), (std::vector{0, 1}));
    QCOMPARE(ranks.size(), 2);
}

void TestModelsLog::foldsTheSameLineOfSeveralRanks()
{
    FakeBackendClient client;
    LogModel model(&client);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto same = [](int sequence, int rank) {
        return sampleLog(sequence, rank, Severity::Warning, QStringLiteral("same"));
    };
    model.append({same(1, 0), same(2, 1)});                                               // in one chunk
    model.append({sampleLog(3, 0, Severity::Info, QStringLiteral("other")), same(4, 2)}); // across chunks
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.entry(0).count, 3);
    QCOMPARE(model.entry(0).ranks, (std::vector{0, 1, 2}));
    QVERIFY(model.index(0, LogModel::Text).data().toString().contains(QStringLiteral("×3")));
    QCOMPARE(model.index(0, LogModel::Text).data(LogModel::RawTextRole).toString(), QStringLiteral("same"));
    // Another level is another line.
    model.append({sampleLog(5, 0, Severity::Error, QStringLiteral("same"))});
    QCOMPARE(model.rowCount(), 3);
}

void TestModelsLog::doesNotFoldWhatIsFarApart()
{
    FakeBackendClient client;
    LogModel model(&client);
    LogLine line = sampleLog(1, 0, Severity::Info, QStringLiteral("tick"));
    model.append({line});
    line.time += LogModel::kFoldTime;
    model.append({line});
    QCOMPARE(model.rowCount(), 2);
}

void TestModelsLog::keepsTheNewest()
{
    FakeBackendClient client;
    LogModel model(&client);
    const auto capacity = static_cast<int>(LogModel::kCapacity);
    model.append(numbered(1, 1000));
    model.append(numbered(1001, capacity + 500));
    QCOMPARE(model.rowCount(), capacity);
    QCOMPARE(model.entry(0).line.sequence, 501);
    QCOMPARE(model.entry(capacity - 1).line.sequence, capacity + 500);
    model.append(numbered(capacity + 501, 3 * capacity)); // more than fits in one go
    QCOMPARE(model.rowCount(), capacity);
    QCOMPARE(model.entry(capacity - 1).line.sequence, 3 * capacity);
}

void TestModelsLog::countsWhatWasLost()
{
    FakeBackendClient client;
    const LogModel model(&client);
    QSignalSpy dropped(&model, &LogModel::droppedChanged);
    emit client.logsArrived({numbered(1, 1), 0});
    QCOMPARE(dropped.size(), 0);
    emit client.logsArrived({numbered(2, 2), 7});
    QCOMPARE(dropped.size(), 1);
    QCOMPARE(model.droppedTotal(), 7);
}

void TestModelsLog::filters_data()
{
    QTest::addColumn<int>("severity");
    QTest::addColumn<int>("rank");
    QTest::addColumn<QString>("search");
    QTest::addColumn<bool>("expression");
    QTest::addColumn<int>("rows");
    const int all = LogFilter::kAllRanks;
    QTest::newRow("all") << 0 << all << QString() << false << 5;
    QTest::newRow("level") << static_cast<int>(Severity::Warning) << all << QString() << false << 2;
    QTest::newRow("rank") << 0 << 1 << QString() << false << 2;
    QTest::newRow("no rank") << 0 << kNoRank << QString() << false << 1;
    QTest::newRow("text") << 0 << all << QStringLiteral("LOADED") << false << 2;
    QTest::newRow("text is not an expression") << 0 << all << QStringLiteral("shard.") << false << 0;
    QTest::newRow("expression") << 0 << all << QStringLiteral("shard \\d$") << true << 2;
    QTest::newRow("several") << static_cast<int>(Severity::Warning) << 1 << QStringLiteral("disk") << false << 1;
}

void TestModelsLog::filters()
{
    QFETCH(int, severity);
    QFETCH(int, rank);
    QFETCH(QString, search);
    QFETCH(bool, expression);
    QFETCH(int, rows);
    FakeBackendClient client;
    LogModel model(&client);
    LogFilter filter(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({sampleLog(1, 0, Severity::Info, QStringLiteral("loaded shard 1")),
                  sampleLog(2, 1, Severity::Info, QStringLiteral("loaded shard 2")),
                  sampleLog(3, 0, Severity::Error, QStringLiteral("lost")),
                  sampleLog(4, 1, Severity::Warning, QStringLiteral("disk is slow")),
                  sampleLog(5, kNoRank, Severity::Debug, QStringLiteral("controller"))});
    filter.setMinimumSeverity(static_cast<Severity>(severity));
    filter.setRank(rank);
    QVERIFY(filter.setSearch(search, expression));
    QCOMPARE(filter.rowCount(), rows);
}

void TestModelsLog::refusesAnInvalidExpression()
{
    FakeBackendClient client;
    LogModel model(&client);
    LogFilter filter(&model);
    model.append(numbered(1, 4));
    QVERIFY(filter.setSearch(QStringLiteral("line 1"), true));
    QVERIFY(!filter.setSearch(QStringLiteral("line ["), true));
    QCOMPARE(filter.rowCount(), 1);
}

void TestModelsLog::eventsStandAmongTheLines()
{
    FakeBackendClient client;
    LogModel model(&client);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(client.watchers(Stream::Events), 1);
    const auto finished = [](std::int64_t sequence) {
        return happened(sequence, Severity::Info, QStringLiteral("stage_finished"),
                        QStringLiteral("Stage \"serving\": 2 files, 3 tensors, 1.0 MB"));
    };
    // All that is known comes at once, in whatever order the two streams arrive.
    emit client.eventsArrived({finished(2), finished(5), finished(6)});
    emit client.logsArrived({numbered(1, 4), 0});
    emit client.logsArrived({numbered(7, 7), 0});
    QList<qint64> sequences;
    for (int row = 0; row < model.rowCount(); ++row) {
        sequences += model.entry(row).line.sequence;
    }
    QCOMPARE(sequences, (QList<qint64>{1, 2, 2, 3, 4, 5, 6, 7}));
    QCOMPARE(model.index(1, LogModel::Text).data().toString(),
             QStringLiteral("Stage “Serving”: 2 files, 3 tensors, 977 KiB"));
    model.setFormatter(Formatter(QLocale::c(), ByteUnits::Decimal));
    QVERIFY(model.index(1, LogModel::Text).data().toString().endsWith(QStringLiteral("1.00 MB")));
}

void TestModelsLog::aFailureIsFoundByTheLevel()
{
    FakeBackendClient client;
    LogModel model(&client);
    LogFilter filter(&model);
    filter.setMinimumSeverity(Severity::Warning);
    emit client.logsArrived({numbered(1, 4), 0});
    QCOMPARE(filter.rowCount(), 0);
    const QString what = QStringLiteral("Rank 1 on node-2 ended unexpectedly (killed by signal 9).");
    emit client.eventsArrived({happened(9, Severity::Error, QStringLiteral("failure"), what)});
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, LogModel::Text).data().toString(), what);
    QCOMPARE(filter.index(0, LogModel::Source).data().toString(), QStringLiteral("rank 1"));
}

void TestModelsLog::showsOneDeployment()
{
    FakeBackendClient client;
    LogModel model(&client);
    LogFilter filter(&model);
    LogLine other = sampleLog(1, 0, Severity::Info, QStringLiteral("of another"));
    other.deployment = {QStringLiteral("d-0")};
    LogLine none = sampleLog(2, kNoRank, Severity::Info, QStringLiteral("of the controller"));
    none.deployment = {};
    model.append({other, none, sampleLog(3, 0, Severity::Info, QStringLiteral("of this"))});
    QCOMPARE(filter.rowCount(), 3);
    filter.setDeployment({QStringLiteral("d-1")});
    QCOMPARE(filter.rowCount(), 2);
    QCOMPARE(filter.index(0, LogModel::Text).data().toString(), QStringLiteral("of the controller"));
}

QTEST_GUILESS_MAIN(TestModelsLog)
#include "tst_models_log.moc"
