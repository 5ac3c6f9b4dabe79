// Deployments, nodes and checks in words and tables.
#pragma once

#include "backend/api/controller.pb.h"

#include <string>

namespace firstlight::ctl {

std::string layoutText(const v1::Layout& layout);
// "stream weights  1.20 s  5 tensors ...": a stage that has ended; or how far one in progress is.
std::string stageLine(const v1::StageRecord& stage);
std::string progressText(const v1::StageRecord& stage); // "63 % of 9.50 MiB"; empty: nothing to say
std::string deploymentText(const v1::DeploymentState& deployment);
std::string clusterText(const v1::ClusterState& cluster);
std::string commCheckText(const v1::CommCheckReport& check);

} // namespace firstlight::ctl
