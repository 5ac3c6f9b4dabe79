#include "backend/model/pattern_syntax.h"

#include "backend/model/utf8.h"

#include <string>

namespace firstlight::model {

namespace {

constexpr int kMaxRepeat = 1000;
constexpr int kMaxDepth = 50;

// Thrown inside the parser only: the pattern is for the general engine.
struct NotKnown {
};

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

CodePointRanges property(std::string_view name)
{
    std::optional<CodePointRanges> ranges = propertyRanges(name);
    if (!ranges) {
        throw NotKnown{};
    }
    return *std::move(ranges);
}

// Outside of brackets "\w" finds these, too: Oniguruma has another table for Latin-1.
CodePointRanges wordCharacters()
{
    return unite(property("Word"), {{0xB2, 0xB3}, {0xB9, 0xB9}, {0xBC, 0xBE}});
}

// What matches `set` when case is ignored. Only ASCII, with the two other characters that fold into it.
CodePointRanges foldCase(const CodePointRanges& set)
{
    CodePointRanges folded = set;
    for (char32_t lower = 'a'; lower <= 'z'; ++lower) {
        const char32_t upper = lower - 'a' + 'A';
        if (containsCodePoint(set, lower) || containsCodePoint(set, upper)) {
            folded.push_back({lower, lower});
            folded.push_back({upper, upper});
            if (lower == 's') {
                folded.push_back({0x017F, 0x017F});
            }
            if (lower == 'k') {
                folded.push_back({0x212A, 0x212A});
            }
        }
    }
    return unite(folded, {});
}

class Parser
{
public:
    explicit Parser(std::string_view pattern) : m_pattern(pattern) {}

    PatternNode parseAll()
    {
        PatternNode node = parseAlternatives(false, 0);
        if (!atEnd()) {
            throw NotKnown{};
        }
        return node;
    }

private:
    bool atEnd() const { return m_at >= m_pattern.size(); }
    bool startsWith(std::string_view text) const { return m_pattern.substr(m_at).starts_with(text); }
    bool take(std::string_view text)
    {
        const bool found = startsWith(text);
        m_at += found ? text.size() : 0;
        return found;
    }
    char32_t next()
    {
        if (atEnd()) {
            throw NotKnown{};
        }
        return nextCodePoint(m_pattern, m_at);
    }

    PatternNode parseAlternatives(bool ignoreCase, int depth)
    {
        if (depth > kMaxDepth) {
            throw NotKnown{};
        }
        PatternNode node;
        node.kind = PatternNode::Kind::kAlternatives;
        do {
            node.children.push_back(parseSequence(ignoreCase, depth));
        } while (take("|"));
        return node;
    }

    PatternNode parseSequence(bool ignoreCase, int depth)
    {
        PatternNode sequence;
        while (!atEnd() && !startsWith("|") && !startsWith(")")) {
            PatternNode item = parseItem(ignoreCase, depth);
            if (ignoreCase && !sequence.children.empty()) {
                refuseFoldedPair(sequence.children.back(), item);
            }
            sequence.children.push_back(parseQuantifier(std::move(item)));
        }
        return sequence;
    }

    // "ss", "st", "ff", "fi", "fl" fold to single characters as well.
    static void refuseFoldedPair(const PatternNode& left, const PatternNode& right)
    {
        const auto has = [](const PatternNode& node, char32_t code) { return containsCodePoint(node.set, code); };
        const bool sharpS = has(left, 's') && (has(right, 's') || has(right, 't'));
        const bool ligature = has(left, 'f') && (has(right, 'f') || has(right, 'i') || has(right, 'l'));
        if (sharpS || ligature || left.kind != PatternNode::Kind::kSet || right.kind != PatternNode::Kind::kSet) {
            throw NotKnown{};
        }
    }

    PatternNode parseItem(bool ignoreCase, int depth)
    {
        if (take("(")) {
            return parseGroup(ignoreCase, depth);
        }
        PatternNode node;
        node.kind = PatternNode::Kind::kSet;
        node.set = take("[") ? parseClass(depth) : parseCharacter();
        if (ignoreCase) {
            if (node.set.empty() || node.set.back().last >= 128) {
                throw NotKnown{};
            }
            node.set = foldCase(node.set);
        }
        return node;
    }

    PatternNode parseGroup(bool ignoreCase, int depth)
    {
        PatternNode node;
        if (take("?!") || take("?=")) {
            node.kind = PatternNode::Kind::kLookAhead;
            node.negative = m_pattern[m_at - 1] == '!';
            node.children.push_back(parseAlternatives(ignoreCase, depth + 1));
        } else if (take("?i:")) {
            node = parseAlternatives(true, depth + 1);
        } else if (take("?:") || !startsWith("?")) {
            node = parseAlternatives(ignoreCase, depth + 1);
        } else {
            throw NotKnown{};
        }
        if (!take(")")) {
            throw NotKnown{};
        }
        return node;
    }

    PatternNode parseQuantifier(PatternNode item)
    {
        int min = 0;
        int max = PatternNode::kUnbounded;
        bool braces = false;
        if (take("*")) {
        } else if (take("+")) {
            min = 1;
        } else if (take("?")) {
            max = 1;
        } else if (take("{")) {
            braces = true;
            parseBounds(min, max);
        } else {
            return item;
        }
        PatternNode repeat;
        repeat.kind = PatternNode::Kind::kRepeat;
        repeat.min = min;
        repeat.max = max;
        if (startsWith("?") || startsWith("*") || startsWith("{") || (braces && startsWith("+")) ||
            item.kind == PatternNode::Kind::kLookAhead) {
            throw NotKnown{}; // lazy, or repeated repetition
        }
        repeat.possessive = take("+");
        repeat.children.push_back(std::move(item));
        return repeat;
    }

