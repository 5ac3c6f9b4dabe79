#include "backend/model/pre_tokenizers.h"

#include "backend/model/byte_alphabet.h"
#include "backend/model/code_point_set.h"
#include "backend/model/json_pattern.h"
#include "backend/model/reference_unicode.h"
#include "backend/model/split_behavior.h"
#include "backend/model/split_patterns.h"
#include "backend/model/utf8.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

// Replaces each piece by what `split(piece, out)` adds to `out`.
template <typename Split>
void splitEach(Pieces& pieces, Split split)
{
    pieces.next.clear();
    for (const Piece& piece : pieces.list) {
        split(piece, pieces.next);
    }
    pieces.list.swap(pieces.next);
}

class SplitPreTokenizer final : public PreTokenizer
{
public:
    SplitPreTokenizer(std::unique_ptr<TextPattern> pattern, SplitBehavior behavior, bool invert)
        : m_pattern(std::move(pattern)), m_behavior(behavior), m_invert(invert)
    {
    }

    void apply(Pieces& pieces) const override
    {
        if (m_behavior == SplitBehavior::kIsolated) {
            splitEach(pieces, [this](const Piece& piece, std::vector<Piece>& out) { isolate(piece, out); });
            return;
        }
        splitEach(pieces, [this](const Piece& piece, std::vector<Piece>& out) {
            std::vector<MarkedSpan> spans;
            forEachSpan(*m_pattern, piece.text, [&](TextSpan span, bool isMatch) {
                spans.push_back({span, isMatch != m_invert});
            });
            joinSpans(piece, spans, m_behavior, out);
        });
    }

private:
    void isolate(const Piece& piece, std::vector<Piece>& out) const
    {
        forEachSpan(*m_pattern, piece.text, [&](TextSpan span, bool) {
            if (span.begin < span.end) {
                out.push_back(
                    {piece.text.substr(span.begin, span.end - span.begin), piece.atTextStart && span.begin == 0});
            }
        });
    }

    std::unique_ptr<TextPattern> m_pattern;
    SplitBehavior m_behavior;
    bool m_invert;
};

// Splits where single characters are of a set.
class CharacterPreTokenizer final : public PreTokenizer
{
public:
    CharacterPreTokenizer(const CodePointRanges& delimiters, SplitBehavior behavior)
        : m_delimiters(delimiters), m_behavior(behavior)
    {
    }

    void apply(Pieces& pieces) const override
    {
        splitEach(pieces, [this](const Piece& piece, std::vector<Piece>& out) {
            joinSpans(piece, spansOf(piece.text), m_behavior, out);
        });
    }

private:
    std::vector<MarkedSpan> spansOf(std::string_view text) const
    {
        std::vector<MarkedSpan> spans;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t begin = at;
            const bool isDelimiter = m_delimiters.contains(nextCodePoint(text, at));
            if (!isDelimiter && !spans.empty() && !spans.back().isDelimiter) {
                spans.back().span.end = at;
            } else {
                spans.push_back({{begin, at}, isDelimiter});
            }
        }
        return spans;
    }

    CodePointSet m_delimiters;
    SplitBehavior m_behavior;
};

class PrefixSpacePreTokenizer final : public PreTokenizer
{
public:
    void apply(Pieces& pieces) const override
    {
        for (Piece& piece : pieces.list) {
            if (!piece.text.starts_with(' ')) {
                piece.text = pieces.storage.emplace_back(std::string(" ").append(piece.text));
            }
        }
    }
};

class ByteAlphabetPreTokenizer final : public PreTokenizer
{
public:
    void apply(Pieces& pieces) const override
    {
        for (Piece& piece : pieces.list) {
            piece.text = pieces.storage.emplace_back(bytesToAlphabet(piece.text));
        }
    }
};

enum class PrependScheme { kAlways, kFirst, kNever };

class MetaspacePreTokenizer final : public PreTokenizer
{
public:
    MetaspacePreTokenizer(std::string replacement, PrependScheme scheme, bool split)
        : m_replacement(std::move(replacement))
        , m_pattern(makeLiteralPattern(m_replacement))
        , m_scheme(scheme)
        , m_split(split)
    {
    }

    void apply(Pieces& pieces) const override
    {
        for (Piece& piece : pieces.list) {
            piece.text = pieces.storage.emplace_back(replaced(piece));
        }
        if (!m_split) {
            return;
        }
        splitEach(pieces, [this](const Piece& piece, std::vector<Piece>& out) {
            std::vector<MarkedSpan> spans;
            forEachSpan(*m_pattern, piece.text, [&](TextSpan span, bool isMatch) { spans.push_back({span, isMatch}); });
            joinSpans(piece, spans, SplitBehavior::kMergedWithNext, out);
        });
    }

private:
    std::string replaced(const Piece& piece) const
    {
        std::string text;
        const bool prepends =
            m_scheme == PrependScheme::kAlways || (m_scheme == PrependScheme::kFirst && piece.atTextStart);
        if (prepends && !piece.text.starts_with(' ') && !piece.text.starts_with(m_replacement)) {
            text = m_replacement;
        }
        for (const char c : piece.text) {
            if (c == ' ') {
                text += m_replacement;
            } else {
                text += c;
            }
        }
        return text;
    }

