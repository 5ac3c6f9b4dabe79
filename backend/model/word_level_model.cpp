#include "backend/model/word_level_model.h"

#include "backend/model/json_vocabulary.h"

namespace firstlight::model {

absl::StatusOr<std::unique_ptr<WordLevelModel>> WordLevelModel::fromJson(const JsonElement& model)
{
    absl::StatusOr<Vocabulary> tokens = readVocabulary(model);
    if (!tokens.ok()) {
        return tokens.status();
    }
    const std::int32_t unknown = tokens->find(jsonString(model, "unk_token", "<unk>"));
    return std::make_unique<WordLevelModel>(*std::move(tokens), unknown);
}

void WordLevelModel::encode(std::string_view piece, std::vector<std::int32_t>& out) const
{
    const std::int32_t id = m_tokens.find(piece);
    if (id != Vocabulary::kNone || m_unknownId != Vocabulary::kNone) {
        out.push_back(id != Vocabulary::kNone ? id : m_unknownId);
    }
}

std::optional<std::string> WordLevelModel::tokenOf(std::int32_t id) const
{
    return m_tokens.has(id) ? std::optional(std::string(m_tokens.content(id))) : std::nullopt;
}

} // namespace firstlight::model
