// A bring-up as steps and as bars on a time axis: pure functions of a deployment's state and the present time, so that
// the widgets that show them only paint.
#pragma once

#include "ui/client/deployment_values.h"

#include <optional>

namespace firstlight::ui {

// What a stage belongs to; the stages of one phase share a colour.
enum class LaunchPhase { Prepare, Connect, Read, Allocate, Load, WarmUp, Probe, Serving, Failed };

// The phases of a bring-up, in order.
inline constexpr std::array kBringUpPhases = {LaunchPhase::Prepare,  LaunchPhase::Connect, LaunchPhase::Read,
                                              LaunchPhase::Allocate, LaunchPhase::Load,    LaunchPhase::WarmUp,
                                              LaunchPhase::Probe};

[[nodiscard]] LaunchPhase phaseOf(Stage stage);

enum class StepState { Waiting, Active, Done, Failed, Skipped, CutOff }; // CutOff: stopped before it was done

struct LaunchStep {
    Stage stage = Stage::Unknown;
    StepState state = StepState::Waiting;
    std::chrono::microseconds elapsed{}; // so far, or in all
    Milliseconds usual{};                // 0: unknown
    double fraction = 0;                 // 0 to 1, of an active step that counts its progress
    bool longerThanUsual = false;        // by half and at least half a second
    int waitsForRank = kNoRank;          // the one rank that has not finished while all others have
    QString summary;

    bool operator==(const LaunchStep&) const = default;
};

// Every stage from Preflight to Serving, in order.
[[nodiscard]] std::vector<LaunchStep> launchSteps(const DeploymentState& state, TimePoint now);

// The step that runs or failed, if any.
[[nodiscard]] std::optional<LaunchStep> currentStep(const std::vector<LaunchStep>& steps);

struct TimelineBar {
    Stage stage = Stage::Unknown;
    double start = 0; // seconds since the deployment began
    double end = 0;
    double usualEnd = 0; // where it would have ended; 0: unknown
    bool running = false;
    bool longerThanUsual = false;
    bool othersWaitForIt = false;

    bool operator==(const TimelineBar&) const = default;
};

struct TimelineRow {
    int rank = kNoRank; // kNoRank: the controller's own stages
    QString node;
    std::vector<TimelineBar> bars;

    bool operator==(const TimelineRow&) const = default;
};

struct LaunchTimeline {
    double duration = 1; // seconds, at least one
    std::vector<TimelineRow> rows;

    bool operator==(const LaunchTimeline&) const = default;
};

// Until ready, failed or `now`: the controller first, then one row a rank.
[[nodiscard]] LaunchTimeline launchTimeline(const DeploymentState& state, TimePoint now);

} // namespace firstlight::ui
