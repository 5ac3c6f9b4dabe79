// The few socket operations of a rendezvous: Unix stream sockets, whole messages, descriptors, deadlines.
#pragma once

#include "backend/base/file.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <sys/types.h>

namespace firstlight::collective {

// Until when, and who may end it earlier.
struct Patience {
    std::chrono::steady_clock::time_point deadline;
    std::stop_token stop;

    bool over() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= deadline; }
};

struct PeerCredentials {
    pid_t pid = 0;
    uid_t uid = 0;
};

// Listens at `path` (mode 0600), which appears only once connections are accepted; replaces what was there.
absl::StatusOr<base::FileDescriptor> listenLocal(const std::string& path);

// Connects as soon as somebody listens at `path`. Nothing when the patience is over.
std::optional<base::FileDescriptor> connectLocal(const std::string& path, const Patience& patience);

// The next connection. Nothing when the patience is over.
std::optional<base::FileDescriptor> acceptLocal(int listener, const Patience& patience);

std::optional<PeerCredentials> peerCredentials(int socket);

// Sends all bytes, with `descriptors` along the first of them. False: the peer is gone or the patience is over.
bool sendMessage(int socket, std::span<const std::byte> bytes, std::span<const int> descriptors,
                 const Patience& patience);

// Receives exactly bytes.size() bytes, and at most `maxDescriptors` descriptors into `descriptors`.
bool receiveMessage(int socket, std::span<std::byte> bytes, std::vector<base::FileDescriptor>& descriptors,
                    std::size_t maxDescriptors, const Patience& patience);

} // namespace firstlight::collective
