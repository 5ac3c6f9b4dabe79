#include "backend/model/post_processor.h"

#include "backend/model/vocabulary.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

namespace {

constexpr std::size_t kMostMarks = 10'000; // around a text
constexpr double kMostTimesOfText = 64; // once in all honest ones

absl::Status incomplete(const JsonElement& json, std::string_view what)
{
    return absl::InvalidArgumentError(
        absl::StrCat("post-processor ", jsonType(json), " has no ", absl::string_view(what.data(), what.size())));
}

bool isTokenId(std::int64_t id)
{
    return id >= 0 && id <= kMaxTokenId;
}

// The "ids" of a special token with their names in "tokens"; nothing when the list is not valid.
std::optional<std::vector<PostProcessor::Mark>> marksOf(const JsonElement& special)
{
    const std::optional<JsonElement> idList = jsonField(special, "ids");
    const std::optional<JsonElement> nameList = jsonField(special, "tokens");
    simdjson::dom::array ids;
    simdjson::dom::array names;
    if (!idList || idList->get(ids) != simdjson::SUCCESS || !nameList || nameList->get(names) != simdjson::SUCCESS ||
        ids.size() != names.size()) {
        return std::nullopt;
    }
    std::vector<PostProcessor::Mark> marks;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        std::int64_t id = -1;
        std::string_view name;
        if (ids.at(i).get(id) != simdjson::SUCCESS || !isTokenId(id) || names.at(i).get(name) != simdjson::SUCCESS) {
            return std::nullopt;
        }
        marks.push_back({std::string(name), static_cast<std::int32_t>(id)});
    }
    return marks;
}

// ["token", id]
std::optional<PostProcessor::Mark> pairOf(const JsonElement& json, std::string_view field)
{
    const std::optional<JsonElement> token = jsonField(json, field);
    simdjson::dom::array pair;
    std::string_view name;
    std::int64_t id = -1;
    const bool valid = token && token->get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
                       pair.at(0).get(name) == simdjson::SUCCESS && pair.at(1).get(id) == simdjson::SUCCESS &&
                       isTokenId(id);
    return valid ? std::optional(PostProcessor::Mark{std::string(name), static_cast<std::int32_t>(id)}) : std::nullopt;
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
        if (const std::optional<JsonElement> text = jsonField(element, "Sequence")) {
            if (jsonString(*text, "id", "A") != "A") {
                return absl::InvalidArgumentError(
                    "post-processor TemplateProcessing asks for a second text where there is one");
            }
            step.push_back({true, {}});
            continue;
        }
        const std::optional<JsonElement> special = jsonField(element, "SpecialToken");
        const std::string name = special ? jsonString(*special, "id") : "";
        const std::optional<JsonElement> token = tokens ? jsonField(*tokens, name) : std::nullopt;
        const std::optional<std::vector<Mark>> marks = token ? marksOf(*token) : std::nullopt;
        if (!marks) {
            return incomplete(json, "ids for the special token \"" + name + "\"");
        }
        if (made.m_marks.size() + marks->size() > kMostMarks) {
            return absl::InvalidArgumentError("post-processor TemplateProcessing has more than " +
                                              std::to_string(kMostMarks) + " special tokens");
        }
        Part& part = step.emplace_back();
        for (const Mark& mark : *marks) {
            part.ids.push_back(mark.id);
            made.m_marks.push_back(mark);
        }
    }
    return made;
}

// "cls" before the text, "sep" behind it.
absl::StatusOr<PostProcessor> PostProcessor::fromPair(const JsonElement& json)
{
    std::vector<Mark> marks;
    for (const char* name : {"cls", "sep"}) {
        const std::optional<Mark> mark = pairOf(json, name);
        if (!mark) {
            return incomplete(json, std::string("id for \"") + name + "\"");
        }
        marks.push_back(*mark);
    }
    PostProcessor made({marks[0].id}, {marks[1].id});
    made.m_marks = std::move(marks);
    return made;
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
        made.m_marks.insert(made.m_marks.end(), part->m_marks.begin(), part->m_marks.end());
    }
    return made;
}

absl::StatusOr<PostProcessor> PostProcessor::fromJson(const JsonElement& json)
{
    absl::StatusOr<PostProcessor> made = make(json);
    if (made.ok() && made->timesOfText() > kMostTimesOfText) {
        return absl::InvalidArgumentError("the post-processor writes each text again and again");
    }
    return made;
}

absl::StatusOr<PostProcessor> PostProcessor::make(const JsonElement& json)
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

// How often the text stands in what is made of it.
double PostProcessor::timesOfText() const
{
    double times = 1;
    for (const Step& step : m_steps) {
        times *=
            static_cast<double>(std::count_if(step.begin(), step.end(), [](const Part& part) { return part.isText; }));
    }
    return times;
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
