// How the ranks of a group find each other on one host.
//
// Rank 0 listens on a Unix socket in a folder that only this user may enter; the others come, say who they are, and
// get the group's memory and a handle of every member's process. Both ends check the peer's user id.
#pragma once

#include "backend/collective/communicator.h"
#include "backend/collective/group_options.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace firstlight::collective {

struct RendezvousOptions {
    std::chrono::milliseconds timeout{10'000}; // for all ranks to come
    GroupOptions group;
    std::stop_token stop; // ends the wait early with kAborted
};

// Blocks until all `size` ranks have come (all of them call it with the same folder, name and size) and returns this
// rank's communicator. A group of one needs nobody. Failures: kRankMissing naming the ranks that did not come,
// kCollectiveMismatch when a rank is claimed twice or the sizes differ, kAddressInUse when the folder cannot be used.
absl::StatusOr<std::unique_ptr<Communicator>> connectGroup(const std::string& directory, const std::string& groupName,
                                                           int rank, int size, const RendezvousOptions& options = {});

} // namespace firstlight::collective
