#include "ui/transport/status_failure.h"

#include "ui/client/failure_text.h"
#include "ui/transport/from_proto.h"
#include "ui/transport/proto_basics.h"

namespace firstlight::ui {

Failure failureOf(const grpc::Status& status)
{
    v1::FailureDetail detail;
    if (!status.error_details().empty() && detail.ParseFromString(status.error_details()) && !detail.reason().empty()) {
        return fromProto(detail);
    }
    const QString message = text(status.error_message());
    switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
        return makeFailure(reasons::kControllerLost, {{QStringLiteral("how"), message}});
    case grpc::StatusCode::DEADLINE_EXCEEDED:
        return makeFailure(reasons::kNoAnswer, {{QStringLiteral("how"), message}});
    case grpc::StatusCode::UNAUTHENTICATED:
        return makeFailure(reasons::kUnauthorized);
    case grpc::StatusCode::CANCELLED:
        return makeFailure(reasons::kAborted, {{QStringLiteral("detail"), message}});
    default:
        return makeFailure(reasons::kInternal, {{QStringLiteral("detail"), message}});
    }
}

} // namespace firstlight::ui
