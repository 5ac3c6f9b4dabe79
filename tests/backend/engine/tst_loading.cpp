// From files to memory: slices, orientations, damaged checkpoints, memory that does not suffice.
#include "backend/base/failure.h"
#include "backend/engine/weight_loader.h"
#include "tests/backend/engine/golden_model.h"
#include "tests/backend/engine/replica.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <numeric>

using namespace firstlight;
using namespace firstlight::engine;

namespace {

std::string reasonOf(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

// A checkpoint with one tensor of consecutive numbers, without any file format around it.
struct OneTensor {
    model::ModelSpec spec;
    checkpoint::CheckpointIndex index;

    OneTensor(const QString& directory, model::TensorRole role, std::vector<std::int64_t> shape, model::SplitRule split)
    {
        spec.hiddenSize = 4;
        spec.vocabularySize = 12;
        model::LayerSpec layer;
        layer.ffn.kind = model::FfnKind::kMoe;
        layer.ffn.expertCount = 2;
        layer.ffn.intermediateSize = 6;
        spec.layers = {layer};
        model::ExpectedTensor expected;
        expected.name = "t";
        expected.role = std::move(role);
        expected.shape = shape;
        expected.split = split;
        spec.tensors = {expected};
        std::int64_t count = 1;
        for (const std::int64_t size : shape) {
            count *= size;
        }
        std::vector<float> values(static_cast<std::size_t>(count));
        std::iota(values.begin(), values.end(), 0.0F);
        QFile file(directory + "/data");
        file.open(QIODevice::WriteOnly);
        file.write(reinterpret_cast<const char*>(values.data()), count * 4);
        index.directory = directory.toStdString();
        index.files = {{"data", static_cast<std::uint64_t>(count) * 4, 0}};
        index.tensors = {{"t", checkpoint::DType::kF32, std::move(shape), 0, 0, static_cast<std::uint64_t>(count) * 4}};
    }

    // What a slice becomes in memory.
    std::vector<float> load(const plan::TensorSlice& slice, const std::string& role)
    {
        MemoryPool pool(0, 1 << 20);
        absl::StatusOr<Weights> weights = Weights::plan(spec, index, {slice});
        WeightLoader loader(index);
        if (!weights.ok() || !weights->allocate(pool).ok() || !loader.remember().ok() ||
            !loader.load(*weights, {}, [](std::size_t) {}).ok()) {
            return {};
        }
        const Weight* weight = weights->find(role, spec.tensors[0].role.layer);
        const float* data = weight->floats();
        return {data, data + weight->matrices * weight->rows * weight->columns};
    }
};

// Runs the stages of one engine up to loading.
absl::Status loadEngine(const std::string& directory, const model::ModelSpec& spec, std::int64_t capacityBytes,
                        const std::function<void(Engine&)>& beforeStreaming = {})
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::unique_ptr<Engine> engine,
                                Engine::create({directory, spec, {}, 0, capacityBytes, 2, 64, 1}, {}));
    FIRSTLIGHT_RETURN_IF_ERROR(engine->readMetadata().status());
    FIRSTLIGHT_RETURN_IF_ERROR(engine->validate().status());
    FIRSTLIGHT_RETURN_IF_ERROR(engine->allocate().status());
    if (beforeStreaming) {
        beforeStreaming(*engine);
    }
    return engine->streamWeights({}).status();
}

} // namespace

class TestLoading : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void rowsAndColumnsAreCut();
    void publishedExpertsAreTurned();
    void savedExpertsStayAsTheyAre();
    void ambiguousExpertsAreTakenAsSaved();
    void progressReachesTheTotal();
    void truncatedShardIsNamed();
    void changedShardIsNamed();
    void missingShardIsNamed();
    void missingTensorIsNamed();
    void wrongShapeIsNamed();
    void smallDeviceIsRefused();
    void stagesHaveAnOrder();

private:
    QString shard() const { return m_copy->path() + "/model-00002-of-00003.safetensors"; }

    model::ModelSpec m_spec;
    std::unique_ptr<QTemporaryDir> m_copy; // of a checkpoint with three shards
};

