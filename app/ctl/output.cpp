#include "app/ctl/output.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cstdio>

namespace firstlight::ctl {
namespace {

void write(std::FILE* file, std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
}

base::ExitCode exitCodeOf(const absl::Status& status)
{
    static constexpr const FailureReason* kUnavailable[] = {&reasons::kNoController,    &reasons::kControllerNotStarted,
                                                            &reasons::kControllerLost,  &reasons::kAddressInUse,
                                                            &reasons::kStoreInvalid,    &reasons::kUnauthorized,
                                                            &reasons::kVersionMismatch, &reasons::kFolderUnusable};
    const std::string id = base::failureInfo(status).reasonId;
    if (id == reasons::kNoAnswer.id) {
        return base::kExitTimeout;
    }
    const bool unavailable =
        std::ranges::any_of(kUnavailable, [&](const FailureReason* reason) { return reason->id == id; });
    return unavailable ? base::kExitUnavailable : base::kExitFailed;
}

} // namespace

void Output::answer(std::string_view text) const
{
    if (!m_json) {
        write(stdout, text);
    }
}

void Output::document(const nlohmann::ordered_json& json) const
{
    if (m_json) {
        write(stdout, json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    }
}

void Output::note(std::string_view line) const
{
    write(stderr, std::string(line) + "\n");
}

void Output::progress(std::string_view text) const
{
    write(stderr, text);
}

base::ExitCode Output::fail(const absl::Status& status) const
{
    const base::FailureInfo info = base::failureInfo(status);
    std::string line = info.what + " " + info.nextStep;
    std::ranges::replace(line, '\n', ' ');
    note(line);
    return exitCodeOf(status);
}

} // namespace firstlight::ctl
