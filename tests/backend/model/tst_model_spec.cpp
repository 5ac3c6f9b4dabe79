#include "backend/base/failure.h"
#include "backend/model/model_reading.h"
#include "backend/model/model_sizes.h"
#include "backend/model/operator_table.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/shipped_families.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <set>

using namespace firstlight;
using model::ModelSpec;
using nlohmann::json;
using test::configOf;
using test::families;
using test::familyOf;
using test::kConfigs;

namespace {

absl::StatusOr<ModelSpec> build(const json& config)
{
    auto built = model::buildSpec(config, familyOf(config));
    return built.ok() ? absl::StatusOr<ModelSpec>(std::move(built->spec)) : built.status();
}

const model::ExpectedTensor* find(const ModelSpec& spec, const std::string& name)
{
    const auto place = std::find_if(spec.tensors.begin(), spec.tensors.end(),
                                    [&](const model::ExpectedTensor& tensor) { return tensor.name == name; });
    return place == spec.tensors.end() ? nullptr : &*place;
}

bool needs(const ModelSpec& spec, const std::string& name)
{
    const auto all = model::operatorNeeds(spec);
    return std::any_of(all.begin(), all.end(), [&](const model::OperatorNeed& need) { return need.name == name; });
}

std::string detailOf(const absl::Status& status)
{
    return base::failureInfo(status).arguments["detail"];
}

} // namespace

class TestModelSpec : public QObject
{
    Q_OBJECT

private slots:
    void parameterCounts_data();
    void parameterCounts();
    void layersOfAVisionModel();
    void layersMayDiffer();
    void oldAndNewWaysToSayPositions();
    void bothWaysToSayPositionsAtOnce();
    void scalingThatNobodyKnowsIsNeverIgnored();
    void headDimensionHasADefault();
    void tiedHead();
    void biases();
    void slidingWindowLayers();
    void bothOrientationsOfStackedExperts();
    void prefixesFollowTheCheckpoint();
    void unknownActivationIsAMissingOperator();
    void expertsApartOrTogether();
    void counterBombsEnd();
    void everyTensorHasAUniqueName_data();
    void everyTensorHasAUniqueName();
    void extraPredictionLayersAreIgnored();
    void layersOfKimiK3();
    void windowsAreFullAtMost();
    void towersOfMiMo();
    void unknownTypesNameTheNearest();
    void runnableFamiliesAreRunnable_data();
    void runnableFamiliesAreRunnable();
};

