#include "tests/kernels/kernel_test.h"

#include <algorithm>
#include <numeric>

using namespace firstlight::kernels;
using namespace firstlight::kernels::test;

namespace {

constexpr int kExperts = 6;
constexpr int kTopK = 2;
constexpr int kHidden = 70;
constexpr int kIntermediate = 45;

// Rows routed to experts 0..4; nothing goes to the last one.
struct Layer {
    Layer(int rowCount, ElementType type)
        : rows(rowCount)
        , gateUp(type, kExperts * 2 * kIntermediate, kHidden, 1)
        , down(type, kExperts * kHidden, kIntermediate, 2)
        , input(randomFloats(rowCount * kHidden, 3))
        , weights(randomFloats(rowCount * kTopK, 4))
    {
        for (int row = 0; row < rows; ++row) {
            indices.push_back((row * 3 + 1) % 5);
            indices.push_back((row * 3 + 3 + row % 2) % 5);
        }
    }

    ExpertsArgs args(float* output) const
    {
        return {.input = input.data(),
                .inputStride = kHidden,
                .rows = rows,
                .hidden = kHidden,
                .intermediate = kIntermediate,
                .expertBegin = 0,
                .experts = kExperts,
                .activation = Activation::Silu,
                .gateUp = gateUp.data(),
                .down = down.data(),
                .gateUpType = gateUp.type,
                .downType = down.type,
                .indices = indices.data(),
                .weights = weights.data(),
                .topK = kTopK,
                .output = output,
                .outputStride = kHidden};
    }

    double dotInput(int row, std::int64_t weightRow) const
    {
        double result = 0.0;
        for (int k = 0; k < kHidden; ++k) {
            result += static_cast<double>(input[static_cast<std::size_t>(row * kHidden + k)]) * gateUp.at(weightRow, k);
        }
        return result;
    }

    void addExpected(int row, int slot, std::vector<double>& output) const
    {
        const auto pair = static_cast<std::size_t>(row * kTopK + slot);
        const int expert = indices[pair];
        for (int i = 0; i < kIntermediate; ++i) {
            const double gate = dotInput(row, expert * 2 * kIntermediate + i);
            const double up = dotInput(row, expert * 2 * kIntermediate + kIntermediate + i);
            const double inner = static_cast<double>(weights[pair]) * gate / (1.0 + std::exp(-gate)) * up;
            for (int o = 0; o < kHidden; ++o) {
                output[static_cast<std::size_t>(row * kHidden + o)] += inner * down.at(expert * kHidden + o, i);
            }
        }
    }

    std::vector<double> expected(const std::vector<float>& start) const
    {
        std::vector<double> output(start.begin(), start.end());
        for (int row = 0; row < rows; ++row) {
            addExpected(row, 0, output);
            addExpected(row, 1, output);
        }
        return output;
    }

    int rows;
    Weights gateUp;
    Weights down;
    std::vector<float> input;
    std::vector<float> weights;
    std::vector<std::int32_t> indices;
};

} // namespace

class TestExperts : public QObject
{
    Q_OBJECT

private slots:
    void routing_data();
    void routing();
    void tiesGoToTheLowestIndex_data() { addDeviceRows(); }
    void tiesGoToTheLowestIndex();
    void matchesDouble_data();
    void matchesDouble();
    void rowsAreTheSameAloneAndInABatch_data() { addDeviceRows(); }
    void rowsAreTheSameAloneAndInABatch();
    void partsOfTheExpertsAddUp_data() { addDeviceRows(); }
    void partsOfTheExpertsAddUp();
    void untouchedExpertsAreNotRead_data() { addDeviceRows(); }
    void untouchedExpertsAreNotRead();
};

void TestExperts::routing_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("mode");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const int mode : {0, 1}) {
            QTest::addRow("%s mode %d", label.constData(), mode) << isa << threads << mode;
        }
    });
}

