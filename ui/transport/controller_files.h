// Where controllers live on this machine, and how a running one is found.
#pragma once

#include "ui/client/connection.h"

#include <optional>

namespace firstlight::ui {

// $FIRSTLIGHT_RUNTIME_DIR, else $XDG_RUNTIME_DIR/firstlight, else /tmp/firstlight-<uid>; not created.
[[nodiscard]] QString runtimeDirectory();

// What <directory>/controller.json says, if it is ours alone to read and the controller it names is alive.
[[nodiscard]] std::optional<Endpoint> findRunningController(const QString& directory);

// 32 random bytes as hexadecimal digits.
[[nodiscard]] QString makeToken();

} // namespace firstlight::ui
