// The client against a real gRPC server in this process.
#include "tests/ui/transport/fake_controller_server.h"
#include "ui/transport/grpc_backend_client.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace firstlight;
using namespace firstlight::ui;

namespace {

constexpr char kToken[] = "secret";

ClientTiming quick()
{
    return {Milliseconds(10), Milliseconds(50), Milliseconds(500),
            Milliseconds(20), Milliseconds(50), Milliseconds(5000)};
}

v1::DeploymentState deployment(int revision)
{
    v1::DeploymentState state;
    state.set_deployment_id("d-1");
    state.set_revision(revision);
    state.set_stage(v1::STAGE_STREAM_WEIGHTS);
    return state;
}

v1::LogBatch logBatch(int first, int last)
{
    v1::LogBatch batch;
    for (int sequence = first; sequence <= last; ++sequence) {
        batch.add_lines()->set_sequence(sequence);
    }
    return batch;
}

} // namespace

class TestTransportClient : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void goesOnlineAndTellsTheController();
    void staysOfflineWithoutAServerAndFindsItLater();
    void refusesAWrongToken();
    void refusesAnotherProtocol();
    void answersARequest();
    void mapsAFailureDetail();
    void answersWithoutAController();
    void collectsPages();
    void repliesOnlyWhileTheGuardLives();
    void opensStreamsOnlyWhileWanted();
    void deliversTheLatestState();
    void reopensAStreamThatDropped();
    void reconnectsAfterARestart();
    void resumesLogsWhereTheyStopped();
    void noticesAControllerThatDoesNotAnswer();
    void streamsAnAnswer();
    void cancelsAnAnswer();
    void reportsAnAnswerThatFailed();
    void reportsAnAnswerThatBrokeOff();
    void endsWhileStreamsAreOpen();

private:
    void startServer(std::int64_t startUnixNs = 1);
    void connectClient(const char* token = kToken);
    [[nodiscard]] ConnectionPhase phase() const { return m_client->connectionState().phase; }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<tests::FakeControllerServer> m_server;
    std::unique_ptr<GrpcBackendClient> m_client;
    std::string m_socket;
};

void TestTransportClient::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_socket = m_directory->filePath(QStringLiteral("c.sock")).toStdString();
    m_client = std::make_unique<GrpcBackendClient>(QStringLiteral("1.0"), quick());
}

void TestTransportClient::cleanup()
{
    m_client.reset();
    m_server.reset();
}

void TestTransportClient::startServer(std::int64_t startUnixNs)
{
    m_server.reset();
    m_server = std::make_unique<tests::FakeControllerServer>(m_socket, kToken);
    m_server->service().startUnixNs = startUnixNs;
}

void TestTransportClient::connectClient(const char* token)
{
    m_client->connectTo({QStringLiteral("unix:") + QString::fromStdString(m_socket), QString::fromLatin1(token)});
}

void TestTransportClient::goesOnlineAndTellsTheController()
{
    startServer();
    QSignalSpy controllers(m_client.get(), &BackendClient::controllerChanged);
    connectClient();
    QCOMPARE(phase(), ConnectionPhase::Connecting);
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    QCOMPARE(controllers.size(), 1);
    QCOMPARE(m_client->controllerInfo().version, QStringLiteral("9.9.9"));
    QCOMPARE(m_client->controllerInfo().demoCheckpointPath, QStringLiteral("/demo"));
}

void TestTransportClient::staysOfflineWithoutAServerAndFindsItLater()
{
    connectClient();
    QTRY_COMPARE(phase(), ConnectionPhase::Offline);
    QCOMPARE(m_client->connectionState().reason.reason, QStringLiteral("CONTROLLER_LOST"));
    QVERIFY(isKnown(m_client->connectionState().retryAt));
    startServer();
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    QVERIFY(!m_client->connectionState().reason.isSet());
}

void TestTransportClient::refusesAWrongToken()
{
    startServer();
    connectClient("wrong");
    QTRY_COMPARE(phase(), ConnectionPhase::Offline);
    QCOMPARE(m_client->connectionState().reason.reason, QStringLiteral("UNAUTHORIZED"));
}

void TestTransportClient::refusesAnotherProtocol()
{
    startServer();
    m_server->service().protocolVersion = 99;
    connectClient();
    QTRY_COMPARE(phase(), ConnectionPhase::Offline);
    QCOMPARE(m_client->connectionState().reason.reason, QStringLiteral("VERSION_MISMATCH"));
    QCOMPARE(m_client->connectionState().reason.arguments.value(QStringLiteral("theirs")), QStringLiteral("99"));
}

void TestTransportClient::answersARequest()
{
    startServer();
    connectClient();
    QString id;
    m_client->startDeployment({QStringLiteral("/demo"), {2, 1, 1, 1}, {}},
                              Reply<DeploymentId>(this, [&id](const Result<DeploymentId>& result) {
                                  id = result.ok() ? result.value().value : QStringLiteral("failed");
                              }));
    QVERIFY(id.isEmpty()); // never before the call has returned
    QTRY_COMPARE(id, QStringLiteral("d-2"));
}

