// Numbers against transformers: logits of every prompt position, vision features, greedy continuations.
#include "tests/backend/engine/golden_model.h"
#include "tests/backend/engine/replica.h"
#include "tests/backend/engine/single_rank.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace firstlight::engine;

namespace {

// Against fp32 on the stored weights, and against the reference's own arithmetic in bf16.
constexpr float kExactTolerance = 1e-4F;
constexpr float kNativeTolerance = 2e-2F;

constexpr const char* kModels[] = {"llama-fp32",        "mistral-fp32",     "mixtral-fp32", "seed-oss-fp32",
                                   "ernie4-5-fp32",     "qwen3-bf16",       "qwen2-bf16",   "qwen3-moe-fp32",
                                   "qwen3-vl-moe-fp32", "qwen3-vl-moe-bf16"};

float largestDifference(std::span<const float> found, const std::vector<float>& expected)
{
    if (found.size() != expected.size()) {
        return INFINITY;
    }
    float largest = 0.0F;
    for (std::size_t at = 0; at < found.size(); ++at) {
        largest = std::max(largest, std::abs(found[at] - expected[at]));
    }
    return largest;
}

void addModels()
{
    QTest::addColumn<QString>("name");
    for (const char* name : kModels) {
        QTest::newRow(name) << name;
    }
}

} // namespace

class TestGolden : public QObject
{
    Q_OBJECT

private slots:
    void logits_data() { addModels(); }
    void logits();
    void visionFeatures_data();
    void visionFeatures();
    void greedyText_data() { addModels(); }
    void greedyText();
};

void TestGolden::logits()
{
    QFETCH(const QString, name);
    const auto golden = loadGolden(name.toStdString());
    QVERIFY2(golden.ok(), std::string(golden.status().message()).c_str());
    const auto rank = SingleRank::create(golden->directory, golden->spec);
    QVERIFY2(rank.ok(), std::string(rank.status().message()).c_str());
    for (const GoldenCase& entry : golden->cases) {
        for (const std::int32_t chunk : {7, 64}) {
            const auto logits = (*rank)->promptLogits(greedyRequest(entry, "logits"), chunk);
            QVERIFY2(logits.ok(), std::string(logits.status().message()).c_str());
            const float exact = largestDifference(*logits, entry.logits.values);
            QVERIFY2(exact <= kExactTolerance, qPrintable(QString("%1: %2").arg(entry.name.c_str()).arg(exact)));
            if (!entry.nativeLogits.values.empty()) {
                const float native = largestDifference(*logits, entry.nativeLogits.values);
                QVERIFY2(native <= kNativeTolerance, qPrintable(QString("%1: %2").arg(entry.name.c_str()).arg(native)));
            }
        }
    }
}

void TestGolden::visionFeatures_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("fp32") << "qwen3-vl-moe-fp32";
    QTest::newRow("bf16") << "qwen3-vl-moe-bf16";
}

void TestGolden::visionFeatures()
{
    QFETCH(const QString, name);
    const auto golden = loadGolden(name.toStdString());
    QVERIFY2(golden.ok(), std::string(golden.status().message()).c_str());
    const auto rank = SingleRank::create(golden->directory, golden->spec);
    QVERIFY2(rank.ok(), std::string(rank.status().message()).c_str());
    int compared = 0;
    for (const GoldenCase& entry : golden->cases) {
        if (entry.images.empty()) {
            continue;
        }
        QVERIFY((*rank)->promptLogits(greedyRequest(entry, "features"), 64).ok());
        const ImageFeatures* features = (*rank)->runner().features();
        const auto planeSize = static_cast<std::size_t>(entry.features.shape[1] * entry.features.shape[2]);
        QCOMPARE(features->planeCount(), static_cast<std::int32_t>(entry.features.shape[0]));
        for (std::int32_t plane = 0; plane < features->planeCount(); ++plane) {
            const auto begin = entry.features.values.begin() + static_cast<std::ptrdiff_t>(planeSize) * plane;
            const float difference = largestDifference({features->row(plane, 0), planeSize},
                                                       {begin, begin + static_cast<std::ptrdiff_t>(planeSize)});
            QVERIFY2(difference <= kExactTolerance, qPrintable(QString("plane %1: %2").arg(plane).arg(difference)));
            ++compared;
        }
    }
    QCOMPARE(compared, 6);
}

void TestGolden::greedyText()
{
    QFETCH(const QString, name);
    const auto golden = loadGolden(name.toStdString());
    QVERIFY2(golden.ok(), std::string(golden.status().message()).c_str());
    Replica replica(golden->directory, golden->spec, {});
    const absl::Status started = replica.start();
    QVERIFY2(started.ok(), std::string(started.message()).c_str());
    for (const GoldenCase& entry : golden->cases) {
        const auto tokens = replica.generate(greedyRequest(entry, entry.name));
        QVERIFY2(tokens.ok(), std::string(tokens.status().message()).c_str());
        QCOMPARE(*tokens, entry.greedy);
    }
}

QTEST_GUILESS_MAIN(TestGolden)
#include "tst_golden.moc"
