#include "backend/base/failure.h"
#include "backend/model/model_reading.h"
#include "backend/model/model_sizes.h"
#include "backend/plan/plan_message.h"
#include "backend/plan/planner.h"
#include "tests/backend/model/shipped_families.h"

#include <QtTest>

#include <map>
#include <set>

using namespace firstlight;
using model::ModelSpec;
using plan::Device;
using plan::Layout;
using plan::Plan;
using plan::Workload;

namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;

const ModelSpec& specOf(const std::string& config)
{
    static std::map<std::string, ModelSpec> known;
    const auto [place, isNew] = known.try_emplace(config);
    if (isNew) {
        place->second = model::readModelSpec(test::kConfigs + config, test::families()).value();
    }
    return place->second;
}

std::vector<Device> cluster(int nodes, int devicesEach, std::int64_t capacity)
{
    std::vector<Device> devices;
    for (int node = 0; node < nodes; ++node) {
        for (int index = 0; index < devicesEach; ++index) {
            devices.push_back({"node" + std::to_string(node), index, capacity});
        }
    }
    return devices;
}

std::vector<Plan> plans(const ModelSpec& spec, std::vector<Device> devices, Layout layout = {0, 0, 0, 0},
                        Workload workload = {})
{
    const auto made = plan::makePlans({spec, nullptr, nullptr, std::move(devices), layout, workload});
    return made.ok() ? *made : std::vector<Plan>{};
}

QString text(const Layout& layout)
{
    return QString("tp%1 pp%2 dp%3").arg(layout.tensorParallel).arg(layout.pipelineParallel).arg(layout.dataParallel);
}

std::string reasonId(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

} // namespace

class TestPlanner : public QObject
{
    Q_OBJECT

private slots:
    void weightsAreThoseOfTheSlices_data();
    void weightsAreThoseOfTheSlices();
    void cacheOfOneRank();
    void cacheGrowsInBlocks();
    void trueSizesComeFromTheIndex();
    void sizesThatTheConfigTells();
    void visionIsOnTheFirstStageOnly();
    void best_data();
    void best();
    void fittingComesFirst();
    void asksForMemory();
    void saysWhichContextWouldFit();
    void fullyGivenLayout();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void defaultWorkload();
    void impossibleWorkloads_data();
    void impossibleWorkloads();
    void noDevices();
    void message();
};

void TestPlanner::weightsAreThoseOfTheSlices_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    for (const char* config :
         {"llama-3.1-8b.json", "qwen3-moe-6-layers.json", "qwen3-vl-30b-a3b.json", "qwen3-vl-2b.json"}) {
        for (const int tp : {1, 2, 8, 16}) {
            for (const int pp : {1, 3}) {
                QTest::addRow("%s tp%d pp%d", config, tp, pp) << config << tp << pp;
            }
        }
    }
}

void TestPlanner::weightsAreThoseOfTheSlices()
{
    QFETCH(QString, config);
    QFETCH(int, tp);
    QFETCH(int, pp);
    const ModelSpec& spec = specOf(config.toStdString());
    const Layout layout{tp, pp, 1, 1};
    const plan::MemoryModel memory(spec, nullptr);
    for (int rank = 0; rank < layout.worldSize(); ++rank) {
        std::int64_t bytes = 0;
        const auto slices = plan::slicesOfRank(spec, layout, rank);
        for (const plan::TensorSlice& slice : slices) {
            const auto& tensor = spec.tensors[slice.tensorIndex];
            const bool floats = slice.shape.size() < 2 || tensor.role.role == "vision.position";
            std::int64_t count = 1;
            for (const std::int64_t size : slice.shape) {
                count *= size;
            }
            bytes += count * (floats ? 4 : 2);
        }
        const auto position = plan::rankPosition(spec, layout, rank);
        QCOMPARE(memory.estimate(layout, position, {4, 2048}).weights, bytes);
        QCOMPARE(memory.sliceCount(layout, position), static_cast<std::int64_t>(slices.size()));
    }
}

