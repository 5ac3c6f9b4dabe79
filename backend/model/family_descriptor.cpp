#include "backend/model/family_descriptor.h"

#include "backend/base/failure.h"
#include "backend/base/json.h"
#include "backend/model/descriptor_check.h"
#include "backend/model/descriptor_cursor.h"
#include "backend/model/json_place.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <set>

namespace firstlight::model {
namespace {

using nlohmann::json;
using Condition = std::optional<Expression>;

constexpr int kSchemaVersion = 1;

Value literal(const Cursor& cursor)
{
    const json& value = cursor.value();
    if (value.is_boolean()) {
        return {std::int64_t{value.get<bool>()}};
    }
    if (value.is_number_integer()) {
        return {value.get<std::int64_t>()};
    }
    if (value.is_number()) {
        return {value.get<double>()};
    }
    if (value.is_string()) {
        return {value.get<std::string>()};
    }
    return {cursor.map(literal)};
}

// A text is an expression; a number, true, false or a list stands for itself.
Expression expression(const Cursor& cursor)
{
    if (!cursor.value().is_string()) {
        return Expression::constant(literal(cursor)).at(cursor.where());
    }
    auto parsed = Expression::parse(cursor.text());
    if (!parsed.ok()) {
        cursor.fail(std::string(parsed.status().message()), "Correct the expression");
    }
    return parsed->at(cursor.where());
}

Condition condition(const Cursor& cursor)
{
    return cursor.has("when") ? Condition(expression(cursor.at("when"))) : std::nullopt;
}

FieldExpressions fields(const Cursor& cursor, std::initializer_list<std::string_view> allowed,
                        std::initializer_list<std::string_view> others = {})
{
    std::vector<std::string_view> skipped(others);
    FieldExpressions result;
    cursor.needObject();
    for (const auto& [key, value] : cursor.value().items()) {
        if (std::find(skipped.begin(), skipped.end(), key) != skipped.end()) {
            continue;
        }
        if (allowed.size() > 0 && std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
            cursor.allowKeys(allowed);
        }
        const bool isName = key == "kind" || key == "cache"; // of an enumerator, not of a value
        result.emplace(key, isName ? Expression::constant({cursor.at(key).text()}) : expression(cursor.at(key)));
    }
    return result;
}

std::map<std::string, std::vector<std::string>, std::less<>> textLists(const Cursor& cursor)
{
    std::map<std::string, std::vector<std::string>, std::less<>> lists;
    cursor.needObject();
    for (const auto& [key, value] : cursor.value().items()) {
        std::vector<std::string> texts = cursor.at(key).texts();
        if (texts.empty()) {
            cursor.at(key).fail("the list is empty", "Write at least one text there, \"\" for nothing");
        }
        lists.emplace(key, std::move(texts));
    }
    return lists;
}

std::vector<std::pair<std::string, Condition>> operatorNeeds(const Cursor& parent)
{
    if (!parent.has("operators")) {
        return {};
    }
    return parent.at("operators").map([](const Cursor& item) {
        if (item.value().is_string()) {
            return std::pair<std::string, Condition>(item.text(), std::nullopt);
        }
        item.allowKeys({"name", "when"});
        return std::pair<std::string, Condition>(item.at("name").text(), condition(item));
    });
}

ConfigValue configValue(const Cursor& cursor, const std::string& name, const FamilyDescriptor& family)
{
    cursor.allowKeys({"keys", "scope", "default", "one_of", "section", "title"});
    ConfigValue value;
    value.name = name;
    value.place = cursor.where();
    value.keys = cursor.has("keys") ? cursor.at("keys").texts() : std::vector<std::string>{};
    value.scope = cursor.has("scope") ? cursor.at("scope").text() : "text";
    if (!family.scopes.contains(value.scope)) {
        cursor.fail("the scope \"" + value.scope + "\" is not declared", "Add it to \"scopes\"");
    }
    if (cursor.has("default")) {
        value.fallback = expression(cursor.at("default"));
        value.use.flagDefault = cursor.at("default").value().is_boolean() || isCondition(*value.fallback);
    }
    value.oneOf = cursor.has("one_of") ? cursor.at("one_of").texts() : std::vector<std::string>{};
    value.section = cursor.has("section") ? cursor.at("section").text() : std::string();
    value.title = cursor.has("title") ? cursor.at("title").text() : name;
    return value;
}

std::vector<std::string> namesOfDefault(const ConfigValue& value)
{
    return value.fallback ? value.fallback->names() : std::vector<std::string>{};
}

// Whether the default of `from` needs `to`, directly or through others.
bool reaches(const std::vector<ConfigValue>& values, const std::string& from, const std::string& to,
             std::set<std::string>& seen)
{
    const auto place =
        std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.name == from; });
    if (place == values.end() || !seen.insert(from).second) {
        return false;
    }
    const std::vector<std::string> names = namesOfDefault(*place);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name == to || reaches(values, name, to, seen); });
}