void TestLoading::initTestCase()
{
    const auto spec = specOf(goldenDirectory("qwen3-moe-fp32"));
    QVERIFY(spec.ok());
    m_spec = *spec;
}

void TestLoading::init()
{
    m_copy = std::make_unique<QTemporaryDir>();
    std::filesystem::copy(goldenDirectory("qwen3-moe-fp32"), m_copy->path().toStdString(),
                          std::filesystem::copy_options::recursive);
    QVERIFY(QFile::exists(shard()));
}

void TestLoading::rowsAndColumnsAreCut()
{
    OneTensor tensor(m_copy->path(), {"ffn.down", false, 0, -1}, {3, 4}, model::SplitRule::kRow);
    QCOMPARE(tensor.load({0, 1, {{1, 3}}, {3, 2}}, "ffn.down"), (std::vector<float>{1, 2, 5, 6, 9, 10}));
    QCOMPARE(tensor.load({0, 0, {{1, 2}}, {1, 4}}, "ffn.down"), (std::vector<float>{4, 5, 6, 7}));
    QCOMPARE(tensor.load({0, -1, {}, {3, 4}}, "ffn.down").size(), std::size_t{12});
}

void TestLoading::publishedExpertsAreTurned()
{
    // Two experts [hidden 4, gate 6 + up 6]; the second of two ranks holds gate 3..5 and up 3..5.
    OneTensor tensor(m_copy->path(), {"moe.experts.gate_up", false, 0, -1}, {2, 4, 12},
                     model::SplitRule::kExpertColumn);
    const std::vector<float> found = tensor.load({0, 2, {{3, 6}, {9, 12}}, {2, 4, 6}}, "moe.experts.gate_up");
    QCOMPARE(found.size(), std::size_t{48});
    for (std::size_t expert = 0; expert < 2; ++expert) {
        for (std::size_t row = 0; row < 6; ++row) {
            const std::size_t column = row < 3 ? row + 3 : row + 6;
            for (std::size_t in = 0; in < 4; ++in) {
                QCOMPARE(found[(expert * 6 + row) * 4 + in], static_cast<float>((expert * 4 + in) * 12 + column));
            }
        }
    }
}

void TestLoading::savedExpertsStayAsTheyAre()
{
    OneTensor tensor(m_copy->path(), {"moe.experts.gate_up", false, 0, -1}, {2, 12, 4},
                     model::SplitRule::kExpertColumn);
    // Ranges are of the output features, whichever way the file lies.
    const std::vector<float> found = tensor.load({0, 2, {{0, 1}, {6, 7}}, {2, 4, 2}}, "moe.experts.gate_up");
    QCOMPARE(found, (std::vector<float>{0, 1, 2, 3, 24, 25, 26, 27, 48, 49, 50, 51, 72, 73, 74, 75}));
}

void TestLoading::ambiguousExpertsAreTakenAsSaved()
{
    OneTensor tensor(m_copy->path(), {"moe.experts.gate_up", false, 0, -1}, {2, 12, 12},
                     model::SplitRule::kExpertColumn);
    tensor.spec.hiddenSize = 12;
    const std::vector<float> found = tensor.load({0, -1, {}, {2, 12, 12}}, "moe.experts.gate_up");
    QCOMPARE(found[1], 1.0F);
    QCOMPARE(found[12], 12.0F);
}

void TestLoading::progressReachesTheTotal()
{
    auto engine = Engine::create({m_copy->path().toStdString(), m_spec, {}, 0, 64 << 20, 2, 64, 1}, {});
    QVERIFY(engine.ok());
    QVERIFY((*engine)->readMetadata().ok() && (*engine)->validate().ok() && (*engine)->allocate().ok());
    QCOMPARE((*engine)->slices().front().state, SliceState::kAllocated);
    std::int64_t last = 0;
    std::int64_t total = 0;
    bool rising = true;
    QVERIFY((*engine)
                ->streamWeights([&](std::int64_t done, std::int64_t all) {
                    rising = rising && done > last;
                    last = done;
                    total = all;
                })
                .ok());
    std::int64_t slices = 0;
    for (const SliceInfo& slice : (*engine)->slices()) {
        QCOMPARE(slice.state, SliceState::kLoaded);
        slices += slice.sizeBytes;
    }
    QVERIFY(rising && total > 0);
    QCOMPARE(last, total);
    QCOMPARE(last, slices);
    QCOMPARE((*engine)->stats().loadedBytesTotal, last);
    QVERIFY((*engine)->releaseHostCache().ok());
}

