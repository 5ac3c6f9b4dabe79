// The values that a family descriptor reads from config.json, with where each came from, as a scope for expressions.
#pragma once

#include "backend/model/family_descriptor.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// One row of the architecture table.
struct ConfigFact {
    std::string section;
    std::string title;
    std::string value;
    std::string origin; // "config.json: text_config.hidden_size", or "default of the family"
};

// As people see it in messages: JSON, cut when it is long.
std::string shortValue(const nlohmann::json& value);

// The JSON at a dotted path ("rope_parameters.rope_theta") below `root`; nullptr when it is absent or null.
const nlohmann::json* findPath(const nlohmann::json& root, std::string_view path);

// Whether the reference looks past a key of `object`: where there is a rope_scaling, rope_parameters do not count.
bool isOverruled(const nlohmann::json& object, std::string_view key);

// Of transformers, in the configuration of any model: settings of single layers, by their numbers.
inline constexpr char kLayerSettings[] = "per_layer_config";

class ConfigScope : public Scope
{
public:
    // `config` and `family` must outlive the scope. What per_layer_config says of single layers takes the place of the
    // values while the counter "layer" is set to one of them. Failures as of failureOf().
    static absl::StatusOr<ConfigScope> read(const nlohmann::json& config, const FamilyDescriptor& family);

    const Value* find(std::string_view name) const override;
    absl::StatusOr<Value> get(std::string_view name) const override;
    std::string label(std::string_view name) const override;

    // Counters and the names of a layer's parts; they hide values of the same name.
    void set(std::string_view name, Value value);
    void unset(std::string_view name);

    // Whether the value is another one in some layers.
    bool differsByLayer(std::string_view name) const;

    // The objects of a scope of the descriptor that exist, with their paths, in its order.
    std::vector<std::pair<std::string, const nlohmann::json*>> objects(std::string_view scopeName) const;

    const std::vector<ConfigFact>& facts() const { return m_facts; }
    const FamilyDescriptor& family() const { return *m_family; }

    // Why an expression of the family has no usable value for this config, with the values of config.json that it used.
    // kConfigInvalid where config.json is at fault, kDescriptorInvalid with the file, line and fix where the
    // description is: it uses nothing of config.json, or it is the user's own, which no test has seen.
    absl::Status failureOf(const Expression& expression, const std::string& problem) const;
    // Why two do not go together.
    absl::Status failureOf(const Expression& expression, const Expression& other, const std::string& problem) const;
    // "num_hidden_layers is 0": what the value of an expression that is only a name was read from; else `name` is 0.
    std::string subject(const Expression& expression, std::string_view name, const std::string& value) const;
    // Lists with one entry for each layer: kConfigInvalid where one has too few (or layer types too many).
    absl::Status checkLayerLists(std::int32_t layers) const;

private:
    struct Found {
        Value value;
        std::string key; // empty: not of config.json
        std::string shown;
        bool isBoolean = false;
        std::string origin;
    };
    struct Source {
        std::string key;
        std::string shown;
    };

    using Values = std::map<std::string, Value, std::less<>>;

    ConfigScope(const nlohmann::json& config, const FamilyDescriptor& family) : m_config(&config), m_family(&family) {}
    static absl::StatusOr<ConfigScope> readAlike(const nlohmann::json& config, const FamilyDescriptor& family);
    absl::Status readLayers();
    absl::Status readLayers(const std::string& path, const nlohmann::json& layers);
    absl::StatusOr<Values> differing(nlohmann::json& config, nlohmann::json& object,
                                     const nlohmann::json& settings) const;
    absl::StatusOr<std::optional<Found>> lookUp(const ConfigValue& wanted) const;
    absl::Status readValue(const ConfigValue& wanted);
    absl::Status checkNesting() const;
    absl::Status checkFound(const ConfigValue& wanted, const Found& found) const;
    absl::Status valueFailure(const ConfigValue& value, const std::string& detail) const;
    const ConfigValue* declared(std::string_view name) const;
    std::vector<const ConfigValue*> involved(const std::vector<const Expression*>& expressions) const;
    absl::Status failureOfAll(const std::vector<const Expression*>& expressions, const std::string& problem) const;
    bool isUnset(const ConfigValue& value) const;
    std::string nullKey(const ConfigValue& value) const;
    std::string absenceOf(const ConfigValue& value) const;
    std::string nearestKey(const ConfigValue& value) const;
    std::vector<std::string> sourcesOf(const std::vector<const ConfigValue*>& values) const;

    const nlohmann::json* m_config;
    const FamilyDescriptor* m_family;
    Values m_values;
    std::map<std::int64_t, Values> m_layerValues;         // what differs, by layer
    std::int64_t m_layer = -1;                            // the one that is set
    std::map<std::string, Source, std::less<>> m_sources; // of the values that config.json has
    std::vector<ConfigFact> m_facts;
};

// kConfigInvalid for config.json.
absl::Status configFailure(const std::string& detail);

} // namespace firstlight::model
