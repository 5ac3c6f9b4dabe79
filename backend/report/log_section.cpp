#include "backend/base/text.h"
#include "backend/report/format.h"
#include "backend/report/sections.h"

#include <algorithm>

namespace firstlight::report {
namespace {

constexpr std::size_t kMaxErrorLines = 200;
constexpr std::size_t kMaxTailLines = 1500;
constexpr std::size_t kMaxEvents = 800;
constexpr std::size_t kMaxTextBytes = 300; // of one line, so that the whole stays below 5 MiB

std::string_view severityClass(v1::Severity severity)
{
    return severity == v1::SEVERITY_ERROR ? "bad" : severity == v1::SEVERITY_WARNING ? "warn" : "";
}

std::string origin(const std::string& node, int rank)
{
    const std::string rankText = rank < 0 ? "" : "rank " + std::to_string(rank);
    return node.empty() ? rankText : node + (rankText.empty() ? "" : " " + rankText);
}

std::string shortened(const std::string& text)
{
    return text.size() <= kMaxTextBytes ? text : std::string(base::cutText(text, kMaxTextBytes)) + " [...]";
}

void writeLine(Html& html, const v1::LogLine& line)
{
    html.raw("<span class=\"").raw(severityClass(line.severity())).raw("\">");
    html.text(formatTime(line.time_unix_ns()) + "  " + line.program() + " " + origin(line.node(), line.rank()) + "  " +
              shortened(line.text()));
    html.raw("</span>\n");
}

void writeLines(Html& html, const std::vector<const v1::LogLine*>& lines, std::size_t limit)
{
    html.raw("<pre>");
    const std::size_t begin = lines.size() > limit ? lines.size() - limit : 0;
    for (std::size_t i = begin; i < lines.size(); ++i) {
        writeLine(html, *lines[i]);
    }
    html.raw("</pre>\n");
}

} // namespace

void writeLogs(Html& html, const ReportInput& input)
{
    if (!input.logs) {
        return;
    }
    std::vector<const v1::LogLine*> all;
    std::vector<const v1::LogLine*> errors;
    for (const v1::LogLine& line : *input.logs) {
        all.push_back(&line);
        if (line.severity() >= v1::SEVERITY_WARNING) {
            errors.push_back(&line);
        }
    }
    html.section("Log: warnings and errors");
    if (errors.empty()) {
        html.element("p", "None.");
    } else {
        writeLines(html, errors, kMaxErrorLines);
    }
    html.section("Log: last lines");
    writeLines(html, all, kMaxTailLines);
}

void writeEvents(Html& html, const ReportInput& input)
{
    html.section("Events");
    std::vector<std::vector<std::string>> rows;
    const std::size_t begin = input.events.size() > kMaxEvents ? input.events.size() - kMaxEvents : 0;
    for (std::size_t i = begin; i < input.events.size(); ++i) {
        const v1::Event& event = input.events[i];
        rows.push_back({formatTime(event.time_unix_ns()), severityName(event.severity()), event.kind(),
                        origin(event.node(), event.rank()), shortened(event.message())});
    }
    html.table({"Time", "Severity", "Kind", "Where", "Message"}, rows);
}

} // namespace firstlight::report
