#include "backend/api/stage_name.h"
#include "backend/report/format.h"

#include <QTest>

using namespace firstlight;

class TestFormat : public QObject
{
    Q_OBJECT

private slots:
    void bytes();
    void counts();
    void durations();
    void names();
};

void TestFormat::bytes()
{
    QCOMPARE(report::formatBytes(0), std::string("0 B"));
    QCOMPARE(report::formatBytes(1536), std::string("1.50 KiB"));
    QCOMPARE(report::formatBytes(-1536), std::string("-1.50 KiB"));
    QCOMPARE(report::formatBytes(std::int64_t(3) << 40), std::string("3 TiB"));
}

void TestFormat::counts()
{
    QCOMPARE(report::formatCount(812), std::string("812"));
    QCOMPARE(report::formatCount(4'970'000), std::string("4.97 M"));
}

void TestFormat::durations()
{
    QCOMPARE(report::formatDuration(15'000), std::string("15 us"));
    QCOMPARE(report::formatDuration(812'000'000), std::string("812 ms"));
    QCOMPARE(report::formatDuration(1'230'000'000), std::string("1.23 s"));
    QCOMPARE(report::formatDuration(245'000'000'000), std::string("4 min 05 s"));
}

void TestFormat::names()
{
    QCOMPARE(api::stageName(v1::STAGE_STREAM_WEIGHTS), std::string("stream weights"));
    QCOMPARE(report::memoryClassName(v1::MEMORY_CLASS_KV_CACHE), std::string("kv_cache"));
    QCOMPARE(report::severityName(v1::SEVERITY_WARNING), std::string("warning"));
    QCOMPARE(report::formatTime(0), std::string("-"));
    QCOMPARE(report::formatTime(1'767'225'600'123'000'000), std::string("2026-01-01 00:00:00.123Z"));
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
