#include "backend/base/failure.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/sample_family.h"
#include "tests/support/scoped_variable.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace firstlight;
using model::DescriptorSet;
using nlohmann::json;
using test::sampleFamily;

namespace {

const std::string kFamilies = FIRSTLIGHT_SOURCE_DIR "/resources/families";

// What stands in the user's folder of families, beside the installed ones.
class OwnFamilies
{
public:
    OwnFamilies() : m_home("XDG_CONFIG_HOME", m_config.path().toUtf8().constData())
    {
        QDir(m_config.path()).mkpath("firstlight/families");
    }

    void add(const char* name, const json& content) const
    {
        std::ofstream(m_config.filePath("firstlight/families/").toStdString() + name) << content.dump(1);
    }

private:
    QTemporaryDir m_config;
    test::ScopedVariable m_home;
};

// nullptr: none fits.
const model::FamilyDescriptor* found(const absl::StatusOr<DescriptorSet>& set, std::string_view modelType,
                                     const std::vector<std::string>& architectures = {})
{
    return set->find(modelType, architectures).value();
}

void write(const QString& folder, const char* name, const json& content)
{
    std::ofstream(folder.toStdString() + "/" + name) << content.dump();
}

} // namespace

class TestDescriptorSet : public QObject
{
    Q_OBJECT

private slots:
    void installedOnesAreValid();
    void eachIsFoundByAllItsNames();
    void aBrokenInstalledOneIsTold();
    void usersComeFirst();
    void aBrokenOneIsAFailure();
    void findsByTypeThenByArchitecture();
    void spellingDecidesWhoIsNear();
    void aBrokenOneOfTheUsersIsLeftOut();
    void misspeltNamesOfTheUsers_data();
    void misspeltNamesOfTheUsers();
    void aValueThatNothingUsesIsAMistake();
    void mistakesThatShowWithAConfig_data();
    void mistakesThatShowWithAConfig();
};

void TestDescriptorSet::installedOnesAreValid()
{
    const auto set = DescriptorSet::load({kFamilies});
    QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
    const auto families = set->families();
    QVERIFY(families->size() >= 7);
    for (const model::FamilyDescriptor* family : *families) {
        QVERIFY2(QString::fromStdString(family->file).endsWith(QString::fromStdString("/" + family->id + ".json")),
                 family->file.c_str());
    }
}

// As the programs look for it: every family answers to all its names though nothing has been parsed before.
void TestDescriptorSet::eachIsFoundByAllItsNames()
{
    const OwnFamilies noneOfTheUsers;
    const auto all = DescriptorSet::load({kFamilies});
    QVERIFY(all.ok());
    const auto families = all->families();
    for (const model::FamilyDescriptor* family : *families) {
        const auto set = DescriptorSet::load();
        QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
        for (const std::string& modelType : family->modelTypes) {
            QVERIFY2(found(set, modelType)->id == family->id, modelType.c_str());
        }
        for (const std::string& architecture : family->architectures) {
            QVERIFY2(found(set, "", {architecture}) != nullptr, architecture.c_str());
        }
    }
}

void TestDescriptorSet::aBrokenInstalledOneIsTold()
{
    const OwnFamilies noneOfTheUsers;
    QTemporaryDir resources;
    QDir(resources.path()).mkpath("families");
    json broken = sampleFamily();
    broken.erase("counters");
    write(resources.filePath("families"), "sample.json", broken);
    json other = sampleFamily();
    other["id"] = "other";
    other["recognises"]["model_types"] = {"other"};
    write(resources.filePath("families"), "other.json", other);
    const test::ScopedVariable place("FIRSTLIGHT_RESOURCE_DIR", resources.path().toUtf8().constData());
    const auto set = DescriptorSet::load();
    QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
    QVERIFY(found(set, "other") != nullptr); // the broken one is in nobody's way
    const auto family = set->find("sample", {});
    QCOMPARE(base::failureInfo(family.status()).reasonId, std::string(reasons::kDescriptorInvalid.id));
    QVERIFY(!set->families().ok());
}

void TestDescriptorSet::usersComeFirst()
{
    QTemporaryDir user;
    QTemporaryDir installed;
    json own = sampleFamily();
    own["title"] = "My own";
    json rival = sampleFamily();
    rival["id"] = "rival"; // another id for the same model_type
    write(user.path(), "mine.json", own);
    write(installed.path(), "a.json", rival);
    write(installed.path(), "sample.json", sampleFamily());
    const auto set = DescriptorSet::load({user.path().toStdString(), installed.path().toStdString()});
    QVERIFY(set.ok());
    QCOMPARE(set->families()->size(), std::size_t{2});
    QCOMPARE(found(set, "sample")->title, std::string("My own"));
}

