#include "backend/collective/comm_check.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <span>

namespace firstlight::collective {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kPingBytes = 8;
constexpr int kWarmUpRounds = 3;
constexpr int kLeastRounds = 3; // however slow
constexpr int kCollectives = 3;

// The first byte of each message of a pair: whether another follows.
constexpr std::byte kGoOn{0};
constexpr std::byte kLast{1};

double microsecondsSince(steady_clock::time_point start)
{
    return std::chrono::duration<double, std::micro>(steady_clock::now() - start).count();
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Counts rounds until enough are done, or the time is over and the least number is done.
class RoundCounter
{
public:
    RoundCounter(int rounds, std::chrono::nanoseconds budget) : m_rounds(rounds), m_end(steady_clock::now() + budget) {}

    bool isLast()
    {
        ++m_done;
        return m_done >= m_rounds || (m_done >= kLeastRounds && steady_clock::now() >= m_end);
    }

private:
    const int m_rounds;
    const steady_clock::time_point m_end;
    int m_done = 0;
};

// Each measurement's share of the whole time.
std::chrono::nanoseconds measurementBudget(const CommCheckOptions& options, int ranks)
{
    const auto measurements = 2 * ranks * (ranks - 1) + kCollectives * static_cast<int>(options.collectiveBytes.size());
    return std::chrono::nanoseconds(options.budget) / std::max(1, measurements);
}

std::vector<std::byte> pattern(int rank, std::size_t size)
{
    std::vector<std::byte> data(size);
    std::uint32_t state = 0x9E3779B9U * static_cast<std::uint32_t>(rank + 1);
    for (std::byte& value : data) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<std::byte>(state >> 24);
    }
    return data;
}

// Measures pairs, one after the other so that they do not disturb each other.
class PairMeter
{
public:
    PairMeter(Communicator& group, const CommCheckOptions& options)
        : m_group(group)
        , m_options(options)
        , m_budget(measurementBudget(options, group.size()))
        , m_large(static_cast<std::size_t>(options.bandwidthBytes))
    {
    }

    absl::Status measure(int from, int to, PairTiming& timing)
    {
        timing.from = from;
        timing.to = to;
        FIRSTLIGHT_RETURN_IF_ERROR(m_group.barrier());
        if (m_group.rank() == from) {
            return lead(to, timing);
        }
        return m_group.rank() == to ? follow(from) : absl::OkStatus();
    }

private:
    // The median time of a round trip: `outgoing` there, a short answer back.
    absl::StatusOr<double> rounds(int count, std::span<std::byte> outgoing, int peer)
    {
        std::vector<double> times;
        RoundCounter counter(count + kWarmUpRounds, m_budget);
        for (bool last = false; !last;) {
            last = counter.isLast();
            outgoing[0] = last ? kLast : kGoOn;
            const auto start = steady_clock::now();
            FIRSTLIGHT_RETURN_IF_ERROR(m_group.send(outgoing, peer));
            FIRSTLIGHT_RETURN_IF_ERROR(m_group.receive(m_answer, peer));
            times.push_back(microsecondsSince(start));
        }
        const auto warmUp = std::min<std::ptrdiff_t>(kWarmUpRounds, static_cast<std::ptrdiff_t>(times.size()) - 1);
        times.erase(times.begin(), times.begin() + warmUp);
        return median(std::move(times));
    }

    absl::Status lead(int to, PairTiming& timing)
    {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const double smallUs, rounds(m_options.latencyRounds, m_small, to));
        FIRSTLIGHT_ASSIGN_OR_RETURN(const double largeUs, rounds(m_options.bandwidthRounds, m_large, to));
        timing.latencyUs = smallUs / 2;
        // What the short answer took is not part of the way there.
        const double oneWayUs = std::max(largeUs - timing.latencyUs, 1e-3);
        timing.bandwidthMbPerS = static_cast<double>(m_large.size()) / oneWayUs;
        return absl::OkStatus();
    }

    absl::Status answer(std::span<std::byte> incoming, int peer)
    {
        do {
            FIRSTLIGHT_RETURN_IF_ERROR(m_group.receive(incoming, peer));
            FIRSTLIGHT_RETURN_IF_ERROR(m_group.send(m_answer, peer));
        } while (incoming[0] == kGoOn);
        return absl::OkStatus();
    }

