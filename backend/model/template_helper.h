// The process that renders chat templates: started, spoken with, stopped when it takes too long, started again.
//
// Not thread-safe: one call at a time. The child ends with this object.
#pragma once

#include "backend/base/file.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace firstlight::model {

// The helper's program (chat_template_helper.py).
extern const char* const kTemplateHelperScript;

class TemplateHelper
{
public:
    explicit TemplateHelper(std::int64_t memoryBytes) : m_memoryBytes(memoryBytes) {}
    ~TemplateHelper() { stop(); }
    TemplateHelper(const TemplateHelper&) = delete;
    TemplateHelper& operator=(const TemplateHelper&) = delete;

    bool running() const { return m_process > 0; }
    absl::Status start(); // kProgramMissing
    void stop();          // kills it

    // Sends a request and waits for the answer at most `wait`. After a failure the helper is stopped. DeadlineExceeded:
    // no answer in time; Unavailable: the helper ended (the message says how).
    absl::StatusOr<nlohmann::ordered_json> call(const nlohmann::ordered_json& request, std::chrono::milliseconds wait);

private:
    using Clock = std::chrono::steady_clock;

    absl::Status sendAll(std::string_view data, Clock::time_point end);
    absl::Status receiveAll(char* data, std::size_t size, Clock::time_point end);
    absl::Status waitFor(short events, Clock::time_point end);
    absl::StatusOr<nlohmann::ordered_json> exchange(const nlohmann::ordered_json& request, Clock::time_point end);
    absl::StatusOr<nlohmann::ordered_json> receive(Clock::time_point end);
    absl::StatusOr<nlohmann::ordered_json>
    checked(absl::StatusOr<nlohmann::ordered_json> answer); // stops the helper after a failure
    absl::Status describeEnd();

    std::int64_t m_memoryBytes;
    pid_t m_process = -1;
    base::FileDescriptor m_socket;
};

} // namespace firstlight::model
