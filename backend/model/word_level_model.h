// The WordLevel model: a piece is a token or unknown. Immutable, thread-safe.
#pragma once

#include "backend/model/json_fields.h"
#include "backend/model/token_model.h"
#include "backend/model/vocabulary.h"

#include <absl/status/statusor.h>

#include <memory>

namespace firstlight::model {

class WordLevelModel final : public TokenModel
{
public:
    // `unknownId` Vocabulary::kNone: unknown words are left out.
    WordLevelModel(Vocabulary tokens, std::int32_t unknownId) : m_tokens(std::move(tokens)), m_unknownId(unknownId) {}

    // The "model" of a tokenizer.json. InvalidArgument: what is wrong with it.
    static absl::StatusOr<std::unique_ptr<WordLevelModel>> fromJson(const JsonElement& model);

    void encode(std::string_view piece, std::vector<std::int32_t>& out) const override;
    std::optional<std::string> tokenOf(std::int32_t id) const override;
    std::int32_t idOf(std::string_view token) const override { return m_tokens.find(token); }
    std::int32_t size() const override { return m_tokens.size(); }

private:
    Vocabulary m_tokens;
    std::int32_t m_unknownId;
};

} // namespace firstlight::model
