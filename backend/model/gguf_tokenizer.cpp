#include "backend/model/gguf_tokenizer.h"

#include "backend/base/failure.h"
#include "backend/model/bpe_model.h"
#include "backend/model/gguf_patterns.h"
#include "backend/model/pipeline_tokenizer.h"
#include "backend/model/sentencepiece_parts.h"
#include "backend/model/sentencepiece_tokenizer.h"
#include "backend/model/utf8.h"
#include "backend/model/word_piece_model.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

using checkpoint::GgufVocabulary;
using Made = absl::StatusOr<std::unique_ptr<Tokenizer>>;

PieceKind kindOf(const GgufVocabulary& vocabulary, std::size_t id)
{
    return vocabulary.types.empty() ? PieceKind::kNormal : static_cast<PieceKind>(vocabulary.types[id]);
}

bool isAdded(PieceKind kind)
{
    return kind == PieceKind::kControl || kind == PieceKind::kUserDefined || kind == PieceKind::kUnknown;
}

absl::Status checkLists(const GgufVocabulary& vocabulary)
{
    const std::size_t count = vocabulary.tokens.size();
    if (count == 0 || count > static_cast<std::size_t>(kMaxTokenId)) {
        return absl::InvalidArgumentError(absl::StrCat("its vocabulary has ", count, " tokens"));
    }
    const auto fits = [count](std::size_t size) { return size == 0 || size == count; };
    if (!fits(vocabulary.scores.size()) || !fits(vocabulary.types.size())) {
        return absl::InvalidArgumentError(absl::StrCat("its vocabulary has ", count, " tokens, but ",
                                                       vocabulary.scores.size(), " scores and ",
                                                       vocabulary.types.size(), " types"));
    }
    for (std::size_t id = 0; id < count; ++id) {
        const std::int64_t type = vocabulary.types.empty() ? 1 : vocabulary.types[id];
        if (type < 1 || type > 6) {
            return absl::InvalidArgumentError(absl::StrCat("token ", id, " is of unknown type ", type));
        }
        if (!isValidUtf8(vocabulary.tokens[id])) {
            return absl::InvalidArgumentError(absl::StrCat("token ", id, " is no UTF-8 text"));
        }
    }
    return absl::OkStatus();
}

std::vector<AddedToken> addedTokensOf(const GgufVocabulary& vocabulary)
{
    std::vector<AddedToken> added;
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        const PieceKind kind = kindOf(vocabulary, id);
        if (isAdded(kind) && !vocabulary.tokens[id].empty()) {
            AddedToken token;
            token.id = static_cast<std::int32_t>(id);
            token.content = vocabulary.tokens[id];
            token.special = kind != PieceKind::kUserDefined;
            added.push_back(std::move(token));
        }
    }
    return added;
}

// `id`, or -1 when the vocabulary has no such token.
std::int32_t knownId(const GgufVocabulary& vocabulary, std::optional<std::int64_t> id)
{
    const bool isKnown = id && *id >= 0 && static_cast<std::uint64_t>(*id) < vocabulary.tokens.size();
    return isKnown ? static_cast<std::int32_t>(*id) : -1;
}

PostProcessor marks(std::int32_t begin, std::int32_t end)
{
    const auto list = [](std::int32_t id) { return id >= 0 ? std::vector{id} : std::vector<std::int32_t>(); };
    return PostProcessor(list(begin), list(end));
}

// What the file asks to put around a text; `addBegin` and `addEnd` hold where it does not say.
PostProcessor marksOf(const GgufVocabulary& vocabulary, bool addBegin, bool addEnd)
{
    return marks(vocabulary.addBegin.value_or(addBegin) ? knownId(vocabulary, vocabulary.beginId) : -1,
                 vocabulary.addEnd.value_or(addEnd) ? knownId(vocabulary, vocabulary.endId) : -1);
}

