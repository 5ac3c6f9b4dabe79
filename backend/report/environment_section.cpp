#include "backend/report/format.h"
#include "backend/report/sections.h"

#include <set>

namespace firstlight::report {
namespace {

std::string nodeStateName(v1::NodeState state)
{
    switch (state) {
    case v1::NODE_STATE_STARTING:
        return "starting";
    case v1::NODE_STATE_ONLINE:
        return "online";
    case v1::NODE_STATE_LATE:
        return "late";
    case v1::NODE_STATE_LOST:
        return "lost";
    default:
        return "unknown";
    }
}

void writeNodes(Html& html, const v1::ClusterState& cluster)
{
    std::vector<std::vector<std::string>> rows;
    for (const v1::NodeStatus& node : cluster.nodes()) {
        const v1::NodeDescription& description = node.description();
        rows.push_back({description.name(), nodeStateName(node.state()), description.operating_system(),
                        description.kernel(), description.cpu_model(), std::to_string(description.cpu_count()),
                        formatBytes(description.memory_total_bytes()), std::to_string(description.devices_size())});
    }
    html.table({"Node", "State", "System", "Kernel", "Processor", "Cores", "Memory", "Devices"}, rows, 5);
}

// One row per component, one column per node: a difference is seen at once.
void writeVersions(Html& html, const v1::ClusterState& cluster)
{
    std::set<std::string> components;
    std::vector<std::string> header{"Component"};
    for (const v1::NodeStatus& node : cluster.nodes()) {
        header.push_back(node.description().name());
        for (const auto& [component, version] : node.description().versions()) {
            components.insert(component);
        }
    }
    std::vector<std::vector<std::string>> rows;
    for (const std::string& component : components) {
        rows.push_back({component});
        for (const v1::NodeStatus& node : cluster.nodes()) {
            const auto& versions = node.description().versions();
            const auto found = versions.find(component);
            rows.back().push_back(found == versions.end() ? "-" : found->second);
        }
    }
    html.table(header, rows);
}

} // namespace

void writeEnvironment(Html& html, const ReportInput& input)
{
    if (!input.includeEnvironment) {
        return;
    }
    html.section("Environment");
    html.facts({{"Firstlight", input.version}, {"Command", input.command}});
    writeNodes(html, input.cluster);
    writeVersions(html, input.cluster);
}

} // namespace firstlight::report
