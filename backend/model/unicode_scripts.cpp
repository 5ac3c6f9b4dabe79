#include "backend/model/unicode_scripts.h"

#include "backend/model/code_point_set.h"
#include "backend/model/reference_unicode.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::array kScripts = std::to_array<const char*>({
    "Common",
    "Inherited",
    "Adlam",
    "Ahom",
    "Anatolian_Hieroglyphs",
    "Arabic",
    "Armenian",
    "Avestan",
    "Balinese",
    "Bamum",
    "Bassa_Vah",
    "Batak",
    "Bengali",
    "Bhaiksuki",
    "Bopomofo",
    "Brahmi",
    "Braille",
    "Buginese",
    "Buhid",
    "Canadian_Aboriginal",
    "Carian",
    "Caucasian_Albanian",
    "Chakma",
    "Cham",
    "Cherokee",
    "Chorasmian",
    "Coptic",
    "Cuneiform",
    "Cypriot",
    "Cyrillic",
    "Deseret",
    "Devanagari",
    "Dives_Akuru",
    "Dogra",
    "Duployan",
    "Egyptian_Hieroglyphs",
    "Elbasan",
    "Elymaic",
    "Ethiopic",
    "Georgian",
    "Glagolitic",
    "Gothic",
    "Grantha",
    "Greek",
    "Gujarati",
    "Gunjala_Gondi",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hanifi_Rohingya",
    "Hanunoo",
    "Hatran",
    "Hebrew",
    "Hiragana",
    "Imperial_Aramaic",
    "Inscriptional_Pahlavi",
    "Inscriptional_Parthian",
    "Javanese",
    "Kaithi",
    "Kannada",
    "Katakana",
    "Kayah_Li",
    "Kharoshthi",
    "Khitan_Small_Script",
    "Khmer",
    "Khojki",
    "Khudawadi",
    "Lao",
    "Latin",
    "Lepcha",
    "Limbu",
    "Linear_A",
    "Linear_B",
    "Lisu",
    "Lycian",
    "Lydian",
    "Mahajani",
    "Makasar",
    "Malayalam",
    "Mandaic",
    "Manichaean",
    "Marchen",
    "Masaram_Gondi",
    "Medefaidrin",
    "Meetei_Mayek",
    "Mende_Kikakui",
    "Meroitic_Cursive",
    "Meroitic_Hieroglyphs",
    "Miao",
    "Modi",
    "Mongolian",
    "Mro",
    "Multani",
    "Myanmar",
    "Nabataean",
    "Nandinagari",
    "New_Tai_Lue",
    "Newa",
    "Nko",
    "Nushu",
    "Nyiakeng_Puachue_Hmong",
    "Ogham",
    "Ol_Chiki",
    "Old_Hungarian",
    "Old_Italic",
    "Old_North_Arabian",
    "Old_Permic",
    "Old_Persian",
    "Old_Sogdian",
    "Old_South_Arabian",
    "Old_Turkic",
    "Oriya",
    "Osage",
    "Osmanya",
    "Pahawh_Hmong",
    "Palmyrene",
    "Pau_Cin_Hau",
    "Phags_Pa",
    "Phoenician",
    "Psalter_Pahlavi",
    "Rejang",
    "Runic",
    "Samaritan",
    "Saurashtra",
    "Sharada",
    "Shavian",
    "Siddham",
    "SignWriting",
    "Sinhala",
    "Sogdian",
    "Sora_Sompeng",
    "Soyombo",
    "Sundanese",
    "Syloti_Nagri",
    "Syriac",
    "Tagalog",
    "Tagbanwa",
    "Tai_Le",
    "Tai_Tham",
    "Tai_Viet",
    "Takri",
    "Tamil",
    "Tangut",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
    "Tirhuta",
    "Ugaritic",
    "Vai",
    "Wancho",
    "Warang_Citi",
    "Yezidi",
    "Yi",
    "Zanabazar_Square",
});
static_assert(kScripts.size() < 255);

struct ScriptRange {
    CodePointRange range;
    std::uint8_t script = kNoScript;
};

// Characters that have another script since.
struct OldScript {
    char32_t code;
    const char* script;
};
constexpr OldScript kOldScripts[] = {
    {0x589, "Common"}, {0x61C, "Common"}, {0x953, "Devanagari"}, {0x954, "Devanagari"}};

std::vector<ScriptRange> makeTable()
{
    CodePointRanges moved;
    std::vector<ScriptRange> table;
    for (const OldScript& old : kOldScripts) {
        moved.push_back({old.code, old.code});
        table.push_back({moved.back(), scriptNamed(old.script)});
    }
    const CodePointRanges known = intersect(knownInUnicode9(), invert(moved));
    for (const char* name : kScripts) {
        for (const CodePointRange& range : intersect(propertyRanges(name).value_or(CodePointRanges{}), known)) {
            table.push_back({range, scriptNamed(name)});
        }
    }
    std::sort(table.begin(), table.end(), [](const auto& a, const auto& b) { return a.range.first < b.range.first; });
    return table;
}

} // namespace

std::uint8_t scriptNamed(const char* name)
{
    const auto* found = std::find(kScripts.begin(), kScripts.end(), std::string_view(name));
    return found == kScripts.end() ? kNoScript : static_cast<std::uint8_t>(found - kScripts.begin() + 1);
}

std::uint8_t scriptOf(char32_t code)
{
    static const std::vector<ScriptRange> table = makeTable();
    const auto behind = std::upper_bound(table.begin(), table.end(), code,
                                         [](char32_t value, const auto& entry) { return value < entry.range.first; });
    const bool inside = behind != table.begin() && code <= std::prev(behind)->range.last;
    return inside ? std::prev(behind)->script : kNoScript;
}

} // namespace firstlight::model
