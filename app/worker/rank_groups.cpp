#include "app/worker/rank_groups.h"

#include "backend/base/failure.h"

namespace firstlight::worker {
namespace {

struct Place {
    int tp = 0;
    int pp = 0;
    int dp = 0;
};

Place placeOf(const plan::Layout& layout, int rank)
{
    const int stageRank = rank / layout.tensorParallel;
    return {rank % layout.tensorParallel, stageRank % layout.pipelineParallel, stageRank / layout.pipelineParallel};
}

} // namespace

GroupMembership worldGroup(const plan::Layout& layout, int rank)
{
    return {"world", rank, layout.worldSize()};
}

GroupMembership replicaGroup(const plan::Layout& layout, int rank)
{
    const Place place = placeOf(layout, rank);
    return {"replica" + std::to_string(place.dp), place.pp * layout.tensorParallel + place.tp,
            layout.tensorParallel * layout.pipelineParallel};
}

GroupMembership tensorGroup(const plan::Layout& layout, int rank)
{
    const Place place = placeOf(layout, rank);
    return {"tp" + std::to_string(place.dp * layout.pipelineParallel + place.pp), place.tp, layout.tensorParallel};
}

GroupMembership pipelineGroup(const plan::Layout& layout, int rank)
{
    const Place place = placeOf(layout, rank);
    return {"pp" + std::to_string(place.dp * layout.tensorParallel + place.tp), place.pp, layout.pipelineParallel};
}

absl::StatusOr<std::unique_ptr<RankGroups>> RankGroups::connect(const std::string& directory,
                                                                const plan::Layout& layout, int rank,
                                                                const collective::RendezvousOptions& options)
{
    auto groups = std::make_unique<RankGroups>();
    for (const auto& membership : {worldGroup(layout, rank), replicaGroup(layout, rank), tensorGroup(layout, rank),
                                   pipelineGroup(layout, rank)}) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(auto group, collective::connectGroup(directory, membership.name, membership.rank,
                                                                         membership.size, options));
        groups->m_groups.push_back(std::move(group));
    }
    return groups;
}

engine::Communicators RankGroups::forEngine() const
{
    const auto group = [this](int index) { return m_groups[index]->size() > 1 ? m_groups[index].get() : nullptr; };
    return {group(kReplica), group(kTensor), group(kPipeline)};
}

void RankGroups::abort(std::string_view reason) const
{
    for (const auto& group : m_groups) {
        group->abort(reason);
    }
}

void RankGroups::forEach(const std::function<void(const collective::Communicator&)>& visit) const
{
    for (const auto& group : m_groups) {
        if (group->size() > 1) {
            visit(*group);
        }
    }
}

std::string RankGroups::describe() const
{
    if (world().size() == 1) {
        return "one rank, no groups";
    }
    std::string names;
    forEach([&names](const collective::Communicator& group) {
        names += (names.empty() ? "" : ", ") + group.name() + " (" + std::to_string(group.size()) + ")";
    });
    return names + " over " + std::string(world().link());
}

} // namespace firstlight::worker
