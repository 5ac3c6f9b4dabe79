#include "backend/engine/positions.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace firstlight::engine {

namespace {

absl::Status imagesDisagree(std::size_t images)
{
    return base::failure(
        reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
        {{"detail", "the image tokens of the prompt do not fit its " + std::to_string(images) + " images"}});
}

// Llama 3.1: long waves are stretched, short ones kept, those between are blended.
double scaleLlama3(double frequency, const model::RopeSpec& rope)
{
    const double waveLength = 2.0 * std::numbers::pi / frequency;
    const double longest = rope.originalMaxPosition / rope.lowFrequencyFactor;
    const double shortest = rope.originalMaxPosition / rope.highFrequencyFactor;
    if (waveLength < shortest) {
        return frequency;
    }
    if (waveLength > longest) {
        return frequency / rope.factor;
    }
    const double smooth = (rope.originalMaxPosition / waveLength - rope.lowFrequencyFactor) /
                          (rope.highFrequencyFactor - rope.lowFrequencyFactor);
    return (1.0 - smooth) * frequency / rope.factor + smooth * frequency;
}

float inverseFrequency(const model::RopeSpec& rope, std::int32_t index)
{
    const double frequency = 1.0 / std::pow(rope.theta, 2.0 * index / rope.rotaryDim);
    switch (rope.scaling) {
    case model::RopeScaling::kNone:
        return static_cast<float>(frequency);
    case model::RopeScaling::kLinear:
        return static_cast<float>(frequency / rope.factor);
    case model::RopeScaling::kLlama3:
        return static_cast<float>(scaleLlama3(frequency, rope));
    }
    return static_cast<float>(frequency);
}

} // namespace

absl::StatusOr<PromptPositions> promptPositions(std::span<const std::int32_t> tokens,
                                                const std::vector<ImageGrid>& images, std::int32_t imageTokenId)
{
    PromptPositions result;
    result.positions.reserve(tokens.size());
    std::size_t image = 0;
    for (std::size_t at = 0; at < tokens.size();) {
        if (tokens[at] != imageTokenId || imageTokenId < 0) {
            result.positions.push_back({result.next, result.next, result.next});
            ++result.next;
            ++at;
            continue;
        }
        if (image == images.size()) {
            return imagesDisagree(images.size());
        }
        const ImageGrid grid = images[image++];
        const std::size_t end = at + static_cast<std::size_t>(grid.tokenCount());
        for (std::int32_t index = 0; at < end; ++at, ++index) {
            if (at == tokens.size() || tokens[at] != imageTokenId) {
                return imagesDisagree(images.size());
            }
            result.positions.push_back(
                {result.next, result.next + index / grid.columns, result.next + index % grid.columns});
        }
        result.next += std::max(grid.rows, grid.columns);
    }
    if (image != images.size()) {
        return imagesDisagree(images.size());
    }
    return result;
}

std::vector<float> inverseFrequencies(const model::RopeSpec& rope)
{
    std::vector<float> frequencies;
    for (std::int32_t index = 0; index < rope.rotaryDim / 2; ++index) {
        frequencies.push_back(inverseFrequency(rope, index));
    }
    return frequencies;
}

} // namespace firstlight::engine
