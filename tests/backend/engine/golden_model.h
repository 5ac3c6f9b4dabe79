// A fixture of tests/golden: a tiny checkpoint with what transformers computes for it.
#pragma once

#include "backend/engine/engine.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::engine {

struct GoldenTensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

struct GoldenCase {
    std::string name;
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> greedy;
    std::vector<ImageInput> images;
    GoldenTensor logits;       // [tokens, vocabulary], in fp32 on the stored weights
    GoldenTensor nativeLogits; // in the model's own dtype; empty for fp32 models
    GoldenTensor features;     // [1 + deepstack, image tokens, hidden]; empty without images
    GoldenTensor positions;    // [3, tokens]; empty without images
};

struct GoldenModel {
    std::string directory;
    model::ModelSpec spec;
    std::vector<GoldenCase> cases;
};

std::string goldenDirectory(const std::string& name);
absl::StatusOr<model::ModelSpec> specOf(const std::string& directory);
absl::StatusOr<GoldenModel> loadGolden(const std::string& name);

// Greedy, as many tokens as the reference, no stop tokens.
GenerationRequest greedyRequest(const GoldenCase& golden, const std::string& id);

} // namespace firstlight::engine