void TestModelSpec::parameterCounts_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<double>("total");      // published, in units of 10^9
    QTest::addColumn<double>("active");     // 0: dense
    QTest::addColumn<qint64>("cacheBytes"); // per token at 16 bits; 0: not published
    QTest::newRow("Llama-3.1-8B") << "llama-3.1-8b.json" << 8.030 << 0.0 << qint64{131072};
    QTest::newRow("Llama-3.1-70B") << "llama-3.1-70b-fp8.json" << 70.554 << 0.0 << qint64{327680};
    QTest::newRow("Llama-3.1-405B") << "llama-3.1-405b.json" << 405.853 << 0.0 << qint64{516096};
    QTest::newRow("Qwen3-0.6B") << "qwen3-0.6b.json" << 0.596 << 0.0 << qint64{0};
    QTest::newRow("Qwen3-8B") << "qwen3-8b.json" << 8.191 << 0.0 << qint64{147456};
    QTest::newRow("Qwen3-32B") << "qwen3-32b-fp8.json" << 32.762 << 0.0 << qint64{262144};
    QTest::newRow("Qwen3-30B-A3B") << "qwen3-30b-a3b.json" << 30.532 << 3.353 << qint64{98304};
    QTest::newRow("Qwen3-235B-A22B") << "qwen3-235b-a22b-fp8.json" << 235.094 << 22.19 << qint64{192512};
    QTest::newRow("Qwen3-VL-2B") << "qwen3-vl-2b.json" << 2.128 << 0.0 << qint64{0};
    QTest::newRow("Qwen3-VL-30B-A3B") << "qwen3-vl-30b-a3b.json" << 31.071 << 3.892 << qint64{98304};
    QTest::newRow("Qwen3-VL-235B-A22B") << "qwen3-vl-235b-a22b.json" << 235.67 << 22.76 << qint64{192512};
    QTest::newRow("Mixtral-8x7B") << "mixtral-8x7b.json" << 46.703 << 12.880 << qint64{131072};
    QTest::newRow("DeepSeek-V3") << "deepseek-v3.json" << 671.026 << 37.552 << qint64{70272};
    QTest::newRow("DeepSeek-V3.2") << "deepseek-v3.2.json" << 671.878 << 38.404 << qint64{70272};
    QTest::newRow("GLM-5") << "glm-5.json" << 743.911 << 41.785 << qint64{89856};
    QTest::newRow("Kimi-K2") << "kimi-k2.json" << 1026.408 << 32.861 << qint64{70272};
    QTest::newRow("Kimi-K2.5") << "kimi-k2.5.json" << 1026.879 << 33.333 << qint64{70272};
    QTest::newRow("Kimi-K3") << "kimi-k3.json" << 2779.93 << 105.811 << qint64{27648};
    QTest::newRow("MiniMax-M2.5") << "minimax-m2.5.json" << 228.690 << 11.031 << qint64{253952};
    QTest::newRow("gpt-oss-20b") << "gpt-oss-20b.json" << 20.915 << 4.187 << qint64{24576};
    QTest::newRow("MiniMax-M3 (text)") << "minimax-m3.json" << 426.175 << 25.962 << qint64{122880};
    QTest::newRow("MiMo-V2-Flash") << "mimo-v2-flash.json" << 309.0 << 15.446 << qint64{0};
    QTest::newRow("DeepSeek-V4-Pro") << "deepseek-v4-pro.json" << 1573.0 << 49.781 << qint64{0};
    QTest::newRow("Gemma-4-26B-A4B") << "gemma-4-26b-a4b.json" << 25.806 << 4.395 << qint64{0};
    QTest::newRow("Llama-4-Maverick (text)") << "llama-4-maverick.json" << 400.712 << 17.185 << qint64{0};
    QTest::newRow("Step-3.7-Flash") << "step-3.7-flash.json" << 196.956 << 11.987 << qint64{0};
    QTest::newRow("Kimi-K2.5, NVFP4") << "kimi-k2.5-nvfp4.json" << 1026.879 << 33.333 << qint64{70272};
    QTest::newRow("Nemotron-3-Ultra") << "modelopt/nemotron-3-ultra-fp8_config.json" << 549.309 << 56.059 << qint64{0};
    QTest::newRow("DeepSeek-V3.1, NVFP4")
        << "modelopt/deepseek-v3.1-nvfp4_config.json" << 671.026 << 37.552 << qint64{70272};
    QTest::newRow("Qwen3-235B-A22B, NVFP4")
        << "modelopt/qwen3-235b-a22b-nvfp4_config.json" << 235.094 << 22.19 << qint64{192512};
    QTest::newRow("Llama-3.1-70B, FP8") << "modelopt/llama-3.1-70b-fp8_config.json" << 70.554 << 0.0 << qint64{327680};
    QTest::newRow("Qwen3-32B, FP8") << "modelopt/qwen3-32b-fp8-static_config.json" << 32.762 << 0.0 << qint64{262144};
    QTest::newRow("Qwen3.5-27B") << "qwen3.5-27b.json" << 27.357 << 0.0 << qint64{65536};
    QTest::newRow("Qwen3.5-397B-A17B") << "qwen3.5-397b-a17b.json" << 396.802 << 17.805 << qint64{30720};
}

void TestModelSpec::parameterCounts()
{
    QFETCH(QString, config);
    QFETCH(double, total);
    QFETCH(double, active);
    QFETCH(qint64, cacheBytes);
    const auto spec = model::readModelSpec(kConfigs + config.toStdString(), families());
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const model::ParameterCounts counts = model::parameterCounts(*spec);
    const double error = std::abs(static_cast<double>(counts.total) / (total * 1e9) - 1.0);
    QVERIFY2(error < 1e-3, qPrintable(QString::number(counts.total)));
    const double expectedActive = active == 0.0 ? static_cast<double>(counts.total) : active * 1e9;
    QVERIFY2(std::abs(static_cast<double>(counts.active) / expectedActive - 1.0) < 1e-3,
             qPrintable(QString::number(counts.active)));
    if (cacheBytes != 0) {
        QCOMPARE(qint64{2} * model::cacheElementsPerToken(*spec), cacheBytes);
    }
}

