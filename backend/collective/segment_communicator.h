// The operations over a Segment; what differs between threads and processes is only where the memory comes from.
#pragma once

#include "backend/collective/communicator.h"
#include "backend/collective/group_options.h"
#include "backend/collective/segment.h"

#include <array>
#include <optional>

namespace firstlight::collective {

// Knows which ranks of the group can no longer come.
class PeerMonitor
{
public:
    virtual ~PeerMonitor() = default;
    virtual std::optional<int> findDeadRank() = 0; // called by the rank's own thread while it sleeps
};

class SegmentCommunicator final : public Communicator
{
public:
    struct Membership {
        std::string name;
        int rank = 0;
        int size = 1;
        std::string_view link; // of static lifetime
    };

    // `owner` keeps the segment's memory; `monitor` may be null.
    SegmentCommunicator(Membership membership, GroupOptions options, Segment segment, std::shared_ptr<void> owner,
                        std::unique_ptr<PeerMonitor> monitor);

    const std::string& name() const override { return m_membership.name; }
    int rank() const override { return m_membership.rank; }
    int size() const override { return m_membership.size; }
    std::string_view link() const override { return m_membership.link; }

    absl::Status allReduce(std::span<float> values, ReduceOp op) override;
    absl::Status allGather(std::span<const std::byte> input, std::span<std::byte> output) override;
    absl::Status broadcast(std::span<std::byte> data, int root) override;
    absl::Status send(std::span<const std::byte> data, int to) override;
    absl::Status receive(std::span<std::byte> data, int from) override;
    absl::Status barrier() override;
    absl::Status broadcastMessage(std::vector<std::byte>& message, int root) override;
    void abort(std::string_view reason) override;
    std::vector<OperationCounter> counters() const override;
    Progress progress() const override;

private:
    enum Operation : std::uint32_t { kNone, kAllReduce, kAllGather, kBroadcast, kSend, kReceive, kBarrier, kMessage };
    static constexpr int kOperationCount = 8;
    static const char* const kOperationNames[kOperationCount];

    enum class AbortKind { kStopped, kMismatch };

    struct AtomicCounter {
        std::atomic<std::int64_t> count{0};
        std::atomic<std::int64_t> bytes{0};
        std::atomic<std::int64_t> nanoseconds{0};
    };

    // Progress and counters around one operation.
    class Scope;

    // A wait for one rank; `patient`: without a time limit.
    struct Wait {
        EventWord* word;
        std::uint32_t target;
        int peer;
        bool patient = false;
    };

    template <typename Body>
    absl::Status perform(Operation operation, std::size_t bytes, Body&& body);

    // Opens an operation: describes it, lets `publish` fill this rank's area, waits for all, compares. `patientRoot`:
    // the rank that may take as long as it likes; -1: none.
    template <typename Publish>
    absl::Status firstStep(OperationHeader header, int patientRoot, Publish&& publish);
    // A later step of the same operation.
    template <typename Publish>
    absl::Status nextStep(Publish&& publish);
    absl::Status arriveAndWait(int patientRoot);
    absl::Status compareHeaders(const OperationHeader& mine);
    absl::Status waitFor(const Wait& wait);
    absl::Status checkAbort() const;
    absl::Status timedOut(const Wait& wait);
    absl::Status peerDied(int peer);
    absl::Status mismatch(const std::string& detail);
    void publishAbort(AbortKind kind, std::string_view text);

    // One chunk; `header` describes the whole operation and is given with its first chunk.
    absl::Status reduceSmall(std::span<float> values, ReduceOp op, const OperationHeader* header);
    absl::Status reduceLarge(std::span<float> values, ReduceOp op, const OperationHeader* header);
    absl::Status broadcastChunks(std::span<std::byte> data, int root);
    const std::byte* areaOf(int peer) const { return m_segment.area(peer, m_step); }
    std::byte* ownArea() const { return m_segment.area(rank(), m_step); }
    std::string describe(const OperationHeader& header) const;
    std::string missingRanks(const Wait& wait) const;

    const Membership m_membership;
    const GroupOptions m_options;
    const Segment m_segment;
    const std::shared_ptr<void> m_owner;
    const std::unique_ptr<PeerMonitor> m_monitor;
    const std::chrono::nanoseconds m_spin;

    std::uint32_t m_step = 0;
    std::uint64_t m_sequence = 0; // of collectives

    std::array<AtomicCounter, kOperationCount> m_counters;
    std::atomic<std::int64_t> m_lastEntered{0};
    std::atomic<std::int64_t> m_lastCompleted{0};
    std::atomic<std::uint32_t> m_currentOperation{kNone};
};

} // namespace firstlight::collective
