#include "tests/backend/control/fakes.h"

#include "backend/base/failure.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace firstlight;
using namespace std::chrono_literals;
using test::FakeWorld;

namespace {

absl::Status disconnected(int rank)
{
    return base::failure(reasons::kRankDisconnected,
                         {{"rank", std::to_string(rank)}, {"node", "node"}, {"detail", "reset"}});
}

bool contains(const std::vector<std::string>& texts, const std::string& text)
{
    return std::ranges::find(texts, text) != texts.end();
}

std::vector<v1::Stage> stagesOf(const v1::DeploymentState& state)
{
    std::vector<v1::Stage> stages;
    for (const v1::StageRecord& record : state.stages()) {
        stages.push_back(record.stage());
    }
    return stages;
}

} // namespace

class TestDeployment : public QObject
{
    Q_OBJECT

private slots:
    void goesThroughEveryStageToServing();
    void stopsInOrder();
    void stopInTheMiddleOfALaunch();
    void aBrokenCheckpointStartsNothing();
    void anotherVersionOfAnAgentIsRefused();
    void aPlanThatDoesNotFitSaysWhy();
    void aRankThatDoesNotStartIsNamed();
    void aKilledRankIsTheFirstCauseAlsoWhenOthersNoticeEarlier();
    void theFirstFailureIsKept();
    void aLostNodeExplainsItsRanks();
    void aSilentRankIsLateThenStuck();
    void aCollectiveTimeoutBlamesTheSilentRank();
    void consequencesAloneConcludeAfterAWhile();
    void aStageWithoutProgressStalls();
    void progressKeepsAStageAliveAndItsLackNamesTheRank();
    void aFailedProbeEndsIt();
    void ranksThatNeverSayThatTheyEndedAreGivenUp();
    void aStopThatCannotDrainIsBoundedByTheServices();
    void lateAnswersOfAnEarlierStageChangeNothing();
};

void TestDeployment::goesThroughEveryStageToServing()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    const v1::DeploymentState& state = world.deployment->state();
    QCOMPARE(state.stage(), v1::STAGE_SERVING);
    QVERIFY(state.ready());
    QCOMPARE(state.model_name(), std::string("some-model"));
    std::vector<v1::Stage> expected;
    for (int stage = v1::STAGE_PREFLIGHT; stage <= v1::STAGE_SERVING; ++stage) {
        expected.push_back(static_cast<v1::Stage>(stage));
    }
    QVERIFY(stagesOf(state) == expected);
    QCOMPARE(world.worker(1).configuration.world_size(), 2);
    QCOMPARE(world.worker(1).configuration.thread_count(), 2); // four cores of one machine, two ranks
    QCOMPARE(world.services.served, 1);
    QCOMPARE(world.services.commChecks.size(), std::size_t(1));
    QCOMPARE(world.services.commChecks.front().deployment_id(), std::string("d-1"));
    QVERIFY(std::filesystem::is_directory(world.rendezvousDirectory));
    QVERIFY(contains(world.eventKinds(), "ready"));
    const auto loading = std::ranges::find(state.stages(), v1::STAGE_STREAM_WEIGHTS, &v1::StageRecord::stage);
    QCOMPARE(loading->usual_duration_ms(), 1234);
    QCOMPARE(loading->ranks_size(), 2);
    QVERIFY(loading->ranks(1).finished());
}

void TestDeployment::stopsInOrder()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    bool finished = false;
    world.deployment->stop();
    world.deployment->whenFinished([&] { finished = true; });
    QVERIFY(!world.deployment->state().ready());
    world.run();
    QVERIFY(finished);
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_STOPPED);
    QVERIFY(!world.deployment->state().has_failure());
    QVERIFY(!std::filesystem::exists(world.rendezvousDirectory));
    QVERIFY(world.worker(0).aborted.empty());
    QCOMPARE(world.deployment->state().ranks(1).state(), v1::RANK_STATE_EXITED);
    world.deployment->stop(); // again changes nothing
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_STOPPED);
}

void TestDeployment::stopInTheMiddleOfALaunch()
{
    FakeWorld world;
    world.services.hangingProbes.insert(v1::STAGE_TEXT_PROBE);
    world.makeDeployment()->start();
    world.run();
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_TEXT_PROBE);
    world.deployment->stop();
    world.run();
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_STOPPED);
    QVERIFY(world.deployment->finished());
}

void TestDeployment::aBrokenCheckpointStartsNothing()
{
    FakeWorld world;
    v1::Verdict* complete = world.services.checkpoint.mutable_complete();
    complete->set_state(v1::VERDICT_STATE_NO);
    v1::FailureDetail* finding = complete->add_findings();
    finding->set_reason("SHARD_MISSING");
    (*finding->mutable_arguments())["file"] = "a.safetensors";
    (*finding->mutable_arguments())["path"] = "/models";
    finding->set_what("Missing in /models: a.safetensors.");
    world.makeDeployment()->start();
    world.run();
    const v1::FailureDetail& failure = world.deployment->state().failure();
    QCOMPARE(failure.reason(), std::string("SHARD_MISSING"));
    QVERIFY(failure.what().find("a.safetensors") != std::string::npos);
    QCOMPARE(failure.stage(), v1::STAGE_PREFLIGHT);
    QVERIFY(world.deployment->finished());
    QVERIFY(world.launcher->agents["node-1"]->started.empty());
    QVERIFY(contains(world.eventKinds(), "checkpoint_finding"));
}

