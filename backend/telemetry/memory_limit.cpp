#include "backend/telemetry/memory_limit.h"

#include "backend/telemetry/proc_files.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace firstlight::telemetry {
namespace {

// The folders of the memory controller for a process, version 2 and version 1: lines "0::/path" and "4:memory:/path".
std::vector<std::string> memoryGroups(pid_t pid, const KernelRoots& roots)
{
    const std::string text = readKernelFile(roots.proc + "/" + std::to_string(pid) + "/cgroup");
    std::vector<std::string> folders;
    for (const auto& [marker, folder] : {std::pair{"0::", "/"}, std::pair{":memory:", "/memory/"}}) {
        const std::size_t place = text.find(marker);
        if (place != std::string::npos) {
            const std::size_t begin = place + std::string_view(marker).size() + 1; // past the path's first slash
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            folders.push_back(roots.cgroup + folder + (begin < end ? text.substr(begin, end - begin) : ""));
            // Inside a container the path is that of the host, and the group itself lies at the root.
            folders.push_back(roots.cgroup + folder);
        }
    }
    return folders;
}

std::optional<std::int64_t> parseWhole(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt; // version 2 says "max" for no limit
}

} // namespace

std::int64_t usableMemoryBytes(pid_t pid, const KernelRoots& roots)
{
    std::int64_t usable = parseMemoryField(readKernelFile(roots.proc + "/meminfo"), "MemTotal").value_or(0);
    for (const std::string& group : memoryGroups(pid, roots)) {
        for (const char* file : {"/memory.max", "/memory.limit_in_bytes"}) {
            if (const auto limit = parseWhole(readKernelFile(group + file)); limit && *limit > 0) {
                usable = std::min(usable, *limit);
            }
        }
    }
    return usable;
}

std::optional<std::int64_t> outOfMemoryKills(pid_t pid, const KernelRoots& roots)
{
    for (const std::string& group : memoryGroups(pid, roots)) {
        for (const char* file : {"/memory.events", "/memory.oom_control"}) {
            if (const auto count = parseCounter(readKernelFile(group + file), "oom_kill")) {
                return count;
            }
        }
    }
    return parseCounter(readKernelFile(roots.proc + "/vmstat"), "oom_kill");
}

} // namespace firstlight::telemetry
