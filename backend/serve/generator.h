// Who turns prompts into tokens: the leader of a deployment's ranks.
#pragma once

#include "backend/api/worker.pb.h"

#include <absl/status/status.h>

#include <functional>
#include <memory>

namespace firstlight::serve {

class Generator
{
public:
    struct Sink {
        std::function<void(const v1::GenerateEvent&)> onEvent;
        std::function<void(absl::Status)> onDone; // once, after the last event; OK after a finish reason
    };
    // Ends a generation in progress; onDone follows.
    using Cancel = std::function<void()>;

    virtual ~Generator() = default;
    // The sink is called on any thread, one call at a time.
    virtual Cancel generate(v1::GenerateRequest request, Sink sink) = 0;
};

} // namespace firstlight::serve
