#include "backend/api/agent.grpc.pb.h"
#include "backend/base/random_token.h"
#include "backend/rpc/auth.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/server.h"
#include "backend/rpc/status.h"
#include "backend/rpc/stream_reader.h"
#include "backend/rpc/stream_writer.h"
#include "backend/rpc/unary_call.h"
#include "tests/support/status_check.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace firstlight;
using namespace firstlight::test;

namespace {

using Writer = rpc::StreamWriter<v1::AgentUpdate>;
using Reader = rpc::StreamReader<v1::WatchNodeRequest, v1::AgentUpdate>;

// A service whose watch the test writes to.
class FakeAgent final : public v1::Agent::CallbackService
{
public:
    explicit FakeAgent(std::string token) : m_guard(std::move(token)) {}

    grpc::ServerUnaryReactor* DescribeNode(grpc::CallbackServerContext* context, const v1::DescribeNodeRequest*,
                                           v1::NodeDescription* response) override
    {
        auto* reactor = context->DefaultReactor();
        response->set_name("node0");
        reactor->Finish(rpc::statusToGrpc(m_guard.check(*context)));
        return reactor;
    }

    grpc::ServerUnaryReactor* StopRank(grpc::CallbackServerContext* context, const v1::StopRankRequest* request,
                                       v1::StopRankResponse*) override
    {
        auto* reactor = context->DefaultReactor();
        if (request->rank() != 99) { // rank 99 is never answered
            reactor->Finish(rpc::statusToGrpc(
                base::failure(reasons::kRankExited, absl::StatusCode::kAborted,
                              {{"rank", "3"}, {"node", "node0"}, {"how", std::string(request->grace_ms(), 'x')}}),
                {v1::STAGE_WARM_UP, 3, "node0"}));
        } else {
            m_pending = reactor;
        }
        return reactor;
    }

    grpc::ServerWriteReactor<v1::AgentUpdate>* WatchNode(grpc::CallbackServerContext* context,
                                                         const v1::WatchNodeRequest*) override
    {
        if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
            return Writer::ended(rpc::statusToGrpc(allowed));
        }
        rpc::StreamWriterOptions options = m_options;
        options.onClosed = [this] { ++m_closedCount; };
        const std::lock_guard lock(m_mutex);
        m_writer = Writer::create(std::move(options));
        return m_writer.get();
    }

    std::shared_ptr<Writer> writer()
    {
        const std::lock_guard lock(m_mutex);
        return m_writer;
    }

    void finishPending() { m_pending.exchange(nullptr)->Finish(grpc::Status::OK); }

    rpc::StreamWriterOptions m_options;
    std::atomic<int> m_closedCount{0};
    std::atomic<grpc::ServerUnaryReactor*> m_pending{nullptr};

private:
    rpc::TokenGuard m_guard;
    std::mutex m_mutex;
    std::shared_ptr<Writer> m_writer;
};

v1::AgentUpdate logUpdate(std::int64_t sequence, std::size_t bytes = 0)
{
    v1::AgentUpdate update;
    update.mutable_log()->set_sequence(sequence);
    update.mutable_log()->set_text(std::string(bytes, 'x'));
    return update;
}

// What a watch received.
struct Received {
    std::mutex mutex;
    std::vector<std::int64_t> sequences;
    std::optional<grpc::Status> end;

    std::size_t count()
    {
        const std::lock_guard lock(mutex);
        return sequences.size();
    }
    std::optional<grpc::Status> ended()
    {
        const std::lock_guard lock(mutex);
        return end;
    }
};

} // namespace

class TestRpc : public QObject
{
    Q_OBJECT

    std::shared_ptr<Reader> watch(const std::shared_ptr<Received>& received, const std::string& token,
                                  std::function<void()> onFirst = {})
    {
        auto reader = Reader::create({}, {[received, onFirst](v1::AgentUpdate& update) {
                                              if (onFirst) {
                                                  onFirst();
                                              }
                                              const std::lock_guard lock(received->mutex);
                                              received->sequences.push_back(update.log().sequence());
                                          },
                                          [received](const grpc::Status& status) {
                                              const std::lock_guard lock(received->mutex);
                                              received->end = status;
                                          }});
        rpc::attachToken(reader->context(), token);
        reader->start([this](auto... call) { m_stub->async()->WatchNode(call...); });
        return reader;
    }

    absl::StatusOr<v1::NodeDescription> describe(v1::Agent::Stub& stub, const std::string& token)
    {
        return rpc::callAndWait<v1::DescribeNodeRequest, v1::NodeDescription>(
            {}, token, std::chrono::seconds(20), [&](auto... call) { return stub.DescribeNode(call...); });
    }

