#include "backend/base/failure.h"
#include "backend/model/family_trial.h"
#include "backend/model/model_reading.h"
#include "backend/model/name_template.h"
#include "tests/backend/model/family_fixture.h"
#include "tests/backend/model/shipped_families.h"

#include <QtTest>

using namespace firstlight;
using test::families;

namespace {

model::ConfigFile renamed(const nlohmann::json& config, const std::string& modelType)
{
    model::ConfigFile file;
    file.content = config;
    file.content["model_type"] = modelType;
    file.modelType = modelType;
    return file;
}

std::vector<model::FamilyTrial> tryFamilies(const model::ConfigFile& config, const checkpoint::CheckpointIndex& index,
                                            const std::vector<std::string>& promised, std::size_t count)
{
    return model::tryFamilies(config, families(), index, promised, count).value();
}

} // namespace

class TestFamilyTrial : public QObject
{
    Q_OBJECT

private slots:
    void templates_data();
    void templates();
    void tensorsFindTheFamily_data();
    void tensorsFindTheFamily();
    void namesAloneFindTheFamily();
    void differencesAreToldByKind();
    void aConfigThatDoesNotFit();
    void withoutTensorsSpellingDecides();
};

void TestFamilyTrial::templates_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("result");
    QTest::addColumn<int>("number");
    QTest::newRow("none") << "lm_head.weight"
                          << "lm_head.weight" << -1;
    QTest::newRow("two") << "layers.17.experts.3.w1"
                         << "layers.*.experts.*.w1" << 17;
    QTest::newRow("not alone") << "layers.a1.w2"
                               << "layers.a1.w2" << -1;
    QTest::newRow("huge") << "layers.99999999999999999999.w"
                          << "layers.*.w" << -1;
    QTest::newRow("empty") << ""
                           << "" << -1;
    QTest::newRow("dots") << "..5"
                          << "..*" << 5;
}

void TestFamilyTrial::templates()
{
    QFETCH(QString, name);
    QFETCH(QString, result);
    QFETCH(int, number);
    QCOMPARE(QString::fromStdString(model::nameTemplate(name.toStdString())), result);
    QCOMPARE(model::firstNumber(name.toStdString()), number);
}

void TestFamilyTrial::tensorsFindTheFamily_data()
{
    QTest::addColumn<QString>("fixture");
    for (const char* name :
         {"qwen3_vl_moe", "deepseek_v32", "gpt_oss", "nemotron_h", "mllama", "gemma3", "phi3", "internvl"}) {
        QTest::newRow(name) << name;
    }
}

// The model type says nothing here.
void TestFamilyTrial::tensorsFindTheFamily()
{
    QFETCH(QString, fixture);
    const test::FamilyFixture reference = test::readFamilyFixture(fixture.toStdString());
    const auto trials = tryFamilies(renamed(reference.config, "zzz"), reference.index, {}, 3);
    QCOMPARE(trials.size(), std::size_t{3});
    QCOMPARE(QString::fromStdString(trials.front().family), fixture);
    QCOMPARE(trials.front().problem, std::string());
    QCOMPARE(trials.front().fitting, static_cast<std::int64_t>(reference.index.tensors.size()));
    QCOMPARE(trials.front().unexplained, std::int64_t{0});
    std::int64_t total = 0;
    for (const checkpoint::TensorEntry& tensor : reference.index.tensors) {
        total += tensor.elementCount();
    }
    QCOMPARE(trials.front().parametersTotal, total);
    QVERIFY(trials.front().parametersActive > 0 && trials.front().parametersActive <= total);
}

void TestFamilyTrial::namesAloneFindTheFamily()
{
    const test::FamilyFixture reference = test::readFamilyFixture("glm4v");
    std::vector<std::string> names;
    for (const checkpoint::TensorEntry& tensor : reference.index.tensors) {
        names.push_back(tensor.name);
    }
    const auto trials = tryFamilies(renamed(reference.config, "zzz"), {}, names, 1);
    QCOMPARE(trials.front().family, std::string("glm4v"));
    QCOMPARE(trials.front().fitting, static_cast<std::int64_t>(names.size()));
}

void TestFamilyTrial::differencesAreToldByKind()
{
    test::FamilyFixture reference = test::readFamilyFixture("qwen3_moe");
    auto& tensors = reference.index.tensors;
    std::erase_if(tensors, [](const auto& tensor) { return tensor.name.ends_with("k_norm.weight"); });
    for (checkpoint::TensorEntry& tensor : tensors) {
        tensor.shape.front() += tensor.name.ends_with("q_norm.weight") ? 1 : 0;
    }
    for (const char* layer : {"0", "2"}) {
        checkpoint::TensorEntry extra;
        extra.name = std::string("model.layers.") + layer + ".self_attn.sinks";
        extra.shape = {6};
        tensors.push_back(extra);
    }
    std::sort(tensors.begin(), tensors.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    const auto trials = tryFamilies(renamed(reference.config, "qwen3_mo"), reference.index, {}, 1);
    const model::FamilyTrial& trial = trials.front();
    QCOMPARE(trial.family, std::string("qwen3_moe"));
    QCOMPARE(trial.missing, std::int64_t{3});
    QCOMPARE(trial.unexplained, std::int64_t{2});
    QCOMPARE(trial.missingKinds.size(), std::size_t{1});
    QCOMPARE(model::kindText(trial.missingKinds[0]),
             std::string("model.layers.*.self_attn.k_norm.weight [10] (3, layers 0 to 2)"));
    QCOMPARE(model::kindText(trial.unexplainedKinds[0]),
             std::string("model.layers.*.self_attn.sinks [6] (2, layers 0 to 2)"));
    QCOMPARE(trial.otherShapes.size(), std::size_t{1});
    QCOMPARE(trial.otherShapes[0].detail, std::string("[11], not [10]"));
    const auto failure = model::unsupportedFamily(renamed(reference.config, "qwen3_mo"), trials);
    QCOMPARE(base::failureInfo(failure).reasonId, std::string(reasons::kFamilyUnknown.id));
}

void TestFamilyTrial::aConfigThatDoesNotFit()
{
    test::FamilyFixture reference = test::readFamilyFixture("llama");
    reference.config.erase("hidden_size");
    const auto trials = tryFamilies(renamed(reference.config, "llamma"), reference.index, {}, 2);
    QVERIFY2(trials.front().problem.find("hidden_size is not set") != std::string::npos,
             trials.front().problem.c_str());
    QCOMPARE(trials.front().expected, std::int64_t{0});
}

void TestFamilyTrial::withoutTensorsSpellingDecides()
{
    test::FamilyFixture reference = test::readFamilyFixture("qwen3");
    reference.config["wobble"] = 3;
    reference.config["kinds_of_layers"] = {"full_attention", "full_attention"}; // what the family does anyway
    const auto trials = tryFamilies(renamed(reference.config, "qwen33"), {}, {}, 3);
    QCOMPARE(trials.front().family, std::string("qwen3"));
    QCOMPARE(trials.front().problem, std::string());
    QCOMPARE(trials.front().unread.size(), std::size_t{1});
    QCOMPARE(trials.front().unread[0].path, std::string("wobble"));
    QCOMPARE(trials.front().unread[0].value, std::string("3"));
    QCOMPARE(tryFamilies(renamed(reference.config, ""), {}, {}, 0).size(), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestFamilyTrial)
#include "tst_family_trial.moc"
