#include "backend/model/descriptor_set.h"
#include "backend/model/module_pattern.h"
#include "backend/model/quantisation.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/shipped_families.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <cmath>
#include <fstream>

using namespace firstlight;
using nlohmann::json;

class TestQuantisation : public QObject
{
    Q_OBJECT

private slots:
    void patterns_data();
    void patterns();
    void bytesOfOneTensor_data();
    void bytesOfOneTensor();
    void publishedSizes_data();
    void publishedSizes();
};

void TestQuantisation::patterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("module");
    QTest::addColumn<bool>("matches");
    QTest::newRow("name") << "lm_head"
                          << "lm_head" << true;
    QTest::newRow("beginning") << "model.layers.0.self_attn"
                               << "model.layers.0.self_attn.q_proj" << true;
    QTest::newRow("not a whole part") << "model.layers.1"
                                      << "model.layers.10.mlp" << false;
    QTest::newRow("star") << "model.layers.*.self_attn"
                          << "model.layers.7.self_attn.q_proj" << true;
    QTest::newRow("expression") << "re:.*self_attn.*"
                                << "model.layers.0.self_attn.q_proj" << true;
    QTest::newRow("alternatives") << "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"
                                  << "model.layers.0.mlp.up_proj" << true;
    QTest::newRow("none of them") << "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"
                                  << "model.layers.0.mlp.experts.0.up_proj" << false;
    QTest::newRow("end") << "re:.*gate$"
                         << "model.layers.0.mlp.gate" << true;
    QTest::newRow("not at the end") << "re:.*gate$"
                                    << "model.layers.0.mlp.gate_proj" << false;
    QTest::newRow("beginning of an expression") << "re:^visual.*"
                                                << "model.visual.blocks.0" << false;
    QTest::newRow("not understood") << "re:(a+)+b"
                                    << "aaab" << false;
}

void TestQuantisation::patterns()
{
    QFETCH(QString, pattern);
    QFETCH(QString, module);
    QFETCH(bool, matches);
    QCOMPARE(model::ModulePattern(pattern.toStdString()).matches(module.toStdString()), matches);
}

void TestQuantisation::bytesOfOneTensor_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<qint64>("bytes"); // of [256, 320]
    QTest::newRow("none") << "null" << qint64{256 * 320 * 2};
    QTest::newRow("blocks") << R"({"quant_method": "fp8", "weight_block_size": [128, 128]})"
                            << qint64{256 * 320 + 4 * 2 * 3};
    QTest::newRow("blocks beside small experts")
        << R"({"quant_method": "fp8", "weight_block_size": [128, 128], "expert_dtype": "fp4"})"
        << qint64{256 * 320 + 2 * 3};
    QTest::newRow("one scale") << R"({"quant_method": "fp8"})" << qint64{256 * 320 + 4};
    QTest::newRow("int4") << R"({"quant_method": "compressed-tensors", "format": "pack-quantized",
                                 "config_groups": {"group_0": {"weights": {"num_bits": 4, "group_size": 32}}}})"
                          << qint64{256 * 320 / 2 + 256 * 10 * 2};
    QTest::newRow("mxfp4") << R"({"quant_method": "mxfp4"})" << qint64{256 * 320 / 2 + 256 * 10};
    QTest::newRow("nvfp4") << R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})"
                           << qint64{256 * 320 / 2 + 256 * 20};
    QTest::newRow("MLX") << R"({"quant_method": "mlx", "bits": 4, "group_size": 64})"
                         << qint64{256 * 320 / 2 + 256 * 5 * 2};
    QTest::newRow("MLX, a module of its own") << R"({"quant_method": "mlx", "bits": 4, "group_size": 64,
        "model.layers.0.mlp.up_proj": {"bits": 8, "group_size": 32}})"
                                              << qint64{256 * 320 + 256 * 10 * 2};
    QTest::newRow("MLX, a module in full")
        << R"({"quant_method": "mlx", "bits": 4, "model.layers.0.mlp.up_proj": false})" << qint64{256 * 320 * 2};
    QTest::newRow("ignored") << R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.0.mlp"]})"
                             << qint64{256 * 320 * 2};
    QTest::newRow("ignored by a bare name")
        << R"({"quant_method": "fp8", "modules_to_not_convert": ["up_proj"]})" << qint64{256 * 320 * 2};
    QTest::newRow("other modules ignored")
        << R"({"quant_method": "fp8", "ignore": ["proj", "model.layers.1"]})" << qint64{256 * 320 + 4};
    QTest::newRow("mixed, named") << R"({"quant_algo": "MIXED_PRECISION", "quantized_layers":
        {"model.layers.0.mlp.up_proj": {"quant_algo": "NVFP4", "group_size": 16},
         "model.layers.0.mlp.down_proj": {"quant_algo": "FP8"}}})"
                                  << qint64{256 * 320 / 2 + 256 * 20};
    QTest::newRow("mixed, not named") << R"({"quant_algo": "MIXED_PRECISION", "quantized_layers":
        {"model.layers.0.mlp.down_proj": {"quant_algo": "FP8"}}})"
                                      << qint64{256 * 320 * 2};
    QTest::newRow("groups by target") << R"({"quant_method": "compressed-tensors", "format": "mixed", "config_groups":
        {"a": {"targets": ["re:.*down_proj"], "weights": {"num_bits": 4, "group_size": 32}},
         "b": {"targets": ["re:.*up_proj"], "format": "float-quantized", "weights": {"num_bits": 8, "type": "float"}}}})"
                                      << qint64{256 * 320 + 4};
    QTest::newRow("ModelOpt without a method")
        << R"({"quant_algo": "FP8", "ignore": ["lm_head"]})" << qint64{256 * 320 + 4};
    QTest::newRow("mxfp8") << R"({"quant_method": "modelopt", "quant_algo": "MXFP8"})" << qint64{256 * 320 + 256 * 10};
    QTest::newRow("unknown") << R"({"quant_method": "hqq"})" << qint64{256 * 320 * 2};
    QTest::newRow("nonsense") << R"({"quant_method": 7, "ignore": "all", "config_groups": []})"
                              << qint64{256 * 320 * 2};
    QTest::newRow("impossible blocks") << R"({"quant_method": "fp8", "weight_block_size": [0, -5]})"
                                       << qint64{256 * 320 + 4 * 256 * 320};
}

