// Deadlines of calls to agents and workers. Those that may take long are watched by the stall limit of their stage and
// by heartbeats; their deadline only keeps a forgotten call from living for ever.
#pragma once

#include <chrono>

namespace firstlight::control {

inline constexpr std::chrono::seconds kStartRankTimeout{30};
inline constexpr std::chrono::seconds kStopRankTimeout{10};
inline constexpr std::chrono::seconds kCommCheckTimeout{120};
inline constexpr std::chrono::seconds kDescribeTimeout{30};
inline constexpr std::chrono::hours kLongTimeout{24};

} // namespace firstlight::control
