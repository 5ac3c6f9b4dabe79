#include "app/worker/worker.h"

#include "app/worker/conversions.h"
#include "backend/api/stage_name.h"
#include "backend/base/failure.h"
#include "backend/base/text.h"
#include "backend/collective/comm_check.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/image_processor.h"
#include "backend/model/model_reading.h"
#include "backend/rpc/status.h"
#include "backend/telemetry/memory_limit.h"

#include <algorithm>

#include <pthread.h>
#include <unistd.h>

namespace firstlight::worker {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kDefaultCollectiveTimeout{20'000};
constexpr milliseconds kProgressInterval{50};

std::string inWords(v1::Stage stage)
{
    return "stage \"" + api::stageName(stage) + '"';
}

absl::Status invalid(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument, {{"detail", detail}});
}

std::int32_t threadCount(std::int32_t asked, int ranksHere)
{
    const int processors = static_cast<int>(std::thread::hardware_concurrency());
    return asked > 0 ? asked : std::max(1, processors / std::max(1, ranksHere));
}

engine::EngineConfig engineConfig(const v1::ConfigureWorkerRequest& request)
{
    const v1::Plan& plan = request.plan();
    engine::EngineConfig config;
    config.checkpointPath = request.checkpoint_path();
    config.layout = layoutFrom(plan.layout());
    config.rank = request.rank();
    config.capacityBytes = telemetry::usableMemoryBytes(::getpid());
    if (const std::int64_t planned = plan.ranks(request.rank()).capacity_bytes(); planned > 0) {
        config.capacityBytes = std::min(config.capacityBytes, planned);
    }
    if (plan.workload().max_sequences() > 0) {
        config.maxSequences = plan.workload().max_sequences();
    }
    if (plan.workload().max_context_tokens() > 0) {
        config.maxContextTokens = plan.workload().max_context_tokens();
    }
    config.threadCount = threadCount(request.thread_count(), request.world_size());
    return config;
}

absl::Status checkConfiguration(const v1::ConfigureWorkerRequest& request, std::int32_t rank)
{
    const plan::Layout layout = layoutFrom(request.plan().layout());
    if (request.rank() != rank) {
        return invalid("this is rank " + std::to_string(rank) + ", not " + std::to_string(request.rank()));
    }
    if (request.world_size() != layout.worldSize() || request.plan().ranks_size() != layout.worldSize() ||
        rank >= layout.worldSize()) {
        return invalid("the plan is not for " + std::to_string(request.world_size()) + " ranks");
    }
    return absl::OkStatus();
}

} // namespace

Worker::Worker(std::int32_t rank, const base::Clock& clock, base::Logger log, EngineFactory makeEngine)
    : m_rank(rank), m_clock(clock), m_log(std::move(log)), m_makeEngine(std::move(makeEngine))
{
}

Worker::~Worker()
{
    abort("the worker ends");
    if (m_servingThread.joinable()) {
        m_servingThread.join();
    }
}

absl::Status Worker::configure(const v1::ConfigureWorkerRequest& request)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkConfiguration(request, m_rank));
    auto configuration = std::make_shared<Configuration>();
    configuration->deploymentId = request.deployment_id();
    configuration->rendezvousDirectory = request.rendezvous_directory();
    configuration->layout = layoutFrom(request.plan().layout());
    configuration->engine = engineConfig(request);
    configuration->collectiveTimeout =
        request.collective_timeout_ms() > 0 ? milliseconds(request.collective_timeout_ms()) : kDefaultCollectiveTimeout;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::DescriptorSet descriptors, model::DescriptorSet::load());
    FIRSTLIGHT_ASSIGN_OR_RETURN(configuration->engine.spec,
                                model::readModelSpec(request.checkpoint_path(), descriptors));
    if (configuration->engine.spec.vision) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const auto processor, model::ImageProcessor::load(request.checkpoint_path()));
        configuration->imageMean = processor->mean();
        configuration->imageDeviation = processor->deviation();
    }
    const std::lock_guard lock(m_mutex);
    if (m_configuration != nullptr) {
        return invalid("this worker is already configured");
    }
    m_configuration = std::move(configuration);
    return absl::OkStatus();
}

