#include "backend/collective/event_wait.h"

#include <climits>
#include <thread>

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace firstlight::collective {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr nanoseconds kSpinWithOwnProcessor{50'000};
constexpr nanoseconds kSpinWithSharedProcessor{2'000};

void relax()
{
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

int availableProcessors()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0) {
        return CPU_COUNT(&set);
    }
    return static_cast<int>(std::thread::hardware_concurrency());
}

long futex(EventWord& word, int operation, std::uint32_t value, const timespec* timeout)
{
    return ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word.value), operation, value, timeout, nullptr, 0);
}

} // namespace

nanoseconds spinDuration(int rankCount)
{
    return rankCount <= availableProcessors() ? kSpinWithOwnProcessor : kSpinWithSharedProcessor;
}

void advance(EventWord& word, std::uint32_t value)
{
    // Sequentially consistent with the counting in sleepUntilChanged(): either we see the waiter, or it sees the value.
    word.value.store(value, std::memory_order_seq_cst);
    if (word.waiters.load(std::memory_order_seq_cst) != 0) {
        wakeAll(word);
    }
}

void wakeAll(EventWord& word)
{
    futex(word, FUTEX_WAKE, INT_MAX, nullptr);
}

bool spinUntilReached(const EventWord& word, std::uint32_t target, const std::atomic<std::uint32_t>& stop,
                      nanoseconds duration)
{
    constexpr int kLooksPerTimeCheck = 64;
    const auto end = steady_clock::now() + duration;
    do {
        for (int look = 0; look < kLooksPerTimeCheck; ++look) {
            if (hasReached(word, target)) {
                return true;
            }
            relax();
        }
    } while (stop.load(std::memory_order_relaxed) == 0 && steady_clock::now() < end);
    return false;
}

void sleepUntilChanged(EventWord& word, std::uint32_t target, std::chrono::milliseconds limit)
{
    word.waiters.fetch_add(1, std::memory_order_seq_cst);
    const std::uint32_t seen = word.value.load(std::memory_order_seq_cst);
    if (static_cast<std::int32_t>(seen - target) < 0) {
        const timespec timeout{limit.count() / 1000, limit.count() % 1000 * 1'000'000};
        futex(word, FUTEX_WAIT, seen, &timeout);
    }
    word.waiters.fetch_sub(1, std::memory_order_seq_cst);
}

} // namespace firstlight::collective