void TestDeployment::anotherVersionOfAnAgentIsRefused()
{
    FakeWorld world;
    bool online = false;
    world.cluster->ensureOnline([&](const auto& state) { online = state.ok(); });
    world.run();
    QVERIFY(online);
    control::DeploymentSetup setup;
    setup.id = "d-1";
    setup.version = "2";
    world.deployment = std::make_shared<control::Deployment>(setup,
                                                             control::DeploymentContext{*world.cluster,
                                                                                        {},
                                                                                        world.services,
                                                                                        world.clock,
                                                                                        world.strand,
                                                                                        world.events,
                                                                                        world.metrics,
                                                                                        world.deploymentBoard},
                                                             control::DeploymentLimits());
    world.deployment->start();
    world.run();
    QCOMPARE(world.deployment->state().failure().reason(), std::string("VERSION_MISMATCH"));
}

void TestDeployment::aPlanThatDoesNotFitSaysWhy()
{
    FakeWorld world;
    world.services.planFailure = base::failure(reasons::kLayoutInvalid, {{"detail", "5 does not divide 4 heads"}});
    world.makeDeployment()->start();
    world.run();
    QCOMPARE(world.deployment->state().failure().stage(), v1::STAGE_PLAN);
    QVERIFY(world.deployment->state().failure().what().find("5 does not divide 4 heads") != std::string::npos);
    QVERIFY(world.deployment->finished());
}

void TestDeployment::aRankThatDoesNotStartIsNamed()
{
    FakeWorld world;
    world.makeDeployment();
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    world.launcher->agents["node-2"]->startFailure =
        base::failure(reasons::kProgramMissing, {{"program", "firstlight-worker"}, {"detail", "not there"}});
    world.deployment->start();
    world.run();
    QCOMPARE(world.deployment->state().failure().reason(), std::string("PROGRAM_MISSING"));
    QCOMPARE(world.deployment->state().failure().rank(), 1);
    QCOMPARE(world.deployment->state().failure().node(), std::string("node-2"));
    QVERIFY(world.deployment->finished());
    QCOMPARE(world.launcher->agents["node-1"]->stopped.size(), std::size_t(1));
}

void TestDeployment::aKilledRankIsTheFirstCauseAlsoWhenOthersNoticeEarlier()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.worker(1).watching.onEnded(disconnected(1));
    world.deployment->onTrouble(base::failure(reasons::kCollectiveTimeout, {{"missing", "1"}}));
    world.run();
    QVERIFY(!world.deployment->state().has_failure());
    world.launcher->agents["node-2"]->exit("d-1", 1, true, 9);
    world.run();
    const v1::FailureDetail& failure = world.deployment->state().failure();
    QCOMPARE(failure.what(), std::string("Rank 1 on node-2 ended unexpectedly (killed by signal 9 (SIGKILL))."));
    QCOMPARE(failure.rank(), 1);
    QCOMPARE(world.services.closedWith.size(), std::size_t(1));
    QCOMPARE(world.services.closedWith.front(), failure.what());
    QCOMPARE(world.worker(0).aborted, failure.what());
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_FAILED);
    QVERIFY(world.deployment->finished());
    QVERIFY(!std::filesystem::exists(world.rendezvousDirectory));
    QVERIFY(contains(world.eventKinds(), "consequence"));
}

void TestDeployment::theFirstFailureIsKept()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    for (const auto& [name, agent] : world.launcher->agents) {
        agent->exitsWhenStopped = false;
    }
    world.launcher->agents["node-2"]->exit("d-1", 1, false, 3);
    world.run();
    const std::string first = world.deployment->state().failure().what();
    world.launcher->agents["node-1"]->exit("d-1", 0, true, 11);
    world.deployment->onTrouble(base::failure(reasons::kInternal, {{"detail", "more"}}));
    world.run();
    QCOMPARE(world.deployment->state().failure().what(), first);
    QVERIFY(world.deployment->finished());
}

void TestDeployment::aLostNodeExplainsItsRanks()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.worker(1).watching.onEnded(disconnected(1));
    world.launcher->exits["node-2"]("killed by signal 9 (SIGKILL)");
    world.run();
    const v1::FailureDetail& failure = world.deployment->state().failure();
    QCOMPARE(failure.reason(), std::string("NODE_LOST"));
    QCOMPARE(failure.node(), std::string("node-2"));
    QVERIFY(world.deployment->finished());
    QCOMPARE(world.launcher->agents["node-1"]->stopped.size(), std::size_t(1));

    world.makeDeployment()->start(); // a later start brings the agent back
    world.run();
    QCOMPARE(world.launcher->launches["node-2"], 2);
    QVERIFY(world.deployment->state().ready());
}

