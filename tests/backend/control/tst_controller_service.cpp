// The service over a real socket, with a cluster of fakes behind it.
#include "backend/api/controller.grpc.pb.h"
#include "backend/api/protocol.h"
#include "backend/base/failure.h"
#include "backend/base/version.h"
#include "backend/control/controller_service.h"
#include "backend/rpc/auth.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/server.h"
#include "backend/rpc/status.h"
#include "tests/backend/control/fakes.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace firstlight;

namespace {

constexpr char kToken[] = "right";

class FakeDesk final : public control::CheckpointDesk
{
public:
    absl::StatusOr<v1::CheckpointReport> inspect(const std::string& path) override
    {
        if (path.find("missing") != std::string::npos) {
            return base::failure(reasons::kPathMissing, {{"path", path}, {"detail", "no such folder"}});
        }
        v1::CheckpointReport report;
        report.set_path(path);
        report.set_name("fake model");
        return report;
    }
    absl::StatusOr<v1::ListTensorsResponse> listTensors(const v1::ListTensorsRequest&) override
    {
        return v1::ListTensorsResponse();
    }
    absl::StatusOr<v1::PlanResponse> plan(const v1::PlanRequest&, const v1::ClusterState& cluster) override
    {
        v1::PlanResponse response;
        v1::Plan* plan = response.add_plans();
        plan->set_fits(true);
        v1::RankPlan* rank = plan->add_ranks();
        rank->set_node(cluster.nodes(0).description().name());
        return response;
    }
    absl::StatusOr<std::shared_ptr<const serve::PromptSource>> loadPrompts(const std::string&) override
    {
        return base::failure(reasons::kNotServing);
    }
};

grpc::Status statusOf(const std::unique_ptr<v1::Controller::Stub>& stub, const std::string& token,
                      const std::function<grpc::Status(v1::Controller::Stub&, grpc::ClientContext&)>& call)
{
    grpc::ClientContext context;
    rpc::prepareCall(context, token, std::chrono::seconds(20));
    return call(*stub, context);
}

std::string reasonOf(const grpc::Status& status)
{
    const auto detail = rpc::failureDetailFromGrpc(status);
    return detail ? detail->reason() : status.ok() ? "OK" : "transport: " + status.error_message();
}

// Reads from a watch until `enough`, then leaves.
template <typename Message, typename Request, typename Begin>
void readUntil(const Request& request, Begin begin, const std::function<bool(const Message&)>& enough)
{
    grpc::ClientContext context;
    rpc::prepareCall(context, kToken, std::chrono::seconds(20));
    const auto reader = begin(context, request);
    Message message;
    bool found = false;
    while (!found && reader->Read(&message)) {
        found = enough(message);
    }
    context.TryCancel();
    reader->Finish();
    QVERIFY(found);
}

} // namespace

class TestControllerService : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void everyMethodAsksForTheToken_data();
    void everyMethodAsksForTheToken();
    void handshakeTellsVersionsAndRefusesOthers();
    void aFailedDeploymentIsWatchedToItsEnd();
    void startIsIdempotentAndRefusedWhileAnotherRuns();
    void requestsOutOfRangeAreRefused();
    void watchesSendThePresentFirst();
    void describeTellsEverythingAtOnce();
    void shutdownIsPassedOn();
    void aReportCanBeMadeOfAFailure();

private:
    std::string start(const std::string& path, const std::string& id = {})
    {
        v1::StartDeploymentRequest request;
        request.set_checkpoint_path(path);
        request.set_idempotency_id(id);
        v1::StartDeploymentResponse response;
        const grpc::Status status = statusOf(m_stub, kToken, [&](auto& stub, auto& context) {
            return stub.StartDeployment(&context, request, &response);
        });
        return status.ok() ? response.deployment_id() : reasonOf(status);
    }
    void waitForStage(const std::string& id, v1::Stage stage)
    {
        readUntil<v1::DeploymentState>(
            v1::WatchDeploymentsRequest(),
            [&](auto& context, const auto& request) { return m_stub->WatchDeployments(&context, request); },
            [&](const v1::DeploymentState& state) { return state.deployment_id() == id && state.stage() == stage; });
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    base::SystemClock m_clock;
    std::shared_ptr<test::FakeLauncher> m_launcher;
    std::unique_ptr<control::ControlCore> m_core;
    std::unique_ptr<control::ControllerService> m_service;
    std::unique_ptr<rpc::Server> m_server;
    std::unique_ptr<v1::Controller::Stub> m_stub;
    std::atomic<int> m_shutdowns{0};
    std::atomic<bool> m_workersHang{false};
};

