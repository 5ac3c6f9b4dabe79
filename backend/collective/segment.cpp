#include "backend/collective/segment.h"

#include <new>

namespace firstlight::collective {
namespace {

constexpr std::size_t kPageBytes = 4096;

std::size_t rankSlotsOffset()
{
    return sizeof(SegmentHeader);
}

std::size_t pipesOffset(int rankCount)
{
    return rankSlotsOffset() + sizeof(RankSlot) * rankCount;
}

std::size_t areaOffset(int rankCount, int rank)
{
    return Segment::controlBytes(rankCount) + 2 * kAreaHalfBytes * rank;
}

} // namespace

std::size_t Segment::controlBytes(int rankCount)
{
    const std::size_t used = pipesOffset(rankCount) + sizeof(Pipe) * rankCount * rankCount;
    return (used + kPageBytes - 1) / kPageBytes * kPageBytes;
}

std::size_t Segment::sizeBytes(int rankCount)
{
    const std::size_t ranks = rankCount;
    return areaOffset(rankCount, rankCount) + ranks * ranks * kPipeSlots * kPipeSlotBytes;
}

void Segment::initialise() const
{
    new (m_memory) SegmentHeader;
    header().rankCount = m_rankCount;
    for (int rank = 0; rank < m_rankCount; ++rank) {
        new (&slot(rank)) RankSlot;
        for (int other = 0; other < m_rankCount; ++other) {
            new (&pipe(rank, other)) Pipe;
        }
    }
}

RankSlot& Segment::slot(int rank) const
{
    return reinterpret_cast<RankSlot*>(m_memory + rankSlotsOffset())[rank];
}

std::byte* Segment::area(int rank, std::uint32_t step) const
{
    return m_memory + areaOffset(m_rankCount, rank) + kAreaHalfBytes * (step % 2);
}

Pipe& Segment::pipe(int from, int to) const
{
    return reinterpret_cast<Pipe*>(m_memory + pipesOffset(m_rankCount))[pipeIndex(from, to)];
}

std::byte* Segment::pipeData(int from, int to, std::uint32_t slot) const
{
    return m_memory + areaOffset(m_rankCount, m_rankCount) + (pipeIndex(from, to) * kPipeSlots + slot) * kPipeSlotBytes;
}

} // namespace firstlight::collective
