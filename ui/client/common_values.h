// Values that every part of the console uses: plain, comparable, movable between threads.
//
// Conventions: bytes as std::int64_t, times as TimePoint of the system clock (the controller's clock for everything
// the controller sent); a default-made TimePoint means "unknown" or "not yet".
#pragma once

#include "ui/client/ids.h"

#include <QMap>
#include <QString>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace firstlight::ui {

using TimePoint = std::chrono::sys_time<std::chrono::nanoseconds>;
using Milliseconds = std::chrono::milliseconds;

// The present time; handed in so that tests choose it.
using Clock = std::function<TimePoint()>;
[[nodiscard]] inline TimePoint systemNow()
{
    return std::chrono::system_clock::now();
}
[[nodiscard]] inline bool isKnown(TimePoint time)
{
    return time != TimePoint{};
}
[[nodiscard]] inline TimePoint fromUnixNs(std::int64_t ns)
{
    return TimePoint(std::chrono::nanoseconds(ns));
}
[[nodiscard]] inline double toSeconds(TimePoint time)
{
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

// The stages of a deployment, in order; any may go to Failed.
enum class Stage {
    Unknown,
    Preflight,
    Plan,
    Launch,
    Rendezvous,
    CommCheck,
    ReadMetadata,
    Validate,
    Allocate,
    StreamWeights,
    ReleaseHostCache,
    WarmUp,
    TextProbe,
    ImageProbe,
    RepeatabilityProbe,
    Serving,
    Draining,
    Stopped,
    Failed,
};

// From the first stage to Serving: what a bring-up goes through.
inline constexpr std::array kBringUpStages = {
    Stage::Preflight,    Stage::Plan,      Stage::Launch,     Stage::Rendezvous,         Stage::CommCheck,
    Stage::ReadMetadata, Stage::Validate,  Stage::Allocate,   Stage::StreamWeights,      Stage::ReleaseHostCache,
    Stage::WarmUp,       Stage::TextProbe, Stage::ImageProbe, Stage::RepeatabilityProbe, Stage::Serving,
};

// What memory is used for; the same names in the estimate and in measurements.
enum class MemoryClass {
    Unknown,
    Weights,
    KvCache,
    State,
    Activations,
    Workspace,
    Comm,
    Vision,
    Graphs,
    Reserved,
    OtherProcess,
};

inline constexpr std::array kMemoryClasses = {
    MemoryClass::Weights,   MemoryClass::KvCache,      MemoryClass::State,  MemoryClass::Activations,
    MemoryClass::Workspace, MemoryClass::Comm,         MemoryClass::Vision, MemoryClass::Graphs,
    MemoryClass::Reserved,  MemoryClass::OtherProcess,
};

enum class Severity { Unknown, Debug, Info, Warning, Error };

struct MemoryAmount {
    MemoryClass memoryClass = MemoryClass::Unknown;
    std::int64_t bytes = 0;

    bool operator==(const MemoryAmount&) const = default;
};

[[nodiscard]] inline std::int64_t totalBytes(const std::vector<MemoryAmount>& amounts)
{
    std::int64_t sum = 0;
    for (const MemoryAmount& amount : amounts) {
        sum += amount.bytes;
    }
    return sum;
}

// Why something failed: a reason's id and its arguments (said in the user's language by failure_text.h), and the
// backend's own English for reasons that this console does not know.
struct Failure {
    QString reason;
    QMap<QString, QString> arguments;
    QString what;
    QString nextStep;
    Stage stage = Stage::Unknown;
    int rank = kNoRank;
    QString node;
    TimePoint time;

    bool operator==(const Failure&) const = default;
    [[nodiscard]] bool isSet() const { return !reason.isEmpty() || !what.isEmpty(); }
};

struct Event {
    std::int64_t sequence = 0; // increases by one per controller
    TimePoint time;
    DeploymentId deployment;
    QString node;
    int rank = kNoRank;
    Stage stage = Stage::Unknown;
    Severity severity = Severity::Unknown;
    QString kind; // "stage_started", "stage_finished", "rank_exited", "failure", "node_lost", ...
    QString message;
    QMap<QString, QString> arguments;

    bool operator==(const Event&) const = default;
};

struct LogLine {
    std::int64_t sequence = 0; // increases by one per controller
    TimePoint time;
    DeploymentId deployment;
    QString node;
    int rank = kNoRank;
    QString program;
    Severity severity = Severity::Unknown;
    QString text;

    bool operator==(const LogLine&) const = default;
};

struct LogChunk {
    std::vector<LogLine> lines;    // oldest first
    std::int64_t droppedTotal = 0; // lines lost on the way since the connection began

    bool operator==(const LogChunk&) const = default;
};

} // namespace firstlight::ui
