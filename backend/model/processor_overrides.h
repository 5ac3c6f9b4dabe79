// What the reference's processor classes say of pictures in spite of the checkpoint's files.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace firstlight::model {

// Settings that take the place of those in the file of a picture processor that belongs to this class of processor
// ("GotOcr2Processor", as files name it) or to this `model_type`; an empty object for most.
const nlohmann::json& processorOverrides(std::string_view processorClass, std::string_view modelType);

} // namespace firstlight::model
