// Chooses the next token from one row of logits. Pure: the same logits, settings, history and index give the same
// token, whatever else runs beside the request.
#pragma once

#include "backend/engine/engine.h"

#include <cstdint>
#include <span>

namespace firstlight::engine {

struct SampledToken {
    std::int32_t token = -1;
    float logprob = 0.0F; // under the unmodified distribution
};

// `logits`: one per vocabulary entry. `history`: prompt and generated tokens, for the repetition penalty.
// `index`: how many tokens the request has generated before this one; with the seed it names the random number.
// Order of the steps: repetition penalty, temperature, top-k, top-p, as in transformers.
SampledToken sampleToken(std::span<const float> logits, const Sampling& sampling, std::span<const std::int32_t> history,
                         std::uint64_t index);

// The index-th number of the sequence that belongs to `seed`, uniform in [0, 1).
double uniformRandom(std::uint64_t seed, std::uint64_t index);

} // namespace firstlight::engine
