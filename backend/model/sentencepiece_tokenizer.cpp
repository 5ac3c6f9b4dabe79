#include "backend/model/sentencepiece_tokenizer.h"

#include "backend/base/failure.h"
#include "backend/model/pipeline_tokenizer.h"
#include "backend/model/sentencepiece_parts.h"

#include <absl/container/flat_hash_map.h>

namespace firstlight::model {

namespace {

AddedToken controlToken(std::int32_t id, const std::string& text)
{
    AddedToken token;
    token.id = id;
    token.content = text;
    token.special = true;
    return token;
}

// Pieces that are added tokens become controls, so that text alone never becomes them; control pieces become added
// tokens.
std::vector<AddedToken> takeAddedTokens(SentencePieceModel& model, std::vector<AddedToken> added)
{
    absl::flat_hash_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < added.size(); ++i) {
        places.emplace(added[i].content, i);
    }
    for (std::size_t i = 0; i < model.pieces.size(); ++i) {
        SentencePiece& piece = model.pieces[i];
        const auto id = static_cast<std::int32_t>(i);
        const auto place = places.find(piece.text);
        if (place != places.end()) {
            added[place->second].id = id;
            piece.kind = piece.kind == PieceKind::kUnknown ? piece.kind : PieceKind::kControl;
        } else if (piece.kind == PieceKind::kControl || piece.kind == PieceKind::kUnknown) {
            added.push_back(controlToken(id, piece.text));
        }
    }
    return added;
}

PostProcessor marksOf(const SentencePieceModel& model, const SentencePieceOptions& options)
{
    std::vector<std::int32_t> before;
    std::vector<std::int32_t> behind;
    if (options.addBegin && model.beginId >= 0) {
        before.push_back(model.beginId);
    }
    if (options.addEnd && model.endId >= 0) {
        behind.push_back(model.endId);
    }
    return PostProcessor(std::move(before), std::move(behind));
}

} // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> makeSentencePieceTokenizer(SentencePieceModel model,
                                                                      SentencePieceOptions options)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkPieces(model));
    TokenizerParts parts;
    parts.decoder = makeSentencePieceDecoder(model);
    parts.postProcessor = marksOf(model, options);
    parts.addedTokens = takeAddedTokens(model, std::move(options.addedTokens));
    if (!options.prefixEverySection && model.addDummyPrefix) {
        model.addDummyPrefix = false;
        parts.preTokenizer = makeFirstPrefixPreTokenizer();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.normalizer, makeSentencePieceNormalizer(model));
    parts.brokenByte = kBrokenByte;
    parts.model = makeSentencePieceTokenModel(model);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

} // namespace firstlight::model
