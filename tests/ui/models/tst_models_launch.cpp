#include "tests/support/sample_values.h"
#include "ui/models/launch_progress.h"

#include <QTest>

using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

const LaunchStep& step(const std::vector<LaunchStep>& steps, Stage stage)
{
    return *std::ranges::find(steps, stage, &LaunchStep::stage);
}

} // namespace

class TestModelsLaunch : public QObject
{
    Q_OBJECT

private slots:
    void everyStageIsAStep();
    void beforeAnythingStarted();
    void theRunningStageHasAShare();
    void namesTheOneRankThatOthersWaitFor();
    void marksWhatTakesLongerThanUsual();
    void aFailureMarksItsStageAndStopsTheClock();
    void aStoppedStageIsNotDone();
    void skippedStages();
    void servingIsTheLastStep();
    void timelineHasARowForEachRank();
    void timelineRunsUntilNow();
    void timelineStopsWithTheFailure();
    void aStageBelowAMillisecondTookSomeTime();
    void everyStageOfTheBringUpHasAPhase();
};

void TestModelsLaunch::everyStageIsAStep()
{
    const auto steps = launchSteps(sampleDeployment(Stage::Allocate), kSampleStart + 10s);
    QCOMPARE(steps.size(), kBringUpStages.size());
    QCOMPARE(step(steps, Stage::Preflight).state, StepState::Done);
    QCOMPARE(step(steps, Stage::Preflight).elapsed, 350ms);
    QCOMPARE(step(steps, Stage::Allocate).state, StepState::Active);
    QCOMPARE(step(steps, Stage::WarmUp).state, StepState::Waiting);
}

void TestModelsLaunch::beforeAnythingStarted()
{
    const auto steps = launchSteps({}, kSampleStart);
    QVERIFY(std::ranges::all_of(steps, [](const LaunchStep& s) { return s.state == StepState::Waiting; }));
    QVERIFY(!currentStep(steps).has_value());
    QVERIFY(launchTimeline({}, kSampleStart).rows.size() == 1);
}

void TestModelsLaunch::theRunningStageHasAShare()
{
    const auto current = currentStep(launchSteps(sampleDeployment(Stage::StreamWeights), kSampleStart + 4s));
    QVERIFY(current.has_value());
    QCOMPARE(current->stage, Stage::StreamWeights);
    QCOMPARE(current->fraction, 0.4);
    QCOMPARE(current->waitsForRank, kNoRank);
}

void TestModelsLaunch::namesTheOneRankThatOthersWaitFor()
{
    DeploymentState state = sampleDeployment(Stage::StreamWeights);
    state.stages.back().ranks[0].finished = true;
    const auto current = currentStep(launchSteps(state, kSampleStart + 4s));
    QCOMPARE(current->waitsForRank, 1);
    QCOMPARE(current->fraction, 0.7);
    const auto timeline = launchTimeline(state, kSampleStart + 4s);
    QVERIFY(!timeline.rows[1].bars.back().othersWaitForIt);
    QVERIFY(timeline.rows[2].bars.back().othersWaitForIt);
}

void TestModelsLaunch::marksWhatTakesLongerThanUsual()
{
    const DeploymentState state = sampleDeployment(Stage::StreamWeights);
    const TimePoint start = state.stages.back().start; // usually 300 ms
    QVERIFY(!currentStep(launchSteps(state, start + 400ms))->longerThanUsual);
    QVERIFY(!currentStep(launchSteps(state, start + 700ms))->longerThanUsual); // not by half a second
    QVERIFY(currentStep(launchSteps(state, start + 900ms))->longerThanUsual);
}

void TestModelsLaunch::aFailureMarksItsStageAndStopsTheClock()
{
    DeploymentState state = sampleDeployment(Stage::StreamWeights);
    const TimePoint start = state.stages.back().start;
    state.stage = Stage::Failed;
    state.failure.reason = QStringLiteral("RANK_EXITED");
    state.failure.stage = Stage::StreamWeights;
    state.failure.time = start + 250ms;
    const auto steps = launchSteps(state, start + 1h);
    QCOMPARE(currentStep(steps)->state, StepState::Failed);
    QCOMPARE(currentStep(steps)->elapsed, 250ms);
    QCOMPARE(step(steps, Stage::WarmUp).state, StepState::Waiting);
}