absl::StatusOr<v1::RunStageResponse> Worker::runStage(v1::Stage stage)
{
    const std::lock_guard lock(m_stageMutex);
    FIRSTLIGHT_RETURN_IF_ERROR(beginStage(stage));
    auto response = perform(stage);
    m_stageFinished = response.ok();
    if (!response.ok()) {
        report(response.status(), inWords(stage));
        return response;
    }
    publishProgress(1, 1, "", true);
    m_log.info(inWords(stage) + ": " + response->summary());
    return response;
}

absl::Status Worker::beginStage(v1::Stage stage)
{
    if (configuration() == nullptr) {
        return invalid("this worker is not configured yet");
    }
    if (!m_stageFinished || stage != m_stage + 1 || stage > v1::STAGE_WARM_UP) {
        return invalid(inWords(stage) + " cannot follow " + inWords(m_stage.load()));
    }
    m_stage = stage;
    m_stageFinished = false;
    m_stageStartNs = base::unixNanoseconds(m_clock.systemNow());
    publishProgress(0, 1, "", false);
    return absl::OkStatus();
}

absl::StatusOr<v1::RunStageResponse> Worker::perform(v1::Stage stage)
{
    const auto said = [&]() -> absl::StatusOr<std::string> {
        switch (stage) {
        case v1::STAGE_RENDEZVOUS:
            return meetOthers();
        case v1::STAGE_READ_METADATA:
            return m_engine->readMetadata();
        case v1::STAGE_VALIDATE:
            return m_engine->validate();
        case v1::STAGE_ALLOCATE:
            return m_engine->allocate();
        case v1::STAGE_STREAM_WEIGHTS:
            return streamWeights();
        case v1::STAGE_RELEASE_HOST_CACHE:
            return m_engine->releaseHostCache();
        default:
            return warmUp();
        }
    };
    if (stage == v1::STAGE_COMM_CHECK) {
        return checkCommunication();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string summary, said());
    v1::RunStageResponse response;
    response.set_summary(base::validText(summary));
    return response;
}

absl::StatusOr<std::string> Worker::meetOthers()
{
    const auto config = configuration();
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        auto connected, RankGroups::connect(config->rendezvousDirectory, config->layout, m_rank, rendezvousOptions()));
    const std::shared_ptr<RankGroups> groups = std::move(connected);
    FIRSTLIGHT_ASSIGN_OR_RETURN(auto engine, m_makeEngine(config->engine, groups->forEngine()));
    const std::lock_guard lock(m_mutex);
    m_groups = groups;
    m_engine = std::move(engine);
    return groups->describe();
}

absl::StatusOr<v1::RunStageResponse> Worker::checkCommunication()
{
    collective::Communicator& world = groups()->world();
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto result, collective::runCommCheck(world));
    v1::RunStageResponse response;
    response.set_summary(result.verdict);
    if (m_rank == 0) {
        *response.mutable_comm_check() = commCheckReportFrom(result, world.link());
        response.mutable_comm_check()->set_deployment_id(configuration()->deploymentId);
        response.mutable_comm_check()->set_time_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
        response.mutable_comm_check()->set_world_size(world.size());
    }
    return response;
}

absl::StatusOr<v1::CommCheckReport> Worker::runCommCheck()
{
    const std::lock_guard lock(m_checkMutex);
    const auto config = configuration();
    if (groups() == nullptr) {
        return base::failure(reasons::kNotServing);
    }
    const GroupMembership world = worldGroup(config->layout, m_rank);
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        const auto group,
        collective::connectGroup(config->rendezvousDirectory, "check", world.rank, world.size, rendezvousOptions()));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto result, collective::runCommCheck(*group));
    v1::CommCheckReport report = commCheckReportFrom(result, group->link());
    report.set_deployment_id(config->deploymentId);
    report.set_time_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
    report.set_world_size(world.size);
    return report;
}

absl::StatusOr<std::string> Worker::streamWeights()
{
    auto nextReport = m_clock.steadyNow();
    return m_engine->streamWeights([this, nextReport](std::int64_t done, std::int64_t total) mutable {
        if (const auto now = m_clock.steadyNow(); now >= nextReport || done == total) {
            nextReport = now + kProgressInterval;
            publishProgress(done, total, "bytes", false);
        }
    });
}

absl::StatusOr<std::string> Worker::warmUp()
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::string summary, m_engine->warmUp());
    const std::lock_guard lock(m_mutex);
    m_serving = true;
    m_servingThread = std::thread([this] { serve(); });
    return summary;
}

