#include "app/agent/agent_options.h"
#include "app/agent/agent_service.h"
#include "app/agent/log_line.h"
#include "backend/base/random_token.h"
#include "backend/launch/child_process.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/server.h"
#include "backend/rpc/stream_reader.h"
#include "backend/rpc/unary_call.h"
#include "tests/support/status_check.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <mutex>

using namespace firstlight;
using namespace firstlight::test;
using std::chrono::seconds;

namespace {

// What a watch of a node brought.
class Watched
{
public:
    void add(const v1::AgentUpdate& update)
    {
        const std::lock_guard lock(m_mutex);
        m_updates.push_back(update);
    }

    int sampleCount() const
    {
        return count([](const v1::AgentUpdate& update) { return update.has_sample(); });
    }

    bool saw(const std::string& logText) const
    {
        return count([&](const v1::AgentUpdate& update) {
                   return update.has_log() && update.log().text().find(logText) != std::string::npos;
               }) > 0;
    }

    std::optional<v1::RankExited> exited() const
    {
        const std::lock_guard lock(m_mutex);
        for (const v1::AgentUpdate& update : m_updates) {
            if (update.has_exited()) {
                return update.exited();
            }
        }
        return std::nullopt;
    }

    std::optional<v1::LogLine> log(const std::string& logText) const
    {
        const std::lock_guard lock(m_mutex);
        for (const v1::AgentUpdate& update : m_updates) {
            if (update.has_log() && update.log().text() == logText) {
                return update.log();
            }
        }
        return std::nullopt;
    }

private:
    template <typename Condition>
    int count(Condition&& condition) const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(std::ranges::count_if(m_updates, condition));
    }

    mutable std::mutex m_mutex;
    std::vector<v1::AgentUpdate> m_updates;
};

v1::StartRankRequest startRequest(int rank, const std::string& idempotencyId)
{
    v1::StartRankRequest request;
    request.set_deployment_id("d1");
    request.set_rank(rank);
    request.set_idempotency_id(idempotencyId);
    return request;
}

} // namespace

class TestAgent : public QObject
{
    Q_OBJECT

    using Reader = rpc::StreamReader<v1::WatchNodeRequest, v1::AgentUpdate>;

    std::shared_ptr<Reader> watch(const std::shared_ptr<Watched>& watched)
    {
        v1::WatchNodeRequest request;
        request.set_sample_interval_ms(50);
        auto reader = Reader::create(
            request, {[watched](v1::AgentUpdate& update) { watched->add(update); }, [](const grpc::Status&) {}});
        rpc::attachToken(reader->context(), m_token);
        reader->start([this](auto... call) { m_stub->async()->WatchNode(call...); });
        return reader;
    }

    absl::StatusOr<v1::StartRankResponse> start(const v1::StartRankRequest& request)
    {
        return rpc::callAndWait<v1::StartRankRequest, v1::StartRankResponse>(
            request, m_token, seconds(30), [&](auto... call) { return m_stub->StartRank(call...); });
    }

    absl::Status stop(int rank, int graceMs)
    {
        v1::StopRankRequest request;
        request.set_deployment_id("d1");
        request.set_rank(rank);
        request.set_grace_ms(graceMs);
        return rpc::callAndWait<v1::StopRankRequest, v1::StopRankResponse>(
                   request, m_token, seconds(30), [&](auto... call) { return m_stub->StopRank(call...); })
            .status();
    }

    void serve(const std::string& workerProgram)
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_token = base::makeToken();
        const std::string directory = m_directory->path().toStdString();
        m_service = std::make_unique<agent::AgentService>(
            agent::RankSupervisor::Options{"node0", directory, m_token, workerProgram}, m_clock, m_shutdown);
        auto server = rpc::startServer({directory + "/agent.sock", ""}, {m_service.get()});
        FIRSTLIGHT_VERIFY_OK(server.status());
        m_server = std::move(*server);
        m_stub = v1::Agent::NewStub(rpc::makeChannel(m_server->unixAddress()));
    }

