// A Failure in the user's language: what happened and where, and what to do next.
#pragma once

#include "backend/api/failure_reasons.h"
#include "ui/client/common_values.h"

namespace firstlight::ui {

struct FailureText {
    QString what;
    QString nextStep;

    bool operator==(const FailureText&) const = default;
};

// By the reason's id and arguments; the backend's own English where this console does not know the reason.
[[nodiscard]] FailureText failureText(const Failure& failure);

// Both sentences, the second after the first.
[[nodiscard]] QString failureSentence(const Failure& failure);

// A failure that the console itself found.
[[nodiscard]] Failure makeFailure(const FailureReason& reason, const QMap<QString, QString>& arguments = {});

} // namespace firstlight::ui
