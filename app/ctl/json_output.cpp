#include "app/ctl/json_output.h"

#include <absl/strings/escaping.h>

#include <google/protobuf/descriptor.h>

#include <cmath>
#include <string>

namespace firstlight::ctl {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Json = nlohmann::ordered_json;

Json numberOf(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json textOf(const FieldDescriptor& field, const std::string& value)
{
    return field.type() == FieldDescriptor::TYPE_BYTES ? absl::Base64Escape(value) : value;
}

// A single field, or the element `index` of a repeated one.
Json valueOf(const Message& message, const FieldDescriptor& field, int index)
{
    const auto& reflection = *message.GetReflection();
    const bool repeated = index >= 0;
    switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
        return repeated ? reflection.GetRepeatedInt32(message, &field, index) : reflection.GetInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT64:
        return repeated ? reflection.GetRepeatedInt64(message, &field, index) : reflection.GetInt64(message, &field);
    case FieldDescriptor::CPPTYPE_UINT32:
        return repeated ? reflection.GetRepeatedUInt32(message, &field, index) : reflection.GetUInt32(message, &field);
    case FieldDescriptor::CPPTYPE_UINT64:
        return repeated ? reflection.GetRepeatedUInt64(message, &field, index) : reflection.GetUInt64(message, &field);
    case FieldDescriptor::CPPTYPE_DOUBLE:
        return numberOf(repeated ? reflection.GetRepeatedDouble(message, &field, index)
                                 : reflection.GetDouble(message, &field));
    case FieldDescriptor::CPPTYPE_FLOAT:
        return numberOf(repeated ? reflection.GetRepeatedFloat(message, &field, index)
                                 : reflection.GetFloat(message, &field));
    case FieldDescriptor::CPPTYPE_BOOL:
        return repeated ? reflection.GetRepeatedBool(message, &field, index) : reflection.GetBool(message, &field);
    case FieldDescriptor::CPPTYPE_ENUM:
        return repeated ? reflection.GetRepeatedEnum(message, &field, index)->name()
                        : reflection.GetEnum(message, &field)->name();
    case FieldDescriptor::CPPTYPE_STRING:
        return textOf(field, repeated ? reflection.GetRepeatedString(message, &field, index)
                                      : reflection.GetString(message, &field));
    case FieldDescriptor::CPPTYPE_MESSAGE:
        return toJson(repeated ? reflection.GetRepeatedMessage(message, &field, index)
                               : reflection.GetMessage(message, &field));
    }
    return nullptr;
}

Json mapOf(const Message& message, const FieldDescriptor& field)
{
    Json map = Json::object();
    const auto& reflection = *message.GetReflection();
    for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
        const Json entry = toJson(reflection.GetRepeatedMessage(message, &field, i));
        const Json& key = entry.at("key");
        map[key.is_string() ? key.get<std::string>() : key.dump()] = entry.at("value");
    }
    return map;
}

Json listOf(const Message& message, const FieldDescriptor& field)
{
    Json list = Json::array();
    for (int i = 0; i < message.GetReflection()->FieldSize(message, &field); ++i) {
        list.push_back(valueOf(message, field, i));
    }
    return list;
}

} // namespace

Json toJson(const Message& message)
{
    Json json = Json::object();
    const auto& descriptor = *message.GetDescriptor();
    for (int i = 0; i < descriptor.field_count(); ++i) {
        const FieldDescriptor& field = *descriptor.field(i);
        if (field.is_map()) {
            json[field.name()] = mapOf(message, field);
        } else if (field.is_repeated()) {
            json[field.name()] = listOf(message, field);
        } else if (field.has_presence() && !message.GetReflection()->HasField(message, &field)) {
            json[field.name()] = nullptr;
        } else {
            json[field.name()] = valueOf(message, field, -1);
        }
    }
    return json;
}

} // namespace firstlight::ctl
