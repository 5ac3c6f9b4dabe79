#include "backend/base/failure.h"
#include "backend/model/model_reading.h"
#include "backend/plan/placement.h"
#include "tests/backend/model/shipped_families.h"

#include <QtTest>

#include <limits>
#include <map>
#include <set>

using namespace firstlight;
using model::ModelSpec;
using model::SplitRule;
using plan::Layout;
using plan::TensorSlice;
using test::families;

namespace {

ModelSpec specOf(const std::string& config)
{
    static std::map<std::string, ModelSpec> known;
    const auto [place, isNew] = known.try_emplace(config);
    if (isNew) {
        const auto spec = model::readModelSpec(test::kConfigs + config, families());
        place->second = spec.ok() ? *spec : ModelSpec{};
    }
    return place->second;
}

std::string refusal(const ModelSpec& spec, const Layout& layout)
{
    return base::failureInfo(plan::checkLayout(spec, layout)).arguments["detail"];
}

// How often each index of the divided dimension is held, summed over the ranks of one tensor-parallel group.
class Tally
{
public:
    void add(const TensorSlice& slice, const std::vector<std::int64_t>& shape)
    {
        ++m_holders;
        m_dimension = slice.dimension;
        m_size = slice.dimension < 0 ? 1 : shape[slice.dimension];
        if (slice.dimension < 0) {
            count(0, 1);
        }
        for (const auto& [begin, end] : slice.ranges) {
            count(begin, end);
        }
    }

    bool eachHeld(int times) const
    {
        int held = 0;
        for (const auto& [place, change] : m_changes) {
            held += change;
            if (held != (place < m_size ? times : 0)) {
                return false;
            }
        }
        return m_changes.begin()->first == 0 && m_changes.rbegin()->first == m_size;
    }
    int holders() const { return m_holders; }
    int dimension() const { return m_dimension; }

private:
    void count(std::int64_t begin, std::int64_t end)
    {
        ++m_changes[begin];
        --m_changes[end];
    }

    std::map<std::int64_t, int> m_changes;
    std::int64_t m_size = 0;
    int m_holders = 0;
    int m_dimension = -1;
};

} // namespace

class TestPlacement : public QObject
{
    Q_OBJECT

private slots:
    void worldOfUncheckedDegreesDoesNotOverflow();
    void tilesEveryTensor_data();
    void tilesEveryTensor();
    void stagesCoverLayersInOrder();
    void remainderGoesToTheFirstStages();
    void tiedHeadIsOnTheLastStage();
    void gateAndUpAreCutAlike();
    void stacksOfOneProjectionAreCutOnce();
    void orientationOfStackedExperts();
    void refuses_data();
    void refuses();
};

void TestPlacement::worldOfUncheckedDegreesDoesNotOverflow()
{
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    QCOMPARE((Layout{2, 3, 4, 1}.worldSize()), 24);
    QCOMPARE((Layout{3, kMost, kMost, 1}.worldSize()), kMost);
    QVERIFY((Layout{kMost, -1, kMost, 1}.worldSize()) < 0);
}

void TestPlacement::tilesEveryTensor_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<int>("dp");
    for (const char* config :
         {"llama-3.1-8b.json", "qwen3-moe-6-layers.json", "qwen3-vl-30b-a3b.json", "qwen3-vl-2b.json"}) {
        for (const int tp : {1, 2, 8, 16}) {
            for (const int pp : {1, 2, 5}) {
                for (const int dp : {1, 2}) {
                    QTest::addRow("%s tp%d pp%d dp%d", config, tp, pp, dp) << config << tp << pp << dp;
                }
            }
        }
    }
}

