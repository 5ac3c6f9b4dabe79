#include "backend/model/word_piece_model.h"

#include "backend/model/json_vocabulary.h"
#include "backend/model/utf8.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

bool hasMoreCharacters(std::string_view text, std::size_t most)
{
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at += utf8Length(static_cast<unsigned char>(text[at]))) {
        if (++count > most) {
            return true;
        }
    }
    return false;
}

} // namespace

WordPieceModel::WordPieceModel(Vocabulary tokens, WordPieceOptions options)
    : m_tokens(std::move(tokens)), m_options(std::move(options))
{
    std::vector<PrefixTrie::Key> keys;
    for (std::int32_t id = 0; id < m_tokens.size(); ++id) {
        if (m_tokens.has(id)) {
            keys.push_back({m_tokens.content(id), id});
        }
    }
    m_trie = PrefixTrie(std::move(keys));
    m_continuation = m_trie.walk(PrefixTrie::kRoot, m_options.continuingPrefix);
}

absl::StatusOr<std::unique_ptr<WordPieceModel>> WordPieceModel::fromJson(const JsonElement& model)
{
    absl::StatusOr<Vocabulary> tokens = readVocabulary(model);
    if (!tokens.ok()) {
        return tokens.status();
    }
    WordPieceOptions options;
    options.unknownId = tokens->find(jsonString(model, "unk_token", "[UNK]"));
    options.continuingPrefix = jsonString(model, "continuing_subword_prefix", "##");
    const std::int64_t longest = jsonInteger(model, "max_input_chars_per_word", 100);
    if (longest < 0) {
        return absl::InvalidArgumentError(absl::StrCat("max_input_chars_per_word is ", longest));
    }
    options.maxCharacters = static_cast<std::size_t>(longest);
    return std::make_unique<WordPieceModel>(*std::move(tokens), std::move(options));
}

void WordPieceModel::encode(std::string_view piece, std::vector<std::int32_t>& out) const
{
    const std::size_t before = out.size();
    if (hasMoreCharacters(piece, m_options.maxCharacters) || !addWord(piece, out)) {
        out.resize(before);
        if (m_options.unknownId != Vocabulary::kNone) {
            out.push_back(m_options.unknownId);
        }
    }
}

bool WordPieceModel::addWord(std::string_view word, std::vector<std::int32_t>& out) const
{
    std::int32_t state = PrefixTrie::kRoot;
    for (std::size_t at = 0; at < word.size();) {
        std::size_t longest = at;
        std::int32_t id = PrefixTrie::kNone;
        for (std::size_t end = at; end < word.size() && state != PrefixTrie::kNone;) {
            state = m_trie.step(state, word[end++]);
            if (state != PrefixTrie::kNone && m_trie.valueAt(state) != PrefixTrie::kNone) {
                id = m_trie.valueAt(state);
                longest = end;
            }
        }
        if (id == PrefixTrie::kNone) {
            return false;
        }
        out.push_back(id);
        at = longest;
        state = m_continuation;
    }
    return true;
}

std::optional<std::string> WordPieceModel::tokenOf(std::int32_t id) const
{
    return m_tokens.has(id) ? std::optional(std::string(m_tokens.content(id))) : std::nullopt;
}

} // namespace firstlight::model
