#include "tests/kernels/kernel_test.h"

using namespace firstlight::kernels;
using namespace firstlight::kernels::test;

// The operators that treat each row, or each value, by itself.
class TestRows : public QObject
{
    Q_OBJECT

private slots:
    void embedding_data();
    void embedding();
    void rmsNorm_data() { addWidthRows(); }
    void rmsNorm();
    void layerNorm_data() { addWidthRows(); }
    void layerNorm();
    void activations_data();
    void activations();
    void activationsAtTheEnds_data() { addDeviceRows(); }
    void activationsAtTheEnds();
    void addAndScatter_data() { addDeviceRows(); }
    void addAndScatter();
    void softmax_data() { addWidthRows(); }
    void softmax();
    void softmaxOfExtremes_data() { addDeviceRows(); }
    void softmaxOfExtremes();
    void argmax_data() { addDeviceRows(); }
    void argmax();
    void rowsAreTheSameAloneAndInABatch_data() { addDeviceRows(); }
    void rowsAreTheSameAloneAndInABatch();

private:
    static void addWidthRows();
};

namespace {

constexpr int kRows = 5;

double at(const std::vector<float>& data, std::int64_t index)
{
    return static_cast<double>(data[static_cast<std::size_t>(index)]);
}

double expectedActivation(Activation activation, double x)
{
    switch (activation) {
    case Activation::Silu:
        return x / (1.0 + std::exp(-x));
    case Activation::Gelu:
        return x * std::erfc(-x / std::sqrt(2.0)) / 2.0;
    case Activation::GeluTanh:
        return x * (1.0 + std::tanh(std::sqrt(2.0 / M_PI) * (x + 0.044715 * x * x * x))) / 2.0;
    }
    return NAN;
}

} // namespace

void TestRows::addWidthRows()
{
    addDeviceColumns();
    QTest::addColumn<int>("width");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const int width : {1, 3, 16, 72, 1000, 20011}) {
            QTest::addRow("%s width %d", label.constData(), width) << isa << threads << width;
        }
    });
}

void TestRows::embedding_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("type");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const int type : {0, 1, 2}) {
            QTest::addRow("%s type %d", label.constData(), type) << isa << threads << type;
        }
    });
}

// The middle third of a vocabulary; tokens of the other parts give zeros.
void TestRows::embedding()
{
    FETCH_DEVICE(device);
    QFETCH(int, type);
    const Weights table(static_cast<ElementType>(type), 10, 37, 1);
    const std::vector<std::int32_t> tokens{10, 19, 9, 20, 0, 29, 15};
    std::vector<float> output(7 * 37, NAN);
    device.operators.embedding(device.context, {table.view(), 10, tokens.data(), 7, output.data(), 37});
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        for (std::size_t k = 0; k < 37; ++k) {
            const bool own = tokens[i] >= 10 && tokens[i] < 20;
            QCOMPARE(static_cast<double>(output[i * 37 + k]),
                     own ? table.at(tokens[i] - 10, static_cast<std::int64_t>(k)) : 0.0);
        }
    }
}

void TestRows::rmsNorm()
{
    FETCH_DEVICE(device);
    QFETCH(int, width);
    constexpr int kGroups = 3;
    const int stride = kGroups * width + 2;
    std::vector<float> data = randomFloats(kRows * stride, 1, 3.0F);
    const std::vector<float> weight = randomFloats(width, 2);
    std::vector<double> expected(data.begin(), data.end());
    for (int i = 0; i < kRows * kGroups; ++i) {
        const int begin = i / kGroups * stride + i % kGroups * width;
        double squares = 0.0;
        for (int k = 0; k < width; ++k) {
            squares += at(data, begin + k) * at(data, begin + k);
        }
        for (int k = 0; k < width; ++k) {
            expected[static_cast<std::size_t>(begin + k)] =
                at(data, begin + k) / std::sqrt(squares / width + 1e-5) * at(weight, k);
        }
    }
    device.operators.rmsNorm(device.context, {.input = data.data(),
                                              .inputStride = stride,
                                              .rows = kRows,
                                              .groups = kGroups,
                                              .width = width,
                                              .weight = weight.data(),
                                              .epsilon = 1e-5F,
                                              .output = data.data(),
                                              .outputStride = stride});
    COMPARE_WITHIN(data, expected, 3e-6);
}

