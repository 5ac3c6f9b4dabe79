#include "backend/rpc/log_severity.h"

namespace firstlight::rpc {

v1::Severity toMessage(base::LogSeverity severity)
{
    switch (severity) {
    case base::LogSeverity::kDebug:
        return v1::SEVERITY_DEBUG;
    case base::LogSeverity::kInfo:
        return v1::SEVERITY_INFO;
    case base::LogSeverity::kWarning:
        return v1::SEVERITY_WARNING;
    case base::LogSeverity::kError:
        return v1::SEVERITY_ERROR;
    }
    return v1::SEVERITY_UNSPECIFIED;
}

} // namespace firstlight::rpc
