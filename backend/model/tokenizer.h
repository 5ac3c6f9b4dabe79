// Text to token ids and back, as the checkpoint's own files define it.
//
// Ids are those of the reference implementation of the file's format, byte for byte. Bytes that are not valid UTF-8
// are read as U+FFFD, as the reference's callers do. Thread-safe once loaded: all methods are const.
#pragma once

#include "backend/model/text_source.h"
#include "backend/model/text_span.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

enum class SpecialTokens {
    kParse,  // special tokens written in the text become their ids: for text that the program itself wrote
    kAsText, // special tokens written in the text stay text
};

class Tokenizer
{
public:
    // From a GGUF file's vocabulary, or the tokenizer files of a folder: tokenizer.json, else a file of tiktoken or
    // sentencepiece.
    // kPathMissing: none is there; kFileInvalid: broken, or made of a component that is not known (named).
    static absl::StatusOr<std::unique_ptr<Tokenizer>> load(const TextSource& source);
    virtual ~Tokenizer() = default;

    // Without the tokens that belong around a text (templates write those themselves); see withSpecialTokens().
    virtual std::vector<std::int32_t> encode(std::string_view utf8, SpecialTokens mode) const = 0;

    // A rendered prompt: added tokens are recognised except where they touch one of `literals` (byte ranges of `utf8`,
    // ascending; an empty range forbids a token across its position). All else sees the text as one piece.
    virtual std::vector<std::int32_t> encodePrompt(std::string_view utf8, std::span<const TextSpan> literals) const = 0;

    // The tokens of one text with those that the files put around it, such as the mark of its beginning: for text that
    // no template is applied to.
    virtual std::vector<std::int32_t> withSpecialTokens(std::vector<std::int32_t> ids) const { return ids; }

    // All tokens joined and decoded at once. Ids outside the vocabulary are left out.
    virtual std::string decode(std::span<const std::int32_t> ids, bool skipSpecial) const = 0;

    // Whether the text of `ids` ends with the first bytes of a character that further tokens may complete.
    virtual bool endsInsideCharacter(std::span<const std::int32_t> ids) const;

    // One token for the token view: printable, control characters and broken UTF-8 as "\n" or "<0x0A>". For an id
    // outside the vocabulary: "<id 123>".
    virtual std::string piece(std::int32_t id) const = 0;

    virtual bool isSpecial(std::int32_t id) const = 0;
    virtual std::optional<std::int32_t> idOf(std::string_view content) const = 0;
    virtual std::int32_t vocabularySize() const = 0; // highest id + 1, added tokens included

    // Tokens recognised in a text before the model sees it, in id order.
    struct AddedTokenInfo {
        std::int32_t id = -1;
        std::string content;
        bool special = false;
    };
    virtual std::vector<AddedTokenInfo> addedTokens() const = 0;

    // What is odd about it although it can be used: each the rest of a sentence about its file.
    virtual std::vector<std::string> doubts() const { return {}; }
};

// Turns tokens into text as they come. Text is given out as soon as later tokens cannot change it, and never splits a
// character. Not thread-safe; the tokenizer must outlive it.
class StreamDecoder
{
public:
    explicit StreamDecoder(const Tokenizer& tokenizer, bool skipSpecial = true);

    std::string push(std::int32_t id); // what became printable; may be empty
    std::string finish();              // what was still held back; broken UTF-8 as U+FFFD

private:
    std::string newText(bool final);

    const Tokenizer& m_tokenizer;
    bool m_skipSpecial;
    std::vector<std::int32_t> m_window; // ids whose text may still depend on what comes
    std::size_t m_contextIds = 0;       // leading ids of the window whose text has been given out
};

} // namespace firstlight::model
