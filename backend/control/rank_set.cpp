#include "backend/control/rank_set.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {

void RankSet::reset(const v1::Plan& plan)
{
    m_ranks.clear();
    m_state.clear_ranks();
    for (const v1::RankPlan& planned : plan.ranks()) {
        m_ranks.push_back({planned.rank(), planned.node(), planned.device_index(), false, false, nullptr, {}});
        v1::RankStatus* status = m_state.add_ranks();
        status->set_rank(planned.rank());
        status->set_node(planned.node());
        status->set_device_index(planned.device_index());
        status->set_tp_rank(planned.tp_rank());
        status->set_pp_rank(planned.pp_rank());
        status->set_dp_rank(planned.dp_rank());
    }
}

Rank* RankSet::find(int rank)
{
    return rank < 0 || rank >= static_cast<int>(m_ranks.size()) ? nullptr : &m_ranks[static_cast<std::size_t>(rank)];
}

void RankSet::setState(int rank, v1::RankState state)
{
    if (find(rank) != nullptr) {
        m_state.mutable_ranks(rank)->set_state(state);
    }
}

void RankSet::started(int rank, int pid, std::shared_ptr<WorkerClient> worker, base::SteadyTime now)
{
    Rank* found = find(rank);
    if (found != nullptr && !found->ended) {
        found->worker = std::move(worker);
        found->heartbeat.emplace(now);
        m_state.mutable_ranks(rank)->set_pid(pid);
        setState(rank, v1::RANK_STATE_RUNNING);
    }
}

void RankSet::heard(int rank, base::SteadyTime now)
{
    Rank* found = find(rank);
    if (found != nullptr && found->heartbeat) {
        found->heartbeat->heard(now);
    }
}

void RankSet::ended(int rank, const std::string& how)
{
    Rank* found = find(rank);
    if (found != nullptr && !found->ended) {
        found->ended = true;
        found->heartbeat.reset();
        m_state.mutable_ranks(rank)->set_exit_description(how);
        setState(rank, v1::RANK_STATE_EXITED);
    }
}

bool RankSet::allEnded() const
{
    return std::ranges::all_of(m_ranks, [](const Rank& rank) { return rank.ended || !rank.startRequested; });
}

void RankSet::releaseWorkers()
{
    for (Rank& rank : m_ranks) {
        rank.worker.reset();
        rank.heartbeat.reset();
    }
}

} // namespace firstlight::control
