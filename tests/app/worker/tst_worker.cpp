#include "app/worker/rank_groups.h"
#include "app/worker/worker.h"
#include "app/worker/worker_service.h"
#include "backend/base/file.h"
#include "backend/base/random_token.h"
#include "backend/rpc/channel.h"
#include "backend/rpc/server.h"
#include "backend/rpc/stream_reader.h"
#include "backend/rpc/unary_call.h"
#include "tests/app/worker/fake_engine.h"
#include "tests/support/status_check.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <mutex>

using namespace firstlight;
using namespace firstlight::test;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr char kConfig[] = R"({
  "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
  "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 256,
  "max_position_embeddings": 512, "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "hidden_act": "silu",
  "tie_word_embeddings": true, "torch_dtype": "bfloat16"
})";

// One rank with its service and a client of it.
struct Rank {
    FakeEngineScript script;
    std::mutex mutex;
    std::vector<base::LogRecord> log;
    std::unique_ptr<worker::Worker> worker;
    std::unique_ptr<worker::WorkerService> service;
    std::unique_ptr<rpc::Server> server;
    std::unique_ptr<v1::Worker::Stub> stub;

    bool logged(base::LogSeverity severity, const std::string& part)
    {
        const std::lock_guard lock(mutex);
        return std::ranges::any_of(log, [&](const base::LogRecord& record) {
            return record.severity == severity && record.message.find(part) != std::string::npos;
        });
    }
};

// What a stream brought.
template <typename Message>
struct Received {
    std::mutex mutex;
    std::vector<Message> messages;
    std::optional<grpc::Status> end;

    std::vector<Message> all()
    {
        const std::lock_guard lock(mutex);
        return messages;
    }
    std::optional<grpc::Status> ended()
    {
        const std::lock_guard lock(mutex);
        return end;
    }
};

} // namespace

class TestWorker : public QObject
{
    Q_OBJECT

    void makeRank(int number)
    {
        auto rank = std::make_unique<Rank>();
        Rank& made = *rank;
        const base::Logger log("firstlight-worker", [&made](const base::LogRecord& record) {
            const std::lock_guard lock(made.mutex);
            made.log.push_back(record);
        });
        const auto factory = [&made](engine::EngineConfig config,
                                     engine::Communicators groups) -> absl::StatusOr<std::unique_ptr<engine::Engine>> {
            return std::make_unique<FakeEngine>(std::move(config), groups, made.script);
        };
        made.worker = std::make_unique<worker::Worker>(number, m_clock, log, factory);
        made.service = std::make_unique<worker::WorkerService>(*made.worker, m_token, "node0");
        auto server = rpc::startServer({m_directory->filePath(QString("w%1.sock").arg(number)).toStdString(), ""},
                                       {made.service.get()});
        FIRSTLIGHT_VERIFY_OK(server.status());
        made.server = std::move(*server);
        made.stub = v1::Worker::NewStub(rpc::makeChannel(made.server->unixAddress()));
        m_ranks.push_back(std::move(rank));
    }

