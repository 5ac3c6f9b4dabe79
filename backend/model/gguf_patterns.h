// The pre-tokenizers of GGUF files ("tokenizer.ggml.pre").
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct GgufSplitting {
    std::vector<std::string> regexes; // each one cuts what the ones before it left
    bool ignoreMerges = false;        // a piece that is a token is that token
    bool addBos = false;              // unless the file says otherwise
};

// nullptr: not known.
const GgufSplitting* ggufSplitting(std::string_view pre);

} // namespace firstlight::model
