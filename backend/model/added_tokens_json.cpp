#include "backend/model/added_tokens_json.h"

#include "backend/model/vocabulary.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

absl::Status AddedTokenList::addFrom(const JsonElement& json)
{
    const std::optional<JsonElement> list = jsonField(json, "added_tokens");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return absl::OkStatus();
    }
    for (const JsonElement& element : array) {
        AddedToken token;
        token.content = jsonString(element, "content");
        const std::int64_t written = jsonInteger(element, "id", -1);
        if (written < 0 || written > kMaxTokenId) {
            return absl::InvalidArgumentError(absl::StrCat("added token \"", token.content, "\" has no valid id"));
        }
        token.id = static_cast<std::int32_t>(written);
        token.singleWord = jsonBool(element, "single_word", false);
        token.leftStrip = jsonBool(element, "lstrip", false);
        token.rightStrip = jsonBool(element, "rstrip", false);
        token.normalized = jsonBool(element, "normalized", true);
        token.special = jsonBool(element, "special", false);
        add(std::move(token));
    }
    return absl::OkStatus();
}

void AddedTokenList::addOthers(std::vector<AddedToken> others)
{
    std::stable_sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    for (AddedToken& other : others) {
        if (!m_places.contains(other.content)) {
            add(std::move(other));
        }
    }
}

void AddedTokenList::add(AddedToken token)
{
    if (token.content.empty()) {
        return;
    }
    const auto [place, isNew] = m_places.try_emplace(token.content, m_tokens.size());
    const std::int32_t written = token.id;
    const std::int32_t known = isNew ? m_model.idOf(token.content) : m_tokens[place->second].id;
    token.id = known >= 0 ? known : m_next++;
    if (token.id != written && m_changedCount++ == 0) {
        m_firstChanged = absl::StrCat("\"", token.content, "\" is token ", token.id, ", not ", written);
    }
    if (isNew) {
        m_tokens.push_back(std::move(token));
    } else {
        m_tokens[place->second] = std::move(token);
    }
}

std::vector<std::string> AddedTokenList::doubts() const
{
    if (m_changedCount == 0) {
        return {};
    }
    return {absl::StrCat(
        "ids of added tokens do not fit its vocabulary and are not used as they are written: ", m_firstChanged,
        m_changedCount > 1 ? absl::StrCat(", and ", m_changedCount - 1, " more") : "")};
}

} // namespace firstlight::model
