#include "backend/model/tekken.h"

#include "backend/base/failure.h"
#include "backend/model/json_fields.h"
#include "backend/model/tiktoken_tokenizer.h"
#include "backend/model/vocabulary.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxSpecialTokens = 100000;

// Of files that list none (versions up to 7).
constexpr const char* kFirstSpecialTokens[] = {"<unk>",
                                               "<s>",
                                               "</s>",
                                               "[INST]",
                                               "[/INST]",
                                               "[AVAILABLE_TOOLS]",
                                               "[/AVAILABLE_TOOLS]",
                                               "[TOOL_RESULTS]",
                                               "[/TOOL_RESULTS]",
                                               "[TOOL_CALLS]",
                                               "[IMG]",
                                               "<pad>",
                                               "[IMG_BREAK]",
                                               "[IMG_END]",
                                               "[PREFIX]",
                                               "[MIDDLE]",
                                               "[SUFFIX]",
                                               "[SYSTEM_PROMPT]",
                                               "[/SYSTEM_PROMPT]",
                                               "[TOOL_CONTENT]"};

struct Sizes {
    std::int64_t vocabulary = 0; // special tokens included
    std::int64_t special = 0;
};

AddedToken specialToken(std::int64_t id, std::string content, bool control)
{
    AddedToken token;
    token.id = static_cast<std::int32_t>(id);
    token.content = std::move(content);
    token.special = control;
    return token;
}

absl::StatusOr<std::vector<AddedToken>> listedTokens(const JsonElement& list, const Sizes& sizes)
{
    simdjson::dom::array array;
    if (list.get(array) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("special_tokens is no list");
    }
    std::vector<AddedToken> tokens;
    for (const JsonElement& entry : array) {
        const std::int64_t rank = jsonInteger(entry, "rank", -1);
        std::string content = jsonString(entry, "token_str");
        if (rank < 0 || rank >= sizes.special || content.empty()) {
            return absl::InvalidArgumentError(absl::StrCat("special token \"", content, "\" has no valid rank"));
        }
        tokens.push_back(specialToken(rank, std::move(content), jsonBool(entry, "is_control", true)));
    }
    return tokens;
}

// Ids that no special token names are called "<SPECIAL_5>".
absl::StatusOr<std::vector<AddedToken>> specialTokens(const JsonElement& root, const Sizes& sizes)
{
    std::vector<AddedToken> tokens;
    if (const std::optional<JsonElement> list = jsonField(root, "special_tokens")) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(tokens, listedTokens(*list, sizes));
    } else {
        for (const char* content : kFirstSpecialTokens) {
            if (static_cast<std::int64_t>(tokens.size()) == sizes.special) {
                break; // the ranks begin here
            }
            tokens.push_back(specialToken(static_cast<std::int64_t>(tokens.size()), content, true));
        }
    }
    for (auto id = static_cast<std::int64_t>(tokens.size()); id < sizes.special; ++id) {
        tokens.push_back(specialToken(id, absl::StrCat("<SPECIAL_", id, ">"), true));
    }
    return tokens;
}

// The file lists more tokens than the vocabulary has; the last ones are not used.
absl::StatusOr<std::vector<TiktokenRank>> ranks(const JsonElement& root, const Sizes& sizes)
{
    const std::optional<JsonElement> vocab = jsonField(root, "vocab");
    simdjson::dom::array array;
    if (!vocab || vocab->get(array) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("it has no vocab");
    }
    std::vector<TiktokenRank> list;
    const auto count = static_cast<std::size_t>(sizes.vocabulary - sizes.special);
    for (const JsonElement& entry : array) {
        if (list.size() == count) {
            break;
        }
        const auto expected = static_cast<std::int64_t>(list.size());
        TiktokenRank& rank = list.emplace_back();
        rank.rank = static_cast<std::int32_t>(sizes.special + expected);
        if (jsonInteger(entry, "rank", -1) != expected ||
            !absl::Base64Unescape(jsonString(entry, "token_bytes"), &rank.bytes) || rank.bytes.empty()) {
            return absl::InvalidArgumentError(
                absl::StrCat("entry ", expected, " of vocab is not a token of that rank"));
        }
    }
    if (list.size() < count) {
        return absl::InvalidArgumentError(absl::StrCat("vocab has ", list.size(), " tokens, not ", count));
    }
    return list;
}

absl::StatusOr<Sizes> sizesOf(const JsonElement& config)
{
    const Sizes sizes{jsonInteger(config, "default_vocab_size", 0),
                      jsonInteger(config, "default_num_special_tokens", 0)};
    if (sizes.special <= 0 || sizes.special > kMaxSpecialTokens || sizes.vocabulary <= sizes.special ||
        sizes.vocabulary > kMaxTokenId) {
        return absl::InvalidArgumentError("config states no valid default_vocab_size and default_num_special_tokens");
    }
    return sizes;
}

} // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> parseTekken(std::string_view json)
{
    simdjson::dom::parser parser;
    JsonElement root;
    if (const auto error = parser.parse(json.data(), json.size()).get(root); error != simdjson::SUCCESS) {
        return absl::InvalidArgumentError(simdjson::error_message(error));
    }
    const std::optional<JsonElement> config = jsonField(root, "config");
    const std::string pattern = config ? jsonString(*config, "pattern") : std::string();
    if (pattern.empty()) {
        return absl::InvalidArgumentError("config has no pattern");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Sizes sizes, sizesOf(*config));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<TiktokenRank> tokens, ranks(root, sizes));
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::vector<AddedToken> special, specialTokens(root, sizes));
    return makeTiktokenTokenizer(tokens, pattern, std::move(special));
}

} // namespace firstlight::model
