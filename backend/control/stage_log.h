// Writes the stage records of a deployment: times, progress of each rank, what was found, and whether it stalls.
#pragma once

#include "backend/api/deployment.pb.h"
#include "backend/base/clock.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace firstlight::control {

class StageLog
{
public:
    // Works on `state`.stages and `state`.stage.
    StageLog(v1::DeploymentState& state, const base::Clock& clock) : m_state(state), m_clock(clock) {}

    void setUsualDurations(std::map<v1::Stage, std::int64_t> milliseconds);

    // `stallLimit` 0: none. `rankCount` 0: the controller's own stage.
    void begin(v1::Stage stage, std::chrono::milliseconds stallLimit, int rankCount);
    void progress(const v1::RankProgress& progress); // of a rank in the current stage
    void rankFinished(int rank);
    // Ends the current record; returns how long it took.
    std::chrono::milliseconds finish(const std::string& summary);

    // Whether nothing has moved for longer than the stage's limit.
    bool stalled() const;
    std::vector<int> unfinishedRanks() const;
    // The record in progress; null: none.
    v1::StageRecord* current();
    const v1::StageRecord* current() const;

private:
    v1::RankProgress* progressOf(int rank);

    v1::DeploymentState& m_state;
    const base::Clock& m_clock;
    std::map<v1::Stage, std::int64_t> m_usualDurations;
    base::SteadyTime m_lastProgress;
};

} // namespace firstlight::control
