// Tokenizers from the contents of a sentencepiece model: the same ids and text as the library "sentencepiece".
#pragma once

#include "backend/model/added_tokens.h"
#include "backend/model/sentencepiece_model.h"
#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <memory>
#include <vector>

namespace firstlight::model {

struct SentencePieceOptions {
    // Tokens recognised before the model sees the text, besides control and unknown pieces. A piece of the same text
    // keeps its id, and is then found only so.
    std::vector<AddedToken> addedTokens;
    bool prefixEverySection =
        true;              // the dummy prefix also behind added tokens; otherwise at the start of the text only
    bool addBegin = false; // withSpecialTokens(): the piece that marks the beginning
    bool addEnd = false;
};

// InvalidArgument: the pieces or the charsmap are not sound.
absl::StatusOr<std::unique_ptr<Tokenizer>> makeSentencePieceTokenizer(SentencePieceModel model,
                                                                      SentencePieceOptions options);

} // namespace firstlight::model
