#include "backend/model/bpe_model.h"

#include "backend/model/byte_alphabet.h"
#include "backend/model/utf8.h"

#include <cstdio>

namespace firstlight::model {

namespace {

// Longer pieces are cut where that changes nothing; shorter ones are not worth the look.
constexpr std::size_t kLongPiece = 48;

std::string fallbackToken(unsigned byte)
{
    char token[8];
    std::snprintf(token, sizeof token, "<0x%02X>", byte);
    return token;
}

Vocabulary asBytes(const Vocabulary& tokens)
{
    Vocabulary words;
    for (std::int32_t id = 0; id < tokens.size(); ++id) {
        if (!tokens.has(id)) {
            continue;
        }
        if (const std::optional<std::string> bytes = alphabetToBytes(tokens.content(id))) {
            words.add(*bytes, id);
        }
    }
    words.finish();
    return words;
}

} // namespace

BpeModel::BpeModel(Vocabulary tokens, const std::vector<MergeRule>& merges, BpeOptions options)
    : m_tokens(std::move(tokens))
    , m_merges(merges.size())
    , m_options(std::move(options))
    , m_whole(std::make_unique<std::atomic<Whole>[]>(static_cast<std::size_t>(m_tokens.size())))
{
    std::vector<std::int32_t> merged;
    for (const MergeRule& merge : merges) {
        m_merges.add(merge.left, merge.right, merge.merged);
        merged.push_back(merge.merged);
    }
    if (m_options.alphabet == BpeAlphabet::kBytes) {
        m_words = asBytes(m_tokens);
    } else if (m_options.continuingPrefix.empty() && m_options.endSuffix.empty()) {
        m_boundaries = std::make_unique<BpeBoundaries>(m_tokens, merged);
    }
    findByteTokens();
}

void BpeModel::findByteTokens()
{
    for (unsigned byte = 0; byte < 256; ++byte) {
        const char character = static_cast<char>(byte);
        m_byteIds[byte] = m_words.find(std::string_view(&character, 1));
        m_fallbackIds[byte] = m_tokens.find(fallbackToken(byte));
    }
}

void BpeModel::encode(std::string_view piece, std::vector<std::int32_t>& out) const
{
    const std::int32_t whole = wholePiece(piece);
    if (whole != Vocabulary::kNone && m_options.ignoreMerges) {
        out.push_back(whole);
    } else if (whole == Vocabulary::kNone && m_boundaries && piece.size() > kLongPiece) {
        encodeLong(piece, out);
    } else {
        encodePart(piece, whole, out);
    }
}

void BpeModel::encodeLong(std::string_view piece, std::vector<std::int32_t>& out) const
{
    std::size_t begin = 0;
    std::size_t at = 0;
    char32_t left = nextCodePoint(piece, at);
    while (at < piece.size()) {
        const std::size_t between = at;
        const char32_t right = nextCodePoint(piece, at);
        if (m_boundaries->separates(left, right)) {
            const std::string_view part = piece.substr(begin, between - begin);
            encodePart(part, wholePiece(part), out);
            begin = between;
        }
        left = right;
    }
    const std::string_view part = piece.substr(begin);
    encodePart(part, wholePiece(part), out);
}

void BpeModel::encodePart(std::string_view piece, std::int32_t whole, std::vector<std::int32_t>& out) const
{
    if (whole != Vocabulary::kNone && m_whole[static_cast<std::size_t>(whole)].load(std::memory_order_relaxed) == Whole::kYes) {
        out.push_back(whole);
        return;
    }
    const std::size_t first = out.size();
    addSymbols(piece, out);
    m_merges.applyFrom(out, first);
    if (whole != Vocabulary::kNone) {
        const bool same = out.size() == first + 1 && out[first] == whole;
        m_whole[static_cast<std::size_t>(whole)].store(same ? Whole::kYes : Whole::kNo, std::memory_order_relaxed);
    }
}

std::int32_t BpeModel::wholePiece(std::string_view piece) const
{
    return m_options.alphabet == BpeAlphabet::kBytes ? m_words.find(piece) : m_tokens.find(piece);
}

void BpeModel::addSymbols(std::string_view piece, std::vector<std::int32_t>& out) const
{
    if (m_options.alphabet == BpeAlphabet::kBytes) {
        addBytes(piece, out);
    } else {
        addCharacters(piece, out);
    }
}

void BpeModel::addBytes(std::string_view piece, std::vector<std::int32_t>& out) const
{
    bool afterUnknown = false;
    for (const char c : piece) {
        const std::int32_t id = m_byteIds[static_cast<unsigned char>(c)];
        const bool unknown = id == Vocabulary::kNone;
        if (!unknown) {
            out.push_back(id);
        } else if (m_options.unknownId != Vocabulary::kNone && !(afterUnknown && m_options.fuseUnknown)) {
            out.push_back(m_options.unknownId);
        }
        afterUnknown = unknown;
    }
}

void BpeModel::addCharacters(std::string_view piece, std::vector<std::int32_t>& out) const
{
    bool pendingUnknown = false; // an unknown token that the next unknown character may join
    std::string symbol;
    for (std::size_t at = 0; at < piece.size();) {
        const std::size_t length = utf8Length(static_cast<unsigned char>(piece[at]));
        const std::string_view character = piece.substr(at, length);
        symbol.assign(at > 0 ? std::string_view(m_options.continuingPrefix) : std::string_view());
        symbol += character;
        at += length;
        if (at >= piece.size()) {
            symbol += m_options.endSuffix;
        }
        const std::int32_t id = m_tokens.find(symbol);
        if (id != Vocabulary::kNone) {
            if (pendingUnknown) {
                out.push_back(m_options.unknownId);
                pendingUnknown = false;
            }
            out.push_back(id);
        } else if (m_options.byteFallback && addFallback(symbol, out)) {
            continue;
        } else if (m_options.unknownId != Vocabulary::kNone) {
            if (pendingUnknown && !m_options.fuseUnknown) {
                out.push_back(m_options.unknownId);
            }
            pendingUnknown = true;
        }
    }
    if (pendingUnknown) {
        out.push_back(m_options.unknownId);
    }
}

bool BpeModel::addFallback(std::string_view character, std::vector<std::int32_t>& out) const
{
    for (const char byte : character) {
        if (m_fallbackIds[static_cast<unsigned char>(byte)] == Vocabulary::kNone) {
            return false;
        }
    }
    for (const char byte : character) {
        out.push_back(m_fallbackIds[static_cast<unsigned char>(byte)]);
    }
    return true;
}

std::optional<std::string> BpeModel::tokenOf(std::int32_t id) const
{
    return m_tokens.has(id) ? std::optional(std::string(m_tokens.content(id))) : std::nullopt;
}

} // namespace firstlight::model
