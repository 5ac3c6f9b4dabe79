// What the image processors of all families read from their configuration.
#pragma once

#include "backend/model/image_resize.h"

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace firstlight::model {

struct ProcessorConfig {
    std::string file;    // for messages
    std::string type;    // image_processor_type without "Fast"
    nlohmann::json json; // an object
    ResizeFilter filter = ResizeFilter::kBicubic;
    std::array<float, 3> mean{0.0F, 0.0F, 0.0F}; // of values scaled to 0..1
    std::array<float, 3> deviation{1.0F, 1.0F, 1.0F};

    // A whole number of at least `least`, `fallback` when absent.
    absl::StatusOr<std::int64_t> integer(const nlohmann::json& object, const char* name, std::int64_t fallback,
                                         std::int64_t least = 1) const;
    absl::Status invalid(const std::string& detail) const; // kFileInvalid
};

// From processor_config.json's "image_processor", else preprocessor_config.json. kPathMissing: neither is there.
absl::StatusOr<ProcessorConfig> readProcessorConfig(const std::string& directory);

} // namespace firstlight::model
