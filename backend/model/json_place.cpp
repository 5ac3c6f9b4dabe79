#include "backend/model/json_place.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace firstlight::model {
namespace {

// Walks valid JSON without building anything.
class Walker
{
public:
    explicit Walker(std::string_view text) : m_text(text) { skipSpace(); }

    std::size_t place() const { return m_place; }

    // Goes to the value of `step` (a key, or a position in a list) in the value that begins here.
    bool enter(std::string_view step)
    {
        const char open = next();
        if (open != '{' && open != '[') {
            return false;
        }
        ++m_place;
        std::size_t wanted = 0;
        std::from_chars(step.data(), step.data() + step.size(), wanted);
        skipSpace();
        for (std::size_t position = 0; next() != '}' && next() != ']' && next() != '\0'; ++position) {
            const bool found = open == '{' ? takeKey() == step : position == wanted;
            if (found) {
                return true;
            }
            skipValue();
            if (next() == ',') {
                ++m_place;
                skipSpace();
            }
        }
        return false;
    }

private:
    char next() const { return m_place < m_text.size() ? m_text[m_place] : '\0'; }

    void skipSpace() { m_place = std::min(m_text.find_first_not_of(" \t\r\n", m_place), m_text.size()); }

    std::string_view takeText()
    {
        const std::size_t begin = m_place + 1;
        ++m_place;
        while (m_place < m_text.size() && m_text[m_place] != '"') {
            m_place += m_text[m_place] == '\\' ? 2 : 1;
        }
        const std::size_t end = std::min(m_place, m_text.size());
        m_place = std::min(m_place + 1, m_text.size());
        return m_text.substr(std::min(begin, end), end - std::min(begin, end));
    }

    std::string_view takeKey()
    {
        const std::string_view key = takeText();
        m_place = std::min(m_text.find(':', m_place), m_text.size());
        m_place = std::min(m_place + 1, m_text.size());
        skipSpace();
        return key;
    }

    void skipValue()
    {
        int depth = 0;
        do {
            const char c = next();
            if (c == '"') {
                takeText();
            } else {
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                ++m_place;
            }
        } while (m_place < m_text.size() && (depth > 0 || !endsValue()));
        skipSpace();
    }

    bool endsValue()
    {
        const std::size_t after = m_text.find_first_not_of(" \t\r\n", m_place);
        return after == std::string_view::npos || m_text[after] == ',' || m_text[after] == '}' || m_text[after] == ']';
    }

    std::string_view m_text;
    std::size_t m_place = 0;
};

} // namespace

int lineOf(std::string_view text, std::string_view pointer)
{
    Walker walker(text);
    std::size_t place = walker.place();
    while (pointer.size() > 1) {
        pointer.remove_prefix(1);
        const std::string_view step = pointer.substr(0, pointer.find('/'));
        if (!walker.enter(step)) {
            break;
        }
        place = walker.place();
        pointer.remove_prefix(step.size());
    }
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
}

} // namespace firstlight::model
