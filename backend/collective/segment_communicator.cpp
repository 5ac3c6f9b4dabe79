#include "backend/collective/segment_communicator.h"

#include "backend/base/failure.h"
#include "backend/collective/event_wait.h"
#include "backend/collective/reduce.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace firstlight::collective {
namespace {

using std::chrono::steady_clock;

// Up to here every rank adds all contributions itself: one wait. Above, each adds its share for all: two waits, but
// less memory traffic.
constexpr std::size_t kSmallReduceFloats = 16 << 10;
constexpr std::size_t kChunkFloats = kAreaHalfBytes / sizeof(float);
constexpr std::size_t kMaxBroadcastMessageBytes = 256 << 20;
constexpr std::chrono::milliseconds kShortestSleep{1};

// The part of `count` values that `rank` adds up.
std::pair<std::size_t, std::size_t> shareOf(int rank, int size, std::size_t count)
{
    const std::size_t share = (count + size - 1) / size;
    const std::size_t begin = std::min(count, share * rank);
    return {begin, std::min(count, begin + share)};
}

} // namespace

const char* const SegmentCommunicator::kOperationNames[kOperationCount] = {
    "", "all_reduce", "all_gather", "broadcast", "send", "receive", "barrier", "broadcast_message"};

class SegmentCommunicator::Scope
{
public:
    Scope(SegmentCommunicator& communicator, Operation operation, std::size_t bytes)
        : m_communicator(communicator)
        , m_counter(communicator.m_counters[operation])
        , m_bytes(bytes)
        , m_start(steady_clock::now())
    {
        m_communicator.m_lastEntered.fetch_add(1, std::memory_order_relaxed);
        m_communicator.m_currentOperation.store(operation, std::memory_order_relaxed);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    // The operation has succeeded. One that failed stays visible as the current one.
    void complete()
    {
        const auto elapsed = std::chrono::duration_cast<std::chrono::nanoseconds>(steady_clock::now() - m_start);
        m_counter.count.fetch_add(1, std::memory_order_relaxed);
        m_counter.bytes.fetch_add(static_cast<std::int64_t>(m_bytes), std::memory_order_relaxed);
        m_counter.nanoseconds.fetch_add(elapsed.count(), std::memory_order_relaxed);
        m_communicator.m_currentOperation.store(kNone, std::memory_order_relaxed);
        m_communicator.m_lastCompleted.store(m_communicator.m_lastEntered.load(std::memory_order_relaxed),
                                             std::memory_order_relaxed);
    }

private:
    SegmentCommunicator& m_communicator;
    AtomicCounter& m_counter;
    const std::size_t m_bytes;
    const steady_clock::time_point m_start;
};

SegmentCommunicator::SegmentCommunicator(Membership membership, GroupOptions options, Segment segment,
                                         std::shared_ptr<void> owner, std::unique_ptr<PeerMonitor> monitor)
    : m_membership(std::move(membership))
    , m_options(options)
    , m_segment(segment)
    , m_owner(std::move(owner))
    , m_monitor(std::move(monitor))
    , m_spin(spinDuration(m_membership.size))
{
}

template <typename Body>
absl::Status SegmentCommunicator::perform(Operation operation, std::size_t bytes, Body&& body)
{
    Scope scope(*this, operation, bytes);
    FIRSTLIGHT_RETURN_IF_ERROR(checkAbort());
    FIRSTLIGHT_RETURN_IF_ERROR(body());
    scope.complete();
    return absl::OkStatus();
}

template <typename Publish>
absl::Status SegmentCommunicator::firstStep(OperationHeader header, int patientRoot, Publish&& publish)
{
    ++m_step;
    header.sequence = ++m_sequence;
    m_segment.slot(rank()).headers[m_step % 2] = header;
    publish();
    FIRSTLIGHT_RETURN_IF_ERROR(arriveAndWait(patientRoot));
    return compareHeaders(header);
}

template <typename Publish>
absl::Status SegmentCommunicator::nextStep(Publish&& publish)
{
    ++m_step;
    publish();
    return arriveAndWait(-1);
}

absl::Status SegmentCommunicator::arriveAndWait(int patientRoot)
{
    advance(m_segment.slot(rank()).arrived, m_step);
    if (patientRoot >= 0 && patientRoot != rank()) {
        FIRSTLIGHT_RETURN_IF_ERROR(waitFor({&m_segment.slot(patientRoot).arrived, m_step, patientRoot, true}));
    }
    for (int peer = 0; peer < size(); ++peer) {
        FIRSTLIGHT_RETURN_IF_ERROR(waitFor({&m_segment.slot(peer).arrived, m_step, peer}));
    }
    return absl::OkStatus();
}

absl::Status SegmentCommunicator::compareHeaders(const OperationHeader& mine)
{
    for (int peer = 0; peer < size(); ++peer) {
        const OperationHeader theirs = m_segment.slot(peer).headers[m_step % 2];
        if (theirs.sequence != mine.sequence || theirs.operation != mine.operation || theirs.bytes != mine.bytes ||
            theirs.argument != mine.argument) {
            return mismatch("rank " + std::to_string(rank()) + " calls " + describe(mine) + ", rank " +
                            std::to_string(peer) + " calls " + describe(theirs));
        }
    }
    return absl::OkStatus();
}

absl::Status SegmentCommunicator::waitFor(const Wait& wait)
{
    const auto& abortState = m_segment.header().abortState;
    if (hasReached(*wait.word, wait.target) || spinUntilReached(*wait.word, wait.target, abortState, m_spin)) {
        return absl::OkStatus();
    }
    const auto deadline = steady_clock::now() + m_options.operationTimeout;
    auto nextLook = steady_clock::now() + kLivenessInterval;
    while (!hasReached(*wait.word, wait.target)) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkAbort());
        const auto now = steady_clock::now();
        if (!wait.patient && now >= deadline) {
            return timedOut(wait);
        }
        if (now >= nextLook) {
            nextLook = now + kLivenessInterval;
            if (const auto dead = m_monitor ? m_monitor->findDeadRank() : std::nullopt) {
                return peerDied(*dead);
            }
        }
        const auto until = wait.patient ? nextLook : std::min(nextLook, deadline);
        sleepUntilChanged(*wait.word, wait.target,
                          std::max(kShortestSleep, std::chrono::ceil<std::chrono::milliseconds>(until - now)));
    }
    return absl::OkStatus();
}