    absl::Status stopRank(std::int32_t rank, std::int32_t bytes, std::chrono::milliseconds timeout)
    {
        v1::StopRankRequest request;
        request.set_rank(rank);
        request.set_grace_ms(bytes);
        return rpc::callAndWait<v1::StopRankRequest, v1::StopRankResponse>(
                   request, m_token, timeout, [&](auto... call) { return m_stub->StopRank(call...); })
            .status();
    }

private slots:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_token = base::makeToken();
        m_agent = std::make_unique<FakeAgent>(m_token);
        auto server = rpc::startServer({socketPath(), "127.0.0.1:0"}, {m_agent.get()});
        FIRSTLIGHT_VERIFY_OK(server.status());
        m_server = std::move(*server);
        m_stub = v1::Agent::NewStub(rpc::makeChannel(m_server->unixAddress()));
    }

    void cleanup()
    {
        m_stub.reset();
        m_server.reset();
        m_agent.reset();
    }

    void bothAddressesServe()
    {
        FIRSTLIGHT_VERIFY_OK(describe(*m_stub, m_token).status());
        QVERIFY(text(m_server->tcpAddress()).startsWith("127.0.0.1:"));
        auto tcp = v1::Agent::NewStub(rpc::makeChannel(m_server->tcpAddress()));
        const auto node = describe(*tcp, m_token);
        FIRSTLIGHT_VERIFY_OK(node.status());
        QCOMPARE(text(node->name()), QString("node0"));
    }

    void theSocketIsPrivate()
    {
        struct stat info = {};
        QCOMPARE(::stat(socketPath().c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }

    void onlyTheTokenOpens()
    {
        for (const std::string& token : {std::string(), m_token.substr(1), m_token + "0", base::makeToken()}) {
            const absl::Status status = describe(*m_stub, token).status();
            FIRSTLIGHT_COMPARE_REASON(status, reasons::kUnauthorized);
            QCOMPARE(status.code(), absl::StatusCode::kUnauthenticated);
        }
        // No metadata at all, and two tokens of which one is right.
        for (const int count : {0, 2}) {
            grpc::ClientContext context;
            for (int index = 0; index < count; ++index) {
                rpc::attachToken(context, index == 0 ? m_token : "other");
            }
            v1::NodeDescription node;
            const grpc::Status status = m_stub->DescribeNode(&context, {}, &node);
            FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(status), reasons::kUnauthorized);
        }
        const auto received = std::make_shared<Received>();
        watch(received, "wrong");
        QTRY_VERIFY(received->ended().has_value());
        FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(*received->ended()), reasons::kUnauthorized);
        // A server without a token of its own lets nobody in.
        FakeAgent open{std::string()};
        auto server = rpc::startServer({m_directory->filePath("open.sock").toStdString(), ""}, {&open});
        FIRSTLIGHT_VERIFY_OK(server.status());
        auto stub = v1::Agent::NewStub(rpc::makeChannel((*server)->unixAddress()));
        FIRSTLIGHT_COMPARE_REASON(describe(*stub, "").status(), reasons::kUnauthorized);
    }

    void failuresKeepReasonArgumentsAndPlace()
    {
        const absl::Status status = stopRank(1, 5, std::chrono::seconds(20));
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kRankExited);
        QCOMPARE(status.code(), absl::StatusCode::kAborted);
        QCOMPARE(text(argumentOf(status, "how")), QString("xxxxx"));
        QCOMPARE(text(base::failureInfo(status).what), QString("Rank 3 on node0 ended unexpectedly (xxxxx)."));

        const grpc::Status wire = rpc::statusToGrpc(status, {v1::STAGE_WARM_UP, 3, "node0"});
        const auto detail = rpc::failureDetailFromGrpc(wire);
        QVERIFY(detail.has_value());
        QCOMPARE(detail->stage(), v1::STAGE_WARM_UP);
        QCOMPARE(detail->rank(), 3);
        QCOMPARE(text(detail->node()), QString("node0"));
        QVERIFY(detail->time_unix_ns() > 0);
        QVERIFY(!detail->next_step().empty());
    }

    void longFailuresArrive()
    {
        const absl::Status status = stopRank(1, 200'000, std::chrono::seconds(20));
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kRankExited);
        QVERIFY(argumentOf(status, "how").size() > 1000);
    }

    void aStatusWithoutAReasonIsInternal()
    {
        const grpc::Status wire = rpc::statusToGrpc(absl::NotFoundError("odd"));
        QCOMPARE(wire.error_code(), grpc::StatusCode::NOT_FOUND);
        FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(wire), reasons::kInternal);
        QVERIFY(rpc::statusToGrpc(absl::OkStatus()).ok());
        FIRSTLIGHT_VERIFY_OK(rpc::statusFromGrpc(grpc::Status::OK));
        QVERIFY(!rpc::failureDetailFromGrpc(grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone")).has_value());
    }

    void aCallThatIsNotAnsweredEnds()
    {
        const absl::Status status = stopRank(99, 0, std::chrono::milliseconds(100));
        QCOMPARE(status.code(), absl::StatusCode::kDeadlineExceeded);
        QTRY_VERIFY(m_agent->m_pending != nullptr);
        m_agent->finishPending();
    }

    void callsWithCallbacksAnswerOnce()
    {
        std::atomic<int> answers{0};
        std::atomic<bool> failed{false};
        rpc::callAsync<v1::DescribeNodeRequest, v1::NodeDescription>(
            {}, m_token, std::chrono::seconds(20), [&](auto... call) { m_stub->async()->DescribeNode(call...); },
            [&](absl::StatusOr<v1::NodeDescription> node) {
                answers += node.ok() && node->name() == "node0" ? 1 : 100;
            });
        QTRY_COMPARE(answers.load(), 1);
        v1::StopRankRequest request;
        request.set_rank(99);
        const auto context = rpc::callAsync<v1::StopRankRequest, v1::StopRankResponse>(
            request, m_token, std::chrono::seconds(60), [&](auto... call) { m_stub->async()->StopRank(call...); },
            [&](const absl::StatusOr<v1::StopRankResponse>& response) {
                failed = response.status().code() == absl::StatusCode::kCancelled;
            });
        QTRY_VERIFY(m_agent->m_pending != nullptr);
        context->TryCancel();
        QTRY_VERIFY(failed);
        m_agent->finishPending();
    }

    void theLastChannelMayEndInItsOwnCallback()
    {
        for (int round = 0; round < 50; ++round) {
            std::atomic<bool> answered{false};
            {
                auto stub = v1::Agent::NewStub(rpc::makeChannel(m_server->unixAddress()));
                rpc::callAsync<v1::DescribeNodeRequest, v1::NodeDescription>(
                    {}, m_token, std::chrono::seconds(20), [&](auto... call) { stub->async()->DescribeNode(call...); },
                    [&](const auto&) { answered = true; });
                cleanup(); // of the server: only the call in progress is left
            }
            QTRY_VERIFY(answered);
            init();
        }
    }

    void aTakenSocketIsNotStolen()
    {
        FakeAgent other(m_token);
        const absl::Status status = rpc::startServer({socketPath(), ""}, {&other}).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kAddressInUse);
        FIRSTLIGHT_VERIFY_OK(describe(*m_stub, m_token).status()); // the first still serves
    }

    void aSocketLeftBehindIsReplaced()
    {
        const std::string path = m_directory->filePath("stale.sock").toStdString();
        const int stale = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        QCOMPARE(::bind(stale, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        ::close(stale);
        FakeAgent other(m_token);
        auto server = rpc::startServer({path, ""}, {&other});
        FIRSTLIGHT_VERIFY_OK(server.status());
        auto stub = v1::Agent::NewStub(rpc::makeChannel((*server)->unixAddress()));
        FIRSTLIGHT_VERIFY_OK(describe(*stub, m_token).status());
    }

    void aTakenPortIsNamed()
    {
        FakeAgent other(m_token);
        const std::string path = m_directory->filePath("other.sock").toStdString();
        const absl::Status status = rpc::startServer({path, m_server->tcpAddress()}, {&other}).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kAddressInUse);
        QCOMPARE(text(argumentOf(status, "address")), text(m_server->tcpAddress()));
    }

    void onlyLoopbackIsServed_data()
    {
        QTest::addColumn<QByteArray>("address");
        for (const char* address : {"0.0.0.0:0", "[::]:0", "192.168.1.1:80", "example.org:80", "127.0.0.1", ":80"}) {
            QTest::addRow("%s", address) << QByteArray(address);
        }
    }
    void onlyLoopbackIsServed()
    {
        QFETCH(QByteArray, address);
        FakeAgent other(m_token);
        const std::string path = m_directory->filePath("other.sock").toStdString();
        FIRSTLIGHT_COMPARE_REASON(rpc::startServer({path, address.toStdString()}, {&other}).status(),
                                  reasons::kRequestInvalid);
    }

    void aPathThatIsTooLongIsRefused()
    {
        FakeAgent other(m_token);
        FIRSTLIGHT_COMPARE_REASON(rpc::startServer({"/tmp/" + std::string(110, 'x'), ""}, {&other}).status(),
                                  reasons::kRequestInvalid);
        FIRSTLIGHT_COMPARE_REASON(rpc::startServer({"relative.sock", ""}, {&other}).status(), reasons::kRequestInvalid);
    }

    void aStreamArrivesInOrderAndEnds()
    {
        const auto received = std::make_shared<Received>();
        m_agent->m_options.capacity = 2000;
        const auto reader = watch(received, m_token);
        QTRY_VERIFY(m_agent->writer() != nullptr);
        for (int sequence = 1; sequence <= 1000; ++sequence) {
            QVERIFY(m_agent->writer()->write(logUpdate(sequence)));
        }
        m_agent->writer()->finish(grpc::Status::OK);
        QVERIFY(!m_agent->writer()->write(logUpdate(0)));
        QVERIFY(reader->waitDone(std::chrono::seconds(20)));
        QVERIFY(received->ended()->ok());
        QCOMPARE(received->count(), std::size_t(1000));
        for (int sequence = 1; sequence <= 1000; ++sequence) {
            QCOMPARE(received->sequences[static_cast<std::size_t>(sequence - 1)], sequence);
        }
        QTRY_COMPARE(m_agent->m_closedCount.load(), 1);
    }

    void theReaderMayLeave()
    {
        const auto received = std::make_shared<Received>();
        const auto reader = watch(received, m_token);
        QTRY_VERIFY(m_agent->writer() != nullptr);
        reader->cancel();
        QVERIFY(reader->waitDone(std::chrono::seconds(20)));
        QCOMPARE(received->ended()->error_code(), grpc::StatusCode::CANCELLED);
        QTRY_VERIFY(m_agent->writer()->closed());
        QTRY_COMPARE(m_agent->m_closedCount.load(), 1);
        QVERIFY(!m_agent->writer()->write(logUpdate(1)));
    }

    void theEndOfTheServerEndsTheStream()
    {
        const auto received = std::make_shared<Received>();
        const auto reader = watch(received, m_token);
        QTRY_VERIFY(m_agent->writer() != nullptr);
        m_server->shutdown(std::chrono::milliseconds(50));
        QVERIFY(reader->waitDone(std::chrono::seconds(20)));
        QVERIFY(!received->ended()->ok());
    }

    // A reader that stands still while the test writes: what the queue does then is its policy.
    void aSlowReaderLosesTheOldestButNoStates()
    {
        const auto received = std::make_shared<Received>();
        m_agent->m_options.capacity = 10;
        std::mutex gate;
        gate.lock();
        const auto reader = watch(received, m_token, [&gate] { const std::lock_guard pass(gate); });
        QTRY_VERIFY(m_agent->writer() != nullptr);
        const auto writer = m_agent->writer();
        writer->writeLatest(1, logUpdate(-1));
        writer->writeLatest(1, logUpdate(-2));
        for (int sequence = 1; sequence <= 500; ++sequence) {
            writer->write(logUpdate(sequence, 100'000)); // larger than all buffers on the way
        }
        writer->writeLatest(1, logUpdate(-3));
        writer->writeLatest(1, logUpdate(-4));
        const auto dropped = writer->droppedCount();
        gate.unlock();
        writer->finish(grpc::Status::OK);
        QVERIFY(reader->waitDone(std::chrono::seconds(60)));
        QVERIFY(dropped > 300);
        QCOMPARE(std::ranges::count(received->sequences, -4), 1);
        QCOMPARE(std::ranges::count(received->sequences, -3), 0);
        QCOMPARE(std::ranges::count(received->sequences, 500), 1); // the newest are kept
        const auto logs = std::ranges::count_if(received->sequences, [](auto sequence) { return sequence > 0; });
        QCOMPARE(logs + dropped, 500);
    }

    void aStreamWithoutGapsEndsWhenItsReaderIsTooSlow()
    {
        const auto received = std::make_shared<Received>();
        m_agent->m_options.capacity = 10;
        m_agent->m_options.overflow = rpc::OverflowPolicy::kEndStream;
        std::mutex gate;
        gate.lock();
        const auto reader = watch(received, m_token, [&gate] { const std::lock_guard pass(gate); });
        QTRY_VERIFY(m_agent->writer() != nullptr);
        bool accepted = true;
        for (int sequence = 1; sequence <= 500 && accepted; ++sequence) {
            accepted = m_agent->writer()->write(logUpdate(sequence, 100'000));
        }
        QVERIFY(!accepted);
        gate.unlock();
        QVERIFY(reader->waitDone(std::chrono::seconds(60)));
        QCOMPARE(received->ended()->error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
        for (std::size_t index = 0; index < received->count(); ++index) {
            QCOMPARE(received->sequences[index], static_cast<std::int64_t>(index + 1));
        }
    }

private:
    std::string socketPath() const { return m_directory->filePath("agent.sock").toStdString(); }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_token;
    std::unique_ptr<FakeAgent> m_agent;
    std::unique_ptr<rpc::Server> m_server;
    std::unique_ptr<v1::Agent::Stub> m_stub;
};

QTEST_GUILESS_MAIN(TestRpc)
#include "tst_rpc.moc"
