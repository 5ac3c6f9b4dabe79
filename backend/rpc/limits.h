// Every bound of the wire in one place.
#pragma once

#include <chrono>
#include <cstddef>

namespace firstlight::rpc {

// One message. Reports travel whole and carry pictures; everything else stays far below.
inline constexpr int kMaxMessageBytes = 80 << 20;
// Between controller, agents and workers: prompts with pictures are the largest.
inline constexpr int kMaxInternalMessageBytes = 64 << 20;
// Status details travel in metadata, where gRPC's own default of 8 KiB is too little.
inline constexpr int kMaxMetadataBytes = 64 << 10;
// Longer arguments of a failure are cut.
inline constexpr std::size_t kMaxFailureArgumentBytes = 2048;
inline constexpr int kMaxConcurrentStreams = 256;

// What a stream may hold back for a reader that is slow; then the oldest are dropped, or the stream ends.
inline constexpr std::size_t kWatchQueueLength = 256;
inline constexpr std::size_t kTokenQueueLength = 4096;
inline constexpr int kSlicesPerPage = 500;

inline constexpr std::chrono::seconds kKeepaliveInterval{10};
inline constexpr std::chrono::seconds kKeepaliveTimeout{5};
inline constexpr std::chrono::milliseconds kConnectTimeout{10'000}; // of one attempt; a busy host is slow to answer
inline constexpr std::chrono::milliseconds kReconnectInitial{100};
inline constexpr std::chrono::milliseconds kReconnectMaximum{2000};

// Deadlines of calls that only ask or hand over.
inline constexpr std::chrono::seconds kQuickCallTimeout{5};

// Unix sockets: sizeof(sockaddr_un::sun_path) less the end.
inline constexpr std::size_t kMaxSocketPathBytes = 107;

} // namespace firstlight::rpc