// A mean much larger than the spread, which a one-pass variance in float would not survive.
void TestRows::layerNorm()
{
    FETCH_DEVICE(device);
    QFETCH(int, width);
    std::vector<float> input = randomFloats(kRows * width, 1);
    for (float& value : input) {
        value += 100.0F;
    }
    const std::vector<float> weight = randomFloats(width, 2);
    const std::vector<float> bias = randomFloats(width, 3);
    std::vector<double> expected;
    for (int row = 0; row < kRows; ++row) {
        double mean = 0.0;
        double variance = 0.0;
        for (int k = 0; k < width; ++k) {
            mean += at(input, row * width + k) / width;
        }
        for (int k = 0; k < width; ++k) {
            variance += std::pow(at(input, row * width + k) - mean, 2) / width;
        }
        for (int k = 0; k < width; ++k) {
            expected.push_back((at(input, row * width + k) - mean) / std::sqrt(variance + 1e-3) * at(weight, k) +
                               at(bias, k));
        }
    }
    std::vector<float> output(input.size());
    device.operators.layerNorm(
        device.context, {input.data(), width, kRows, width, weight.data(), bias.data(), 1e-3F, output.data(), width});
    COMPARE_WITHIN(output, expected, 5e-5);
}

void TestRows::activations_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("activation");
    QTest::addColumn<int>("width");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const int activation : {0, 1, 2}) {
            for (const int width : {1, 19, 1024, 2500}) {
                QTest::addRow("%s activation %d width %d", label.constData(), activation, width)
                    << isa << threads << activation << width;
            }
        }
    });
}

void TestRows::activations()
{
    FETCH_DEVICE(device);
    QFETCH(int, activation);
    QFETCH(int, width);
    const auto kind = static_cast<Activation>(activation);
    // Gate and up side by side in a row.
    std::vector<float> data = randomFloats(kRows * 2 * width, 1, 12.0F);
    std::vector<float> output(static_cast<std::size_t>(kRows * width));
    std::vector<double> gated;
    std::vector<double> plain;
    for (int i = 0; i < kRows * 2 * width; ++i) {
        plain.push_back(expectedActivation(kind, at(data, i)));
        if (i % (2 * width) < width) {
            gated.push_back(plain.back() * at(data, i + width));
        }
    }
    device.operators.gatedActivation(device.context, {kind, data.data(), data.data() + width, 2 * width, 2 * width,
                                                      kRows, width, output.data(), width});
    COMPARE_WITHIN(output, gated, 3e-6);
    device.operators.activation(device.context, {kind, data.data(), 2 * width, kRows, 2 * width});
    COMPARE_WITHIN(data, plain, 1e-6);
}

void TestRows::activationsAtTheEnds()
{
    FETCH_DEVICE(device);
    for (const Activation activation : {Activation::Silu, Activation::Gelu, Activation::GeluTanh}) {
        std::vector<float> data{-1e4F, -100.0F, -0.0F, 0.0F, 100.0F, 1e4F, NAN};
        device.operators.activation(device.context, {activation, data.data(), 7, 1, 7});
        QVERIFY(std::isnan(data.back()));
        data.pop_back();
        COMPARE_WITHIN(data, (std::vector<double>{0.0, 0.0, 0.0, 0.0, 100.0, 1e4}), 1e-7);
    }
}