absl::StatusOr<std::vector<BpeModel::MergeRule>> readMerges(const GgufVocabulary& vocabulary, const Vocabulary& tokens)
{
    if (vocabulary.merges.empty()) {
        return absl::InvalidArgumentError("its vocabulary has no merges (tokenizer.ggml.merges)");
    }
    std::vector<BpeModel::MergeRule> rules;
    for (const std::string& merge : vocabulary.merges) {
        const std::size_t space = merge.find(' ', 1);
        const std::string left = merge.substr(0, space);
        const std::string right = space == std::string::npos ? "" : merge.substr(space + 1);
        BpeModel::MergeRule rule{tokens.find(left), tokens.find(right), tokens.find(left + right),
                                 static_cast<std::uint32_t>(rules.size())};
        if (space == std::string::npos || rule.left < 0 || rule.right < 0 || rule.merged < 0) {
            return absl::InvalidArgumentError(
                absl::StrCat("merge ", rules.size(), ", \"", merge, "\", is no pair of tokens"));
        }
        rules.push_back(rule);
    }
    return rules;
}

absl::StatusOr<std::unique_ptr<BpeModel>> makeBpe(const GgufVocabulary& vocabulary, BpeOptions options)
{
    Vocabulary tokens;
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        tokens.add(vocabulary.tokens[id], static_cast<std::int32_t>(id));
        options.unmatched.push_back(isAdded(kindOf(vocabulary, id)));
    }
    tokens.finish();
    absl::StatusOr<std::vector<BpeModel::MergeRule>> merges = readMerges(vocabulary, tokens);
    if (!merges.ok()) {
        return merges.status();
    }
    return std::make_unique<BpeModel>(std::move(tokens), *merges, std::move(options));
}

// "gpt2": byte-pair encoding on the byte alphabet.
Made makeByteLevel(const GgufVocabulary& vocabulary)
{
    const std::string pre = vocabulary.preTokenizer.empty() ? "default" : vocabulary.preTokenizer;
    const GgufSplitting* splitting = ggufSplitting(pre);
    if (splitting == nullptr) {
        return absl::InvalidArgumentError(absl::StrCat("unknown pre-tokenizer \"", pre, "\" (tokenizer.ggml.pre)"));
    }
    BpeOptions options;
    options.alphabet = BpeAlphabet::kBytes;
    options.ignoreMerges = splitting->ignoreMerges;
    TokenizerParts parts;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.model, makeBpe(vocabulary, std::move(options)));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.preTokenizer, makeSplitPreTokenizer(splitting->regexes));
    parts.decoder = makeByteLevelDecoder();
    parts.byteAlphabet = true;
    parts.postProcessor = marksOf(vocabulary, splitting->addBos, false);
    parts.addedTokens = addedTokensOf(vocabulary);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

// Whether a user-defined token is written like a mark: "<table>", "[INST]".
bool looksLikeMark(const std::string& token)
{
    return token.size() > 2 &&
           ((token.front() == '<' && token.back() == '>') || (token.front() == '[' && token.back() == ']'));
}

// Converters write the spaces of user-defined tokens as such.
std::string withSpaceSymbols(std::string_view token)
{
    std::string text;
    for (const char c : token) {
        text += c == ' ' ? kSpaceSymbol : std::string_view(&c, 1);
    }
    return text;
}

// "llama" and "t5": sentencepiece models, by scores or by the best way.
Made makePieces(const GgufVocabulary& vocabulary)
{
    const bool unigram = vocabulary.model == "t5";
    SentencePieceModel model;
    model.algorithm = unigram ? SentencePieceAlgorithm::kUnigram : SentencePieceAlgorithm::kBpe;
    model.addDummyPrefix = vocabulary.addSpacePrefix.value_or(true);
    model.removeExtraWhitespaces = vocabulary.removeExtraSpaces.value_or(false);
    model.charsmap = vocabulary.characterMap;
    if (vocabulary.scores.empty()) {
        return absl::InvalidArgumentError("its vocabulary has no scores (tokenizer.ggml.scores)");
    }
    const std::int32_t unknownId = knownId(vocabulary, vocabulary.unknownId);
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        const bool unknown = static_cast<std::int32_t>(id) == unknownId;
        PieceKind kind = unknown ? PieceKind::kUnknown : kindOf(vocabulary, id);
        if (kind == PieceKind::kUnknown && !unknown && unknownId >= 0) {
            kind = PieceKind::kControl; // how some converters write placeholders
        }
        model.pieces.push_back(
            {kind == PieceKind::kUserDefined ? withSpaceSymbols(vocabulary.tokens[id]) : vocabulary.tokens[id],
             static_cast<float>(vocabulary.scores[id]), kind});
        model.byteFallback = model.byteFallback || kind == PieceKind::kByte;
    }
    SentencePieceOptions options;
    options.addedTokens = addedTokensOf(vocabulary);
    std::erase_if(options.addedTokens,
                  [](const AddedToken& token) { // pieces of text such as "\n\n" stay with the model
                      return !token.special && !looksLikeMark(token.content);
                  });
    model.beginId = knownId(vocabulary, vocabulary.beginId);
    model.endId = knownId(vocabulary, vocabulary.endId);
    options.addBegin = vocabulary.addBegin.value_or(!unigram);
    options.addEnd = vocabulary.addEnd.value_or(unigram);
    return makeSentencePieceTokenizer(std::move(model), std::move(options));
}