void TestDeployment::aSilentRankIsLateThenStuck()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.pass(1s);
    world.silentRanks.insert(1);
    world.pass(1500ms);
    QCOMPARE(world.deployment->state().ranks(1).state(), v1::RANK_STATE_LATE);
    QCOMPARE(world.deployment->state().ranks(0).state(), v1::RANK_STATE_RUNNING);
    QVERIFY(world.deployment->state().ready());
    world.silentRanks.clear();
    world.pass(500ms);
    QCOMPARE(world.deployment->state().ranks(1).state(), v1::RANK_STATE_RUNNING);
    world.silentRanks.insert(1);
    world.pass(6s);
    QVERIFY(contains(world.eventKinds(), "rank_silent"));
    QVERIFY(!world.deployment->state().has_failure());
    world.pass(15s);
    QCOMPARE(world.deployment->state().failure().what(), std::string("Rank 1 on node-2 has not answered for 20 s."));
    QVERIFY(world.deployment->finished());
}

void TestDeployment::aCollectiveTimeoutBlamesTheSilentRank()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.silentRanks.insert(1);
    world.pass(6s);
    world.deployment->onTrouble(base::failure(reasons::kCollectiveTimeout, {{"missing", "1"}}));
    world.pass(2s);
    QCOMPARE(world.deployment->state().failure().reason(), std::string("RANK_STUCK"));
    QCOMPARE(world.deployment->state().failure().rank(), 1);
}

void TestDeployment::consequencesAloneConcludeAfterAWhile()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.worker(0).watching.onEnded(disconnected(0));
    world.pass(500ms);
    QVERIFY(!world.deployment->state().has_failure());
    world.pass(1s);
    QCOMPARE(world.deployment->state().failure().reason(), std::string("RANK_DISCONNECTED"));
}

void TestDeployment::aStageWithoutProgressStalls()
{
    FakeWorld world;
    world.services.hangingProbes.insert(v1::STAGE_TEXT_PROBE);
    world.makeDeployment()->start();
    world.run();
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_TEXT_PROBE);
    world.pass(200s, 1s);
    QCOMPARE(world.deployment->state().failure().reason(), std::string("STAGE_STALLED"));
    QVERIFY(world.deployment->state().failure().what().find("text probe") != std::string::npos);
}

void TestDeployment::progressKeepsAStageAliveAndItsLackNamesTheRank()
{
    FakeWorld world;
    world.hangs = {1, v1::STAGE_STREAM_WEIGHTS};
    world.makeDeployment()->start();
    world.run();
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_STREAM_WEIGHTS);
    for (int i = 1; i <= 200; ++i) {
        world.worker(1).progress(i);
        world.pass(1s, 500ms);
    }
    QVERIFY(!world.deployment->state().has_failure());
    world.pass(70s, 500ms);
    const v1::FailureDetail& failure = world.deployment->state().failure();
    QCOMPARE(failure.reason(), std::string("STAGE_STALLED"));
    QVERIFY(failure.what().find("waiting for rank 1") != std::string::npos);
}

void TestDeployment::aFailedProbeEndsIt()
{
    FakeWorld world;
    world.services.probeFailures[v1::STAGE_IMAGE_PROBE] =
        base::failure(reasons::kProbeFailed, {{"probe", "image"}, {"detail", "same answers"}});
    world.makeDeployment()->start();
    world.run();
    QCOMPARE(world.deployment->state().failure().reason(), std::string("PROBE_FAILED"));
    QCOMPARE(world.deployment->state().failure().stage(), v1::STAGE_IMAGE_PROBE);
    QVERIFY(!world.deployment->state().ready());
    QCOMPARE(world.services.served, 0);
}

void TestDeployment::ranksThatNeverSayThatTheyEndedAreGivenUp()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.launcher->agents["node-1"]->exitsWhenStopped = false;
    world.deployment->stop();
    world.run();
    QVERIFY(!world.deployment->finished());
    world.pass(9s);
    QVERIFY(world.deployment->finished());
    QVERIFY(contains(world.eventKinds(), "teardown_incomplete"));
}

void TestDeployment::aStopThatCannotDrainIsBoundedByTheServices()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    world.services.drains = false; // the service answers later; until then nothing is torn down
    world.deployment->stop();
    world.run();
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_DRAINING);
    QVERIFY(world.launcher->agents["node-1"]->stopped.empty());
}

void TestDeployment::lateAnswersOfAnEarlierStageChangeNothing()
{
    FakeWorld world;
    world.makeDeployment()->start();
    world.run();
    const int stages = world.deployment->state().stages_size();
    world.worker(0).progress(5); // of a stage that is over
    world.run();
    QCOMPARE(world.deployment->state().stages_size(), stages);
    QCOMPARE(world.deployment->state().stage(), v1::STAGE_SERVING);
}

QTEST_GUILESS_MAIN(TestDeployment)
#include "tst_deployment.moc"
