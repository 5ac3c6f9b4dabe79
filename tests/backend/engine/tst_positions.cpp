#include "backend/base/failure.h"
#include "backend/engine/image_patches.h"
#include "backend/engine/positions.h"
#include "backend/engine/step_plan.h"
#include "tests/backend/engine/golden_model.h"

#include <QTest>

#include <cmath>

using namespace firstlight;
using namespace firstlight::engine;

class TestPositions : public QObject
{
    Q_OBJECT

private slots:
    void textCountsOn();
    void imagesStandInTheirGrids();
    void disagreementIsRefused_data();
    void disagreementIsRefused();
    void positionsAreThoseOfTheReference();
    void llama3ScalingKeepsShortWaves();
    void patchesComeInMergeBlocks();
    void tableCornersAreImageCorners();
    void planSurvivesItsJourney();
    void brokenPlanIsRefused();
};

void TestPositions::textCountsOn()
{
    const std::vector<std::int32_t> tokens = {5, 6, 7};
    const auto prompt = promptPositions(tokens, {}, -1);
    QVERIFY(prompt.ok());
    QCOMPARE(prompt->positions[2], (Position{2, 2, 2}));
    QCOMPARE(prompt->next, 3);
}

void TestPositions::imagesStandInTheirGrids()
{
    // a, 2 x 3 image, b, 1 x 1 image
    const std::vector<std::int32_t> tokens = {1, 9, 9, 9, 9, 9, 9, 2, 9};
    const auto prompt = promptPositions(tokens, {{2, 3}, {1, 1}}, 9);
    QVERIFY(prompt.ok());
    QCOMPARE(prompt->positions[1], (Position{1, 1, 1}));
    QCOMPARE(prompt->positions[3], (Position{1, 1, 3}));
    QCOMPARE(prompt->positions[6], (Position{1, 2, 3}));
    QCOMPARE(prompt->positions[7], (Position{4, 4, 4})); // behind the longer side
    QCOMPARE(prompt->positions[8], (Position{5, 5, 5}));
    QCOMPARE(prompt->next, 6);
}

void TestPositions::disagreementIsRefused_data()
{
    QTest::addColumn<std::vector<std::int32_t>>("tokens");
    QTest::addColumn<int>("images");
    QTest::newRow("image without tokens") << std::vector<std::int32_t>{1, 2} << 1;
    QTest::newRow("tokens without image") << std::vector<std::int32_t>{1, 9, 9} << 0;
    QTest::newRow("too few tokens") << std::vector<std::int32_t>{9, 1, 2} << 1;
    QTest::newRow("too few tokens at the end") << std::vector<std::int32_t>{1, 9} << 1;
    QTest::newRow("too many tokens") << std::vector<std::int32_t>{9, 9, 9} << 1;
}

void TestPositions::disagreementIsRefused()
{
    QFETCH(const std::vector<std::int32_t>, tokens);
    QFETCH(const int, images);
    const auto prompt = promptPositions(tokens, std::vector<ImageGrid>(static_cast<std::size_t>(images), {1, 2}), 9);
    QCOMPARE(base::failureInfo(prompt.status()).reasonId, std::string(reasons::kRequestInvalid.id));
}

void TestPositions::positionsAreThoseOfTheReference()
{
    const auto golden = loadGolden("qwen3-vl-moe-fp32");
    QVERIFY2(golden.ok(), std::string(golden.status().message()).c_str());
    for (const GoldenCase& entry : golden->cases) {
        if (entry.images.empty()) {
            continue;
        }
        std::vector<ImageGrid> grids;
        const std::int32_t unit = golden->spec.vision->patchSize * golden->spec.vision->spatialMergeSize;
        for (const ImageInput& image : entry.images) {
            grids.push_back({image.height / unit, image.width / unit});
        }
        const auto prompt = promptPositions(entry.tokens, grids, golden->spec.imageTokenId);
        QVERIFY(prompt.ok());
        const std::size_t count = entry.tokens.size();
        for (std::size_t at = 0; at < 3 * count; ++at) {
            QCOMPARE(static_cast<float>(prompt->positions[at % count][at / count]), entry.positions.values[at]);
        }
    }
}

