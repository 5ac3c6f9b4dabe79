#include "backend/report/report.h"

#include "backend/report/sections.h"

#include <absl/strings/ascii.h>
#include <absl/time/time.h>

namespace firstlight::report {
namespace {

constexpr char kStyle[] = R"(
:root { color-scheme: light dark; --fg: #1c2128; --bg: #ffffff; --soft: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
        --bar: #2f6fb7; --bad: #b3261e; --good: #1a7f37; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --fg: #e6edf3; --bg: #14181d; --soft: #9aa4af; --line: #333b44; --panel: #1c2128;
          --bar: #6ea8e8; --bad: #ff8a80; --good: #6fd08c; --warn: #e3b341; } }
body { font: 14px/1.5 system-ui, sans-serif; color: var(--fg); background: var(--bg); margin: 24px auto;
       max-width: 1080px; padding: 0 16px; }
h1 { font-size: 22px; } h2 { font-size: 16px; margin-top: 28px; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; margin: 8px 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 3px 12px 3px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); } .n { text-align: right; }
.wide { overflow-x: auto; } .verdict { font-size: 16px; font-weight: 600; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.failure { border-left: 4px solid var(--bad); background: var(--panel); padding: 4px 16px; } .what { font-weight: 600; }
.finding { margin: 2px 0; } svg { width: 100%; max-width: 820px; font-size: 12px; }
svg text { fill: var(--fg); } .bar { fill: var(--bar); } .bar.bad { fill: var(--bad); }
pre { background: var(--panel); padding: 8px; overflow-x: auto; font-size: 12px; line-height: 1.4; }
)";

std::string fileNamePart(const std::string& name)
{
    std::string part;
    for (const char c : name) {
        part += absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' ? c : '-';
    }
    return part.empty() ? "deployment" : part;
}

} // namespace

std::string renderReport(const ReportInput& input, const Redactor& redactor)
{
    Html html(redactor);
    html.raw(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n");
    html.element("title", "Firstlight report: " + input.deployment.model_name());
    html.raw("<style>").raw(kStyle).raw("</style></head><body>\n");
    writeVerdict(html, input);
    writeTimeline(html, input);
    writeRanks(html, input);
    writeCommCheck(html, input);
    writeCheckpoint(html, input);
    writeEnvironment(html, input);
    writeLogs(html, input);
    writeEvents(html, input);
    html.raw("</body></html>\n");
    return html.take();
}

std::string reportFileName(const ReportInput& input)
{
    const std::string time =
        absl::FormatTime("%Y%m%dT%H%M%SZ", absl::FromUnixNanos(input.createdUnixNs), absl::UTCTimeZone());
    return "firstlight-" + fileNamePart(input.deployment.model_name()) + "-" + time + ".html";
}

} // namespace firstlight::report
