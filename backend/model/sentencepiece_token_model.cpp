#include "backend/model/added_tokens.h"
#include "backend/model/bpe_model.h"
#include "backend/model/bpe_ranks.h"
#include "backend/model/sentencepiece_parts.h"
#include "backend/model/unigram_model.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <functional>

namespace firstlight::model {

namespace {

constexpr float kUnknownPenalty = 10.0F;
constexpr double kUserDefinedPenalty = 0.1;

Vocabulary vocabularyOf(const SentencePieceModel& model)
{
    Vocabulary tokens;
    for (std::size_t id = 0; id < model.pieces.size(); ++id) {
        tokens.add(model.pieces[id].text, static_cast<std::int32_t>(id));
    }
    tokens.finish();
    return tokens;
}

std::int32_t unknownId(const SentencePieceModel& model)
{
    const auto found = std::find_if(model.pieces.begin(), model.pieces.end(),
                                    [](const SentencePiece& piece) { return piece.kind == PieceKind::kUnknown; });
    return static_cast<std::int32_t>(found - model.pieces.begin());
}

// Sums and scores are rounded as the library rounds them.
std::unique_ptr<TokenModel> makeUnigram(const SentencePieceModel& model)
{
    float lowest = std::numeric_limits<float>::max();
    float highest = std::numeric_limits<float>::min();
    for (const SentencePiece& piece : model.pieces) {
        if (piece.kind == PieceKind::kNormal) {
            lowest = std::min(lowest, piece.score);
            highest = std::max(highest, piece.score);
        }
    }
    std::vector<double> scores;
    UnigramOptions options;
    for (const SentencePiece& piece : model.pieces) {
        const bool userDefined = piece.kind == PieceKind::kUserDefined;
        const float reward = static_cast<float>(piece.text.size()) * highest;
        scores.push_back(userDefined ? static_cast<float>(reward - kUserDefinedPenalty) : piece.score);
        options.matched.push_back(userDefined || piece.kind == PieceKind::kNormal);
    }
    options.unknownId = unknownId(model);
    options.byteFallback = model.byteFallback;
    options.singlePrecision = true;
    options.unknownScore = lowest - kUnknownPenalty;
    return std::make_unique<UnigramModel>(vocabularyOf(model), std::move(scores), std::move(options));
}

// Merges within what lies between user-defined pieces; what must not be written is taken apart again.
class SentencePieceBpe final : public TokenModel
{
public:
    using Parts = absl::flat_hash_map<std::int32_t, std::pair<std::int32_t, std::int32_t>>;

    SentencePieceBpe(std::unique_ptr<BpeModel> merging, AddedTokenMatcher userDefined, Parts unused)
        : m_merging(std::move(merging)), m_userDefined(std::move(userDefined)), m_unused(std::move(unused))
    {
    }

    void encode(std::string_view piece, std::vector<std::int32_t>& out) const override
    {
        for (const TextSegment& segment : m_userDefined.split(piece, false, {})) {
            if (segment.id >= 0) {
                out.push_back(segment.id);
            } else {
                encodePlain(piece.substr(segment.span.begin, segment.span.end - segment.span.begin), out);
            }
        }
    }

    std::optional<std::string> tokenOf(std::int32_t id) const override { return m_merging->tokenOf(id); }
    std::int32_t idOf(std::string_view token) const override { return m_merging->idOf(token); }
    std::int32_t size() const override { return m_merging->size(); }

private:
    void encodePlain(std::string_view text, std::vector<std::int32_t>& out) const
    {
        if (m_unused.empty()) {
            m_merging->encode(text, out);
            return;
        }
        std::vector<std::int32_t> open;
        m_merging->encode(text, open);
        std::reverse(open.begin(), open.end());
        while (!open.empty()) {
            const std::int32_t id = open.back();
            open.pop_back();
            const auto parts = m_unused.find(id);
            if (parts == m_unused.end()) {
                out.push_back(id);
            } else {
                open.push_back(parts->second.second);
                open.push_back(parts->second.first);
            }
        }
    }

    std::unique_ptr<BpeModel> m_merging;
    AddedTokenMatcher m_userDefined;
    Parts m_unused;
};

// The place of each piece's score among all scores, the highest first; pieces that are not merged to have none.
std::vector<std::uint32_t> ranksOf(const SentencePieceModel& model)
{
    std::vector<float> scores;
    for (const SentencePiece& piece : model.pieces) {
        scores.push_back(piece.score);
    }
    std::sort(scores.begin(), scores.end(), std::greater<>());
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
    std::vector<std::uint32_t> ranks;
    for (const SentencePiece& piece : model.pieces) {
        const bool merged = piece.kind == PieceKind::kNormal || piece.kind == PieceKind::kUnused;
        const auto place = std::lower_bound(scores.begin(), scores.end(), piece.score, std::greater<>());
        ranks.push_back(merged ? static_cast<std::uint32_t>(place - scores.begin()) : kNeverMerged);
    }
    return ranks;
}

std::unique_ptr<TokenModel> makeBpe(const SentencePieceModel& model)
{
    BpeOptions options;
    options.unknownId = unknownId(model);
    options.fuseUnknown = true;
    options.byteFallback = model.byteFallback;
    AddedTokenMatcher userDefined;
    Vocabulary words;
    for (std::size_t i = 0; i < model.pieces.size(); ++i) {
        const SentencePiece& piece = model.pieces[i];
        const auto id = static_cast<std::int32_t>(i);
        const bool merged = piece.kind == PieceKind::kNormal || piece.kind == PieceKind::kUnused;
        options.unmatched.push_back(!merged);
        if (merged) {
            words.add(piece.text, id);
        }
        if (piece.kind == PieceKind::kUserDefined) {
            userDefined.add({id, piece.text}, piece.text);
        }
    }
    words.finish();
    std::vector<BpeModel::MergeRule> merges;
    if (model.algorithm == SentencePieceAlgorithm::kBpe) {
        merges = mergesOfRanks(words, ranksOf(model), BpeAlphabet::kCharacters);
    }
    SentencePieceBpe::Parts unused;
    for (const BpeModel::MergeRule& rule : merges) {
        if (model.pieces[static_cast<std::size_t>(rule.merged)].kind == PieceKind::kUnused) {
            unused.emplace(rule.merged, std::pair(rule.left, rule.right));
        }
    }
    auto merging = std::make_unique<BpeModel>(vocabularyOf(model), merges, std::move(options));
    return std::make_unique<SentencePieceBpe>(std::move(merging), std::move(userDefined), std::move(unused));
}

} // namespace

std::unique_ptr<TokenModel> makeSentencePieceTokenModel(const SentencePieceModel& model)
{
    switch (model.algorithm) {
    case SentencePieceAlgorithm::kUnigram:
        return makeUnigram(model);
    case SentencePieceAlgorithm::kWords:
        return makeSentencePieceWords(vocabularyOf(model), unknownId(model), model);
    case SentencePieceAlgorithm::kBpe:
    case SentencePieceAlgorithm::kCharacters:
        break;
    }
    return makeBpe(model); // characters: without merges
}

} // namespace firstlight::model
