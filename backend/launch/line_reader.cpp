#include "backend/launch/line_reader.h"

#include <cerrno>

#include <unistd.h>

namespace firstlight::launch {

bool LineReader::readFrom(int descriptor, const std::function<void(std::string_view)>& onLine)
{
    // Bounded, so that a child that never stops talking does not keep its thread from everything else.
    constexpr int kReadsAtOnce = 16;
    char buffer[16384];
    for (int round = 0; round < kReadsAtOnce; ++round) {
        const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
        if (count > 0) {
            take({buffer, static_cast<std::size_t>(count)}, onLine);
        } else if (count == 0) {
            return false;
        } else if (errno != EINTR) {
            return errno == EAGAIN;
        }
    }
    return true;
}

void LineReader::finish(const std::function<void(std::string_view)>& onLine)
{
    if (!m_partial.empty()) {
        onLine(m_partial);
        m_partial.clear();
    }
}

void LineReader::take(std::string_view data, const std::function<void(std::string_view)>& onLine)
{
    while (!data.empty()) {
        const std::size_t room = kMaxLineBytes - m_partial.size();
        const std::string_view piece = data.substr(0, room);
        const std::size_t end = piece.find('\n');
        m_partial += piece.substr(0, end);
        data.remove_prefix(end == std::string_view::npos ? piece.size() : end + 1);
        if (end != std::string_view::npos || m_partial.size() == kMaxLineBytes) {
            onLine(m_partial);
            m_partial.clear();
        }
    }
}

} // namespace firstlight::launch
