// Why a config gives an expression no value: the part of ConfigScope that says whose fault it is.
#include "backend/model/config_scope.h"

#include "backend/base/failure.h"
#include "backend/model/spelling.h"

#include <absl/strings/str_join.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace firstlight::model {

using nlohmann::json;

// The values that expressions used, through defaults, too.
std::vector<const ConfigValue*> ConfigScope::involved(const std::vector<const Expression*>& expressions) const
{
    std::vector<const ConfigValue*> all;
    const auto add = [&](const Expression& source) {
        for (const std::string& name : source.names()) {
            const ConfigValue* value = declared(name);
            if (value != nullptr && std::find(all.begin(), all.end(), value) == all.end()) {
                all.push_back(value);
            }
        }
    };
    for (const Expression* expression : expressions) {
        add(*expression);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i]->fallback && !m_sources.contains(all[i]->name)) {
            add(*all[i]->fallback);
        }
    }
    return all;
}

bool ConfigScope::isUnset(const ConfigValue& value) const
{
    return !value.fallback && !value.keys.empty() && !has(value.name);
}

// "hidden_size is 64", "num_attention_heads is not set".
std::vector<std::string> ConfigScope::sourcesOf(const std::vector<const ConfigValue*>& values) const
{
    std::vector<std::string> texts;
    for (const ConfigValue* value : values) {
        if (const auto source = m_sources.find(value->name); source != m_sources.end()) {
            texts.push_back(source->second.key + " is " + source->second.shown);
        } else if (isUnset(*value)) {
            texts.push_back(absenceOf(*value));
        }
    }
    return texts;
}

// A key of the value that config.json has without a value; empty: there is none.
std::string ConfigScope::nullKey(const ConfigValue& value) const
{
    for (const auto& [path, object] : objects(value.scope)) {
        for (const std::string& key : value.keys) {
            const auto dot = key.rfind('.');
            const json* parent = dot == std::string::npos ? object : findPath(*object, key.substr(0, dot));
            const std::string last = dot == std::string::npos ? key : key.substr(dot + 1);
            if (parent != nullptr && parent->contains(last) && parent->at(last).is_null()) {
                return (path.empty() ? path : path + ".") + key;
            }
        }
    }
    return {};
}

std::string ConfigScope::absenceOf(const ConfigValue& value) const
{
    const std::string key = nullKey(value);
    return key.empty() ? absl::StrJoin(value.keys, " or ") + " is not set" : key + " is null; a value is expected";
}

// A key of config.json that is spelt nearly as those of a value; empty: there is none.
std::string ConfigScope::nearestKey(const ConfigValue& value) const
{
    for (const auto& [path, object] : objects(value.scope)) {
        for (const auto& [key, content] : object->items()) {
            if (content.is_null()) {
                continue;
            }
            if (std::any_of(value.keys.begin(), value.keys.end(),
                            [&, &key = key](const std::string& wanted) { return isNearMiss(wanted, key); })) {
                return key;
            }
        }
    }
    return {};
}

absl::Status ConfigScope::failureOf(const Expression& expression, const std::string& problem) const
{
    return failureOfAll({&expression}, problem);
}

absl::Status ConfigScope::failureOf(const Expression& expression, const Expression& other,
                                    const std::string& problem) const
{
    return failureOfAll({&expression, &other}, problem);
}

// The first one is where a mistake of the description is reported.
absl::Status ConfigScope::failureOfAll(const std::vector<const Expression*>& expressions,
                                       const std::string& problem) const
{
    const Expression& expression = *expressions.front();
    const std::vector<const ConfigValue*> values = involved(expressions);
    std::vector<std::string> sources = sourcesOf(values);
    std::string detail = problem;
    const bool fromConfig = !sources.empty();
    std::erase_if(sources, [&](const std::string& source) { return problem.find(source) != std::string::npos; });
    detail += sources.empty() ? "" : " (" + absl::StrJoin(sources, ", ") + ")";
    const auto place = std::find_if(values.begin(), values.end(), [&](const auto* value) { return isUnset(*value); });
    const ConfigValue* unset = place == values.end() ? nullptr : *place;
    const std::string near = unset == nullptr ? std::string() : nearestKey(*unset);
    if (fromConfig && !m_family->own) {
        return configFailure(near.empty() ? detail : detail + "; config.json has " + near);
    }
    if (unset != nullptr) {
        return descriptorFailure(*m_family, unset->place,
                                 (nullKey(*unset).empty() ? "config.json has no " + absl::StrJoin(unset->keys, " or ")
                                                          : "config.json: " + nullKey(*unset) + " is null") +
                                     ", and \"" + expression.text() + "\" needs it",
                                 near.empty() ? "Correct the keys, give a default, or add it to config.json"
                                              : "Write \"" + near + "\", which config.json has");
    }
    return descriptorFailure(*m_family, expression.place(), "\"" + expression.text() + "\": " + detail,
                             fromConfig ? "Correct the expression, or the value in config.json"
                                        : "Correct the expression");
}

absl::Status ConfigScope::valueFailure(const ConfigValue& value, const std::string& detail) const
{
    return m_family->own ? descriptorFailure(*m_family, value.place, "config.json: " + detail,
                                             "Correct the value in config.json, or here its keys or what uses \"" +
                                                 value.name + "\"")
                         : configFailure(detail);
}

std::string ConfigScope::subject(const Expression& expression, std::string_view name, const std::string& value) const
{
    const bool isName = expression.names().size() == 1 && expression.names().front() == expression.text();
    const auto source = isName ? m_sources.find(expression.text()) : m_sources.end();
    return source == m_sources.end() ? std::string(name) + " is " + value
                                     : source->second.key + " is " + source->second.shown;
}

} // namespace firstlight::model