void TestRows::addAndScatter()
{
    FETCH_DEVICE(device);
    constexpr int kWidth = 9001;
    std::vector<float> data(4 * kWidth, 1.0F);
    const std::vector<float> source = randomFloats(2 * kWidth, 1);
    device.operators.add(device.context, {data.data(), source.data(), 2 * kWidth});
    for (int i = 0; i < 4 * kWidth; ++i) {
        QCOMPARE(at(data, i), static_cast<double>(i < 2 * kWidth ? 1.0F + source[static_cast<std::size_t>(i)] : 1.0F));
    }
    const std::vector<std::int32_t> indices{3, 1};
    const RowsArgs args{data.data(), kWidth, indices.data(), 2, source.data(), kWidth, kWidth};
    const std::vector<float> before = data;
    device.operators.addRows(device.context, args);
    for (int i = 0; i < kWidth; ++i) {
        const auto k = static_cast<std::size_t>(i);
        QCOMPARE(data[k], before[k]);
        QCOMPARE(data[3 * kWidth + k], before[3 * kWidth + k] + source[k]);
        QCOMPARE(data[kWidth + k], before[kWidth + k] + source[kWidth + k]);
    }
    device.operators.scatterRows(device.context, args);
    QVERIFY(sameBits(data.data() + 3 * kWidth, source.data(), kWidth));
    QVERIFY(sameBits(data.data() + kWidth, source.data() + kWidth, kWidth));
    QVERIFY(sameBits(data.data() + 2 * kWidth, before.data() + 2 * kWidth, kWidth));
}

void TestRows::softmax()
{
    FETCH_DEVICE(device);
    QFETCH(int, width);
    const std::vector<float> input = randomFloats(kRows * width, 1, 20.0F);
    std::vector<double> probabilities;
    std::vector<double> logarithms;
    for (int row = 0; row < kRows; ++row) {
        double total = 0.0;
        for (int k = 0; k < width; ++k) {
            total += std::exp(at(input, row * width + k));
        }
        for (int k = 0; k < width; ++k) {
            probabilities.push_back(std::exp(at(input, row * width + k)) / total);
            logarithms.push_back(at(input, row * width + k) - std::log(total));
        }
    }
    std::vector<float> output(input.size());
    const SoftmaxArgs args{input.data(), width, kRows, width, output.data(), width};
    device.operators.softmax(device.context, args);
    COMPARE_WITHIN(output, probabilities, 1e-6);
    device.operators.logSoftmax(device.context, args);
    COMPARE_WITHIN(output, logarithms, 1e-6);
}

void TestRows::softmaxOfExtremes()
{
    FETCH_DEVICE(device);
    std::vector<float> data{-INFINITY, 1000.0F, -1000.0F, 1000.0F, -INFINITY};
    device.operators.softmax(device.context, {data.data(), 5, 1, 5, data.data(), 5});
    QCOMPARE(data, (std::vector<float>{0.0F, 0.5F, 0.0F, 0.5F, 0.0F}));
}

void TestRows::argmax()
{
    FETCH_DEVICE(device);
    const std::vector<float> input{1.0F,           3.0F,      2.0F,      3.0F,     /**/ NAN, -5.0F, NAN,
                                   -4.0F,          /**/ NAN,  NAN,       NAN,      NAN,
                                   /**/ -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    std::vector<std::int32_t> indices(4, -1);
    device.operators.argmax(device.context, {input.data(), 4, 4, 4, indices.data()});
    QCOMPARE(indices, (std::vector<std::int32_t>{1, 3, 0, 0}));
}

void TestRows::rowsAreTheSameAloneAndInABatch()
{
    FETCH_DEVICE(device);
    constexpr int kWidth = 2051;
    constexpr int kMany = 40;
    const std::vector<float> input = randomFloats(kMany * kWidth, 1, 4.0F);
    const std::vector<float> weight = randomFloats(kWidth, 2);
    const auto run = [&](const float* rows, int count) {
        std::vector<float> output(static_cast<std::size_t>(count * kWidth));
        device.operators.rmsNorm(device.context,
                                 {rows, kWidth, count, 1, kWidth, weight.data(), 1e-6F, output.data(), kWidth});
        device.operators.layerNorm(device.context, {output.data(), kWidth, count, kWidth, weight.data(), nullptr, 1e-6F,
                                                    output.data(), kWidth});
        device.operators.activation(device.context, {Activation::GeluTanh, output.data(), kWidth, count, kWidth});
        device.operators.softmax(device.context, {output.data(), kWidth, count, kWidth, output.data(), kWidth});
        return output;
    };
    const std::vector<float> together = run(input.data(), kMany);
    for (int row = 0; row < kMany; ++row) {
        const std::vector<float> alone = run(input.data() + row * kWidth, 1);
        QVERIFY(sameBits(alone.data(), together.data() + row * kWidth, kWidth));
    }
}

QTEST_GUILESS_MAIN(TestRows)
#include "tst_rows.moc"