void TestPlacement::tilesEveryTensor()
{
    QFETCH(QString, config);
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(int, dp);
    const ModelSpec spec = specOf(config.toStdString());
    QVERIFY(!spec.tensors.empty());
    const Layout layout{tp, pp, dp, 1};
    QVERIFY2(plan::checkLayout(spec, layout).ok(), refusal(spec, layout).c_str());

    std::map<std::tuple<int, int, int>, Tally> tallies; // by tensor, stage, replica
    for (int rank = 0; rank < layout.worldSize(); ++rank) {
        const auto position = plan::rankPosition(spec, layout, rank);
        QCOMPARE((position.dp * pp + position.pp) * tp + position.tp, rank);
        std::set<int> seen;
        for (const TensorSlice& slice : plan::slicesOfRank(spec, layout, rank)) {
            const auto& tensor = spec.tensors[slice.tensorIndex];
            QVERIFY(seen.insert(slice.tensorIndex).second);
            std::vector<std::int64_t> shape = tensor.shape;
            if (slice.dimension >= 0) {
                shape[slice.dimension] = 0;
                for (const auto& [begin, end] : slice.ranges) {
                    QVERIFY(begin >= 0 && begin < end && end <= tensor.shape[slice.dimension]);
                    shape[slice.dimension] += end - begin;
                }
            }
            QCOMPARE(slice.shape, shape);
            tallies[{slice.tensorIndex, position.pp, position.dp}].add(slice, tensor.shape);
        }
    }

    std::map<std::pair<int, int>, int> stagesOf; // tensor, replica -> how many stages hold it
    for (const auto& [key, tally] : tallies) {
        const auto& [tensorIndex, stage, replica] = key;
        const auto& tensor = spec.tensors[tensorIndex];
        ++stagesOf[{tensorIndex, replica}];
        QCOMPARE(tally.holders(), tp);
        int times = 1;
        if (tensor.split == SplitRule::kReplicate || tp == 1) {
            times = tp;
            QCOMPARE(tally.dimension(), -1);
        } else if (tensor.split == SplitRule::kKvHeads) {
            times = std::max(1, tp / spec.layers[tensor.role.layer].attention.kvHeadCount);
        }
        QVERIFY2(tally.eachHeld(times), tensor.name.c_str());
    }
    for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
        const bool twice = spec.tiedHead && pp > 1 && spec.tensors[i].role.role == "embedding";
        for (int replica = 0; replica < dp; ++replica) {
            QCOMPARE((stagesOf[{static_cast<int>(i), replica}]), twice ? 2 : 1);
        }
    }
}

void TestPlacement::stagesCoverLayersInOrder()
{
    const ModelSpec spec = specOf("llama-3.1-8b.json");
    for (const int pp : {1, 2, 3, 7, 31, 32}) {
        const Layout layout{2, pp, 1, 1};
        int next = 0;
        for (int stage = 0; stage < pp; ++stage) {
            const auto position = plan::rankPosition(spec, layout, stage * 2);
            QCOMPARE(position.firstLayer, next);
            QVERIFY(position.endLayer > position.firstLayer);
            QCOMPARE(position.firstStage, stage == 0);
            QCOMPARE(position.lastStage, stage == pp - 1);
            next = position.endLayer;
        }
        QCOMPARE(next, 32);
    }
}

void TestPlacement::remainderGoesToTheFirstStages()
{
    const ModelSpec spec = specOf("llama-3.1-8b.json"); // 32 layers
    const Layout layout{1, 5, 1, 1};
    std::vector<int> sizes;
    for (int rank = 0; rank < 5; ++rank) {
        const auto position = plan::rankPosition(spec, layout, rank);
        sizes.push_back(position.endLayer - position.firstLayer);
    }
    QCOMPARE(sizes, (std::vector<int>{7, 7, 6, 6, 6}));
}

void TestPlacement::tiedHeadIsOnTheLastStage()
{
    const ModelSpec spec = specOf("qwen3-vl-2b.json");
    QVERIFY(spec.tiedHead);
    const Layout layout{2, 2, 1, 1};
    for (int rank = 0; rank < 4; ++rank) {
        int embeddings = 0;
        for (const TensorSlice& slice : plan::slicesOfRank(spec, layout, rank)) {
            embeddings += spec.tensors[slice.tensorIndex].role.role == "embedding" ? 1 : 0;
            QVERIFY(spec.tensors[slice.tensorIndex].role.role != "head");
        }
        QCOMPARE(embeddings, 1);
    }
}

void TestPlacement::gateAndUpAreCutAlike()
{
    const ModelSpec spec = specOf("qwen3-vl-30b-a3b.json"); // hidden 2048, experts of 768
    const Layout layout{4, 1, 1, 1};
    for (int rank = 0; rank < 4; ++rank) {
        for (const TensorSlice& slice : plan::slicesOfRank(spec, layout, rank)) {
            if (spec.tensors[slice.tensorIndex].role.role == "moe.experts.gate_up") {
                QCOMPARE(slice.dimension, 2);
                const std::vector<std::pair<std::int64_t, std::int64_t>> expected{
                    {192 * rank, 192 * (rank + 1)}, {768 + 192 * rank, 768 + 192 * (rank + 1)}};
                QCOMPARE(slice.ranges, expected);
                QCOMPARE(slice.shape, (std::vector<std::int64_t>{128, 2048, 384}));
            }
        }
    }
}

