#include "backend/model/normalizers.h"

#include "backend/model/byte_alphabet.h"
#include "backend/model/code_point_set.h"
#include "backend/model/growth_limit.h"
#include "backend/model/json_pattern.h"
#include "backend/model/reference_unicode.h"
#include "backend/model/unicode_normal_form.h"
#include "backend/model/utf8.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>

#include <vector>

namespace firstlight::model {

namespace {

class NormalFormNormalizer final : public Normalizer
{
public:
    explicit NormalFormNormalizer(NormalForm form) : m_form(form) {}
    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        return toNormalForm(m_form, text, out);
    }

private:
    NormalForm m_form;
};

class PrependNormalizer final : public Normalizer
{
public:
    explicit PrependNormalizer(std::string prefix) : m_prefix(std::move(prefix)) {}

    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        if (text.empty()) {
            return false;
        }
        out = m_prefix;
        out += text;
        return true;
    }

private:
    std::string m_prefix;
};

class ReplaceNormalizer final : public Normalizer
{
public:
    ReplaceNormalizer(std::unique_ptr<TextPattern> pattern, std::string content)
        : m_pattern(std::move(pattern)), m_content(std::move(content))
    {
    }

    bool change(std::string_view text, std::string& out, std::size_t most) const override
    {
        if (!m_pattern->find(text, 0)) {
            return false;
        }
        out.clear();
        forEachSpan(*m_pattern, text, [&](TextSpan span, bool isMatch) {
            if (out.size() < most) {
                out += isMatch ? std::string_view(m_content) : text.substr(span.begin, span.end - span.begin);
            }
        });
        return true;
    }

private:
    std::unique_ptr<TextPattern> m_pattern;
    std::string m_content;
};

// Maps each character by itself to any number of characters.
template <typename Map>
class CharacterNormalizer final : public Normalizer
{
public:
    explicit CharacterNormalizer(Map map) : m_map(std::move(map)) {}

    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        out.clear();
        for (std::size_t at = 0; at < text.size();) {
            m_map(nextCodePoint(text, at), out);
        }
        return true;
    }

private:
    Map m_map;
};

class StripAccentsNormalizer final : public Normalizer
{
public:
    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        out.clear();
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t begin = at;
            if (!m_marks.contains(nextCodePoint(text, at))) {
                out += text.substr(begin, at - begin);
            }
        }
        return true;
    }

private:
    CodePointSet m_marks{referenceCombiningMarks()};
};

template <typename Map>
std::unique_ptr<Normalizer> mapCharacters(Map map)
{
    return std::make_unique<CharacterNormalizer<Map>>(std::move(map));
}

void appendNmt(char32_t code, std::string& out)
{
    const bool dropped = (code >= 0x01 && code <= 0x08) || code == 0x0B || (code >= 0x0E && code <= 0x1F) ||
                         code == 0x7F || code == 0x8F || code == 0x9F;
    const bool blank = code == 0x09 || code == 0x0A || code == 0x0C || code == 0x0D || code == 0x1680 ||
                       (code >= 0x200B && code <= 0x200F) || code == 0x2028 || code == 0x2029 || code == 0x2581 ||
                       code == 0xFEFF || code == 0xFFFD;
    if (!dropped) {
        appendUtf8(out, blank ? U' ' : code);
    }
}

class StripNormalizer final : public Normalizer
{
public:
    StripNormalizer(bool left, bool right) : m_left(left), m_right(right) {}

    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        std::size_t begin = 0;
        std::size_t end = text.size();
        while (m_left && begin < end) {
            std::size_t behind = begin;
            if (!m_space.contains(nextCodePoint(text, behind))) {
                break;
            }
            begin = behind;
        }
        while (m_right && begin < end) {
            const std::size_t last = previousCharacter(text, end);
            std::size_t at = last;
            if (!m_space.contains(nextCodePoint(text, at))) {
                break;
            }
            end = last;
        }
        out = text.substr(begin, end - begin);
        return true;
    }

private:
    bool m_left;
    bool m_right;
    CodePointSet m_space{propertyRanges("Space").value_or(CodePointRanges{})};
};

class ByteLevelNormalizer final : public Normalizer
{
public:
    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        out = bytesToAlphabet(text);
        return true;
    }
};

