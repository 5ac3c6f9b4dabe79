#include "backend/control/log_store.h"

#include "backend/base/text.h"
#include "backend/rpc/log_severity.h"

#include <algorithm>
#include <utility>

namespace firstlight::control {
namespace {

constexpr std::size_t kMaxLines = 200'000;
constexpr std::size_t kMaxBytes = 64 << 20;
constexpr std::size_t kMaxLineBytes = 8 << 10;
constexpr int kMaxBatchLines = 1000;
constexpr std::size_t kMaxBatchBytes = 1 << 20;

// Cut at a character boundary: proto strings must be UTF-8.
void shorten(std::string& text)
{
    if (text.size() > kMaxLineBytes) {
        std::size_t end = kMaxLineBytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
            --end;
        }
        text.resize(end);
        text += " [...]";
    }
}

} // namespace

LogStore::LogStore() : m_ring(kMaxLines, kMaxBytes) {}

void LogStore::add(v1::LogLine line)
{
    shorten(*line.mutable_text());
    {
        const std::lock_guard lock(m_mutex);
        line.set_sequence(m_ring.nextSequence());
        const std::size_t bytes = line.ByteSizeLong();
        m_ring.push(std::move(line), bytes);
    }
    m_changes.notify();
}

base::LogSink LogStore::ownSink()
{
    return [this](const base::LogRecord& record) {
        v1::LogLine line;
        line.set_time_unix_ns(base::unixNanoseconds(record.time));
        line.set_rank(-1);
        line.set_program(record.program);
        line.set_severity(rpc::toMessage(record.severity));
        line.set_text(base::validText(record.message));
        add(std::move(line));
    };
}

std::shared_ptr<const v1::LogBatch> LogStore::read(Place& place, v1::Severity minimumSeverity) const
{
    auto batch = std::make_shared<v1::LogBatch>();
    std::size_t bytes = 0;
    const std::lock_guard lock(m_mutex);
    const std::int64_t lost = std::max<std::int64_t>(0, m_ring.firstSequence() - place.sequence - 1);
    // A new reader (place 0) did not lose what was dropped before it came.
    place.droppedCount += place.sequence == 0 ? 0 : lost;
    place.sequence += lost;
    while (batch->lines_size() < kMaxBatchLines && bytes < kMaxBatchBytes) {
        const auto line = m_ring.at(place.sequence + 1);
        if (line == nullptr) {
            break;
        }
        ++place.sequence;
        if (line->severity() >= minimumSeverity) {
            bytes += line->ByteSizeLong();
            *batch->add_lines() = *line;
        }
    }
    batch->set_dropped_count(place.droppedCount);
    return batch->lines_size() == 0 ? nullptr : batch;
}

std::vector<v1::LogLine> LogStore::newest(std::size_t maxCount) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<v1::LogLine> lines;
    const std::int64_t begin =
        std::max(m_ring.firstSequence(), m_ring.nextSequence() - static_cast<std::int64_t>(maxCount));
    for (std::int64_t sequence = begin; sequence < m_ring.nextSequence(); ++sequence) {
        lines.push_back(*m_ring.at(sequence));
    }
    return lines;
}

std::int64_t LogStore::lastSequence() const
{
    const std::lock_guard lock(m_mutex);
    return m_ring.nextSequence() - 1;
}

} // namespace firstlight::control