void TestModelsLaunch::aStoppedStageIsNotDone()
{
    DeploymentState state = sampleDeployment(Stage::StreamWeights);
    StageRecord stopped;
    stopped.stage = Stage::Stopped;
    stopped.start = state.stages.back().end = state.stages.back().start + 200ms;
    state.stages.push_back(stopped);
    state.stage = Stage::Stopped;
    const auto steps = launchSteps(state, kSampleStart + 1h);
    QCOMPARE(step(steps, Stage::Allocate).state, StepState::Done);
    QCOMPARE(step(steps, Stage::StreamWeights).state, StepState::CutOff);
    QCOMPARE(step(steps, Stage::StreamWeights).elapsed, 200ms);

    DeploymentState served = sampleDeployment(Stage::Serving);
    served.stage = Stage::Stopped;
    QCOMPARE(step(launchSteps(served, kSampleStart + 1h), Stage::RepeatabilityProbe).state, StepState::Done);
}

void TestModelsLaunch::skippedStages()
{
    DeploymentState state = sampleDeployment(Stage::Serving);
    std::erase_if(state.stages, [](const StageRecord& record) { return record.stage == Stage::ImageProbe; });
    QCOMPARE(step(launchSteps(state, kSampleStart + 9s), Stage::ImageProbe).state, StepState::Skipped);
}

void TestModelsLaunch::servingIsTheLastStep()
{
    const auto current = currentStep(launchSteps(sampleDeployment(Stage::Serving), kSampleStart + 1h));
    QCOMPARE(current->stage, Stage::Serving);
    QVERIFY(!current->longerThanUsual);
}

void TestModelsLaunch::timelineHasARowForEachRank()
{
    const auto timeline = launchTimeline(sampleDeployment(Stage::Serving), kSampleStart + 1h);
    QCOMPARE(timeline.rows.size(), 3U);
    QCOMPARE(timeline.rows[0].rank, kNoRank);
    QCOMPARE(timeline.rows[1].rank, 0);
    QCOMPARE(timeline.rows[2].node, QStringLiteral("node-1"));
    const TimelineBar& first = timeline.rows[0].bars.front();
    QCOMPARE(first.stage, Stage::Preflight);
    QCOMPARE(first.start, 0.0);
    QCOMPARE(first.end, 0.35);
    QVERIFY(!first.running);
    QVERIFY2(timeline.duration < 10, "the time of serving is not part of the bring-up");
}

void TestModelsLaunch::timelineRunsUntilNow()
{
    const auto timeline = launchTimeline(sampleDeployment(Stage::StreamWeights), kSampleStart + 30s);
    QVERIFY(timeline.rows[1].bars.back().running);
    QCOMPARE(timeline.rows[1].bars.back().end, 30.0);
    QCOMPARE(timeline.duration, 30.0);
}

void TestModelsLaunch::timelineStopsWithTheFailure()
{
    DeploymentState state = sampleDeployment(Stage::StreamWeights);
    state.stage = Stage::Failed;
    state.failure.reason = QStringLiteral("RANK_EXITED");
    state.failure.time = kSampleStart + 5s;
    const auto timeline = launchTimeline(state, kSampleStart + 30s);
    QVERIFY(!timeline.rows[1].bars.back().running);
    QCOMPARE(timeline.rows[1].bars.back().end, 5.0);
}

void TestModelsLaunch::aStageBelowAMillisecondTookSomeTime()
{
    DeploymentState state = sampleDeployment(Stage::Launch);
    state.stages[1].end = state.stages[1].start + 400us;
    QCOMPARE(step(launchSteps(state, kSampleStart + 2s), Stage::Plan).elapsed, 400us);
}

void TestModelsLaunch::everyStageOfTheBringUpHasAPhase()
{
    LaunchPhase before = LaunchPhase::Prepare;
    for (const Stage stage : kBringUpStages) {
        QVERIFY2(phaseOf(stage) >= before, "phases come in the order of their stages");
        before = phaseOf(stage);
    }
    QCOMPARE(phaseOf(Stage::Validate), LaunchPhase::Read);
    QCOMPARE(phaseOf(Stage::ReleaseHostCache), LaunchPhase::Load);
    QCOMPARE(phaseOf(Stage::Failed), LaunchPhase::Failed);
}

QTEST_GUILESS_MAIN(TestModelsLaunch)
#include "tst_models_launch.moc"