    v1::ConfigureWorkerRequest configuration(int rank, int tensorParallel, int pipelineParallel) const
    {
        v1::ConfigureWorkerRequest request;
        request.set_deployment_id("d1");
        request.set_rank(rank);
        request.set_world_size(tensorParallel * pipelineParallel);
        request.set_checkpoint_path(m_directory->path().toStdString());
        request.set_rendezvous_directory(m_directory->path().toStdString());
        request.set_collective_timeout_ms(20'000);
        request.mutable_plan()->mutable_layout()->set_tensor_parallel(tensorParallel);
        request.mutable_plan()->mutable_layout()->set_pipeline_parallel(pipelineParallel);
        request.mutable_plan()->mutable_workload()->set_max_context_tokens(77);
        for (int index = 0; index < request.world_size(); ++index) {
            request.mutable_plan()->add_ranks()->set_capacity_bytes(1'000'000);
        }
        return request;
    }

    absl::Status configure(int rank, const v1::ConfigureWorkerRequest& request)
    {
        return rpc::callAndWait<v1::ConfigureWorkerRequest, v1::ConfigureWorkerResponse>(
                   request, m_token, seconds(60), [&](auto... call) { return stub(rank).Configure(call...); })
            .status();
    }

    absl::StatusOr<v1::RunStageResponse> runStage(int rank, v1::Stage stage)
    {
        v1::RunStageRequest request;
        request.set_stage(stage);
        return rpc::callAndWait<v1::RunStageRequest, v1::RunStageResponse>(
            request, m_token, seconds(60), [&](auto... call) { return stub(rank).RunStage(call...); });
    }

    // The same call on all ranks at once, as the controller does.
    template <typename Result>
    std::vector<Result> onAll(const std::function<Result(int)>& call)
    {
        std::vector<std::future<Result>> futures;
        for (int rank = 0; rank < static_cast<int>(m_ranks.size()); ++rank) {
            futures.push_back(std::async(std::launch::async, call, rank));
        }
        std::vector<Result> results;
        for (auto& future : futures) {
            results.push_back(future.get());
        }
        return results;
    }

    void bringUp(v1::Stage last)
    {
        for (int stage = v1::STAGE_RENDEZVOUS; stage <= last; ++stage) {
            const auto results =
                onAll<absl::Status>([&](int rank) { return runStage(rank, static_cast<v1::Stage>(stage)).status(); });
            for (const absl::Status& result : results) {
                FIRSTLIGHT_VERIFY_OK(result);
            }
        }
    }

    void prepare(int tensorParallel, int pipelineParallel, v1::Stage last)
    {
        for (int rank = 0; rank < tensorParallel * pipelineParallel; ++rank) {
            makeRank(rank);
            FIRSTLIGHT_VERIFY_OK(configure(rank, configuration(rank, tensorParallel, pipelineParallel)));
        }
        bringUp(last);
    }

    template <typename Request, typename Message, typename Begin>
    auto stream(Request request, const std::shared_ptr<Received<Message>>& received, Begin&& begin)
    {
        auto reader = rpc::StreamReader<Request, Message>::create(std::move(request),
                                                                  {[received](Message& message) {
                                                                       const std::lock_guard lock(received->mutex);
                                                                       received->messages.push_back(message);
                                                                   },
                                                                   [received](const grpc::Status& status) {
                                                                       const std::lock_guard lock(received->mutex);
                                                                       received->end = status;
                                                                   }});
        rpc::attachToken(reader->context(), m_token);
        reader->start(begin);
        return reader;
    }

    auto generate(int rank, int firstToken, int count, const std::shared_ptr<Received<v1::GenerateEvent>>& received)
    {
        v1::GenerateRequest request;
        request.set_request_id("r" + std::to_string(firstToken));
        if (firstToken >= 0) {
            request.add_tokens(firstToken);
        }
        request.mutable_sampling()->set_max_tokens(count);
        return stream<v1::GenerateRequest, v1::GenerateEvent>(
            request, received, [this, rank](auto... call) { stub(rank).async()->Generate(call...); });
    }

    auto watch(int rank, const std::shared_ptr<Received<v1::WorkerUpdate>>& received)
    {
        v1::WatchWorkerRequest request;
        request.set_sample_interval_ms(50);
        return stream<v1::WatchWorkerRequest, v1::WorkerUpdate>(
            request, received, [this, rank](auto... call) { stub(rank).async()->Watch(call...); });
    }

    v1::Worker::Stub& stub(int rank) { return *m_ranks[static_cast<std::size_t>(rank)]->stub; }
    Rank& rank(int number) { return *m_ranks[static_cast<std::size_t>(number)]; }

private slots:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_token = base::makeToken();
        FIRSTLIGHT_VERIFY_OK(base::writeFileAtomically(m_directory->filePath("config.json").toStdString(), kConfig));
    }

    void cleanup()
    {
        for (const auto& rank : m_ranks) {
            rank->worker->abort("the test ends");
            rank->service->close();
            rank->stub.reset();
            rank->server.reset();
        }
        m_ranks.clear();
    }

    void groupsFollowTheLayout()
    {
        const plan::Layout layout{2, 3, 2, 1};
        const auto named = [](const worker::GroupMembership& group) {
            return text(group.name) + QString(":%1/%2").arg(group.rank).arg(group.size);
        };
        // rank 9 = (dp 1, pp 1, tp 1)
        QCOMPARE(named(worker::worldGroup(layout, 9)), QString("world:9/12"));
        QCOMPARE(named(worker::replicaGroup(layout, 9)), QString("replica1:3/6"));
        QCOMPARE(named(worker::tensorGroup(layout, 9)), QString("tp4:1/2"));
        QCOMPARE(named(worker::pipelineGroup(layout, 9)), QString("pp3:1/3"));
        // Every group's ranks are 0 to size - 1, each once.
        std::map<std::string, std::set<int>> members;
        for (int rank = 0; rank < layout.worldSize(); ++rank) {
            for (const auto& group : {worker::replicaGroup(layout, rank), worker::tensorGroup(layout, rank),
                                      worker::pipelineGroup(layout, rank)}) {
                QVERIFY(group.rank < group.size);
                QVERIFY(members[group.name].insert(group.rank).second);
            }
        }
        QCOMPARE(members.size(), std::size_t(2 + 6 + 4));
    }

