#include "backend/engine/rank_engine.h"

#include "backend/base/failure.h"
#include "backend/engine/request_check.h"
#include "backend/engine/scheduler.h"
#include "backend/engine/warm_up.h"
#include "kernels/cpu/cpu_operators.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace firstlight::engine {

namespace {

constexpr std::size_t kQueueLimit = 64;        // requests
constexpr std::int32_t kMaxImageTokens = 4096; // bounds the tower's buffers

StepLimits stepLimits(const EngineConfig& config)
{
    return {kPromptChunk + config.maxSequences, config.maxSequences, config.maxContextTokens,
            std::min(config.maxContextTokens, kMaxImageTokens)};
}

std::string mebibytes(std::int64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f MiB", static_cast<double>(bytes) / (1 << 20));
    return text;
}

} // namespace

absl::StatusOr<std::unique_ptr<Engine>> Engine::create(EngineConfig config, Communicators communicators)
{
    FIRSTLIGHT_RETURN_IF_ERROR(plan::checkLayout(config.spec, config.layout));
    if (config.maxSequences < 1 || config.maxContextTokens < 2 || config.threadCount < 1) {
        return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                             {{"detail", "a rank needs at least one sequence, two tokens and one thread"}});
    }
    return std::make_unique<RankEngine>(std::move(config), communicators);
}

RankEngine::RankEngine(EngineConfig config, Communicators communicators)
    : m_config(std::move(config))
    , m_communicators(communicators)
    , m_position(plan::rankPosition(m_config.spec, m_config.layout, m_config.rank))
    , m_limits(stepLimits(m_config))
    , m_kvBlockCount(m_config.maxSequences * kvBlocksFor(m_config.maxContextTokens))
    , m_pool(m_config.rank, m_config.capacityBytes)
    , m_threads(m_config.threadCount)
    , m_context(m_threads)
    , m_queue(kQueueLimit)
{
}

absl::Status RankEngine::require(Stage stage) const
{
    if (m_stage == stage) {
        return absl::OkStatus();
    }
    return base::failure(reasons::kInternal, {{"detail", "the stages of rank " + std::to_string(m_config.rank) +
                                                             " were called out of order"}});
}

absl::StatusOr<std::string> RankEngine::readMetadata()
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kCreated));
    FIRSTLIGHT_ASSIGN_OR_RETURN(m_index, checkpoint::openCheckpoint(m_config.checkpointPath));
    m_loader.emplace(m_index);
    FIRSTLIGHT_RETURN_IF_ERROR(m_loader->remember());
    m_stage = Stage::kMetadataRead;
    return std::to_string(m_index.files.size()) + " files, " + std::to_string(m_index.tensors.size()) + " tensors, " +
           mebibytes(static_cast<std::int64_t>(m_index.totalBytes()));
}

absl::StatusOr<std::string> RankEngine::validate()
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kMetadataRead));
    m_slices = plan::slicesOfRank(m_config.spec, m_config.layout, m_config.rank);
    FIRSTLIGHT_ASSIGN_OR_RETURN(m_weights, Weights::plan(m_config.spec, m_index, m_slices));
    {
        const std::lock_guard lock(m_mutex);
        for (std::size_t item = 0; item < m_weights.items().size(); ++item) {
            m_sliceInfos.push_back(sliceInfo(item));
        }
    }
    m_stage = Stage::kValidated;
    return std::to_string(m_weights.items().size()) + " slices, " + mebibytes(m_weights.fileBytes()) + ", layers " +
           std::to_string(m_position.firstLayer) + " to " + std::to_string(m_position.endLayer - 1) + " of " +
           std::to_string(m_config.spec.layers.size());
}

absl::StatusOr<std::string> RankEngine::allocate()
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kValidated));
    FIRSTLIGHT_RETURN_IF_ERROR(m_weights.allocate(m_pool));
    const RunnerParts parts{m_pool,    m_config.spec,     m_config.layout, m_position,
                            m_weights, vocabularyBegin(), m_communicators, {kernels::cpuOperators(), m_context}};
    // F32 like all activations: a BF16 cache would cost more accuracy than the reference comparison allows.
    FIRSTLIGHT_ASSIGN_OR_RETURN(m_runner,
                                ModelRunner::create(parts, m_limits, m_kvBlockCount, kernels::ElementType::F32));
    m_loop = std::make_unique<StepLoop>(*m_runner, m_communicators.replica,
                                        [this](const StepCounters& counters) { observe(counters); });
    {
        const std::lock_guard lock(m_mutex);
        for (SliceInfo& info : m_sliceInfos) {
            info.state = SliceState::kAllocated;
        }
    }
    m_stage = Stage::kAllocated;
    return mebibytes(m_pool.usedBytes()) + " of " + mebibytes(m_pool.capacityBytes()) + "; cache for " +
           std::to_string(m_kvBlockCount * kKvBlockTokens) + " tokens; operators " + kernels::cpuOperators().name;
}

absl::StatusOr<std::string> RankEngine::streamWeights(const LoadProgress& progress)
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kAllocated));
    const LoadProgress report = [&](std::int64_t done, std::int64_t total) {
        m_loadedBytes = done;
        if (progress) {
            progress(done, total);
        }
    };
    FIRSTLIGHT_RETURN_IF_ERROR(m_loader->load(m_weights, report, [this](std::size_t item) {
        const std::lock_guard lock(m_mutex);
        m_sliceInfos[item].state = SliceState::kLoaded;
    }));
    m_stage = Stage::kLoaded;
    return mebibytes(m_weights.fileBytes()) + " in " + std::to_string(m_weights.items().size()) + " slices";
}