void TestModelSpec::layersOfAVisionModel()
{
    const auto spec = build(configOf("qwen3-vl-30b-a3b.json"));
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    QCOMPARE(spec->hiddenSize, 2048);
    QCOMPARE(spec->vocabularySize, 151936);
    QCOMPARE(spec->maxPosition, std::int64_t{262144});
    QCOMPARE(spec->layers.size(), std::size_t{48});
    const model::LayerSpec& layer = spec->layers[7];
    QCOMPARE(layer.attention.headCount, 32);
    QCOMPARE(layer.attention.kvHeadCount, 4);
    QCOMPARE(layer.attention.headDim, 128);
    QVERIFY(layer.attention.qkNorm);
    QCOMPARE(layer.ffn.kind, model::FfnKind::kMoe);
    QCOMPARE(layer.ffn.expertCount, 128);
    QCOMPARE(layer.ffn.expertsPerToken, 8);
    QCOMPARE(layer.ffn.intermediateSize, 768);
    QVERIFY(layer.ffn.stackedExperts);
    QVERIFY(layer.ffn.normalizeTopK);
    QCOMPARE(spec->rope.theta, 5e6);
    QCOMPARE(spec->rope.mropeSection, (std::vector<std::int32_t>{24, 20, 20}));
    QVERIFY(spec->rope.mropeInterleaved);
    QVERIFY(spec->vision.has_value());
    QCOMPARE(spec->vision->depth, 27);
    QCOMPARE(spec->vision->hiddenSize, 1152);
    QCOMPARE(spec->vision->headCount, 16);
    QCOMPARE(spec->vision->intermediateSize, 4304);
    QCOMPARE(spec->vision->positionCount, 2304);
    QCOMPARE(spec->vision->deepstackLayers, (std::vector<std::int32_t>{8, 16, 24}));
    QCOMPARE(spec->vision->activation, model::Activation::kGeluTanh);
    QCOMPARE(spec->imageTokenId, 151655);
    const auto* patch = find(*spec, "model.visual.patch_embed.proj.weight");
    QVERIFY(patch != nullptr);
    QCOMPARE(patch->shape, (std::vector<std::int64_t>{1152, 3, 2, 16, 16}));
    const auto* deep = find(*spec, "model.visual.deepstack_merger_list.2.linear_fc1.weight");
    QVERIFY(deep != nullptr);
    QCOMPARE(deep->role.role, std::string("vision.deepstack.fc1"));
    QCOMPARE(deep->role.layer, 2);
    QVERIFY(!deep->role.bias);
}

void TestModelSpec::layersMayDiffer()
{
    json config = configOf("qwen3-30b-a3b.json");
    config["num_hidden_layers"] = 6;
    config["decoder_sparse_step"] = 2;
    config["mlp_only_layers"] = {3};
    const auto spec = build(config);
    QVERIFY(spec.ok());
    std::set<int> sparse;
    for (int layer = 0; layer < 6; ++layer) {
        if (spec->layers[layer].ffn.kind == model::FfnKind::kMoe) {
            sparse.insert(layer);
        }
    }
    QCOMPARE(sparse, (std::set<int>{1, 5}));
    QVERIFY(find(*spec, "model.layers.0.mlp.gate_proj.weight") != nullptr);
    QVERIFY(find(*spec, "model.layers.0.mlp.experts.0.gate_proj.weight") == nullptr);
    QVERIFY(find(*spec, "model.layers.1.mlp.gate_proj.weight") == nullptr);
    const auto* expert = find(*spec, "model.layers.5.mlp.experts.127.down_proj.weight");
    QVERIFY(expert != nullptr);
    QCOMPARE(expert->role.layer, 5);
    QCOMPARE(expert->role.expert, 127);
    const auto needs = model::operatorNeeds(*spec);
    const auto moe =
        std::find_if(needs.begin(), needs.end(), [](const auto& need) { return need.name == "moe.softmax_top_k"; });
    QVERIFY(moe != needs.end());
    QCOMPARE(moe->layers, (std::vector<std::int32_t>{1, 5}));
}

