// A list of module patterns, quick to ask even when it has thousands of plain names.
#pragma once

#include "backend/model/module_pattern.h"
#include "backend/model/name_hash.h"

#include <absl/container/flat_hash_set.h>
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class ModuleSet
{
public:
    void add(std::string_view pattern);      // more than 10,000 that are no plain names are left out
    void addAll(const nlohmann::json& list); // its texts; anything else is passed over

    bool hasNumbers() const { return m_hasNumbers; } // some pattern may tell one layer or expert from another
    bool isEmpty() const { return m_names.empty() && m_patterns.empty(); }
    // Whether the module, or one that it is part of, is in the list.
    bool contains(std::string_view module) const;

private:
    absl::flat_hash_set<std::string, NameHash, std::equal_to<>> m_names;
    std::vector<ModulePattern> m_patterns;
    bool m_hasNumbers = false;
};

} // namespace firstlight::model
