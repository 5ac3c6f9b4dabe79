#include "backend/model/config_scope.h"

#include "backend/base/failure.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace firstlight::model {
namespace {

using nlohmann::json;

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

std::string_view kindOf(const json& node)
{
    if (node.is_object()) {
        return "an object";
    }
    return node.is_array() ? "such a list" : "so large a number";
}

std::string joined(const std::vector<std::string>& names, const char* separator)
{
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : separator) + name;
    }
    return text;
}

} // namespace

absl::Status configFailure(const std::string& detail)
{
    return base::failure(reasons::kConfigInvalid, {{"file", "config.json"}, {"detail", detail}});
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

absl::StatusOr<ConfigScope> ConfigScope::read(const json& config, const FamilyDescriptor& family)
{
    ConfigScope scope(config, family);
    for (const ConfigValue& value : family.values) {
        FIRSTLIGHT_RETURN_IF_ERROR(scope.readValue(value));
    }
    return scope;
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
    std::string unusable;
    for (const auto& [path, object] : objects(wanted.scope)) {
        for (const std::string& key : wanted.keys) {
            const json* node = findPath(*object, key);
            if (node == nullptr) {
                continue;
            }
            const std::string full = path.empty() ? key : path + "." + key;
            if (auto value = toValue(*node); value) {
                return Found{*std::move(value), "config.json: " + full};
            }
            unusable = full + ": " + std::string(kindOf(*node)) + " cannot be used there";
        }
    }
    return unusable.empty() ? absl::StatusOr<std::optional<Found>>(std::nullopt) : configFailure(unusable);
}

absl::Status ConfigScope::readValue(const ConfigValue& wanted)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::optional<Found> found, lookUp(wanted));
    if (!found && wanted.fallback) {
        auto value = wanted.fallback->evaluate(*this);
        if (!value.ok()) {
            return configFailure(joined(wanted.keys, " or ") + ": " + std::string(value.status().message()));
        }
        const bool computed = !wanted.fallback->names().empty();
        found = Found{*std::move(value), computed ? "computed: " + wanted.fallback->text() : "default of the family"};
    }
    if (!found) {
        return absl::OkStatus();
    }
    // A default of a part that the model does not have (a vision tower) says nothing about it.
    if (!wanted.section.empty() && !objects(wanted.scope).empty()) {
        m_facts.push_back({wanted.section, wanted.title, toText(found->value), found->origin});
    }
    m_values.insert_or_assign(wanted.name, std::move(found->value));
    return absl::OkStatus();
}

const Value* ConfigScope::find(std::string_view name) const
{
    const auto place = m_values.find(name);
    return place == m_values.end() ? nullptr : &place->second;
}

absl::StatusOr<Value> ConfigScope::get(std::string_view name) const
{
    if (const Value* found = find(name); found != nullptr) {
        return *found;
    }
    for (const ConfigValue& value : m_family->values) {
        if (value.name == name) {
            return absl::InvalidArgumentError(joined(value.keys, " or ") + " is not set");
        }
    }
    return absl::InvalidArgumentError("\"" + std::string(name) + "\" has no value here");
}

void ConfigScope::set(std::string_view name, Value value)
{
    m_values.insert_or_assign(std::string(name), std::move(value));
}

void ConfigScope::unset(std::string_view name)
{
    if (const auto place = m_values.find(name); place != m_values.end()) {
        m_values.erase(place);
    }
}

} // namespace firstlight::model
