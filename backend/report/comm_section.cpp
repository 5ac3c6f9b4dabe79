#include "backend/report/format.h"
#include "backend/report/sections.h"

#include <functional>

namespace firstlight::report {
namespace {

using PairText = std::function<std::string(const v1::CommPair&)>;

std::string cellOf(const v1::CommCheckReport& check, int from, int to, const PairText& text)
{
    for (const v1::CommPair& pair : check.pairs()) {
        if (pair.from_rank() == from && pair.to_rank() == to) {
            return text(pair);
        }
    }
    return "-";
}

// Rank by rank; a report shows at most 64 ranks of a side.
void writeMatrix(Html& html, const v1::CommCheckReport& check, const std::string& corner, const PairText& text)
{
    const int size = std::min(check.world_size(), 64);
    std::vector<std::string> header{corner};
    std::vector<std::vector<std::string>> rows;
    for (int from = 0; from < size; ++from) {
        header.push_back("to " + std::to_string(from));
        rows.push_back({"from " + std::to_string(from)});
        for (int to = 0; to < size; ++to) {
            rows.back().push_back(cellOf(check, from, to, text));
        }
    }
    html.table(header, rows, 1);
}

void writeCollectives(Html& html, const v1::CommCheckReport& check)
{
    std::vector<std::vector<std::string>> rows;
    for (const v1::CollectiveTiming& timing : check.collectives()) {
        rows.push_back({timing.operation(), timing.correct() ? "correct" : "WRONG", formatBytes(timing.message_bytes()),
                        formatNumber(timing.time_us()), formatNumber(timing.algbw_mb_per_s()),
                        formatNumber(timing.busbw_mb_per_s())});
    }
    html.table({"Collective", "Result", "Message", "Time, us", "algbw, MB/s", "busbw, MB/s"}, rows, 2);
}

} // namespace

void writeCommCheck(Html& html, const ReportInput& input)
{
    html.section("Communication check");
    if (!input.commCheck) {
        html.element("p", "None has run for this deployment.");
        return;
    }
    const v1::CommCheckReport& check = *input.commCheck;
    html.element("p", check.verdict(), check.passed() ? "verdict good" : "verdict bad");
    html.element("p", formatTime(check.time_unix_ns()));
    writeMatrix(html, check, "Latency, us", [](const v1::CommPair& pair) { return formatNumber(pair.latency_us()); });
    writeMatrix(html, check, "Bandwidth, MB/s",
                [](const v1::CommPair& pair) { return formatNumber(pair.bandwidth_mb_per_s()); });
    writeCollectives(html, check);
}

} // namespace firstlight::report
