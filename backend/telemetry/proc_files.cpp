#include "backend/telemetry/proc_files.h"

#include "backend/base/file.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <functional>

namespace firstlight::telemetry {
namespace {

constexpr std::int64_t kMaxKernelFileBytes = 4 << 20;
constexpr char kBlanks[] = " \t";

// Calls `visit` with each line until it returns true.
void forEachLine(std::string_view text, const std::function<bool(std::string_view)>& visit)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (visit(text.substr(0, end)) || end == std::string_view::npos) {
            return;
        }
        text.remove_prefix(end + 1);
    }
}

std::string_view skipBlanks(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(kBlanks);
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

template <typename Number>
std::optional<Number> takeNumber(std::string_view& text)
{
    text = skipBlanks(text);
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// The rest of the first line that begins with `name` and then one of `separators`.
std::optional<std::string_view> lineAfter(std::string_view text, std::string_view name, std::string_view separators)
{
    std::optional<std::string_view> rest;
    forEachLine(text, [&](std::string_view line) {
        if (line.starts_with(name) && line.size() > name.size() &&
            separators.find(line[name.size()]) != std::string_view::npos) {
            rest = line.substr(name.size());
        }
        return rest.has_value();
    });
    return rest;
}

} // namespace

std::optional<CpuTimes> parseCpuTimes(std::string_view procStat)
{
    auto line = lineAfter(procStat, "cpu", " ");
    if (!line) {
        return std::nullopt;
    }
    // user nice system idle iowait irq softirq steal; what follows is contained in user and nice
    constexpr std::size_t kIdle = 3;
    constexpr std::size_t kIoWait = 4;
    std::array<std::uint64_t, 8> ticks{};
    CpuTimes times;
    for (std::size_t field = 0; field < ticks.size(); ++field) {
        const auto value = takeNumber<std::uint64_t>(*line);
        if (!value) {
            return std::nullopt;
        }
        times.totalTicks += *value;
        times.busyTicks += field == kIdle || field == kIoWait ? 0 : *value;
    }
    return times;
}

std::optional<std::int64_t> parseMemoryField(std::string_view text, std::string_view name)
{
    auto line = lineAfter(text, name, ":");
    if (!line) {
        return std::nullopt;
    }
    line->remove_prefix(1);
    const auto kibibytes = takeNumber<std::int64_t>(*line);
    return kibibytes ? std::optional(*kibibytes * 1024) : std::nullopt;
}

std::optional<std::int64_t> parseCounter(std::string_view text, std::string_view name)
{
    auto line = lineAfter(text, name, kBlanks);
    return line ? takeNumber<std::int64_t>(*line) : std::nullopt;
}

std::optional<double> parseLoadAverage(std::string_view procLoadavg)
{
    return takeNumber<double>(procLoadavg);
}

std::optional<std::uint64_t> parseProcessTicks(std::string_view procPidStat)
{
    const std::size_t nameEnd = procPidStat.rfind(')');
    if (nameEnd == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view rest = skipBlanks(procPidStat.substr(nameEnd + 1));
    constexpr int kFieldsBeforeTimes = 11; // state to cmajflt
    for (int field = 0; field < kFieldsBeforeTimes; ++field) {
        const std::size_t end = rest.find(' ');
        rest = end == std::string_view::npos ? std::string_view() : skipBlanks(rest.substr(end));
    }
    const auto user = takeNumber<std::uint64_t>(rest);
    const auto system = takeNumber<std::uint64_t>(rest);
    return user && system ? std::optional(*user + *system) : std::nullopt;
}

std::string parseCpuInfoField(std::string_view text, std::string_view name)
{
    const auto line = lineAfter(text, name, "\t :");
    const std::size_t colon = line ? line->find(':') : std::string_view::npos;
    return colon == std::string_view::npos ? std::string() : std::string(skipBlanks(line->substr(colon + 1)));
}

std::string parseOsReleaseField(std::string_view text, std::string_view name)
{
    const auto line = lineAfter(text, name, "=");
    if (!line) {
        return "";
    }
    std::string_view value = line->substr(1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
        value = value.substr(1, value.size() - 2);
    }
    return std::string(value);
}

std::string readKernelFile(const std::string& path)
{
    return base::readFile(path, kMaxKernelFileBytes).value_or(std::string());
}

} // namespace firstlight::telemetry
