#include "backend/base/failure.h"
#include "backend/model/coverage.h"
#include "backend/model/inspection.h"
#include "backend/model/model_reading.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/model/family_fixture.h"
#include "tests/backend/model/shipped_families.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <utility>

using namespace firstlight;
using model::Coverage;
using model::ModelSpec;
using model::TensorUse;
using test::families;

namespace {

const std::string kGolden = FIRSTLIGHT_SOURCE_DIR "/tests/golden/";

ModelSpec specOf(const std::string& config)
{
    return model::readModelSpec(kGolden + "configs/" + config, families()).value();
}

std::vector<std::string> namesOf(const std::string& index)
{
    std::vector<std::string> names;
    std::ifstream stream(kGolden + "indexes/" + index);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with('#')) {
            const auto expanded = test::expandNames(line);
            names.insert(names.end(), expanded.begin(), expanded.end());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

checkpoint::TensorEntry entry(const std::string& name, std::vector<std::int64_t> shape)
{
    checkpoint::TensorEntry result;
    result.name = name;
    result.shape = std::move(shape);
    return result;
}

checkpoint::CheckpointIndex indexOf(std::vector<checkpoint::TensorEntry> tensors)
{
    checkpoint::CheckpointIndex index;
    index.tensors = std::move(tensors);
    std::sort(index.tensors.begin(), index.tensors.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return index;
}

ModelSpec smallSpec()
{
    ModelSpec spec;
    spec.tensors = {{"a.weight", {}, {4, 8}, {}, model::SplitRule::kColumn, false},
                    {"b.weight", {}, {8, 8}, {8, 8}, model::SplitRule::kColumn, false},
                    {"c.bias", {}, {8}, {}, model::SplitRule::kReplicate, true},
                    {"d.experts", {}, {2, 4, 8}, {2, 8, 4}, model::SplitRule::kExpertRow, false}};
    spec.ignoredTensors = {"*.inv_freq"};
    return spec;
}

} // namespace

class TestCoverage : public QObject
{
    Q_OBJECT

private slots:
    void everyTensorIsPlaced();
    void optionalTensorsMayBeAbsent();
    void packedWeights_data();
    void packedWeights();
    void quantisedWeights_data();
    void quantisedWeights();
    void scalesOfTheCache();
    void companionsNeedAnOwner();
    void promisedTensors();
    void kimiK3NameForName();
    void aFolderWithOnlyItsIndex();
};

void TestCoverage::everyTensorIsPlaced()
{
    const auto index = indexOf({entry("a.weight", {4, 8}), entry("b.weight", {8, 9}), entry("d.experts", {2, 8, 4}),
                                entry("x.inv_freq", {4}), entry("y", {1})});
    const Coverage result = model::coverage(smallSpec(), index);
    QCOMPARE(result.expected, std::int64_t{3});
    QCOMPARE(result.found, std::int64_t{3});
    QCOMPARE(result.missing, std::int64_t{0});
    QCOMPARE(result.unknown, std::int64_t{1});
    QCOMPARE(result.mismatches.size(), std::size_t{1});
    QCOMPARE(result.mismatches[0].tensor, std::string("b.weight"));
    QCOMPARE(result.mismatches[0].found, std::string("[8, 9]"));
    QCOMPARE(result.ambiguous, std::vector<std::int32_t>{1});
    QVERIFY(result.uses[3] == TensorUse::kIgnored);
    QVERIFY(result.uses[4] == TensorUse::kUnknown);
    QCOMPARE(model::unknownNames(result, index, 10), std::vector<std::string>{"y"});
}

void TestCoverage::optionalTensorsMayBeAbsent()
{
    const Coverage without = model::coverage(smallSpec(), indexOf({}));
    QCOMPARE(without.expected, std::int64_t{3});
    QCOMPARE(without.missing, std::int64_t{3});
    QCOMPARE(model::missingNames(without, smallSpec(), 2), (std::vector<std::string>{"a.weight", "b.weight"}));
    const Coverage with = model::coverage(smallSpec(), indexOf({entry("c.bias", {8})}));
    QCOMPARE(with.expected, std::int64_t{4});
    QCOMPARE(with.found, std::int64_t{1});
}

void TestCoverage::packedWeights_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("found");
    QTest::newRow("scaled") << QStringList{"a.weight", "a.weight_scale_inv"} << 1;
    QTest::newRow("packed") << QStringList{"a.weight_packed", "a.weight_scale", "a.weight_shape"} << 1;
    QTest::newRow("packed as integers") << QStringList{"a.qweight", "a.qzeros", "a.scales", "a.g_idx"} << 1;
    QTest::newRow("blocks") << QStringList{"d.experts_blocks", "d.experts_scales"} << 1;
    QTest::newRow("scales alone") << QStringList{"a.weight_scale"} << 0;
}

void TestCoverage::packedWeights()
{
    QFETCH(QStringList, names);
    QFETCH(int, found);
    std::vector<checkpoint::TensorEntry> entries;
    for (const QString& name : names) {
        entries.push_back(entry(name.toStdString(), {4, 8}));
    }
    const Coverage result = model::coverage(smallSpec(), indexOf(std::move(entries)));
    QCOMPARE(result.unknown, std::int64_t{0});
    QCOMPARE(result.found, std::int64_t{found});
    QCOMPARE(result.missing, std::int64_t{3 - found});
}

struct Stored {
    const char* end; // of the name, after "a"
    checkpoint::DType dtype;
    std::vector<std::int64_t> shape;
};

void TestCoverage::quantisedWeights_data()
{
    using checkpoint::DType;
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<std::vector<Stored>>("stored");
    QTest::addColumn<std::string>("wrong"); // the tensor of the mismatch; empty: all is well
    QTest::addColumn<int>("lacking");
    const QByteArray blocks = R"({"quant_method":"fp8","weight_block_size":[128,128]})";
    const QByteArray packed = R"({"quant_method":"compressed-tensors","format":"pack-quantized","config_groups":{
        "group_0":{"targets":["Linear"],"weights":{"num_bits":4,"group_size":32,"type":"int"}}}})";
    const QByteArray gptq = R"({"quant_method":"gptq","bits":4,"group_size":128})";
    const QByteArray modelopt = R"({"quant_algo":"NVFP4","group_size":16})";
    const auto row = [](const char* name, const QByteArray& settings, std::vector<Stored> stored,
                        const std::string& wrong,
                        int lacking) { QTest::newRow(name) << settings << std::move(stored) << wrong << lacking; };
    const Stored narrow{".weight", DType::kF8E4M3, {64, 256}};
    row("blocks", blocks, {narrow, {".weight_scale_inv", DType::kF32, {1, 2}}}, "", 0);
    row("blocks, no scale", blocks, {narrow}, "", 1);
    row("blocks, scale of another shape", blocks, {narrow, {".weight_scale_inv", DType::kF32, {7, 9}}},
        "a.weight_scale_inv", 0);
    row("blocks, stored in full", blocks, {{".weight", DType::kBF16, {64, 256}}}, "", 0);
    row("packed", packed, {{".weight_packed", DType::kI32, {64, 32}}, {".weight_scale", DType::kBF16, {64, 8}}}, "", 0);
    row("packed, another scale alone", packed,
        {{".weight_packed", DType::kI32, {64, 32}}, {".input_global_scale", DType::kF32, {1}}}, "", 1);
    row("bitsandbytes, no scale", R"({"quant_method":"bitsandbytes","load_in_4bit":true})",
        {{".weight", DType::kU8, {8192, 1}}, {".weight.quant_map", DType::kF32, {16}}}, "", 1);
    row("bitsandbytes, half of it", R"({"quant_method":"bitsandbytes","load_in_4bit":true})",
        {{".weight", DType::kU8, {4096, 1}}, {".weight.absmax", DType::kU8, {256}}}, "a.weight", 0);
    row("bitsandbytes, 8 bits", R"({"quant_method":"bitsandbytes","load_in_8bit":true})",
        {{".weight", DType::kI8, {64, 256}}, {".SCB", DType::kF32, {64}}}, "", 0);
    row("gptq, one group a row, twice as many", R"({"quant_method":"gptq","bits":4,"group_size":-1})",
        {{".qweight", DType::kI32, {32, 64}}, {".scales", DType::kF16, {4, 64}}, {".qzeros", DType::kI32, {1, 8}}},
        "a.scales", 0);
    row("packed, no scale", packed, {{".weight_packed", DType::kI32, {64, 32}}}, "", 1);
    row("packed, too wide", packed,
        {{".weight_packed", DType::kI32, {64, 64}}, {".weight_scale", DType::kBF16, {64, 8}}}, "a.weight_packed", 0);
    row("packed, scale of other groups", packed,
        {{".weight_packed", DType::kI32, {64, 32}}, {".weight_scale", DType::kBF16, {64, 4}}}, "a.weight_scale", 0);
    const Stored gptqValues{".qweight", DType::kI32, {32, 64}};
    const Stored gptqScales{".scales", DType::kF16, {2, 64}};
    row("gptq", gptq, {gptqValues, gptqScales, {".qzeros", DType::kI32, {2, 8}}}, "", 0);
    row("gptq, no zero points", gptq, {gptqValues, gptqScales}, "", 1);
    row("gptq, zero points of other groups", gptq, {gptqValues, gptqScales, {".qzeros", DType::kI32, {3, 8}}},
        "a.qzeros", 0);
    row("packed under the name of the weight", modelopt,
        {{".weight", DType::kU8, {64, 128}},
         {".weight_scale", DType::kF8E4M3, {64, 16}},
         {".weight_scale_2", DType::kF32, {}}},
        "", 0);
    row("without the second scale", modelopt,
        {{".weight", DType::kU8, {64, 128}}, {".weight_scale", DType::kF8E4M3, {64, 16}}}, "", 1);
    const QByteArray asymmetric = R"({"quant_method":"compressed-tensors","format":"pack-quantized","config_groups":{
        "group_0":{"targets":["Linear"],"weights":{"num_bits":4,"group_size":32,"type":"int","symmetric":false}}}})";
    const Stored packedValues{".weight_packed", DType::kI32, {64, 32}};
    const Stored packedScales{".weight_scale", DType::kBF16, {64, 8}};
    row("asymmetric", asymmetric, {packedValues, packedScales, {".weight_zero_point", DType::kI32, {8, 8}}}, "", 0);
    row("asymmetric, a byte for each", asymmetric,
        {packedValues, packedScales, {".weight_zero_point", DType::kI8, {64, 8}}}, "", 0);
    row("asymmetric, no zero points", asymmetric, {packedValues, packedScales}, "", 1);
    row("gptq, one group a row", R"({"quant_method":"gptq","bits":4,"group_size":-1})",
        {gptqValues, {".scales", DType::kF16, {1, 64}}, {".qzeros", DType::kI32, {1, 8}}}, "", 0);
    row("blocks of modelopt", R"({"quant_algo":"FP8_PB_WO"})", {narrow, {".weight_scale", DType::kF32, {1, 1, 2, 1}}},
        "", 0);
    row("bitsandbytes", R"({"quant_method":"bitsandbytes","load_in_4bit":true})",
        {{".weight", DType::kU8, {8192, 1}},
         {".weight.absmax", DType::kU8, {256}},
         {".weight.quant_state.bitsandbytes__nf4", DType::kU8, {80}}},
        "", 0);
    row("activations, too", blocks,
        {narrow,
         {".weight_scale_inv", DType::kF32, {1, 2}},
         {".pre_quant_scale", DType::kF32, {256}},
         {".output_scale", DType::kF32, {1}}},
        "", 0);
    row("another name of scales", blocks, {narrow, {".rescale", DType::kF32, {1, 2}}}, "", 0);
    row("not said, no scale", "{}", {narrow}, "", 1);
    row("not understood", R"({"quant_method":"quanto"})", {narrow}, "", 0);
}

