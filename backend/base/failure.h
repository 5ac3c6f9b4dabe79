// Expected failures as absl::Status values that carry a FailureReason and its arguments.
//
// Code below the RPC layer returns failure(reasons::kX, code, {{"file", name}, ...}); the reason travels as a payload
// of the Status and becomes a FailureDetail at the process's edge. Thread-safe: values only.
#pragma once

#include "backend/api/failure_reasons.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::base {

using FailureArguments = std::map<std::string, std::string>;

// A Status of `code` whose message is the reason's English "what" and "next step" with `arguments` filled in.
absl::Status failure(const FailureReason& reason, absl::StatusCode code, const FailureArguments& arguments = {});

// The same with the code that usually fits the reason's kind: FailedPrecondition.
absl::Status failure(const FailureReason& reason, const FailureArguments& arguments = {});

// What failure() put into a Status, or would have: a Status without a reason becomes kInternal with its message.
struct FailureInfo {
    std::string reasonId;
    FailureArguments arguments;
    std::string what;
    std::string nextStep;
};
FailureInfo failureInfo(const absl::Status& status);

// Replaces each "{name}" of `pattern` by the argument of that name; unknown names stay as they are.
std::string fillIn(std::string_view pattern, const FailureArguments& arguments);

// The reason with this id, or nullptr.
const FailureReason* findReason(std::string_view id);

} // namespace firstlight::base

// Returns from the enclosing function when the expression's Status is not OK.
#define FIRSTLIGHT_RETURN_IF_ERROR(expression)                                                                         \
    do {                                                                                                               \
        if (absl::Status returnIfErrorStatus = (expression); !returnIfErrorStatus.ok()) {                              \
            return returnIfErrorStatus;                                                                                \
        }                                                                                                              \
    } while (false)

// Declares or assigns `target` from a StatusOr, or returns its Status.
#define FIRSTLIGHT_ASSIGN_OR_RETURN(target, expression)                                                                \
    FIRSTLIGHT_ASSIGN_OR_RETURN_IMPL(FIRSTLIGHT_CONCAT(statusOr, __LINE__), target, expression)
#define FIRSTLIGHT_CONCAT_IMPL(a, b) a##b
#define FIRSTLIGHT_CONCAT(a, b) FIRSTLIGHT_CONCAT_IMPL(a, b)
#define FIRSTLIGHT_ASSIGN_OR_RETURN_IMPL(temporary, target, expression)                                                \
    auto temporary = (expression);                                                                                     \
    if (!temporary.ok()) {                                                                                             \
        return temporary.status();                                                                                     \
    }                                                                                                                  \
    target = std::move(temporary).value()