void TestDescriptorSet::aBrokenOneIsAFailure()
{
    QTemporaryDir folder;
    json broken = sampleFamily();
    broken.erase("counters");
    write(folder.path(), "broken.json", broken);
    const auto set = DescriptorSet::load({folder.path().toStdString(), kFamilies});
    QVERIFY(!set.ok());
    QVERIFY(base::failureInfo(set.status()).arguments.at("file").find("broken.json") != std::string::npos);
}

void TestDescriptorSet::findsByTypeThenByArchitecture()
{
    const auto set = DescriptorSet::load({kFamilies});
    QVERIFY(set.ok());
    QCOMPARE(found(set, "llama")->id, std::string("llama"));
    QCOMPARE(found(set, "", {"Qwen3ForCausalLM"})->id, std::string("qwen3"));
    QVERIFY(found(set, "llama99", {"LlamaForCausalLM"}) == nullptr); // a new type is a new model
    QVERIFY(found(set, "") == nullptr);
}

void TestDescriptorSet::spellingDecidesWhoIsNear()
{
    const auto set = DescriptorSet::load({kFamilies});
    QVERIFY(set.ok());
    const auto likeness = [&](const char* id, std::string_view modelType) {
        return model::spellingLikeness(*found(set, id), modelType, {});
    };
    QCOMPARE(likeness("qwen3_vl_moe", "qwen3_vl_moe"), 1.0);
    QVERIFY(likeness("qwen3_vl_moe", "qwen3_vl_mo") > likeness("qwen3_vl", "qwen3_vl_mo"));
    QVERIFY(likeness("llama", "") == 0.0);
    QVERIFY(model::spellingLikeness(*found(set, "llama"), "x", {"LlamaForCausalLM"}) == 1.0);
}

void TestDescriptorSet::aBrokenOneOfTheUsersIsLeftOut()
{
    const OwnFamilies folder;
    json broken = sampleFamily();
    broken["id"] = "broken";
    broken["tensors"][0].erase("shape");
    folder.add("broken.json", broken);
    json own = sampleFamily();
    own["recognises"]["model_types"] = {"my_own"};
    folder.add("own.json", own);
    const auto set = DescriptorSet::load();
    QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
    QVERIFY(found(set, "my_own") != nullptr);
    QVERIFY(found(set, "my_own")->own);
    QVERIFY(found(set, "llama") != nullptr);
    QVERIFY(!found(set, "llama")->own);
    QCOMPARE(set->problems().size(), std::size_t{1});
    const auto arguments = base::failureInfo(set->problems().front()).arguments;
    QVERIFY(arguments.at("file").find("broken.json") != std::string::npos);
    QVERIFY2(arguments.at("where").ends_with(", /tensors/0"), arguments.at("where").c_str());
    QVERIFY(!arguments.at("fix").empty());
}

void TestDescriptorSet::misspeltNamesOfTheUsers_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("fix");
    QTest::newRow("operator") << "/operators"
                              << R"(["embedding", "norm.rmss"])"
                              << "/operators/1"
                              << "\"norm.rms\"";
    QTest::newRow("operator of a layer") << "/mixers/0/operators"
                                         << R"([{"name": "attention.gpa", "when": "1"}])"
                                         << "/mixers/0/operators/0"
                                         << "\"attention.gqa\"";
    QTest::newRow("role") << "/tensors/0/role"
                          << R"("attention.kk")"
                          << "/tensors/0/role"
                          << "\"attention.k";
    QTest::newRow("no role at all") << "/tensors/0/role"
                                    << R"("something")"
                                    << "/tensors/0/role"
                                    << "installed family";
}

// A family of the user's with an installed one's id: the installed one stays while it is mistaken.
void TestDescriptorSet::misspeltNamesOfTheUsers()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QFETCH(QString, fix);
    const OwnFamilies folder;
    json own = sampleFamily();
    own["id"] = "llama";
    own["recognises"]["model_types"] = {"llama"};
    own["operators"] = {"embedding", "attention.my_own_invention"}; // new ones are welcome
    own[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    folder.add("mine.json", own);
    const auto set = DescriptorSet::load();
    QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
    QCOMPARE(set->problems().size(), std::size_t{1});
    auto arguments = base::failureInfo(set->problems().front()).arguments;
    QVERIFY2(arguments["where"].ends_with(where.toStdString()), arguments["where"].c_str());
    QVERIFY2(arguments["fix"].find(fix.toStdString()) != std::string::npos, arguments["fix"].c_str());
    QVERIFY(!found(set, "llama")->own);
}