    std::string m_replacement;
    std::unique_ptr<TextPattern> m_pattern;
    PrependScheme m_scheme;
    bool m_split;
};

class FixedLengthPreTokenizer final : public PreTokenizer
{
public:
    explicit FixedLengthPreTokenizer(std::size_t length) : m_length(length) {}

    void apply(Pieces& pieces) const override
    {
        splitEach(pieces, [this](const Piece& piece, std::vector<Piece>& out) {
            std::size_t begin = 0;
            while (begin < piece.text.size()) {
                std::size_t end = begin;
                for (std::size_t i = 0; i < m_length && end < piece.text.size(); ++i) {
                    end += utf8Length(static_cast<unsigned char>(piece.text[end]));
                }
                out.push_back({piece.text.substr(begin, end - begin), piece.atTextStart && begin == 0});
                begin = end;
            }
        });
    }

private:
    std::size_t m_length;
};

class SequencePreTokenizer final : public PreTokenizer
{
public:
    explicit SequencePreTokenizer(std::vector<std::unique_ptr<PreTokenizer>> parts) : m_parts(std::move(parts)) {}

    void apply(Pieces& pieces) const override
    {
        for (const std::unique_ptr<PreTokenizer>& part : m_parts) {
            part->apply(pieces);
        }
    }

private:
    std::vector<std::unique_ptr<PreTokenizer>> m_parts;
};

using MadePreTokenizer = absl::StatusOr<std::unique_ptr<PreTokenizer>>;

CodePointRanges whitespace()
{
    return propertyRanges("Space").value_or(CodePointRanges{});
}

std::unique_ptr<PreTokenizer> splitAt(const CodePointRanges& delimiters, SplitBehavior behavior)
{
    return std::make_unique<CharacterPreTokenizer>(delimiters, behavior);
}

MadePreTokenizer makeSplit(const JsonElement& json)
{
    absl::StatusOr<std::unique_ptr<TextPattern>> pattern = makePattern(json);
    if (!pattern.ok()) {
        return pattern.status();
    }
    const std::optional<SplitBehavior> behavior = splitBehaviorOf(jsonString(json, "behavior"));
    if (!behavior) {
        return absl::InvalidArgumentError(
            absl::StrCat("Split has unknown behavior \"", jsonString(json, "behavior"), "\""));
    }
    return std::make_unique<SplitPreTokenizer>(*std::move(pattern), *behavior, jsonBool(json, "invert", false));
}

MadePreTokenizer makeSplitByRegex(const char* regex, SplitBehavior behavior, bool invert)
{
    absl::StatusOr<std::unique_ptr<TextPattern>> pattern = makeRegexPattern(regex);
    if (!pattern.ok()) {
        return pattern.status();
    }
    return std::make_unique<SplitPreTokenizer>(*std::move(pattern), behavior, invert);
}

MadePreTokenizer makeByteLevel(const JsonElement& json, ByteLevelOutput output)
{
    std::vector<std::unique_ptr<PreTokenizer>> parts;
    if (jsonBool(json, "add_prefix_space", true)) {
        parts.push_back(std::make_unique<PrefixSpacePreTokenizer>());
    }
    if (jsonBool(json, "use_regex", true)) {
        MadePreTokenizer split = makeSplitByRegex(patterns::kGpt2, SplitBehavior::kIsolated, false);
        if (!split.ok()) {
            return split;
        }
        parts.push_back(*std::move(split));
    }
    if (output == ByteLevelOutput::kAlphabet) {
        parts.push_back(std::make_unique<ByteAlphabetPreTokenizer>());
    }
    return std::make_unique<SequencePreTokenizer>(std::move(parts));
}

MadePreTokenizer makeMetaspace(const JsonElement& json)
{
    const std::string scheme =
        jsonString(json, "prepend_scheme", jsonBool(json, "add_prefix_space", true) ? "always" : "never");
    PrependScheme prepend = PrependScheme::kAlways;
    if (scheme == "first") {
        prepend = PrependScheme::kFirst;
    } else if (scheme == "never") {
        prepend = PrependScheme::kNever;
    } else if (scheme != "always") {
        return absl::InvalidArgumentError(absl::StrCat("Metaspace has unknown prepend_scheme \"", scheme, "\""));
    }
    return std::make_unique<MetaspacePreTokenizer>(jsonString(json, "replacement", "\u2581"), prepend,
                                                   jsonBool(json, "split", true));
}

