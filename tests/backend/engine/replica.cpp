#include "tests/backend/engine/replica.h"

#include "backend/base/failure.h"
#include "backend/collective/in_memory.h"

#include <utility>

namespace firstlight::engine {

namespace {

absl::Status runStages(Engine& engine)
{
    FIRSTLIGHT_RETURN_IF_ERROR(engine.readMetadata().status());
    FIRSTLIGHT_RETURN_IF_ERROR(engine.validate().status());
    FIRSTLIGHT_RETURN_IF_ERROR(engine.allocate().status());
    FIRSTLIGHT_RETURN_IF_ERROR(engine.streamWeights({}).status());
    FIRSTLIGHT_RETURN_IF_ERROR(engine.releaseHostCache().status());
    return engine.warmUp().status();
}

std::vector<collective::Communicator*> makeGroup(const std::string& name, int size,
                                                 std::vector<std::unique_ptr<collective::Communicator>>& owner)
{
    std::vector<collective::Communicator*> group;
    if (size == 1) {
        return {nullptr};
    }
    for (auto& communicator : collective::makeInMemoryGroup(name, size)) {
        group.push_back(communicator.get());
        owner.push_back(std::move(communicator));
    }
    return group;
}

} // namespace

GenerationSink Answer::sink()
{
    return [this](const absl::StatusOr<GeneratedToken>& token) {
        const std::lock_guard lock(m_mutex);
        if (!token.ok()) {
            m_failure = token.status();
        } else {
            if (token->token >= 0) {
                m_tokens.push_back(*token);
            }
            m_finishReason = token->finishReason;
        }
        m_changed.notify_all();
    };
}

void Answer::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_failure || !m_finishReason.empty(); });
}

void Answer::waitForTokens(std::size_t count)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this, count] { return m_failure || !m_finishReason.empty() || m_tokens.size() >= count; });
}

std::vector<std::int32_t> Answer::tokens() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::int32_t> result;
    for (const GeneratedToken& token : m_tokens) {
        result.push_back(token.token);
    }
    return result;
}

std::vector<float> Answer::logprobs() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<float> result;
    for (const GeneratedToken& token : m_tokens) {
        result.push_back(token.logprob);
    }
    return result;
}

std::string Answer::finishReason() const
{
    const std::lock_guard lock(m_mutex);
    return m_finishReason;
}

std::optional<absl::Status> Answer::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

Replica::Replica(const std::string& directory, const model::ModelSpec& spec, const plan::Layout& layout,
                 const ReplicaOptions& options)
{
    const std::int32_t tp = layout.tensorParallel;
    const std::int32_t pp = layout.pipelineParallel;
    const auto replica = makeGroup("replica", tp * pp, m_communicators);
    std::vector<std::vector<collective::Communicator*>> tensor;
    std::vector<std::vector<collective::Communicator*>> pipeline;
    for (std::int32_t stage = 0; stage < pp; ++stage) {
        tensor.push_back(makeGroup("tensor" + std::to_string(stage), tp, m_communicators));
    }
    for (std::int32_t part = 0; part < tp; ++part) {
        pipeline.push_back(makeGroup("pipeline" + std::to_string(part), pp, m_communicators));
    }
    for (std::int32_t rank = 0; rank < tp * pp; ++rank) {
        const auto stage = static_cast<std::size_t>(rank / tp);
        const auto part = static_cast<std::size_t>(rank % tp);
        absl::StatusOr<std::unique_ptr<Engine>> engine =
            Engine::create({directory, spec, layout, rank, options.capacityBytes, options.maxSequences,
                            options.maxContextTokens, options.threadCount},
                           {replica[static_cast<std::size_t>(rank)], tensor[stage][part], pipeline[part][stage]});
        m_created.push_back(engine.status());
        m_engines.push_back(engine.ok() ? std::move(engine).value() : nullptr);
    }
}

Replica::~Replica()
{
    stop();
}

absl::Status Replica::start()
{
    for (const absl::Status& status : m_created) {
        FIRSTLIGHT_RETURN_IF_ERROR(status);
    }
    std::vector<absl::Status> ready(m_engines.size());
    std::vector<std::thread> starters;
    for (std::size_t rank = 0; rank < m_engines.size(); ++rank) {
        starters.emplace_back([this, rank, &ready] { ready[rank] = runStages(*m_engines[rank]); });
    }
    for (std::thread& starter : starters) {
        starter.join();
    }
    for (const absl::Status& status : ready) {
        FIRSTLIGHT_RETURN_IF_ERROR(status);
    }
    m_served.resize(m_engines.size());
    for (std::size_t rank = 0; rank < m_engines.size(); ++rank) {
        m_threads.emplace_back([this, rank] { m_served[rank] = m_engines[rank]->serve(); });
    }
    return absl::OkStatus();
}

std::vector<absl::Status> Replica::stop()
{
    for (const auto& engine : m_engines) {
        if (engine) {
            engine->stop();
        }
    }
    return join();
}

std::vector<absl::Status> Replica::join()
{
    for (std::thread& thread : m_threads) {
        thread.join();
    }
    m_threads.clear();
    return m_served;
}

absl::StatusOr<std::vector<std::int32_t>> Replica::generate(const GenerationRequest& request)
{
    Answer answer;
    FIRSTLIGHT_RETURN_IF_ERROR(leader().submit(request, answer.sink()));
    answer.wait();
    if (answer.failure()) {
        return *answer.failure();
    }
    return answer.tokens();
}

} // namespace firstlight::engine