// "gemma4": byte-pair encoding with merges on text in which spaces are symbols.
Made makeCharacterLevel(const GgufVocabulary& vocabulary)
{
    BpeOptions options;
    options.byteFallback = true;
    options.fuseUnknown = true;
    options.unknownId = knownId(vocabulary, vocabulary.unknownId);
    SentencePieceModel writing; // only how spaces are written
    writing.addDummyPrefix = vocabulary.addSpacePrefix.value_or(false);
    writing.removeExtraWhitespaces = false;
    writing.byteFallback = true;
    TokenizerParts parts;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.model, makeBpe(vocabulary, std::move(options)));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parts.normalizer, makeSentencePieceNormalizer(writing));
    parts.decoder = makeSentencePieceDecoder(writing);
    parts.postProcessor = marksOf(vocabulary, true, false);
    parts.addedTokens = addedTokensOf(vocabulary);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

// "bert": word pieces. There a word's first piece begins with the space symbol and the others with nothing.
Made makeWordPieces(const GgufVocabulary& vocabulary)
{
    WordPieceOptions options;
    Vocabulary tokens;
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        const std::string& token = vocabulary.tokens[id];
        const bool whole = token.starts_with('[') || isAdded(kindOf(vocabulary, id));
        const std::string text = whole                             ? token
                                 : token.starts_with(kSpaceSymbol) ? token.substr(kSpaceSymbol.size())
                                                                   : options.continuingPrefix + token;
        tokens.add(text, static_cast<std::int32_t>(id));
    }
    tokens.finish();
    options.unknownId = vocabulary.unknownId ? knownId(vocabulary, vocabulary.unknownId) : tokens.find("[UNK]");
    TokenizerParts parts;
    parts.model = std::make_unique<WordPieceModel>(std::move(tokens), options);
    parts.normalizer = makeBertNormalizer({});
    parts.preTokenizer = makeBertPreTokenizer();
    parts.decoder = makeWordPieceDecoder(options.continuingPrefix);
    parts.postProcessor =
        marks(knownId(vocabulary, vocabulary.classId ? vocabulary.classId : vocabulary.beginId),
              knownId(vocabulary, vocabulary.separatorId ? vocabulary.separatorId : vocabulary.endId));
    parts.addedTokens = addedTokensOf(vocabulary);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

Made make(const GgufVocabulary& vocabulary)
{
    if (absl::Status status = checkLists(vocabulary); !status.ok()) {
        return status;
    }
    if (vocabulary.model == "gpt2") {
        return makeByteLevel(vocabulary);
    }
    if (vocabulary.model == "llama" || vocabulary.model == "t5") {
        return makePieces(vocabulary);
    }
    if (vocabulary.model == "gemma4") {
        return makeCharacterLevel(vocabulary);
    }
    if (vocabulary.model == "bert") {
        return makeWordPieces(vocabulary);
    }
    return absl::InvalidArgumentError(
        absl::StrCat("unknown tokenizer \"", vocabulary.model, "\" (tokenizer.ggml.model)"));
}

} // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> makeGgufTokenizer(const GgufVocabulary& vocabulary, const std::string& file)
{
    Made made = make(vocabulary);
    if (made.ok()) {
        return made;
    }
    return base::failure(reasons::kFileInvalid, {{"file", file}, {"detail", std::string(made.status().message())}});
}

} // namespace firstlight::model
