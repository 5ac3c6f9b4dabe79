#include "backend/base/log.h"

#include <QTest>

using namespace firstlight::base;

class TestLog : public QObject
{
    Q_OBJECT

private slots:
    void recordsSurviveTheirLine_data()
    {
        QTest::addColumn<int>("severity");
        QTest::addColumn<QString>("message");
        QTest::addRow("plain") << static_cast<int>(LogSeverity::kInfo) << "rank 1 started";
        QTest::addRow("error") << static_cast<int>(LogSeverity::kError) << "STAGE_WARM_UP failed: no memory";
        QTest::addRow("debug, empty") << static_cast<int>(LogSeverity::kDebug) << "";
        QTest::addRow("warning, looks like a record")
            << static_cast<int>(LogSeverity::kWarning) << "2025-01-31T08:15:30.123456Z INFO    x y";
        QTest::addRow("not only ASCII") << static_cast<int>(LogSeverity::kInfo) << QString::fromUtf8("模型 é");
    }
    void recordsSurviveTheirLine()
    {
        QFETCH(int, severity);
        QFETCH(QString, message);
        const LogRecord record{SystemTime(std::chrono::microseconds(1'738'311'330'123'456)),
                               static_cast<LogSeverity>(severity), "firstlight-worker", message.toStdString()};
        const std::string line = formatLogRecord(record);
        QVERIFY(QByteArray::fromStdString(line).startsWith("2025-01-31T08:15:30.123456Z "));
        const auto parsed = parseLogLine(line);
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->time.time_since_epoch().count(), record.time.time_since_epoch().count());
        QCOMPARE(static_cast<int>(parsed->severity), severity);
        QCOMPARE(QString::fromStdString(parsed->program), QString("firstlight-worker"));
        QCOMPARE(QString::fromStdString(parsed->message), message);
    }

    void aRecordIsOneLine()
    {
        const std::string line = formatLogRecord({{}, LogSeverity::kInfo, "p", "one\ntwo\r\x1b[31m\tthree"});
        QCOMPARE(QByteArray::fromStdString(line),
                 QByteArray("1970-01-01T00:00:00.000000Z INFO    p one\\ntwo??[31m\tthree"));
    }

    void foreignLinesAreNotRecords_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addRow("empty") << QByteArray();
        QTest::addRow("prose") << QByteArray("terminate called after throwing an instance of 'std::bad_alloc'");
        QTest::addRow("unknown severity") << QByteArray("2025-01-31T08:15:30.123456Z FATAL   p message");
        QTest::addRow("no message") << QByteArray("2025-01-31T08:15:30.123456Z INFO    program");
        QTest::addRow("no time zone") << QByteArray("2025-01-31T08:15:30.123456  INFO    p message");
        QTest::addRow("broken time") << QByteArray("2025-13-31T08:15:30.123456Z INFO    p message");
        QTest::addRow("severity in a word") << QByteArray("2025-01-31T08:15:30.123456Z INFORMA p message");
    }
    void foreignLinesAreNotRecords()
    {
        QFETCH(QByteArray, line);
        QVERIFY(!parseLogLine(line.toStdString()).has_value());
    }

    void theSinkGetsWhatIsLogged()
    {
        std::vector<LogRecord> records;
        const Logger log("program", [&records](const LogRecord& record) { records.push_back(record); });
        log.debug("a");
        log.info("b");
        log.warning("c");
        log.error("d");
        QCOMPARE(records.size(), std::size_t(4));
        QCOMPARE(records[2].severity, LogSeverity::kWarning);
        QCOMPARE(QString::fromStdString(records[3].message), QString("d"));
        QVERIFY(records[0].time.time_since_epoch().count() > 0);
        Logger().error("dropped");
    }
};

QTEST_GUILESS_MAIN(TestLog)
#include "tst_log.moc"
