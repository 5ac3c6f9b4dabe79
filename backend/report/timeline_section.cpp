#include "backend/api/stage_name.h"
#include "backend/report/format.h"
#include "backend/report/sections.h"

#include <absl/strings/str_format.h>

#include <algorithm>

namespace firstlight::report {
namespace {

constexpr double kBarWidth = 640;
constexpr int kRowHeight = 18;

struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 1;
};

std::int64_t endOf(const v1::StageRecord& stage, const ReportInput& input)
{
    return stage.end_unix_ns() != 0 ? stage.end_unix_ns() : input.createdUnixNs;
}

// Serving is left out of the scale: it would make every other bar vanish.
bool isBringUp(const v1::StageRecord& stage)
{
    return stage.stage() < v1::STAGE_SERVING;
}

Span bringUpSpan(const ReportInput& input)
{
    Span span{input.createdUnixNs, 0};
    for (const v1::StageRecord& stage : input.deployment.stages()) {
        if (isBringUp(stage)) {
            span.begin = std::min<std::int64_t>(span.begin, stage.start_unix_ns());
            span.end = std::max(span.end, endOf(stage, input));
        }
    }
    span.end = std::max(span.end, span.begin + 1);
    return span;
}

std::string_view barClass(const v1::StageRecord& stage, const ReportInput& input)
{
    const bool failed = input.deployment.has_failure() && input.deployment.failure().stage() == stage.stage();
    return failed ? "bar bad" : "bar";
}

void writeBar(Html& html, const v1::StageRecord& stage, const ReportInput& input, const Span& span, int row)
{
    const double scale = kBarWidth / static_cast<double>(span.end - span.begin);
    const double x = static_cast<double>(stage.start_unix_ns() - span.begin) * scale;
    const double width = std::max(1.5, static_cast<double>(endOf(stage, input) - stage.start_unix_ns()) * scale);
    const int y = row * kRowHeight;
    html.raw(absl::StrFormat("<text x=\"0\" y=\"%d\">", y + 13)).text(api::stageName(stage.stage())).raw("</text>");
    html.raw("<rect class=\"").raw(barClass(stage, input));
    html.raw(absl::StrFormat("\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", 150 + x, y + 3, width,
                             kRowHeight - 6));
}

void writeChart(Html& html, const ReportInput& input)
{
    const Span span = bringUpSpan(input);
    const auto rows = std::ranges::count_if(input.deployment.stages(), isBringUp);
    html.raw(absl::StrFormat("<svg viewBox=\"0 0 %.0f %d\" role=\"img\" aria-label=\"Time of each stage\">\n",
                             kBarWidth + 155, static_cast<int>(rows) * kRowHeight + 4));
    int row = 0;
    for (const v1::StageRecord& stage : input.deployment.stages()) {
        if (isBringUp(stage)) {
            writeBar(html, stage, input, span, row++);
        }
    }
    html.raw("</svg>\n");
}

std::vector<std::string> stageRow(const v1::StageRecord& stage, const ReportInput& input)
{
    const std::string took = formatDuration(endOf(stage, input) - stage.start_unix_ns());
    const std::string usual =
        stage.usual_duration_ms() == 0 ? "-" : formatDuration(stage.usual_duration_ms() * 1'000'000);
    return {api::stageName(stage.stage()), stage.summary(), formatTime(stage.start_unix_ns()),
            stage.end_unix_ns() == 0 ? took + " so far" : took, usual};
}

} // namespace

void writeTimeline(Html& html, const ReportInput& input)
{
    html.section("Stages");
    if (input.deployment.stages().empty()) {
        html.element("p", "No stage was started.");
        return;
    }
    writeChart(html, input);
    std::vector<std::vector<std::string>> rows;
    for (const v1::StageRecord& stage : input.deployment.stages()) {
        rows.push_back(stageRow(stage, input));
    }
    html.table({"Stage", "Found", "Start", "Took", "Usual"}, rows, 3);
}

} // namespace firstlight::report
