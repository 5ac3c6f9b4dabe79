// The fixtures of tests/golden/formats and what the reference packages read from them; and bytes of formats made by
// hand.
#pragma once

#include "backend/base/failure.h"
#include "backend/checkpoint/checkpoint_index.h"
#include "tests/support/status_check.h"

#include <absl/status/status.h>
#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtEndian>

#include <string>
#include <vector>

namespace firstlight::test {

inline QString formatPath(const QString& name)
{
    return QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/formats/") + name;
}

inline QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline nlohmann::json formatReference(const QString& folder)
{
    return nlohmann::json::parse(readFile(formatPath(folder + "/reference.json")).toStdString());
}

inline std::string detailOf(const absl::Status& status)
{
    const auto arguments = base::failureInfo(status).arguments;
    const auto detail = arguments.find("detail");
    return detail == arguments.end() ? std::string(status.message()) : detail->second;
}

template <typename T>
QByteArray littleEndian(T value)
{
    QByteArray bytes(sizeof(T), '\0');
    qToLittleEndian<T>(value, bytes.data());
    return bytes;
}

// What the reference says of one tensor against what was read: empty when they agree.
inline std::string difference(const nlohmann::json& expected, const checkpoint::TensorEntry& found)
{
    if (expected.at("name") != found.name) {
        return "name " + found.name + " instead of " + expected.at("name").get<std::string>();
    }
    if (expected.at("dtype") != std::string(checkpoint::dtypeName(found.dtype))) {
        return found.name + " has dtype " + std::string(checkpoint::dtypeName(found.dtype));
    }
    if (expected.at("shape").get<std::vector<std::int64_t>>() != found.shape) {
        return found.name + " has another shape";
    }
    return {};
}

} // namespace firstlight::test
