// Texts of the backend that are not reasons with ids - summaries of stages, reasons of plans, events, titles of the
// architecture sheet - in the user's language and units. The backend writes fixed English sentences; those known here
// are translated, everything else stays as it came.
#pragma once

#include "ui/client/deployment_values.h"
#include "ui/models/formatting.h"

namespace firstlight::ui {

// One line of English, such as a stage's summary; amounts of bytes in the formatter's units.
[[nodiscard]] QString backendText(const QString& english, const Formatter& formatter);

// A section, property or origin of the architecture sheet.
[[nodiscard]] QString architectureWord(const QString& english);

// What happened, from the event's kind and message.
[[nodiscard]] QString eventText(const Event& event, const Formatter& formatter);

// Why a plan that fits is ranked where it is; how full the fullest device is comes from the plan's own numbers.
[[nodiscard]] QString planReason(const Plan& plan, const Formatter& formatter);

} // namespace firstlight::ui
