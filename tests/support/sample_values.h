// A small deployment as values: two nodes, one rank each, two layers of tensors.
#pragma once

#include "ui/client/backend_client.h"

namespace firstlight::tests {

inline constexpr ui::TimePoint kSampleStart{std::chrono::seconds(1'700'000'000)};

[[nodiscard]] ui::ControllerInfo sampleController();
[[nodiscard]] ui::ClusterState sampleCluster();
// As it stands in `stage`, with everything before it done; ready from Serving on.
[[nodiscard]] ui::DeploymentState sampleDeployment(ui::Stage stage);
[[nodiscard]] ui::MetricFrame sampleFrame(std::chrono::milliseconds afterStart);
[[nodiscard]] ui::CheckpointReport sampleCheckpoint();
[[nodiscard]] std::vector<ui::SliceReport> sampleSlices();
[[nodiscard]] ui::CommCheckReport sampleCommCheck();
[[nodiscard]] ui::Plan samplePlan(int tensorParallel, int pipelineParallel);
[[nodiscard]] ui::LogLine sampleLog(std::int64_t sequence, int rank, ui::Severity severity, const QString& text);
[[nodiscard]] ui::ChatReceived sampleReceived();

} // namespace firstlight::tests
