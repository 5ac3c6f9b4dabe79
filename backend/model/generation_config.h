// How a checkpoint wants to be sampled and when an answer ends, each value with the file it came from. Values only.
#pragma once

#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

template <typename T>
struct Sourced {
    T value{};
    std::string origin; // file name, "GGUF metadata", or "default"
};

struct StopToken {
    std::int32_t id = -1;
    std::string piece;                // "": no token has this id
    std::vector<std::string> origins; // every file that names it, e.g. "config.json eos_token_id"
};

// A setting that changes answers and that this engine does not apply, e.g. "min_p" "0.05".
struct UnappliedSetting {
    std::string name;
    std::string value;
    std::string origin;
};

// What must be known of a vocabulary.
struct TokenNames {
    std::function<std::optional<std::int32_t>(const std::string& text)> idOf;
    std::function<std::string(std::int32_t id)> piece; // "": no such token
};

// The added tokens that tokenizer_config.json and tokenizer.json list: enough for special tokens, in a moment. Of a
// GGUF file all tokens.
TokenNames readTokenNames(const TextSource& place);

struct GenerationConfig {
    std::vector<StopToken> stopTokens; // the union over all files, ascending by id
    Sourced<bool> greedy{true, "default"};
    Sourced<double> temperature{1.0, "default"};
    Sourced<double> topP{1.0, "default"};
    Sourced<std::int32_t> topK{0, "default"}; // 0: all
    Sourced<double> repetitionPenalty{1.0, "default"};
    std::optional<Sourced<std::int32_t>> maxNewTokens;
    std::vector<UnappliedSetting> unapplied;

    std::vector<std::int32_t> stopIds() const;

    // From generation_config.json, config.json (the text model's part too), tokenizer_config.json,
    // special_tokens_map.json (or the metadata of a GGUF file) and the end of a turn in the chat template, so far as
    // they exist. kFileInvalid: one of them is broken.
    static absl::StatusOr<GenerationConfig> load(const TextSource& place, const Tokenizer& tokenizer);
    static absl::StatusOr<GenerationConfig> load(const TextSource& place, const TokenNames& names);
};

} // namespace firstlight::model
