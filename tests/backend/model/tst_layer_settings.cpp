#include "backend/base/failure.h"
#include "backend/model/model_sizes.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/family_fixture.h"
#include "tests/backend/model/shipped_families.h"

#include <QtTest>

using namespace firstlight;
using model::ModelSpec;
using nlohmann::json;

namespace {

absl::StatusOr<ModelSpec> build(const json& config)
{
    auto built = model::buildSpec(config, test::familyOf(config));
    return built.ok() ? absl::StatusOr<ModelSpec>(std::move(built->spec)) : built.status();
}

std::vector<std::int64_t> shapeOf(const ModelSpec& spec, const std::string& name)
{
    for (const model::ExpectedTensor& tensor : spec.tensors) {
        if (tensor.name == name) {
            return tensor.shape;
        }
    }
    return {};
}

} // namespace

// per_layer_config, which transformers takes in the configuration of any model.
class TestLayerSettings : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_config = test::readFamilyFixture("llama").config; }
    void layersMayDiffer();
    void computedValuesFollow();
    void inAPartOfTheConfiguration();
    void asAList();
    void whatIsNoLayer_data();
    void whatIsNoLayer();
    void whatCannotDiffer();
    void tooManyKinds();

private:
    json m_config;
};

void TestLayerSettings::layersMayDiffer()
{
    m_config["num_attention_heads"] = 4;
    m_config["num_key_value_heads"] = 2;
    m_config["head_dim"] = 8;
    m_config["intermediate_size"] = 40;
    const auto usual = build(m_config);
    m_config["per_layer_config"]["01"] = {{"num_key_value_heads", 1}, {"intermediate_size", 56}};
    const auto spec = build(m_config);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const std::int64_t hidden = spec->hiddenSize;
    QCOMPARE(spec->layers[0].attention.kvHeadCount, 2);
    QCOMPARE(spec->layers[1].attention.kvHeadCount, 1);
    QCOMPARE(spec->layers[1].cacheElementsPerToken, std::int64_t{2 * 8});
    QCOMPARE(spec->layers[1].ffn.intermediateSize, 56);
    QCOMPARE(shapeOf(*spec, "model.layers.0.mlp.up_proj.weight"), (std::vector<std::int64_t>{40, hidden}));
    QCOMPARE(shapeOf(*spec, "model.layers.1.mlp.up_proj.weight"), (std::vector<std::int64_t>{56, hidden}));
    QCOMPARE(shapeOf(*spec, "model.layers.1.self_attn.k_proj.weight"), (std::vector<std::int64_t>{8, hidden}));
    QCOMPARE(shapeOf(*spec, "model.layers.2.self_attn.k_proj.weight"), (std::vector<std::int64_t>{16, hidden}));
    const std::int64_t more = hidden * (3 * 16 - 2 * 8);
    QCOMPARE(model::parameterCounts(*spec).total - model::parameterCounts(*usual).total, more);
}

void TestLayerSettings::computedValuesFollow()
{
    m_config.erase("head_dim");
    m_config["hidden_size"] = 48;
    m_config["num_attention_heads"] = 6;
    m_config["num_key_value_heads"] = 2;
    m_config["per_layer_config"]["2"] = {{"num_attention_heads", 4}};
    const auto spec = build(m_config);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    QCOMPARE(spec->layers[1].attention.headDim, 8);
    QCOMPARE(spec->layers[2].attention.headDim, 12); // hidden_size / num_attention_heads
}

void TestLayerSettings::inAPartOfTheConfiguration()
{
    json config = test::readFamilyFixture("qwen3_vl").config;
    config["text_config"]["per_layer_config"]["0"] = {{"intermediate_size", 64}};
    const auto spec = build(config);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    QCOMPARE(spec->layers[0].ffn.intermediateSize, 64);
    QVERIFY(spec->layers[1].ffn.intermediateSize != 64);
}

void TestLayerSettings::asAList()
{
    m_config["per_layer_config"] = {json::object(), {{"intermediate_size", 64}}};
    const auto spec = build(m_config);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    QCOMPARE(spec->layers[1].ffn.intermediateSize, 64);
}

void TestLayerSettings::whatIsNoLayer_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("named");
    QTest::newRow("no number") << QByteArray(R"({"first": {}})") << "per_layer_config.first is {}";
    QTest::newRow("below 0") << QByteArray(R"({"-1": {}})") << "per_layer_config.-1 is {}";
    QTest::newRow("no object") << QByteArray(R"({"1": 5})") << "per_layer_config.1 is 5";
    QTest::newRow("a text") << QByteArray(R"("all")") << "an object under the number of a layer is expected";
    QTest::newRow("of no use there") << QByteArray(R"({"1": {"intermediate_size": "wide"}})") << "intermediate_size";
}

void TestLayerSettings::whatIsNoLayer()
{
    QFETCH(QByteArray, settings);
    QFETCH(QString, named);
    m_config["per_layer_config"] = json::parse(settings.toStdString());
    const base::FailureInfo failure = base::failureInfo(build(m_config).status());
    QCOMPARE(failure.reasonId, std::string(reasons::kConfigInvalid.id));
    const QString detail = QString::fromStdString(failure.arguments.at("detail"));
    QVERIFY2(detail.contains(named), qPrintable(detail));
}

// What the engine has once for the whole model.
void TestLayerSettings::whatCannotDiffer()
{
    m_config["per_layer_config"]["1"] = {{"rms_norm_eps", 0.5}};
    const base::FailureInfo failure = base::failureInfo(build(m_config).status());
    QCOMPARE(failure.reasonId, std::string(reasons::kConfigInvalid.id));
    QVERIFY(failure.arguments.at("detail").find("rms_norm_eps") != std::string::npos);
}

void TestLayerSettings::tooManyKinds()
{
    for (int layer = 0; layer < 1000; ++layer) {
        m_config["per_layer_config"][std::to_string(layer)] = {{"intermediate_size", 100 + layer}};
    }
    const base::FailureInfo failure = base::failureInfo(build(m_config).status());
    QCOMPARE(failure.reasonId, std::string(reasons::kConfigInvalid.id));
}

QTEST_GUILESS_MAIN(TestLayerSettings)
#include "tst_layer_settings.moc"
