// Collective operations within a group of ranks, one interface for every transport.
//
// A Communicator is used by one thread at a time. abort() may be called from any thread, also while another is inside
// an operation, and makes it and all later operations of every rank of the group return kAborted. Each operation has
// the timeout given at creation: it returns kCollectiveTimeout naming the ranks that did not come. Ranks that call
// different operations, sizes or dtypes get kCollectiveMismatch, never a hang.
#pragma once

#include <absl/status/status.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace firstlight::collective {

enum class ReduceOp { kSum, kMax };

struct OperationCounter {
    std::string operation; // "all_reduce", "all_gather", "broadcast", "send", "receive", "barrier"
    std::int64_t count = 0;
    std::int64_t totalBytes = 0;
    std::chrono::microseconds totalTime{0};
};

struct Progress {
    std::int64_t lastEntered = 0; // sequence numbers, from 1
    std::int64_t lastCompleted = 0;
    std::string currentOperation; // empty: none
};

class Communicator
{
public:
    virtual ~Communicator() = default;
    Communicator() = default;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    virtual const std::string& name() const = 0;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual std::string_view link() const = 0; // "shared memory", "in memory", ...

    // In place, fp32. Every rank gets the same bits: contributions are added in rank order.
    virtual absl::Status allReduce(std::span<float> values, ReduceOp op) = 0;
    // `output` holds size() parts of input.size() each, in rank order.
    virtual absl::Status allGather(std::span<const std::byte> input, std::span<std::byte> output) = 0;
    virtual absl::Status broadcast(std::span<std::byte> data, int root) = 0;
    virtual absl::Status send(std::span<const std::byte> data, int to) = 0;
    virtual absl::Status receive(std::span<std::byte> data, int from) = 0;
    virtual absl::Status barrier() = 0;

    // Like broadcast of a message whose size only the root knows. May wait without limit for the root to speak
    // (a follower idles between requests) but not for the followers; abort() ends the wait.
    virtual absl::Status broadcastMessage(std::vector<std::byte>& message, int root) = 0;

    virtual void abort(std::string_view reason) = 0;

    virtual std::vector<OperationCounter> counters() const = 0; // any thread
    virtual Progress progress() const = 0;                      // any thread
};

} // namespace firstlight::collective
