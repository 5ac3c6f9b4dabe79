// A group of ranks that are processes of one host, over a memfd that all of them map.
//
// Who makes the memory and how it travels: rendezvous.h. The memory has no name, so nobody outside the group can
// reach it, and it is gone with the last process.
#pragma once

#include "backend/base/file.h"
#include "backend/collective/communicator.h"
#include "backend/collective/group_options.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>
#include <vector>

namespace firstlight::collective {

// A sealed memfd of the size that a group of `size` ranks needs, initialised.
absl::StatusOr<base::FileDescriptor> makeGroupMemory(int size);

struct SharedMemoryMember {
    std::string name;
    int rank = 0;
    int size = 1;
    base::FileDescriptor memory;                 // from makeGroupMemory()
    std::vector<base::FileDescriptor> processes; // pidfd of each rank in rank order; none for this rank itself
};

// Joins a group. Refuses memory of the wrong size or version.
absl::StatusOr<std::unique_ptr<Communicator>> joinSharedMemory(SharedMemoryMember member, const GroupOptions& options);

} // namespace firstlight::collective