    void configurationIsChecked()
    {
        makeRank(0);
        FIRSTLIGHT_COMPARE_REASON(runStage(0, v1::STAGE_RENDEZVOUS).status(), reasons::kRequestInvalid);
        FIRSTLIGHT_COMPARE_REASON(configure(0, configuration(1, 2, 1)), reasons::kRequestInvalid);
        auto wrongWorld = configuration(0, 2, 1);
        wrongWorld.set_world_size(3);
        FIRSTLIGHT_COMPARE_REASON(configure(0, wrongWorld), reasons::kRequestInvalid);
        auto nowhere = configuration(0, 1, 1);
        nowhere.set_checkpoint_path("/nowhere");
        FIRSTLIGHT_COMPARE_REASON(configure(0, nowhere), reasons::kPathMissing);
        FIRSTLIGHT_VERIFY_OK(configure(0, configuration(0, 1, 1)));
        FIRSTLIGHT_COMPARE_REASON(configure(0, configuration(0, 1, 1)), reasons::kRequestInvalid);
    }

    void stagesRunInTheirOrderOnly()
    {
        makeRank(0);
        FIRSTLIGHT_VERIFY_OK(configure(0, configuration(0, 1, 1)));
        FIRSTLIGHT_COMPARE_REASON(runStage(0, v1::STAGE_ALLOCATE).status(), reasons::kRequestInvalid);
        const auto met = runStage(0, v1::STAGE_RENDEZVOUS);
        FIRSTLIGHT_VERIFY_OK(met.status());
        QCOMPARE(text(met->summary()), QString("one rank, no groups"));
        FIRSTLIGHT_COMPARE_REASON(runStage(0, v1::STAGE_RENDEZVOUS).status(), reasons::kRequestInvalid);
        const auto checked = runStage(0, v1::STAGE_COMM_CHECK);
        FIRSTLIGHT_VERIFY_OK(checked.status());
        QVERIFY(checked->comm_check().passed());
        const auto read = runStage(0, v1::STAGE_READ_METADATA);
        FIRSTLIGHT_VERIFY_OK(read.status());
        QCOMPARE(text(read->summary()), QString("readMetadata"));
        FIRSTLIGHT_COMPARE_REASON(runStage(0, v1::STAGE_TEXT_PROBE).status(), reasons::kRequestInvalid);
    }

