#include "backend/model/younger_characters.h"

namespace firstlight::model {

namespace {

// Of each kind a character of a rare script, or of none, so that it stands for no script but its own.
constexpr char32_t kUpper = 0x10400;
constexpr char32_t kLower = 0x10428;
constexpr char32_t kModifier = 0x2C6;
constexpr char32_t kLetter = 0x16A40;
constexpr char32_t kMark = 0x1E8D0;
constexpr char32_t kSpacingMark = 0x16F51;
constexpr char32_t kDigit = 0x16A60;
constexpr char32_t kNumber = 0x1E8C7;
constexpr char32_t kDash = 0x2010;
constexpr char32_t kPunctuation = 0x16A6E;
constexpr char32_t kMath = 0x2200;
constexpr char32_t kSymbol = 0x2400;
constexpr char32_t kEmoji = 0x1F600;
constexpr char32_t kFormat = 0x13430;
constexpr char32_t kHan = 0x4E00;
constexpr char32_t kHiragana = 0x3042;
constexpr char32_t kKatakana = 0x30A2;

struct YoungRange {
    char32_t first;
    char32_t last;
    char32_t like;
};

constexpr YoungRange kYoung[] = {
    {0x897, 0x897, kMark},
    {0xCF3, 0xCF3, kSpacingMark},
    {0xECE, 0xECE, kMark},
    {0x1B4E, 0x1B4F, kPunctuation},
    {0x1B7F, 0x1B7F, kPunctuation},
    {0x1C89, 0x1C89, kUpper},
    {0x1C8A, 0x1C8A, kLower},
    {0x2427, 0x2429, kSymbol},
    {0x2FFC, 0x2FFF, kSymbol},
    {0x31E4, 0x31E5, kSymbol},
    {0x31EF, 0x31EF, kSymbol},
    {0xA7CB, 0xA7CC, kUpper},
    {0xA7CD, 0xA7CD, kLower},
    {0xA7DA, 0xA7DA, kUpper},
    {0xA7DB, 0xA7DB, kLower},
    {0xA7DC, 0xA7DC, kUpper},
    {0x105C0, 0x105F3, kLetter},
    {0x10D40, 0x10D49, kDigit},
    {0x10D4A, 0x10D4D, kLetter},
    {0x10D4E, 0x10D4E, kModifier},
    {0x10D4F, 0x10D4F, kLetter},
    {0x10D50, 0x10D65, kUpper},
    {0x10D69, 0x10D6D, kMark},
    {0x10D6E, 0x10D6E, kDash},
    {0x10D6F, 0x10D6F, kModifier},
    {0x10D70, 0x10D85, kLower},
    {0x10D8E, 0x10D8F, kMath},
    {0x10EC2, 0x10EC4, kLetter},
    {0x10EFC, 0x10EFF, kMark},
    {0x1123F, 0x11240, kLetter},
    {0x11241, 0x11241, kMark},
    {0x11380, 0x11389, kLetter},
    {0x1138B, 0x1138B, kLetter},
    {0x1138E, 0x1138E, kLetter},
    {0x11390, 0x113B5, kLetter},
    {0x113B7, 0x113B7, kLetter},
    {0x113B8, 0x113BA, kSpacingMark},
    {0x113BB, 0x113C0, kMark},
    {0x113C2, 0x113C2, kSpacingMark},
    {0x113C5, 0x113C5, kSpacingMark},
    {0x113C7, 0x113CA, kSpacingMark},
    {0x113CC, 0x113CD, kSpacingMark},
    {0x113CE, 0x113CE, kMark},
    {0x113CF, 0x113CF, kSpacingMark},
    {0x113D0, 0x113D0, kMark},
    {0x113D1, 0x113D1, kLetter},
    {0x113D2, 0x113D2, kMark},
    {0x113D3, 0x113D3, kLetter},
    {0x113D4, 0x113D5, kPunctuation},
    {0x113D7, 0x113D8, kPunctuation},
    {0x113E1, 0x113E2, kMark},
    {0x116D0, 0x116E3, kDigit},
    {0x11B00, 0x11B09, kPunctuation},
    {0x11BC0, 0x11BE0, kLetter},
    {0x11BE1, 0x11BE1, kPunctuation},
    {0x11BF0, 0x11BF9, kDigit},
    {0x11F00, 0x11F01, kMark},
    {0x11F02, 0x11F02, kLetter},
    {0x11F03, 0x11F03, kSpacingMark},
    {0x11F04, 0x11F10, kLetter},
    {0x11F12, 0x11F33, kLetter},
    {0x11F34, 0x11F35, kSpacingMark},
    {0x11F36, 0x11F3A, kMark},
    {0x11F3E, 0x11F3F, kSpacingMark},
    {0x11F40, 0x11F40, kMark},
    {0x11F41, 0x11F41, kSpacingMark},
    {0x11F42, 0x11F42, kMark},
    {0x11F43, 0x11F4F, kPunctuation},
    {0x11F50, 0x11F59, kDigit},
    {0x11F5A, 0x11F5A, kMark},
    {0x1342F, 0x1342F, kLetter},
    {0x13439, 0x1343F, kFormat},
    {0x13440, 0x13440, kMark},
    {0x13441, 0x13446, kLetter},
    {0x13447, 0x13455, kMark},
    {0x13460, 0x143FA, kLetter},
    {0x16100, 0x1611D, kLetter},
    {0x1611E, 0x16129, kMark},
    {0x1612A, 0x1612C, kSpacingMark},
    {0x1612D, 0x1612F, kMark},
    {0x16130, 0x16139, kDigit},
    {0x16D40, 0x16D42, kModifier},
    {0x16D43, 0x16D6A, kLetter},
    {0x16D6B, 0x16D6C, kModifier},
    {0x16D6D, 0x16D6F, kPunctuation},
    {0x16D70, 0x16D79, kDigit},
    {0x18CFF, 0x18CFF, kLetter},
    {0x1B132, 0x1B132, kHiragana},
    {0x1B155, 0x1B155, kKatakana},
    {0x1CC00, 0x1CCEF, kSymbol},
    {0x1CCF0, 0x1CCF9, kDigit},
    {0x1CD00, 0x1CEB3, kSymbol},
    {0x1D2C0, 0x1D2D3, kNumber},
    {0x1DF25, 0x1DF2A, kLower},
    {0x1E030, 0x1E06D, kModifier},
    {0x1E08F, 0x1E08F, kMark},
    {0x1E4D0, 0x1E4EA, kLetter},
    {0x1E4EB, 0x1E4EB, kModifier},
    {0x1E4EC, 0x1E4EF, kMark},
    {0x1E4F0, 0x1E4F9, kDigit},
    {0x1E5D0, 0x1E5ED, kLetter},
    {0x1E5EE, 0x1E5EF, kMark},
    {0x1E5F0, 0x1E5F0, kLetter},
    {0x1E5F1, 0x1E5FA, kDigit},
    {0x1E5FF, 0x1E5FF, kPunctuation},
    {0x1F6DC, 0x1F6DC, kEmoji},
    {0x1F774, 0x1F776, kEmoji},
    {0x1F77B, 0x1F77F, kEmoji},
    {0x1F7D9, 0x1F7D9, kEmoji},
    {0x1F8B2, 0x1F8BB, kEmoji},
    {0x1F8C0, 0x1F8C1, kEmoji},
    {0x1FA75, 0x1FA77, kEmoji},
    {0x1FA87, 0x1FA89, kEmoji},
    {0x1FA8F, 0x1FA8F, kEmoji},
    {0x1FAAD, 0x1FAAF, kEmoji},
    {0x1FABB, 0x1FABF, kEmoji},
    {0x1FAC6, 0x1FAC6, kEmoji},
    {0x1FACE, 0x1FACF, kEmoji},
    {0x1FADA, 0x1FADC, kEmoji},
    {0x1FADF, 0x1FADF, kEmoji},
    {0x1FAE8, 0x1FAE9, kEmoji},
    {0x1FAF7, 0x1FAF8, kEmoji},
    {0x1FBCB, 0x1FBEF, kSymbol},
    {0x2B739, 0x2B739, kHan},
    {0x2EBF0, 0x2EE5D, kHan},
    {0x31350, 0x323AF, kHan},
};

constexpr YoungRange kChanged[] = {{0x1171E, 0x1171E, 0x11720}}; // was another kind of mark before

void change(const YoungRange& young, CodePointRanges& in, CodePointRanges& out, const CodePointRanges& ranges)
{
    (containsCodePoint(ranges, young.like) ? in : out).push_back({young.first, young.last});
}

} // namespace

CodePointRanges withYoungerCharacters(const CodePointRanges& ranges)
{
    CodePointRanges in;
    CodePointRanges out;
    for (const YoungRange& young : kYoung) {
        change(young, in, out, ranges);
    }
    for (const YoungRange& changed : kChanged) {
        change(changed, in, out, ranges);
    }
    return intersect(unite(ranges, in), invert(unite(out, {})));
}

CodePointRanges youngerCharacters()
{
    CodePointRanges all;
    for (const YoungRange& young : kYoung) {
        all.push_back({young.first, young.last});
    }
    return unite(all, {});
}

} // namespace firstlight::model