void TestControllerService::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_launcher = std::make_shared<test::FakeLauncher>();
    m_launcher->version = std::string(base::version());
    m_shutdowns = 0;
    m_workersHang = false;
    control::CoreOptions options;
    options.runtimeDirectory = m_directory->path().toStdString();
    options.stateDirectory = m_directory->filePath("state").toStdString();
    options.token = "inner";
    auto core = control::ControlCore::create(options, {m_clock, std::make_unique<FakeDesk>(),
                                                       [this](auto&, auto&) { return m_launcher; },
                                                       [this](const std::string&, int, const std::string&) {
                                                           auto worker = std::make_shared<test::FakeWorker>();
                                                           if (m_workersHang) {
                                                               worker->hangsIn.insert(v1::STAGE_RENDEZVOUS);
                                                           }
                                                           return worker;
                                                       }});
    QVERIFY(core.ok());
    m_core = *std::move(core);
    m_service = std::make_unique<control::ControllerService>(*m_core, kToken, [this] { ++m_shutdowns; });
    auto server = rpc::startServer({m_directory->filePath("c.sock").toStdString(), ""}, {m_service.get()});
    QVERIFY(server.ok());
    m_server = *std::move(server);
    m_stub = v1::Controller::NewStub(rpc::makeChannel(m_server->unixAddress()));
    m_core->begin();
}

void TestControllerService::cleanup()
{
    m_core->shutdown();
    m_server->shutdown(std::chrono::milliseconds(100));
    m_server.reset();
    m_core.reset();
}

void TestControllerService::everyMethodAsksForTheToken_data()
{
    QTest::addColumn<QString>("method");
    const auto* service = v1::HandshakeRequest::descriptor()->file()->FindServiceByName("Controller");
    QVERIFY(service->method_count() > 15);
    for (int i = 0; i < service->method_count(); ++i) {
        QTest::newRow(service->method(i)->name().c_str()) << QString::fromStdString(service->method(i)->name());
    }
}

void TestControllerService::everyMethodAsksForTheToken()
{
    QFETCH(QString, method);
    // An empty message is a valid request of every method; the generic call needs no stub of its own.
    const std::string path = "/firstlight.v1.Controller/" + method.toStdString();
    for (const char* token : {"", "wrong", "righ", "right "}) {
        grpc::ClientContext context;
        rpc::prepareCall(context, token, std::chrono::seconds(20));
        const auto channel = rpc::makeChannel(m_server->unixAddress());
        const grpc::internal::RpcMethod rpcMethod(path.c_str(), grpc::internal::RpcMethod::SERVER_STREAMING, channel);
        const std::unique_ptr<grpc::ClientReader<v1::HandshakeResponse>> reader(
            grpc::internal::ClientReaderFactory<v1::HandshakeResponse>::Create(channel.get(), rpcMethod, &context,
                                                                               v1::HandshakeRequest()));
        v1::HandshakeResponse message;
        while (reader->Read(&message)) {
        }
        QCOMPARE(reasonOf(reader->Finish()), std::string("UNAUTHORIZED"));
    }
}

void TestControllerService::handshakeTellsVersionsAndRefusesOthers()
{
    v1::HandshakeRequest request;
    request.set_protocol_version(kProtocolVersion);
    v1::HandshakeResponse response;
    const auto call = [&](auto& stub, auto& context) { return stub.Handshake(&context, request, &response); };
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, call)), std::string("OK"));
    QCOMPARE(response.protocol_version(), kProtocolVersion);
    QVERIFY(response.pid() > 0 && response.now_unix_ns() >= response.start_unix_ns());
    request.set_protocol_version(kProtocolVersion + 1);
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, call)), std::string("VERSION_MISMATCH"));
}

void TestControllerService::aFailedDeploymentIsWatchedToItsEnd()
{
    const std::string id = start("/models/missing");
    QVERIFY(id.starts_with("d-"));
    v1::DeploymentState last;
    readUntil<v1::DeploymentState>(
        v1::WatchDeploymentsRequest(),
        [&](auto& context, const auto& request) { return m_stub->WatchDeployments(&context, request); },
        [&](const v1::DeploymentState& state) {
            last = state;
            return state.has_failure();
        });
    QCOMPARE(last.failure().reason(), std::string("PATH_MISSING"));
    QCOMPARE(last.stage(), v1::STAGE_FAILED);
    QVERIFY(last.revision() > 1);
    QVERIFY(start("/models/missing").starts_with("d-")); // a failed one is in nobody's way
}

void TestControllerService::startIsIdempotentAndRefusedWhileAnotherRuns()
{
    m_workersHang = true;
    const std::string id = start("/models/good", "same");
    QCOMPARE(start("/models/good", "same"), id);
    QCOMPARE(start("/models/good", "other"), std::string("ALREADY_RUNNING"));
    waitForStage(id, v1::STAGE_RENDEZVOUS);
    v1::StopDeploymentRequest request;
    request.set_deployment_id(id);
    v1::StopDeploymentResponse response;
    const auto stop = [&](auto& stub, auto& context) { return stub.StopDeployment(&context, request, &response); };
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, stop)), std::string("OK"));
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, stop)), std::string("OK")); // again changes nothing
    waitForStage(id, v1::STAGE_STOPPED);
    request.set_deployment_id("d-unknown");
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, stop)), std::string("UNKNOWN_DEPLOYMENT"));
}

