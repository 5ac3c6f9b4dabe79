// What the makers of communicators have in common.
#pragma once

#include <chrono>

namespace firstlight::collective {

struct GroupOptions {
    std::chrono::milliseconds operationTimeout{20'000}; // an operation that waits longer for a rank fails
};

// How soon a rank that sleeps in an operation notices that another process of its group is gone.
inline constexpr std::chrono::milliseconds kLivenessInterval{100};

} // namespace firstlight::collective
