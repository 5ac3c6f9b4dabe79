#include "tests/backend/control/fakes.h"

#include <QTest>

using namespace firstlight;

class TestEventLog : public QObject
{
    Q_OBJECT

private slots:
    void eventsAreNumberedTimedAndRecorded();
    void readersKeepTheirPlace();
    void theOldestAreForgotten();
    void eventsOfOtherDeploymentsAreLeftOut();
};

void TestEventLog::eventsAreNumberedTimedAndRecorded()
{
    test::FakeClock clock;
    std::vector<v1::Event> recorded;
    control::EventLog log(clock, [&](const v1::Event& event) { recorded.push_back(event); });
    int changes = 0;
    const auto subscription = log.changes().subscribe([&] { ++changes; });
    log.add(control::makeEvent("one", v1::SEVERITY_INFO, "1"));
    log.add(control::makeEvent("two", v1::SEVERITY_INFO, "2"));
    QCOMPARE(changes, 2);
    QCOMPARE(recorded.size(), std::size_t(2));
    QCOMPARE(recorded[1].sequence(), std::int64_t(2));
    QCOMPARE(recorded[1].rank(), -1);
    QVERIFY(recorded[0].time_unix_ns() > 0);
}

void TestEventLog::readersKeepTheirPlace()
{
    test::FakeClock clock;
    control::EventLog log(clock, {});
    QVERIFY(log.after(0) == nullptr);
    log.add(control::makeEvent("one", v1::SEVERITY_INFO, ""));
    log.add(control::makeEvent("two", v1::SEVERITY_INFO, ""));
    QCOMPARE(log.after(0)->kind(), std::string("one"));
    QCOMPARE(log.after(1)->kind(), std::string("two"));
    QVERIFY(log.after(2) == nullptr);
}

void TestEventLog::theOldestAreForgotten()
{
    test::FakeClock clock;
    control::EventLog log(clock, {});
    for (int i = 0; i < 20'100; ++i) {
        log.add(control::makeEvent("x", v1::SEVERITY_INFO, ""));
    }
    QCOMPARE(log.after(0)->sequence(), std::int64_t(101));
}

void TestEventLog::eventsOfOtherDeploymentsAreLeftOut()
{
    test::FakeClock clock;
    control::EventLog log(clock, {});
    for (const char* id : {"", "a", "b"}) {
        v1::Event event = control::makeEvent("x", v1::SEVERITY_INFO, "");
        event.set_deployment_id(id);
        log.add(event);
    }
    QCOMPARE(log.ofDeployment("a").size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestEventLog)
#include "tst_event_log.moc"
