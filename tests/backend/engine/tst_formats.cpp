// Models in other files than safetensors compute the numbers of the reference.
#include "backend/checkpoint/checkpoint_index.h"
#include "tests/backend/engine/golden_model.h"
#include "tests/backend/engine/single_rank.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace firstlight;
using namespace firstlight::engine;

namespace {

constexpr float kTolerance = 1e-4F;
const QString kFiles = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/formats/engine/");
const QString kTiny = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/formats/gguf/tiny.gguf");

float largestDifference(const std::vector<float>& found, const std::vector<float>& expected)
{
    float largest = found.size() == expected.size() ? 0.0F : INFINITY;
    for (std::size_t i = 0; std::isfinite(largest) && i < found.size(); ++i) {
        largest = std::max(largest, std::abs(found[i] - expected[i]));
    }
    return largest;
}

// A tensor's slice as it lies in memory.
std::vector<float> loadSlice(const std::string& file, const model::ModelSpec& spec, const plan::TensorSlice& slice)
{
    const auto index = checkpoint::openCheckpoint(file);
    if (!index.ok()) {
        return {};
    }
    MemoryPool pool(0, 1 << 20);
    absl::StatusOr<Weights> weights = Weights::plan(spec, *index, {slice});
    WeightLoader loader(*index);
    if (!weights.ok() || !weights->allocate(pool).ok() || !loader.remember().ok() ||
        !loader.load(*weights, {}, [](std::size_t) {}).ok()) {
        return {};
    }
    const Weight& weight = weights->weights().front();
    return {weight.floats(), weight.floats() + weight.matrices * weight.rows * weight.columns};
}

} // namespace

class TestFormats : public QObject
{
    Q_OBJECT

private slots:
    void logits_data();
    void logits();
    void blocksAreExpanded();
    void slicesBeginWithinBlocks();
};

void TestFormats::logits_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("copiedAs");
    QTest::addColumn<QString>("model");
    const auto add = [](const char* name, const char* file, const char* copiedAs, const char* model) {
        QTest::newRow(name) << file << copiedAs << model;
    };
    add("torch", "pytorch_model.bin", "pytorch_model.bin", "qwen2-bf16");
    add("torch, old form", "legacy.bin", "model.pth", "qwen2-bf16");
    add("two ranks of a training", "pieces", "", "qwen2-bf16");
    add("params.json, neighbours rotated", "params", "", "mixtral-fp32");
    add("GGUF, plain numbers", "model.gguf", "model.gguf", "qwen2-bf16");
    add("GGUF, neighbours rotated, factors of positions", "llama.gguf", "model.gguf", "llama-fp32");
    add("GGUF, stacks of experts", "mixtral.gguf", "model.gguf", "mixtral-fp32");
}

void TestFormats::logits()
{
    QFETCH(const QString, file);
    QFETCH(const QString, copiedAs);
    QFETCH(const QString, model);
    const auto golden = loadGolden(model.toStdString());
    QVERIFY2(golden.ok(), std::string(golden.status().message()).c_str());
    QTemporaryDir folder;
    const QFileInfo source(kFiles + file);
    const QStringList files =
        source.isDir() ? QDir(source.filePath()).entryList(QDir::Files | QDir::Hidden) : QStringList{""};
    for (const QString& name : files) {
        QVERIFY(QFile::copy(source.isDir() ? source.filePath() + "/" + name : source.filePath(),
                            folder.filePath(source.isDir() ? name : copiedAs)));
    }
    if (!copiedAs.endsWith(".gguf") && !files.contains("params.json")) { // which say themselves what model it is
        QVERIFY(
            QFile::copy(QString::fromStdString(golden->directory) + "/config.json", folder.filePath("config.json")));
    }
    const std::string directory = folder.path().toStdString();
    const auto spec = specOf(directory);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const auto rank = SingleRank::create(directory, *spec);
    QVERIFY2(rank.ok(), std::string(rank.status().message()).c_str());
    for (const GoldenCase& entry : golden->cases) {
        const auto logits = (*rank)->promptLogits(greedyRequest(entry, "logits"), 64);
        QVERIFY2(logits.ok(), std::string(logits.status().message()).c_str());
        QVERIFY(largestDifference(*logits, entry.logits.values) <= kTolerance);
    }
}

void TestFormats::blocksAreExpanded()
{
    const std::string file = kTiny.toStdString();
    const auto spec = specOf(file);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const auto rank = SingleRank::create(file, *spec);
    QVERIFY2(rank.ok(), std::string(rank.status().message()).c_str());
    QFile reference(kFiles + "tiny-logits.json");
    QVERIFY(reference.open(QIODevice::ReadOnly));
    const auto expected = nlohmann::json::parse(reference.readAll().toStdString());
    GenerationRequest request;
    request.id = "tiny";
    request.tokens = expected.at("tokens").get<std::vector<std::int32_t>>();
    request.sampling.maxTokens = 1;
    const auto logits = (*rank)->promptLogits(request, 64);
    QVERIFY2(logits.ok(), std::string(logits.status().message()).c_str());
    const float difference = largestDifference(*logits, expected.at("logits").get<std::vector<float>>());
    QVERIFY2(difference <= kTolerance, qPrintable(QString::number(difference)));
}

void TestFormats::slicesBeginWithinBlocks()
{
    const std::string file = kTiny.toStdString();
    const auto spec = specOf(file);
    QVERIFY(spec.ok());
    const auto place =
        std::find_if(spec->tensors.begin(), spec->tensors.end(), [](const model::ExpectedTensor& tensor) {
            return tensor.name == "blk.0.ffn_down.weight"; // [64, 256] in blocks of 256
        });
    QVERIFY(place != spec->tensors.end());
    const auto number = static_cast<std::int32_t>(place - spec->tensors.begin());
    const std::vector<float> whole = loadSlice(file, *spec, {number, -1, {}, {64, 256}});
    const std::vector<float> part = loadSlice(file, *spec, {number, 1, {{40, 100}}, {64, 60}});
    QCOMPARE(whole.size(), std::size_t{64 * 256});
    QCOMPARE(part.size(), std::size_t{64 * 60});
    for (std::size_t row = 0; row < 64; ++row) {
        QVERIFY(std::equal(part.begin() + static_cast<std::ptrdiff_t>(row * 60),
                           part.begin() + static_cast<std::ptrdiff_t>(row * 60 + 60),
                           whole.begin() + static_cast<std::ptrdiff_t>(row * 256 + 40)));
    }
}

QTEST_GUILESS_MAIN(TestFormats)
#include "tst_formats.moc"