class SequenceNormalizer final : public Normalizer
{
public:
    explicit SequenceNormalizer(std::vector<std::unique_ptr<Normalizer>> parts) : m_parts(std::move(parts)) {}

    bool change(std::string_view text, std::string& out, std::size_t most) const override
    {
        bool changed = false;
        std::string next;
        for (const std::unique_ptr<Normalizer>& part : m_parts) {
            if (part->apply(changed ? std::string_view(out) : text, next, most)) {
                out.swap(next);
                changed = true;
            }
        }
        return changed;
    }

private:
    std::vector<std::unique_ptr<Normalizer>> m_parts;
};

absl::StatusOr<std::unique_ptr<Normalizer>> makeSequence(const JsonElement& json)
{
    std::vector<std::unique_ptr<Normalizer>> parts;
    const std::optional<JsonElement> list = jsonField(json, "normalizers");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return absl::InvalidArgumentError("normalizer Sequence has no list");
    }
    for (const JsonElement& element : array) {
        absl::StatusOr<std::unique_ptr<Normalizer>> part = makeNormalizer(element);
        if (!part.ok()) {
            return part.status();
        }
        parts.push_back(*std::move(part));
    }
    return std::make_unique<SequenceNormalizer>(std::move(parts));
}

absl::StatusOr<std::unique_ptr<Normalizer>> makeReplace(const JsonElement& json)
{
    absl::StatusOr<std::unique_ptr<TextPattern>> pattern = makePattern(json);
    if (!pattern.ok()) {
        return pattern.status();
    }
    return std::make_unique<ReplaceNormalizer>(*std::move(pattern), jsonString(json, "content"));
}

std::unique_ptr<Normalizer> makeBert(const JsonElement& json)
{
    BertNormalizerOptions options;
    options.cleanText = jsonBool(json, "clean_text", true);
    options.handleChineseCharacters = jsonBool(json, "handle_chinese_chars", true);
    options.lowercase = jsonBool(json, "lowercase", true);
    options.stripAccents = jsonBool(json, "strip_accents", options.lowercase);
    return makeBertNormalizer(options);
}

absl::StatusOr<std::unique_ptr<Normalizer>> makePrecompiled(const JsonElement& json)
{
    const std::string text = jsonString(json, "precompiled_charsmap");
    std::string blob;
    if (!absl::Base64Unescape(text, &blob)) {
        return absl::InvalidArgumentError("the precompiled charsmap is not base64");
    }
    return makePrecompiledNormalizer(blob);
}

} // namespace

bool Normalizer::apply(std::string_view text, std::string& out, std::size_t most) const
{
    if (!change(text, out, most)) {
        return false;
    }
    cutOff(out, most);
    return true;
}

absl::StatusOr<std::unique_ptr<Normalizer>> makeNormalizer(const JsonElement& json)
{
    const std::string type = jsonType(json);
    if (type == "NFC") {
        return std::make_unique<NormalFormNormalizer>(NormalForm::kNfc);
    }
    if (type == "NFD") {
        return std::make_unique<NormalFormNormalizer>(NormalForm::kNfd);
    }
    if (type == "NFKC") {
        return std::make_unique<NormalFormNormalizer>(NormalForm::kNfkc);
    }
    if (type == "NFKD") {
        return std::make_unique<NormalFormNormalizer>(NormalForm::kNfkd);
    }
    if (type == "Prepend") {
        return std::make_unique<PrependNormalizer>(jsonString(json, "prepend"));
    }
    if (type == "Replace") {
        return makeReplace(json);
    }
    if (type == "Lowercase") {
        return mapCharacters(appendLowercase);
    }
    if (type == "StripAccents") {
        return std::make_unique<StripAccentsNormalizer>();
    }
    if (type == "Nmt") {
        return mapCharacters(appendNmt);
    }
    if (type == "Strip") {
        return std::make_unique<StripNormalizer>(jsonBool(json, "strip_left", true),
                                                 jsonBool(json, "strip_right", true));
    }
    if (type == "BertNormalizer") {
        return makeBert(json);
    }
    if (type == "Precompiled") {
        return makePrecompiled(json);
    }
    if (type == "ByteLevel") {
        return std::make_unique<ByteLevelNormalizer>();
    }
    if (type == "Sequence") {
        return makeSequence(json);
    }
    return unknownComponent("normalizer", json);
}

} // namespace firstlight::model
