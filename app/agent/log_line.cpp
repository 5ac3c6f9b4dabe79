#include "app/agent/log_line.h"

#include "backend/base/log.h"
#include "backend/rpc/log_severity.h"

#include <nlohmann/json.hpp>

namespace firstlight::agent {
namespace {

// Strings of messages must be UTF-8; what a process prints may be anything.
std::string validUtf8(std::string_view text)
{
    const nlohmann::json value = std::string(text);
    return nlohmann::json::parse(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        .get<std::string>();
}

} // namespace

v1::LogLine makeLogLine(std::string_view line, const std::string& program, base::SystemTime now)
{
    v1::LogLine result;
    if (const auto record = base::parseLogLine(line)) {
        result.set_time_unix_ns(base::unixNanoseconds(record->time));
        result.set_program(validUtf8(record->program));
        result.set_severity(rpc::toMessage(record->severity));
        result.set_text(validUtf8(record->message));
    } else {
        result.set_time_unix_ns(base::unixNanoseconds(now));
        result.set_program(program);
        result.set_severity(v1::SEVERITY_INFO);
        result.set_text(validUtf8(line));
    }
    return result;
}

} // namespace firstlight::agent