void TestTransportClient::mapsAFailureDetail()
{
    startServer();
    connectClient();
    Failure failure;
    m_client->startDeployment(
        {QStringLiteral("/elsewhere"), {}, {}},
        Reply<DeploymentId>(this, [&failure](const Result<DeploymentId>& result) { failure = result.failure(); }));
    QTRY_COMPARE(failure.reason, QStringLiteral("PATH_MISSING"));
    QCOMPARE(failure.arguments.value(QStringLiteral("path")), QStringLiteral("/models/x"));
    QCOMPARE(failure.rank, kNoRank);
}

void TestTransportClient::answersWithoutAController()
{
    Failure failure;
    m_client->createReport(
        {}, Reply<ReportFile>(this, [&failure](const Result<ReportFile>& result) { failure = result.failure(); }));
    QVERIFY(!failure.isSet());
    QTRY_COMPARE(failure.reason, QStringLiteral("NO_CONTROLLER"));
}

void TestTransportClient::collectsPages()
{
    startServer();
    connectClient();
    std::size_t count = 0;
    m_client->describeShards(
        {QStringLiteral("d-1")},
        Reply<std::vector<SliceReport>>(this, [&count](const auto& result) { count = result.value().size(); }));
    QTRY_COMPARE(count, 3U);
}

void TestTransportClient::repliesOnlyWhileTheGuardLives()
{
    startServer();
    connectClient();
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    auto guard = std::make_unique<QObject>();
    bool late = false;
    bool after = false;
    const auto ask = [this](QObject* owner, bool& flag) {
        m_client->startDeployment({QStringLiteral("/demo"), {}, {}},
                                  Reply<DeploymentId>(owner, [&flag](const auto&) { flag = true; }));
    };
    ask(guard.get(), late);
    guard.reset();
    ask(this, after);
    QTRY_VERIFY(after);
    QVERIFY(!late);
}

void TestTransportClient::opensStreamsOnlyWhileWanted()
{
    startServer();
    connectClient();
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    QCOMPARE(m_server->service().deploymentWatches.load(), 0);
    QSignalSpy states(m_client.get(), &BackendClient::deploymentChanged);
    {
        const Subscription first = m_client->watch(Stream::Deployments);
        const Subscription second = m_client->watch(Stream::Deployments);
        QTRY_COMPARE(m_server->service().deploymentWatches.load(), 1);
        m_server->service().pushDeployment(deployment(1));
        QTRY_COMPARE(states.size(), 1);
    }
    m_server->service().pushDeployment(deployment(2));
    bool answered = false;
    m_client->startDeployment({QStringLiteral("/demo"), {}, {}},
                              Reply<DeploymentId>(this, [&answered](const auto&) { answered = true; }));
    QTRY_VERIFY(answered);
    QCOMPARE(states.size(), 1);
}

void TestTransportClient::deliversTheLatestState()
{
    startServer();
    for (int revision = 1; revision <= 500; ++revision) {
        m_server->service().pushDeployment(deployment(revision));
    }
    connectClient();
    std::int64_t newest = 0;
    int signalCount = 0;
    connect(m_client.get(), &BackendClient::deploymentChanged, this, [&](const DeploymentState& state) {
        QVERIFY(state.revision > newest);
        newest = state.revision;
        ++signalCount;
        QCOMPARE(state.stage, ui::Stage::StreamWeights);
    });
    const Subscription subscription = m_client->watch(Stream::Deployments);
    QTRY_COMPARE(newest, 500);
    QVERIFY2(signalCount < 500, "states between two frames are not shown one by one");
}

void TestTransportClient::reopensAStreamThatDropped()
{
    startServer();
    connectClient();
    const Subscription subscription = m_client->watch(Stream::Deployments);
    QTRY_COMPARE(m_server->service().deploymentWatches.load(), 1);
    m_server->service().breakStreams({grpc::StatusCode::UNAVAILABLE, "dropped"});
    QTRY_COMPARE(m_server->service().deploymentWatches.load(), 2);
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    m_server->service().breakStreams({grpc::StatusCode::RESOURCE_EXHAUSTED, "too slow"});
    QTRY_COMPARE(m_server->service().deploymentWatches.load(), 3);
}

void TestTransportClient::reconnectsAfterARestart()
{
    startServer(1);
    connectClient();
    const Subscription subscription = m_client->watch(Stream::Deployments);
    QTRY_COMPARE(m_server->service().deploymentWatches.load(), 1);
    QSignalSpy controllers(m_client.get(), &BackendClient::controllerChanged);
    m_server.reset();
    QTRY_COMPARE(phase(), ConnectionPhase::Offline);
    startServer(2);
    m_server->service().pushDeployment(deployment(1));
    QSignalSpy states(m_client.get(), &BackendClient::deploymentChanged);
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    QTRY_COMPARE(states.size(), 1);
    QCOMPARE(controllers.size(), 1);
    QCOMPARE(m_client->controllerInfo().start, fromUnixNs(2));
}