MadePreTokenizer makeDelimiterSplit(const JsonElement& json)
{
    const std::string delimiter = jsonString(json, "delimiter");
    if (delimiter.empty()) {
        return absl::InvalidArgumentError("CharDelimiterSplit has no delimiter");
    }
    std::size_t at = 0;
    const char32_t code = nextCodePoint(delimiter, at);
    return splitAt({{code, code}}, SplitBehavior::kRemoved);
}

MadePreTokenizer makePunctuation(const JsonElement& json)
{
    const std::string name = jsonString(json, "behavior", "Isolated");
    const std::optional<SplitBehavior> behavior = splitBehaviorOf(name);
    if (!behavior) {
        return absl::InvalidArgumentError(absl::StrCat("Punctuation has unknown behavior \"", name, "\""));
    }
    return splitAt(referencePunctuation(), *behavior);
}

MadePreTokenizer makeSequence(const JsonElement& json, ByteLevelOutput output)
{
    const std::optional<JsonElement> list = jsonField(json, "pretokenizers");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("pre-tokenizer Sequence has no list");
    }
    std::vector<std::unique_ptr<PreTokenizer>> parts;
    for (std::size_t i = 0; i < array.size(); ++i) {
        const bool last = i + 1 == array.size();
        MadePreTokenizer part =
            makePreTokenizer(array.at(i).value_unsafe(), last ? output : ByteLevelOutput::kAlphabet);
        if (!part.ok()) {
            return part;
        }
        parts.push_back(*std::move(part));
    }
    return std::make_unique<SequencePreTokenizer>(std::move(parts));
}

} // namespace

MadePreTokenizer makePreTokenizer(const JsonElement& json, ByteLevelOutput output)
{
    const std::string type = jsonType(json);
    if (type == "ByteLevel") {
        return makeByteLevel(json, output);
    }
    if (type == "Split") {
        return makeSplit(json);
    }
    if (type == "Sequence") {
        return makeSequence(json, output);
    }
    if (type == "Metaspace") {
        return makeMetaspace(json);
    }
    if (type == "Digits") {
        const bool individual = jsonBool(json, "individual_digits", false);
        return splitAt(referenceNumbers(), individual ? SplitBehavior::kIsolated : SplitBehavior::kContiguous);
    }
    if (type == "Punctuation") {
        return makePunctuation(json);
    }
    if (type == "Whitespace") {
        return makeSplitByRegex(R"([\w\x{200C}\x{200D}]+|[^\w\s\x{200C}\x{200D}]+)", SplitBehavior::kRemoved, true);
    }
    if (type == "WhitespaceSplit") {
        return splitAt(whitespace(), SplitBehavior::kRemoved);
    }
    if (type == "CharDelimiterSplit") {
        return makeDelimiterSplit(json);
    }
    if (type == "BertPreTokenizer") {
        return makeBertPreTokenizer();
    }
    if (type == "UnicodeScripts") {
        return makeScriptPreTokenizer();
    }
    if (type == "FixedLength" && jsonInteger(json, "length", 5) > 0) {
        return std::make_unique<FixedLengthPreTokenizer>(static_cast<std::size_t>(jsonInteger(json, "length", 5)));
    }
    return unknownComponent("pre-tokenizer", json);
}

std::unique_ptr<PreTokenizer> makeBertPreTokenizer()
{
    std::vector<std::unique_ptr<PreTokenizer>> parts;
    parts.push_back(splitAt(whitespace(), SplitBehavior::kRemoved));
    parts.push_back(splitAt(referencePunctuation(), SplitBehavior::kIsolated));
    return std::make_unique<SequencePreTokenizer>(std::move(parts));
}

MadePreTokenizer makeSplitPreTokenizer(const std::vector<std::string>& regexes)
{
    std::vector<std::unique_ptr<PreTokenizer>> parts;
    for (const std::string& regex : regexes) {
        MadePreTokenizer split = makeSplitByRegex(regex.c_str(), SplitBehavior::kIsolated, false);
        if (!split.ok()) {
            return split;
        }
        parts.push_back(*std::move(split));
    }
    return std::make_unique<SequencePreTokenizer>(std::move(parts));
}

bool endsWithByteLevel(const JsonElement& json)
{
    if (jsonType(json) == "ByteLevel") {
        return true;
    }
    const std::optional<JsonElement> list = jsonField(json, "pretokenizers");
    simdjson::dom::array array;
    return list && list->get(array) == simdjson::SUCCESS && array.size() > 0 &&
           endsWithByteLevel(array.at(array.size() - 1).value_unsafe());
}

} // namespace firstlight::model