void TestDescriptorSet::mistakesThatShowWithAConfig_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("detail");
    QTest::newRow("misspelt key") << "/values/0/hidden/keys"
                                  << R"(["hiden_size"])"
                                  << "/values/0/hidden"
                                  << "config.json has no hiden_size";
    QTest::newRow("another key") << "/values/1/layers/keys"
                                 << R"(["hidden_act"])"
                                 << "/values/1/layers"
                                 << "hidden_act is \"silu\"; a whole number is expected";
    QTest::newRow("too short a list") << "/tensors/0/when"
                                      << R"("kinds[layer] == 'a'")"
                                      << "/values/3/kinds"
                                      << "kinds has 1 entries";
    QTest::newRow("division") << "/tensors/0/shape/0"
                              << "\"hidden / (layers - 2)\""
                              << "/tensors/0/shape/0"
                              << "num_hidden_layers is 2";
    QTest::newRow("size") << "/tensors/0/shape/0"
                          << R"("hidden - 8")"
                          << "/tensors/0/shape/0"
                          << "impossible size 0 (hidden_size is 8)";
    QTest::newRow("a fraction") << "/tensors/0/shape/0"
                                << R"("hidden / 3")"
                                << "/tensors/0/shape/0"
                                << "8 / 3 is not a whole number (hidden_size is 8)";
    QTest::newRow("no value") << "/values/1/layers/keys"
                              << R"(["empty"])"
                              << "/values/1/layers"
                              << "config.json: empty is null";
    QTest::newRow("conditions that hold together") << "/tensors"
                                                   << R"([{"name": "{text}layers.{layer}.w", "role": "ffn.up",
                                                           "shape": ["hidden"], "when": "layers > 1"},
                                                          {"name": "model.layers.{layer}.w", "role": "ffn.up",
                                                           "shape": ["hidden"], "when": "layer == 1"}])"
                                                   << "/tensors/1/name"
                                                   << "tensor model.layers.1.w is described twice, by entry 0";
    QTest::newRow("of the description alone") << "/mixers/0/heads"
                                              << "3"
                                              << "/mixers/0/kv_heads"
                                              << "3 heads cannot share 2";
}

void TestDescriptorSet::aValueThatNothingUsesIsAMistake()
{
    const OwnFamilies folder;
    json own = sampleFamily();
    own["recognises"]["model_types"] = {"my_own"};
    own["values"].push_back({{"theta", {{"keys", {"rope_theta"}}, {"default", 10000}}}});
    folder.add("own.json", own);
    own["id"] = "shown";
    own["values"].back()["theta"]["section"] = "Positions";
    own["values"].back()["theta"]["title"] = "Rotary base";
    folder.add("shown.json", own);
    const auto set = DescriptorSet::load();
    QVERIFY(set.ok());
    QCOMPARE(set->problems().size(), std::size_t{1});
    const base::FailureInfo problem = base::failureInfo(set->problems()[0]);
    QVERIFY(problem.what.find("nothing uses \"theta\"") != std::string::npos);
    QVERIFY(problem.what.find("/values/3") != std::string::npos);
    QCOMPARE(found(set, "my_own")->id, std::string("shown"));
}

// Never blamed on config.json alone: the line of the user's own file is told, and what to do.
void TestDescriptorSet::mistakesThatShowWithAConfig()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QFETCH(QString, detail);
    const OwnFamilies folder;
    json own = sampleFamily();
    own["values"].push_back({{"kinds", {{"keys", {"kinds"}}, {"section", "Text"}, {"title", "Kinds"}}}});
    own[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    folder.add("mine.json", own);
    const auto set = DescriptorSet::load();
    QVERIFY2(set.ok() && set->problems().empty(), "the description itself is good");
    const json config{
        {"hidden_size", 8}, {"num_hidden_layers", 2}, {"hidden_act", "silu"}, {"kinds", {"a"}}, {"empty", nullptr}};
    const auto built = model::buildSpec(config, *found(set, "sample"));
    QVERIFY(!built.ok());
    const auto info = base::failureInfo(built.status());
    QCOMPARE(info.reasonId, std::string(reasons::kDescriptorInvalid.id));
    auto arguments = info.arguments;
    QVERIFY(arguments["file"].ends_with("mine.json"));
    QVERIFY2(arguments["where"].starts_with("line ") && arguments["where"].ends_with(where.toStdString()),
             arguments["where"].c_str());
    QVERIFY(!arguments["where"].starts_with("line 1,"));
    QVERIFY2(arguments["detail"].find(detail.toStdString()) != std::string::npos, arguments["detail"].c_str());
    QVERIFY(!arguments["fix"].empty());
}

QTEST_GUILESS_MAIN(TestDescriptorSet)
#include "tst_descriptor_set.moc"