void TestTransportClient::resumesLogsWhereTheyStopped()
{
    startServer(1);
    m_server->service().pushLog(logBatch(1, 40));
    connectClient();
    std::size_t lines = 0;
    connect(m_client.get(), &BackendClient::logsArrived, this,
            [&lines](const LogChunk& c) { lines += c.lines.size(); });
    const Subscription subscription = m_client->watch(Stream::Logs);
    QTRY_COMPARE(lines, 40U);
    QCOMPARE(m_server->service().lastAfterSequence.load(), 0);
    m_server->service().breakStreams({grpc::StatusCode::UNAVAILABLE, "dropped"});
    QTRY_COMPARE(m_server->service().lastAfterSequence.load(), 40);
    // A controller that was not seen before counts from the beginning.
    m_server.reset();
    startServer(2);
    QTRY_COMPARE(m_server->service().lastAfterSequence.load(), 0);
}

void TestTransportClient::noticesAControllerThatDoesNotAnswer()
{
    startServer();
    connectClient();
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
    m_server->service().mute = true;
    QTRY_COMPARE(phase(), ConnectionPhase::Offline);
    QCOMPARE(m_client->connectionState().reason.reason, QStringLiteral("NO_ANSWER"));
    m_server->service().mute = false;
    QTRY_COMPARE(phase(), ConnectionPhase::Online);
}

namespace {

ChatRequest question(const QString& text)
{
    return {{}, {{ChatRole::User, {{text, {}}}}}, {}};
}

// Collects what one client says about its chats.
struct Answers : QObject {
    explicit Answers(BackendClient* client)
    {
        connect(client, &BackendClient::chatReceived, this,
                [this](const ChatId&, const ChatReceived& r) { received = r; });
        connect(client, &BackendClient::chatTokens, this, [this](const ChatId&, const std::vector<ChatToken>& tokens) {
            for (const ChatToken& token : tokens) {
                text += token.text;
            }
        });
        connect(client, &BackendClient::chatFinished, this, [this](const ChatId&, const ChatFinished& f) {
            finished = f;
            ended = true;
        });
        connect(client, &BackendClient::chatFailed, this, [this](const ChatId&, const Failure& f) {
            failure = f;
            ended = true;
        });
    }

    ChatReceived received;
    QString text;
    ChatFinished finished;
    Failure failure;
    bool ended = false;
};

} // namespace

void TestTransportClient::streamsAnAnswer()
{
    startServer();
    connectClient();
    Answers answers(m_client.get());
    m_client->startChat(question(QStringLiteral("hello")));
    QTRY_VERIFY(answers.ended);
    QCOMPARE(answers.received.renderedPrompt, QStringLiteral("hello"));
    QCOMPARE(answers.received.images.size(), 1U);
    QCOMPARE(answers.received.images[0].canvases, (std::vector{ReceivedCanvas{0, 0, 3, 0}}));
    QCOMPARE(answers.received.images[0].places, (std::vector{ReceivedPlace{{}, 144}}));
    QVERIFY(answers.text.startsWith(QStringLiteral("0 1 2 3")));
    QVERIFY(answers.text.endsWith(QStringLiteral("98 99 ")));
    QCOMPARE(answers.finished.reason, FinishReason::Stop);
    QCOMPARE(answers.finished.generatedTokens, 100);
}

void TestTransportClient::cancelsAnAnswer()
{
    startServer();
    connectClient();
    Answers answers(m_client.get());
    const ChatId chat = m_client->startChat(question(QStringLiteral("wait")));
    QTRY_VERIFY(answers.text.endsWith(QStringLiteral("99 ")));
    QVERIFY(!answers.ended);
    m_client->cancelChat(chat);
    QTRY_VERIFY(answers.ended);
    QCOMPARE(answers.finished.reason, FinishReason::Cancelled);
}

void TestTransportClient::reportsAnAnswerThatFailed()
{
    startServer();
    connectClient();
    Answers answers(m_client.get());
    m_client->startChat(question(QStringLiteral("fail")));
    QTRY_VERIFY(answers.ended);
    QCOMPARE(answers.failure.reason, QStringLiteral("NOT_SERVING"));
}

void TestTransportClient::reportsAnAnswerThatBrokeOff()
{
    startServer();
    connectClient();
    Answers answers(m_client.get());
    m_client->startChat(question(QStringLiteral("break off")));
    QTRY_VERIFY(answers.ended);
    QCOMPARE(answers.failure.reason, QStringLiteral("GENERATION_INTERRUPTED"));
    QVERIFY(answers.text.endsWith(QStringLiteral("99 ")));
}

void TestTransportClient::endsWhileStreamsAreOpen()
{
    startServer();
    connectClient();
    Subscription deployments = m_client->watch(Stream::Deployments);
    Subscription logs = m_client->watch(Stream::Logs);
    m_client->startChat(question(QStringLiteral("wait")));
    QTRY_COMPARE(m_server->service().deploymentWatches.load(), 1);
    m_client.reset();                // must return, although nothing has ended by itself
    QVERIFY(deployments.isActive()); // a handle may outlive the client
}

QTEST_GUILESS_MAIN(TestTransportClient)
#include "tst_transport_client.moc"
