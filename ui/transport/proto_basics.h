// The small conversions that from_proto and its siblings share.
#pragma once

#include "backend/api/common.pb.h"
#include "ui/client/common_values.h"

#include <string>

namespace firstlight::ui {

[[nodiscard]] inline QString text(const std::string& value)
{
    return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
}

[[nodiscard]] inline QByteArray bytes(const std::string& value)
{
    return QByteArray(value.data(), static_cast<qsizetype>(value.size()));
}

// The enums of the client have the numbers of the wire; numbers that a newer controller may send become Unknown.
template <class Enum>
[[nodiscard]] Enum enumValue(int number, Enum last)
{
    return number >= 0 && number <= static_cast<int>(last) ? static_cast<Enum>(number) : Enum{};
}

[[nodiscard]] inline Stage stageOf(v1::Stage value)
{
    return enumValue(value, Stage::Failed);
}
[[nodiscard]] inline Severity severityOf(v1::Severity value)
{
    return enumValue(value, Severity::Error);
}

static_assert(static_cast<int>(Stage::Failed) == v1::STAGE_FAILED);
static_assert(static_cast<int>(Stage::StreamWeights) == v1::STAGE_STREAM_WEIGHTS);
static_assert(static_cast<int>(MemoryClass::OtherProcess) == v1::MEMORY_CLASS_OTHER_PROCESS);
static_assert(static_cast<int>(MemoryClass::Workspace) == v1::MEMORY_CLASS_WORKSPACE);
static_assert(static_cast<int>(Severity::Error) == v1::SEVERITY_ERROR);

template <class Map>
[[nodiscard]] QMap<QString, QString> textMap(const Map& map)
{
    QMap<QString, QString> result;
    for (const auto& [key, value] : map) {
        result.insert(text(key), text(value));
    }
    return result;
}

// A repeated field through `convert`.
template <class Field, class Convert>
[[nodiscard]] auto listOf(const Field& field, Convert convert)
{
    std::vector<decltype(convert(*field.begin()))> result;
    result.reserve(static_cast<std::size_t>(field.size()));
    for (const auto& item : field) {
        result.push_back(convert(item));
    }
    return result;
}

template <class Value, class Field>
[[nodiscard]] std::vector<Value> numbers(const Field& field)
{
    return std::vector<Value>(field.begin(), field.end());
}

} // namespace firstlight::ui
