// One self-contained HTML file about a deployment that a stranger can act on: verdict first.
//
// No scripts, no references to other files, light and dark by the reader's preference, below 5 MiB. Every text is
// escaped and redacted. A pure function of its input.
#pragma once

#include "backend/api/checkpoint.pb.h"
#include "backend/api/cluster.pb.h"
#include "backend/api/comm.pb.h"
#include "backend/api/deployment.pb.h"
#include "backend/report/redactor.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::report {

struct ReportInput {
    std::int64_t createdUnixNs = 0;
    std::string version; // of the controller
    std::string command; // its command line
    v1::DeploymentState deployment;
    std::optional<v1::CheckpointReport> checkpoint;
    std::optional<v1::CommCheckReport> commCheck; // the newest
    v1::ClusterState cluster;
    std::map<int, v1::RankSample> peakSamples;    // per rank, with the largest total memory
    std::vector<v1::Event> events;                // oldest first
    std::optional<std::vector<v1::LogLine>> logs; // oldest first; absent: left out on request
    bool includeEnvironment = true;
};

std::string renderReport(const ReportInput& input, const Redactor& redactor);

// "firstlight-demo-20260301T120000Z.html"
std::string reportFileName(const ReportInput& input);

} // namespace firstlight::report
