// Wire messages as client values; no message type goes further up than this folder. Pure functions, any thread.
#pragma once

#include "backend/api/controller.pb.h"
#include "ui/client/backend_client.h"

namespace firstlight::ui {

[[nodiscard]] Failure fromProto(const v1::FailureDetail& message);
[[nodiscard]] Event fromProto(const v1::Event& message);
[[nodiscard]] LogLine fromProto(const v1::LogLine& message);
[[nodiscard]] ClusterState fromProto(const v1::ClusterState& message);
[[nodiscard]] NodeSample fromProto(const v1::NodeSample& message);
[[nodiscard]] Plan fromProto(const v1::Plan& message);
[[nodiscard]] DeploymentState fromProto(const v1::DeploymentState& message);
[[nodiscard]] MetricFrame fromProto(const v1::MetricFrame& message);
[[nodiscard]] SliceReport fromProto(const v1::SliceReport& message);
[[nodiscard]] CommCheckReport fromProto(const v1::CommCheckReport& message);
[[nodiscard]] CheckpointReport fromProto(const v1::CheckpointReport& message);
[[nodiscard]] TensorPage fromProto(const v1::ListTensorsResponse& message);
[[nodiscard]] SamplingOptions fromProto(const v1::SamplingOptions& message);
[[nodiscard]] ChatReceived fromProto(const v1::ChatReceived& message);
[[nodiscard]] ChatToken fromProto(const v1::ChatToken& message);
[[nodiscard]] ChatFinished fromProto(const v1::ChatFinished& message);
[[nodiscard]] ReportFile fromProto(const v1::CreateReportResponse& message);
[[nodiscard]] ControllerInfo fromProto(const v1::HandshakeResponse& message);

} // namespace firstlight::ui
