// Failures on the wire: absl::Status on our side, grpc::Status with a serialized v1.FailureDetail between processes.
#pragma once

#include "backend/api/common.pb.h"
#include "backend/base/clock.h"

#include <absl/status/status.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <optional>
#include <string>

namespace firstlight::rpc {

// Where something failed; -1: no rank, empty: no node.
struct FailureContext {
    v1::Stage stage = v1::STAGE_UNSPECIFIED;
    std::int32_t rank = -1;
    std::string node;
};

// `status` must not be OK. A status without a reason becomes kInternal with its message.
v1::FailureDetail makeFailureDetail(const absl::Status& status, const FailureContext& context = {},
                                    base::SystemTime now = std::chrono::system_clock::now());

// A Status with the reason and arguments of `detail`, as base::failure() would make it.
absl::Status statusFromDetail(const v1::FailureDetail& detail,
                              absl::StatusCode code = absl::StatusCode::kFailedPrecondition);

grpc::Status statusToGrpc(const absl::Status& status, const FailureContext& context = {});

// A failure of the transport itself (no detail on it) keeps gRPC's code and message.
absl::Status statusFromGrpc(const grpc::Status& status);

// The detail that came with a failed call; nothing when the transport failed.
std::optional<v1::FailureDetail> failureDetailFromGrpc(const grpc::Status& status);

} // namespace firstlight::rpc
