#include "backend/base/log.h"

#include <array>
#include <cstdio>
#include <ctime>

#include <unistd.h>

namespace firstlight::base {
namespace {

constexpr std::size_t kTimeColumns = 27; // 2025-01-31T08:15:30.123456Z
constexpr std::size_t kSeverityColumns = 7;
constexpr std::array kSeverities{LogSeverity::kDebug, LogSeverity::kInfo, LogSeverity::kWarning, LogSeverity::kError};

std::string formatTime(SystemTime time)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(time - seconds).count();
    const std::time_t calendar = seconds.time_since_epoch().count();
    std::tm parts{};
    gmtime_r(&calendar, &parts);
    char text[64];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    std::snprintf(text + length, sizeof text - length, ".%06dZ", static_cast<int>(microseconds));
    return text;
}

std::optional<SystemTime> parseTime(const std::string& text)
{
    std::tm parts{};
    const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    int microseconds = 0;
    char end = 0;
    if (rest == nullptr || std::sscanf(rest, ".%6d%c", &microseconds, &end) != 2 || end != 'Z') {
        return std::nullopt;
    }
    return SystemTime(std::chrono::seconds(timegm(&parts))) + std::chrono::microseconds(microseconds);
}

std::optional<LogSeverity> parseSeverity(std::string_view text)
{
    for (const LogSeverity severity : kSeverities) {
        const std::string_view name = severityName(severity);
        if (text.substr(0, name.size()) == name && text.find_first_not_of(' ', name.size()) == std::string_view::npos) {
            return severity;
        }
    }
    return std::nullopt;
}

std::string escaped(std::string_view message)
{
    std::string text;
    text.reserve(message.size());
    for (const char character : message) {
        if (character == '\n') {
            text += "\\n";
        } else if (static_cast<unsigned char>(character) < 0x20 && character != '\t') {
            text += '?';
        } else {
            text += character;
        }
    }
    return text;
}

} // namespace

void Logger::log(LogSeverity severity, std::string_view message) const
{
    if (m_sink) {
        m_sink({std::chrono::system_clock::now(), severity, m_program, std::string(message)});
    }
}

LogSink standardErrorSink()
{
    return [](const LogRecord& record) {
        const std::string line = formatLogRecord(record) + "\n";
        // Nowhere to report that standard error itself cannot be written.
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
    };
}

std::string_view severityName(LogSeverity severity)
{
    switch (severity) {
    case LogSeverity::kDebug:
        return "DEBUG";
    case LogSeverity::kInfo:
        return "INFO";
    case LogSeverity::kWarning:
        return "WARNING";
    case LogSeverity::kError:
        return "ERROR";
    }
    return "INFO";
}

std::string formatLogRecord(const LogRecord& record)
{
    std::string severity(severityName(record.severity));
    severity.resize(kSeverityColumns, ' ');
    return formatTime(record.time) + " " + severity + " " + record.program + " " + escaped(record.message);
}

std::optional<LogRecord> parseLogLine(std::string_view line)
{
    constexpr std::size_t kProgramColumn = kTimeColumns + 1 + kSeverityColumns + 1;
    if (line.size() <= kProgramColumn || line[kTimeColumns] != ' ' || line[kProgramColumn - 1] != ' ') {
        return std::nullopt;
    }
    const auto time = parseTime(std::string(line.substr(0, kTimeColumns)));
    const auto severity = parseSeverity(line.substr(kTimeColumns + 1, kSeverityColumns));
    const std::size_t space = line.find(' ', kProgramColumn);
    if (!time || !severity || space == std::string_view::npos) {
        return std::nullopt;
    }
    return LogRecord{*time, *severity, std::string(line.substr(kProgramColumn, space - kProgramColumn)),
                     std::string(line.substr(space + 1))};
}

} // namespace firstlight::base
