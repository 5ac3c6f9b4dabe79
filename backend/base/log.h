// Log records: one line each on standard error, in a form that the parent process reads back.
//
// A line is "<UTC time> <severity, 7 columns> <program> <message>", for example
//   2025-01-31T08:15:30.123456Z INFO    firstlight-agent node0: rank 1 started, process 4711
// A Logger is a small value: copy it and pass it down. Safe to use from any thread.
#pragma once

#include "backend/base/clock.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::base {

enum class LogSeverity { kDebug, kInfo, kWarning, kError };

struct LogRecord {
    SystemTime time;
    LogSeverity severity = LogSeverity::kInfo;
    std::string program;
    std::string message;
};

using LogSink = std::function<void(const LogRecord&)>; // called on the logging thread; must be thread-safe

class Logger
{
public:
    // A logger that drops everything.
    Logger() = default;
    Logger(std::string program, LogSink sink) : m_program(std::move(program)), m_sink(std::move(sink)) {}

    void log(LogSeverity severity, std::string_view message) const;
    void debug(std::string_view message) const { log(LogSeverity::kDebug, message); }
    void info(std::string_view message) const { log(LogSeverity::kInfo, message); }
    void warning(std::string_view message) const { log(LogSeverity::kWarning, message); }
    void error(std::string_view message) const { log(LogSeverity::kError, message); }

private:
    std::string m_program;
    LogSink m_sink;
};

// Writes each record as one line with a single write(2), so that lines of several threads never mix.
LogSink standardErrorSink();

std::string_view severityName(LogSeverity severity); // "DEBUG", "INFO", "WARNING", "ERROR"

// One line without its end; line breaks and control characters of the message are escaped.
std::string formatLogRecord(const LogRecord& record);

// The inverse of formatLogRecord; nothing when the line was written by something else.
std::optional<LogRecord> parseLogLine(std::string_view line);

} // namespace firstlight::base
