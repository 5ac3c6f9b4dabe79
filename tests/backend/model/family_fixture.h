// What the reference implementation stores for a small model of a family, as tests/golden/make_family_fixtures.py
// writes it.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace firstlight::test {

struct FamilyFixture {
    std::string name;
    nlohmann::json config;
    checkpoint::CheckpointIndex index; // names and shapes
};

std::vector<std::string> familyFixtureNames(); // sorted
FamilyFixture readFamilyFixture(const std::string& name);

// All names that "a.{0-3,7}.b" stands for.
std::vector<std::string> expandNames(const std::string& pattern);

} // namespace firstlight::test
