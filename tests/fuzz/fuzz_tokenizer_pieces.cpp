// Feeds any bytes to the reader of sentencepiece models; what it accepts must encode and decode any text.
#include "backend/model/sentencepiece_tokenizer.h"
#include "tests/fuzz/tokenizer_checks.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    auto model = firstlight::model::parseSentencePieceModel(bytes);
    if (!model.ok()) {
        return 0;
    }
    const auto tokenizer = firstlight::model::makeSentencePieceTokenizer(*std::move(model), {});
    if (tokenizer.ok()) {
        checkTokenizer(**tokenizer, bytes);
    }
    return 0;
}
