#include "backend/model/config_scope.h"

#include "backend/base/failure.h"
#include "backend/base/text.h"

#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace firstlight::model {
namespace {

using nlohmann::json;

constexpr std::size_t kMostKindsOfLayers = 256;
constexpr std::size_t kLongestList = 20'000; // twice as many as a model can have layers

// Some configs write numbers as texts ("1280").
Value textValue(const std::string& text)
{
    std::int64_t whole = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
    const bool isWhole = error == std::errc() && end == text.data() + text.size() && !text.empty();
    return isWhole ? Value{whole} : Value{text};
}

std::optional<Value> toValue(const json& node)
{
    if (node.is_boolean()) {
        return Value{std::int64_t{node.get<bool>()}};
    }
    if (node.is_number_unsigned() && node.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        return std::nullopt;
    }
    if (node.is_number_integer()) {
        return Value{node.get<std::int64_t>()};
    }
    if (node.is_number_float()) {
        return Value{node.get<double>()};
    }
    if (node.is_string()) {
        return textValue(node.get_ref<const std::string&>());
    }
    if (!node.is_array() || node.size() > kLongestList) {
        return std::nullopt;
    }
    ValueList list;
    for (const json& item : node) {
        auto value = toValue(item);
        if (!value) {
            return std::nullopt;
        }
        list.push_back(*std::move(value));
    }
    return Value{std::move(list)};
}

// "05" is 5.
std::optional<std::int64_t> layerNumber(const std::string& text)
{
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return isWhole ? std::optional(number) : std::nullopt;
}

// A number of "auto" is what the family computes for it.
bool isLeftToDefault(const json& node, const ConfigValue& wanted)
{
    return wanted.fallback && wanted.use.number && !wanted.use.text && node.is_string() && node == "auto";
}

// The language of the descriptions knows numbers only: true is 1.
std::string flagText(const Value& value)
{
    const auto* whole = std::get_if<std::int64_t>(&value.data);
    return whole == nullptr ? toText(value) : *whole != 0 ? "yes" : "no";
}

} // namespace

absl::Status configFailure(const std::string& detail)
{
    return base::failure(reasons::kConfigInvalid, {{"file", "config.json"}, {"detail", detail}});
}

std::string shortValue(const json& value)
{
    constexpr std::size_t kLongest = 60;
    const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return text.size() <= kLongest ? text : std::string(base::cutText(text, kLongest)) + "…";
}

const json* findPath(const json& root, std::string_view path)
{
    const json* node = &root;
    while (!path.empty()) {
        const auto dot = path.find('.');
        const auto next = node->is_object() ? node->find(std::string(path.substr(0, dot))) : node->end();
        if (next == node->end() || next->is_null()) {
            return nullptr;
        }
        node = &*next;
        path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    }
    return node;
}

bool isOverruled(const json& object, std::string_view key)
{
    const json* scaling = findPath(object, "rope_scaling");
    return key.substr(0, key.find('.')) == "rope_parameters" && scaling != nullptr && scaling->is_object() &&
           !scaling->empty();
}

absl::StatusOr<ConfigScope> ConfigScope::read(const json& config, const FamilyDescriptor& family)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(ConfigScope scope, readAlike(config, family));
    FIRSTLIGHT_RETURN_IF_ERROR(scope.readLayers());
    return scope;
}

// As if all layers were alike.
absl::StatusOr<ConfigScope> ConfigScope::readAlike(const json& config, const FamilyDescriptor& family)
{
    ConfigScope scope(config, family);
    FIRSTLIGHT_RETURN_IF_ERROR(scope.checkNesting());
    for (const ConfigValue& value : family.values) {
        FIRSTLIGHT_RETURN_IF_ERROR(scope.readValue(value));
    }
    return scope;
}

absl::Status ConfigScope::readLayers()
{
    for (const auto& [path, object] : objects("text")) {
        if (const json* layers = findPath(*object, kLayerSettings); layers != nullptr) {
            return readLayers(path, *layers);
        }
    }
    return absl::OkStatus();
}

