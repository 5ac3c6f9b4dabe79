#include "backend/model/token_decoders.h"

#include "backend/base/text.h"
#include "backend/model/byte_alphabet.h"
#include "backend/model/byte_tokens.h"
#include "backend/model/growth_limit.h"
#include "backend/model/json_pattern.h"
#include "backend/model/utf8.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace firstlight::model {

namespace {

std::string joined(const std::vector<std::string>& tokens)
{
    return std::accumulate(tokens.begin(), tokens.end(), std::string());
}

// Stops where there are `most` bytes.
std::string replaceAll(const TextPattern& pattern, std::string_view text, std::string_view content,
                       std::size_t most = SIZE_MAX)
{
    std::string out;
    forEachSpan(pattern, text, [&](TextSpan span, bool isMatch) {
        if (out.size() < most) {
            out += isMatch ? content : text.substr(span.begin, span.end - span.begin);
        }
    });
    return out;
}

class ByteLevelDecoder final : public TokenDecoder
{
public:
    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        std::string bytes;
        for (const std::string& token : tokens) {
            bytes += alphabetToBytes(token).value_or(token);
        }
        tokens = {isValidUtf8(bytes) ? bytes : base::validText(bytes)};
    }
};

class ByteFallbackDecoder final : public TokenDecoder
{
public:
    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        std::vector<std::string> out;
        std::string bytes;
        for (std::string& token : tokens) {
            if (const int byte = byteOfToken(token); byte >= 0) {
                bytes += static_cast<char>(byte);
            } else {
                flush(bytes, out);
                out.push_back(std::move(token));
            }
        }
        flush(bytes, out);
        tokens = std::move(out);
    }

private:
    // A run that is not valid UTF-8 as a whole becomes one U+FFFD for each byte.
    static void flush(std::string& bytes, std::vector<std::string>& out)
    {
        if (isValidUtf8(bytes)) {
            out.push_back(bytes);
        } else {
            out.insert(out.end(), bytes.size(), std::string(base::kReplacementCharacter));
        }
        bytes.clear();
    }
};

class FuseDecoder final : public TokenDecoder
{
public:
    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override { tokens = {joined(tokens)}; }
};

class ReplaceDecoder final : public TokenDecoder
{
public:
    ReplaceDecoder(std::unique_ptr<TextPattern> pattern, std::string content)
        : m_pattern(std::move(pattern)), m_content(std::move(content))
    {
    }

    void change(std::vector<std::string>& tokens, std::size_t most) const override
    {
        for (std::string& token : tokens) {
            token = replaceAll(*m_pattern, token, m_content, most);
            most -= std::min(most, token.size());
        }
    }

private:
    std::unique_ptr<TextPattern> m_pattern;
    std::string m_content;
};

// Takes up to `start` and `stop` times a character from the ends of each token.
class StripDecoder final : public TokenDecoder
{
public:
    StripDecoder(std::string content, std::int64_t start, std::int64_t stop)
        : m_content(std::move(content)), m_start(start), m_stop(stop)
    {
    }

    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        for (std::string& token : tokens) {
            std::string_view rest = token;
            for (std::int64_t i = 0; i < m_start && !m_content.empty() && rest.starts_with(m_content); ++i) {
                rest.remove_prefix(m_content.size());
            }
            for (std::int64_t i = 0; i < m_stop && !m_content.empty() && rest.ends_with(m_content); ++i) {
                rest.remove_suffix(m_content.size());
            }
            token = std::string(rest);
        }
    }

private:
    std::string m_content;
    std::int64_t m_start;
    std::int64_t m_stop;
};

class MetaspaceDecoder final : public TokenDecoder
{
public:
    MetaspaceDecoder(std::string replacement, bool stripsFirst)
        : m_replacement(makeLiteralPattern(replacement)), m_stripsFirst(stripsFirst)
    {
    }

    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens[i] = replaceAll(*m_replacement, tokens[i], i == 0 && m_stripsFirst ? "" : " ");
        }
    }

private:
    std::unique_ptr<TextPattern> m_replacement;
    bool m_stripsFirst;
};

// "##" marks the inside of a word.
class WordPieceDecoder final : public TokenDecoder
{
public:
    WordPieceDecoder(std::string prefix, bool cleanUp) : m_prefix(std::move(prefix)), m_cleanUp(cleanUp) {}

    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (i > 0 && tokens[i].starts_with(m_prefix)) {
                tokens[i].erase(0, m_prefix.size());
            } else if (i > 0) {
                tokens[i].insert(0, " ");
            }
            if (m_cleanUp) {
                tokens[i] = cleanedUp(std::move(tokens[i]));
            }
        }
    }

    static std::string cleanedUp(std::string text)
    {
        static constexpr std::pair<const char*, const char*> kRules[] = {
            {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},    {" n't", "n't"},
            {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"},
        };
        for (const auto& [from, to] : kRules) {
            text = replaceAll(*makeLiteralPattern(from), text, to);
        }
        return text;
    }

private:
    std::string m_prefix;
    bool m_cleanUp;
};

