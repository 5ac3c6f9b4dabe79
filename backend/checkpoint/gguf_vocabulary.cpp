#include "backend/checkpoint/gguf_vocabulary.h"

#include <algorithm>

namespace firstlight::checkpoint {
namespace {

template <typename T>
std::vector<T> copyOf(const std::vector<T>* list)
{
    return list == nullptr ? std::vector<T>() : *list;
}

std::string bytesOf(const std::vector<std::int64_t>* list)
{
    std::string bytes;
    if (list != nullptr) {
        bytes.resize(list->size());
        std::transform(list->begin(), list->end(), bytes.begin(),
                       [](std::int64_t byte) { return static_cast<char>(byte); });
    }
    return bytes;
}

} // namespace

std::optional<GgufVocabulary> readGgufVocabulary(const GgufMetadata& metadata)
{
    const auto* tokens = metadata.texts("tokenizer.ggml.tokens");
    if (tokens == nullptr) {
        return std::nullopt;
    }
    GgufVocabulary lists;
    lists.model = metadata.text("tokenizer.ggml.model");
    lists.preTokenizer = metadata.text("tokenizer.ggml.pre");
    lists.tokens = *tokens;
    lists.scores = copyOf(metadata.reals("tokenizer.ggml.scores"));
    lists.types = copyOf(metadata.integers("tokenizer.ggml.token_type"));
    lists.merges = copyOf(metadata.texts("tokenizer.ggml.merges"));
    lists.beginId = metadata.integer("tokenizer.ggml.bos_token_id");
    lists.endId = metadata.integer("tokenizer.ggml.eos_token_id");
    lists.endOfTurnId = metadata.integer("tokenizer.ggml.eot_token_id");
    lists.unknownId = metadata.integer("tokenizer.ggml.unknown_token_id");
    lists.separatorId = metadata.integer("tokenizer.ggml.seperator_token_id"); // so spelled by the format
    lists.classId = metadata.integer("tokenizer.ggml.cls_token_id");
    lists.paddingId = metadata.integer("tokenizer.ggml.padding_token_id");
    lists.addBegin = metadata.boolean("tokenizer.ggml.add_bos_token");
    lists.addEnd = metadata.boolean("tokenizer.ggml.add_eos_token");
    lists.addSpacePrefix = metadata.boolean("tokenizer.ggml.add_space_prefix");
    lists.removeExtraSpaces = metadata.boolean("tokenizer.ggml.remove_extra_whitespaces");
    lists.characterMap = bytesOf(metadata.integers("tokenizer.ggml.precompiled_charsmap"));
    lists.chatTemplate = metadata.text("tokenizer.chat_template");
    return lists;
}

} // namespace firstlight::checkpoint