void TestCoverage::quantisedWeights()
{
    QFETCH(QByteArray, settings);
    QFETCH(std::vector<Stored>, stored);
    QFETCH(std::string, wrong);
    QFETCH(int, lacking);
    ModelSpec spec;
    spec.tensors = {{"a.weight", {}, {64, 256}, {}, model::SplitRule::kColumn, false}};
    std::vector<checkpoint::TensorEntry> entries;
    for (const Stored& tensor : stored) {
        entries.push_back(entry("a" + std::string(tensor.end), tensor.shape));
        entries.back().dtype = tensor.dtype;
        entries.back().sizeBytes = static_cast<std::uint64_t>(entries.back().elementCount()) *
                                   static_cast<std::uint64_t>(checkpoint::dtypeBits(tensor.dtype)) / 8;
    }
    const nlohmann::json config = {{"quantization_config", nlohmann::json::parse(settings.toStdString())}};
    const auto quantisation = model::Quantisation::read(settings == "{}" ? nlohmann::json::object() : config);
    const Coverage result = model::coverage(spec, indexOf(std::move(entries)), {}, &quantisation);
    QCOMPARE(result.missing, std::int64_t{0});
    QCOMPARE(result.unknown, std::int64_t{stored.back().end == std::string_view(".rescale")});
    QCOMPARE(result.lacking.size(), static_cast<std::size_t>(lacking));
    QCOMPARE(result.mismatches.empty() ? std::string() : result.mismatches[0].tensor, wrong);
}