    void parseBounds(int& min, int& max)
    {
        min = parseNumber().value_or(0);
        max = min;
        if (take(",")) {
            max = parseNumber().value_or(PatternNode::kUnbounded);
        }
        if (!take("}") || (max != PatternNode::kUnbounded && max < min)) {
            throw NotKnown{};
        }
    }

    std::optional<int> parseNumber()
    {
        std::optional<int> number;
        while (!atEnd() && m_pattern[m_at] >= '0' && m_pattern[m_at] <= '9') {
            number = number.value_or(0) * 10 + (m_pattern[m_at++] - '0');
            if (*number > kMaxRepeat) {
                throw NotKnown{};
            }
        }
        return number;
    }

    CodePointRanges parseCharacter()
    {
        if (take("\\w")) {
            return wordCharacters();
        }
        if (take("\\W")) {
            return invert(wordCharacters());
        }
        if (take("\\")) {
            return parseEscape();
        }
        const char32_t code = next();
        if (code == '.') {
            return invert({{'\n', '\n'}});
        }
        if (code == '^' || code == '$' || code == '*' || code == '+' || code == '?' || code == '{' || code == ')') {
            throw NotKnown{};
        }
        return {{code, code}};
    }

    CodePointRanges parseEscape()
    {
        const char32_t code = next();
        switch (code) {
        case 's':
            return property("Space");
        case 'S':
            return invert(property("Space"));
        case 'd':
            return property("Digit");
        case 'D':
            return invert(property("Digit"));
        case 'w':
            return property("Word");
        case 'W':
            return invert(property("Word"));
        case 'p':
        case 'P':
            return parseProperty(code == 'P');
        default:
            break;
        }
        const char32_t literal = parseEscapedLiteral(code);
        return {{literal, literal}};
    }

    CodePointRanges parseProperty(bool inverted)
    {
        const std::size_t end = m_pattern.find('}', m_at);
        if (!take("{") || end == std::string_view::npos) {
            throw NotKnown{};
        }
        if (take("^")) {
            inverted = !inverted;
        }
        const CodePointRanges ranges = property(m_pattern.substr(m_at, end - m_at));
        m_at = end + 1;
        return inverted ? invert(ranges) : ranges;
    }

    char32_t parseEscapedLiteral(char32_t code)
    {
        switch (code) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'f':
            return '\f';
        case 'v':
            return '\v';
        case 'x':
            return take("{") ? parseHex(1, 6, true) : parseHex(2, 2, false);
        case 'u':
            return parseHex(4, 4, false);
        default:
            break;
        }
        const bool letterOrDigit =
            code >= 128 || (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
        if (letterOrDigit) {
            throw NotKnown{};
        }
        return code;
    }

    char32_t parseHex(std::size_t least, std::size_t most, bool braced)
    {
        const std::size_t begin = m_at;
        while (m_at < m_pattern.size() && m_at - begin < most && isHex(m_pattern[m_at])) {
            ++m_at;
        }
        const std::string digits(m_pattern.substr(begin, m_at - begin));
        if (digits.size() < least || (braced && !take("}"))) {
            throw NotKnown{};
        }
        const unsigned long code = std::stoul(digits, nullptr, 16);
        if (code > kMaxCodePoint || (!braced && least == 2 && code >= 128)) {
            throw NotKnown{}; // \x80 is a raw byte there
        }
        return static_cast<char32_t>(code);
    }

    // Behind "[".
    CodePointRanges parseClass(int depth)
    {
        if (depth > kMaxDepth || startsWith("]")) {
            throw NotKnown{};
        }
        const bool inverted = take("^");
        std::optional<CodePointRanges> before; // what stands left of "&&"
        CodePointRanges set;
        while (!take("]")) {
            if (take("&&")) {
                before = before ? intersect(*before, set) : set;
                set.clear();
            } else {
                set = unite(set, parseClassItem(depth));
            }
        }
        if (before) {
            set = intersect(*before, set);
        }
        return inverted ? invert(set) : set;
    }

    CodePointRanges parseClassItem(int depth)
    {
        if (take("[:")) {
            throw NotKnown{};
        }
        if (take("[")) {
            return parseClass(depth + 1);
        }
        const CodePointRanges first = parseClassCharacter();
        const bool single = first.size() == 1 && first[0].first == first[0].last;
        if (!single || !startsWith("-") || m_pattern.substr(m_at).starts_with("-]")) {
            return first;
        }
        take("-");
        const CodePointRanges last = parseClassCharacter();
        if (last.size() != 1 || last[0].first != last[0].last || last[0].first < first[0].first) {
            throw NotKnown{};
        }
        return {{first[0].first, last[0].last}};
    }

    CodePointRanges parseClassCharacter()
    {
        if (take("\\")) {
            return parseEscape();
        }
        if (startsWith("[") || startsWith("&&")) {
            throw NotKnown{};
        }
        const char32_t code = next();
        return {{code, code}};
    }

    std::string_view m_pattern;
    std::size_t m_at = 0;
};

} // namespace

std::optional<PatternNode> parsePattern(std::string_view pattern)
{
    if (!isValidUtf8(pattern)) {
        return std::nullopt;
    }
    try {
        return Parser(pattern).parseAll();
    } catch (const NotKnown&) {
        return std::nullopt;
    }
}

} // namespace firstlight::model
