#include "tests/support/sample_values.h"

namespace firstlight::tests {
namespace {

using namespace ui;
using namespace std::chrono_literals;

constexpr std::int64_t kMiB = 1024 * 1024;

NodeStatus sampleNode(const QString& name, const QString& driver)
{
    NodeStatus node;
    node.state = NodeState::Online;
    node.description = {name,
                        QStringLiteral("host-1"),
                        QStringLiteral("Debian GNU/Linux 12"),
                        QStringLiteral("6.1.0-25-amd64"),
                        QStringLiteral("Example CPU"),
                        8,
                        32LL * 1024 * kMiB,
                        {{QStringLiteral("firstlight"), QStringLiteral("0.1.0")},
                         {QStringLiteral("glibc"), QStringLiteral("2.36")},
                         {QStringLiteral("driver"), driver}},
                        {{0, DeviceKind::Cpu, QStringLiteral("Example CPU"), 32LL * 1024 * kMiB, 4LL * 1024 * kMiB}},
                        4000};
    node.lastSample = {name, kSampleStart, 12.5, 20LL * 1024 * kMiB, 0.7};
    return node;
}

StageRecord sampleStage(Stage stage, int index, bool finished)
{
    StageRecord record;
    record.stage = stage;
    record.start = kSampleStart + index * 400ms;
    record.end = finished ? record.start + 350ms : TimePoint{};
    record.usualDuration = 300ms;
    record.stallLimit = 30s;
    if (stage >= Stage::Rendezvous && stage <= Stage::WarmUp) {
        for (int rank = 0; rank < 2; ++rank) {
            record.ranks.push_back({rank, finished ? 100 : 40, 100, QStringLiteral("bytes"), finished, record.start,
                                    finished ? record.start + 300ms + rank * 50ms : TimePoint{}});
        }
    }
    return record;
}

std::vector<MemoryAmount> sampleMemory(std::int64_t kv)
{
    return {{MemoryClass::Weights, 9 * kMiB},
            {MemoryClass::KvCache, kv},
            {MemoryClass::Activations, 2 * kMiB},
            {MemoryClass::Vision, kMiB},
            {MemoryClass::Reserved, kMiB}};
}

} // namespace

ControllerInfo sampleController()
{
    return {QStringLiteral("0.1.0"), 1, {}, 4242, kSampleStart, QStringLiteral("/state"), QStringLiteral("/demo")};
}

ClusterState sampleCluster()
{
    return {{sampleNode(QStringLiteral("node-0"), QStringLiteral("550.1")),
             sampleNode(QStringLiteral("node-1"), QStringLiteral("550.2"))},
            kSampleStart};
}

Plan samplePlan(int tensorParallel, int pipelineParallel)
{
    Plan plan;
    plan.layout = {tensorParallel, pipelineParallel, 1, 1};
    plan.workload = {4, 2048};
    plan.fits = true;
    for (int rank = 0; rank < tensorParallel * pipelineParallel; ++rank) {
        RankPlan entry;
        entry.rank = rank;
        entry.node = QStringLiteral("node-%1").arg(rank % 2);
        entry.tpRank = rank % tensorParallel;
        entry.ppRank = rank / tensorParallel;
        entry.endLayer = 2;
        entry.estimate = sampleMemory(4 * kMiB);
        entry.capacityBytes = 1024 * kMiB;
        entry.tensorSliceCount = 40;
        plan.ranks.push_back(entry);
    }
    return plan;
}

DeploymentState sampleDeployment(Stage stage)
{
    DeploymentState state;
    state.id = {QStringLiteral("d-1")};
    state.checkpointPath = QStringLiteral("/demo");
    state.modelName = QStringLiteral("firstlight-demo");
    state.driver = QStringLiteral("native");
    state.stage = stage;
    state.created = kSampleStart;
    state.hasVision = true;
    state.plan = samplePlan(2, 1);
    state.revision = static_cast<std::int64_t>(stage);
    state.ready = stage == Stage::Serving;
    int index = 0;
    for (const Stage passed : kBringUpStages) {
        if (passed > stage) {
            break;
        }
        state.stages.push_back(sampleStage(passed, index++, passed != stage));
    }
    for (int rank = 0; rank < 2; ++rank) {
        state.ranks.push_back(
            {rank, QStringLiteral("node-%1").arg(rank), 0, 5000 + rank, RankState::Running, {}, rank, 0, 0});
    }
    return state;
}

MetricFrame sampleFrame(std::chrono::milliseconds afterStart)
{
    MetricFrame frame;
    frame.time = kSampleStart + afterStart;
    frame.deployment = {QStringLiteral("d-1")};
    for (int rank = 0; rank < 2; ++rank) {
        frame.nodes.push_back({QStringLiteral("node-%1").arg(rank), frame.time, 20.0 + rank, 20LL * 1024 * kMiB, 0.5});
        RankSample sample;
        sample.rank = rank;
        sample.memory = sampleMemory((4 + afterStart.count() / 1000 % 3) * kMiB);
        sample.capacityBytes = 1024 * kMiB;
        sample.residentBytes = 64 * kMiB;
        sample.cpuBusyPercent = 80;
        sample.kvTokensUsed = 100 + afterStart.count() / 100;
        sample.kvTokensCapacity = 8192;
        sample.generatedTokensTotal = afterStart.count() / 20;
        sample.loadedBytesTotal = 9 * kMiB;
        sample.collectives = {{QStringLiteral("world"), QStringLiteral("all_reduce"), afterStart.count(),
                               afterStart.count() * 4096, std::chrono::microseconds(afterStart.count() * 30)}};
        sample.communicators = {{rank, QStringLiteral("world"), 12, 12, {}}};
        frame.ranks.push_back(sample);
    }
    return frame;
}

CheckpointReport sampleCheckpoint()
{
    CheckpointReport report;
    report.path = QStringLiteral("/demo");
    report.name = QStringLiteral("firstlight-demo");
    report.modelType = QStringLiteral("qwen3_vl_moe");
    report.family = QStringLiteral("qwen3_vl_moe");
    report.complete.state = VerdictState::Yes;
    report.consistent.state = VerdictState::Yes;
    report.supported.state = VerdictState::Partly;
    report.architecture = {{QStringLiteral("Text"), QStringLiteral("layers"), QStringLiteral("2"),
                            QStringLiteral("config.json: text_config.num_hidden_layers")},
                           {QStringLiteral("Vision"), QStringLiteral("patch size"), QStringLiteral("16"),
                            QStringLiteral("config.json: vision_config.patch_size")}};
    report.parametersTotal = 5'640'000;
    report.parametersActive = 2'100'000;
    report.weightBytes = 11 * kMiB;
    report.kvBytesPerToken = 2048;
    report.byRole = {{QStringLiteral("experts"), 6 * kMiB, 24, 3'000'000},
                     {QStringLiteral("attention"), 2 * kMiB, 16, 1'000'000}};
    report.byDtype = {{QStringLiteral("BF16"), 11 * kMiB, 40, 5'640'000}};
    report.operators = {
        {QStringLiteral("attention.gqa"), OperatorSupport::Fast, {0, 1}, {}},
        {QStringLiteral("vision.deepstack"), OperatorSupport::Fallback, {}, QStringLiteral("CPU only")}};
    report.tensorsExpected = 40;
    report.tensorsFound = 40;
    report.shardCount = 4;
    report.hasVision = true;
    report.hasTokenizer = true;
    report.hasChatTemplate = true;
    report.maxContextTokens = 2048;
    report.inspectDuration = 12ms;
    return report;
}

std::vector<SliceReport> sampleSlices()
{
    std::vector<SliceReport> slices;
    for (int rank = 0; rank < 2; ++rank) {
        for (int layer = 0; layer < 2; ++layer) {
            for (int expert = 0; expert < 4; ++expert) {
                slices.push_back({rank,
                                  QStringLiteral("layers.%1.experts.%2.up").arg(layer).arg(expert),
                                  QStringLiteral("experts"),
                                  layer,
                                  expert,
                                  QStringLiteral("BF16"),
                                  {64, 128},
                                  {128, 128},
                                  64 * 128 * 2,
                                  LoadState::Loaded,
                                  QStringLiteral("model-00001.safetensors")});
            }
            slices.push_back({rank,
                              QStringLiteral("layers.%1.attention.q").arg(layer),
                              QStringLiteral("attention"),
                              layer,
                              -1,
                              QStringLiteral("BF16"),
                              {128, 128},
                              {256, 128},
                              128 * 128 * 2,
                              LoadState::Loaded,
                              QStringLiteral("model-00001.safetensors")});
        }
    }
    return slices;
}

CommCheckReport sampleCommCheck()
{
    CommCheckReport report;
    report.deployment = {QStringLiteral("d-1")};
    report.time = kSampleStart;
    report.worldSize = 2;
    report.pairs = {{0, 1, 1.8, 5200, QStringLiteral("shared memory")},
                    {1, 0, 1.9, 5100, QStringLiteral("shared memory")}};
    report.collectives = {{QStringLiteral("all_reduce"), 1048576, 420, 2496, 2496, true}};
    report.passed = true;
    report.verdict = QStringLiteral("All pairs are as fast as shared memory should be.");
    return report;
}

LogLine sampleLog(std::int64_t sequence, int rank, Severity severity, const QString& text)
{
    return {sequence,
            kSampleStart + sequence * 10ms,
            {QStringLiteral("d-1")},
            QStringLiteral("node-%1").arg(rank),
            rank,
            QStringLiteral("firstlight-worker"),
            severity,
            text};
}

ChatReceived sampleReceived()
{
    ChatReceived received;
    received.renderedPrompt = QStringLiteral("<|im_start|>user\nhello<|im_end|>\n");
    received.tokens = {{1, QStringLiteral("<|im_start|>"), true, -1},
                       {5, QStringLiteral("user"), false, -1},
                       {9, QStringLiteral("<|image_pad|>"), true, 0},
                       {6, QStringLiteral("hello"), false, -1},
                       {2, QStringLiteral("<|im_end|>"), true, -1}};
    received.images = {{640, 480, 320, 256, 20, 16, 80, {}, {{320, 256, 1, 1}}, {{{}, 80}}}};
    received.sampling = {true, 0.7, 0.9, 20, 1.0, 7, 256};
    return received;
}

} // namespace firstlight::tests