void Worker::serve()
{
    ::pthread_setname_np(::pthread_self(), "fl-serve");
    absl::Status ended = m_engine->serve();
    if (ended.ok() && !m_ending && leads()) { // the others end when their leader tells them to
        ended = base::failure(reasons::kInternal, absl::StatusCode::kInternal,
                              {{"detail", "serving ended without being asked to"}});
    }
    if (!ended.ok()) {
        report(ended, "serving");
    }
    const std::lock_guard lock(m_mutex);
    m_serving = false;
    m_servingEnded.notify_all();
}

absl::Status Worker::generate(engine::GenerationRequest request, engine::GenerationSink sink)
{
    std::shared_ptr<engine::Engine> engine;
    {
        const std::lock_guard lock(m_mutex);
        engine = m_serving ? m_engine : nullptr;
    }
    if (engine == nullptr || !leads()) {
        return base::failure(reasons::kNotServing, absl::StatusCode::kUnavailable);
    }
    const auto config = configuration();
    request.imageMean.assign(config->imageMean.begin(), config->imageMean.end());
    request.imageStd.assign(config->imageDeviation.begin(), config->imageDeviation.end());
    return engine->submit(std::move(request), std::move(sink));
}

void Worker::cancel(const std::string& requestId)
{
    if (const auto current = engine()) {
        current->cancel(requestId);
    }
}

void Worker::abort(std::string_view reason)
{
    m_ending = true;
    m_stop.request_stop();
    if (const auto current = groups()) {
        current->abort(reason);
    }
    if (const auto current = engine()) {
        current->abort(reason);
    }
}

bool Worker::stopServing(milliseconds timeout)
{
    m_ending = true;
    const auto current = engine();
    std::unique_lock lock(m_mutex);
    if (!m_serving) {
        return true;
    }
    current->stop();
    return m_servingEnded.wait_for(lock, timeout, [this] { return !m_serving; });
}

std::vector<engine::SliceInfo> Worker::slices() const
{
    const auto current = engine();
    return current == nullptr ? std::vector<engine::SliceInfo>() : current->slices();
}

telemetry::ProcessSampler Worker::ownProcess() const
{
    return {::getpid(), m_clock};
}

v1::RankSample Worker::sample(telemetry::ProcessSampler& process) const
{
    v1::RankSample sample;
    sample.set_rank(m_rank);
    const telemetry::ProcessSample own = process.sample();
    sample.set_resident_bytes(own.residentBytes);
    sample.set_cpu_busy_percent(own.cpuBusyPercent);
    if (const auto current = engine()) {
        addStats(current->stats(), sample);
    }
    if (const auto current = groups()) {
        current->forEach([&sample](const collective::Communicator& group) { addCommunicator(group, sample); });
    }
    return sample;
}

void Worker::report(const absl::Status& failure, const std::string& during)
{
    if (!m_ending) {
        m_log.error(during + " failed: " + std::string(failure.message()));
        m_watchers.publish(rpc::makeFailureDetail(failure, {m_stage, m_rank, ""}, m_clock.systemNow()));
    }
    if (const auto current = groups()) {
        current->abort("rank " + std::to_string(m_rank) + " failed: " + base::failureInfo(failure).what);
    }
}

void Worker::publishProgress(std::int64_t done, std::int64_t total, const std::string& unit, bool finished)
{
    v1::RankProgress progress;
    progress.set_rank(m_rank);
    progress.set_done(done);
    progress.set_total(total);
    progress.set_unit(unit);
    progress.set_finished(finished);
    progress.set_start_unix_ns(m_stageStartNs);
    progress.set_end_unix_ns(finished ? base::unixNanoseconds(m_clock.systemNow()) : 0);
    m_watchers.publish(progress);
}

collective::RendezvousOptions Worker::rendezvousOptions() const
{
    collective::RendezvousOptions options;
    options.timeout = configuration()->collectiveTimeout;
    options.group.operationTimeout = configuration()->collectiveTimeout;
    options.stop = m_stop.get_token();
    return options;
}

bool Worker::leads() const
{
    return replicaGroup(configuration()->layout, m_rank).rank == 0;
}

std::shared_ptr<engine::Engine> Worker::engine() const
{
    const std::lock_guard lock(m_mutex);
    return m_engine;
}

std::shared_ptr<RankGroups> Worker::groups() const
{
    const std::lock_guard lock(m_mutex);
    return m_groups;
}

std::shared_ptr<const Worker::Configuration> Worker::configuration() const
{
    const std::lock_guard lock(m_mutex);
    return m_configuration;
}

} // namespace firstlight::worker
