#include "backend/control/transport_failure.h"

#include "backend/base/failure.h"

namespace firstlight::control {

bool isTransportFailure(const absl::Status& status)
{
    return base::failureInfo(status).reasonId == reasons::kInternal.id &&
           (status.code() == absl::StatusCode::kUnavailable || status.code() == absl::StatusCode::kCancelled ||
            status.code() == absl::StatusCode::kDeadlineExceeded || status.code() == absl::StatusCode::kUnknown);
}

} // namespace firstlight::control
