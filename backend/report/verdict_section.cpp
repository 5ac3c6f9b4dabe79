#include "backend/api/stage_name.h"
#include "backend/report/format.h"
#include "backend/report/sections.h"

namespace firstlight::report {
namespace {

std::string verdictSentence(const v1::DeploymentState& deployment)
{
    if (deployment.has_failure()) {
        return "Failed in stage \"" + api::stageName(deployment.failure().stage()) + "\".";
    }
    if (deployment.ready()) {
        return "Ready: the probes were answered and the model is serving.";
    }
    if (deployment.stage() == v1::STAGE_STOPPED) {
        return "Stopped in order.";
    }
    return "Not ready: in stage \"" + api::stageName(deployment.stage()) + "\".";
}

std::string_view verdictClass(const v1::DeploymentState& deployment)
{
    return deployment.has_failure() ? "verdict bad" : deployment.ready() ? "verdict good" : "verdict";
}

std::string where(const v1::FailureDetail& failure)
{
    std::string place = failure.rank() >= 0 ? "rank " + std::to_string(failure.rank()) : "";
    if (!failure.node().empty()) {
        place += (place.empty() ? "" : " on ") + failure.node();
    }
    return place;
}

void writeFailure(Html& html, const v1::FailureDetail& failure)
{
    html.section("What broke first");
    html.raw("<div class=\"failure\">").element("p", failure.what(), "what");
    html.element("p", "Next: " + failure.next_step());
    html.facts({{"Reason", failure.reason()},
                {"Stage", api::stageName(failure.stage())},
                {"Where", where(failure)},
                {"Time", formatTime(failure.time_unix_ns())}});
    html.raw("</div>\n");
}

std::string layoutText(const v1::Layout& layout)
{
    return "TP " + std::to_string(layout.tensor_parallel()) + " x PP " + std::to_string(layout.pipeline_parallel()) +
           " x DP " + std::to_string(layout.data_parallel());
}

} // namespace

void writeVerdict(Html& html, const ReportInput& input)
{
    const v1::DeploymentState& deployment = input.deployment;
    html.element("h1", "Firstlight report: " + deployment.model_name());
    html.element("p", verdictSentence(deployment), verdictClass(deployment));
    if (deployment.has_failure()) {
        writeFailure(html, deployment.failure());
    }
    html.facts({{"Deployment", deployment.deployment_id()},
                {"Checkpoint", deployment.checkpoint_path()},
                {"Driver", deployment.driver()},
                {"Layout", deployment.has_plan() ? layoutText(deployment.plan().layout()) : ""},
                {"Started", formatTime(deployment.created_unix_ns())},
                {"Report made", formatTime(input.createdUnixNs)}});
}

} // namespace firstlight::report
