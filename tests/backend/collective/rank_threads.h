// Runs the ranks of a group as threads of the test.
#pragma once

#include "backend/collective/in_memory.h"
#include "backend/collective/rendezvous.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace firstlight::test {

enum class Transport { kInMemory, kSharedMemory };

using RankBody = std::function<absl::Status(collective::Communicator&)>;

// `directory` is where the rendezvous of kSharedMemory happens. Returns what `body` returned on each rank, or why the
// rank did not get its communicator.
inline std::vector<absl::Status> runRanks(Transport transport, const std::string& directory, int size,
                                          const RankBody& body, collective::GroupOptions options = {})
{
    std::vector<absl::Status> results(size);
    std::vector<std::unique_ptr<collective::Communicator>> group;
    if (transport == Transport::kInMemory) {
        group = collective::makeInMemoryGroup("group", size, options);
    } else {
        group.resize(size);
    }
    const auto runRank = [&](int rank) {
        if (transport == Transport::kSharedMemory) {
            collective::RendezvousOptions rendezvous;
            rendezvous.group = options;
            auto connected = collective::connectGroup(directory, "group", rank, size, rendezvous);
            if (!connected.ok()) {
                results[rank] = connected.status();
                return;
            }
            group[rank] = std::move(*connected);
        }
        results[rank] = body(*group[rank]);
    };
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back(runRank, rank);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return results;
}

} // namespace firstlight::test