    void tensorParallelRanksServe()
    {
        prepare(2, 1, v1::STAGE_WARM_UP);
        const auto received = std::make_shared<Received<v1::GenerateEvent>>();
        const auto reader = generate(0, 100, 5, received);
        QVERIFY(reader->waitDone(seconds(30)));
        QVERIFY2(received->ended()->ok(), received->ended()->error_message().c_str());
        QCOMPARE(received->all().size(), std::size_t(5));
        QCOMPARE(received->all()[0].token(), 101);
        QCOMPARE(received->all()[0].logprob(), -0.5);
        QCOMPARE(text(received->all()[4].finish_reason()), QString("length"));

        const auto refused = std::make_shared<Received<v1::GenerateEvent>>();
        QVERIFY(generate(1, 100, 5, refused)->waitDone(seconds(30)));
        FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(*refused->ended()), reasons::kNotServing);
        const auto invalid = std::make_shared<Received<v1::GenerateEvent>>();
        QVERIFY(generate(0, -1, 5, invalid)->waitDone(seconds(30)));
        FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(*invalid->ended()), reasons::kRequestInvalid);
    }

    void theCommunicationCheckRunsBesideServing()
    {
        prepare(1, 2, v1::STAGE_WARM_UP);
        rank(0).script.holdTokens = true;
        const auto received = std::make_shared<Received<v1::GenerateEvent>>();
        const auto reader = generate(0, 1, 2, received);
        for (int round = 0; round < 2; ++round) { // and again: each has a group of its own
            const auto reports = onAll<absl::StatusOr<v1::CommCheckReport>>([&](int number) {
                return rpc::callAndWait<v1::RunCommCheckRequest, v1::CommCheckReport>(
                    {}, m_token, seconds(60), [&](auto... call) { return stub(number).RunCommCheck(call...); });
            });
            for (const auto& report : reports) {
                FIRSTLIGHT_VERIFY_OK(report.status());
                QVERIFY(report->passed());
                QCOMPARE(report->pairs_size(), 2);
                QCOMPARE(text(report->pairs(0).link()), QString("shared memory"));
                QCOMPARE(report->world_size(), 2);
                QVERIFY(report->collectives_size() >= 9);
            }
        }
        rank(0).script.holdTokens = false;
        QVERIFY(reader->waitDone(seconds(30)));
        QVERIFY(received->ended()->ok());
    }

    void aClientThatLeavesCancelsItsRequest()
    {
        prepare(1, 1, v1::STAGE_WARM_UP);
        rank(0).script.holdTokens = true;
        const auto received = std::make_shared<Received<v1::GenerateEvent>>();
        const auto reader = generate(0, 1, 2, received);
        QTRY_VERIFY(rank(0).script.submitted > 0);
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(30)));
        QTRY_VERIFY(rank(0).script.cancelled > 0);
    }

    void theWatchShowsProgressAndSamples()
    {
        prepare(2, 1, v1::STAGE_STREAM_WEIGHTS);
        const auto received = std::make_shared<Received<v1::WorkerUpdate>>();
        const auto reader = watch(1, received);
        const auto find = [&](auto&& condition) {
            const auto all = received->all();
            return std::ranges::any_of(all, condition);
        };
        QTRY_VERIFY(find([](const v1::WorkerUpdate& update) {
            return update.has_progress() && update.progress().finished() && update.progress().rank() == 1 &&
                   update.progress().end_unix_ns() >= update.progress().start_unix_ns();
        }));
        QTRY_VERIFY(find([](const v1::WorkerUpdate& update) {
            const v1::RankSample& sample = update.sample();
            return update.has_sample() && sample.rank() == 1 && sample.resident_bytes() > 0 &&
                   sample.capacity_bytes() == 1'000'000 && sample.kv_tokens_capacity() == 77 &&
                   sample.memory_size() == 9 && sample.memory(0).memory_class() == v1::MEMORY_CLASS_WEIGHTS &&
                   sample.memory(0).memory_bytes() == 1234 &&
                   sample.memory(8).memory_class() == v1::MEMORY_CLASS_RESERVED && sample.collectives_size() > 0 &&
                   sample.communicators_size() == 3; // world, replica, tp
        }));
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(30)));
    }

    void aFailedStageIsReportedAndFreesTheOthers()
    {
        prepare(2, 1, v1::STAGE_VALIDATE);
        const auto received = std::make_shared<Received<v1::WorkerUpdate>>();
        const auto reader = watch(1, received);
        rank(1).script.failingStage = "allocate";
        const auto results =
            onAll<absl::Status>([&](int number) { return runStage(number, v1::STAGE_ALLOCATE).status(); });
        FIRSTLIGHT_VERIFY_OK(results[0]);
        FIRSTLIGHT_COMPARE_REASON(results[1], reasons::kAllocationFailed);
        QVERIFY(rank(1).logged(base::LogSeverity::kError, "stage \"allocate\" failed: Rank 1 could not allocate"));
        QTRY_VERIFY([&] {
            const auto all = received->all();
            return std::ranges::any_of(all, [](const v1::WorkerUpdate& update) {
                return update.failure().reason() == "ALLOCATION_FAILED" && update.failure().rank() == 1 &&
                       update.failure().stage() == v1::STAGE_ALLOCATE;
            });
        }());
        // Nothing can follow a failed stage, and a check of the whole group names the rank that broke it.
        FIRSTLIGHT_COMPARE_REASON(runStage(1, v1::STAGE_STREAM_WEIGHTS).status(), reasons::kRequestInvalid);
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(30)));
    }

    void aFailureWhileServingReachesAllRanks()
    {
        prepare(2, 1, v1::STAGE_WARM_UP);
        const auto leader = std::make_shared<Received<v1::WorkerUpdate>>();
        const auto follower = std::make_shared<Received<v1::WorkerUpdate>>();
        const auto leaderReader = watch(0, leader);
        const auto followerReader = watch(1, follower);
        rank(0).script.failServing = true;
        const auto failureOf = [](Received<v1::WorkerUpdate>& received) {
            for (const v1::WorkerUpdate& update : received.all()) {
                if (update.has_failure()) {
                    return update.failure();
                }
            }
            return v1::FailureDetail();
        };
        QTRY_COMPARE(text(failureOf(*leader).reason()), QString("INTERNAL"));
        QTRY_COMPARE(text(failureOf(*follower).reason()), QString("ABORTED"));
        QVERIFY(text(failureOf(*follower).what()).contains("rank 0 failed"));
        QVERIFY(rank(0).logged(base::LogSeverity::kError, "serving failed"));
        const auto refused = std::make_shared<Received<v1::GenerateEvent>>();
        QTRY_VERIFY([&] {
            generate(0, 1, 1, refused)->waitDone(seconds(30));
            return reasonOf(rpc::statusFromGrpc(*refused->ended())) == "NOT_SERVING";
        }());
        leaderReader->cancel();
        followerReader->cancel();
        QVERIFY(leaderReader->waitDone(seconds(30)));
        QVERIFY(followerReader->waitDone(seconds(30)));
    }

    void abortEndsARendezvousAtOnce()
    {
        makeRank(0);
        FIRSTLIGHT_VERIFY_OK(configure(0, configuration(0, 2, 1)));
        auto meeting = std::async(std::launch::async, [&] { return runStage(0, v1::STAGE_RENDEZVOUS).status(); });
        QTRY_COMPARE(rank(0).worker->stage(), v1::STAGE_RENDEZVOUS);
        v1::AbortWorkerRequest request;
        request.set_reason("rank 1 is gone");
        const auto aborted = rpc::callAndWait<v1::AbortWorkerRequest, v1::AbortWorkerResponse>(
            request, m_token, seconds(30), [&](auto... call) { return stub(0).Abort(call...); });
        FIRSTLIGHT_VERIFY_OK(aborted.status());
        FIRSTLIGHT_COMPARE_REASON(meeting.get(), reasons::kAborted);
        QVERIFY(!rank(0).logged(base::LogSeverity::kError, "failed")); // a consequence is not an error of its own
    }

    void servingEndsInOrder()
    {
        prepare(2, 1, v1::STAGE_WARM_UP);
        rank(0).script.holdTokens = true;
        const auto received = std::make_shared<Received<v1::GenerateEvent>>();
        const auto reader = generate(0, 1, 2, received);
        QTRY_VERIFY(rank(0).script.submitted > 0);
        const auto ended = onAll<bool>([&](int number) { return rank(number).worker->stopServing(seconds(30)); });
        QVERIFY(ended[0]);
        QVERIFY(ended[1]);
        QVERIFY(!rank(0).logged(base::LogSeverity::kError, ""));
        QVERIFY(!rank(1).logged(base::LogSeverity::kError, ""));
        reader->cancel();
        QVERIFY(reader->waitDone(seconds(30)));
    }

    void slicesComeInPages()
    {
        prepare(1, 1, v1::STAGE_ALLOCATE);
        rank(0).script.sliceCount = 1200;
        const auto received = std::make_shared<Received<v1::DescribeShardsResponse>>();
        const auto reader = stream<v1::DescribeSlicesRequest, v1::DescribeShardsResponse>(
            {}, received, [this](auto... call) { stub(0).async()->DescribeSlices(call...); });
        QVERIFY(reader->waitDone(seconds(30)));
        QVERIFY(received->ended()->ok());
        const auto pages = received->all();
        QCOMPARE(pages.size(), std::size_t(3));
        int count = 0;
        for (const auto& page : pages) {
            count += page.slices_size();
        }
        QCOMPARE(count, 1200);
        QCOMPARE(text(pages[2].slices(199).tensor()), QString("tensor1199"));
        QCOMPARE(pages[0].slices(0).state(), v1::LOAD_STATE_LOADED);
        QCOMPARE(text(pages[0].slices(0).role()), QString("attention.q"));
    }

    void everyCallNeedsTheToken()
    {
        makeRank(0);
        const std::string right = m_token;
        m_token = "other";
        FIRSTLIGHT_COMPARE_REASON(configure(0, configuration(0, 1, 1)), reasons::kUnauthorized);
        FIRSTLIGHT_COMPARE_REASON(runStage(0, v1::STAGE_RENDEZVOUS).status(), reasons::kUnauthorized);
        const auto events = std::make_shared<Received<v1::GenerateEvent>>();
        QVERIFY(generate(0, 1, 1, events)->waitDone(seconds(30)));
        FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(*events->ended()), reasons::kUnauthorized);
        const auto updates = std::make_shared<Received<v1::WorkerUpdate>>();
        QVERIFY(watch(0, updates)->waitDone(seconds(30)));
        FIRSTLIGHT_COMPARE_REASON(rpc::statusFromGrpc(*updates->ended()), reasons::kUnauthorized);
        m_token = right;
    }

private:
    const base::SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_token;
    std::vector<std::unique_ptr<Rank>> m_ranks;
};

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