void TestModelSpec::oldAndNewWaysToSayPositions()
{
    const auto old = build(configOf("llama-3.1-8b.json"));
    QVERIFY(old.ok());
    QCOMPARE(old->rope.theta, 5e5);
    QCOMPARE(old->rope.scaling, model::RopeScaling::kLlama3);
    QCOMPARE(old->rope.factor, 8.0);
    QCOMPARE(old->rope.originalMaxPosition, 8192);
    QCOMPARE(old->rope.rotaryDim, 128);

    json config = configOf("llama-3.1-8b.json");
    config["rope_parameters"] = config["rope_scaling"];
    config["rope_parameters"]["rope_theta"] = config["rope_theta"];
    config.erase("rope_scaling");
    config.erase("rope_theta");
    const auto fresh = build(config);
    QVERIFY(fresh.ok());
    QCOMPARE(fresh->rope.theta, old->rope.theta);
    QCOMPARE(fresh->rope.scaling, old->rope.scaling);
    QCOMPARE(fresh->rope.highFrequencyFactor, 4.0);

    config["rope_parameters"] = {{"rope_type", "linear"}, {"factor", 2.0}, {"rope_theta", 1e4}};
    const auto linear = build(config);
    QVERIFY(linear.ok());
    QCOMPARE(linear->rope.scaling, model::RopeScaling::kLinear);
    QCOMPARE(linear->rope.factor, 2.0);
}

// As the reference does: what rope_scaling says takes the place of rope_parameters, theta included.
void TestModelSpec::bothWaysToSayPositionsAtOnce()
{
    json config = configOf("llama-3.1-8b.json");
    config["rope_theta"] = 1e4;
    config["rope_parameters"] = {{"rope_type", "default"}, {"rope_theta", 5e5}};
    config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", 8.0}};
    const auto spec = build(config);
    QVERIFY(spec.ok());
    QCOMPARE(spec->rope.scaling, model::RopeScaling::kLinear);
    QCOMPARE(spec->rope.factor, 8.0);
    QCOMPARE(spec->rope.theta, 1e4);

    config["rope_scaling"]["rope_theta"] = 7e5;
    QCOMPARE(build(config)->rope.theta, 7e5);

    config["rope_scaling"] = json::object(); // says nothing
    QCOMPARE(build(config)->rope.theta, 5e5);
    QCOMPARE(build(config)->rope.scaling, model::RopeScaling::kNone);
}

void TestModelSpec::scalingThatNobodyKnowsIsNeverIgnored()
{
    json config = configOf("llama-3.1-8b.json");
    config["rope_scaling"] = {{"type", "yarn"}, {"factor", 4.0}};
    const auto spec = build(config);
    QVERIFY(spec.ok());
    QVERIFY(needs(*spec, "positions.rope_yarn"));
    const absl::Status runnable = model::checkRunnable(*spec);
    QCOMPARE(base::failureInfo(runnable).reasonId, std::string(reasons::kModelUnsupported.id));
    QVERIFY(detailOf(runnable).find("positions.rope_yarn") != std::string::npos);
    config.erase("rope_scaling");
    config["rope_parameters"] = {{"full_attention", {{"rope_type", "longrope"}, {"factor", 4.0}}}, {"rope_theta", 1e4}};
    const auto ofKinds = build(config);
    QVERIFY2(ofKinds.ok(), std::string(ofKinds.status().message()).c_str());
    QVERIFY(needs(*ofKinds, "positions.rope_longrope"));
}

void TestModelSpec::headDimensionHasADefault()
{
    const auto llama = build(configOf("llama-3.1-8b.json")); // does not say it
    QCOMPARE(llama->layers[0].attention.headDim, 4096 / 32);
    const auto qwen = build(configOf("qwen3-0.6b.json")); // says other than hidden / heads
    QCOMPARE(qwen->layers[0].attention.headDim, 128);
    QCOMPARE(find(*qwen, "model.layers.0.self_attn.q_proj.weight")->shape, (std::vector<std::int64_t>{2048, 1024}));
}

void TestModelSpec::tiedHead()
{
    const auto tied = build(configOf("qwen3-0.6b.json"));
    QVERIFY(tied->tiedHead);
    QVERIFY(find(*tied, "lm_head.weight") == nullptr);
    QVERIFY(std::find(tied->ignoredTensors.begin(), tied->ignoredTensors.end(), "lm_head.weight") !=
            tied->ignoredTensors.end());
    const auto untied = build(configOf("qwen3-8b.json"));
    QVERIFY(!untied->tiedHead);
    QVERIFY(find(*untied, "lm_head.weight") != nullptr);
    QVERIFY(std::find(untied->ignoredTensors.begin(), untied->ignoredTensors.end(), "lm_head.weight") ==
            untied->ignoredTensors.end());
}

