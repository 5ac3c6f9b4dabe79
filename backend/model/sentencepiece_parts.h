// The parts that tokenizers from sentencepiece models are made of, see sentencepiece_tokenizer.h.
#pragma once

#include "backend/model/normalizers.h"
#include "backend/model/pre_tokenizers.h"
#include "backend/model/sentencepiece_model.h"
#include "backend/model/token_decoders.h"
#include "backend/model/token_model.h"
#include "backend/model/vocabulary.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string_view>

namespace firstlight::model {

inline constexpr std::string_view kSpaceSymbol = "\xE2\x96\x81"; // "▁"

// U+10FFFE, which no text has: a byte that belongs to no character. The normalizer makes a U+FFFD of it, after its
// rules.
inline constexpr std::string_view kBrokenByte = "\xF4\x8F\xBF\xBE";

absl::StatusOr<std::unique_ptr<Normalizer>> makeSentencePieceNormalizer(const SentencePieceModel& model);

// Unigram, byte-pair, word or character pieces; `model` must have passed checkPieces().
std::unique_ptr<TokenModel> makeSentencePieceTokenModel(const SentencePieceModel& model);

// The one for words. `tokens`: all pieces; `unknown`: the id of the unknown one.
std::unique_ptr<TokenModel> makeSentencePieceWords(Vocabulary tokens, std::int32_t unknown,
                                                   const SentencePieceModel& model);

std::unique_ptr<TokenDecoder> makeSentencePieceDecoder(const SentencePieceModel& model);

// Puts the space symbol before what begins a text.
std::unique_ptr<PreTokenizer> makeFirstPrefixPreTokenizer();

} // namespace firstlight::model
