#include "backend/model/pipeline_tokenizer.h"

#include "backend/base/text.h"
#include "backend/model/byte_alphabet.h"
#include "backend/model/byte_tokens.h"
#include "backend/model/growth_limit.h"
#include "backend/model/printable_piece.h"
#include "backend/model/utf8.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

namespace {

constexpr std::size_t kMaxCharacterBytes = 4;

// Whether `bytes` end with the beginning of a character, not with a whole one or with what begins none.
bool isCutOff(std::string_view bytes)
{
    const std::size_t least = bytes.size() - std::min(bytes.size(), kMaxCharacterBytes - 1);
    for (std::size_t at = bytes.size(); at > least;) {
        const std::string_view rest = bytes.substr(--at);
        const auto lead = static_cast<unsigned char>(rest[0]);
        if (lead < 0x80 || lead >= 0xC0) {
            std::size_t broken = 0;
            return lead >= 0xC2 && lead <= 0xF4 && base::wellFormedLength(rest, broken) == 0 && broken == rest.size();
        }
    }
    return false;
}

} // namespace

PipelineTokenizer::PipelineTokenizer(TokenizerParts parts) : m_parts(std::move(parts)), m_size(m_parts.model->size())
{
    for (std::size_t i = 0; i < m_parts.addedTokens.size(); ++i) {
        const AddedToken& token = m_parts.addedTokens[i];
        m_addedById[token.id] = i;
        m_addedByContent[token.content] = token.id;
        m_size = std::max(m_size, token.id + 1);
        std::string text = token.content;
        if (token.normalized && m_parts.normalizer) {
            m_parts.normalizer->apply(token.content, text, mostGrownBytes(token.content.size()));
        }
        (token.normalized ? m_normalizedTokens : m_rawTokens).add(token, text);
        m_addedText.push_back(std::move(text));
    }
}

std::vector<std::int32_t> PipelineTokenizer::encode(std::string_view utf8, SpecialTokens mode) const
{
    return encodeText(utf8, mode == SpecialTokens::kAsText, {});
}

std::vector<std::int32_t> PipelineTokenizer::encodePrompt(std::string_view utf8,
                                                          std::span<const TextSpan> literals) const
{
    return encodeText(utf8, false, literals);
}

std::vector<std::int32_t> PipelineTokenizer::withSpecialTokens(std::vector<std::int32_t> ids) const
{
    return m_parts.postProcessor.apply(std::move(ids));
}

std::vector<std::int32_t> PipelineTokenizer::encodeText(std::string_view text, bool skipSpecial,
                                                        std::span<const TextSpan> literals) const
{
    std::string repaired;
    if (!isValidUtf8(text)) {
        repaired = m_parts.brokenByte.empty() ? base::validText(text) : markBrokenBytes(text, m_parts.brokenByte);
        text = repaired;
    }
    std::vector<std::int32_t> ids;
    ids.reserve(text.size() / 3);
    for (const TextSegment& segment : m_rawTokens.split(text, skipSpecial, literals)) {
        if (segment.id >= 0) {
            ids.push_back(segment.id);
            continue;
        }
        const std::string_view section = text.substr(segment.span.begin, segment.span.end - segment.span.begin);
        encodeSection(section, segment.span.begin == 0, skipSpecial, literalsWithin(segment.span, literals), ids);
    }
    return ids;
}

// Normalizes text between tokens and looks for the tokens that are found only then.
void PipelineTokenizer::encodeSection(std::string_view text, bool atTextStart, bool skipSpecial,
                                      std::span<const TextSpan> literals, std::vector<std::int32_t>& out) const
{
    std::string normalized;
    const bool changed = m_parts.normalizer && m_parts.normalizer->apply(text, normalized, mostGrownBytes(text.size()));
    const std::string_view section = changed ? std::string_view(normalized) : text;
    atTextStart = atTextStart && (!changed || keepsFirstCharacter(text));
    if (m_normalizedTokens.empty()) {
        encodeNormalized(section, atTextStart, out);
        return;
    }
    const std::vector<TextSpan> moved =
        changed ? normalizedLiterals(text, literals) : std::vector<TextSpan>(literals.begin(), literals.end());
    for (const TextSegment& segment : m_normalizedTokens.split(section, skipSpecial, moved)) {
        if (segment.id >= 0) {
            out.push_back(segment.id);
        } else {
            const std::string_view part = section.substr(segment.span.begin, segment.span.end - segment.span.begin);
            encodeNormalized(part, atTextStart && segment.span.begin == 0, out);
        }
    }
}

void PipelineTokenizer::encodeNormalized(std::string_view text, bool atTextStart, std::vector<std::int32_t>& out) const
{
    if (text.empty()) {
        return;
    }
    if (!m_parts.preTokenizer) {
        m_parts.model->encode(text, out);
        return;
    }
    Pieces pieces;
    pieces.list.push_back({text, atTextStart});
    m_parts.preTokenizer->apply(pieces);
    for (const Piece& piece : pieces.list) {
        m_parts.model->encode(piece.text, out);
    }
}

