#include "backend/base/failure.h"

#include <absl/strings/cord.h>
#include <nlohmann/json.hpp>

namespace firstlight::base {
namespace {

constexpr char kPayloadUrl[] = "firstlight.v1/failure";

} // namespace

std::string fillIn(std::string_view pattern, const FailureArguments& arguments)
{
    std::string text;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        const auto close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos) {
            break;
        }
        const auto argument = arguments.find(std::string(pattern.substr(open + 1, close - open - 1)));
        text += pattern.substr(0, open);
        text += argument == arguments.end() ? pattern.substr(open, close - open + 1) : argument->second;
        pattern.remove_prefix(close + 1);
    }
    return text + std::string(pattern);
}

const FailureReason* findReason(std::string_view id)
{
    for (const FailureReason* reason : kAllFailureReasons) {
        if (reason->id == id) {
            return reason;
        }
    }
    return nullptr;
}

absl::Status failure(const FailureReason& reason, absl::StatusCode code, const FailureArguments& arguments)
{
    absl::Status status(code, fillIn(reason.what, arguments) + " " + fillIn(reason.nextStep, arguments));
    const nlohmann::json payload{{"reason", std::string(reason.id)}, {"arguments", arguments}};
    status.SetPayload(kPayloadUrl, absl::Cord(payload.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    return status;
}

absl::Status failure(const FailureReason& reason, const FailureArguments& arguments)
{
    return failure(reason, absl::StatusCode::kFailedPrecondition, arguments);
}

FailureInfo failureInfo(const absl::Status& status)
{
    FailureInfo info;
    const FailureReason* reason = nullptr;
    if (const auto payload = status.GetPayload(kPayloadUrl)) {
        const auto json = nlohmann::json::parse(std::string(*payload), nullptr, false);
        info.arguments = json.value("arguments", FailureArguments{});
        reason = findReason(json.value("reason", std::string()));
    }
    if (reason == nullptr) {
        reason = &reasons::kInternal;
        info.arguments = {{"detail", std::string(status.message())}};
    }
    info.reasonId = reason->id;
    info.what = fillIn(reason->what, info.arguments);
    info.nextStep = fillIn(reason->nextStep, info.arguments);
    return info;
}

} // namespace firstlight::base
