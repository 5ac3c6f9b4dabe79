// Several replicas of a model as one: questions go to their leaders in turn.
#pragma once

#include "backend/serve/generator.h"

#include <atomic>
#include <memory>
#include <vector>

namespace firstlight::serve {

// Thread-safe.
class ReplicaGenerator final : public Generator
{
public:
    explicit ReplicaGenerator(std::vector<std::shared_ptr<Generator>> leaders) : m_leaders(std::move(leaders)) {}

    Cancel generate(v1::GenerateRequest request, Sink sink) override
    {
        return m_leaders[m_next++ % m_leaders.size()]->generate(std::move(request), std::move(sink));
    }

private:
    const std::vector<std::shared_ptr<Generator>> m_leaders; // at least one
    std::atomic<std::size_t> m_next{0};
};

} // namespace firstlight::serve
