#include "tests/backend/control/fakes.h"

#include <QTest>

using namespace firstlight;
using namespace std::chrono_literals;

class TestStageLog : public QObject
{
    Q_OBJECT

private slots:
    void recordsTimesAndSummary();
    void onlyProgressResetsTheStall();
    void finishedRanksStayFinished();
    void usualDurationsReachRecordsBeforeAndAfter();
};

void TestStageLog::recordsTimesAndSummary()
{
    test::FakeClock clock;
    v1::DeploymentState state;
    control::StageLog log(state, clock);
    QVERIFY(log.current() == nullptr);
    log.begin(v1::STAGE_LAUNCH, 10s, 2);
    QCOMPARE(state.stage(), v1::STAGE_LAUNCH);
    clock.advance(1500ms);
    QCOMPARE(log.finish("two ranks"), 1500ms);
    QCOMPARE(state.stages(0).summary(), std::string("two ranks"));
    QVERIFY(log.current() == nullptr);
}

void TestStageLog::onlyProgressResetsTheStall()
{
    test::FakeClock clock;
    v1::DeploymentState state;
    control::StageLog log(state, clock);
    log.begin(v1::STAGE_STREAM_WEIGHTS, 10s, 2);
    v1::RankProgress progress;
    progress.set_rank(1);
    progress.set_done(5);
    clock.advance(9s);
    log.progress(progress);
    clock.advance(9s);
    log.progress(progress); // the same again is none
    QVERIFY(!log.stalled());
    clock.advance(2s);
    QVERIFY(log.stalled());
    log.begin(v1::STAGE_SERVING, 0s, 0);
    clock.advance(1000s);
    QVERIFY(!log.stalled());
}

void TestStageLog::finishedRanksStayFinished()
{
    test::FakeClock clock;
    v1::DeploymentState state;
    control::StageLog log(state, clock);
    log.begin(v1::STAGE_ALLOCATE, 10s, 3);
    log.rankFinished(1);
    v1::RankProgress late;
    late.set_rank(1);
    late.set_done(1);
    log.progress(late);
    QVERIFY((log.unfinishedRanks() == std::vector<int>{0, 2}));
    QCOMPARE(state.stages(0).ranks(1).done(), std::int64_t(0));
    log.rankFinished(7); // no such rank
}

void TestStageLog::usualDurationsReachRecordsBeforeAndAfter()
{
    test::FakeClock clock;
    v1::DeploymentState state;
    control::StageLog log(state, clock);
    log.begin(v1::STAGE_PREFLIGHT, 1s, 0);
    log.finish("");
    log.setUsualDurations({{v1::STAGE_PREFLIGHT, 7}, {v1::STAGE_PLAN, 8}});
    log.begin(v1::STAGE_PLAN, 1s, 0);
    QCOMPARE(state.stages(0).usual_duration_ms(), std::int64_t(7));
    QCOMPARE(state.stages(1).usual_duration_ms(), std::int64_t(8));
}

QTEST_GUILESS_MAIN(TestStageLog)
#include "tst_stage_log.moc"
