#include "app/agent/log_line.h"

#include "backend/base/log.h"
#include "backend/base/text.h"
#include "backend/rpc/log_severity.h"

namespace firstlight::agent {

v1::LogLine makeLogLine(std::string_view line, const std::string& program, base::SystemTime now)
{
    v1::LogLine result;
    if (const auto record = base::parseLogLine(line)) {
        result.set_time_unix_ns(base::unixNanoseconds(record->time));
        result.set_program(base::validText(record->program));
        result.set_severity(rpc::toMessage(record->severity));
        result.set_text(base::validText(record->message));
    } else {
        result.set_time_unix_ns(base::unixNanoseconds(now));
        result.set_program(program);
        result.set_severity(v1::SEVERITY_INFO);
        result.set_text(base::validText(line));
    }
    return result;
}

} // namespace firstlight::agent