absl::Status SegmentCommunicator::allReduce(std::span<float> values, ReduceOp op)
{
    return perform(kAllReduce, values.size_bytes(), [&] {
        const OperationHeader header{0, values.size_bytes(), kAllReduce, static_cast<std::int32_t>(op)};
        const OperationHeader* opening = &header;
        do {
            const auto chunk = values.subspan(0, std::min(values.size(), kChunkFloats));
            const bool small = chunk.size() <= kSmallReduceFloats || size() == 1;
            FIRSTLIGHT_RETURN_IF_ERROR(small ? reduceSmall(chunk, op, opening) : reduceLarge(chunk, op, opening));
            values = values.subspan(chunk.size());
            opening = nullptr;
        } while (!values.empty());
        return absl::OkStatus();
    });
}

absl::Status SegmentCommunicator::reduceSmall(std::span<float> values, ReduceOp op, const OperationHeader* header)
{
    const auto publish = [&] {
        if (!values.empty()) {
            std::memcpy(ownArea(), values.data(), values.size_bytes());
        }
    };
    FIRSTLIGHT_RETURN_IF_ERROR(header != nullptr ? firstStep(*header, -1, publish) : nextStep(publish));
    const auto part = [&](int peer) { return reinterpret_cast<const float*>(areaOf(peer)); };
    if (size() > 1) {
        reducePair(values.data(), part(0), part(1), values.size(), op);
    }
    for (int peer = 2; peer < size(); ++peer) {
        reduceInto(values.data(), part(peer), values.size(), op);
    }
    return absl::OkStatus();
}

