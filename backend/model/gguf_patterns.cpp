#include "backend/model/gguf_patterns.h"

#include "backend/model/split_patterns.h"

#include <map>

namespace firstlight::model {

namespace {

using Table = std::map<std::string, GgufSplitting, std::less<>>;

constexpr const char* kPunctuationRun = R"([\p{P}\$\+<=>\^~\|`]+)";
constexpr const char* kLatinWords = // of DeepSeek's first models
    "\\s?[A-Za-z\u00B5\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u01BA\u01BC-\u01BF\u01C4-\u0293\u0295-\u02AF\u0370-"
    "\u0373\u0376\u0377"
    "\u037B-\u037D\u037F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03F5\u03F7-\u0481\u048A-\u052F\u0531-"
    "\u0556\u10A0-\u10C5"
    "\u13A0-\u13F5\u13F8-\u13FD\u1C90-\u1CBA\u1CBD-\u1CBF\u1D00-\u1D2B\u1D6B-\u1D77\u1D79-\u1D9A\u1E00-\u1F15\u1F18-"
    "\u1F1D"
    "\u1F20-\u1F45\u1F48-\u1F4D\u1F50-\u1F57\u1F59\u1F5B\u1F5D\u1F5F-\u1F7D\u1F80-\u1FB4\u1FB6-\u1FBC\u1FBE\u1FC2-"
    "\u1FC4"
    "\u1FC6-\u1FCC\u1FD0-\u1FD3\u1FD6-\u1FDB\u1FE0-\u1FEC\u1FF2-\u1FF4\u1FF6-\u1FFC\u2102\u2107\u210A-"
    "\u2113\u2115\u2119-\u211D"
    "\u2124\u2126\u2128\u212A-\u212D\u212F-\u2134\u2139\u213C-\u213F\u2145-\u2149\u214E\u2183\u2184\u2C00-\u2C7B\u2C7E-"
    "\u2CE4"
    "\u2CEB-\u2CEE\u2CF2\u2CF3\uA640-\uA66D\uA680-\uA69B\uA722-\uA76F\uA771-\uA787\uA78B-\uA78E\uAB70-\uABBF\uFB00-"
    "\uFB06"
    "\uFB13-\uFB17\uFF21-\uFF3A\uFF41-\uFF5A\U00010400-\U0001044F\U000104B0-\U000104D3\U000104D8-\U000104FB"
    "\U00010C80-\U00010CB2\U00010CC0-\U00010CF2\U000118A0-\U000118DF\U0001E900-\U0001E943]+";
constexpr const char* kWidePunctuation = "\\s?[!-/:-~\uFF01-\uFF0F\uFF1A-\uFF5E\u2018-\u201F\u3000-\u3002]+";
constexpr const char* kEastAsian = "[\u4E00-\u9FA5\u0800-\u4E00\uAC00-\uD7FF]+";
constexpr const char* kBloom = " ?[^(\\s|.,!?\u2026\u3002\uFF0C\u3001\u0964\u06D4\u060C)]+";
constexpr const char* kBailing =
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)";
constexpr const char* kSeedCoder =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* kExaoneMoe =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+)";
constexpr const char* kYoutuScripts =
    "[\uAC00-\uD7A3\u3131-\u318E]+|[\uFF01\u2026\u201C\u201D\u2018\u2019\u2014\uFF1A\uFF1B\uFF0C"
    "\u3001-\u303F\uFE30-\uFE4F]+|[\u3105-\u312F]+|[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+";
constexpr const char* kYoutu =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
    R"(\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

void add(Table& table, std::initializer_list<const char*> names, const GgufSplitting& splitting)
{
    for (const char* name : names) {
        table[name] = splitting;
    }
}

Table makeTable()
{
    Table table;
    add(table,
        {"llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano"},
        {{patterns::kLlama3}, true, true});
    add(table, {"dbrx", "smaug-bpe", "glm4", "chatglm-bpe"}, {{patterns::kLlama3}});
    add(table,
        {"qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "stablelm2", "megrez", "hunyuan", "solar-open", "grok-2"},
        {{patterns::kQwen2}});
    add(table, {"qwen35"}, {{patterns::kQwen35}});
    add(table,
        {"gpt-2", "phi-2", "jina-es", "jina-de", "gigachat", "jina-v2-es", "jina-v2-de", "jina-v1-en", "jina-v2-code",
         "roberta-bpe", "a.x-4.0", "mellum", "modern-bert", "mpt", "olmo", "jais", "trillion", "granite-docling",
         "exaone4"},
        {{patterns::kGpt2}});
    add(table, {"starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b", "mellum2"},
        {{patterns::kDigit, patterns::kGpt2}});
    add(table, {"falcon"}, {{kPunctuationRun, patterns::kGpt2, "[0-9][0-9][0-9]"}});
    add(table, {"default"}, {{R"([\p{P}\$\+<=>\^~\|]+)", patterns::kGpt2, R"(\p{N}+)", "[0-9][0-9][0-9]"}});
    add(table, {"deepseek-llm"}, {{"[\r\n]", kLatinWords, kWidePunctuation, R"(\s+$)", kEastAsian, R"(\p{N}+)"}});
    add(table, {"deepseek-coder"}, {{"[\r\n]", R"(\s?\p{L}+)", R"(\s?\p{P}+)", kEastAsian, patterns::kDigit}});
    add(table, {"deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4"},
        {{patterns::kUpToThreeDigits, patterns::kDeepSeekCjk, patterns::kDeepSeekV3}});
    add(table, {"gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"}, {{patterns::kO200k}});
    add(table, {"tekken"}, {{patterns::kTekken}, true, true});
    add(table, {"kimi-k2"}, {{patterns::kKimi}});
    add(table, {"youtu"}, {{kYoutuScripts, kYoutu}, true});
    add(table, {"bailingmoe", "bailingmoe2", "llada-moe"}, {{kBailing}});
    add(table, {"seed-coder"}, {{kSeedCoder}});
    add(table, {"exaone-moe"}, {{kExaoneMoe}});
    add(table, {"bloom", "poro-chat", "gpt3-finnish"}, {{kBloom}});
    add(table, {"viking"}, {{kBloom, patterns::kDigit}});
    add(table, {"minicpm5"}, {{patterns::kUpToThreeDigits, patterns::kLlama3}, true});
    return table;
}

} // namespace

const GgufSplitting* ggufSplitting(std::string_view pre)
{
    static const Table table = makeTable();
    const auto found = table.find(pre);
    return found == table.end() ? nullptr : &found->second;
}

} // namespace firstlight::model
