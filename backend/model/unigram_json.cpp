// The "model" of a tokenizer.json of type Unigram.
#include "backend/model/unigram_model.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

namespace {

constexpr double kUnknownPenalty = 10.0;

struct ScoredTokens {
    Vocabulary tokens;
    std::vector<double> scores;
};

// [["token", score], ...]; a token's place is its id.
absl::StatusOr<ScoredTokens> readScoredTokens(const JsonElement& model)
{
    const std::optional<JsonElement> vocab = jsonField(model, "vocab");
    simdjson::dom::array list;
    if (!vocab || vocab->get(list) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("the Unigram model has no vocabulary");
    }
    ScoredTokens read;
    for (const JsonElement& element : list) {
        simdjson::dom::array pair;
        std::string_view token;
        double score = 0.0;
        const bool valid = element.get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
                           pair.at(0).get(token) == simdjson::SUCCESS && pair.at(1).get(score) == simdjson::SUCCESS;
        if (!valid || read.scores.size() > static_cast<std::size_t>(kMaxTokenId)) {
            return absl::InvalidArgumentError(
                absl::StrCat("entry ", read.scores.size(), " of the Unigram vocabulary is not a token with its score"));
        }
        read.tokens.add(token, static_cast<std::int32_t>(read.scores.size()));
        read.scores.push_back(score);
    }
    if (read.scores.empty()) {
        return absl::InvalidArgumentError("the vocabulary of the Unigram model is empty");
    }
    read.tokens.finish();
    return read;
}

} // namespace

absl::StatusOr<std::unique_ptr<UnigramModel>> UnigramModel::fromJson(const JsonElement& model)
{
    absl::StatusOr<ScoredTokens> read = readScoredTokens(model);
    if (!read.ok()) {
        return read.status();
    }
    UnigramOptions options;
    options.byteFallback = jsonBool(model, "byte_fallback", false);
    const std::int64_t unknown = jsonInteger(model, "unk_id", Vocabulary::kNone);
    if (unknown < Vocabulary::kNone || unknown >= read->tokens.size()) {
        return absl::InvalidArgumentError(absl::StrCat("unk_id ", unknown, " is not in the Unigram vocabulary"));
    }
    options.unknownId = static_cast<std::int32_t>(unknown);
    options.unknownScore = *std::min_element(read->scores.begin(), read->scores.end()) - kUnknownPenalty;
    return std::make_unique<UnigramModel>(std::move(read->tokens), std::move(read->scores), std::move(options));
}

} // namespace firstlight::model
