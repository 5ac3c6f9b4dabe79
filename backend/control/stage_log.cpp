#include "backend/control/stage_log.h"

#include "backend/base/text.h"

#include <utility>

namespace firstlight::control {

void StageLog::setUsualDurations(std::map<v1::Stage, std::int64_t> milliseconds)
{
    m_usualDurations = std::move(milliseconds);
    for (v1::StageRecord& record : *m_state.mutable_stages()) {
        record.set_usual_duration_ms(m_usualDurations[record.stage()]);
    }
}

const v1::StageRecord* StageLog::current() const
{
    const int count = m_state.stages_size();
    return count == 0 || m_state.stages(count - 1).end_unix_ns() != 0 ? nullptr : &m_state.stages(count - 1);
}

v1::StageRecord* StageLog::current()
{
    return const_cast<v1::StageRecord*>(std::as_const(*this).current());
}

void StageLog::begin(v1::Stage stage, std::chrono::milliseconds stallLimit, int rankCount)
{
    const std::int64_t now = base::unixNanoseconds(m_clock.systemNow());
    m_state.set_stage(stage);
    v1::StageRecord* record = m_state.add_stages();
    record->set_stage(stage);
    record->set_start_unix_ns(now);
    record->set_usual_duration_ms(m_usualDurations[stage]);
    record->set_stall_limit_ms(stallLimit.count());
    for (int rank = 0; rank < rankCount; ++rank) {
        v1::RankProgress* progress = record->add_ranks();
        progress->set_rank(rank);
        progress->set_start_unix_ns(now);
    }
    m_lastProgress = m_clock.steadyNow();
}

v1::RankProgress* StageLog::progressOf(int rank)
{
    v1::StageRecord* record = current();
    return record == nullptr || rank < 0 || rank >= record->ranks_size() ? nullptr : record->mutable_ranks(rank);
}

void StageLog::progress(const v1::RankProgress& progress)
{
    v1::RankProgress* known = progressOf(progress.rank());
    if (known == nullptr || known->finished()) {
        return;
    }
    if (progress.done() != known->done() || progress.total() != known->total()) {
        m_lastProgress = m_clock.steadyNow();
    }
    if (progress.finished()) { // its last numbers are no amount; the answer to the stage's call follows
        return;
    }
    known->set_done(progress.done());
    known->set_total(progress.total());
    known->set_unit(progress.unit());
}

void StageLog::rankFinished(int rank)
{
    if (v1::RankProgress* progress = progressOf(rank)) {
        progress->set_finished(true);
        progress->set_end_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
        m_lastProgress = m_clock.steadyNow();
    }
}

std::chrono::milliseconds StageLog::finish(const std::string& summary)
{
    v1::StageRecord* record = current();
    if (record == nullptr) {
        return {};
    }
    record->set_end_unix_ns(base::unixNanoseconds(m_clock.systemNow()));
    record->set_summary(base::validText(summary));
    return std::chrono::milliseconds((record->end_unix_ns() - record->start_unix_ns()) / 1'000'000);
}

bool StageLog::stalled() const
{
    const v1::StageRecord* record = current();
    return record != nullptr && record->stall_limit_ms() > 0 &&
           m_clock.steadyNow() - m_lastProgress > std::chrono::milliseconds(record->stall_limit_ms());
}

std::vector<int> StageLog::unfinishedRanks() const
{
    std::vector<int> ranks;
    if (const v1::StageRecord* record = current()) {
        for (const v1::RankProgress& progress : record->ranks()) {
            if (!progress.finished()) {
                ranks.push_back(progress.rank());
            }
        }
    }
    return ranks;
}

} // namespace firstlight::control
