#include "backend/report/format.h"
#include "backend/report/sections.h"

#include <algorithm>
#include <set>

namespace firstlight::report {
namespace {

std::string rankStateName(v1::RankState state)
{
    switch (state) {
    case v1::RANK_STATE_STARTING:
        return "starting";
    case v1::RANK_STATE_RUNNING:
        return "running";
    case v1::RANK_STATE_LATE:
        return "late";
    case v1::RANK_STATE_EXITED:
        return "ended";
    default:
        return "unknown";
    }
}

const v1::RankPlan* planOf(const ReportInput& input, int rank)
{
    for (const v1::RankPlan& plan : input.deployment.plan().ranks()) {
        if (plan.rank() == rank) {
            return &plan;
        }
    }
    return nullptr;
}

template <class Amounts>
std::int64_t amountOf(const Amounts& amounts, v1::MemoryClass memoryClass)
{
    for (const v1::MemoryAmount& amount : amounts) {
        if (amount.memory_class() == memoryClass) {
            return amount.memory_bytes();
        }
    }
    return 0;
}

void writeRankTable(Html& html, const ReportInput& input)
{
    std::vector<std::vector<std::string>> rows;
    for (const v1::RankStatus& rank : input.deployment.ranks()) {
        const v1::RankPlan* plan = planOf(input, rank.rank());
        const std::string layers =
            plan == nullptr ? "-"
                            : std::to_string(plan->first_layer()) + " to " + std::to_string(plan->end_layer() - 1);
        const std::string end = rank.exit_description().empty() ? "" : " (" + rank.exit_description() + ")";
        rows.push_back({std::to_string(rank.rank()), rank.node(), rankStateName(rank.state()) + end, layers,
                        std::to_string(rank.tp_rank()), std::to_string(rank.pp_rank()), std::to_string(rank.dp_rank()),
                        std::to_string(rank.pid())});
    }
    html.table({"Rank", "Node", "State", "Layers", "TP", "PP", "DP", "Process"}, rows, 4);
}

template <class Amounts>
void addUsedClasses(const Amounts& amounts, std::set<v1::MemoryClass>& classes)
{
    for (const v1::MemoryAmount& amount : amounts) {
        if (amount.memory_bytes() != 0) {
            classes.insert(amount.memory_class());
        }
    }
}

// Those that any rank needs or uses.
std::set<v1::MemoryClass> classesOf(const ReportInput& input)
{
    std::set<v1::MemoryClass> classes;
    for (const v1::RankPlan& plan : input.deployment.plan().ranks()) {
        addUsedClasses(plan.estimate(), classes);
    }
    for (const auto& [rank, sample] : input.peakSamples) {
        addUsedClasses(sample.memory(), classes);
    }
    return classes;
}

void writeMemoryTable(Html& html, const ReportInput& input)
{
    std::vector<std::vector<std::string>> rows;
    for (const v1::RankPlan& plan : input.deployment.plan().ranks()) {
        const auto peak = input.peakSamples.find(plan.rank());
        for (const v1::MemoryClass memoryClass : classesOf(input)) {
            const std::int64_t estimate = amountOf(plan.estimate(), memoryClass);
            const bool measured = peak != input.peakSamples.end();
            const std::int64_t found = measured ? amountOf(peak->second.memory(), memoryClass) : 0;
            rows.push_back({std::to_string(plan.rank()), memoryClassName(memoryClass), formatBytes(estimate),
                            measured ? formatBytes(found) : "-", measured ? formatBytes(found - estimate) : "-"});
        }
    }
    html.table({"Rank", "Memory class", "Estimated", "Measured peak", "Difference"}, rows, 2);
}

} // namespace

void writeRanks(Html& html, const ReportInput& input)
{
    html.section("Plan and ranks");
    if (!input.deployment.has_plan()) {
        html.element("p", "There was no plan yet.");
        return;
    }
    if (!input.deployment.plan().reason().empty()) {
        html.element("p", input.deployment.plan().reason());
    }
    writeRankTable(html, input);
    writeMemoryTable(html, input);
}

} // namespace firstlight::report
