#include "backend/model/bpe_ranks.h"

#include "backend/model/utf8.h"

#include <algorithm>

namespace firstlight::model {

namespace {

// False: a part is no token.
bool findSymbols(const Vocabulary& words, std::string_view text, BpeAlphabet alphabet,
                 std::vector<std::int32_t>& symbols)
{
    symbols.clear();
    for (std::size_t at = 0; at < text.size();) {
        const bool onBytes = alphabet == BpeAlphabet::kBytes;
        const std::size_t length = onBytes ? 1 : utf8Length(static_cast<unsigned char>(text[at]));
        symbols.push_back(words.find(text.substr(at, length)));
        if (symbols.back() == Vocabulary::kNone) {
            return false;
        }
        at += length;
    }
    return true;
}

} // namespace

std::vector<BpeModel::MergeRule> mergesOfRanks(const Vocabulary& words, const std::vector<std::uint32_t>& ranks,
                                               BpeAlphabet alphabet)
{
    std::vector<std::int32_t> ids;
    for (std::int32_t id = 0; id < words.size(); ++id) {
        if (words.has(id) && ranks[static_cast<std::size_t>(id)] != kNeverMerged) {
            ids.push_back(id);
        }
    }
    // The parts of a token are shorter than it.
    std::stable_sort(ids.begin(), ids.end(),
                     [&](std::int32_t a, std::int32_t b) { return words.content(a).size() < words.content(b).size(); });
    BpeMerges merges(ids.size());
    std::vector<BpeModel::MergeRule> rules;
    std::vector<std::int32_t> symbols;
    for (const std::int32_t id : ids) {
        if (!findSymbols(words, words.content(id), alphabet, symbols)) {
            continue;
        }
        merges.apply(symbols);
        if (symbols.size() == 2) {
            rules.push_back({symbols[0], symbols[1], id, ranks[static_cast<std::size_t>(id)]});
            merges.add(symbols[0], symbols[1], id, rules.back().rank);
        }
    }
    return rules;
}

} // namespace firstlight::model