// `path`: of the object whose settings `layers` change.
absl::Status ConfigScope::readLayers(const std::string& path, const json& layers)
{
    const std::string place = path.empty() ? kLayerSettings : path + "." + kLayerSettings;
    json config = *m_config;
    json& changed = path.empty() ? config : config[json::json_pointer("/" + absl::StrReplaceAll(path, {{".", "/"}}))];
    std::map<std::string, Values> kinds; // many layers have the same settings
    for (const auto& [number, settings] : layers.items()) {
        const std::optional<std::int64_t> layer = layerNumber(number);
        if (!layer || !settings.is_object()) {
            return configFailure(place + "." + number + " is " + shortValue(settings) +
                                 "; an object under the number of a layer is expected");
        }
        const auto [kind, isNew] = kinds.try_emplace(settings.dump(-1, ' ', false, json::error_handler_t::replace));
        if (isNew) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(kind->second, differing(config, changed, settings));
        }
        if (kinds.size() > kMostKindsOfLayers) {
            return configFailure(place + " has more than " + std::to_string(kMostKindsOfLayers) + " kinds of layers");
        }
        m_layerValues[*layer] = kind->second;
    }
    return absl::OkStatus();
}

// What `settings` change when they are written into `object`, a part of `config`; it is left as it was.
absl::StatusOr<ConfigScope::Values> ConfigScope::differing(json& config, json& object, const json& settings) const
{
    json usual = json::object();
    for (const auto& [key, value] : settings.items()) {
        usual[key] = std::exchange(object[key], value);
    }
    const absl::StatusOr<ConfigScope> scope = readAlike(config, *m_family);
    object.update(usual);
    FIRSTLIGHT_RETURN_IF_ERROR(scope.status());
    Values values;
    for (const auto& [name, value] : scope->m_values) {
        const auto place = m_values.find(name);
        if (place == m_values.end() || place->second != value) {
            values.emplace(name, value);
        }
    }
    return values;
}

// A part of the model that is there and is no object would be passed over otherwise.
absl::Status ConfigScope::checkNesting() const
{
    for (const auto& [name, paths] : m_family->scopes) {
        for (const std::string& path : paths) {
            const json* object = findPath(*m_config, path);
            if (object != nullptr && !object->is_object()) {
                return configFailure(path + " is " + shortValue(*object) + "; an object is expected");
            }
        }
    }
    return absl::OkStatus();
}

std::vector<std::pair<std::string, const json*>> ConfigScope::objects(std::string_view scopeName) const
{
    std::vector<std::pair<std::string, const json*>> found;
    const auto paths = m_family->scopes.find(scopeName);
    if (paths == m_family->scopes.end()) {
        return found;
    }
    for (const std::string& path : paths->second) {
        const json* object = findPath(*m_config, path);
        if (object != nullptr && object->is_object()) {
            found.emplace_back(path, object);
        }
    }
    return found;
}

absl::StatusOr<std::optional<ConfigScope::Found>> ConfigScope::lookUp(const ConfigValue& wanted) const
{
    for (const auto& [path, object] : objects(wanted.scope)) {
        const std::string before = path.empty() ? path : path + ".";
        for (const std::string& key : wanted.keys) {
            if (isOverruled(*object, key)) {
                continue;
            }
            const auto dot = key.rfind('.');
            const json* parent = dot == std::string::npos ? object : findPath(*object, key.substr(0, dot));
            if (parent != nullptr && !parent->is_object()) {
                return valueFailure(wanted, before + key.substr(0, dot) + " is " + shortValue(*parent) +
                                                "; an object is expected");
            }
            const json* node = findPath(*object, key);
            if (node == nullptr || isLeftToDefault(*node, wanted)) {
                continue;
            }
            const bool isRead = key == kLayerSettings && wanted.scope == "text"; // by readLayers(): it is there
            auto value = isRead ? Value{1} : toValue(*node);
            if (!value) {
                return valueFailure(wanted, before + key + " is " + shortValue(*node) + ", which cannot be used there");
            }
            const bool isWord = node->is_boolean() && wanted.use.text && !wanted.oneOf.empty(); // one of some texts
            return Found{.value = isWord ? Value{node->dump()} : *std::move(value),
                         .key = before + key,
                         .shown = shortValue(*node),
                         .isBoolean = node->is_boolean() && !isWord,
                         .origin = "config.json: " + before + key};
        }
    }
    return std::optional<Found>();
}

absl::Status ConfigScope::checkFound(const ConfigValue& wanted, const Found& found) const
{
    const std::string_view expected = expectedInstead(found.value, found.isBoolean, wanted.use);
    if (!expected.empty()) {
        return valueFailure(wanted, found.key + " is " + found.shown + "; " + std::string(expected) + " is expected");
    }
    if (wanted.oneOf.empty()) {
        return absl::OkStatus();
    }
    const auto* list = std::get_if<ValueList>(&found.value.data);
    for (const Value& value : list == nullptr ? ValueList{found.value} : *list) {
        if (std::find(wanted.oneOf.begin(), wanted.oneOf.end(), toText(value)) == wanted.oneOf.end()) {
            return valueFailure(wanted, found.key + (list == nullptr ? " is " : " has ") + toText(value) +
                                            "; the family knows " + absl::StrJoin(wanted.oneOf, ", "));
        }
    }
    return absl::OkStatus();
}