    absl::Status follow(int from)
    {
        FIRSTLIGHT_RETURN_IF_ERROR(answer(m_small, from));
        return answer(m_large, from);
    }

    Communicator& m_group;
    const CommCheckOptions& m_options;
    const std::chrono::nanoseconds m_budget;
    std::vector<std::byte> m_large;
    std::vector<std::byte> m_small{kPingBytes};
    std::vector<std::byte> m_answer{kPingBytes};
};

// Each rank knows the timings that it led; afterwards all know all.
absl::Status shareTimings(Communicator& group, std::vector<PairTiming>& pairs)
{
    const std::size_t count = pairs.size();
    std::vector<PairTiming> all(count * static_cast<std::size_t>(group.size()));
    FIRSTLIGHT_RETURN_IF_ERROR(
        group.allGather(std::as_bytes(std::span(pairs)), std::as_writable_bytes(std::span(all))));
    for (std::size_t pair = 0; pair < count; ++pair) {
        pairs[pair] = all[static_cast<std::size_t>(pairs[pair].from) * count + pair];
    }
    return absl::OkStatus();
}

absl::Status measurePairs(Communicator& group, const CommCheckOptions& options, std::vector<PairTiming>& pairs)
{
    PairMeter meter(group, options);
    for (int from = 0; from < group.size(); ++from) {
        for (int to = 0; to < group.size(); ++to) {
            if (from != to) {
                FIRSTLIGHT_RETURN_IF_ERROR(meter.measure(from, to, pairs.emplace_back()));
            }
        }
    }
    return shareTimings(group, pairs);
}

// One collective at one size: prepare, run, and whether the result is exactly what it must be.
struct Case {
    std::string operation;
    std::int64_t bytes = 0;
    double busFactor = 1; // busbw / algbw
    std::function<void()> prepare;
    std::function<absl::Status()> run;
    std::function<bool()> correct;
};

// Whether on any rank the condition holds.
absl::StatusOr<bool> anywhere(Communicator& group, bool condition)
{
    float value = condition ? 1.0F : 0.0F;
    FIRSTLIGHT_RETURN_IF_ERROR(group.allReduce({&value, 1}, ReduceOp::kMax));
    return value != 0.0F;
}

absl::StatusOr<CollectiveResult> measureCase(Communicator& group, const Case& test, int rounds,
                                             std::chrono::nanoseconds budget)
{
    CollectiveResult result{test.operation, test.bytes, 0, 0, 0, true};
    std::vector<double> times;
    RoundCounter counter(rounds, budget);
    for (bool last = false; !last;) {
        test.prepare();
        FIRSTLIGHT_ASSIGN_OR_RETURN(last, anywhere(group, counter.isLast())); // also lets all begin together
        const auto start = steady_clock::now();
        FIRSTLIGHT_RETURN_IF_ERROR(test.run());
        times.push_back(microsecondsSince(start));
        result.correct = result.correct && test.correct();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const bool wrong, anywhere(group, !result.correct));
    result.correct = !wrong;
    result.timeUs = median(std::move(times));
    result.algbwMbPerS = static_cast<double>(test.bytes) / std::max(result.timeUs, 1e-3);
    result.busbwMbPerS = result.algbwMbPerS * test.busFactor;
    return result;
}

// Whole numbers, so that the sum is exact in any order.
float valueAt(int rank, std::size_t index)
{
    return static_cast<float>((index * 7 + static_cast<std::size_t>(rank) * 13) % 1000);
}

class CollectiveMeter
{
public:
    CollectiveMeter(Communicator& group, const CommCheckOptions& options)
        : m_group(group), m_rounds(options.collectiveRounds), m_budget(measurementBudget(options, group.size()))
    {
    }

    absl::Status measure(std::int64_t bytes, std::vector<CollectiveResult>& results)
    {
        for (const Case& test : {allReduceCase(bytes), allGatherCase(bytes), broadcastCase(bytes)}) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(results.emplace_back(), measureCase(m_group, test, m_rounds, m_budget));
        }
        return absl::OkStatus();
    }