void TestPositions::llama3ScalingKeepsShortWaves()
{
    model::RopeSpec rope;
    rope.rotaryDim = 64;
    const std::vector<float> plain = inverseFrequencies(rope);
    rope.scaling = model::RopeScaling::kLlama3;
    rope.factor = 8.0;
    rope.originalMaxPosition = 512;
    const std::vector<float> scaled = inverseFrequencies(rope);
    QCOMPARE(scaled.front(), plain.front());
    QVERIFY(std::abs(scaled.back() * 8.0F - plain.back()) < 1e-9F);
    rope.scaling = model::RopeScaling::kLinear;
    QCOMPARE(inverseFrequencies(rope)[3] * 8.0F, plain[3]);
}

void TestPositions::patchesComeInMergeBlocks()
{
    const PatchGrid grid{4, 4};
    QCOMPARE(patchPlace(grid, 2, 0), (std::array<std::int32_t, 2>{0, 0}));
    QCOMPARE(patchPlace(grid, 2, 2), (std::array<std::int32_t, 2>{1, 0}));
    QCOMPARE(patchPlace(grid, 2, 5), (std::array<std::int32_t, 2>{0, 3}));
    QCOMPARE(patchPlace(grid, 2, 15), (std::array<std::int32_t, 2>{3, 3}));
}

void TestPositions::tableCornersAreImageCorners()
{
    const TableTaps last = tableTaps({3, 7}, 5, {2, 6});
    QCOMPARE(last.rows[0], 24);
    QCOMPARE(last.weights[0], 1.0F);
    const TableTaps middle = tableTaps({3, 2}, 2, {1, 0}); // half way down, at the left
    QCOMPARE(middle.rows, (std::array<std::int32_t, 4>{0, 1, 2, 3}));
    QCOMPARE(middle.weights, (std::array<float, 4>{0.5F, 0.0F, 0.5F, 0.0F}));
    QCOMPARE(tableTaps({1, 1}, 5, {0, 0}).weights[0], 1.0F);
}

void TestPositions::planSurvivesItsJourney()
{
    StepPlan plan;
    plan.counters = {1, 2, 3, 4, 5};
    plan.images.push_back({2, 1, 7, {0.1F, 0.2F, 0.3F}, {1.0F, 2.0F, 3.0F}, {1, 2, 3, 4, 5, 6}});
    plan.segments.push_back({3, 2, true, {8, 9}});
    plan.tokens = {11, 12};
    plan.positions = {{1, 2, 3}, {4, 5, 6}};
    plan.featureRows = {-1, 0};
    const auto copy = decodeStepPlan(encodeStepPlan(plan));
    QVERIFY(copy.ok());
    QCOMPARE(copy->counters.generatedTokensTotal, 5);
    QCOMPARE(copy->images[0].rgb, plan.images[0].rgb);
    QCOMPARE(copy->images[0].deviation, plan.images[0].deviation);
    QCOMPARE(copy->segments[0].blocks, plan.segments[0].blocks);
    QCOMPARE(copy->positions, plan.positions);
    QCOMPARE(copy->featureRows, plan.featureRows);
    QCOMPARE(copy->sampleRows(), std::vector<std::int32_t>{1});
    QCOMPARE(encodeStepPlan(*copy), encodeStepPlan(plan));
}

void TestPositions::brokenPlanIsRefused()
{
    StepPlan plan;
    plan.segments.push_back({0, 2, false, {0}});
    plan.tokens = {1, 2};
    plan.positions.resize(2);
    plan.featureRows.resize(2);
    const std::vector<std::byte> bytes = encodeStepPlan(plan);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        QVERIFY(!decodeStepPlan({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}).ok());
    }
    plan.tokens.push_back(3); // more rows than the segments say
    QVERIFY(!decodeStepPlan(encodeStepPlan(plan)).ok());
}

QTEST_GUILESS_MAIN(TestPositions)
#include "tst_positions.moc"
