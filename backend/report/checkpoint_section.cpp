#include "backend/report/format.h"
#include "backend/report/sections.h"

namespace firstlight::report {
namespace {

std::string verdictText(const v1::Verdict& verdict)
{
    switch (verdict.state()) {
    case v1::VERDICT_STATE_YES:
        return "yes";
    case v1::VERDICT_STATE_PARTLY:
        return "partly";
    case v1::VERDICT_STATE_NO:
        return "no";
    default:
        return "unknown";
    }
}

void writeFindings(Html& html, const v1::Verdict& verdict)
{
    for (const v1::FailureDetail& finding : verdict.findings()) {
        html.element("p", finding.what() + " " + finding.next_step(), "finding");
    }
}

void writeArchitecture(Html& html, const v1::CheckpointReport& report)
{
    std::vector<std::vector<std::string>> rows;
    for (const v1::ArchitectureRow& row : report.architecture()) {
        rows.push_back({row.section(), row.key(), row.value(), row.origin()});
    }
    html.table({"Section", "Property", "Value", "Origin"}, rows);
    rows.clear();
    for (const v1::OperatorCoverage& coverage : report.operators()) {
        rows.push_back({coverage.operator_name(), supportName(coverage.support()), coverage.note()});
    }
    html.table({"Operator", "Support", "Note"}, rows);
}

} // namespace

void writeCheckpoint(Html& html, const ReportInput& input)
{
    html.section("Checkpoint");
    if (!input.checkpoint) {
        html.element("p", "It was not inspected.");
        return;
    }
    const v1::CheckpointReport& report = *input.checkpoint;
    html.facts(
        {{"Complete", verdictText(report.complete())},
         {"Consistent", verdictText(report.consistent())},
         {"Supported", verdictText(report.supported())},
         {"Family", report.family()},
         {"Model type", report.model_type()},
         {"Parameters", formatCount(report.parameters_total()) + " (" + formatCount(report.parameters_active()) +
                            " active per token)"},
         {"Weights", formatBytes(report.weight_bytes())},
         {"KV cache per token", formatBytes(report.kv_bytes_per_token())},
         {"Windows and states per sequence", formatBytes(report.bounded_cache_bytes())},
         {"Tensors", std::to_string(report.tensors_found()) + " found, " + std::to_string(report.tensors_expected()) +
                         " expected, " + std::to_string(report.tensors_missing()) + " missing, " +
                         std::to_string(report.tensors_unused()) + " unused"},
         {"Shards", std::to_string(report.shard_count())},
         {"config.json", report.config_hash()}});
    writeFindings(html, report.complete());
    writeFindings(html, report.consistent());
    writeFindings(html, report.supported());
    writeArchitecture(html, report);
}

} // namespace firstlight::report
