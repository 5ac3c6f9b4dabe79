#include "backend/model/sentencepiece_model.h"

#include "backend/base/failure.h"
#include "backend/model/byte_tokens.h"
#include "backend/model/protobuf_wire.h"
#include "backend/model/utf8.h"

#include <absl/container/flat_hash_set.h>
#include <absl/strings/str_cat.h>

#include <bitset>
#include <cmath>

namespace firstlight::model {

namespace {

// Field numbers of sentencepiece_model.proto.
namespace field {
constexpr std::uint32_t kPieces = 1;
constexpr std::uint32_t kTrainer = 2;
constexpr std::uint32_t kNormalizer = 3;
constexpr std::uint32_t kPieceText = 1;
constexpr std::uint32_t kPieceScore = 2;
constexpr std::uint32_t kPieceType = 3;
constexpr std::uint32_t kModelType = 3;
constexpr std::uint32_t kWhitespaceAsSuffix = 24;
constexpr std::uint32_t kByteFallback = 35;
constexpr std::uint32_t kBeginId = 41;
constexpr std::uint32_t kEndId = 42;
constexpr std::uint32_t kUnknownSurface = 44;
constexpr std::uint32_t kCharsmap = 2;
constexpr std::uint32_t kAddDummyPrefix = 3;
constexpr std::uint32_t kRemoveExtraWhitespaces = 4;
constexpr std::uint32_t kEscapeWhitespaces = 5;
} // namespace field

constexpr std::string_view kUnknownSurface = " \xE2\x81\x87 "; // " \u2047 ", where the file states none

absl::Status broken(std::string_view what)
{
    return absl::InvalidArgumentError(
        absl::StrCat("its ", absl::string_view(what.data(), what.size()), " is cut off or broken"));
}

absl::StatusOr<SentencePiece> readPiece(std::string_view message, std::size_t id)
{
    SentencePiece piece;
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == field::kPieceText && reader.isBytes()) {
            piece.text = reader.bytes();
        } else if (reader.field() == field::kPieceScore && reader.isReal()) {
            piece.score = reader.real();
        } else if (reader.field() == field::kPieceType && reader.isNumber()) {
            if (reader.number() < 1 || reader.number() > 6) {
                return absl::InvalidArgumentError(absl::StrCat("piece ", id, " is of unknown type ", reader.number()));
            }
            piece.kind = static_cast<PieceKind>(reader.number());
        }
    }
    return reader.ok() ? absl::StatusOr<SentencePiece>(std::move(piece)) : broken(absl::StrCat("piece ", id));
}

absl::Status readAlgorithm(std::uint64_t type, SentencePieceModel& model)
{
    switch (type) {
    case 1:
        model.algorithm = SentencePieceAlgorithm::kUnigram;
        return absl::OkStatus();
    case 2:
        model.algorithm = SentencePieceAlgorithm::kBpe;
        return absl::OkStatus();
    case 3:
        model.algorithm = SentencePieceAlgorithm::kWords;
        return absl::OkStatus();
    case 4:
        model.algorithm = SentencePieceAlgorithm::kCharacters;
        return absl::OkStatus();
    default:
        return absl::InvalidArgumentError(absl::StrCat("it is a sentencepiece model of unknown type ", type,
                                                       "; known are UNIGRAM, BPE, WORD and CHAR"));
    }
}

// Ids are signed there: -1 is written as the largest number.
std::int32_t idFrom(std::uint64_t number)
{
    return number <= static_cast<std::uint64_t>(kMaxTokenId) ? static_cast<std::int32_t>(number) : -1;
}

absl::Status readTrainer(std::string_view message, SentencePieceModel& model)
{
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == field::kUnknownSurface && reader.isBytes() && isValidUtf8(reader.bytes())) {
            model.unknownSurface = reader.bytes();
        }
        if (!reader.isNumber()) {
            continue;
        }
        switch (reader.field()) {
        case field::kModelType:
            FIRSTLIGHT_RETURN_IF_ERROR(readAlgorithm(reader.number(), model));
            break;
        case field::kWhitespaceAsSuffix:
            model.whitespaceAsSuffix = reader.number() != 0;
            break;
        case field::kByteFallback:
            model.byteFallback = reader.number() != 0;
            break;
        case field::kBeginId:
            model.beginId = idFrom(reader.number());
            break;
        case field::kEndId:
            model.endId = idFrom(reader.number());
            break;
        default:
            break;
        }
    }
    return reader.ok() ? absl::OkStatus() : broken("trainer specification");
}

