// A stage in English words, for logs, reports and terminals.
#pragma once

#include "backend/api/common.pb.h"

#include <algorithm>
#include <string>

namespace firstlight::api {

inline std::string stageName(v1::Stage stage) // "stream weights" of STAGE_STREAM_WEIGHTS
{
    constexpr std::size_t kPrefix = sizeof("STAGE_") - 1;
    std::string name = v1::Stage_Name(stage);
    name.erase(0, std::min(kPrefix, name.size()));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
        return c == '_' ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return name.empty() ? "?" : name;
}

} // namespace firstlight::api
