// Feeds any bytes to the reader of tokenizer.json; what it accepts must encode and decode any text.
#include "backend/model/tokenizer_json.h"
#include "tests/fuzz/tokenizer_checks.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto tokenizer = firstlight::model::parseTokenizerJson(bytes, "fuzz");
    if (tokenizer.ok()) {
        checkTokenizer(**tokenizer, bytes);
    }
    return 0;
}
