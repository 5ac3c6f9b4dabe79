// A failed call as a Failure: the detail the controller sent, or what the connection itself had to say.
#pragma once

#include "ui/client/common_values.h"

#include <grpcpp/support/status.h>

namespace firstlight::ui {

[[nodiscard]] Failure failureOf(const grpc::Status& status);

} // namespace firstlight::ui