void TestCoverage::scalesOfTheCache()
{
    ModelSpec spec;
    spec.tensors = {{"a.k_proj.weight", {}, {4, 8}, {}, model::SplitRule::kColumn, false},
                    {"a.v_proj.weight", {}, {4, 8}, {}, model::SplitRule::kColumn, false}};
    const Coverage result = model::coverage(
        spec, indexOf({entry("a.k_proj.weight", {4, 8}), entry("a.v_proj.weight", {4, 8}), entry("a.k_scale", {1}),
                       entry("a.v_proj.v_scale", {1}), entry("b.k_scale", {1})}));
    QCOMPARE(result.unknown, std::int64_t{1});
}

void TestCoverage::companionsNeedAnOwner()
{
    const auto index = indexOf({entry("z.weight_scale", {1}), entry("a.bias_scale", {1}), entry("weight_scale", {1})});
    QCOMPARE(model::coverage(smallSpec(), index).unknown, std::int64_t{3});
}

void TestCoverage::promisedTensors()
{
    const auto index = indexOf({entry("a.weight", {4, 8})});
    const Coverage result = model::coverage(smallSpec(), index, {"b.weight", "d.experts_blocks", "y"});
    QCOMPARE(result.expected, std::int64_t{3});
    QCOMPARE(result.found, std::int64_t{1});
    QCOMPARE(result.promised, std::int64_t{2});
    QCOMPARE(result.missing, std::int64_t{0});
    QCOMPARE(result.unknown, std::int64_t{1});
    QCOMPARE(model::unknownNames(result, index, 10), std::vector<std::string>{"y"});
}