absl::Status SegmentCommunicator::reduceLarge(std::span<float> values, ReduceOp op, const OperationHeader* header)
{
    const auto [begin, end] = shareOf(rank(), size(), values.size());
    const auto publishAll = [&] { std::memcpy(ownArea(), values.data(), values.size_bytes()); };
    FIRSTLIGHT_RETURN_IF_ERROR(header != nullptr ? firstStep(*header, -1, publishAll) : nextStep(publishAll));

    const std::uint32_t gatheredStep = m_step;
    const auto part = [&](int peer) {
        return reinterpret_cast<const float*>(m_segment.area(peer, gatheredStep)) + begin;
    };
    const auto publishSum = [&, begin = begin, end = end] {
        auto* sum = reinterpret_cast<float*>(ownArea());
        reducePair(sum, part(0), part(1), end - begin, op);
        for (int peer = 2; peer < size(); ++peer) {
            reduceInto(sum, part(peer), end - begin, op);
        }
    };
    FIRSTLIGHT_RETURN_IF_ERROR(nextStep(publishSum));
    for (int peer = 0; peer < size(); ++peer) {
        const auto [peerBegin, peerEnd] = shareOf(peer, size(), values.size());
        std::memcpy(values.data() + peerBegin, areaOf(peer), (peerEnd - peerBegin) * sizeof(float));
    }
    return absl::OkStatus();
}

absl::Status SegmentCommunicator::allGather(std::span<const std::byte> input, std::span<std::byte> output)
{
    assert(output.size() == input.size() * static_cast<std::size_t>(size()));
    return perform(kAllGather, input.size(), [&] {
        std::size_t done = 0;
        do {
            const std::size_t count = std::min(input.size() - done, kAreaHalfBytes);
            const auto publish = [&] { std::copy_n(input.data() + done, count, ownArea()); };
            FIRSTLIGHT_RETURN_IF_ERROR(done == 0 ? firstStep({0, input.size(), kAllGather, 0}, -1, publish)
                                                 : nextStep(publish));
            for (int peer = 0; peer < size(); ++peer) {
                std::copy_n(areaOf(peer), count, output.data() + peer * input.size() + done);
            }
            done += count;
        } while (done < input.size());
        return absl::OkStatus();
    });
}

absl::Status SegmentCommunicator::broadcast(std::span<std::byte> data, int root)
{
    return perform(kBroadcast, data.size(), [&] {
        FIRSTLIGHT_RETURN_IF_ERROR(firstStep({0, data.size(), kBroadcast, root}, -1, [] {}));
        return broadcastChunks(data, root);
    });
}

absl::Status SegmentCommunicator::broadcastChunks(std::span<std::byte> data, int root)
{
    while (!data.empty()) {
        const auto chunk = data.subspan(0, std::min(data.size(), kAreaHalfBytes));
        FIRSTLIGHT_RETURN_IF_ERROR(nextStep([&] {
            if (rank() == root) {
                std::memcpy(ownArea(), chunk.data(), chunk.size());
            }
        }));
        if (rank() != root) {
            std::memcpy(chunk.data(), areaOf(root), chunk.size());
        }
        data = data.subspan(chunk.size());
    }
    return absl::OkStatus();
}

