// How the families that ship rank files split text, and the control tokens that the files leave out.
#include "backend/model/split_patterns.h"
#include "backend/model/tiktoken_tokenizer.h"

#include <absl/strings/str_cat.h>

#include <initializer_list>

namespace firstlight::model {

namespace {

constexpr std::int32_t kReservedTokens = 256;
constexpr std::int32_t kLlama3Ranks = 128000;
constexpr std::int32_t kLlama4Ranks = 200000;
constexpr int kLlama4Tokens = 2048;

// Control tokens in the order of their ids.
class TokenRow
{
public:
    explicit TokenRow(std::int32_t firstId) : m_firstId(firstId) {}

    void add(std::initializer_list<const char*> names)
    {
        for (const char* name : names) {
            addOne(name);
        }
    }

    // "<|reserved_special_token_7|>" from number `first` to before `end`.
    void reserve(std::string_view kind, int first, int end)
    {
        for (int number = first; number < end; ++number) {
            addOne(absl::StrCat("<|", absl::string_view(kind.data(), kind.size()), "reserved_special_token_", number,
                                "|>"));
        }
    }

    void addOne(std::string content)
    {
        AddedToken token;
        token.id = m_firstId + static_cast<std::int32_t>(m_tokens.size());
        token.content = std::move(content);
        token.special = true;
        m_tokens.push_back(std::move(token));
    }

    int size() const { return static_cast<int>(m_tokens.size()); }
    std::vector<AddedToken> take() { return std::move(m_tokens); }

private:
    std::int32_t m_firstId;
    std::vector<AddedToken> m_tokens;
};

std::vector<AddedToken> kimiTokens(std::int32_t firstId)
{
    TokenRow row(firstId);
    for (std::int32_t id = firstId; id < firstId + kReservedTokens; ++id) {
        row.addOne(absl::StrCat("<|reserved_token_", id, "|>"));
    }
    return row.take();
}

std::vector<AddedToken> qwenTokens(std::int32_t firstId)
{
    TokenRow row(firstId);
    row.add({"<|endoftext|>", "<|im_start|>", "<|im_end|>"});
    for (int extra = 0; extra < 205; ++extra) {
        row.addOne(absl::StrCat("<|extra_", extra, "|>"));
    }
    return row.take();
}

std::vector<AddedToken> llama3Tokens(std::int32_t firstId)
{
    TokenRow row(firstId);
    row.add({"<|begin_of_text|>", "<|end_of_text|>"});
    row.reserve("", 0, 2);
    row.add({"<|finetune_right_pad_id|>"});
    row.reserve("", 2, 3);
    row.add({"<|start_header_id|>", "<|end_header_id|>", "<|eom_id|>", "<|eot_id|>", "<|python_tag|>"});
    row.reserve("", 3, 3 + kReservedTokens - row.size());
    return row.take();
}

std::vector<AddedToken> llama4Tokens(std::int32_t firstId)
{
    TokenRow row(firstId);
    row.add({"<|begin_of_text|>", "<|end_of_text|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>"});
    row.add({"<|header_start|>", "<|header_end|>", "<|eom|>", "<|eot|>", "<|step|>"});
    row.reserve("text_post_train_", 0, 6);
    row.add({"<|python_start|>", "<|python_end|>", "<|finetune_right_pad|>"});
    row.reserve("text_post_train_", 8, 69);
    row.add({"<|image_start|>", "<|image_end|>"});
    row.reserve("vision_", 0, 2);
    row.add({"<|tile_x_separator|>", "<|tile_y_separator|>"});
    row.reserve("vision_", 2, 6);
    row.add({"<|image|>"});
    row.reserve("vision_", 6, 7);
    row.add({"<|patch|>"});
    row.reserve("vision_", 7, 1048);
    row.reserve("reasoning_", 0, 8);
    row.add({"<|reasoning_thinking_start|>", "<|reasoning_thinking_end|>"});
    row.reserve("", 0, kLlama4Tokens - row.size());
    return row.take();
}

} // namespace

TiktokenFamily tiktokenFamily(std::string_view tokenizerClass, std::int32_t firstId)
{
    if (tokenizerClass == "TikTokenTokenizer") {
        return {patterns::kKimi, kimiTokens(firstId)};
    }
    if (tokenizerClass == "QWenTokenizer") {
        return {patterns::kQwen2, qwenTokens(firstId)};
    }
    if (firstId == kLlama4Ranks) {
        return {patterns::kO200k, llama4Tokens(firstId)};
    }
    return {patterns::kLlama3, firstId == kLlama3Ranks ? llama3Tokens(firstId) : std::vector<AddedToken>()};
}

} // namespace firstlight::model
