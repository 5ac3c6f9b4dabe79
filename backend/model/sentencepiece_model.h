// The contents of a sentencepiece model, and the reader of the file they usually come in (tokenizer.model).
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

enum class PieceKind : std::uint8_t {
    kNormal = 1,
    kUnknown = 2,     // stands for what no piece covers; exactly one
    kControl = 3,     // never found in text
    kUserDefined = 4, // found in text before anything else, whatever its score
    kUnused = 5,      // never written
    kByte = 6,        // "<0x0A>"
};

struct SentencePiece {
    std::string text;
    float score = 0.0F;
    PieceKind kind = PieceKind::kNormal;
};

enum class SentencePieceAlgorithm { kUnigram, kBpe, kWords, kCharacters };

struct SentencePieceModel {
    SentencePieceAlgorithm algorithm = SentencePieceAlgorithm::kUnigram;
    std::vector<SentencePiece> pieces; // by id
    bool byteFallback = false;
    bool addDummyPrefix = true;
    bool removeExtraWhitespaces = true;
    bool escapeWhitespaces = true;
    bool whitespaceAsSuffix = false;
    std::string charsmap;      // precompiled; empty: none
    std::int32_t beginId = -1; // written before and behind a text where that is asked for; -1: none
    std::int32_t endId = -1;
    std::string unknownSurface; // what the unknown piece is decoded to; empty: its own text
};

// From the contents of the file. InvalidArgument: what is wrong with it.
absl::StatusOr<SentencePieceModel> parseSentencePieceModel(std::string_view bytes);

// Whether the pieces are sound: no empty or broken text, none twice, one unknown, all bytes where they are needed.
absl::Status checkPieces(const SentencePieceModel& model);

} // namespace firstlight::model