void TestLoading::truncatedShardIsNamed()
{
    const qint64 size = QFile(shard()).size();
    const absl::Status status = loadEngine(m_copy->path().toStdString(), m_spec, 64 << 20,
                                           [&](Engine&) { QFile::resize(shard(), size - 100); });
    const base::FailureInfo info = base::failureInfo(status);
    QCOMPARE(info.reasonId, std::string(reasons::kShardTruncated.id));
    QCOMPARE(info.arguments.at("file"), "model-00002-of-00003.safetensors");
    QCOMPARE(info.arguments.at("expected_bytes"), std::to_string(size));
    QCOMPARE(info.arguments.at("found_bytes"), std::to_string(size - 100));
}

void TestLoading::changedShardIsNamed()
{
    const absl::Status status = loadEngine(m_copy->path().toStdString(), m_spec, 64 << 20, [&](Engine&) {
        const QString other = shard() + ".new";
        QVERIFY(QFile::copy(shard(), other) && QFile::remove(shard()) && QFile::rename(other, shard()));
    });
    QCOMPARE(reasonOf(status), std::string(reasons::kShardChanged.id));
    QCOMPARE(base::failureInfo(status).arguments.at("file"), "model-00002-of-00003.safetensors");
}

void TestLoading::missingShardIsNamed()
{
    const absl::Status late =
        loadEngine(m_copy->path().toStdString(), m_spec, 64 << 20, [&](Engine&) { QFile::remove(shard()); });
    QCOMPARE(reasonOf(late), std::string(reasons::kShardMissing.id));
    const absl::Status early = loadEngine(m_copy->path().toStdString(), m_spec, 64 << 20);
    QCOMPARE(reasonOf(early), std::string(reasons::kShardMissing.id));
}

void TestLoading::missingTensorIsNamed()
{
    model::ExpectedTensor extra = m_spec.tensors.back();
    extra.name = "model.layers.0.not_there.weight";
    extra.optional = false;
    model::ModelSpec spec = m_spec;
    spec.tensors.push_back(extra);
    const absl::Status status = loadEngine(m_copy->path().toStdString(), spec, 64 << 20);
    QCOMPARE(reasonOf(status), std::string(reasons::kTensorMissing.id));
    QCOMPARE(base::failureInfo(status).arguments.at("tensor"), extra.name);
}

void TestLoading::wrongShapeIsNamed()
{
    model::ModelSpec spec = m_spec;
    spec.tensors.front().shape.back() += 1;
    const absl::Status status = loadEngine(m_copy->path().toStdString(), spec, 64 << 20);
    QCOMPARE(reasonOf(status), std::string(reasons::kTensorMismatch.id));
}

void TestLoading::smallDeviceIsRefused()
{
    const absl::Status status = loadEngine(m_copy->path().toStdString(), m_spec, 100 << 10);
    QCOMPARE(reasonOf(status), std::string(reasons::kAllocationFailed.id));
}

void TestLoading::stagesHaveAnOrder()
{
    auto engine = Engine::create({m_copy->path().toStdString(), m_spec, {}, 0, 64 << 20, 2, 64, 1}, {});
    QVERIFY(engine.ok());
    QVERIFY(!(*engine)->allocate().ok());
    QVERIFY(!(*engine)->serve().ok());
    QVERIFY(!Engine::create({"", m_spec, {3, 1, 1, 1}, 0, 64 << 20, 2, 64, 1}, {}).ok());
}

QTEST_GUILESS_MAIN(TestLoading)
#include "tst_loading.moc"
