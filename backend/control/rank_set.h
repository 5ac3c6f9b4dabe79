// The ranks of a deployment: their workers, whether they still answer, and their rows in the deployment's state.
#pragma once

#include "backend/api/deployment.pb.h"
#include "backend/base/clock.h"
#include "backend/control/heartbeat.h"
#include "backend/control/worker_client.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::control {

struct Rank {
    int number = 0;
    std::string node;
    int device = 0;
    bool startRequested = false;
    bool ended = false;
    std::shared_ptr<WorkerClient> worker;
    std::optional<Heartbeat> heartbeat; // from the moment its worker is watched
};

class RankSet
{
public:
    // Works on `state`.ranks.
    explicit RankSet(v1::DeploymentState& state) : m_state(state) {}

    void reset(const v1::Plan& plan);
    void started(int rank, int pid, std::shared_ptr<WorkerClient> worker, base::SteadyTime now);
    void heard(int rank, base::SteadyTime now);
    void ended(int rank, const std::string& how);
    void setState(int rank, v1::RankState state);

    std::vector<Rank>& all() { return m_ranks; }
    const std::vector<Rank>& all() const { return m_ranks; }
    Rank* find(int rank);  // null: no such rank
    bool allEnded() const; // of those that were asked to start
    void releaseWorkers();

private:
    v1::DeploymentState& m_state;
    std::vector<Rank> m_ranks;
};

} // namespace firstlight::control
