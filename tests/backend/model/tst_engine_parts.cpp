#include "backend/base/failure.h"
#include "backend/model/coverage.h"
#include "backend/model/engine_parts.h"
#include "backend/model/model_reading.h"
#include "backend/model/operator_table.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/model/family_fixture.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>

using namespace firstlight;
using nlohmann::json;

namespace {

const std::string kReadme = FIRSTLIGHT_SOURCE_DIR "/resources/families/README.md";

// What stands between the fences of the first block behind a heading.
QByteArray exampleOf(const QByteArray& text, const QByteArray& heading)
{
    const QByteArray fence = "```json\n";
    const qsizetype start = text.indexOf(fence, text.indexOf(heading)) + fence.size();
    return text.mid(start, text.indexOf("```", start) - start);
}

absl::StatusOr<model::ModelSpec> read(const json& family, const test::FamilyFixture& fixture)
{
    QTemporaryDir folder;
    if (!test::writeFile(QDir(folder.path()), "family.json", QByteArray::fromStdString(family.dump()))) {
        return absl::InternalError("not written");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::DescriptorSet families,
                                model::DescriptorSet::load(std::vector{folder.path().toStdString()}));
    model::ConfigFile config;
    config.content = fixture.config;
    config.modelType = family.at("recognises").at("model_types").at(0);
    FIRSTLIGHT_ASSIGN_OR_RETURN(model::ModelReading reading,
                                model::readModel(config, families, fixture.index, "model", {}));
    return std::move(reading.spec);
}

json& tensorOf(json& family, const std::string& role)
{
    return *std::find_if(family["tensors"].begin(), family["tensors"].end(),
                         [&](const json& tensor) { return tensor.at("role") == role; });
}

void drop(json& family, const std::string& role)
{
    json kept = json::array();
    for (const json& tensor : family["tensors"]) {
        if (tensor.at("role") != role) {
            kept.push_back(tensor);
        }
    }
    family["tensors"] = kept;
}

} // namespace

// The example of the manual is what is spoilt here, so that it stays a complete one.
class TestEngineParts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theExampleIsComplete();
    void mistakes_data();
    void mistakes();

private:
    json m_family;
    test::FamilyFixture m_fixture;
};

void TestEngineParts::initTestCase()
{
    QFile readme(QString::fromStdString(kReadme));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    m_family = json::parse(exampleOf(readme.readAll(), "## A complete example").toStdString(), nullptr, false);
    QVERIFY(m_family.is_object());
    m_fixture = test::readFamilyFixture("llama");
    m_fixture.config["attention_bias"] = false;
    m_fixture.config["mlp_bias"] = false;
}

void TestEngineParts::theExampleIsComplete()
{
    const auto spec = read(m_family, m_fixture);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const absl::Status runnable = model::checkRunnable(*spec);
    QVERIFY2(runnable.ok(), std::string(runnable.message()).c_str());
    const model::Coverage coverage = model::coverage(*spec, m_fixture.index, {});
    QVERIFY(coverage.expected > 20);
    QCOMPARE(coverage.missing, std::int64_t{0});
    QCOMPARE(coverage.unknown, std::int64_t{0});
}

