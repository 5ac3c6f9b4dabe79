// Feeds any bytes to the reader of tokenizer.json; what it accepts must encode and decode any text.
#include "backend/model/tokenizer_json.h"

#include <cstdlib>
#include <string>

using namespace firstlight::model;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto tokenizer = parseTokenizerJson(bytes, "fuzz");
    if (!tokenizer.ok()) {
        return 0;
    }
    const std::string text = "a b\u00e9 \u6f22\U0001F600 <s>x</s>\n\xFF" + std::string(bytes.substr(0, 200));
    const auto ids = (*tokenizer)->encode(text, SpecialTokens::kParse);
    for (const std::int32_t id : ids) {
        if (id < 0 || id >= (*tokenizer)->vocabularySize() || (*tokenizer)->piece(id).starts_with("<id ")) {
            std::abort();
        }
    }
    (void)(*tokenizer)->decode(ids, true);
    StreamDecoder decoder(**tokenizer);
    for (const std::int32_t id : ids) {
        (void)decoder.push(id);
    }
    (void)decoder.finish();
    return 0;
}
