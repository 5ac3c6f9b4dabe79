// Waiting for an EventWord: a short spin, then sleep in the kernel. Works between processes and between threads.
#pragma once

#include "backend/collective/segment.h"

#include <chrono>

namespace firstlight::collective {

// How long a waiter of a group of `rankCount` spins before it sleeps. With more ranks than processors a spinning rank
// holds the processor that the missing one needs, so it hardly spins at all.
std::chrono::nanoseconds spinDuration(int rankCount);

// Publishes `value` and wakes those who sleep.
void advance(EventWord& word, std::uint32_t value);

// Wakes sleepers without a new value, so that they look at the abort state.
void wakeAll(EventWord& word);

// Counters wrap around; the difference between a waiter and what it waits for stays far below 2^31.
inline bool hasReached(const EventWord& word, std::uint32_t target)
{
    return static_cast<std::int32_t>(word.value.load(std::memory_order_acquire) - target) >= 0;
}

// True when reached while spinning. Gives up early when `stop` becomes anything but zero.
bool spinUntilReached(const EventWord& word, std::uint32_t target, const std::atomic<std::uint32_t>& stop,
                      std::chrono::nanoseconds duration);

// Sleeps until the word changes, is woken, or `limit` has passed; returns at once when already reached.
void sleepUntilChanged(EventWord& word, std::uint32_t target, std::chrono::milliseconds limit);

} // namespace firstlight::collective
