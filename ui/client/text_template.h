// Texts with named places, "{name}", as the reasons of failures are written: filled in, and read back.
#pragma once

#include <QMap>
#include <QString>

#include <optional>

namespace firstlight::ui {

// In one pass, so that a value which itself contains "{name}" stays as it is; names without a value stay too.
[[nodiscard]] QString fillIn(const QString& pattern, const QMap<QString, QString>& values);

// The values with which `pattern` becomes exactly `text`; nullopt where none do. A value is never empty.
[[nodiscard]] std::optional<QMap<QString, QString>> readBack(const QString& pattern, const QString& text);

} // namespace firstlight::ui