void TestQuantisation::bytesOfOneTensor()
{
    QFETCH(QString, settings);
    QFETCH(qint64, bytes);
    const json config{{"dtype", "bfloat16"}, {"quantization_config", json::parse(settings.toStdString())}};
    model::ExpectedTensor tensor;
    tensor.name = "model.layers.0.mlp.up_proj.weight";
    tensor.role.role = "ffn.up";
    tensor.shape = {256, 320};
    QCOMPARE(model::Quantisation::read(config).storedBytes(tensor), bytes);
    tensor.role.role = "norm.input";
    tensor.shape = {320};
    QCOMPARE(model::Quantisation::read(config).storedBytes(tensor), std::int64_t{640});
}

void TestQuantisation::publishedSizes_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<double>("gigabytes");
    QTest::newRow("DeepSeek-V3") << "deepseek-v3.json" << 673.15; // without its layer for several tokens
    QTest::newRow("Kimi-K2") << "kimi-k2.json" << 1029.0;
    QTest::newRow("Kimi-K2.5") << "kimi-k2.5.json" << 595.15;
    QTest::newRow("Kimi-K3") << "kimi-k3.json" << 1560.86;
    QTest::newRow("gpt-oss-20b") << "gpt-oss-20b.json" << 13.76;
    QTest::newRow("DeepSeek-V4-Pro") << "deepseek-v4-pro.json" << 849.7; // without its layer for several tokens
    QTest::newRow("DeepSeek-V4.1-Flash") << "deepseek-v4.1-flash.json" << 502.35; // without the layers that draft
    QTest::newRow("Llama-3.1-8B") << "llama-3.1-8b.json" << 16.06;
}

void TestQuantisation::publishedSizes()
{
    QFETCH(QString, config);
    QFETCH(double, gigabytes);
    const json content = test::configOf(config.toStdString());
    const auto built = model::buildSpec(content, test::familyOf(content));
    QVERIFY2(built.ok(), std::string(built.status().message()).c_str());
    const model::Quantisation quantisation = model::Quantisation::read(content);
    std::int64_t bytes = 0;
    for (const model::ExpectedTensor& tensor : built->spec.tensors) {
        bytes += quantisation.storedBytes(tensor);
    }
    QVERIFY2(std::abs(static_cast<double>(bytes) / (gigabytes * 1e9) - 1.0) < 2e-3, qPrintable(QString::number(bytes)));
}

QTEST_GUILESS_MAIN(TestQuantisation)
#include "tst_quantisation.moc"
