#include "tests/backend/control/fakes.h"

#include "backend/base/failure.h"

#include <QTest>

using namespace firstlight;
using namespace std::chrono_literals;
using test::FakeWorld;

class TestCluster : public QObject
{
    Q_OBJECT

private slots:
    void startsAllAgentsOnce();
    void aFailedStartIsTheAnswer();
    void silenceMakesANodeLate();
    void longSilenceIsALostNode();
    void anEndedStreamWaitsForTheLauncherToSayHow();
    void anEndedStreamAloneIsALostNode();
    void newsOfAnEarlierAgentAreIgnored();
    void logLinesCarryTheirNode();
};

void TestCluster::startsAllAgentsOnce()
{
    FakeWorld world;
    int answers = 0;
    for (int i = 0; i < 2; ++i) {
        world.cluster->ensureOnline([&](const auto& state) {
            QVERIFY(state.ok());
            QCOMPARE(state->nodes_size(), 2);
            ++answers;
        });
    }
    world.run();
    QCOMPARE(answers, 2);
    QCOMPARE(world.launcher->launches["node-1"], 1);
    QCOMPARE(world.cluster->state().nodes(1).state(), v1::NODE_STATE_ONLINE);
    QVERIFY(world.cluster->agent("node-2") != nullptr);
    QVERIFY(world.cluster->agent("node-3") == nullptr);
}

void TestCluster::aFailedStartIsTheAnswer()
{
    FakeWorld world;
    world.launcher->failure = base::failure(reasons::kProgramMissing, {{"program", "x"}, {"detail", "y"}});
    absl::Status answer;
    world.cluster->ensureOnline([&](const auto& state) { answer = state.status(); });
    world.run();
    QVERIFY(!answer.ok());
    QCOMPARE(base::failureInfo(answer).reasonId, std::string("PROGRAM_MISSING"));
    world.launcher->failure = absl::OkStatus();
    world.cluster->ensureOnline([&](const auto& state) { answer = state.status(); });
    world.run();
    QVERIFY(answer.ok());
}

void TestCluster::silenceMakesANodeLate()
{
    FakeWorld world;
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    world.pass(2s);
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_ONLINE);
    world.clock.advance(5s);
    world.cluster->tick();
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_LATE);
    world.pass(100ms);
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_ONLINE);
}

void TestCluster::longSilenceIsALostNode()
{
    FakeWorld world;
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    world.launcher->agents.erase("node-2"); // it is there, but says nothing any more
    world.pass(25s, 1s);
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_ONLINE);
    QCOMPARE(world.cluster->state().nodes(1).state(), v1::NODE_STATE_LOST);
    QCOMPARE(world.launcher->ended, std::vector<std::string>{"node-2"});
    QVERIFY(world.events.ofDeployment("").back().message().find("has not answered for 21 s") != std::string::npos);
    world.launcher->exits["node-2"]("killed by signal 9"); // what ending it does
    world.run();
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    QCOMPARE(world.cluster->state().nodes(1).state(), v1::NODE_STATE_ONLINE);
}

void TestCluster::anEndedStreamWaitsForTheLauncherToSayHow()
{
    FakeWorld world;
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    world.launcher->agents["node-1"]->watching.onEnded(absl::UnavailableError("socket closed"));
    world.run();
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_ONLINE);
    world.launcher->exits["node-1"]("killed by signal 9");
    world.run();
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_LOST);
    const auto events = world.events.ofDeployment("");
    QCOMPARE(events.back().message(), std::string("The agent of node-1 is gone (killed by signal 9)."));
    world.pass(1s); // the pending timer finds a lost node and says nothing more
    QCOMPARE(world.events.ofDeployment("").size(), events.size());
}

void TestCluster::anEndedStreamAloneIsALostNode()
{
    FakeWorld world;
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    world.launcher->agents["node-2"]->watching.onEnded(absl::UnavailableError("socket closed"));
    world.pass(1s);
    QCOMPARE(world.cluster->state().nodes(1).state(), v1::NODE_STATE_LOST);
    QCOMPARE(world.launcher->ended, std::vector<std::string>{"node-2"});
    QVERIFY(world.cluster->agent("node-2") == nullptr);
}

void TestCluster::newsOfAnEarlierAgentAreIgnored()
{
    FakeWorld world;
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    const auto first = world.launcher->agents["node-1"];
    const auto firstExit = world.launcher->exits["node-1"];
    firstExit("gone");
    world.run();
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_ONLINE);
    firstExit("gone again");
    first->watching.onEnded(absl::UnavailableError("late"));
    world.pass(1s);
    QCOMPARE(world.cluster->state().nodes(0).state(), v1::NODE_STATE_ONLINE);
}

void TestCluster::logLinesCarryTheirNode()
{
    FakeWorld world;
    world.cluster->ensureOnline([](const auto&) {});
    world.run();
    v1::AgentUpdate update;
    update.mutable_log()->set_text("hello");
    world.launcher->agents["node-2"]->watching.onUpdate(update);
    world.run();
    const auto lines = world.logs.newest(10);
    QCOMPARE(lines.size(), std::size_t(1));
    QCOMPARE(lines.front().node(), std::string("node-2"));
    QCOMPARE(lines.front().sequence(), std::int64_t(1));
}

QTEST_GUILESS_MAIN(TestCluster)
#include "tst_cluster.moc"