void TestPlanner::cacheOfOneRank()
{
    const ModelSpec& spec = specOf("llama-3.1-8b.json"); // 32 layers, 8 key-value heads of 128
    const plan::MemoryModel memory(spec, nullptr);
    const auto cache = [&](const Layout& layout) {
        return memory.estimate(layout, plan::rankPosition(spec, layout, 0), {4, 2048}).kvCache;
    };
    const std::int64_t whole = std::int64_t{4} * 2048 * 32 * 2 * 8 * 128 * 4;
    QCOMPARE(cache({1, 1, 1, 1}), whole);
    QCOMPARE(cache({2, 1, 1, 1}), whole / 2);
    QCOMPARE(cache({1, 2, 1, 1}), whole / 2);
    QCOMPARE(cache({8, 1, 1, 1}), whole / 8);
    QCOMPARE(cache({16, 1, 1, 1}), whole / 8); // one head at least
}

void TestPlanner::cacheGrowsInBlocks()
{
    const ModelSpec& spec = specOf("llama-3.1-8b.json");
    const plan::MemoryModel memory(spec, nullptr);
    const Layout layout{1, 1, 1, 1};
    const auto position = plan::rankPosition(spec, layout, 0);
    const auto cache = [&](int context) { return memory.estimate(layout, position, {1, context}).kvCache; };
    QCOMPARE(cache(17), cache(32));
    QCOMPARE(cache(16) * 2, cache(17));
}

void TestPlanner::trueSizesComeFromTheIndex()
{
    const ModelSpec& spec = specOf("kv-heads-6.json");
    checkpoint::CheckpointIndex index;
    for (const model::ExpectedTensor& tensor : spec.tensors) {
        checkpoint::TensorEntry entry;
        entry.name = tensor.name;
        entry.dtype = checkpoint::DType::kF32;
        entry.shape = tensor.shape;
        entry.sizeBytes = static_cast<std::uint64_t>(model::parameterCount(tensor)) * 4;
        index.tensors.push_back(entry);
    }
    std::sort(index.tensors.begin(), index.tensors.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    const Layout layout{1, 1, 1, 1};
    const plan::MemoryModel memory(spec, &index);
    QCOMPARE(memory.estimate(layout, plan::rankPosition(spec, layout, 0), {1, 16}).weights,
             4 * model::parameterCounts(spec).total);
}

// Before anything is downloaded, and of packed weights, which have other names than what the model expects.
void TestPlanner::sizesThatTheConfigTells()
{
    const ModelSpec& spec = specOf("llama-3.1-8b.json");
    const auto eightBits =
        model::Quantisation::read({{"torch_dtype", "bfloat16"}, {"quantization_config", {{"quant_method", "fp8"}}}});
    const Layout layout{1, 1, 1, 1};
    const auto position = plan::rankPosition(spec, layout, 0);
    const std::int64_t whole = plan::MemoryModel(spec, nullptr).estimate(layout, position, {1, 16}).weights;
    const std::int64_t half = plan::MemoryModel(spec, nullptr, &eightBits).estimate(layout, position, {1, 16}).weights;
    QVERIFY(half > whole / 2 && half < whole * 0.6); // embeddings stay as they are
}

void TestPlanner::visionIsOnTheFirstStageOnly()
{
    const ModelSpec& spec = specOf("qwen3-vl-2b.json");
    const auto all = plans(spec, cluster(2, 1, 64 * kGiB), {1, 2, 1, 0});
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all[0].fits);
    QVERIFY(all[0].ranks[0].memory.vision > 0);
    QCOMPARE(all[0].ranks[1].memory.vision, std::int64_t{0});
    QCOMPARE(all[0].ranks[0].device.node, std::string("node0"));
    QCOMPARE(all[0].ranks[1].device.node, std::string("node1"));
}

void TestPlanner::best_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("capacityGiB");
    QTest::addColumn<QString>("layout");
    QTest::newRow("one device") << "qwen3-0.6b.json" << 1 << 1 << 64 << "tp1 pp1 dp1";
    QTest::newRow("two nodes: stages") << "qwen3-0.6b.json" << 2 << 1 << 64 << "tp1 pp2 dp1";
    QTest::newRow("two devices in a node") << "qwen3-0.6b.json" << 1 << 2 << 64 << "tp2 pp1 dp1";
    QTest::newRow("a node of eight") << "llama-3.1-8b.json" << 1 << 8 << 80 << "tp8 pp1 dp1";
    QTest::newRow("two nodes of eight") << "llama-3.1-405b.json" << 2 << 8 << 80 << "tp8 pp2 dp1";
    QTest::newRow("three devices") << "llama-3.1-8b.json" << 1 << 3 << 80 << "tp1 pp3 dp1"; // 32 heads
}

