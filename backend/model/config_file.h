// config.json as it is, before any family is chosen. Remote code that it names (auto_map) is never run.
#pragma once

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace firstlight::model {

struct ConfigFile {
    nlohmann::json content;
    std::string modelType;
    std::vector<std::string> architectures;
    std::string dtype;              // as written: "bfloat16"; empty: not said
    std::string quantisationMethod; // quant_method of quantization_config, at the top or in text_config; empty: none
    bool remoteCode = false;        // it has an auto_map
    std::string hash;               // xxh3 of the file, hex
    std::string origin = "config.json"; // where it is from, for people
};

// config.json of `directory`, else its params.json, or `path` itself when it names a JSON file that is no index. What a
// hf_quant_config.json beside it or "quantization" of MLX says is added to the content as quantization_config, where
// that has none. Failures:
// kPathMissing, kFileInvalid, kConfigInvalid, kNoWeights (a file that is named and is no configuration).
absl::StatusOr<ConfigFile> readConfigFile(const std::string& path, const std::string& directory);

// xxh3, hex.
std::string contentHash(const std::string& text);

// Whether a small JSON file can be read and has a value that is not null under this key.
bool jsonFileHasKey(const std::string& path, const std::string& key);

} // namespace firstlight::model
