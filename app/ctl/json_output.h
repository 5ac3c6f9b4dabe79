// Messages as JSON for other programs: fields by their proto names, numbers as numbers, enums by their names, bytes in
// base64. Every field is there, also when it has its default value; absent messages are null.
#pragma once

#include <google/protobuf/message.h>
#include <nlohmann/json.hpp>

namespace firstlight::ctl {

nlohmann::ordered_json toJson(const google::protobuf::Message& message);

} // namespace firstlight::ctl
