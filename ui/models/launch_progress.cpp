#include "ui/models/launch_progress.h"

#include <algorithm>

namespace firstlight::ui {
namespace {

using namespace std::chrono_literals;

bool isLong(std::chrono::nanoseconds elapsed, Milliseconds usual)
{
    return usual > 0ms && elapsed > usual + usual / 2 && elapsed > usual + 500ms;
}

const StageRecord* recordOf(const DeploymentState& state, Stage stage)
{
    const auto found = std::ranges::find(state.stages, stage, &StageRecord::stage);
    return found == state.stages.end() ? nullptr : &*found;
}

double fractionOf(const StageRecord& record)
{
    double done = 0;
    double total = 0;
    for (const RankProgress& rank : record.ranks) {
        done += static_cast<double>(rank.finished ? std::max(rank.total, rank.done) : rank.done);
        total += static_cast<double>(std::max(rank.total, rank.done));
    }
    return total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0;
}

int waitsFor(const StageRecord& record)
{
    const auto unfinished = std::ranges::count(record.ranks, false, &RankProgress::finished);
    if (unfinished != 1 || record.ranks.size() < 2) {
        return kNoRank;
    }
    return std::ranges::find(record.ranks, false, &RankProgress::finished)->rank;
}

// When what was running stopped running, for stages that were cut off.
TimePoint endOfAll(const DeploymentState& state, TimePoint now)
{
    if (!isOver(state)) {
        return now;
    }
    if (isKnown(state.failure.time)) {
        return state.failure.time;
    }
    TimePoint last = state.created;
    for (const StageRecord& record : state.stages) {
        last = std::max({last, record.start, record.end});
    }
    return last;
}

// Somebody stopped the bring-up in this stage.
bool isCutOff(const StageRecord& record, const DeploymentState& state)
{
    if (!isOver(state) || state.failure.isSet() || recordOf(state, Stage::Serving) != nullptr) {
        return false;
    }
    return std::ranges::none_of(state.stages, [&](const StageRecord& other) {
        return other.stage != Stage::Stopped && other.start > record.start;
    });
}

LaunchStep stepOf(const StageRecord& record, const DeploymentState& state, TimePoint now)
{
    LaunchStep step;
    step.stage = record.stage;
    step.usual = record.usualDuration;
    step.summary = record.summary;
    const bool open = !isKnown(record.end);
    const std::chrono::nanoseconds elapsed = (open ? endOfAll(state, now) : record.end) - record.start;
    step.elapsed = std::max(0us, std::chrono::duration_cast<std::chrono::microseconds>(elapsed));
    step.longerThanUsual = record.stage != Stage::Serving && isLong(step.elapsed, step.usual);
    if (state.failure.isSet() && state.failure.stage == record.stage) {
        step.state = StepState::Failed;
    } else if (record.stage == Stage::Serving) {
        step.state = state.stage == Stage::Serving ? StepState::Active : StepState::Done;
    } else if (isCutOff(record, state)) {
        step.state = StepState::CutOff;
    } else {
        step.state = open && !isOver(state) ? StepState::Active : StepState::Done;
    }
    if (step.state == StepState::Active) {
        step.fraction = fractionOf(record);
        step.waitsForRank = waitsFor(record);
    }
    return step;
}

} // namespace

LaunchPhase phaseOf(Stage stage)
{
    switch (stage) {
    case Stage::Rendezvous:
    case Stage::CommCheck:
        return LaunchPhase::Connect;
    case Stage::ReadMetadata:
    case Stage::Validate:
        return LaunchPhase::Read;
    case Stage::Allocate:
        return LaunchPhase::Allocate;
    case Stage::StreamWeights:
    case Stage::ReleaseHostCache:
        return LaunchPhase::Load;
    case Stage::WarmUp:
        return LaunchPhase::WarmUp;
    case Stage::TextProbe:
    case Stage::ImageProbe:
    case Stage::RepeatabilityProbe:
        return LaunchPhase::Probe;
    case Stage::Serving:
        return LaunchPhase::Serving;
    case Stage::Failed:
        return LaunchPhase::Failed;
    default:
        return LaunchPhase::Prepare;
    }
}

std::vector<LaunchStep> launchSteps(const DeploymentState& state, TimePoint now)
{
    std::vector<LaunchStep> steps;
    for (const Stage stage : kBringUpStages) {
        if (const StageRecord* record = recordOf(state, stage)) {
            steps.push_back(stepOf(*record, state, now));
            continue;
        }
        LaunchStep step;
        step.stage = stage;
        const bool failedHere = state.failure.isSet() && state.failure.stage == stage;
        const bool passed = state.stage != Stage::Failed && state.stage != Stage::Stopped && state.stage > stage;
        step.state = failedHere ? StepState::Failed : passed ? StepState::Skipped : StepState::Waiting;
        steps.push_back(step);
    }
    return steps;
}

std::optional<LaunchStep> currentStep(const std::vector<LaunchStep>& steps)
{
    for (const StepState wanted : {StepState::Failed, StepState::Active}) {
        const auto found = std::ranges::find(steps, wanted, &LaunchStep::state);
        if (found != steps.end()) {
            return *found;
        }
    }
    return std::nullopt;
}

namespace {

class TimelineBuilder
{
public:
    TimelineBuilder(const DeploymentState& state, TimePoint now) : m_state(state), m_end(endOfAll(state, now))
    {
        m_timeline.rows.push_back({});
        for (const RankStatus& rank : state.ranks) {
            m_timeline.rows.push_back({rank.rank, rank.node, {}});
        }
    }

