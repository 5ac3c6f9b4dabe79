#pragma once

#include "kernels/base/bfloat16.h"
#include "kernels/base/float16.h"
#include "kernels/cpu/cpu_operators.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

// What the kernel tests share: every test runs for each instruction set of the machine and for one and two threads.
namespace firstlight::kernels::test {

struct Device {
    Device(Isa isa, int threadCount) : pool(threadCount), context(pool), operators(cpuOperators(isa)) {}

    ThreadPool pool;
    Context context;
    const OperatorTable& operators;
};

// Adds the columns "isa" and "threads"; call before addRow.
inline void addDeviceColumns()
{
    QTest::addColumn<int>("isa");
    QTest::addColumn<int>("threads");
}

// Calls addRow(isa, threads, label) for each device; addRow adds the test's own rows.
template <typename AddRow>
void forEachDevice(const AddRow& addRow)
{
    for (const Isa isa : availableIsas()) {
        for (const int threads : {1, 2}) {
            addRow(static_cast<int>(isa), threads, QByteArray(isaName(isa)) + " x" + QByteArray::number(threads));
        }
    }
}

inline void addDeviceRows()
{
    addDeviceColumns();
    forEachDevice(
        [](int isa, int threads, const QByteArray& label) { QTest::newRow(label.constData()) << isa << threads; });
}

inline std::vector<float> randomFloats(std::int64_t count, unsigned seed, float scale = 1.0F)
{
    std::mt19937 engine(seed);
    std::vector<float> result(static_cast<std::size_t>(count));
    for (float& value : result) {
        value = scale * (static_cast<float>(engine() % 20001) / 10000.0F - 1.0F);
    }
    return result;
}

// A matrix in one of the weight types, with the values that it really holds.
struct Weights {
    Weights(ElementType elementType, std::int64_t rowCount, std::int64_t columnCount, unsigned seed)
        : type(elementType), rows(rowCount), columns(columnCount), values(randomFloats(rowCount * columnCount, seed))
    {
        for (float& value : values) {
            if (type == ElementType::BF16) {
                halves.push_back(floatToBfloat16(value));
                value = bfloat16ToFloat(halves.back());
            } else if (type == ElementType::F16) {
                halves.push_back(floatToFloat16(value));
                value = float16ToFloat(halves.back());
            }
        }
    }

    const void* data() const
    {
        return type == ElementType::F32 ? static_cast<const void*>(values.data()) : halves.data();
    }
    WeightView view() const { return denseWeights(data(), type, rows, columns); }
    double at(std::int64_t row, std::int64_t column) const
    {
        return static_cast<double>(values[static_cast<std::size_t>(row * columns + column)]);
    }

    ElementType type;
    std::int64_t rows;
    std::int64_t columns;
    std::vector<float> values;
    std::vector<std::uint16_t> halves;
};

// The largest difference, in units of max(1, |expected|); infinite where one is NaN or the sizes differ.
inline double worstError(const std::vector<float>& actual, const std::vector<double>& expected)
{
    double worst = actual.size() == expected.size() ? 0.0 : INFINITY;
    for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
        const double error =
            std::abs(static_cast<double>(actual[i]) - expected[i]) / std::max(1.0, std::abs(expected[i]));
        worst = error <= worst ? worst : std::isnan(error) ? INFINITY : error;
    }
    return worst;
}

inline bool sameBits(const float* a, const float* b, std::int64_t count)
{
    return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(float)) == 0;
}

} // namespace firstlight::kernels::test

// Inside a test function whose data has the device columns.
#define FETCH_DEVICE(device)                                                                                           \
    QFETCH(int, isa);                                                                                                  \
    QFETCH(int, threads);                                                                                              \
    firstlight::kernels::test::Device device(static_cast<firstlight::kernels::Isa>(isa), threads)

#define COMPARE_WITHIN(actual, expected, tolerance)                                                                    \
    do {                                                                                                               \
        const double worst = firstlight::kernels::test::worstError(actual, expected);                                  \
        QVERIFY2(worst <= (tolerance), qPrintable(QStringLiteral("worst error %1").arg(worst)));                       \
    } while (false)
