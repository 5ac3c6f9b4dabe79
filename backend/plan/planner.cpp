#include "backend/plan/planner.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <tuple>

namespace firstlight::plan {
namespace {

constexpr std::int32_t kMostTensorParallel = 64;

std::vector<std::int32_t> upTo(std::int64_t most)
{
    std::vector<std::int32_t> degrees;
    for (std::int32_t degree = 1; degree <= most; ++degree) {
        degrees.push_back(degree);
    }
    return degrees;
}

std::vector<std::int32_t> degrees(std::int32_t asked, std::int64_t most)
{
    return asked != 0 ? std::vector<std::int32_t>{asked} : upTo(most);
}

std::int32_t devicesPerNode(const std::vector<Device>& devices)
{
    const auto end = std::find_if(devices.begin(), devices.end(),
                                  [&](const Device& device) { return device.node != devices.front().node; });
    return static_cast<std::int32_t>(end - devices.begin());
}

std::string sentence(std::string text)
{
    return text.empty() ? text : text + ".";
}

std::string gibibytes(std::int64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
    return text;
}

class Planner
{
public:
    Planner(const PlanRequest& request, const Workload& workload)
        : m_request(request)
        , m_workload(workload)
        , m_memory(request.spec, request.index, request.quantisation)
        , m_perNode(devicesPerNode(request.devices))
    {
    }

    std::vector<Plan> run()
    {
        std::vector<Plan> plans;
        for (const Layout& layout : candidates()) {
            plans.push_back(planOf(layout));
        }
        std::stable_sort(plans.begin(), plans.end(),
                         [this](const Plan& a, const Plan& b) { return rankingOf(a) < rankingOf(b); });
        if (plans.size() > kMostPlans) {
            plans.resize(kMostPlans);
        }
        for (Plan& plan : plans) {
            plan.reason = reasonOf(plan);
        }
        return plans;
    }

private:
    std::int64_t deviceCount() const { return static_cast<std::int64_t>(m_request.devices.size()); }

    bool isComplete() const
    {
        const Layout& asked = m_request.layout;
        return asked.tensorParallel != 0 && asked.pipelineParallel != 0 && asked.dataParallel != 0;
    }

    std::vector<Layout> candidates() const
    {
        const Layout& asked = m_request.layout;
        const std::int64_t count = deviceCount();
        const auto layers = static_cast<std::int64_t>(m_request.spec.layers.size());
        std::vector<Layout> layouts;
        for (const std::int32_t tp :
             degrees(asked.tensorParallel, std::min<std::int64_t>(count, kMostTensorParallel))) {
            for (const std::int32_t pp : degrees(asked.pipelineParallel, std::min(count / std::max(1, tp), layers))) {
                const std::int64_t stages = std::int64_t{std::max(1, tp)} * std::max(1, pp);
                for (const std::int32_t dp : degrees(asked.dataParallel, count / stages)) {
                    const Layout layout{tp, pp, dp, asked.expertParallel == 0 ? 1 : asked.expertParallel};
                    if (isComplete() || isWhole(layout.worldSize())) {
                        layouts.push_back(layout);
                    }
                }
            }
        }
        return layouts.empty() ? std::vector<Layout>{smallest()} : layouts;
    }

    // Worlds worth offering unasked: parts of one node, whole nodes, everything.
    bool isWhole(std::int64_t world) const
    {
        return world <= m_perNode || world % m_perNode == 0 || world == deviceCount();
    }

    // What was asked for needs more devices than there are: the answer says so.
    Layout smallest() const
    {
        const Layout& asked = m_request.layout;
        return {std::max(1, asked.tensorParallel), std::max(1, asked.pipelineParallel), std::max(1, asked.dataParallel),
                std::max(1, asked.expertParallel)};
    }

    Plan planOf(const Layout& layout) const
    {
        Plan plan;
        plan.layout = layout;
        plan.workload = m_workload;
        plan.refusal = checkLayout(m_request.spec, layout);
        if (plan.refusal.ok() && layout.worldSize() > deviceCount()) {
            plan.refusal =
                base::failure(reasons::kLayoutInvalid, absl::StatusCode::kInvalidArgument,
                              {{"detail", "it needs " + std::to_string(layout.worldSize()) +
                                              " devices, the cluster has " + std::to_string(deviceCount())}});
        }
        if (plan.refusal.ok()) {
            addRanks(plan);
            plan.refusal = checkMemory(plan);
            plan.fits = plan.refusal.ok();
        }
        return plan;
    }

