// The family descriptions that ship, and the configs of real models that tests read through them.
#pragma once

#include "backend/model/descriptor_set.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

namespace firstlight::test {

inline const std::string kConfigs = FIRSTLIGHT_SOURCE_DIR "/tests/golden/configs/";

inline const model::DescriptorSet& families()
{
    static const model::DescriptorSet set =
        model::DescriptorSet::load({FIRSTLIGHT_SOURCE_DIR "/resources/families"}).value();
    return set;
}

inline const model::FamilyDescriptor& familyOf(const nlohmann::json& config)
{
    return **families().find(config.at("model_type").get<std::string>(), {});
}

inline nlohmann::json configOf(const std::string& file)
{
    std::ifstream stream(kConfigs + file);
    return nlohmann::json::parse(stream);
}

} // namespace firstlight::test