void TestPlacement::stacksOfOneProjectionAreCutOnce()
{
    ModelSpec spec = specOf("qwen3-vl-30b-a3b.json");
    const auto place = std::ranges::find(spec.tensors, "moe.experts.gate_up",
                                         [](const model::ExpectedTensor& tensor) { return tensor.role.role; });
    QVERIFY(place != spec.tensors.end());
    place->role.role = "moe.experts.up";
    const Layout layout{2, 1, 1, 1};
    const TensorSlice slice =
        plan::sliceOfTensor(spec, layout, plan::rankPosition(spec, layout, 1),
                            static_cast<std::int32_t>(place - spec.tensors.begin()), {128, 768, 2048});
    QCOMPARE(slice.dimension, 1);
    QCOMPARE(slice.ranges, (std::vector<std::pair<std::int64_t, std::int64_t>>{{384, 768}}));
}

void TestPlacement::orientationOfStackedExperts()
{
    ModelSpec spec = specOf("qwen3-vl-30b-a3b.json");
    const auto find = [&](std::string_view role) {
        for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
            if (spec.tensors[i].role.role == role) {
                return static_cast<std::int32_t>(i);
            }
        }
        return -1;
    };
    const Layout layout{2, 1, 1, 1};
    const auto position = plan::rankPosition(spec, layout, 1);
    const std::int32_t gateUp = find("moe.experts.gate_up");
    const std::int32_t down = find("moe.experts.down");
    QCOMPARE(plan::sliceOfTensor(spec, layout, position, gateUp, {128, 1536, 2048}).shape,
             (std::vector<std::int64_t>{128, 768, 2048}));
    QCOMPARE(plan::sliceOfTensor(spec, layout, position, down, {128, 2048, 768}).shape,
             (std::vector<std::int64_t>{128, 2048, 384}));
    QCOMPARE(plan::sliceOfTensor(spec, layout, position, down, {128, 768, 2048}).shape,
             (std::vector<std::int64_t>{128, 384, 2048}));

    spec.hiddenSize = 1536; // now a gate_up tensor is square: as the reference saves it
    QVERIFY(plan::expertsOutputFirst(spec, spec.tensors[gateUp], {128, 1536, 1536}));
    QCOMPARE(plan::sliceOfTensor(spec, layout, position, gateUp, {128, 1536, 1536}).dimension, 1);
}

void TestPlacement::refuses_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QList<int>>("degrees"); // tp, pp, dp, ep
    QTest::addColumn<QString>("reason");
    QTest::newRow("zero") << "llama-3.1-8b.json" << QList<int>{0, 1, 1, 1} << "every degree must be at least 1";
    QTest::newRow("heads") << "llama-3.1-8b.json" << QList<int>{3, 1, 1, 1}
                           << "32 attention heads cannot be divided among 3 ranks (layer 0)";
    QTest::newRow("stages") << "llama-3.1-8b.json" << QList<int>{1, 33, 1, 1}
                            << "32 layers cannot fill 33 pipeline stages";
    QTest::newRow("experts")
        << "qwen3-30b-a3b.json" << QList<int>{1, 1, 1, 8}
        << "whole experts per rank (expert parallelism 8) are not available; experts are divided by tensor parallelism";
    QTest::newRow("huge") << "llama-3.1-8b.json" << QList<int>{1 << 30, 1 << 30, 1 << 30, 1}
                          << "it has more than 1000000 ranks";
    QTest::newRow("key-value heads")
        << "kv-heads-6.json" << QList<int>{4, 1, 1, 1}
        << "6 key-value heads cannot be divided among 4 ranks, nor can they be repeated evenly (layer 0)";
    QTest::newRow("features") << "kv-heads-6.json" << QList<int>{6, 1, 1, 1}
                              << "1000 feed-forward features cannot be divided among 6 ranks (layer 0)";
    QTest::newRow("vocabulary") << "kv-heads-6.json" << QList<int>{2, 1, 1, 1}
                                << "997 vocabulary rows cannot be divided among 2 ranks";
}

void TestPlacement::refuses()
{
    QFETCH(QString, config);
    QFETCH(QList<int>, degrees);
    QFETCH(QString, reason);
    const ModelSpec spec = specOf(config.toStdString());
    QVERIFY(!spec.layers.empty());
    const Layout layout{degrees[0], degrees[1], degrees[2], degrees[3]};
    const absl::Status status = plan::checkLayout(spec, layout);
    QCOMPARE(QString::fromStdString(base::failureInfo(status).reasonId), QString("LAYOUT_INVALID"));
    QCOMPARE(QString::fromStdString(refusal(spec, layout)), reason);
}

QTEST_GUILESS_MAIN(TestPlacement)
#include "tst_placement.moc"