private:
    double ranks() const { return m_group.size(); }

    Case allReduceCase(std::int64_t bytes)
    {
        const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(float);
        m_contribution.resize(count);
        m_expectedSum.assign(count, 0.0F);
        for (std::size_t index = 0; index < count; ++index) {
            m_contribution[index] = valueAt(m_group.rank(), index);
            for (int rank = 0; rank < m_group.size(); ++rank) {
                m_expectedSum[index] += valueAt(rank, index);
            }
        }
        return {"all_reduce",
                bytes,
                2 * (ranks() - 1) / ranks(),
                [this] { m_values = m_contribution; },
                [this] { return m_group.allReduce(m_values, ReduceOp::kSum); },
                [this] { return m_values == m_expectedSum; }};
    }

    // `bytes`: of the whole result.
    Case allGatherCase(std::int64_t bytes)
    {
        const std::size_t size = static_cast<std::size_t>(bytes) / static_cast<std::size_t>(m_group.size());
        m_part = pattern(m_group.rank(), size);
        m_expectedWhole.clear();
        for (int rank = 0; rank < m_group.size(); ++rank) {
            const std::vector<std::byte> part = pattern(rank, size);
            m_expectedWhole.insert(m_expectedWhole.end(), part.begin(), part.end());
        }
        return {"all_gather",
                bytes,
                (ranks() - 1) / ranks(),
                [this] { m_whole.assign(m_expectedWhole.size(), std::byte{0}); },
                [this] { return m_group.allGather(m_part, m_whole); },
                [this] { return m_whole == m_expectedWhole; }};
    }

    Case broadcastCase(std::int64_t bytes)
    {
        m_expectedMessage = pattern(0, static_cast<std::size_t>(bytes));
        return {"broadcast",
                bytes,
                1,
                [this] {
                    m_message.assign(m_expectedMessage.size(), std::byte{0});
                    if (m_group.rank() == 0) {
                        m_message = m_expectedMessage;
                    }
                },
                [this] { return m_group.broadcast(m_message, 0); },
                [this] { return m_message == m_expectedMessage; }};
    }

    Communicator& m_group;
    const int m_rounds;
    const std::chrono::nanoseconds m_budget;
    std::vector<float> m_contribution;
    std::vector<float> m_expectedSum;
    std::vector<float> m_values;
    std::vector<std::byte> m_part;
    std::vector<std::byte> m_whole;
    std::vector<std::byte> m_expectedWhole;
    std::vector<std::byte> m_message;
    std::vector<std::byte> m_expectedMessage;
};

std::string verdictOf(const CommCheckResult& result, int ranks)
{
    for (const CollectiveResult& collective : result.collectives) {
        if (!collective.correct) {
            return collective.operation + " of " + std::to_string(collective.messageBytes) +
                   " bytes gave a wrong result.";
        }
    }
    if (result.pairs.empty()) {
        return "One rank, nobody to talk to.";
    }
    const auto slowest = std::ranges::max_element(result.pairs, {}, &PairTiming::latencyUs);
    const auto narrowest = std::ranges::min_element(result.pairs, {}, &PairTiming::bandwidthMbPerS);
    char text[200];
    std::snprintf(
        text, sizeof text,
        "%d ranks talk, every result is exact; slowest pair %d to %d (%.1f us), narrowest %d to %d (%.0f MB/s).", ranks,
        slowest->from, slowest->to, slowest->latencyUs, narrowest->from, narrowest->to, narrowest->bandwidthMbPerS);
    return text;
}

} // namespace

absl::StatusOr<CommCheckResult> runCommCheck(Communicator& group, const CommCheckOptions& options)
{
    CommCheckResult result;
    FIRSTLIGHT_RETURN_IF_ERROR(measurePairs(group, options, result.pairs));
    CollectiveMeter meter(group, options);
    for (const std::int64_t bytes : options.collectiveBytes) {
        FIRSTLIGHT_RETURN_IF_ERROR(meter.measure(bytes, result.collectives));
    }
    result.passed = std::ranges::all_of(result.collectives, &CollectiveResult::correct);
    result.verdict = verdictOf(result, group.size());
    return result;
}

} // namespace firstlight::collective
