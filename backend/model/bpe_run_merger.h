// Merging of a long piece. Symbols that are alike side by side are one run, and a run merges with itself in one step: a
// line of a million equal characters costs little more than reading it.
#pragma once

#include "backend/model/bpe_merges.h"
#include "backend/model/rank_queue.h"

#include <cstdint>
#include <memory>
#include <span>

namespace firstlight::model {

class BpeRunMerger
{
public:
    // At most UINT32_MAX - 1 symbols.
    BpeRunMerger(const BpeMerges& merges, std::span<const std::int32_t> symbols);

    void run();

    // Writes the symbols that are left to `out`, which has room for all there were; their number.
    std::size_t write(std::int32_t* out) const;

private:
    struct Run {
        std::int32_t symbol = -1; // -1: merged into others
        std::uint32_t count = 0;
        std::uint32_t previous = 0; // of the first: anything
        std::uint32_t next = 0;     // of the last: m_size
    };

    const BpeMerges::Merge& look(std::int32_t left, std::int32_t right);
    std::uint32_t put(std::uint32_t place, Run run);
    void offer(std::uint32_t place);
    void offerAround(std::uint32_t place);
    bool isAlone(const Run& run, std::uint32_t place, const BpeMerges::Merge& pair);
    void mergeWithin(std::uint32_t place, const BpeMerges::Merge& pair);
    void mergeWithNext(std::uint32_t place, std::int32_t merged);

    const BpeMerges& m_merges;
    std::uint32_t m_size;
    // By the place of a run's first symbol in the piece. Runs follow each other without gaps, and all symbols of a run
    // come from equally many symbols of the piece.
    std::unique_ptr<Run[]> m_runs;
    RankQueue m_queue;
    std::uint64_t m_lastKey = UINT64_MAX;
    const BpeMerges::Merge* m_last = nullptr;
};

} // namespace firstlight::model