void TestCoverage::kimiK3NameForName()
{
    const std::vector<std::string> names = namesOf("kimi-k3.txt");
    QCOMPARE(names.size(), std::size_t{497'220});
    const ModelSpec spec = specOf("kimi-k3.json");
    const Coverage result = model::coverage(spec, {}, names);
    QCOMPARE(result.unknown, std::int64_t{0});
    QCOMPARE(result.missing, std::int64_t{0});
    QCOMPARE(result.promised, static_cast<std::int64_t>(spec.tensors.size()));

    std::size_t parts = 0; // an expert's matrix is stored as packed values and scales
    for (const model::ExpectedTensor& tensor : spec.tensors) {
        parts += tensor.role.expert >= 0 ? 2 : 1;
    }
    QCOMPARE(parts, names.size());
}

void TestCoverage::aFolderWithOnlyItsIndex()
{
    QTemporaryDir folder;
    const QDir directory(folder.path());
    QByteArray json = R"({"metadata":{"total_size":1},"weight_map":{)";
    const ModelSpec spec = specOf("qwen3-0.6b.json");
    for (const model::ExpectedTensor& tensor : spec.tensors) {
        json += '"' + QByteArray::fromStdString(tensor.name) + R"(":"model-00001-of-00001.safetensors",)";
    }
    json.chop(1);
    QVERIFY(test::writeFile(directory, "model.safetensors.index.json", json + "}}"));
    QVERIFY(
        QFile::copy(QString::fromStdString(kGolden + "configs/qwen3-0.6b.json"), directory.filePath("config.json")));
    const auto report = model::inspectCheckpoint(folder.path().toStdString(), families());
    QVERIFY2(report.ok(), std::string(report.status().message()).c_str());
    QCOMPARE(report->complete().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(report->complete().findings(0).reason(), std::string(reasons::kShardMissing.id));
    QCOMPARE(report->consistent().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report->supported().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report->tensors_missing(), std::int64_t{0});
    QCOMPARE(report->tensors_expected(), static_cast<std::int64_t>(spec.tensors.size()));
    QCOMPARE(report->weight_bytes(), 2 * report->parameters_total());
}

QTEST_GUILESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
