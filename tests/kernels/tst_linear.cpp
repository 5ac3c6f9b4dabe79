#include "tests/kernels/kernel_test.h"

using namespace firstlight::kernels;
using namespace firstlight::kernels::test;

namespace {

const char* typeName(ElementType type)
{
    return type == ElementType::F32 ? "f32" : type == ElementType::BF16 ? "bf16" : "f16";
}

struct Shape {
    int rows;
    int inner;
    int outer;
};

// Odd sizes, one and several panels of the inner dimension, fewer and more rows than one conversion pays for.
constexpr Shape kShapes[] = {{1, 1, 1}, {1, 37, 5}, {2, 576, 33}, {5, 1030, 64}, {7, 64, 3}, {29, 2051, 70}};

std::vector<float> runLinear(Device& device, const std::vector<float>& input, const Weights& weights, const float* bias,
                             std::vector<float> output, WriteMode mode)
{
    const auto rows = static_cast<std::int64_t>(input.size()) / weights.columns;
    device.operators.linear(device.context, {.input = input.data(),
                                             .inputStride = weights.columns,
                                             .rows = rows,
                                             .weights = weights.view(),
                                             .bias = bias,
                                             .output = output.data(),
                                             .outputStride = weights.rows,
                                             .mode = mode});
    return output;
}

std::vector<double> expectedLinear(const std::vector<float>& input, const Weights& weights, const float* bias,
                                   const std::vector<float>& start)
{
    std::vector<double> result(start.begin(), start.end());
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i) / weights.rows;
        const auto o = static_cast<std::int64_t>(i) % weights.rows;
        result[i] += bias != nullptr ? static_cast<double>(bias[o]) : 0.0;
        for (std::int64_t k = 0; k < weights.columns; ++k) {
            result[i] +=
                static_cast<double>(input[static_cast<std::size_t>(row * weights.columns + k)]) * weights.at(o, k);
        }
    }
    return result;
}

} // namespace

class TestLinear : public QObject
{
    Q_OBJECT

private slots:
    void matchesDouble_data();
    void matchesDouble();
    void rowsAreTheSameAloneAndInABatch_data() { matchesDouble_data(); }
    void rowsAreTheSameAloneAndInABatch();
    void threadsDoNotChangeBits();
    void stridesAreKept_data() { addDeviceRows(); }
    void stridesAreKept();
    void instructionSetsAgree();
};

void TestLinear::matchesDouble_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("shape");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const ElementType type : {ElementType::F32, ElementType::BF16, ElementType::F16}) {
            for (int shape = 0; shape < static_cast<int>(std::size(kShapes)); ++shape) {
                QTest::addRow("%s %s %dx%dx%d", label.constData(), typeName(type), kShapes[shape].rows,
                              kShapes[shape].inner, kShapes[shape].outer)
                    << isa << threads << static_cast<int>(type) << shape;
            }
        }
    });
}

void TestLinear::matchesDouble()
{
    FETCH_DEVICE(device);
    QFETCH(int, type);
    QFETCH(int, shape);
    const auto [rows, inner, outer] = kShapes[shape];
    const Weights weights(static_cast<ElementType>(type), outer, inner, 1);
    const std::vector<float> input = randomFloats(rows * inner, 2);
    const std::vector<float> bias = randomFloats(outer, 3);
    const std::vector<float> before = randomFloats(rows * outer, 4);
    const std::vector<float> zeros(before.size());
    // Values of the weights are exact, so only the summation in float counts: about sqrt(inner) last places.
    const double tolerance = 1e-6 * std::sqrt(static_cast<double>(inner));
    COMPARE_WITHIN(runLinear(device, input, weights, nullptr, before, WriteMode::Overwrite),
                   expectedLinear(input, weights, nullptr, zeros), tolerance);
    COMPARE_WITHIN(runLinear(device, input, weights, bias.data(), before, WriteMode::Overwrite),
                   expectedLinear(input, weights, bias.data(), zeros), tolerance);
    COMPARE_WITHIN(runLinear(device, input, weights, bias.data(), before, WriteMode::Accumulate),
                   expectedLinear(input, weights, bias.data(), before), tolerance);
}

