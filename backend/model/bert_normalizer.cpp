// The normalizer of the BERT line.
#include "backend/model/code_point_set.h"
#include "backend/model/normalizers.h"
#include "backend/model/reference_unicode.h"
#include "backend/model/unicode_normal_form.h"
#include "backend/model/utf8.h"

namespace firstlight::model {

namespace {

CodePointRanges chineseCharacters()
{
    return {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},   {0x20000, 0x2A6DF},
            {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F}};
}

// What cleaning leaves out: controls other than white space, and what stands for broken text.
CodePointRanges unclean()
{
    const CodePointRanges blanks = {{'\t', '\n'}, {'\r', '\r'}};
    return unite(intersect(referenceOtherCharacters(), invert(blanks)), {{0, 0}, {0xFFFD, 0xFFFD}});
}

class BertNormalizer final : public Normalizer
{
public:
    explicit BertNormalizer(const BertNormalizerOptions& options) : m_options(options) {}

    bool change(std::string_view text, std::string& out, std::size_t /*most*/) const override
    {
        std::string spaced;
        for (std::size_t at = 0; at < text.size();) {
            appendCleaned(nextCodePoint(text, at), spaced);
        }
        std::string decomposed;
        const bool changed = m_options.stripAccents && toNormalForm(NormalForm::kNfd, spaced, decomposed);
        const std::string_view source = changed ? decomposed : spaced;
        out.clear();
        for (std::size_t at = 0; at < source.size();) {
            appendPlain(nextCodePoint(source, at), out);
        }
        return true;
    }

private:
    void appendCleaned(char32_t code, std::string& out) const
    {
        if (m_options.cleanText && m_unclean.contains(code)) {
            return;
        }
        const bool blank = m_options.cleanText && m_space.contains(code);
        const bool chinese = m_options.handleChineseCharacters && m_chinese.contains(code);
        out += chinese ? " " : "";
        appendUtf8(out, blank ? U' ' : code);
        out += chinese ? " " : "";
    }

    void appendPlain(char32_t code, std::string& out) const
    {
        if (m_options.stripAccents && m_marks.contains(code)) {
            return;
        }
        if (m_options.lowercase) {
            appendLowercase(code, out);
        } else {
            appendUtf8(out, code);
        }
    }

    BertNormalizerOptions m_options;
    CodePointSet m_unclean{unclean()};
    CodePointSet m_space{propertyRanges("Space").value_or(CodePointRanges{})};
    CodePointSet m_chinese{chineseCharacters()};
    CodePointSet m_marks{referenceNonSpacingMarks()};
};

} // namespace

std::unique_ptr<Normalizer> makeBertNormalizer(const BertNormalizerOptions& options)
{
    return std::make_unique<BertNormalizer>(options);
}

} // namespace firstlight::model
