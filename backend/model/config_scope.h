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
struct ConfigFact
{
    std::string section;
    std::string title;
    std::string value;
    std::string origin; // "config.json: text_config.hidden_size", or "default of the family"
};

// The JSON at a dotted path ("rope_parameters.rope_theta") below `root`; nullptr when it is absent or null.
const nlohmann::json* findPath(const nlohmann::json& root, std::string_view path);

class ConfigScope : public Scope
{
public:
    // `config` and `family` must outlive the scope. kConfigInvalid when a default cannot be computed.
    static absl::StatusOr<ConfigScope> read(const nlohmann::json& config, const FamilyDescriptor& family);

    const Value* find(std::string_view name) const override;
    absl::StatusOr<Value> get(std::string_view name) const override;

    // Counters and the names of a layer's parts; they hide values of the same name.
    void set(std::string_view name, Value value);
    void unset(std::string_view name);

    // The objects of a scope of the descriptor that exist, with their paths, in its order.
    std::vector<std::pair<std::string, const nlohmann::json*>> objects(std::string_view scopeName) const;

    const std::vector<ConfigFact>& facts() const { return m_facts; }

private:
    struct Found
    {
        Value value;
        std::string origin;
    };

    ConfigScope(const nlohmann::json& config, const FamilyDescriptor& family) : m_config(&config), m_family(&family) {}
    absl::StatusOr<std::optional<Found>> lookUp(const ConfigValue& wanted) const;
    absl::Status readValue(const ConfigValue& wanted);

    const nlohmann::json* m_config;
    const FamilyDescriptor* m_family;
    std::map<std::string, Value, std::less<>> m_values;
    std::vector<ConfigFact> m_facts;
};

// kConfigInvalid for config.json.
absl::Status configFailure(const std::string& detail);

} // namespace firstlight::model
