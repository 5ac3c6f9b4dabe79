// Client values as wire messages. Pure functions, any thread.
#pragma once

#include "backend/api/controller.pb.h"
#include "ui/client/backend_client.h"

namespace firstlight::ui {

[[nodiscard]] v1::ListTensorsRequest toProto(const TensorQuery& query);
[[nodiscard]] v1::PlanRequest toProto(const PlanRequest& request);
[[nodiscard]] v1::StartDeploymentRequest toProto(const StartRequest& request, const QString& idempotencyId);
[[nodiscard]] v1::CreateReportRequest toProto(const ReportRequest& request);
[[nodiscard]] v1::ChatRequest toProto(const ChatRequest& request, const ChatId& id);

} // namespace firstlight::ui
