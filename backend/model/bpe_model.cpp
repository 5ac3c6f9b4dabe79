#include "backend/model/bpe_model.h"

#include "backend/model/byte_alphabet.h"
#include "backend/model/byte_tokens.h"
#include "backend/model/text_hash.h"
#include "backend/model/utf8.h"

namespace firstlight::model {

namespace {

// Longer pieces are cut where that changes nothing; shorter ones are not worth the look.
constexpr std::size_t kLongPiece = 48;

} // namespace

BpeModel::BpeModel(Vocabulary tokens, const std::vector<MergeRule>& merges, BpeOptions options)
    : m_tokens(std::move(tokens))
    , m_merges(merges.size())
    , m_options(std::move(options))
    , m_fallbackIds(byteTokenIds(m_tokens))
    , m_whole(std::make_unique<std::atomic<bool>[]>(static_cast<std::size_t>(m_tokens.size())))
    , m_cache(std::make_unique<WordCache>())
{
    std::vector<std::int32_t> merged;
    for (const MergeRule& merge : merges) {
        m_merges.add(merge.left, merge.right, merge.merged, merge.rank);
        merged.push_back(merge.merged);
    }
    const bool onBytes = m_options.alphabet == BpeAlphabet::kBytes;
    if (onBytes || !m_options.unmatched.empty()) {
        m_words = makeWords();
    }
    if (!onBytes && m_options.continuingPrefix.empty() && m_options.endSuffix.empty()) {
        m_boundaries = std::make_unique<BpeBoundaries>(words(), merged);
    }
    for (unsigned byte = 0; byte < 256; ++byte) {
        const char character = static_cast<char>(byte);
        m_byteIds[byte] = words().find(std::string_view(&character, 1));
    }
}

bool BpeModel::isMatched(std::int32_t id) const
{
    return m_tokens.has(id) && (m_options.unmatched.empty() || !m_options.unmatched[static_cast<std::size_t>(id)]);
}

Vocabulary BpeModel::makeWords() const
{
    Vocabulary words;
    for (std::int32_t id = 0; id < m_tokens.size(); ++id) {
        if (!isMatched(id)) {
            continue;
        }
        const std::string_view content = m_tokens.content(id);
        const bool onBytes = m_options.alphabet == BpeAlphabet::kBytes;
        if (const std::optional<std::string> word = onBytes ? alphabetToBytes(content) : std::string(content)) {
            words.add(*word, id);
        }
    }
    words.finish();
    return words;
}

BpeModel::Word BpeModel::wordOf(std::string_view piece) const
{
    const std::uint64_t hash = hashText(piece);
    return {piece, hash, words().find(piece, hash)};
}

void BpeModel::encode(std::string_view piece, std::vector<std::int32_t>& out) const
{
    const Word word = wordOf(piece);
    if (word.id != Vocabulary::kNone && m_options.ignoreMerges) {
        out.push_back(word.id);
    } else if (word.id == Vocabulary::kNone && m_boundaries && piece.size() > kLongPiece) {
        encodeLong(piece, out);
    } else {
        encodeWord(word, out);
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
            encodeWord(wordOf(piece.substr(begin, between - begin)), out);
            begin = between;
        }
        left = right;
    }
    encodeWord(wordOf(piece.substr(begin)), out);
}

void BpeModel::encodeWord(const Word& word, std::vector<std::int32_t>& out) const
{
    const bool isToken = word.id != Vocabulary::kNone;
    if (isToken && m_whole[static_cast<std::size_t>(word.id)].load(std::memory_order_relaxed)) {
        out.push_back(word.id);
        return;
    }
    if (m_cache->find(word.text, word.hash, out)) {
        return;
    }
    const std::size_t first = out.size();
    addSymbols(word.text, out);
    m_merges.applyFrom(out, first);
    if (isToken && out.size() == first + 1 && out[first] == word.id) {
        m_whole[static_cast<std::size_t>(word.id)].store(true, std::memory_order_relaxed);
    } else {
        m_cache->add(word.text, word.hash, std::span(out).subspan(first));
    }
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
        } else if (m_options.byteFallback && addByteTokens(bytesToAlphabet({&c, 1}), m_fallbackIds, out)) {
            afterUnknown = false; // the bytes of the letter that stands for this one, as in the reference
            continue;
        } else if (m_options.unknownId != Vocabulary::kNone && !(afterUnknown && m_options.fuseUnknown)) {
            out.push_back(m_options.unknownId);
        }
        afterUnknown = unknown;
    }
}

// The token of the character at `at`, which is `length` bytes long; `symbol`: as the vocabulary has it.
std::int32_t BpeModel::characterAt(std::string_view piece, std::size_t at, std::size_t length,
                                   std::string& symbol) const
{
    symbol.assign(at > 0 ? std::string_view(m_options.continuingPrefix) : std::string_view());
    symbol += piece.substr(at, length);
    if (at + length >= piece.size()) {
        symbol += m_options.endSuffix;
    }
    return words().find(symbol);
}

void BpeModel::addCharacters(std::string_view piece, std::vector<std::int32_t>& out) const
{
    const bool plain = m_options.continuingPrefix.empty() && m_options.endSuffix.empty();
    bool pendingUnknown = false; // an unknown token that the next unknown character may join
    std::string symbol;
    for (std::size_t at = 0; at < piece.size();) {
        const auto lead = static_cast<unsigned char>(piece[at]);
        const std::size_t length = utf8Length(lead);
        const bool known = plain && length == 1 && m_byteIds[lead] != Vocabulary::kNone;
        const std::int32_t id = known ? m_byteIds[lead] : characterAt(piece, at, length, symbol);
        at += length;
        if (id != Vocabulary::kNone) {
            if (pendingUnknown) {
                out.push_back(m_options.unknownId);
                pendingUnknown = false;
            }
            out.push_back(id);
        } else if (m_options.byteFallback && addByteTokens(symbol, m_fallbackIds, out)) {
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

std::optional<std::string> BpeModel::tokenOf(std::int32_t id) const
{
    return m_tokens.has(id) ? std::optional(std::string(m_tokens.content(id))) : std::nullopt;
}

} // namespace firstlight::model
