#include "backend/model/post_processor.h"

#include "backend/model/vocabulary.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

absl::Status incomplete(const JsonElement& json, std::string_view what)
{
    return absl::InvalidArgumentError(
        absl::StrCat("post-processor ", jsonType(json), " has no ", absl::string_view(what.data(), what.size())));
}

// The ids of a special token, or nothing when the list is not valid.
std::optional<std::vector<std::int32_t>> idsOf(const JsonElement& token)
{
    const std::optional<JsonElement> list = jsonField(token, "ids");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    std::vector<std::int32_t> ids;
    for (const JsonElement& element : array) {
        std::int64_t id = -1;
        if (element.get(id) != simdjson::SUCCESS || id < 0 || id > kMaxTokenId) {
            return std::nullopt;
        }
        ids.push_back(static_cast<std::int32_t>(id));
    }
    return ids;
}

} // namespace

PostProcessor::PostProcessor(std::vector<std::int32_t> before, std::vector<std::int32_t> behind)
    : m_steps{{{false, std::move(before)}, {true, {}}, {false, std::move(behind)}}}
{
}

// "single": what is written for one text; "special_tokens": the ids of the tokens that it names.
absl::StatusOr<PostProcessor> PostProcessor::fromTemplate(const JsonElement& json)
{
    const std::optional<JsonElement> single = jsonField(json, "single");
    const std::optional<JsonElement> tokens = jsonField(json, "special_tokens");
    simdjson::dom::array array;
    if (!single || single->get(array) != simdjson::SUCCESS) {
        return incomplete(json, "template for a single text");
    }
    PostProcessor made;
    Step& step = made.m_steps.emplace_back();
    for (const JsonElement& element : array) {
        if (jsonField(element, "Sequence")) {
            step.push_back({true, {}});
            continue;
        }
        const std::optional<JsonElement> special = jsonField(element, "SpecialToken");
        const std::string name = special ? jsonString(*special, "id") : "";
        const std::optional<JsonElement> token = tokens ? jsonField(*tokens, name) : std::nullopt;
        std::optional<std::vector<std::int32_t>> ids = token ? idsOf(*token) : std::nullopt;
        if (!ids) {
            return incomplete(json, "ids for the special token \"" + name + "\"");
        }
        step.push_back({false, *std::move(ids)});
    }
    return made;
}

// "cls" and "sep" as ["token", id].
absl::StatusOr<PostProcessor> PostProcessor::fromPair(const JsonElement& json)
{
    std::vector<std::int32_t> ids;
    for (const char* name : {"cls", "sep"}) {
        const std::optional<JsonElement> token = jsonField(json, name);
        simdjson::dom::array pair;
        std::int64_t id = -1;
        const bool valid = token && token->get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
                           pair.at(1).get(id) == simdjson::SUCCESS && id >= 0 && id <= kMaxTokenId;
        if (!valid) {
            return incomplete(json, std::string("id for \"") + name + "\"");
        }
        ids.push_back(static_cast<std::int32_t>(id));
    }
    return PostProcessor({ids[0]}, {ids[1]});
}

absl::StatusOr<PostProcessor> PostProcessor::fromSequence(const JsonElement& json)
{
    const std::optional<JsonElement> list = jsonField(json, "processors");
    simdjson::dom::array array;
    if (!list || list->get(array) != simdjson::SUCCESS) {
        return incomplete(json, "list");
    }
    PostProcessor made;
    for (const JsonElement& element : array) {
        absl::StatusOr<PostProcessor> part = fromJson(element);
        if (!part.ok()) {
            return part;
        }
        made.m_steps.insert(made.m_steps.end(), part->m_steps.begin(), part->m_steps.end());
    }
    return made;
}

absl::StatusOr<PostProcessor> PostProcessor::fromJson(const JsonElement& json)
{
    const std::string type = jsonType(json);
    if (type == "TemplateProcessing") {
        return fromTemplate(json);
    }
    if (type == "BertProcessing" || type == "RobertaProcessing") {
        return fromPair(json);
    }
    if (type == "Sequence") {
        return fromSequence(json);
    }
    if (type == "ByteLevel") { // changes offsets only
        return PostProcessor();
    }
    return unknownComponent("post-processor", json);
}

std::vector<std::int32_t> PostProcessor::apply(std::vector<std::int32_t> ids) const
{
    for (const Step& step : m_steps) {
        std::vector<std::int32_t> all;
        for (const Part& part : step) {
            const std::vector<std::int32_t>& source = part.isText ? ids : part.ids;
            all.insert(all.end(), source.begin(), source.end());
        }
        ids = std::move(all);
    }
    return ids;
}

} // namespace firstlight::model
