// JSON from untrusted sources: bounded size and nesting, no duplicate keys, no exceptions.
#pragma once

#include <absl/status/statusor.h>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace firstlight::base {

struct JsonLimits {
    std::int64_t maxBytes = 64LL << 20;
    int maxDepth = 32; // a document of one object with plain values has depth 1
};

// `name` says in failures (kFileInvalid) what was parsed. Infinity and NaN, as Python writes them, become texts.
absl::StatusOr<nlohmann::json> parseJson(std::string_view text, const std::string& name, const JsonLimits& limits = {});

// readFile() and parseJson().
absl::StatusOr<nlohmann::json> readJsonFile(const std::string& path, const JsonLimits& limits = {});

} // namespace firstlight::base