absl::Status ConfigScope::readValue(const ConfigValue& wanted)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::optional<Found> found, lookUp(wanted));
    if (found) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkFound(wanted, *found));
        m_sources.insert_or_assign(wanted.name, Source{found->key, found->shown});
    } else if (wanted.fallback) {
        auto value = wanted.fallback->evaluate(*this);
        if (!value.ok()) {
            return failureOf(*wanted.fallback,
                             absl::StrJoin(wanted.keys, " or ") + ": " + std::string(value.status().message()));
        }
        const bool computed = !wanted.fallback->names().empty();
        found.emplace();
        found->value = *std::move(value);
        found->origin = computed ? "computed: " + wanted.fallback->text() : "default of the family";
    }
    if (!found) {
        return absl::OkStatus();
    }
    // A default of a part that the model does not have (a vision tower) says nothing about it.
    if (!wanted.section.empty() && !objects(wanted.scope).empty()) {
        const bool isFlag = found->isBoolean || (wanted.use.flag && !wanted.use.number);
        m_facts.push_back(
            {wanted.section, wanted.title, isFlag ? flagText(found->value) : toText(found->value), found->origin});
    }
    m_values.insert_or_assign(wanted.name, std::move(found->value));
    return absl::OkStatus();
}

const Value* ConfigScope::find(std::string_view name) const
{
    if (const auto layer = m_layerValues.find(m_layer); layer != m_layerValues.end()) {
        if (const auto own = layer->second.find(name); own != layer->second.end()) {
            return &own->second;
        }
    }
    const auto place = m_values.find(name);
    return place == m_values.end() ? nullptr : &place->second;
}

absl::StatusOr<Value> ConfigScope::get(std::string_view name) const
{
    if (const Value* found = find(name); found != nullptr) {
        return *found;
    }
    const ConfigValue* value = declared(name);
    return absl::InvalidArgumentError(value == nullptr || value->keys.empty()
                                          ? "\"" + std::string(name) + "\" has no value here"
                                          : absenceOf(*value));
}

std::string ConfigScope::label(std::string_view name) const
{
    const auto source = m_sources.find(name);
    return source == m_sources.end() ? std::string(name) : source->second.key;
}

const ConfigValue* ConfigScope::declared(std::string_view name) const
{
    const auto place = std::find_if(m_family->values.begin(), m_family->values.end(),
                                    [&](const ConfigValue& value) { return value.name == name; });
    return place == m_family->values.end() ? nullptr : &*place;
}

absl::Status ConfigScope::checkLayerLists(std::int32_t layers) const
{
    // Layers that predict further tokens may be in the lists, too.
    const Value* extra = find("extra_layers");
    const auto* extraCount = extra == nullptr ? nullptr : std::get_if<std::int64_t>(&extra->data);
    const auto wanted = static_cast<std::size_t>(layers);
    const std::size_t most =
        wanted + (extraCount == nullptr ? 0 : static_cast<std::size_t>(std::max<std::int64_t>(*extraCount, 0)));
    for (const ConfigValue& value : m_family->values) {
        const auto source = m_sources.find(value.name);
        const Value* found = find(value.name);
        const auto* list = found == nullptr ? nullptr : std::get_if<ValueList>(&found->data);
        if (!value.use.perLayer || source == m_sources.end() || list == nullptr) {
            continue;
        }
        const bool exact = source->second.key.ends_with("layer_types"); // others may have entries for extra layers
        if (list->size() < wanted || (exact && list->size() > most)) {
            return valueFailure(value, source->second.key + " has " + std::to_string(list->size()) +
                                           " entries; one for each of the " + std::to_string(layers) +
                                           " layers is expected");
        }
    }
    return absl::OkStatus();
}

bool ConfigScope::differsByLayer(std::string_view name) const
{
    return std::any_of(m_layerValues.begin(), m_layerValues.end(),
                       [&](const auto& layer) { return layer.second.contains(name); });
}

void ConfigScope::set(std::string_view name, Value value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value.data); name == "layer" && number != nullptr) {
        m_layer = *number;
    }
    m_values.insert_or_assign(std::string(name), std::move(value));
}

void ConfigScope::unset(std::string_view name)
{
    if (name == "layer") {
        m_layer = -1;
    }
    if (const auto place = m_values.find(name); place != m_values.end()) {
        m_values.erase(place);
    }
}

} // namespace firstlight::model