void TestPlanner::best()
{
    QFETCH(QString, config);
    QFETCH(int, nodes);
    QFETCH(int, devices);
    QFETCH(int, capacityGiB);
    QFETCH(QString, layout);
    const auto all = plans(specOf(config.toStdString()), cluster(nodes, devices, capacityGiB * kGiB));
    QVERIFY(!all.empty());
    QVERIFY(all[0].fits);
    QCOMPARE(text(all[0].layout), layout);
    QVERIFY(!all[0].reason.empty());
}

void TestPlanner::fittingComesFirst()
{
    const auto all = plans(specOf("llama-3.1-8b.json"), cluster(2, 4, 6 * kGiB));
    QVERIFY(all.size() > 3);
    QVERIFY(all.front().fits);
    int rank = 0; // fits, does not fit, is not possible
    for (const Plan& plan : all) {
        const int kind = plan.fits ? 0 : plan.ranks.empty() ? 2 : 1;
        QVERIFY(kind >= rank);
        rank = kind;
        QCOMPARE(plan.refusal.ok(), plan.fits);
    }
    QCOMPARE(rank, 2);
}

void TestPlanner::asksForMemory()
{
    const auto all = plans(specOf("llama-3.1-8b.json"), cluster(1, 1, 8 * kGiB));
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(!all[0].fits);
    const auto info = base::failureInfo(all[0].refusal);
    QCOMPARE(info.reasonId, std::string(reasons::kMemoryInsufficient.id));
    QCOMPARE(info.arguments.at("rank"), std::string("0"));
    QCOMPARE(info.arguments.at("capacity"), std::string("8.00 GiB"));
    const double needed = static_cast<double>(all[0].ranks[0].memory.total()) / static_cast<double>(kGiB);
    QCOMPARE(info.arguments.at("needed"), QString::asprintf("%.2f GiB", needed).toStdString());
}

void TestPlanner::saysWhichContextWouldFit()
{
    const ModelSpec& spec = specOf("llama-3.1-8b.json");
    const Workload workload{4, 32768};
    const auto all = plans(spec, cluster(1, 1, 20 * kGiB), {1, 1, 1, 1}, workload);
    QVERIFY(!all[0].fits);
    const QString reason = QString::fromStdString(all[0].reason);
    const auto match = QRegularExpression("a context of (\\d+) tokens would fit").match(reason);
    QVERIFY2(match.hasMatch(), qPrintable(reason));
    const int context = match.captured(1).toInt();
    QVERIFY(plans(spec, cluster(1, 1, 20 * kGiB), {1, 1, 1, 1}, {4, context})[0].fits);
    QVERIFY(!plans(spec, cluster(1, 1, 20 * kGiB), {1, 1, 1, 1}, {4, context + plan::kCacheBlockTokens})[0].fits);
}

void TestPlanner::fullyGivenLayout()
{
    const auto all = plans(specOf("qwen3-0.6b.json"), cluster(2, 2, 64 * kGiB), {2, 1, 1, 1});
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all[0].fits);
    QCOMPARE(all[0].ranks.size(), std::size_t{2});
}

void TestPlanner::refusesWhatCannotBe_data()
{
    QTest::addColumn<QList<int>>("degrees");
    QTest::addColumn<QString>("why");
    QTest::newRow("too many devices") << QList<int>{2, 2, 2, 0} << "it needs 8 devices, the cluster has 4";
    QTest::newRow("more than there are") << QList<int>{8, 0, 0, 0} << "it needs 8 devices, the cluster has 4";
    QTest::newRow("heads") << QList<int>{3, 0, 0, 0} << "16 attention heads cannot be divided among 3 ranks";
    QTest::newRow("negative") << QList<int>{-1, 0, 0, 0} << "every degree must be at least 1";
    QTest::newRow("huge") << QList<int>{1 << 30, 1 << 30, 1 << 30, 1} << "more than 1000000 ranks";
    QTest::newRow("experts") << QList<int>{1, 1, 1, 2} << "expert parallelism 2";
}

