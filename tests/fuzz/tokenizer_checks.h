// What every tokenizer must hold, whatever file it came from: for the fuzz targets.
#pragma once

#include "backend/model/tokenizer.h"
#include "backend/model/utf8.h"

#include <cstdlib>
#include <string>
#include <string_view>

// Any text becomes known ids, and those become valid text, at once and in a stream.
inline void checkTokenizer(const firstlight::model::Tokenizer& tokenizer, std::string_view more)
{
    using namespace firstlight::model;
    const std::string text = "a b\u00e9 \u6f22\U0001F600 <s>x</s>\n\xFF\t e\u0301" + std::string(more.substr(0, 200));
    const TextSpan literals[] = {{3, 9}, {12, 12}};
    for (const auto& ids : {tokenizer.encode(text, SpecialTokens::kParse),
                            tokenizer.encode(text, SpecialTokens::kAsText), tokenizer.encodePrompt(text, literals)}) {
        for (const std::int32_t id : ids) {
            if (id < 0 || id >= tokenizer.vocabularySize() || tokenizer.piece(id).starts_with("<id ")) {
                std::abort();
            }
        }
        if (!isValidUtf8(tokenizer.decode(ids, true)) || !isValidUtf8(tokenizer.decode(ids, false))) {
            std::abort();
        }
        StreamDecoder decoder(tokenizer);
        for (const std::int32_t id : ids) {
            if (!isValidUtf8(decoder.push(id))) {
                std::abort();
            }
        }
        (void)decoder.finish();
        (void)tokenizer.withSpecialTokens(ids);
    }
}
