// How operations of a SegmentCommunicator fail.
#include "backend/base/failure.h"
#include "backend/collective/event_wait.h"
#include "backend/collective/segment_communicator.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

namespace firstlight::collective {
namespace {

// Whoever writes the text needs microseconds for it, or does not get a processor for a while, or has died.
constexpr std::chrono::milliseconds kAbortTextTimeout{200};

bool abortTextIsThere(const SegmentHeader& header)
{
    const auto deadline = std::chrono::steady_clock::now() + kAbortTextTimeout;
    while (header.abortState.load(std::memory_order_acquire) != kAbortedState) {
        if (std::chrono::steady_clock::now() >= deadline) {
            return false;
        }
        std::this_thread::yield();
    }
    return true;
}

} // namespace

absl::Status SegmentCommunicator::checkAbort() const
{
    const SegmentHeader& header = m_segment.header();
    if (header.abortState.load(std::memory_order_acquire) == kNotAborted) {
        return absl::OkStatus();
    }
    const bool complete = abortTextIsThere(header);
    const std::size_t length = complete ? std::min<std::size_t>(header.abortTextBytes, kMaxAbortTextBytes) : 0;
    const std::string text(header.abortText, length);
    if (complete && header.abortIsMismatch != 0) {
        return base::failure(
            reasons::kCollectiveMismatch, absl::StatusCode::kInternal,
            {{"communicator", name()}, {"sequence", std::to_string(header.abortSequence)}, {"detail", text}});
    }
    return base::failure(reasons::kAborted, absl::StatusCode::kAborted,
                         {{"detail", text.empty() ? "the group " + name() + " was stopped" : text}});
}

void SegmentCommunicator::abort(std::string_view reason)
{
    publishAbort(AbortKind::kStopped, reason);
}

void SegmentCommunicator::publishAbort(AbortKind kind, std::string_view text)
{
    SegmentHeader& header = m_segment.header();
    std::uint32_t expected = kNotAborted;
    if (!header.abortState.compare_exchange_strong(expected, kAbortBeingWritten, std::memory_order_acq_rel)) {
        return; // the first cause stays
    }
    header.abortTextBytes = static_cast<std::uint32_t>(std::min(text.size(), kMaxAbortTextBytes));
    std::memcpy(header.abortText, text.data(), header.abortTextBytes);
    header.abortIsMismatch = kind == AbortKind::kMismatch ? 1 : 0;
    header.abortSequence = kind == AbortKind::kMismatch ? m_sequence : 0;
    header.abortState.store(kAbortedState, std::memory_order_release);
    for (int rank = 0; rank < size(); ++rank) {
        wakeAll(m_segment.slot(rank).arrived);
        for (int other = 0; other < size(); ++other) {
            wakeAll(m_segment.pipe(rank, other).sent);
            wakeAll(m_segment.pipe(rank, other).received);
        }
    }
}

absl::Status SegmentCommunicator::timedOut(const Wait& wait)
{
    const std::string operation = progress().currentOperation;
    const std::string missing = missingRanks(wait);
    const double seconds = std::chrono::duration<double>(m_options.operationTimeout).count();
    char secondsText[32];
    std::snprintf(secondsText, sizeof secondsText, "%g", seconds);
    publishAbort(AbortKind::kStopped, operation + " of " + name() + " timed out on rank " + std::to_string(rank()) +
                                          "; missing: rank " + missing);
    return base::failure(reasons::kCollectiveTimeout, absl::StatusCode::kDeadlineExceeded,
                         {{"operation", operation},
                          {"sequence", std::to_string(m_lastEntered.load(std::memory_order_relaxed))},
                          {"communicator", name()},
                          {"seconds", secondsText},
                          {"missing", missing}});
}

absl::Status SegmentCommunicator::peerDied(int peer)
{
    publishAbort(AbortKind::kStopped,
                 "rank " + std::to_string(peer) + " of " + name() + " ended during " + progress().currentOperation);
    return checkAbort();
}

absl::Status SegmentCommunicator::mismatch(const std::string& detail)
{
    publishAbort(AbortKind::kMismatch, detail);
    return checkAbort();
}

std::string SegmentCommunicator::missingRanks(const Wait& wait) const
{
    if (wait.word != &m_segment.slot(wait.peer).arrived) {
        return std::to_string(wait.peer);
    }
    std::string missing;
    for (int peer = 0; peer < size(); ++peer) {
        if (!hasReached(m_segment.slot(peer).arrived, wait.target)) {
            missing += (missing.empty() ? "" : ", ") + std::to_string(peer);
        }
    }
    return missing.empty() ? std::to_string(wait.peer) : missing; // it came in this very moment
}

std::string SegmentCommunicator::describe(const OperationHeader& header) const
{
    const bool known = header.operation < kOperationCount;
    std::string text = known ? kOperationNames[header.operation] : "an unknown operation";
    text += " number " + std::to_string(header.sequence) + " of " + std::to_string(header.bytes) + " bytes";
    if (header.operation == kBroadcast || header.operation == kMessage) {
        text += " from rank " + std::to_string(header.argument);
    } else if (header.operation == kAllReduce) {
        text += header.argument == static_cast<std::int32_t>(ReduceOp::kMax) ? " (max)" : " (sum)";
    }
    return text;
}

} // namespace firstlight::collective
