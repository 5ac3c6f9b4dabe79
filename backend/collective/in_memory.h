// A group of ranks that are threads of one process.
#pragma once

#include "backend/collective/communicator.h"
#include "backend/collective/group_options.h"

#include <memory>
#include <string>
#include <vector>

namespace firstlight::collective {

// One communicator for each rank, in rank order; each is then used by its own thread. Size 1 is allowed.
std::vector<std::unique_ptr<Communicator>> makeInMemoryGroup(const std::string& name, int size,
                                                             const GroupOptions& options = {});

} // namespace firstlight::collective
