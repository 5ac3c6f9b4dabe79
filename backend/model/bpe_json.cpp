// The "model" of a tokenizer.json of type BPE.
#include "backend/model/bpe_model.h"
#include "backend/model/json_vocabulary.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

// A merge as "left right" or ["left", "right"].
bool readPair(const JsonElement& json, std::string_view& left, std::string_view& right)
{
    std::string_view line;
    if (json.get(line) == simdjson::SUCCESS) {
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos) {
            return false;
        }
        left = line.substr(0, space);
        right = line.substr(space + 1);
        return true;
    }
    simdjson::dom::array pair;
    return json.get(pair) == simdjson::SUCCESS && pair.size() == 2 && pair.at(0).get(left) == simdjson::SUCCESS &&
           pair.at(1).get(right) == simdjson::SUCCESS;
}

absl::StatusOr<BpeModel::MergeRule> makeRule(std::string_view left, std::string_view right, std::size_t prefix,
                                             const Vocabulary& tokens)
{
    const std::string merged = std::string(left).append(right.substr(std::min(prefix, right.size())));
    const BpeModel::MergeRule rule{tokens.find(left), tokens.find(right), tokens.find(merged)};
    for (const auto& [id, token] : {std::pair{rule.left, std::string(left)}, std::pair{rule.right, std::string(right)},
                                    std::pair{rule.merged, merged}}) {
        if (id == Vocabulary::kNone) {
            return absl::InvalidArgumentError(
                absl::StrCat("a merge needs the token \"", token, "\", which is not in the vocabulary"));
        }
    }
    return rule;
}

absl::StatusOr<std::vector<BpeModel::MergeRule>> readMerges(const JsonElement& model, const Vocabulary& tokens,
                                                            std::size_t prefix)
{
    const std::optional<JsonElement> list = jsonField(model, "merges");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("the BPE model has no merges");
    }
    std::vector<BpeModel::MergeRule> merges;
    for (const JsonElement& element : array) {
        std::string_view left;
        std::string_view right;
        if (!readPair(element, left, right)) {
            return absl::InvalidArgumentError(absl::StrCat("merge ", merges.size() + 1, " is not a pair of tokens"));
        }
        absl::StatusOr<BpeModel::MergeRule> rule = makeRule(left, right, prefix, tokens);
        if (!rule.ok()) {
            return rule.status();
        }
        merges.push_back(*rule);
        merges.back().rank = static_cast<std::uint32_t>(merges.size() - 1);
    }
    return merges;
}

} // namespace

absl::StatusOr<std::unique_ptr<BpeModel>> BpeModel::fromJson(const JsonElement& model, BpeAlphabet alphabet)
{
    absl::StatusOr<Vocabulary> tokens = readVocabulary(model);
    if (!tokens.ok()) {
        return tokens.status();
    }
    BpeOptions options;
    options.alphabet = alphabet;
    options.fuseUnknown = jsonBool(model, "fuse_unk", false);
    options.byteFallback = jsonBool(model, "byte_fallback", false);
    options.ignoreMerges = jsonBool(model, "ignore_merges", false);
    options.continuingPrefix = jsonString(model, "continuing_subword_prefix");
    options.endSuffix = jsonString(model, "end_of_word_suffix");
    if (const std::optional<std::string> unknown = jsonOptionalString(model, "unk_token")) {
        options.unknownId = tokens->find(*unknown);
    }
    absl::StatusOr<std::vector<MergeRule>> merges = readMerges(model, *tokens, options.continuingPrefix.size());
    if (!merges.ok()) {
        return merges.status();
    }
    return std::make_unique<BpeModel>(*std::move(tokens), *merges, std::move(options));
}

} // namespace firstlight::model
