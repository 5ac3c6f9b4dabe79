#include "tests/kernels/kernel_test.h"

#include <atomic>
#include <limits>

using namespace firstlight::kernels;

class TestBase : public QObject
{
    Q_OBJECT

private slots:
    void loopCoversEachIndexOnce_data();
    void loopCoversEachIndexOnce();
    void smallLoopsStayOnTheCaller();
    void oneThreadRunsInline();
    void manyLoopsInARow();
    void bfloat16RoundsToNearestEven();
    void float16MatchesEveryValue();
    void float16Rounds();
    void scratchIsKept();
};

void TestBase::loopCoversEachIndexOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("grain");
    for (const int threads : {1, 2, 5}) {
        for (const int count : {0, 1, 7, 64, 1001}) {
            for (const int grain : {1, 3, 64}) {
                QTest::addRow("%d threads, %d by %d", threads, count, grain) << threads << count << grain;
            }
        }
    }
}

void TestBase::loopCoversEachIndexOnce()
{
    QFETCH(int, threads);
    QFETCH(int, count);
    QFETCH(int, grain);
    ThreadPool pool(threads);
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    std::atomic<bool> aligned = true;
    pool.parallelFor(
        count,
        [&](std::int64_t begin, std::int64_t end) {
            aligned = aligned && begin % grain == 0 && (end == count || end % grain == 0);
            for (std::int64_t i = begin; i < end; ++i) {
                ++visits[static_cast<std::size_t>(i)];
            }
        },
        grain);
    QVERIFY(aligned);
    for (const std::atomic<int>& visit : visits) {
        QCOMPARE(visit.load(), 1);
    }
}

void TestBase::smallLoopsStayOnTheCaller()
{
    ThreadPool pool(4);
    const auto caller = std::this_thread::get_id();
    int calls = 0;
    pool.parallelFor(
        8,
        [&](std::int64_t begin, std::int64_t end) {
            QCOMPARE(std::this_thread::get_id(), caller);
            QCOMPARE(end - begin, 8);
            ++calls;
        },
        8);
    QCOMPARE(calls, 1);
}

void TestBase::oneThreadRunsInline()
{
    ThreadPool pool(1);
    QCOMPARE(pool.threadCount(), 1);
    const auto caller = std::this_thread::get_id();
    pool.parallelFor(100, [&](std::int64_t, std::int64_t) { QCOMPARE(std::this_thread::get_id(), caller); });
}

void TestBase::manyLoopsInARow()
{
    ThreadPool pool(3);
    std::atomic<std::int64_t> total = 0;
    for (int i = 0; i < 2000; ++i) {
        pool.parallelFor(5, [&](std::int64_t begin, std::int64_t end) { total += end - begin; });
    }
    QCOMPARE(total.load(), 10000);
}

void TestBase::bfloat16RoundsToNearestEven()
{
    QCOMPARE(floatToBfloat16(1.0F), std::uint16_t(0x3f80));
    QCOMPARE(floatToBfloat16(std::bit_cast<float>(0x3f808000U)), std::uint16_t(0x3f80)); // tie to even, down
    QCOMPARE(floatToBfloat16(std::bit_cast<float>(0x3f818000U)), std::uint16_t(0x3f82)); // tie to even, up
    QCOMPARE(floatToBfloat16(std::bit_cast<float>(0x3f808001U)), std::uint16_t(0x3f81));
    QCOMPARE(floatToBfloat16(std::numeric_limits<float>::max()), std::uint16_t(0x7f80));
    QCOMPARE(floatToBfloat16(-std::numeric_limits<float>::infinity()), std::uint16_t(0xff80));
    QVERIFY(std::isnan(bfloat16ToFloat(floatToBfloat16(std::bit_cast<float>(0x7f800001U)))));
}

void TestBase::float16MatchesEveryValue()
{
    for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const int exponent = (half >> 10) & 0x1f;
        const int fraction = half & 0x3ff;
        const double sign = (half & 0x8000) != 0 ? -1.0 : 1.0;
        const float value = float16ToFloat(half);
        if (exponent == 31 && fraction != 0) {
            QVERIFY(std::isnan(value) && std::isnan(float16ToFloat(floatToFloat16(value))));
            continue;
        }
        const double magnitude = exponent == 31  ? INFINITY
                                 : exponent == 0 ? std::ldexp(fraction, -24)
                                                 : std::ldexp(1024 + fraction, exponent - 25);
        QCOMPARE(static_cast<double>(value), sign * magnitude);
        QCOMPARE(std::signbit(value), sign < 0);
        QCOMPARE(floatToFloat16(value), half);
    }
}

void TestBase::float16Rounds()
{
    QCOMPARE(floatToFloat16(65519.0F), std::uint16_t(0x7bff));
    QCOMPARE(floatToFloat16(65520.0F), std::uint16_t(0x7c00));
    QCOMPARE(floatToFloat16(1.0F + 0x1p-11F), std::uint16_t(0x3c00)); // tie to even, down
    QCOMPARE(floatToFloat16(1.0F + 0x3p-11F), std::uint16_t(0x3c02)); // tie to even, up
    QCOMPARE(floatToFloat16(0x1p-25F), std::uint16_t(0x0000));        // tie to even at the smallest subnormal
    QCOMPARE(floatToFloat16(0x1.8p-25F), std::uint16_t(0x0001));
}

void TestBase::scratchIsKept()
{
    Scratch scratch;
    void* first = scratch.reserve(1000);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(first) % 64, std::uintptr_t(0));
    std::memset(first, 1, 1000);
    QCOMPARE(scratch.reserve(10), first);
    std::memset(scratch.reserve(100000), 2, 100000);
}

QTEST_GUILESS_MAIN(TestBase)
#include "tst_base.moc"