void TestEngineParts::mistakes_data()
{
    QTest::addColumn<std::function<void(json&)>>("spoil");
    QTest::addColumn<QString>("detail");
    const auto add = [](const char* name, std::function<void(json&)> spoil, const char* detail) {
        QTest::newRow(name) << std::move(spoil) << QString::fromLatin1(detail);
    };
    add(
        "no up", [](json& family) { drop(family, "ffn.up"); }, "there is no tensor of role ffn.up in layer 0");
    add(
        "no head", [](json& family) { drop(family, "head"); }, "there is no tensor of role head");
    add(
        "another shape",
        [](json& family) {
            tensorOf(family, "attention.o")["shape"] = {"hidden", "hidden + 1"};
        },
        "attention.o in layer 0 is [");
    add(
        "another split", [](json& family) { tensorOf(family, "attention.o")["split"] = "column"; },
        "attention.o in layer 0 is split by another rule than row");
    add(
        "no split", [](json& family) { tensorOf(family, "ffn.gate").erase("split"); }, "than column");
    add(
        "a norm that nobody applies",
        [](json& family) {
            family["tensors"].push_back({{"name", "model.layers.{layer}.post_feedforward_layernorm.weight"},
                                         {"role", "norm.post_feedforward"},
                                         {"shape", {"hidden"}}});
        },
        "uses the tensor of role norm.post_feedforward in layer 0");
    add(
        "a bias that nobody adds",
        [](json& family) {
            family["tensors"].push_back(
                {{"name", "model.norm.bias"}, {"role", "norm.final"}, {"shape", {"hidden"}}, {"bias", true}});
        },
        "uses the bias of role norm.final");
    add(
        "a window", [](json& family) { family["mixers"][0]["window"] = 8; }, "the mixer of layer 0 is not of kind gqa");
    add(
        "a part of a head", [](json& family) { family["rope"]["rotary_dim"] = "head_dim / 2"; }, "rotary_dim is ");
    add(
        "more than a head", [](json& family) { family["rope"]["rotary_dim"] = "head_dim * 2"; }, "rotary_dim is ");
    add(
        "no positions", [](json& family) { family.erase("rope"); }, "rotary_dim is 0");
    add(
        "another cache", [](json& family) { family["mixers"][0]["cache_elements"] = 8; }, "caches 8 numbers");
    add(
        "norms of heads without tensors", [](json& family) { family["mixers"][0]["qk_norm"] = true; },
        "there is no tensor of role attention.q_norm in layer 0");
    add(
        "factors without a tensor", [](json& family) { family["operators"].push_back("positions.rope_factors"); },
        "there is no tensor of role positions.factors");
    add(
        "a role twice",
        [](json& family) {
            json again = tensorOf(family, "ffn.up");
            again["name"] = "model.layers.{layer}.mlp.up_proj_2.weight";
            family["tensors"].push_back(again);
        },
        "2 tensors are the tensor of role ffn.up in layer 0, not 1");
    add(
        "a bias of another size",
        [](json& family) {
            family["tensors"].push_back({{"name", "model.layers.{layer}.self_attn.o_proj.bias"},
                                         {"role", "attention.o"},
                                         {"shape", {"hidden + 1"}},
                                         {"bias", true}});
        },
        "the bias of role attention.o in layer 0 is [");
    add(
        "no feed-forward part",
        [](json& family) {
            family["ffns"][0] = {{"name", "none"}, {"kind", "none"}};
        },
        "layer 0 has no feed-forward part");
    add(
        "experts without a router",
        [](json& family) {
            family["ffns"][0] = {{"name", "moe"},
                                 {"kind", "moe"},
                                 {"intermediate", "intermediate"},
                                 {"experts_per_token", 1},
                                 {"experts", 2}};
        },
        "there is no tensor of role moe.router in layer 0");
}

void TestEngineParts::mistakes()
{
    QFETCH(std::function<void(json&)>, spoil);
    QFETCH(QString, detail);
    json family = m_family;
    spoil(family);
    const auto spec = read(family, m_fixture);
    QVERIFY2(spec.ok(), std::string(spec.status().message()).c_str());
    const base::FailureInfo failure = base::failureInfo(model::checkRunnable(*spec));
    QCOMPARE(failure.reasonId, std::string(reasons::kFamilyIncomplete.id));
    QCOMPARE(failure.arguments.at("family"), std::string("my_model"));
    const QString found = QString::fromStdString(failure.arguments.at("detail"));
    QVERIFY2(found.contains(detail), qPrintable(found));
}

QTEST_GUILESS_MAIN(TestEngineParts)
#include "tst_engine_parts.moc"
