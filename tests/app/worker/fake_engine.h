// An engine without a model: stages that say their name, answers that count, and the same collectives between ranks
// as a real one has.
#pragma once

#include "backend/base/failure.h"
#include "backend/engine/engine.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>

namespace firstlight::test {

// What the test decides, and what it can see.
struct FakeEngineScript {
    std::string failingStage;             // its method's name
    std::atomic<bool> failServing{false}; // the leader's next step fails
    std::atomic<bool> holdTokens{false};  // requests get no tokens while it is set
    std::atomic<int> submitted{0};
    std::atomic<int> cancelled{0};
    int sliceCount = 3;
};

class FakeEngine final : public engine::Engine
{
public:
    FakeEngine(engine::EngineConfig config, engine::Communicators groups, FakeEngineScript& script)
        : m_config(std::move(config)), m_groups(groups), m_script(script)
    {
    }

    absl::StatusOr<std::string> readMetadata() override { return stage("readMetadata"); }
    absl::StatusOr<std::string> validate() override { return stage("validate"); }
    absl::StatusOr<std::string> allocate() override { return stage("allocate"); }
    absl::StatusOr<std::string> releaseHostCache() override { return stage("releaseHostCache"); }
    absl::StatusOr<std::string> warmUp() override { return stage("warmUp"); }
    absl::StatusOr<std::string> streamWeights(const engine::LoadProgress& progress) override
    {
        progress(1, 100);
        progress(100, 100);
        return stage("streamWeights");
    }

    absl::Status serve() override { return leads() ? lead() : follow(); }

    void stop() override
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
        m_changed.notify_all();
    }

    void abort(std::string_view reason) override
    {
        if (m_groups.replica != nullptr) {
            m_groups.replica->abort(reason);
        }
        stop();
    }

    absl::Status submit(engine::GenerationRequest request, engine::GenerationSink sink) override
    {
        if (request.tokens.empty()) {
            return base::failure(reasons::kRequestInvalid, {{"detail", "no tokens"}});
        }
        const std::lock_guard lock(m_mutex);
        m_requests.emplace_back(std::move(request), std::move(sink));
        ++m_script.submitted;
        m_changed.notify_all();
        return absl::OkStatus();
    }

    void cancel(const std::string& requestId) override
    {
        const std::lock_guard lock(m_mutex);
        m_cancelled.insert(requestId);
        ++m_script.cancelled;
        m_changed.notify_all();
    }

    engine::EngineStats stats() const override
    {
        engine::EngineStats stats;
        stats.memoryBytes[0] = 1234;
        stats.capacityBytes = m_config.capacityBytes;
        stats.kvTokensCapacity = m_config.maxContextTokens;
        return stats;
    }

    std::vector<engine::SliceInfo> slices() const override
    {
        std::vector<engine::SliceInfo> slices(static_cast<std::size_t>(m_script.sliceCount));
        for (std::size_t index = 0; index < slices.size(); ++index) {
            slices[index].tensor = "tensor" + std::to_string(index);
            slices[index].role.role = "attention.q";
            slices[index].shape = {2, 3};
            slices[index].state = engine::SliceState::kLoaded;
        }
        return slices;
    }

private:
    bool leads() const { return m_groups.replica == nullptr || m_groups.replica->rank() == 0; }

    absl::StatusOr<std::string> stage(const std::string& name) const
    {
        if (name == m_script.failingStage) {
            return base::failure(
                reasons::kAllocationFailed,
                {{"rank", std::to_string(m_config.rank)}, {"bytes", "1"}, {"memory_class", "weights"}});
        }
        return name;
    }

    // One word to the followers: 1 go on, 0 the end.
    absl::Status tellFollowers(std::byte word)
    {
        std::vector<std::byte> message{word};
        return m_groups.replica == nullptr ? absl::OkStatus() : m_groups.replica->broadcastMessage(message, 0);
    }

    absl::Status lead()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_changed.wait_for(lock, std::chrono::milliseconds(10),
                               [this] { return m_stopped || !m_requests.empty(); });
            if (m_script.failServing) {
                return base::failure(reasons::kInternal, {{"detail", "the fake broke"}});
            }
            if (m_stopped) {
                lock.unlock();
                return tellFollowers(std::byte{0});
            }
            if (!m_requests.empty()) {
                auto [request, sink] = std::move(m_requests.front());
                m_requests.pop_front();
                lock.unlock();
                FIRSTLIGHT_RETURN_IF_ERROR(tellFollowers(std::byte{1}));
                answer(request, sink);
                lock.lock();
            }
        }
    }

    absl::Status follow()
    {
        std::vector<std::byte> message;
        do {
            FIRSTLIGHT_RETURN_IF_ERROR(m_groups.replica->broadcastMessage(message, 0));
        } while (message.at(0) != std::byte{0});
        return absl::OkStatus();
    }

    void answer(const engine::GenerationRequest& request, const engine::GenerationSink& sink)
    {
        std::unique_lock lock(m_mutex);
        while (m_script.holdTokens && !m_cancelled.contains(request.id) && !m_stopped) {
            m_changed.wait_for(lock, std::chrono::milliseconds(10));
        }
        const bool cancelled = m_cancelled.contains(request.id) || m_stopped;
        lock.unlock();
        if (cancelled) {
            sink(engine::GeneratedToken{-1, 0, "cancelled"});
            return;
        }
        for (int index = 1; index <= request.sampling.maxTokens; ++index) {
            sink(engine::GeneratedToken{request.tokens[0] + index, -0.5F,
                                        index == request.sampling.maxTokens ? "length" : ""});
        }
    }

    const engine::EngineConfig m_config;
    const engine::Communicators m_groups;
    FakeEngineScript& m_script;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::pair<engine::GenerationRequest, engine::GenerationSink>> m_requests;
    std::set<std::string> m_cancelled;
    bool m_stopped = false;
};

} // namespace firstlight::test
