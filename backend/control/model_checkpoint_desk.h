// A CheckpointDesk over backend/model and backend/plan.
#pragma once

#include "backend/control/checkpoint_desk.h"
#include "backend/model/inspection.h"
#include "backend/model/tensor_search.h"

#include <memory>
#include <mutex>
#include <string>

namespace firstlight::control {

// Thread-safe. Keeps the newest inspection, so that questions about one checkpoint read its headers once; inspect()
// always reads them anew.
class ModelCheckpointDesk final : public CheckpointDesk
{
public:
    absl::StatusOr<v1::CheckpointReport> inspect(const std::string& path) override;
    absl::StatusOr<v1::ListTensorsResponse> listTensors(const v1::ListTensorsRequest& request) override;
    absl::StatusOr<v1::PlanResponse> plan(const v1::PlanRequest& request, const v1::ClusterState& cluster) override;
    absl::StatusOr<std::shared_ptr<const serve::PromptSource>> loadPrompts(const std::string& path) override;

private:
    using InspectionPointer = std::shared_ptr<const model::Inspection>;

    absl::StatusOr<InspectionPointer> read(const std::string& path);
    absl::StatusOr<InspectionPointer> known(const std::string& path);

    std::mutex m_mutex;
    InspectionPointer m_newest;                    // guarded
    std::shared_ptr<model::TensorSearch> m_search; // guarded: among the tensors of m_newest
};

} // namespace firstlight::control