[[noreturn]] void failOnOrder(const Cursor& cursor, const std::string& name, const std::string& used,
                              const std::vector<ConfigValue>& values)
{
    std::set<std::string> seen;
    if (used == name) {
        cursor.fail("the default uses the value itself", "Compute it from other values");
    }
    if (reaches(values, used, name, seen)) {
        cursor.fail("the defaults of \"" + name + "\" and \"" + used + "\" need each other",
                    "Compute one of the two from other values");
    }
    const bool declared =
        std::any_of(values.begin(), values.end(), [&](const ConfigValue& value) { return value.name == used; });
    cursor.fail("the default uses \"" + used + "\", which is not known" + (declared ? " yet" : ""),
                declared ? "Move \"" + used + "\" before it" : "Correct its spelling, or declare it before");
}

// In file order a default may use only what stands before it; nlohmann::json sorts keys, so "values" is a list.
std::vector<ConfigValue> configValues(const Cursor& cursor, const FamilyDescriptor& family)
{
    std::vector<ConfigValue> values;
    for (std::size_t i = 0; i < cursor.size(); ++i) {
        const Cursor item = cursor.at(i);
        item.needObject();
        if (item.value().size() != 1) {
            item.fail("one name with its description is expected", "Write { \"name\": { \"keys\": [...] } } there");
        }
        const std::string name = item.value().items().begin().key();
        values.push_back(configValue(item.at(name), name, family));
    }
    std::set<std::string> known;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& name = values[i].name;
        for (const std::string& used : namesOfDefault(values[i])) {
            if (!known.contains(used)) {
                failOnOrder(cursor.at(i).at(name), name, used, values);
            }
        }
        if (!known.insert(name).second) {
            cursor.at(i).fail("the value \"" + name + "\" is declared twice", "Remove one of the two");
        }
    }
    return values;
}