void TestLinear::rowsAreTheSameAloneAndInABatch()
{
    FETCH_DEVICE(device);
    QFETCH(int, type);
    QFETCH(int, shape);
    const auto [rows, inner, outer] = kShapes[shape];
    const Weights weights(static_cast<ElementType>(type), outer, inner, 1);
    const std::vector<float> input = randomFloats(rows * inner, 2);
    const std::vector<float> together =
        runLinear(device, input, weights, nullptr, std::vector<float>(static_cast<std::size_t>(rows * outer)),
                  WriteMode::Overwrite);
    for (int row = 0; row < rows; ++row) {
        const std::vector<float> one(input.begin() + row * inner, input.begin() + (row + 1) * inner);
        const std::vector<float> alone = runLinear(
            device, one, weights, nullptr, std::vector<float>(static_cast<std::size_t>(outer)), WriteMode::Overwrite);
        QVERIFY(sameBits(alone.data(), together.data() + row * outer, outer));
    }
}

void TestLinear::threadsDoNotChangeBits()
{
    for (const Isa isa : availableIsas()) {
        Device one(isa, 1);
        Device three(isa, 3);
        const Weights weights(ElementType::BF16, 333, 1111, 1);
        const std::vector<float> input = randomFloats(9 * 1111, 2);
        const std::vector<float> zeros(9 * 333);
        QCOMPARE(runLinear(one, input, weights, nullptr, zeros, WriteMode::Overwrite),
                 runLinear(three, input, weights, nullptr, zeros, WriteMode::Overwrite));
    }
}

void TestLinear::stridesAreKept()
{
    FETCH_DEVICE(device);
    const Weights wide(ElementType::BF16, 3, 10, 1); // the weights are columns [2, 8) of it
    const std::vector<float> input = randomFloats(2 * 9, 2);
    std::vector<float> output(2 * 5, 7.0F);
    device.operators.linear(device.context, {.input = input.data() + 1,
                                             .inputStride = 9,
                                             .rows = 2,
                                             .weights = {wide.halves.data() + 2, ElementType::BF16, 3, 6, 10},
                                             .bias = nullptr,
                                             .output = output.data(),
                                             .outputStride = 5,
                                             .mode = WriteMode::Overwrite});
    std::vector<double> expected(10, 7.0);
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t o = 0; o < 3; ++o) {
            expected[row * 5 + o] = 0.0;
            for (std::size_t k = 0; k < 6; ++k) {
                expected[row * 5 + o] += static_cast<double>(input[row * 9 + 1 + k]) *
                                         wide.at(static_cast<std::int64_t>(o), static_cast<std::int64_t>(k) + 2);
            }
        }
    }
    COMPARE_WITHIN(output, expected, 1e-6);
}

void TestLinear::instructionSetsAgree()
{
    const Weights weights(ElementType::F16, 65, 700, 1);
    const std::vector<float> input = randomFloats(17 * 700, 2);
    const std::vector<float> zeros(17 * 65);
    Device baseline(Isa::Baseline, 1);
    const std::vector<float> first = runLinear(baseline, input, weights, nullptr, zeros, WriteMode::Overwrite);
    for (const Isa isa : availableIsas()) {
        Device device(isa, 1);
        QCOMPARE(QByteArray(device.operators.name), QByteArray("cpu/") + isaName(isa));
        COMPARE_WITHIN(runLinear(device, input, weights, nullptr, zeros, WriteMode::Overwrite),
                       std::vector<double>(first.begin(), first.end()), 3e-5);
    }
}

QTEST_GUILESS_MAIN(TestLinear)
#include "tst_linear.moc"