void TestModelSpec::biases()
{
    json config = configOf("llama-3.1-8b.json");
    QVERIFY(find(*build(config), "model.layers.0.self_attn.q_proj.bias") == nullptr);
    config["attention_bias"] = true;
    config["mlp_bias"] = true;
    const auto spec = build(config);
    for (const char* name : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
                             "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"}) {
        const auto* bias = find(*spec, std::string("model.layers.3.") + name + ".bias");
        QVERIFY2(bias != nullptr && bias->role.bias, name);
    }
    QVERIFY(spec->layers[0].attention.qkvBias);
    QVERIFY(needs(*spec, "ffn.bias"));
    // What is summed over ranks must not be added by each of them.
    QCOMPARE(find(*spec, "model.layers.3.self_attn.o_proj.bias")->split, model::SplitRule::kReplicate);
    QCOMPARE(find(*spec, "model.layers.3.mlp.down_proj.bias")->split, model::SplitRule::kReplicate);
    QCOMPARE(find(*spec, "model.layers.3.mlp.up_proj.bias")->split, model::SplitRule::kColumn);
    QCOMPARE(find(*spec, "model.layers.3.self_attn.k_proj.bias")->split, model::SplitRule::kKvHeads);
}

void TestModelSpec::slidingWindowLayers()
{
    json config = configOf("qwen3-8b.json");
    config["use_sliding_window"] = true;
    config["sliding_window"] = 4096;
    config["max_window_layers"] = 30;
    const auto spec = build(config);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    QCOMPARE(spec->layers[29].cache, model::CacheKind::kPagedKv);
    QCOMPARE(spec->layers[30].cache, model::CacheKind::kSlidingWindow);
    QCOMPARE(spec->layers[30].attention.window, 4096);
    QVERIFY(!model::checkRunnable(*spec).ok());
}

void TestModelSpec::bothOrientationsOfStackedExperts()
{
    const auto spec = build(configOf("qwen3-vl-30b-a3b.json"));
    const auto* gateUp = find(*spec, "model.language_model.layers.0.mlp.experts.gate_up_proj");
    QCOMPARE(gateUp->shape, (std::vector<std::int64_t>{128, 2048, 1536}));
    QCOMPARE(gateUp->alternateShape, (std::vector<std::int64_t>{128, 1536, 2048}));
    const auto* down = find(*spec, "model.language_model.layers.0.mlp.experts.down_proj");
    QCOMPARE(down->shape, (std::vector<std::int64_t>{128, 768, 2048}));
    QCOMPARE(down->alternateShape, (std::vector<std::int64_t>{128, 2048, 768}));
}

void TestModelSpec::prefixesFollowTheCheckpoint()
{
    const json config = configOf("qwen3-vl-2b.json");
    const std::set<std::string, std::less<>> names{"language_model.model.embed_tokens.weight",
                                                   "visual.patch_embed.proj.weight"};
    const auto built = model::buildSpec(config, familyOf(config), [&](std::string_view start) {
        const auto place = names.lower_bound(start);
        return place != names.end() && place->starts_with(start);
    });
    QVERIFY(built.ok());
    QVERIFY(find(built->spec, "language_model.model.layers.0.mlp.up_proj.weight") != nullptr);
    QVERIFY(find(built->spec, "visual.merger.norm.bias") != nullptr);
    QVERIFY(find(built->spec, "model.visual.merger.norm.bias") == nullptr);
}

void TestModelSpec::expertsApartOrTogether()
{
    json config = configOf("qwen3.5-397b-a17b.json");
    config["text_config"]["num_hidden_layers"] = 4;
    config["text_config"].erase("layer_types");
    const std::string apart = "model.language_model.layers.2.mlp.experts.0.up_proj.weight_packed";
    const auto together = model::buildSpec(config, familyOf(config), {});
    QVERIFY2(together.ok(), std::string(together.status().message()).c_str());
    QVERIFY(find(together->spec, "model.language_model.layers.2.mlp.experts.gate_up_proj") != nullptr);
    const auto built = model::buildSpec(
        config, familyOf(config), [&](std::string_view start) { return std::string_view(apart).starts_with(start); });
    QVERIFY(built.ok());
    QVERIFY(find(built->spec, "model.language_model.layers.2.mlp.experts.gate_up_proj") == nullptr);
    QVERIFY(find(built->spec, "model.language_model.layers.2.mlp.experts.0.up_proj.weight") != nullptr);
    QVERIFY(!built->spec.layers[0].ffn.stackedExperts);
    QCOMPARE(model::parameterCounts(built->spec).total, model::parameterCounts(together->spec).total);
    QCOMPARE(model::parameterCounts(built->spec).active, model::parameterCounts(together->spec).active);
}

