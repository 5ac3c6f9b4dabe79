#include "backend/control/log_store.h"

#include <QTest>

using namespace firstlight;

namespace {

v1::LogLine line(v1::Severity severity, std::string text)
{
    v1::LogLine line;
    line.set_severity(severity);
    line.set_text(std::move(text));
    return line;
}

} // namespace

class TestLogStore : public QObject
{
    Q_OBJECT

private slots:
    void readersGetBatchesOfTheirSeverity();
    void aSlowReaderLosesTheOldestAndKnowsHowMany();
    void aNewReaderHasLostNothing();
    void longLinesAreCutAtACharacter();
};

void TestLogStore::readersGetBatchesOfTheirSeverity()
{
    control::LogStore store;
    control::LogStore::Place place;
    QVERIFY(store.read(place, v1::SEVERITY_DEBUG) == nullptr);
    store.add(line(v1::SEVERITY_INFO, "a"));
    store.add(line(v1::SEVERITY_ERROR, "b"));
    const auto batch = store.read(place, v1::SEVERITY_WARNING);
    QCOMPARE(batch->lines_size(), 1);
    QCOMPARE(batch->lines(0).text(), std::string("b"));
    QVERIFY(store.read(place, v1::SEVERITY_WARNING) == nullptr);
}

void TestLogStore::aSlowReaderLosesTheOldestAndKnowsHowMany()
{
    control::LogStore store;
    store.add(line(v1::SEVERITY_INFO, "first"));
    control::LogStore::Place place;
    QCOMPARE(store.read(place, v1::SEVERITY_DEBUG)->lines_size(), 1);
    for (int i = 0; i < 200'010; ++i) {
        store.add(line(v1::SEVERITY_INFO, ""));
    }
    const auto batch = store.read(place, v1::SEVERITY_DEBUG);
    QCOMPARE(batch->dropped_count(), std::int64_t(10));
    QCOMPARE(batch->lines(0).sequence(), std::int64_t(12));
    QCOMPARE(batch->lines_size(), 1000);
}

void TestLogStore::aNewReaderHasLostNothing()
{
    control::LogStore store;
    for (int i = 0; i < 200'010; ++i) {
        store.add(line(v1::SEVERITY_INFO, ""));
    }
    control::LogStore::Place place;
    QCOMPARE(store.read(place, v1::SEVERITY_DEBUG)->dropped_count(), std::int64_t(0));
}

void TestLogStore::longLinesAreCutAtACharacter()
{
    control::LogStore store;
    std::string text;
    for (int i = 0; i < 10'000; ++i) {
        text += "\xC3\xA4"; // two bytes each
    }
    store.add(line(v1::SEVERITY_INFO, "x" + text));
    const std::string kept = store.newest(1).front().text();
    QVERIFY(kept.size() < 9000);
    QCOMPARE(QString::fromStdString(kept).count(QChar::ReplacementCharacter), 0);
    QVERIFY(kept.ends_with(" [...]"));
}

QTEST_GUILESS_MAIN(TestLogStore)
#include "tst_log_store.moc"
