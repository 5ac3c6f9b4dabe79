#include "backend/rpc/status.h"

#include "backend/base/failure.h"
#include "backend/base/text.h"
#include "backend/rpc/limits.h"

#include <absl/strings/string_view.h>

namespace firstlight::rpc {
namespace {

std::string shortened(const std::string& given)
{
    const std::string text = base::validText(given); // names of files can be anything
    if (text.size() <= kMaxFailureArgumentBytes) {
        return text;
    }
    return std::string(base::cutText(text, kMaxFailureArgumentBytes)) + "...";
}

} // namespace

v1::FailureDetail makeFailureDetail(const absl::Status& status, const FailureContext& context, base::SystemTime now)
{
    const base::FailureInfo info = base::failureInfo(status);
    v1::FailureDetail detail;
    detail.set_reason(info.reasonId);
    for (const auto& [name, value] : info.arguments) {
        (*detail.mutable_arguments())[name] = shortened(value);
    }
    detail.set_what(shortened(info.what));
    detail.set_next_step(shortened(info.nextStep));
    detail.set_stage(context.stage);
    detail.set_rank(context.rank);
    detail.set_node(context.node);
    detail.set_time_unix_ns(base::unixNanoseconds(now));
    return detail;
}

absl::Status statusFromDetail(const v1::FailureDetail& detail, absl::StatusCode code)
{
    const FailureReason* reason = base::findReason(detail.reason());
    if (reason == nullptr) {
        return absl::Status(code, detail.what() + " " + detail.next_step());
    }
    return base::failure(*reason, code, {detail.arguments().begin(), detail.arguments().end()});
}

grpc::Status statusToGrpc(const absl::Status& status, const FailureContext& context)
{
    if (status.ok()) {
        return grpc::Status::OK;
    }
    return grpc::Status(static_cast<grpc::StatusCode>(status.code()), shortened(std::string(status.message())),
                        makeFailureDetail(status, context).SerializeAsString());
}

absl::Status statusFromGrpc(const grpc::Status& status)
{
    if (status.ok()) {
        return absl::OkStatus();
    }
    const auto code = static_cast<absl::StatusCode>(status.error_code());
    if (const auto detail = failureDetailFromGrpc(status)) {
        return statusFromDetail(*detail, code);
    }
    return absl::Status(code, status.error_message());
}

std::optional<v1::FailureDetail> failureDetailFromGrpc(const grpc::Status& status)
{
    v1::FailureDetail detail;
    if (status.ok() || status.error_details().empty() || !detail.ParseFromString(status.error_details())) {
        return std::nullopt;
    }
    return detail;
}

} // namespace firstlight::rpc