void TestExperts::routing()
{
    FETCH_DEVICE(device);
    QFETCH(int, mode);
    constexpr int kAll = 37;
    constexpr int kChosen = 5;
    constexpr int kMany = 9;
    const std::vector<float> logits = randomFloats(kMany * kAll, 1, 5.0F);
    std::vector<std::int32_t> indices(kMany * kChosen);
    std::vector<float> weights(kMany * kChosen);
    device.operators.routeExperts(device.context, {logits.data(), kAll, kMany, kAll, kChosen,
                                                   static_cast<RouterWeights>(mode), indices.data(), weights.data()});
    std::vector<double> expected;
    for (int row = 0; row < kMany; ++row) {
        const float* own = logits.data() + row * kAll;
        std::vector<std::int32_t> order(kAll);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return own[a] > own[b]; });
        const int counted = mode == static_cast<int>(RouterWeights::AsIs) ? kAll : kChosen;
        double total = 0.0;
        for (int i = 0; i < counted; ++i) {
            total += std::exp(static_cast<double>(own[order[static_cast<std::size_t>(i)]]));
        }
        for (int i = 0; i < kChosen; ++i) {
            const std::int32_t expert = order[static_cast<std::size_t>(i)];
            QCOMPARE(indices[static_cast<std::size_t>(row * kChosen + i)], expert);
            expected.push_back(std::exp(static_cast<double>(own[expert])) / total);
        }
    }
    COMPARE_WITHIN(weights, expected, 5e-7);
}

void TestExperts::tiesGoToTheLowestIndex()
{
    FETCH_DEVICE(device);
    const std::vector<float> logits{0.0F, 2.0F, 1.0F, 2.0F, 2.0F, 1.0F};
    std::vector<std::int32_t> indices(5);
    std::vector<float> weights(5);
    device.operators.routeExperts(
        device.context, {logits.data(), 6, 1, 6, 5, RouterWeights::Renormalized, indices.data(), weights.data()});
    QCOMPARE(indices, (std::vector<std::int32_t>{1, 3, 4, 2, 5}));
}

void TestExperts::matchesDouble_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("rows");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const int type : {0, 1, 2}) {
            for (const int rows : {0, 1, 4, 250}) {
                QTest::addRow("%s type %d rows %d", label.constData(), type, rows) << isa << threads << type << rows;
            }
        }
    });
}

void TestExperts::matchesDouble()
{
    FETCH_DEVICE(device);
    QFETCH(int, type);
    QFETCH(int, rows);
    const Layer layer(rows, static_cast<ElementType>(type));
    const std::vector<float> start = randomFloats(rows * kHidden, 5);
    std::vector<float> output = start;
    device.operators.experts(device.context, layer.args(output.data()));
    COMPARE_WITHIN(output, layer.expected(start), 2e-5);
}

void TestExperts::rowsAreTheSameAloneAndInABatch()
{
    FETCH_DEVICE(device);
    const Layer layer(150, ElementType::BF16);
    std::vector<float> together(150 * kHidden);
    device.operators.experts(device.context, layer.args(together.data()));
    for (int row = 0; row < layer.rows; ++row) {
        std::vector<float> alone(kHidden);
        ExpertsArgs args = layer.args(alone.data());
        args.rows = 1;
        args.input += row * kHidden;
        args.indices += row * kTopK;
        args.weights += row * kTopK;
        device.operators.experts(device.context, args);
        QVERIFY(sameBits(alone.data(), together.data() + row * kHidden, kHidden));
    }
}

// Two ranks that hold half of the experts each.
void TestExperts::partsOfTheExpertsAddUp()
{
    FETCH_DEVICE(device);
    const Layer layer(20, ElementType::F32);
    const std::vector<float> start(20 * kHidden);
    std::vector<float> output = start;
    for (const int begin : {0, 2}) {
        ExpertsArgs args = layer.args(output.data());
        args.expertBegin = begin;
        args.experts = begin == 0 ? 2 : 4;
        args.gateUp = layer.gateUp.values.data() + begin * 2 * kIntermediate * kHidden;
        args.down = layer.down.values.data() + begin * kIntermediate * kHidden;
        device.operators.experts(device.context, args);
    }
    COMPARE_WITHIN(output, layer.expected(start), 2e-5);
}

void TestExperts::untouchedExpertsAreNotRead()
{
    FETCH_DEVICE(device);
    Layer layer(20, ElementType::F32);
    const auto last = static_cast<std::ptrdiff_t>((kExperts - 1) * 2 * kIntermediate * kHidden);
    std::fill(layer.gateUp.values.begin() + last, layer.gateUp.values.end(), NAN);
    std::vector<float> output(20 * kHidden);
    device.operators.experts(device.context, layer.args(output.data()));
    QVERIFY(std::none_of(output.begin(), output.end(), [](float value) { return std::isnan(value); }));
}

QTEST_GUILESS_MAIN(TestExperts)
#include "tst_experts.moc"
