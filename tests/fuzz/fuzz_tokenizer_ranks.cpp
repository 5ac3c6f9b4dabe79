// Feeds any bytes to the reader of tiktoken's rank files; what it accepts must encode and decode any text.
#include "backend/model/tiktoken_tokenizer.h"
#include "tests/fuzz/tokenizer_checks.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace firstlight::model;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto ranks = parseTiktokenRanks(bytes);
    if (!ranks.ok()) {
        return 0;
    }
    const TiktokenFamily family = tiktokenFamily("TikTokenTokenizer", 0);
    const auto tokenizer = makeTiktokenTokenizer(*ranks, family.pattern, {});
    if (tokenizer.ok()) {
        checkTokenizer(**tokenizer, bytes);
    }
    return 0;
}
