#include "backend/engine/sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace firstlight::engine {

namespace {

struct Candidate {
    float logit = 0.0F;
    std::int32_t token = 0;
};

// Strict order from better to worse; ties go to the lower id.
bool betterThan(const Candidate& left, const Candidate& right)
{
    return left.logit > right.logit || (left.logit == right.logit && left.token < right.token);
}

bool worseThan(const Candidate& left, const Candidate& right)
{
    return betterThan(right, left);
}

std::int32_t bestToken(std::span<const float> logits)
{
    return static_cast<std::int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

float logprobOf(std::span<const float> logits, std::int32_t token)
{
    const float highest = *std::max_element(logits.begin(), logits.end());
    double sum = 0.0;
    for (const float logit : logits) {
        sum += std::exp(static_cast<double>(logit - highest));
    }
    return static_cast<float>(static_cast<double>(logits[static_cast<std::size_t>(token)] - highest) - std::log(sum));
}

void penalizeRepetition(std::vector<float>& logits, std::span<const std::int32_t> history, double penalty)
{
    std::vector<bool> seen(logits.size(), false);
    for (const std::int32_t token : history) {
        const auto index = static_cast<std::size_t>(token);
        if (token < 0 || index >= logits.size() || seen[index]) {
            continue;
        }
        seen[index] = true;
        float& logit = logits[index];
        logit = static_cast<float>(logit > 0.0F ? logit / penalty : logit * penalty);
    }
}

// Of those that pass top-k, the most probable ones that together hold at least topP.
std::vector<Candidate> nucleus(std::vector<Candidate> heap, const Sampling& sampling)
{
    if (sampling.topK > 0 && static_cast<std::size_t>(sampling.topK) < heap.size()) {
        std::nth_element(heap.begin(), heap.begin() + sampling.topK, heap.end(), betterThan);
        heap.resize(static_cast<std::size_t>(sampling.topK));
    }
    if (sampling.topP >= 1.0) {
        return heap;
    }
    std::make_heap(heap.begin(), heap.end(), worseThan);
    const float highest = heap.front().logit;
    double total = 0.0;
    for (const Candidate& candidate : heap) {
        total += std::exp(static_cast<double>(candidate.logit - highest));
    }
    std::vector<Candidate> chosen;
    double sum = 0.0;
    while (!heap.empty() && (chosen.empty() || sum < sampling.topP * total)) {
        std::pop_heap(heap.begin(), heap.end(), worseThan);
        chosen.push_back(heap.back());
        sum += std::exp(static_cast<double>(heap.back().logit - highest));
        heap.pop_back();
    }
    return chosen;
}

std::int32_t drawFrom(const std::vector<Candidate>& chosen, double random)
{
    const float highest = std::min_element(chosen.begin(), chosen.end(), betterThan)->logit;
    double total = 0.0;
    for (const Candidate& candidate : chosen) {
        total += std::exp(static_cast<double>(candidate.logit - highest));
    }
    double rest = random * total;
    for (const Candidate& candidate : chosen) {
        rest -= std::exp(static_cast<double>(candidate.logit - highest));
        if (rest < 0.0) {
            return candidate.token;
        }
    }
    return chosen.back().token; // rounding
}

std::int32_t drawToken(const std::vector<float>& logits, const Sampling& sampling, std::uint64_t index)
{
    std::vector<Candidate> candidates(logits.size());
    for (std::size_t token = 0; token < logits.size(); ++token) {
        candidates[token] = {static_cast<float>(logits[token] / sampling.temperature),
                             static_cast<std::int32_t>(token)};
    }
    return drawFrom(nucleus(std::move(candidates), sampling), uniformRandom(sampling.seed, index));
}

} // namespace

SampledToken sampleToken(std::span<const float> logits, const Sampling& sampling, std::span<const std::int32_t> history,
                         std::uint64_t index)
{
    std::vector<float> adjusted(logits.begin(), logits.end());
    if (sampling.repetitionPenalty != 1.0) {
        penalizeRepetition(adjusted, history, sampling.repetitionPenalty);
    }
    SampledToken result;
    result.token =
        sampling.greedy || sampling.temperature <= 0.0 ? bestToken(adjusted) : drawToken(adjusted, sampling, index);
    result.logprob = logprobOf(logits, result.token);
    return result;
}

// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"): no state to carry, so the random
// number of a token depends on nothing but its seed and index.
double uniformRandom(std::uint64_t seed, std::uint64_t index)
{
    std::array<std::uint32_t, 4> counter = {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
                                            0, 0};
    std::array<std::uint32_t, 2> key = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t first = 0xD2511F53ULL * counter[0];
        const std::uint64_t second = 0xCD9E8D57ULL * counter[2];
        counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
                   static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
        key[0] += 0x9E3779B9U;
        key[1] += 0xBB67AE85U;
    }
    const std::uint64_t bits = (static_cast<std::uint64_t>(counter[0]) << 32) | counter[1];
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

} // namespace firstlight::engine
