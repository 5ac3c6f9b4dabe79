#include "backend/base/text.h"
#include "backend/model/tokenizer.h"
#include "backend/model/utf8.h"

#include <algorithm>

namespace firstlight::model {

namespace {

// Tokens that are held back at most while the text ends in a broken character.
constexpr std::size_t kMaxHeldBack = 16;

} // namespace

bool Tokenizer::endsInsideCharacter(std::span<const std::int32_t> ids) const
{
    return decode(ids, true).ends_with(base::kReplacementCharacter);
}

StreamDecoder::StreamDecoder(const Tokenizer& tokenizer, bool skipSpecial)
    : m_tokenizer(tokenizer), m_skipSpecial(skipSpecial)
{
}

std::string StreamDecoder::push(std::int32_t id)
{
    if (m_skipSpecial && m_tokenizer.isSpecial(id)) {
        return {};
    }
    m_window.push_back(id);
    return newText(m_window.size() - m_contextIds > kMaxHeldBack);
}

std::string StreamDecoder::finish()
{
    std::string rest = newText(true);
    m_window.clear();
    m_contextIds = 0;
    return rest;
}

// What the window's tokens add to the text of those given out before: a decoder may treat the first token of a text
// differently, so the new ones are never decoded alone.
std::string StreamDecoder::newText(bool final)
{
    if (!final && m_tokenizer.endsInsideCharacter(m_window)) {
        return {};
    }
    const std::string all = m_tokenizer.decode(m_window, m_skipSpecial);
    const std::string known = m_tokenizer.decode(std::span(m_window).first(m_contextIds), m_skipSpecial);
    m_window.erase(m_window.begin(), m_window.begin() + static_cast<std::ptrdiff_t>(m_contextIds));
    m_contextIds = m_window.size();
    return all.substr(std::min(known.size(), all.size()));
}

} // namespace firstlight::model