    LaunchTimeline build()
    {
        for (const StageRecord& record : m_state.stages) {
            if (record.stage < Stage::Serving) {
                add(record);
            }
        }
        return std::move(m_timeline);
    }

private:
    void add(const StageRecord& record)
    {
        if (record.ranks.empty()) {
            addBar(m_timeline.rows.front(), record, record.start, record.end, false);
            return;
        }
        const int slow = waitsFor(record);
        for (const RankProgress& progress : record.ranks) {
            const auto row = std::ranges::find(m_timeline.rows, progress.rank, &TimelineRow::rank);
            if (row != m_timeline.rows.end()) {
                const TimePoint start = isKnown(progress.start) ? progress.start : record.start;
                const TimePoint end = isKnown(progress.end) || !progress.finished ? progress.end : record.end;
                addBar(*row, record, start, isKnown(end) ? end : record.end, slow == progress.rank);
            }
        }
    }

    void addBar(TimelineRow& row, const StageRecord& record, TimePoint start, TimePoint end, bool awaited)
    {
        TimelineBar bar;
        bar.stage = record.stage;
        bar.running = !isKnown(end) && !isOver(m_state);
        const TimePoint until = isKnown(end) ? end : std::max(start, m_end);
        bar.start = seconds(start);
        bar.end = seconds(until);
        bar.usualEnd = record.usualDuration > 0ms ? seconds(start + record.usualDuration) : 0;
        bar.longerThanUsual = isLong(until - start, record.usualDuration);
        bar.othersWaitForIt = awaited && bar.running;
        row.bars.push_back(bar);
        m_timeline.duration = std::max(m_timeline.duration, bar.end);
    }

    [[nodiscard]] double seconds(TimePoint time) const
    {
        const TimePoint origin = m_state.stages.empty() ? m_state.created : m_state.stages.front().start;
        return std::max(0.0, std::chrono::duration<double>(time - origin).count());
    }

    const DeploymentState& m_state;
    const TimePoint m_end;
    LaunchTimeline m_timeline;
};

} // namespace

LaunchTimeline launchTimeline(const DeploymentState& state, TimePoint now)
{
    return TimelineBuilder(state, now).build();
}

} // namespace firstlight::ui