// Few bytes that ask for more tensors than there is memory.
void TestModelSpec::counterBombsEnd()
{
    json config = configOf("mixtral-8x7b.json");
    config["num_hidden_layers"] = 10000;
    config["num_local_experts"] = 1000000;
    const auto experts = build(config);
    QVERIFY(!experts.ok());
    QVERIFY2(detailOf(experts.status()).find("impossibl") != std::string::npos, detailOf(experts.status()).c_str());
    json lists = configOf("kimi-k3.json");
    lists["text_config"]["linear_attn_config"]["full_attn_layers"] = std::vector<int>(30'000, 1);
    const auto tooLong = build(lists);
    QVERIFY(!tooLong.ok());
    QVERIFY2(detailOf(tooLong.status()).find("full_attn_layers is [1,1,1") != std::string::npos,
             detailOf(tooLong.status()).c_str());
}

void TestModelSpec::unknownActivationIsAMissingOperator()
{
    json config = configOf("llama-3.1-8b.json");
    config["hidden_act"] = "wobble";
    const auto spec = build(config);
    QVERIFY(spec.ok());
    QVERIFY(detailOf(model::checkRunnable(*spec)).find("activation.wobble") != std::string::npos);
}

void TestModelSpec::everyTensorHasAUniqueName_data()
{
    QTest::addColumn<QString>("config");
    for (const QString& file : QDir(QString::fromStdString(kConfigs)).entryList({"*.json"})) {
        QTest::newRow(qPrintable(file)) << file;
    }
}

void TestModelSpec::everyTensorHasAUniqueName()
{
    QFETCH(QString, config);
    const auto spec = model::readModelSpec(kConfigs + config.toStdString(), families());
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    std::set<std::string_view> names;
    for (const model::ExpectedTensor& tensor : spec->tensors) {
        QVERIFY2(names.insert(tensor.name).second, tensor.name.c_str());
        QVERIFY2(!tensor.name.empty() && tensor.name.find('{') == std::string::npos, tensor.name.c_str());
        QVERIFY(tensor.role.layer <
                static_cast<int>(std::max<std::size_t>(spec->layers.size(), spec->vision ? spec->vision->depth : 0)));
    }
}

void TestModelSpec::extraPredictionLayersAreIgnored()
{
    const auto spec = build(configOf("deepseek-v3.json"));
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const auto& ignored = spec->ignoredTensors;
    QVERIFY(std::find(ignored.begin(), ignored.end(), "model.layers.61.*") != ignored.end());
    QVERIFY(find(*spec, "model.layers.60.input_layernorm.weight") != nullptr);
    QVERIFY(find(*spec, "model.layers.61.input_layernorm.weight") == nullptr);
}

void TestModelSpec::layersOfKimiK3()
{
    const auto spec = build(configOf("kimi-k3.json"));
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const auto kinds = [&](model::MixerKind kind) {
        return std::count_if(spec->layers.begin(), spec->layers.end(),
                             [&](const model::LayerSpec& layer) { return layer.mixer == kind; });
    };
    QCOMPARE(kinds(model::MixerKind::kMla), 24);
    QCOMPARE(kinds(model::MixerKind::kRecurrent), 69);
    QCOMPARE(spec->layers[3].mixer, model::MixerKind::kMla); // the config counts from 1
    QCOMPARE(spec->layers[92].mixer, model::MixerKind::kMla);
    QCOMPARE(spec->layers[0].ffn.kind, model::FfnKind::kDense);
    QCOMPARE(spec->layers[1].ffn.expertCount, 896);
    // 434.1 MB of states and 15.3 MB for the convolutions of one sequence
    QCOMPARE(model::stateBytesPerSequence(*spec), std::int64_t{69} * (96 * 128 * 128 * 4 + 3 * 3 * 96 * 128 * 2));
    QCOMPARE(model::boundedCacheBytes(*spec), model::stateBytesPerSequence(*spec));
    QVERIFY(needs(*spec, "attention.kimi_delta"));
    QVERIFY(needs(*spec, "activation.situ"));
    QVERIFY(needs(*spec, "residual.attention"));
}

void TestModelSpec::windowsAreFullAtMost()
{
    const auto spec = model::readModelSpec(kConfigs + "gpt-oss-20b.json", families());
    QVERIFY(spec.ok());
    // Half of 24 layers, 128 tokens, K and V of 8 heads of 64, two bytes each
    QCOMPARE(model::boundedCacheBytes(*spec), std::int64_t{12} * 128 * 2 * 8 * 64 * 2);
    model::ModelSpec shorter = *spec;
    shorter.maxPosition = 100; // fewer than a window
    QCOMPARE(model::boundedCacheBytes(shorter), std::int64_t{12} * 100 * 2 * 8 * 64 * 2);
    shorter.layers.front().cache = model::CacheKind::kSlidingWindow;
    shorter.layers.front().attention.window = 100;
    shorter.layers.front().cacheElementsPerToken = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(model::boundedCacheBytes(shorter), std::numeric_limits<std::int64_t>::max());
}

// For images 364 tensors, for sound 75 and the tables of 20 codes, as the published files have them.
void TestModelSpec::towersOfMiMo()
{
    const auto spec = build(configOf("mimo-v2.5.json"));
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    QVERIFY(spec->vision.has_value());
    QCOMPARE(spec->vision->attentionSize, 2048);
    std::map<std::string, int> tensors;
    std::map<std::string, std::int64_t> elements;
    for (const model::ExpectedTensor& tensor : spec->tensors) {
        const std::string tower = tensor.name.substr(0, tensor.name.find('.'));
        ++tensors[tower];
        elements[tower] += model::parameterCount(tensor);
    }
    QCOMPARE(tensors["visual"], 364);
    QCOMPARE(tensors["audio_encoder"], 75);
    QCOMPARE(tensors["speech_embeddings"], 20);
    QCOMPARE(elements["speech_embeddings"], std::int64_t{20 * 1280 * 1024});
    QCOMPARE(elements["visual"] + elements["audio_encoder"] + elements["speech_embeddings"], std::int64_t{989'721'600});
    QCOMPARE(find(*spec, "visual.blocks.1.attn.qkv.weight")->shape, (std::vector<std::int64_t>{3072, 1280}));
    QVERIFY(find(*spec, "visual.blocks.1.attn.sinks") != nullptr);
    QVERIFY(find(*spec, "visual.blocks.9.attn.sinks") == nullptr);
    const auto& needs = spec->operators;
    QVERIFY(std::ranges::find(needs, "audio.code_encoder") != needs.end());
    QVERIFY(std::ranges::find(needs, "vision.grouped_heads") != needs.end());
}

void TestModelSpec::unknownTypesNameTheNearest()
{
    json config = configOf("llama-3.1-8b.json");
    config["model_type"] = "llamma";
    model::ConfigFile file;
    file.content = config;
    file.modelType = "llamma";
    file.architectures = {"LlamaForCausalLM"};
    const auto reading = model::readModel(file, families(), {}, "x");
    QVERIFY(!reading.ok());
    QCOMPARE(base::failureInfo(reading.status()).reasonId, std::string(reasons::kFamilyUnknown.id));
    const std::string detail = detailOf(reading.status());
    QVERIFY2(detail.find("\"llamma\" (LlamaForCausalLM)") != std::string::npos, detail.c_str());
    QVERIFY2(detail.find("llama (its settings fit)") != std::string::npos, detail.c_str());
}

void TestModelSpec::runnableFamiliesAreRunnable_data()
{
    everyTensorHasAUniqueName_data();
}

void TestModelSpec::runnableFamiliesAreRunnable()
{
    QFETCH(QString, config);
    static const std::set<std::string> kRunnable{"llama", "mistral",   "mixtral",  "qwen2",
                                                 "qwen3", "qwen3_moe", "qwen3_vl", "qwen3_vl_moe"};
    const auto spec = model::readModelSpec(kConfigs + config.toStdString(), families());
    QVERIFY(spec.ok());
    QCOMPARE(model::checkRunnable(*spec).ok(), kRunnable.contains(spec->family));
}

QTEST_GUILESS_MAIN(TestModelSpec)
#include "tst_model_spec.moc"