void TestPlanner::refusesWhatCannotBe()
{
    QFETCH(QList<int>, degrees);
    QFETCH(QString, why);
    const auto all =
        plans(specOf("qwen3-0.6b.json"), cluster(1, 4, 64 * kGiB), {degrees[0], degrees[1], degrees[2], degrees[3]});
    QVERIFY(!all.empty());
    QVERIFY(!all[0].fits);
    QCOMPARE(reasonId(all[0].refusal), std::string(reasons::kLayoutInvalid.id));
    const std::string detail = base::failureInfo(all[0].refusal).arguments["detail"];
    QVERIFY2(detail.find(why.toStdString()) != std::string::npos, detail.c_str());
}

void TestPlanner::defaultWorkload()
{
    const auto usual = plan::completeWorkload(specOf("llama-3.1-8b.json"), {});
    QCOMPARE(usual->maxSequences, 4);
    QCOMPARE(usual->maxContextTokens, 2048);
    ModelSpec small = specOf("kv-heads-6.json");
    small.maxPosition = 512;
    QCOMPARE(plan::completeWorkload(small, {})->maxContextTokens, 512);
    QCOMPARE(plan::completeWorkload(small, {1, 100})->maxContextTokens, 100);
}

void TestPlanner::impossibleWorkloads_data()
{
    QTest::addColumn<int>("sequences");
    QTest::addColumn<int>("context");
    QTest::newRow("longer than the model") << 1 << 131073;
    QTest::newRow("negative context") << 1 << -1;
    QTest::newRow("one token") << 1 << 1;
    QTest::newRow("negative sequences") << -1 << 100;
    QTest::newRow("too many sequences") << 100000 << 100;
}

void TestPlanner::impossibleWorkloads()
{
    QFETCH(int, sequences);
    QFETCH(int, context);
    const auto made = plan::makePlans(
        {specOf("llama-3.1-8b.json"), nullptr, nullptr, cluster(1, 1, kGiB), {0, 0, 0, 0}, {sequences, context}});
    QCOMPARE(reasonId(made.status()), std::string(reasons::kRequestInvalid.id));
}

void TestPlanner::noDevices()
{
    const auto made = plan::makePlans({specOf("llama-3.1-8b.json"), nullptr, nullptr, {}, {0, 0, 0, 0}, {}});
    QCOMPARE(reasonId(made.status()), std::string(reasons::kRequestInvalid.id));
}

void TestPlanner::message()
{
    const auto all = plans(specOf("qwen3-vl-2b.json"), cluster(2, 1, 64 * kGiB), {1, 2, 1, 1});
    const v1::Plan message = plan::toMessage(all[0]);
    QVERIFY(message.fits() && !message.has_refusal());
    QCOMPARE(message.layout().pipeline_parallel(), 2);
    QCOMPARE(message.workload().max_context_tokens(), 2048);
    QCOMPARE(message.ranks_size(), 2);
    const v1::RankPlan& last = message.ranks(1);
    QCOMPARE(last.node(), std::string("node1"));
    QCOMPARE(last.first_layer(), 14);
    QCOMPARE(last.end_layer(), 28);
    std::int64_t sum = 0;
    std::set<int> classes;
    for (const v1::MemoryAmount& amount : last.estimate()) {
        sum += amount.memory_bytes();
        QVERIFY(classes.insert(amount.memory_class()).second);
    }
    QCOMPARE(sum, all[0].ranks[1].memory.total());

    const v1::Plan refused = plan::toMessage(plans(specOf("qwen3-vl-2b.json"), cluster(1, 1, kGiB), {1, 1, 1, 1})[0]);
    QVERIFY(!refused.fits());
    QCOMPARE(refused.refusal().reason(), std::string(reasons::kMemoryInsufficient.id));
    QCOMPARE(refused.refusal().stage(), v1::STAGE_PLAN);
}

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
