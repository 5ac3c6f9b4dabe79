// The added tokens of a tokenizer.json and of the files beside it, with the ids that the reference gives them: that of
// the vocabulary for a token that is in it, else the next free one, whatever is written.
#pragma once

#include "backend/model/added_tokens.h"
#include "backend/model/json_fields.h"
#include "backend/model/token_model.h"

#include <absl/container/flat_hash_map.h>
#include <absl/status/status.h>

#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

class AddedTokenList
{
public:
    // `count`: of the tokens in the vocabulary.
    AddedTokenList(const TokenModel& model, std::int32_t count) : m_model(model), m_next(count) {}

    // "added_tokens" of a tokenizer.json. InvalidArgument: one has no id.
    absl::Status addFrom(const JsonElement& json);

    // Those that are not there already.
    void addOthers(std::vector<AddedToken> others);

    std::vector<AddedToken> take() { return std::move(m_tokens); }
    std::vector<std::string> doubts() const; // about ids that are not as they are written

private:
    void add(AddedToken token);

    const TokenModel& m_model;
    std::int32_t m_next;
    std::vector<AddedToken> m_tokens;
    absl::flat_hash_map<std::string, std::size_t> m_places; // in m_tokens, by content
    std::size_t m_changedCount = 0;
    std::string m_firstChanged;
};

} // namespace firstlight::model
