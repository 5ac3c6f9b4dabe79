// How a checkpoint wants to be sampled and when an answer ends, each value with the file it came from. Values only.
#pragma once

#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

template <typename T>
struct Sourced {
    T value{};
    std::string origin; // file name, or "default"
};

struct StopToken {
    std::int32_t id = -1;
    std::string piece;
    std::vector<std::string> origins; // every file that names it, e.g. "config.json eos_token_id"
};

struct GenerationConfig {
    std::vector<StopToken> stopTokens; // the union over all files, ascending by id
    Sourced<bool> greedy{true, "default"};
    Sourced<double> temperature{1.0, "default"};
    Sourced<double> topP{1.0, "default"};
    Sourced<std::int32_t> topK{0, "default"}; // 0: all
    Sourced<double> repetitionPenalty{1.0, "default"};
    std::optional<Sourced<std::int32_t>> maxNewTokens;

    std::vector<std::int32_t> stopIds() const;

    // From generation_config.json, config.json (text_config too) and tokenizer_config.json, so far as they exist.
    // kFileInvalid: one of them is broken.
    static absl::StatusOr<GenerationConfig> load(const std::string& directory, const Tokenizer& tokenizer);
};

} // namespace firstlight::model