absl::StatusOr<std::string> RankEngine::releaseHostCache()
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kLoaded));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t bytes, m_loader->releaseHostCache(m_weights));
    return "pages of " + mebibytes(bytes) + " of files given back";
}

absl::StatusOr<std::string> RankEngine::warmUp()
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kLoaded));
    absl::StatusOr<std::string> found = warmUpTogether();
    if (!found.ok()) {
        abortGroups(base::failureInfo(found.status()).what);
        return found;
    }
    m_stage = Stage::kWarm;
    if (m_loop->leads()) {
        m_queue.open();
    }
    return found;
}

absl::StatusOr<std::string> RankEngine::warmUpTogether()
{
    if (!m_loop->leads()) {
        FIRSTLIGHT_RETURN_IF_ERROR(m_loop->follow());
        return "first forward pass followed";
    }
    FIRSTLIGHT_RETURN_IF_ERROR(runWarmUp(*m_loop, warmUpText(m_config.spec, m_limits)));
    if (m_config.spec.vision) {
        FIRSTLIGHT_RETURN_IF_ERROR(runWarmUp(*m_loop, warmUpImage(m_config.spec)));
    }
    FIRSTLIGHT_RETURN_IF_ERROR(m_loop->end());
    return m_config.spec.vision ? "text and image pass, all logits finite" : "text pass, all logits finite";
}

absl::Status RankEngine::serve()
{
    FIRSTLIGHT_RETURN_IF_ERROR(require(Stage::kWarm));
    const absl::Status status = m_loop->leads() ? serveAsLeader() : m_loop->follow();
    if (!status.ok()) {
        abortGroups(base::failureInfo(status).what);
    }
    return status;
}

absl::Status RankEngine::serveAsLeader()
{
    Scheduler scheduler(m_config.spec, m_limits, m_config.maxSequences, m_kvBlockCount, m_queue);
    const absl::Status status = m_loop->serve(scheduler, m_queue);
    if (!status.ok()) {
        // First of all the other ranks: they wait for this one.
        abortGroups(base::failureInfo(status).what);
        scheduler.failAll(base::failure(reasons::kGenerationInterrupted, absl::StatusCode::kAborted,
                                        {{"detail", base::failureInfo(status).what}}));
        observe(scheduler.counters());
    }
    return status;
}

void RankEngine::stop()
{
    m_queue.stop();
}

void RankEngine::abort(std::string_view reason)
{
    m_queue.abort(reason);
    abortGroups(reason);
}

void RankEngine::abortGroups(std::string_view reason)
{
    for (collective::Communicator* group :
         {m_communicators.replica, m_communicators.tensor, m_communicators.pipeline}) {
        if (group != nullptr) {
            group->abort(reason);
        }
    }
}

absl::Status RankEngine::submit(GenerationRequest request, GenerationSink sink)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(PendingRequest pending,
                                checkRequest(m_config.spec, m_limits, std::move(request), std::move(sink)));
    return m_queue.push(std::move(pending));
}

void RankEngine::cancel(const std::string& requestId)
{
    m_queue.cancel(requestId);
}

void RankEngine::observe(const StepCounters& counters)
{
    const std::lock_guard lock(m_mutex);
    m_counters = counters;
    ++m_steps;
}

EngineStats RankEngine::stats() const
{
    EngineStats stats;
    for (int index = 0; index < kMemoryClassCount; ++index) {
        stats.memoryBytes[index] = m_pool.usedBytes(static_cast<MemoryClass>(index));
        stats.peakBytes[index] = m_pool.peakBytes(static_cast<MemoryClass>(index));
    }
    stats.capacityBytes = m_pool.capacityBytes();
    stats.kvTokensCapacity = std::int64_t{m_kvBlockCount} * kKvBlockTokens;
    stats.loadedBytesTotal = m_loadedBytes;
    stats.stepsTotal = m_steps;
    const std::lock_guard lock(m_mutex);
    stats.kvTokensUsed = m_counters.kvTokens;
    stats.runningSequences = m_counters.running;
    stats.waitingSequences = m_counters.waiting;
    stats.promptTokensTotal = m_counters.promptTokensTotal;
    stats.generatedTokensTotal = m_counters.generatedTokensTotal;
    return stats;
}

std::vector<SliceInfo> RankEngine::slices() const
{
    const std::lock_guard lock(m_mutex);
    return m_sliceInfos;
}

SliceInfo RankEngine::sliceInfo(std::size_t index) const
{
    const LoadItem& item = m_weights.items()[index];
    SliceInfo info;
    info.tensor = item.entry->name;
    info.role = m_config.spec.tensors[static_cast<std::size_t>(item.expectedIndex)].role;
    info.dtype = item.entry->dtype;
    info.tensorShape = item.entry->shape;
    info.shape = sliceShape(item);
    info.sizeBytes = item.sizeBytes;
    info.file = m_index.files[static_cast<std::size_t>(item.entry->file)].name;
    return info;
}

std::int64_t RankEngine::vocabularyBegin() const
{
    for (const plan::TensorSlice& slice : m_slices) {
        if (m_config.spec.tensors[static_cast<std::size_t>(slice.tensorIndex)].role.role == "embedding") {
            return slice.ranges.empty() ? 0 : slice.ranges.front().first;
        }
    }
    return 0;
}

} // namespace firstlight::engine
