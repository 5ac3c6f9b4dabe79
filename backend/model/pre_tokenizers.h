// The pre-tokenizers of tokenizer.json: how a text is cut into the pieces that the model sees. Immutable, thread-safe.
#pragma once

#include "backend/model/json_fields.h"

#include <absl/status/statusor.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct Piece {
    std::string_view text;
    bool atTextStart = false; // begins where the whole text begins
};

// The pieces of one text, and the memory of those that are not part of it any more.
struct Pieces {
    std::vector<Piece> list;
    std::vector<Piece> next; // scratch: what a pre-tokenizer makes of `list`
    std::deque<std::string> storage;
};

class PreTokenizer
{
public:
    virtual ~PreTokenizer() = default;
    virtual void apply(Pieces& pieces) const = 0;
};

enum class ByteLevelOutput {
    kAlphabet, // pieces as strings of the byte alphabet, as the format says
    kBytes,    // pieces as they are: for a model that works on bytes
};

// InvalidArgument: an unknown kind (named), or one that is not complete.
absl::StatusOr<std::unique_ptr<PreTokenizer>> makePreTokenizer(const JsonElement& json, ByteLevelOutput output);

// Isolates the matches of each of the regular expressions in turn. InvalidArgument: one of them is not valid.
absl::StatusOr<std::unique_ptr<PreTokenizer>> makeSplitPreTokenizer(const std::vector<std::string>& regexes);

std::unique_ptr<PreTokenizer> makeScriptPreTokenizer();
std::unique_ptr<PreTokenizer> makeBertPreTokenizer();

// Whether the last step of a pre-tokenizer puts pieces into the byte alphabet.
bool endsWithByteLevel(const JsonElement& json);

} // namespace firstlight::model
