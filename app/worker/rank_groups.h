// The groups a rank belongs to, and their communicators.
#pragma once

#include "backend/collective/rendezvous.h"
#include "backend/engine/engine.h"
#include "backend/plan/placement.h"

#include <absl/status/statusor.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::worker {

struct GroupMembership {
    std::string name;
    int rank = 0;
    int size = 1;
};

// "world", "replicaN", "tpN" and "ppN" of this rank; rank order as in plan/placement.h.
GroupMembership worldGroup(const plan::Layout& layout, int rank);
GroupMembership replicaGroup(const plan::Layout& layout, int rank);
GroupMembership tensorGroup(const plan::Layout& layout, int rank);
GroupMembership pipelineGroup(const plan::Layout& layout, int rank);

// All communicators of a rank. abort() from any thread; the rest as a Communicator.
class RankGroups
{
public:
    // Meets the other ranks, group by group, in the same order on every rank.
    static absl::StatusOr<std::unique_ptr<RankGroups>> connect(const std::string& directory, const plan::Layout& layout,
                                                               int rank, const collective::RendezvousOptions& options);

    collective::Communicator& world() const { return *m_groups[kWorld]; }
    engine::Communicators forEngine() const; // groups of one are null
    void abort(std::string_view reason) const;

    // Those of more than one rank.
    void forEach(const std::function<void(const collective::Communicator&)>& visit) const;
    std::string describe() const;

private:
    enum { kWorld, kReplica, kTensor, kPipeline, kCount };

    std::vector<std::unique_ptr<collective::Communicator>> m_groups;
};

} // namespace firstlight::worker