// Without it the normalized text does not begin where the text does.
bool PipelineTokenizer::keepsFirstCharacter(std::string_view text) const
{
    if (text.empty()) {
        return true;
    }
    const std::string_view first = text.substr(0, utf8Length(static_cast<unsigned char>(text[0])));
    std::string normalized;
    return !m_parts.normalizer->apply(first, normalized, mostGrownBytes(first.size())) || !normalized.empty();
}

std::vector<TextSpan> PipelineTokenizer::literalsWithin(TextSpan section, std::span<const TextSpan> literals) const
{
    std::vector<TextSpan> within;
    for (const TextSpan& literal : literals) {
        const TextSpan part{std::max(literal.begin, section.begin), std::min(literal.end, section.end)};
        if (part.begin <= part.end) {
            within.push_back({part.begin - section.begin, part.end - section.begin});
        }
    }
    return within;
}

// Where the literals lie in the normalized text: behind what the text before them becomes.
std::vector<TextSpan> PipelineTokenizer::normalizedLiterals(std::string_view text,
                                                            std::span<const TextSpan> literals) const
{
    const auto move = [&](std::size_t at) {
        std::string normalized;
        const bool changed = m_parts.normalizer->apply(text.substr(0, at), normalized, mostGrownBytes(text.size()));
        return changed ? normalized.size() : at;
    };
    std::vector<TextSpan> moved;
    for (const TextSpan& literal : literals) {
        moved.push_back({move(literal.begin), move(literal.end)});
    }
    return moved;
}

std::optional<std::string> PipelineTokenizer::tokenOf(std::int32_t id) const
{
    const auto added = m_addedById.find(id);
    return added != m_addedById.end() ? m_addedText[added->second] : m_parts.model->tokenOf(id);
}

std::string PipelineTokenizer::decode(std::span<const std::int32_t> ids, bool skipSpecial) const
{
    std::vector<std::string> tokens;
    tokens.reserve(ids.size());
    std::size_t bytes = 0;
    for (const std::int32_t id : ids) {
        std::optional<std::string> token = tokenOf(id);
        if (token && !(skipSpecial && isSkipped(id, *token))) {
            bytes += token->size();
            tokens.push_back(*std::move(token));
        }
    }
    if (m_parts.decoder) {
        m_parts.decoder->apply(tokens, mostGrownBytes(bytes));
    }
    std::string text;
    for (const std::string& token : tokens) {
        if (!m_parts.decoder && &token != tokens.data()) {
            text += ' ';
        }
        text += token;
    }
    return text;
}

// The reference knows special tokens by their content: one whose text was normalized to something else is not skipped.
bool PipelineTokenizer::isSkipped(std::int32_t id, std::string_view token) const
{
    return isSpecial(id) && m_parts.addedTokens[m_addedById.at(id)].content == token;
}

bool PipelineTokenizer::endsInsideCharacter(std::span<const std::int32_t> ids) const
{
    std::string tail;
    while (!ids.empty() && tail.size() < kMaxCharacterBytes) {
        tail.insert(0, bytesOf(ids.back()));
        ids = ids.first(ids.size() - 1);
    }
    return isCutOff(tail);
}

// What a token stands for; not all of it is a character, or belongs to one, by itself.
std::string PipelineTokenizer::bytesOf(std::int32_t id) const
{
    const std::string token = tokenOf(id).value_or(std::string());
    if (m_addedById.contains(id)) {
        return token;
    }
    if (m_parts.byteAlphabet) {
        return alphabetToBytes(token).value_or(token);
    }
    const int byte = byteOfToken(token);
    return byte >= 0 ? std::string(1, static_cast<char>(byte)) : token;
}

std::string PipelineTokenizer::piece(std::int32_t id) const
{
    if (!tokenOf(id)) {
        return absl::StrCat("<id ", id, ">");
    }
    return printablePiece(m_parts.byteAlphabet ? bytesOf(id) : *tokenOf(id));
}

bool PipelineTokenizer::isSpecial(std::int32_t id) const
{
    const auto added = m_addedById.find(id);
    return added != m_addedById.end() && m_parts.addedTokens[added->second].special;
}

std::optional<std::int32_t> PipelineTokenizer::idOf(std::string_view content) const
{
    const auto added = m_addedByContent.find(std::string(content));
    if (added != m_addedByContent.end()) {
        return added->second;
    }
    const std::int32_t id = m_parts.model->idOf(content);
    return id >= 0 ? std::optional(id) : std::nullopt;
}

std::vector<Tokenizer::AddedTokenInfo> PipelineTokenizer::addedTokens() const
{
    std::vector<AddedTokenInfo> list;
    for (const AddedToken& token : m_parts.addedTokens) {
        list.push_back({token.id, token.content, token.special});
    }
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return list;
}

} // namespace firstlight::model
