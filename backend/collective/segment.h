// The memory in which the ranks of one host meet. Process-neutral: no pointers, only offsets; all words that several
// ranks touch are lock-free atomics.
//
// Steps. A collective is a series of steps that every rank takes equally often. In step s a rank writes its part into
// half s % 2 of its area, publishes s as its `arrived` word, waits until every rank has published s, and reads the
// others. One wait per step is enough: half s % 2 is written again in step s + 2, which nobody enters before all have
// published s + 1, that is, have finished reading step s. The first step of each operation also carries the operation's
// description, so ranks that disagree find out before they touch data.
//
// Pipes. Each ordered pair of ranks has a ring of kPipeSlots slots with counters `sent` and `received`.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace firstlight::collective {

inline constexpr std::uint32_t kSegmentMagic = 0x464C5347; // "FLSG"
inline constexpr std::uint32_t kSegmentVersion = 1;
inline constexpr std::size_t kAreaHalfBytes = 256 << 10;
inline constexpr std::size_t kPipeSlotBytes = 128 << 10;
inline constexpr std::uint32_t kPipeSlots = 2;
inline constexpr std::size_t kMaxAbortTextBytes = 1000;
inline constexpr int kMaxRanks = 64; // of one host

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<std::uint64_t>::is_always_lock_free);

// A 32-bit word that one side advances and others wait for.
struct alignas(128) EventWord {
    std::atomic<std::uint32_t> value{0};
    std::atomic<std::uint32_t> waiters{0}; // asleep, or about to be
};

struct OperationHeader {
    std::uint64_t sequence = 0; // of collectives in this communicator, from 1
    std::uint64_t bytes = 0;
    std::uint32_t operation = 0;
    std::int32_t argument = 0; // root or reduction
};

struct alignas(128) RankSlot {
    EventWord arrived;
    OperationHeader headers[2];
};

struct alignas(128) PipeSlotHeader {
    std::uint64_t messageBytes = 0;
    std::uint64_t chunkBytes = 0;
};

struct Pipe {
    EventWord sent;
    EventWord received;
    PipeSlotHeader slots[kPipeSlots];
};

enum AbortState : std::uint32_t { kNotAborted = 0, kAbortBeingWritten = 1, kAbortedState = 2 };

struct alignas(128) SegmentHeader {
    std::uint32_t magic = kSegmentMagic;
    std::uint32_t version = kSegmentVersion;
    std::uint32_t rankCount = 0;
    std::atomic<std::uint32_t> abortState{kNotAborted};
    std::uint32_t abortTextBytes = 0;
    std::uint64_t abortSequence = 0;
    std::uint32_t abortIsMismatch = 0;
    char abortText[kMaxAbortTextBytes] = {};
};

// Where everything lies in a segment of `rankCount` ranks. The memory itself belongs to somebody else.
class Segment
{
public:
    Segment() = default;
    Segment(std::byte* memory, int rankCount) : m_memory(memory), m_rankCount(rankCount) {}

    static std::size_t sizeBytes(int rankCount);
    static std::size_t controlBytes(int rankCount);

    // Constructs the control structures; the data areas need no initial value.
    void initialise() const;

    SegmentHeader& header() const { return *reinterpret_cast<SegmentHeader*>(m_memory); }
    RankSlot& slot(int rank) const;
    std::byte* area(int rank, std::uint32_t step) const;
    Pipe& pipe(int from, int to) const;
    std::byte* pipeData(int from, int to, std::uint32_t slot) const;

private:
    std::size_t pipeIndex(int from, int to) const { return static_cast<std::size_t>(from) * m_rankCount + to; }

    std::byte* m_memory = nullptr;
    int m_rankCount = 0;
};

} // namespace firstlight::collective
