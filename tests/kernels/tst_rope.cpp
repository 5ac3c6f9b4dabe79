#include "tests/kernels/kernel_test.h"

using namespace firstlight::kernels;
using namespace firstlight::kernels::test;

namespace {

std::vector<float> frequencies(int half)
{
    std::vector<float> result;
    for (int i = 0; i < half; ++i) {
        result.push_back(static_cast<float>(std::pow(10000.0, -static_cast<double>(i) / half)));
    }
    return result;
}

struct Tables {
    std::vector<float> cosines;
    std::vector<float> sines;
};

Tables makeTables(Device& device, const std::vector<std::int32_t>& positions, int tokens,
                  const std::vector<float>& inverse, RopeLayout layout, std::array<std::int32_t, 3> sections,
                  float magnitude)
{
    const auto half = static_cast<std::int64_t>(inverse.size());
    Tables tables{std::vector<float>(static_cast<std::size_t>(tokens * half)),
                  std::vector<float>(static_cast<std::size_t>(tokens * half))};
    device.operators.ropeTable(device.context, {.positions = positions.data(),
                                                .tokens = tokens,
                                                .inverseFrequencies = inverse.data(),
                                                .half = half,
                                                .layout = layout,
                                                .sections = sections,
                                                .magnitude = magnitude,
                                                .cosines = tables.cosines.data(),
                                                .sines = tables.sines.data()});
    return tables;
}

} // namespace

class TestRope : public QObject
{
    Q_OBJECT

private slots:
    void plainTableMatchesFormula_data() { addDeviceRows(); }
    void plainTableMatchesFormula();
    void layoutsChooseTheAxis_data();
    void layoutsChooseTheAxis();
    void pairsAreTurned_data();
    void pairsAreTurned();
};

void TestRope::plainTableMatchesFormula()
{
    FETCH_DEVICE(device);
    const std::vector<std::int32_t> positions{0, 1, 77, 4095, 131071};
    const std::vector<float> inverse = frequencies(40);
    const Tables tables = makeTables(device, positions, 5, inverse, RopeLayout::Plain, {}, 1.5F);
    std::vector<double> cosines;
    std::vector<double> sines;
    for (const std::int32_t position : positions) {
        for (const float frequency : inverse) {
            const auto angle = static_cast<double>(static_cast<float>(position) * frequency);
            cosines.push_back(1.5 * std::cos(angle));
            sines.push_back(1.5 * std::sin(angle));
        }
    }
    COMPARE_WITHIN(tables.cosines, cosines, 2e-7);
    COMPARE_WITHIN(tables.sines, sines, 2e-7);
}

void TestRope::layoutsChooseTheAxis_data()
{
    QTest::addColumn<int>("layout");
    QTest::addColumn<QList<int>>("sections");
    QTest::addColumn<QByteArray>("axes"); // for each frequency: time, height or width
    const int sectioned = static_cast<int>(RopeLayout::Sectioned);
    const int interleaved = static_cast<int>(RopeLayout::Interleaved);
    QTest::newRow("sectioned") << sectioned << QList<int>{2, 3, 3} << QByteArray("TTHHHWWW");
    QTest::newRow("two axes only") << sectioned << QList<int>{0, 4, 4} << QByteArray("HHHHWWWW");
    QTest::newRow("interleaved") << interleaved << QList<int>{4, 2, 2} << QByteArray("THWTHWTT");
    QTest::newRow("interleaved, uneven") << interleaved << QList<int>{4, 3, 1} << QByteArray("THWTHTTH");
    QTest::newRow("interleaved, equal") << interleaved << QList<int>{3, 3, 2} << QByteArray("THWTHWTH");
}

void TestRope::layoutsChooseTheAxis()
{
    QFETCH(int, layout);
    QFETCH(QList<int>, sections);
    QFETCH(QByteArray, axes);
    Device device(Isa::Baseline, 1);
    // Token 0 stands at (10, 200, 3000), token 1 at (11, 201, 3001); equal frequencies, so the angle tells the axis.
    const std::vector<std::int32_t> positions{10, 11, 200, 201, 3000, 3001};
    const std::vector<float> inverse(8, 0.25F);
    const Tables tables = makeTables(device, positions, 2, inverse, static_cast<RopeLayout>(layout),
                                     {sections[0], sections[1], sections[2]}, 1.0F);
    for (int token = 0; token < 2; ++token) {
        for (int i = 0; i < 8; ++i) {
            const int base = axes[i] == 'T' ? 10 : axes[i] == 'H' ? 200 : 3000;
            QCOMPARE(tables.cosines[static_cast<std::size_t>(token * 8 + i)],
                     static_cast<float>(std::cos(0.25 * (base + token))));
            QCOMPARE(tables.sines[static_cast<std::size_t>(token * 8 + i)],
                     static_cast<float>(std::sin(0.25 * (base + token))));
        }
    }
}

void TestRope::pairsAreTurned_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("half");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<bool>("adjacent");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const auto& [half, dimension] : {std::pair{32, 64}, {36, 72}, {5, 10}, {16, 128}, {3, 17}}) {
            for (const bool adjacent : {false, true}) {
                QTest::addRow("%s %d of %d%s", label.constData(), 2 * half, dimension, adjacent ? ", neighbours" : "")
                    << isa << threads << half << dimension << adjacent;
            }
        }
    });
}

void TestRope::pairsAreTurned()
{
    FETCH_DEVICE(device);
    QFETCH(int, half);
    QFETCH(int, dimension);
    QFETCH(bool, adjacent);
    constexpr int kTokens = 3;
    constexpr int kHeads = 2;
    const int stride = kHeads * dimension + 5;
    const std::vector<float> before = randomFloats(kTokens * stride, 1);
    const std::vector<float> cosines = randomFloats(kTokens * half, 2);
    const std::vector<float> sines = randomFloats(kTokens * half, 3);
    std::vector<float> data = before;
    device.operators.rope(device.context, {data.data(), stride, kTokens, kHeads, dimension, cosines.data(),
                                           sines.data(), half, adjacent ? RopePairs::Adjacent : RopePairs::Halves});
    std::vector<double> expected(before.begin(), before.end());
    for (int i = 0; i < kTokens * kHeads * half; ++i) {
        const int token = i / (kHeads * half);
        const int head = token * stride + i / half % kHeads * dimension;
        const auto first = static_cast<std::size_t>(head + i % half * (adjacent ? 2 : 1));
        const auto second = first + static_cast<std::size_t>(adjacent ? 1 : half);
        const auto at = static_cast<std::size_t>(token * half + i % half);
        const double cosine = static_cast<double>(cosines[at]);
        const double sine = static_cast<double>(sines[at]);
        expected[first] = static_cast<double>(before[first]) * cosine - static_cast<double>(before[second]) * sine;
        expected[second] = static_cast<double>(before[second]) * cosine + static_cast<double>(before[first]) * sine;
    }
    COMPARE_WITHIN(data, expected, 3e-7);
}

QTEST_GUILESS_MAIN(TestRope)
#include "tst_rope.moc"
