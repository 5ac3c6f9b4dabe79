// Merges for vocabularies that state none: two tokens merge when what they make is a token, the one of lowest rank
// first.
#pragma once

#include "backend/model/bpe_model.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace firstlight::model {

inline constexpr std::uint32_t kNeverMerged = std::numeric_limits<std::uint32_t>::max();

// `words`: the tokens as text finds them; `ranks`: by id, kNeverMerged for tokens that do not come about by merging;
// `alphabet`: what a text is made of before the first merge. One rule for each token that can come about: inside a
// token's text merging always takes the same course, and its last step is the rule.
std::vector<BpeModel::MergeRule> mergesOfRanks(const Vocabulary& words, const std::vector<std::uint32_t>& ranks,
                                               BpeAlphabet alphabet);

} // namespace firstlight::model
