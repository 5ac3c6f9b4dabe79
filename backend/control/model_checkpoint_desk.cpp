#include "backend/control/model_checkpoint_desk.h"

#include "backend/base/clock.h"
#include "backend/base/failure.h"
#include "backend/plan/plan_message.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {
namespace {

constexpr int kMaxNodes = 4096;

// Nodes that share a machine share its memory too.
struct SharedMemory {
    std::int64_t devices = 0;
    std::int64_t availableBytes = 0; // 0: nobody has measured it yet
};

SharedMemory sharedMemoryOf(const std::string& hostname, const v1::ClusterState& cluster)
{
    const auto isCpu = [](const v1::Device& device) { return device.kind() == v1::DEVICE_KIND_CPU; };
    SharedMemory shared;
    for (const v1::NodeStatus& node : cluster.nodes()) {
        if (node.description().hostname() == hostname) {
            const std::int64_t available = node.last_sample().memory_available_bytes();
            shared.devices += std::ranges::count_if(node.description().devices(), isCpu);
            shared.availableBytes = std::max(shared.availableBytes, available);
        }
    }
    return shared;
}

// What a deployment may take: of a machine's memory what is available now, divided among its devices.
std::int64_t capacityOf(const v1::Device& device, const SharedMemory& shared)
{
    const std::int64_t total = device.memory_total_bytes();
    const std::int64_t memory = shared.availableBytes > 0 ? std::min(shared.availableBytes, total) : total;
    return memory / std::max<std::int64_t>(1, shared.devices);
}

// `count` nodes: those of the cluster, or more like its first.
v1::ClusterState withNodeCount(const v1::ClusterState& cluster, int count)
{
    v1::ClusterState result = cluster;
    while (count > 0 && result.nodes_size() > count) {
        result.mutable_nodes()->RemoveLast();
    }
    while (result.nodes_size() < count && !cluster.nodes().empty()) {
        v1::NodeStatus* added = result.add_nodes();
        *added = cluster.nodes(0);
        added->mutable_description()->set_name("node-" + std::to_string(result.nodes_size()));
    }
    return result;
}

std::vector<plan::Device> devicesOf(const v1::ClusterState& cluster)
{
    std::vector<plan::Device> devices;
    for (const v1::NodeStatus& node : cluster.nodes()) {
        const SharedMemory shared = sharedMemoryOf(node.description().hostname(), cluster);
        for (const v1::Device& device : node.description().devices()) {
            // The native engine runs on processors; other devices are inventory.
            if (device.kind() == v1::DEVICE_KIND_CPU) {
                devices.push_back({node.description().name(), device.index(), capacityOf(device, shared)});
            }
        }
    }
    return devices;
}

} // namespace

absl::StatusOr<ModelCheckpointDesk::InspectionPointer> ModelCheckpointDesk::read(const std::string& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::DescriptorSet descriptors, model::DescriptorSet::load());
    FIRSTLIGHT_ASSIGN_OR_RETURN(model::Inspection inspection, model::Inspection::read(path, descriptors));
    auto shared = std::make_shared<const model::Inspection>(std::move(inspection));
    auto search = std::make_shared<model::TensorSearch>(shared);
    const std::lock_guard lock(m_mutex);
    m_newest = shared;
    m_search = std::move(search);
    return shared;
}

absl::StatusOr<ModelCheckpointDesk::InspectionPointer> ModelCheckpointDesk::known(const std::string& path)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_newest != nullptr && m_newest->path() == path) {
            return m_newest;
        }
    }
    return read(path);
}

absl::StatusOr<v1::CheckpointReport> ModelCheckpointDesk::inspect(const std::string& path)
{
    const base::SystemClock clock;
    const base::SteadyTime begin = clock.steadyNow();
    FIRSTLIGHT_ASSIGN_OR_RETURN(const InspectionPointer inspection, read(path));
    v1::CheckpointReport report = model::makeReport(*inspection);
    report.set_inspect_duration_us(
        std::chrono::duration_cast<std::chrono::microseconds>(clock.steadyNow() - begin).count());
    return report;
}

absl::StatusOr<v1::ListTensorsResponse> ModelCheckpointDesk::listTensors(const v1::ListTensorsRequest& request)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const InspectionPointer inspection, known(request.path()));
    std::shared_ptr<model::TensorSearch> search;
    {
        const std::lock_guard lock(m_mutex);
        search = m_newest == inspection ? m_search : std::make_shared<model::TensorSearch>(inspection);
    }
    return search->list(request.filter(), request.offset(), request.limit());
}

absl::StatusOr<v1::PlanResponse> ModelCheckpointDesk::plan(const v1::PlanRequest& request,
                                                           const v1::ClusterState& cluster)
{
    if (request.node_count() < 0 || request.node_count() > kMaxNodes) {
        return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                             {{"detail", "node_count must be 0 to " + std::to_string(kMaxNodes)}});
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const InspectionPointer inspection, known(request.checkpoint_path()));
    FIRSTLIGHT_RETURN_IF_ERROR(inspection->reading().status());
    const auto quantisation = model::Quantisation::read(inspection->config()->content);
    const plan::PlanRequest asked{inspection->reading()->spec,
                                  inspection->hasWeights() ? &inspection->survey().index : nullptr,
                                  &quantisation,
                                  devicesOf(withNodeCount(cluster, request.node_count())),
                                  plan::fromMessage(request.layout()),
                                  plan::fromMessage(request.workload())};
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<plan::Plan> plans, plan::makePlans(asked));
    v1::PlanResponse response;
    for (const plan::Plan& plan : plans) {
        *response.add_plans() = plan::toMessage(plan);
    }
    return response;
}

absl::StatusOr<std::shared_ptr<const serve::PromptSource>> ModelCheckpointDesk::loadPrompts(const std::string& path)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const InspectionPointer inspection, known(path));
    FIRSTLIGHT_RETURN_IF_ERROR(inspection->reading().status());
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        auto builder, model::PromptBuilder::load(inspection->textSource(), inspection->reading()->spec.imageTokenId));
    return std::make_shared<const serve::CheckpointPromptSource>(std::move(builder));
}

} // namespace firstlight::control