void TestControllerService::requestsOutOfRangeAreRefused()
{
    QCOMPARE(start("relative/path"), std::string("REQUEST_INVALID"));
    QCOMPARE(start(""), std::string("REQUEST_INVALID"));
    v1::ListTensorsRequest request;
    request.set_limit(10'001);
    v1::ListTensorsResponse response;
    const auto list = [&](auto& stub, auto& context) { return stub.ListTensors(&context, request, &response); };
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, list)), std::string("REQUEST_INVALID"));
    request.set_limit(10);
    request.set_offset(-1);
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, list)), std::string("REQUEST_INVALID"));
    v1::ChatRequest chat;
    chat.add_messages()->set_role("user");
    const auto ask = [&](auto& stub, auto& context) {
        const auto reader = stub.Chat(&context, chat);
        v1::ChatEvent event;
        while (reader->Read(&event)) {
        }
        return reader->Finish();
    };
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, ask)), std::string("NOT_SERVING"));
}

void TestControllerService::watchesSendThePresentFirst()
{
    readUntil<v1::ClusterState>(
        v1::WatchClusterRequest(),
        [&](auto& context, const auto& request) { return m_stub->WatchCluster(&context, request); },
        [](const v1::ClusterState& state) {
            return state.nodes_size() == 2 && state.nodes(0).state() == v1::NODE_STATE_ONLINE &&
                   state.nodes(1).state() == v1::NODE_STATE_ONLINE;
        });
    readUntil<v1::Event>(
        v1::WatchEventsRequest(),
        [&](auto& context, const auto& request) { return m_stub->WatchEvents(&context, request); },
        [](const v1::Event& event) { return event.sequence() == 1; });
    m_core->logger().info("a line for the test");
    readUntil<v1::LogBatch>(
        v1::WatchLogsRequest(),
        [&](auto& context, const auto& request) { return m_stub->WatchLogs(&context, request); },
        [](const v1::LogBatch& batch) { return batch.lines(batch.lines_size() - 1).text() == "a line for the test"; });
    std::int64_t earlier = 0;
    v1::WatchMetricsRequest metrics;
    metrics.set_interval_ms(100);
    readUntil<v1::MetricFrame>(
        metrics, [&](auto& context, const auto& request) { return m_stub->WatchMetrics(&context, request); },
        [&](const v1::MetricFrame& frame) {
            const bool second = earlier != 0 && frame.time_unix_ns() > earlier;
            earlier = frame.time_unix_ns();
            return second;
        });
}

void TestControllerService::describeTellsEverythingAtOnce()
{
    const std::string id = start("/models/missing");
    waitForStage(id, v1::STAGE_FAILED);
    v1::DescribeControllerResponse response;
    const grpc::Status status = statusOf(m_stub, kToken, [&](auto& stub, auto& context) {
        return stub.DescribeController(&context, v1::DescribeControllerRequest(), &response);
    });
    QCOMPARE(reasonOf(status), std::string("OK"));
    QCOMPARE(response.cluster().nodes_size(), 2);
    QCOMPARE(response.deployments_size(), 1);
    QCOMPARE(response.deployments(0).deployment_id(), id);
    QVERIFY(response.troubles().empty());
    QVERIFY(response.last_event_sequence() > 0);
    QVERIFY(response.controller().pid() > 0);
}

void TestControllerService::shutdownIsPassedOn()
{
    v1::ShutdownResponse response;
    const grpc::Status status = statusOf(m_stub, kToken, [&](auto& stub, auto& context) {
        return stub.Shutdown(&context, v1::ShutdownRequest(), &response);
    });
    QCOMPARE(reasonOf(status), std::string("OK"));
    QTRY_COMPARE(m_shutdowns.load(), 1);
}

void TestControllerService::aReportCanBeMadeOfAFailure()
{
    v1::CreateReportRequest request;
    v1::CreateReportResponse response;
    const auto create = [&](auto& stub, auto& context) { return stub.CreateReport(&context, request, &response); };
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, create)), std::string("UNKNOWN_DEPLOYMENT"));
    const std::string id = start("/models/missing");
    waitForStage(id, v1::STAGE_FAILED);
    QCOMPARE(reasonOf(statusOf(m_stub, kToken, create)), std::string("OK"));
    QVERIFY(response.html().find("/models/missing does not exist") != std::string::npos);
    QVERIFY(response.html().find("inner") == std::string::npos); // the token
    QVERIFY(response.file_name().ends_with(".html"));
}

QTEST_GUILESS_MAIN(TestControllerService)
#include "tst_controller_service.moc"
