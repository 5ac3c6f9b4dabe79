// What all ranks of a replica do next. Made by the leader, sent to the others before each step.
#pragma once

#include "backend/engine/positions.h"

#include <absl/status/statusor.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace firstlight::engine {

// Tokens of one sequence that are computed together.
struct StepSegment {
    std::int32_t start = 0; // tokens of the sequence that are in the cache already
    std::int32_t count = 0;
    bool sample = false;              // the last row's logits are wanted
    std::vector<std::int32_t> blocks; // block table that covers start + count tokens
};

// An image to turn into features, which later steps use by their row.
struct StepImage {
    std::int32_t width = 0; // pixels
    std::int32_t height = 0;
    std::int32_t featureRow = 0; // of its first merged patch
    std::array<float, 3> mean{};
    std::array<float, 3> deviation{};
    std::vector<std::uint8_t> rgb;
};

// What the leader's queue holds; the other ranks repeat it in their statistics.
struct StepCounters {
    std::int32_t running = 0;
    std::int32_t waiting = 0;
    std::int64_t kvTokens = 0;
    std::int64_t promptTokensTotal = 0;
    std::int64_t generatedTokensTotal = 0;
};

enum class StepKind : std::uint8_t { kRun, kEnd };

struct StepPlan {
    StepKind kind = StepKind::kRun;
    StepCounters counters;
    std::vector<StepImage> images; // computed first
    std::vector<StepSegment> segments;
    std::vector<std::int32_t> tokens;      // of all segments in order
    std::vector<Position> positions;       // one per token
    std::vector<std::int32_t> featureRows; // one per token: the feature that replaces it, -1 for text

    std::int32_t rowCount() const { return static_cast<std::int32_t>(tokens.size()); }
    std::int32_t sampleCount() const;
    std::vector<std::int32_t> sampleRows() const; // rows whose logits are wanted, in order of segments
};

std::vector<std::byte> encodeStepPlan(const StepPlan& plan);

// Fails with kInternal when the bytes are not a plan.
absl::StatusOr<StepPlan> decodeStepPlan(const std::vector<std::byte>& bytes);

} // namespace firstlight::engine