absl::Status SegmentCommunicator::broadcastMessage(std::vector<std::byte>& message, int root)
{
    return perform(kMessage, rank() == root ? message.size() : 0, [&] {
        // The length and the beginning of the message travel together: one wait for a short message.
        constexpr std::size_t kFirstBytes = kAreaHalfBytes - sizeof(std::uint64_t);
        FIRSTLIGHT_RETURN_IF_ERROR(firstStep({0, 0, kMessage, root}, root, [&] {
            if (rank() == root) {
                const std::uint64_t length = message.size();
                std::memcpy(ownArea(), &length, sizeof length);
                std::copy_n(message.data(), std::min(message.size(), kFirstBytes), ownArea() + sizeof length);
            }
        }));
        if (rank() != root) {
            std::uint64_t length = 0;
            std::memcpy(&length, areaOf(root), sizeof length);
            if (length > kMaxBroadcastMessageBytes) {
                return mismatch("rank " + std::to_string(root) + " sends a message of " + std::to_string(length) +
                                " bytes");
            }
            message.resize(length);
            std::copy_n(areaOf(root) + sizeof length, std::min(message.size(), kFirstBytes), message.data());
        }
        return broadcastChunks(std::span(message).subspan(std::min(message.size(), kFirstBytes)), root);
    });
}

absl::Status SegmentCommunicator::barrier()
{
    return perform(kBarrier, 0, [&] { return firstStep({0, 0, kBarrier, 0}, -1, [] {}); });
}

absl::Status SegmentCommunicator::send(std::span<const std::byte> data, int to)
{
    return perform(kSend, data.size(), [&] {
        Pipe& pipe = m_segment.pipe(rank(), to);
        const std::size_t total = data.size();
        std::uint32_t sent = pipe.sent.value.load(std::memory_order_relaxed);
        do {
            FIRSTLIGHT_RETURN_IF_ERROR(waitFor({&pipe.received, sent + 1 - kPipeSlots, to}));
            const auto chunk = data.subspan(0, std::min(data.size(), kPipeSlotBytes));
            std::copy_n(chunk.data(), chunk.size(), m_segment.pipeData(rank(), to, sent % kPipeSlots));
            pipe.slots[sent % kPipeSlots] = {total, chunk.size()};
            advance(pipe.sent, ++sent);
            data = data.subspan(chunk.size());
        } while (!data.empty());
        return absl::OkStatus();
    });
}

absl::Status SegmentCommunicator::receive(std::span<std::byte> data, int from)
{
    return perform(kReceive, data.size(), [&] {
        Pipe& pipe = m_segment.pipe(from, rank());
        const std::size_t total = data.size();
        std::uint32_t received = pipe.received.value.load(std::memory_order_relaxed);
        do {
            FIRSTLIGHT_RETURN_IF_ERROR(waitFor({&pipe.sent, received + 1, from}));
            const PipeSlotHeader header = pipe.slots[received % kPipeSlots];
            const auto chunk = data.subspan(0, std::min(data.size(), kPipeSlotBytes));
            if (header.messageBytes != total || header.chunkBytes != chunk.size()) {
                return mismatch("rank " + std::to_string(from) + " sends " + std::to_string(header.messageBytes) +
                                " bytes, rank " + std::to_string(rank()) + " receives " + std::to_string(total));
            }
            std::copy_n(m_segment.pipeData(from, rank(), received % kPipeSlots), chunk.size(), chunk.data());
            advance(pipe.received, ++received);
            data = data.subspan(chunk.size());
        } while (!data.empty());
        return absl::OkStatus();
    });
}

std::vector<OperationCounter> SegmentCommunicator::counters() const
{
    std::vector<OperationCounter> counters;
    for (int operation = 1; operation < kOperationCount; ++operation) {
        const AtomicCounter& counter = m_counters[operation];
        if (const auto count = counter.count.load(std::memory_order_relaxed); count > 0) {
            const std::chrono::nanoseconds time(counter.nanoseconds.load(std::memory_order_relaxed));
            counters.push_back({kOperationNames[operation], count, counter.bytes.load(std::memory_order_relaxed),
                                std::chrono::duration_cast<std::chrono::microseconds>(time)});
        }
    }
    return counters;
}

Progress SegmentCommunicator::progress() const
{
    return {m_lastEntered.load(std::memory_order_relaxed), m_lastCompleted.load(std::memory_order_relaxed),
            kOperationNames[m_currentOperation.load(std::memory_order_relaxed)]};
}

} // namespace firstlight::collective