private slots:
    void init()
    {
        m_shutdown = std::stop_source();
        serve("agent_test_worker");
    }

    void cleanup()
    {
        m_stub.reset();
        m_service->close();
        m_server.reset();
        m_service.reset();
    }

    void optionsAreChecked_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("problem");
        QTest::addRow("complete") << QStringList{"--node", "n", "--runtime-dir", "/r"} << "";
        QTest::addRow("none") << QStringList{} << "are needed";
        QTest::addRow("no folder") << QStringList{"--node", "n"} << "are needed";
        QTest::addRow("no value") << QStringList{"--node"} << "--node needs a value";
        QTest::addRow("unknown") << QStringList{"--nodes", "n"} << "unknown option --nodes";
    }
    void optionsAreChecked()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, problem);
        std::vector<QByteArray> bytes{"firstlight-agent"};
        for (const QString& argument : arguments) {
            bytes.push_back(argument.toUtf8());
        }
        std::vector<char*> pointers;
        for (QByteArray& argument : bytes) {
            pointers.push_back(argument.data());
        }
        const auto options = agent::parseAgentOptions(static_cast<int>(pointers.size()), pointers.data());
        QCOMPARE(options.ok(), problem.isEmpty());
        if (options.ok()) {
            QCOMPARE(text(options->node), QString("n"));
            QCOMPARE(text(options->runtimeDirectory), QString("/r"));
        } else {
            QVERIFY(text(argumentOf(options.status(), "detail")).contains(problem));
        }
    }

    void theNodeIsDescribedToThoseWithTheToken()
    {
        const auto describe = [this](const std::string& token) {
            return rpc::callAndWait<v1::DescribeNodeRequest, v1::NodeDescription>(
                {}, token, seconds(30), [&](auto... call) { return m_stub->DescribeNode(call...); });
        };
        const auto node = describe(m_token);
        FIRSTLIGHT_VERIFY_OK(node.status());
        QCOMPARE(text(node->name()), QString("node0"));
        FIRSTLIGHT_COMPARE_REASON(describe("other").status(), reasons::kUnauthorized);
    }

    void aRankStartsSpeaksAndEnds()
    {
        const auto watched = std::make_shared<Watched>();
        const auto reader = watch(watched);
        const auto started = start(startRequest(3, "a"));
        FIRSTLIGHT_VERIFY_OK(started.status());
        QVERIFY(started->pid() > 0);
        QCOMPARE(text(started->worker_address()), QString("unix:/fake.sock"));
        QTRY_VERIFY(watched->log("I serve").has_value());
        const v1::LogLine line = *watched->log("I serve");
        QCOMPARE(line.rank(), 3);
        QCOMPARE(text(line.node()), QString("node0"));
        QCOMPARE(text(line.deployment_id()), QString("d1"));
        QCOMPARE(text(line.program()), QString("fake-worker"));
        QCOMPARE(line.severity(), v1::SEVERITY_WARNING);
        FIRSTLIGHT_VERIFY_OK(stop(3, 10'000));
        QTRY_VERIFY(watched->exited().has_value());
        QCOMPARE(watched->exited()->rank(), 3);
        QCOMPARE(watched->exited()->pid(), started->pid());
        QVERIFY(!watched->exited()->signaled());
        QCOMPARE(watched->exited()->code(), 0);
        FIRSTLIGHT_VERIFY_OK(stop(3, 0)); // nothing there any more
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(20)));
    }

    void aKilledRankIsReportedWithItsSignal()
    {
        const auto watched = std::make_shared<Watched>();
        const auto reader = watch(watched);
        const auto started = start(startRequest(0, "a"));
        FIRSTLIGHT_VERIFY_OK(started.status());
        QTRY_VERIFY(watched->saw("I serve"));
        ::kill(started->pid(), SIGKILL);
        QTRY_VERIFY(watched->exited().has_value());
        QVERIFY(watched->exited()->signaled());
        QCOMPARE(watched->exited()->code(), SIGKILL);
        QVERIFY(!watched->exited()->out_of_memory());
        QCOMPARE(text(watched->exited()->last_error_line()), QString("something to remember"));
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(20)));
    }

    void theSameStartAgainIsTheSameAnswer()
    {
        const auto first = start(startRequest(1, "a"));
        FIRSTLIGHT_VERIFY_OK(first.status());
        const auto again = start(startRequest(1, "a"));
        FIRSTLIGHT_VERIFY_OK(again.status());
        QCOMPARE(again->pid(), first->pid());
        FIRSTLIGHT_COMPARE_REASON(start(startRequest(1, "b")).status(), reasons::kAlreadyRunning);
        ::kill(first->pid(), SIGKILL);
        // Once it has ended the rank may be started again.
        absl::StatusOr<v1::StartRankResponse> second = absl::UnknownError("not yet");
        QTRY_VERIFY((second = start(startRequest(1, "b"))).ok());
        QVERIFY(second->pid() != first->pid());
    }

    void whatHappenedBeforeTheWatchComesFirst()
    {
        const auto started = start(startRequest(0, "a"));
        FIRSTLIGHT_VERIFY_OK(started.status());
        ::kill(started->pid(), SIGKILL);
        const auto watched = std::make_shared<Watched>();
        const auto reader = watch(watched);
        QTRY_VERIFY(watched->exited().has_value());
        QTRY_VERIFY(watched->saw("I serve"));
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(20)));
    }

    void samplesComeAtTheirInterval()
    {
        const auto watched = std::make_shared<Watched>();
        const auto reader = watch(watched);
        QTRY_VERIFY(watched->sampleCount() >= 3);
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(20)));
    }

    void aWorkerThatCannotStartIsNamed()
    {
        cleanup();
        serve("firstlight-nothing");
        const absl::Status status = start(startRequest(0, "a")).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kProgramMissing);
        QCOMPARE(text(argumentOf(status, "program")), QString("firstlight-nothing"));
    }

    void shutdownIsPassedOn()
    {
        const auto response = rpc::callAndWait<v1::ShutdownAgentRequest, v1::ShutdownAgentResponse>(
            {}, m_token, seconds(30), [&](auto... call) { return m_stub->ShutdownAgent(call...); });
        FIRSTLIGHT_VERIFY_OK(response.status());
        QVERIFY(m_shutdown.stop_requested());
    }

    void anyBytesBecomeALogLine()
    {
        const v1::LogLine line = agent::makeLogLine("bad \xff\xfe bytes", "firstlight-worker", m_clock.systemNow());
        QVERIFY(!line.SerializeAsString().empty());
        QVERIFY(text(line.text()).startsWith("bad "));
        QCOMPARE(line.severity(), v1::SEVERITY_INFO);
        QCOMPARE(text(line.program()), QString("firstlight-worker"));
    }

    // The program itself, as the controller starts it.
    void theProgramServesAndDiesWithItsParent()
    {
        QTemporaryDir directory;
        launch::ChildOptions options;
        options.program = "../bin/firstlight-agent";
        options.arguments = {"--node", "node9", "--runtime-dir", directory.filePath("run").toStdString()};
        options.secrets = {{"token", m_token}};
        std::optional<launch::ChildExit> exit;
        std::mutex mutex;
        options.onExit = [&](const launch::ChildExit& how) {
            const std::lock_guard lock(mutex);
            exit = how;
        };
        auto child = launch::ChildProcess::start(std::move(options));
        FIRSTLIGHT_VERIFY_OK(child.status());
        auto stub = v1::Agent::NewStub(rpc::makeChannel((*child)->ready().value("address", std::string())));
        const auto node = rpc::callAndWait<v1::DescribeNodeRequest, v1::NodeDescription>(
            {}, m_token, seconds(30), [&](auto... call) { return stub->DescribeNode(call...); });
        FIRSTLIGHT_VERIFY_OK(node.status());
        QCOMPARE(node->agent_pid(), static_cast<int>((*child)->pid()));
        (*child)->stop(seconds(20));
        QVERIFY((*child)->waitForExit(seconds(20)));
        QTRY_VERIFY([&] {
            const std::lock_guard lock(mutex);
            return exit.has_value();
        }());
        QVERIFY(!exit->signaled);
        QCOMPARE(exit->code, 0);
    }

    void theProgramRefusesAWrongCommandLine()
    {
        launch::ChildOptions options;
        options.program = "../bin/firstlight-agent";
        options.arguments = {"--what"};
        const absl::Status status = launch::ChildProcess::start(std::move(options)).status();
        QVERIFY2(text(argumentOf(status, "detail")).contains("exit code 2"), status.ToString().c_str());
        QVERIFY(text(argumentOf(status, "detail")).contains("--what needs a value"));
    }

private:
    const base::SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_token;
    std::stop_source m_shutdown;
    std::unique_ptr<agent::AgentService> m_service;
    std::unique_ptr<rpc::Server> m_server;
    std::unique_ptr<v1::Agent::Stub> m_stub;
};

QTEST_GUILESS_MAIN(TestAgent)
#include "tst_agent.moc"
