// The tokenizer inside a GGUF file, as plain lists: what a tokenizer is built from.
#pragma once

#include "backend/checkpoint/gguf_metadata.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::checkpoint {

// Lists that the file does not have are empty; those it has may be of any length and hold any bytes: nothing here is
// checked against anything else.
struct GgufVocabulary {
    std::string model;        // tokenizer.ggml.model: "gpt2", "llama", "bert", "t5", "rwkv", ...
    std::string preTokenizer; // tokenizer.ggml.pre: "llama-bpe", "qwen2", ...
    std::vector<std::string> tokens;
    std::vector<double> scores;
    std::vector<std::int64_t> types; // 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
    std::vector<std::string> merges; // "a b", best first
    std::optional<std::int64_t> beginId;
    std::optional<std::int64_t> endId;
    std::optional<std::int64_t> endOfTurnId;
    std::optional<std::int64_t> unknownId;
    std::optional<std::int64_t> separatorId;
    std::optional<std::int64_t> classId; // cls_token_id
    std::optional<std::int64_t> paddingId;
    std::optional<bool> addBegin;
    std::optional<bool> addEnd;
    std::optional<bool> addSpacePrefix;
    std::optional<bool> removeExtraSpaces;
    std::string characterMap; // tokenizer.ggml.precompiled_charsmap, its bytes
    std::string chatTemplate;
};

// nullopt: the file has no tokenizer.
std::optional<GgufVocabulary> readGgufVocabulary(const GgufMetadata& metadata);

} // namespace firstlight::checkpoint