    void addRanks(Plan& plan) const
    {
        for (std::int32_t rank = 0; rank < plan.layout.worldSize(); ++rank) {
            const RankPosition position = rankPosition(m_request.spec, plan.layout, rank);
            plan.ranks.push_back({position, m_request.devices[rank],
                                  m_memory.estimate(plan.layout, position, m_workload),
                                  m_memory.sliceCount(plan.layout, position)});
        }
    }

    // Of the rank that misses most.
    absl::Status checkMemory(const Plan& plan) const
    {
        const auto missing = [](const RankPlan& rank) { return rank.memory.total() - rank.device.capacityBytes; };
        const auto worst = std::max_element(plan.ranks.begin(), plan.ranks.end(),
                                            [&](const auto& a, const auto& b) { return missing(a) < missing(b); });
        if (missing(*worst) <= 0) {
            return absl::OkStatus();
        }
        return base::failure(reasons::kMemoryInsufficient, absl::StatusCode::kResourceExhausted,
                             {{"rank", std::to_string(worst->position.rank)},
                              {"needed", gibibytes(worst->memory.total())},
                              {"capacity", gibibytes(worst->device.capacityBytes)}});
    }

    bool isRoomy(const Plan& plan) const
    {
        return std::all_of(plan.ranks.begin(), plan.ranks.end(), [](const RankPlan& rank) {
            return rank.memory.total() + rank.memory.total() / 5 <= rank.device.capacityBytes;
        });
    }

    bool crossesNodes(const Layout& layout) const
    {
        return layout.tensorParallel > m_perNode || m_perNode % layout.tensorParallel != 0;
    }

    using Ranking = std::tuple<bool, bool, std::int32_t, std::int64_t, bool, bool, std::int32_t>;

    Ranking rankingOf(const Plan& plan) const
    {
        return {plan.ranks.empty(),
                !plan.fits,
                plan.layout.dataParallel,
                deviceCount() - plan.layout.worldSize(),
                !isRoomy(plan),
                crossesNodes(plan.layout),
                plan.layout.pipelineParallel};
    }

    std::string reasonOf(const Plan& plan) const
    {
        if (plan.ranks.empty()) {
            return {};
        }
        const std::int64_t idle = deviceCount() - plan.layout.worldSize();
        std::string text = std::to_string(fullestPercent(plan)) + " % of the fullest device";
        text += idle > 1    ? "; " + std::to_string(idle) + " devices stay idle"
                : idle == 1 ? "; one device stays idle"
                            : "; uses every device";
        if (plan.layout.tensorParallel > 1) {
            text +=
                crossesNodes(plan.layout) ? "; tensor parallelism crosses nodes" : "; tensor parallelism inside a node";
        }
        if (plan.layout.dataParallel > 1) {
            text += "; " + std::to_string(plan.layout.dataParallel) + " replicas";
        }
        if (!plan.fits) {
            text += fittingContext(plan);
        }
        return sentence(text);
    }

    static std::int64_t fullestPercent(const Plan& plan)
    {
        std::int64_t percent = 0;
        for (const RankPlan& rank : plan.ranks) {
            const std::int64_t capacity = std::max<std::int64_t>(1, rank.device.capacityBytes);
            percent = std::max(percent,
                               static_cast<std::int64_t>(static_cast<__int128>(rank.memory.total()) * 100 / capacity));
        }
        return percent;
    }

    // The longest context, in whole blocks, with which this layout would fit.
    std::string fittingContext(const Plan& plan) const
    {
        std::int32_t low = 0;
        std::int32_t high = m_workload.maxContextTokens / kCacheBlockTokens;
        while (low < high) {
            const std::int32_t middle = low + (high - low + 1) / 2;
            if (fitsWith(plan, middle * kCacheBlockTokens)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low == 0 ? "; no context would fit"
                        : "; a context of " + std::to_string(low * kCacheBlockTokens) + " tokens would fit";
    }

    bool fitsWith(const Plan& plan, std::int32_t contextTokens) const
    {
        const Workload workload{m_workload.maxSequences, contextTokens};
        return std::all_of(plan.ranks.begin(), plan.ranks.end(), [&](const RankPlan& rank) {
            return m_memory.estimate(plan.layout, rank.position, workload).total() <= rank.device.capacityBytes;
        });
    }

    const PlanRequest& m_request;
    const Workload m_workload;
    const MemoryModel m_memory;
    const std::int32_t m_perNode;
};

} // namespace

absl::StatusOr<std::vector<Plan>> makePlans(const PlanRequest& request)
{
    if (request.devices.empty()) {
        return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                             {{"detail", "there are no devices to plan for"}});
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Workload workload, completeWorkload(request.spec, request.workload));
    return Planner(request, workload).run();
}

} // namespace firstlight::plan