// The names of an enumerator of the specification, where the part gives one.
void checkOneOf(const Cursor& cursor, const std::string& key, std::initializer_list<std::string_view> names)
{
    if (!cursor.has(key) || std::find(names.begin(), names.end(), cursor.at(key).text()) != names.end()) {
        return;
    }
    std::string known;
    for (const std::string_view name : names) {
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    cursor.at(key).fail("\"" + cursor.at(key).text() + "\" is not known", "Use one of: " + known);
}

LayerPart layerPart(const Cursor& cursor, std::initializer_list<std::string_view> allowed)
{
    LayerPart part;
    part.name = cursor.at("name").text();
    part.when = condition(cursor);
    part.fields = fields(cursor, allowed, {"name", "when", "operators"});
    part.operators = operatorNeeds(cursor);
    return part;
}

std::vector<Expression> shape(const Cursor& cursor, const std::string& key)
{
    return cursor.has(key) ? cursor.at(key).map(expression) : std::vector<Expression>{};
}

TensorPattern tensorPattern(const Cursor& cursor)
{
    cursor.allowKeys({"name", "other_name", "role", "bias", "shape", "alternate_shape", "split", "when", "optional"});
    TensorPattern pattern;
    pattern.name = cursor.at("name").text();
    pattern.otherName = cursor.has("other_name") ? cursor.at("other_name").text() : std::string();
    pattern.role = cursor.at("role").text();
    pattern.bias = cursor.has("bias") && cursor.at("bias").flag();
    cursor.at("shape");
    pattern.shape = shape(cursor, "shape");
    pattern.alternateShape = shape(cursor, "alternate_shape");
    if (cursor.has("split")) {
        const auto split = splitRuleFromName(cursor.at("split").text());
        if (!split) {
            cursor.at("split").fail("there is no such split rule",
                                    "Use replicate, column, row, heads, kv_heads, vocab, "
                                    "expert_column or expert_row");
        }
        pattern.split = *split;
    }
    pattern.when = condition(cursor);
    pattern.optional = cursor.has("optional") && cursor.at("optional").flag();
    return pattern;
}

IgnoredPattern ignoredPattern(const Cursor& cursor)
{
    cursor.allowKeys({"pattern", "when"});
    const std::string pattern = cursor.at("pattern").text();
    if (pattern.find_first_not_of('*') == std::string::npos) {
        cursor.at("pattern").fail("this leaves out every tensor that is not described",
                                  "Name the tensors that nobody loads, such as \"*.rotary_emb.inv_freq\"");
    }
    return {pattern, condition(cursor)};
}

// It names the family in files, links and commands.
bool isId(std::string_view text)
{
    constexpr std::size_t kLongest = 100;
    constexpr std::string_view kFirst = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const auto isAllowed = [&](char c) {
        return kFirst.find(c) != std::string_view::npos || c == '_' || c == '-' || c == '.';
    };
    return !text.empty() && text.size() <= kLongest && kFirst.find(text.front()) != std::string_view::npos &&
           std::all_of(text.begin(), text.end(), isAllowed);
}

void readHead(const Cursor& root, FamilyDescriptor& family)
{
    root.allowKeys({"schema", "id", "title", "recognises", "scopes", "prefixes", "probes", "values", "spec", "rope",
                    "vision", "mixers", "ffns", "operators", "counters", "tensors", "ignored", "known_settings",
                    "notes"});
    if (root.at("schema").value() != kSchemaVersion) {
        root.at("schema").fail("this version of the schema is not known",
                               "Write " + std::to_string(kSchemaVersion) + " and follow families/README.md");
    }
    family.id = root.at("id").text();
    if (!isId(family.id)) {
        root.at("id").fail(
            "\"" + family.id + "\" is no id",
            "Write letters of the English alphabet, digits, \"_\", \"-\" and \".\" there, and begin with "
            "a letter or digit");
    }
    family.title = root.at("title").text();
    const Cursor recognises = root.at("recognises");
    recognises.allowKeys({"model_types", "architectures"});
    family.modelTypes = recognises.at("model_types").texts();
    family.architectures = recognises.at("architectures").texts();
    family.scopes = textLists(root.at("scopes"));
    family.prefixes = root.has("prefixes") ? textLists(root.at("prefixes")) : family.prefixes;
    if (root.has("probes")) {
        const Cursor probes = root.at("probes");
        probes.needObject();
        for (const auto& [name, pattern] : probes.value().items()) {
            family.probes.emplace(name, probes.at(name).text());
        }
    }
}

void readVision(const Cursor& root, FamilyDescriptor& family)
{
    if (!root.has("vision")) {
        return;
    }
    const Cursor vision = root.at("vision");
    family.visionWhen = condition(vision);
    family.vision = fields(vision,
                           {"depth", "attention", "hidden", "heads", "intermediate", "patch", "temporal_patch",
                            "channels", "merge", "out_hidden", "positions", "activation", "deepstack", "norm_epsilon"},
                           {"when"});
}

FamilyDescriptor readFamily(const Cursor& root)
{
    FamilyDescriptor family;
    readHead(root, family);
    family.values = configValues(root.at("values"), family);
    family.spec = fields(root.at("spec"), {"hidden", "vocabulary", "norm_epsilon", "tied_head", "max_position",
                                           "layers", "image_token", "vision_start_token"});
    for (const char* required : {"hidden", "vocabulary", "layers"}) {
        root.at("spec").at(required);
    }
    if (root.has("rope")) {
        family.rope = fields(root.at("rope"), {"rotary_dim", "theta", "mrope_section", "mrope_interleaved"});
    }
    readVision(root, family);
    family.mixers = root.at("mixers").map([](const Cursor& item) {
        checkOneOf(item, "kind", {"gqa", "mla", "recurrent", "none"});
        checkOneOf(item, "cache", {"paged_kv", "sliding_window", "mla_latent", "recurrent_state"});
        return layerPart(item, {"kind", "cache", "heads", "kv_heads", "head_dim", "qk_norm", "qkv_bias", "output_bias",
                                "window", "cache_elements", "state_bytes"});
    });
    family.ffns = root.at("ffns").map([](const Cursor& item) {
        checkOneOf(item, "kind", {"dense", "moe", "none"});
        return layerPart(
            item, {"kind", "activation", "intermediate", "experts", "experts_per_token", "normalize_top_k", "stacked"});
    });
    family.operators = operatorNeeds(root);
    family.counters = fields(root.at("counters"), {});
    family.tensors = root.at("tensors").map(tensorPattern);
    family.ignored = root.has("ignored") ? root.at("ignored").map(ignoredPattern) : std::vector<IgnoredPattern>{};
    family.knownSettings = root.has("known_settings") ? root.at("known_settings").texts() : family.knownSettings;
    checkDescriptor(family);
    return family;
}

absl::Status invalid(const std::string& file, const std::string& where, const Defect& defect)
{
    return base::failure(reasons::kDescriptorInvalid, absl::StatusCode::kInvalidArgument,
                         {{"file", file}, {"where", where}, {"detail", defect.detail}, {"fix", defect.fix}});
}

std::string placeText(std::string_view text, const std::string& pointer)
{
    return "line " + std::to_string(lineOf(text, pointer)) + ", " + pointer;
}

} // namespace

absl::StatusOr<FamilyDescriptor> parseDescriptor(std::string_view text, const std::string& file)
{
    const auto document = base::parseJson(text, file);
    if (!document.ok()) {
        base::FailureArguments problem = base::failureInfo(document.status()).arguments;
        return invalid(file, problem["line"].empty() ? "the text" : problem["line"],
                       {{}, problem["detail"], "Correct it there"});
    }
    try {
        FamilyDescriptor family = readFamily(Cursor(*document, ""));
        family.file = file;
        family.source = std::make_shared<const std::string>(text);
        return family;
    } catch (const Defect& defect) {
        return invalid(file, placeText(text, defect.where), defect);
    }
}

absl::Status descriptorFailure(const FamilyDescriptor& family, const std::string& place, const std::string& detail,
                               const std::string& fix)
{
    return invalid(family.file, placeText(family.source == nullptr ? std::string_view() : *family.source, place),
                   {{}, detail, fix});
}

} // namespace firstlight::model
