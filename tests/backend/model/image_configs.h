// Image processors made from settings that stand in the test.
#pragma once

#include "backend/base/failure.h"
#include "backend/model/image_processor.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>

#include <fstream>
#include <memory>
#include <string>

namespace firstlight::test {

using nlohmann::json;

inline absl::StatusOr<std::unique_ptr<model::ImageProcessor>> load(const json& config,
                                                                   const char* file = "preprocessor_config.json")
{
    const QTemporaryDir folder;
    std::ofstream(folder.filePath(file).toStdString()) << config.dump();
    return model::ImageProcessor::load(folder.path().toStdString());
}

inline json qwen()
{
    return {{"image_processor_type", "Qwen2VLImageProcessorFast"},
            {"patch_size", 16},
            {"merge_size", 2},
            {"size", {{"shortest_edge", 1024}, {"longest_edge", 65536}}}};
}

inline std::string reasonOf(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

} // namespace firstlight::test