absl::Status readNormalizer(std::string_view message, SentencePieceModel& model)
{
    WireReader reader(message);
    while (reader.next()) {
        const bool value = reader.number() != 0;
        if (reader.field() == field::kCharsmap && reader.isBytes()) {
            model.charsmap = reader.bytes();
        } else if (reader.field() == field::kAddDummyPrefix && reader.isNumber()) {
            model.addDummyPrefix = value;
        } else if (reader.field() == field::kRemoveExtraWhitespaces && reader.isNumber()) {
            model.removeExtraWhitespaces = value;
        } else if (reader.field() == field::kEscapeWhitespaces && reader.isNumber()) {
            model.escapeWhitespaces = value;
        }
    }
    return reader.ok() ? absl::OkStatus() : broken("normalizer specification");
}

// An id that the pieces do not reach, or that is no control piece, means: none.
void checkId(const SentencePieceModel& model, std::int32_t& id)
{
    const bool valid = id >= 0 && static_cast<std::size_t>(id) < model.pieces.size() &&
                       model.pieces[static_cast<std::size_t>(id)].kind == PieceKind::kControl;
    id = valid ? id : -1;
}

} // namespace

absl::Status checkPieces(const SentencePieceModel& model)
{
    if (model.pieces.size() > static_cast<std::size_t>(kMaxTokenId)) {
        return absl::InvalidArgumentError(absl::StrCat("it has ", model.pieces.size(), " pieces"));
    }
    std::size_t unknown = 0;
    std::bitset<256> bytes;
    absl::flat_hash_set<std::string_view> seen;
    for (std::size_t id = 0; id < model.pieces.size(); ++id) {
        const SentencePiece& piece = model.pieces[id];
        if (piece.text.empty() || !isValidUtf8(piece.text)) {
            return absl::InvalidArgumentError(absl::StrCat("piece ", id, " is empty or no UTF-8 text"));
        }
        if (!std::isfinite(piece.score)) {
            return absl::InvalidArgumentError(absl::StrCat("piece ", id, " has no finite score"));
        }
        if (!seen.insert(piece.text).second) {
            return absl::InvalidArgumentError(absl::StrCat("piece ", id, ", \"", piece.text, "\", is there twice"));
        }
        unknown += piece.kind == PieceKind::kUnknown ? 1 : 0;
        if (const int byte = byteOfToken(piece.text); piece.kind == PieceKind::kByte && byte >= 0) {
            bytes.set(static_cast<std::size_t>(byte));
        } else if (piece.kind == PieceKind::kByte) {
            return absl::InvalidArgumentError(absl::StrCat("piece ", id, ", \"", piece.text, "\", stands for no byte"));
        }
    }
    if (unknown != 1) {
        return absl::InvalidArgumentError(absl::StrCat("it has ", unknown, " unknown pieces, not one"));
    }
    if (model.byteFallback && !bytes.all()) {
        return absl::InvalidArgumentError(
            absl::StrCat("it falls back on bytes, but has pieces for ", bytes.count(), " of 256"));
    }
    return absl::OkStatus();
}

absl::StatusOr<SentencePieceModel> parseSentencePieceModel(std::string_view bytes)
{
    SentencePieceModel model;
    model.beginId = 1; // the format's defaults
    model.endId = 2;
    model.unknownSurface = kUnknownSurface;
    WireReader reader(bytes);
    while (reader.next()) {
        if (!reader.isBytes()) {
            continue;
        }
        if (reader.field() == field::kPieces) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(SentencePiece piece, readPiece(reader.bytes(), model.pieces.size()));
            model.pieces.push_back(std::move(piece));
        } else if (reader.field() == field::kTrainer) {
            FIRSTLIGHT_RETURN_IF_ERROR(readTrainer(reader.bytes(), model));
        } else if (reader.field() == field::kNormalizer) {
            FIRSTLIGHT_RETURN_IF_ERROR(readNormalizer(reader.bytes(), model));
        }
    }
    if (!reader.ok() || model.pieces.empty()) {
        return absl::InvalidArgumentError("it is no sentencepiece model, or cut off");
    }
    FIRSTLIGHT_RETURN_IF_ERROR(checkPieces(model));
    checkId(model, model.beginId);
    checkId(model, model.endId);
    return model;
}

} // namespace firstlight::model