// "</w>" ends a word.
class BpeSuffixDecoder final : public TokenDecoder
{
public:
    explicit BpeSuffixDecoder(std::string suffix) : m_suffix(makeLiteralPattern(std::move(suffix))) {}

    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens[i] = replaceAll(*m_suffix, tokens[i], i + 1 == tokens.size() ? "" : " ");
        }
    }

private:
    std::unique_ptr<TextPattern> m_suffix;
};

// Joins repeated tokens and drops the padding between them.
class CtcDecoder final : public TokenDecoder
{
public:
    CtcDecoder(std::string pad, std::string wordDelimiter, bool cleanUp)
        : m_pad(makeLiteralPattern(std::move(pad)))
        , m_wordDelimiter(makeLiteralPattern(std::move(wordDelimiter)))
        , m_cleanUp(cleanUp)
    {
    }

    void change(std::vector<std::string>& tokens, std::size_t /*most*/) const override
    {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (i > 0 && tokens[i] == tokens[i - 1]) {
                continue;
            }
            std::string text = replaceAll(*m_pad, tokens[i], "");
            if (m_cleanUp) {
                text = replaceAll(*m_wordDelimiter, WordPieceDecoder::cleanedUp(std::move(text)), " ");
            }
            if (!text.empty()) {
                out.push_back(std::move(text));
            }
        }
        tokens = std::move(out);
    }

private:
    std::unique_ptr<TextPattern> m_pad;
    std::unique_ptr<TextPattern> m_wordDelimiter;
    bool m_cleanUp;
};

class SequenceDecoder final : public TokenDecoder
{
public:
    explicit SequenceDecoder(std::vector<std::unique_ptr<TokenDecoder>> parts) : m_parts(std::move(parts)) {}

    void change(std::vector<std::string>& tokens, std::size_t most) const override
    {
        for (const std::unique_ptr<TokenDecoder>& part : m_parts) {
            part->apply(tokens, most);
        }
    }

private:
    std::vector<std::unique_ptr<TokenDecoder>> m_parts;
};

using MadeDecoder = absl::StatusOr<std::unique_ptr<TokenDecoder>>;

MadeDecoder makeSequence(const JsonElement& json)
{
    const std::optional<JsonElement> list = jsonField(json, "decoders");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("decoder Sequence has no list");
    }
    std::vector<std::unique_ptr<TokenDecoder>> parts;
    for (const JsonElement& element : array) {
        MadeDecoder part = makeTokenDecoder(element);
        if (!part.ok()) {
            return part;
        }
        parts.push_back(*std::move(part));
    }
    return std::make_unique<SequenceDecoder>(std::move(parts));
}

MadeDecoder makeReplace(const JsonElement& json)
{
    absl::StatusOr<std::unique_ptr<TextPattern>> pattern = makePattern(json);
    if (!pattern.ok()) {
        return pattern.status();
    }
    return std::make_unique<ReplaceDecoder>(*std::move(pattern), jsonString(json, "content"));
}

bool metaspacePrepends(const JsonElement& json)
{
    return jsonString(json, "prepend_scheme", jsonBool(json, "add_prefix_space", true) ? "always" : "never") != "never";
}

} // namespace

void TokenDecoder::apply(std::vector<std::string>& tokens, std::size_t most) const
{
    change(tokens, most);
    cutOff(tokens, most);
}

std::unique_ptr<TokenDecoder> makeByteLevelDecoder()
{
    return std::make_unique<ByteLevelDecoder>();
}

std::unique_ptr<TokenDecoder> makeWordPieceDecoder(const std::string& prefix)
{
    return std::make_unique<WordPieceDecoder>(prefix, true);
}

MadeDecoder makeTokenDecoder(const JsonElement& json)
{
    const std::string type = jsonType(json);
    if (type == "ByteLevel") {
        return makeByteLevelDecoder();
    }
    if (type == "ByteFallback") {
        return std::make_unique<ByteFallbackDecoder>();
    }
    if (type == "Fuse") {
        return std::make_unique<FuseDecoder>();
    }
    if (type == "Replace") {
        return makeReplace(json);
    }
    if (type == "Strip") {
        return std::make_unique<StripDecoder>(jsonString(json, "content", " "), jsonInteger(json, "start", 0),
                                              jsonInteger(json, "stop", 0));
    }
    if (type == "Metaspace") {
        return std::make_unique<MetaspaceDecoder>(jsonString(json, "replacement", "\u2581"), metaspacePrepends(json));
    }
    if (type == "WordPiece") {
        return std::make_unique<WordPieceDecoder>(jsonString(json, "prefix", "##"), jsonBool(json, "cleanup", true));
    }
    if (type == "BPEDecoder") {
        return std::make_unique<BpeSuffixDecoder>(jsonString(json, "suffix", "</w>"));
    }
    if (type == "CTC") {
        return std::make_unique<CtcDecoder>(jsonString(json, "pad_token", "<pad>"),
                                            jsonString(json, "word_delimiter_token", "|"),
                                            jsonBool(json, "cleanup", true));
    }
    if (type == "Sequence") {
        return makeSequence(json);
    }
    return unknownComponent("decoder", json);
}

} // namespace firstlight::model
