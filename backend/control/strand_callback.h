#pragma once

#include "backend/base/executor.h"

#include <memory>
#include <utility>

namespace firstlight::control {

// A callback for any thread: posts handle(self, values...) to the strand, where it runs only if `self` still lives.
template <typename Self, typename Handle>
auto strandCallback(std::weak_ptr<Self> weak, base::Executor& strand, Handle handle)
{
    return [weak = std::move(weak), strand = &strand, handle = std::move(handle)](auto&&... values) {
        strand->post([weak, handle, ... values = std::forward<decltype(values)>(values)]() mutable {
            if (const auto self = weak.lock()) {
                handle(*self, std::move(values)...);
            }
        });
    };
}

} // namespace firstlight::control
