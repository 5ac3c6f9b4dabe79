#include "backend/base/failure.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/json_place.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace firstlight;
using model::DescriptorSet;
using nlohmann::json;

namespace {

const std::string kFamilies = FIRSTLIGHT_SOURCE_DIR "/resources/families";

json sample()
{
    return json::parse(R"({
      "schema": 1, "id": "sample", "title": "A sample",
      "recognises": {"model_types": ["sample"], "architectures": ["SampleForCausalLM"]},
      "scopes": {"text": [""]},
      "prefixes": {"text": ["model."]},
      "values": [{"hidden": {"keys": ["hidden_size"]}}, {"layers": {"keys": ["num_hidden_layers"]}},
                 {"vocabulary": {"keys": ["vocab_size"], "default": "hidden * 2"}}],
      "spec": {"hidden": "hidden", "vocabulary": "vocabulary", "layers": "layers"},
      "mixers": [{"name": "gqa", "kind": "gqa", "cache": "paged_kv", "heads": 2, "kv_heads": 2, "head_dim": 4}],
      "ffns": [{"name": "dense", "kind": "dense", "intermediate": "hidden"}],
      "counters": {"layer": "layers"},
      "tensors": [{"name": "{text}layers.{layer}.w", "role": "ffn.up", "shape": ["hidden", 3], "split": "column"}]
    })");
}

struct Parsed
{
    std::string reason;
    base::FailureArguments arguments;
};

Parsed parse(const std::string& text)
{
    const auto family = model::parseDescriptor(text, "sample.json");
    if (family.ok()) {
        return {};
    }
    const auto info = base::failureInfo(family.status());
    return {info.reasonId, info.arguments};
}

void write(const QString& folder, const char* name, const json& content)
{
    std::ofstream(folder.toStdString() + "/" + name) << content.dump();
}

} // namespace

class TestFamilyDescriptor : public QObject
{
    Q_OBJECT

private slots:
    void theSampleIsValid();
    void installedOnesAreValid();
    void errorsNamePlaceAndFix_data();
    void errorsNamePlaceAndFix();
    void syntaxErrorsNameThePlace();
    void usersComeFirst();
    void aBrokenOneIsAFailure();
    void findsByTypeThenByArchitecture();
    void spellingDecidesWhoIsNear();
    void linesOfValues_data();
    void linesOfValues();
    void aBrokenOneOfTheUsersIsLeftOut();
};

void TestFamilyDescriptor::theSampleIsValid()
{
    QCOMPARE(QString::fromStdString(parse(sample().dump()).reason), QString());
}

void TestFamilyDescriptor::installedOnesAreValid()
{
    const auto set = DescriptorSet::load({kFamilies});
    QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
    QVERIFY(set->families().size() >= 7);
    for (const model::FamilyDescriptor& family : set->families()) {
        QVERIFY2(QString::fromStdString(family.file).endsWith(QString::fromStdString("/" + family.id + ".json")),
                 family.file.c_str());
    }
}

void TestFamilyDescriptor::errorsNamePlaceAndFix_data()
{
    QTest::addColumn<QString>("pointer"); // where to put `value`; empty value: remove
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("detail");
    QTest::newRow("schema") << "/schema"
                            << "2"
                            << "/schema"
                            << "version of the schema";
    QTest::newRow("no id") << "/id"
                           << ""
                           << "/"
                           << "\"id\" is missing";
    QTest::newRow("id is a number") << "/id"
                                    << "3"
                                    << "/id"
                                    << "a text is expected";
    QTest::newRow("misspelt key") << "/tensor"
                                  << "[]"
                                  << "/"
                                  << "\"tensor\" is not known";
    QTest::newRow("misspelt value key") << "/values/0/hidden/key"
                                        << "[]"
                                        << "/values/0/hidden"
                                        << "\"key\" is not known";
    QTest::newRow("unknown scope") << "/values/0/hidden/scope"
                                   << "\"vision\""
                                   << "/values/0/hidden"
                                   << "\"vision\" is not declared";
    QTest::newRow("default too early") << "/values/0/hidden/default"
                                       << "\"vocabulary\""
                                       << "/values/0/hidden"
                                       << "not known yet";
    QTest::newRow("value twice") << "/values/1"
                                 << R"({"hidden": {"keys": ["a"]}})"
                                 << "/values/1"
                                 << "declared twice";
    QTest::newRow("two in one") << "/values/0/other"
                                << R"({"keys": []})"
                                << "/values/0"
                                << "one name";
    QTest::newRow("no hidden size") << "/spec/hidden"
                                    << ""
                                    << "/spec"
                                    << "\"hidden\" is missing";
    QTest::newRow("unknown field") << "/spec/width"
                                   << "1"
                                   << "/spec"
                                   << "\"width\" is not known";
    QTest::newRow("unknown name") << "/spec/hidden"
                                  << "\"hiden\""
                                  << "/spec/hidden"
                                  << "\"hiden\", which is not declared";
    QTest::newRow("bad expression") << "/tensors/0/shape/0"
                                    << "\"hidden *\""
                                    << "/tensors/0/shape/0"
                                    << "a value is missing";
    QTest::newRow("shape of a text") << "/tensors/0/shape"
                                     << "\"hidden\""
                                     << "/tensors/0/shape"
                                     << "a list is expected";
    QTest::newRow("no shape") << "/tensors/0/shape"
                              << ""
                              << "/tensors/0"
                              << "\"shape\" is missing";
    QTest::newRow("default of itself") << "/values/2/vocabulary/default"
                                       << "\"vocabulary + 1\""
                                       << "/values/2/vocabulary"
                                       << "uses the value itself";
    QTest::newRow("unknown function") << "/tensors/0/shape/0"
                                      << "\"sqrt(hidden)\""
                                      << "/tensors/0/shape/0"
                                      << "there is no function \"sqrt\"";
    QTest::newRow("division by zero") << "/tensors/0/shape/0"
                                      << "\"hidden / 0\""
                                      << "/tensors/0/shape/0"
                                      << "a division by zero";
    QTest::newRow("overflow") << "/tensors/0/shape/0"
                              << "\"hidden * 99999999999999999999\""
                              << "/tensors/0/shape/0"
                              << "a number is too large";
    QTest::newRow("kind of mixer") << "/mixers/0/kind"
                                   << "\"gqqa\""
                                   << "/mixers/0/kind"
                                   << "\"gqqa\" is not known";
    QTest::newRow("cache") << "/mixers/0/cache"
                           << "\"ring\""
                           << "/mixers/0/cache"
                           << "\"ring\" is not known";
    QTest::newRow("no prefix at all") << "/prefixes/text"
                                      << "[]"
                                      << "/prefixes/text"
                                      << "the list is empty";
    QTest::newRow("probe") << "/probes"
                           << R"({"apart": "{text}layers.{block}.x"})"
                           << "/probes/apart"
                           << "\"{block}\"";
    QTest::newRow("split") << "/tensors/0/split"
                           << "\"diagonal\""
                           << "/tensors/0/split"
                           << "no such split rule";
    QTest::newRow("placeholder") << "/tensors/0/name"
                                 << "\"{text}layers.{block}.w\""
                                 << "/tensors/0"
                                 << "\"{block}\"";
    QTest::newRow("open brace") << "/tensors/0/name"
                                << "\"a{layer\""
                                << "/tensors/0"
                                << "is no prefix and no counter";
    QTest::newRow("optional") << "/tensors/0/optional"
                              << "\"yes\""
                              << "/tensors/0/optional"
                              << "true or false";
    QTest::newRow("mixers") << "/mixers"
                            << "{}"
                            << "/mixers"
                            << "a list is expected";
    QTest::newRow("mixer without a name") << "/mixers/0/name"
                                          << ""
                                          << "/mixers/0"
                                          << "\"name\" is missing";
    QTest::newRow("condition") << "/ffns/0/when"
                               << "\"layer ==\""
                               << "/ffns/0/when"
                               << "a value is missing";
    QTest::newRow("ignored") << "/ignored"
                             << R"([{"pattern": "a", "if": "1"}])"
                             << "/ignored/0"
                             << "\"if\" is not known";
}

void TestFamilyDescriptor::errorsNamePlaceAndFix()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QFETCH(QString, detail);
    json descriptor = sample();
    const json::json_pointer place(pointer.toStdString());
    if (value.isEmpty()) {
        descriptor[place.parent_pointer()].erase(place.back());
    } else {
        descriptor[place] = json::parse(value.toStdString());
    }
    Parsed parsed = parse(descriptor.dump());
    QCOMPARE(parsed.reason, std::string(reasons::kDescriptorInvalid.id));
    QCOMPARE(parsed.arguments["file"], std::string("sample.json"));
    QCOMPARE(QString::fromStdString(parsed.arguments["where"]), "line 1, " + where);
    QVERIFY2(parsed.arguments["detail"].find(detail.toStdString()) != std::string::npos,
             parsed.arguments["detail"].c_str());
    QVERIFY(!parsed.arguments["fix"].empty());
}

void TestFamilyDescriptor::syntaxErrorsNameThePlace()
{
    Parsed parsed = parse("{\n  \"schema\": 1,\n  oops\n}");
    QCOMPARE(parsed.reason, std::string(reasons::kDescriptorInvalid.id));
    QVERIFY2(parsed.arguments["detail"].find("line 3") != std::string::npos, parsed.arguments["detail"].c_str());
}

void TestFamilyDescriptor::usersComeFirst()
{
    QTemporaryDir user;
    QTemporaryDir installed;
    json own = sample();
    own["title"] = "My own";
    json rival = sample();
    rival["id"] = "rival"; // another id for the same model_type
    write(user.path(), "mine.json", own);
    write(installed.path(), "a.json", rival);
    write(installed.path(), "sample.json", sample());
    const auto set = DescriptorSet::load({user.path().toStdString(), installed.path().toStdString()});
    QVERIFY(set.ok());
    QCOMPARE(set->families().size(), std::size_t{2});
    QCOMPARE(set->find("sample", {})->title, std::string("My own"));
}

void TestFamilyDescriptor::aBrokenOneIsAFailure()
{
    QTemporaryDir folder;
    json broken = sample();
    broken.erase("counters");
    write(folder.path(), "broken.json", broken);
    const auto set = DescriptorSet::load({folder.path().toStdString(), kFamilies});
    QVERIFY(!set.ok());
    QVERIFY(base::failureInfo(set.status()).arguments.at("file").find("broken.json") != std::string::npos);
}

void TestFamilyDescriptor::findsByTypeThenByArchitecture()
{
    const auto set = DescriptorSet::load({kFamilies});
    QVERIFY(set.ok());
    QCOMPARE(set->find("llama", {})->id, std::string("llama"));
    QCOMPARE(set->find("", {"Qwen3ForCausalLM"})->id, std::string("qwen3"));
    QVERIFY(set->find("llama99", {"LlamaForCausalLM"}) == nullptr); // a new type is a new model
    QVERIFY(set->find("", {}) == nullptr);
}

void TestFamilyDescriptor::spellingDecidesWhoIsNear()
{
    const auto set = DescriptorSet::load({kFamilies});
    QVERIFY(set.ok());
    const auto likeness = [&](const char* id, std::string_view modelType) {
        return model::spellingLikeness(*set->find(id, {}), modelType, {});
    };
    QCOMPARE(likeness("qwen3_vl_moe", "qwen3_vl_moe"), 1.0);
    QVERIFY(likeness("qwen3_vl_moe", "qwen3_vl_mo") > likeness("qwen3_vl", "qwen3_vl_mo"));
    QVERIFY(likeness("llama", "") == 0.0);
    QVERIFY(model::spellingLikeness(*set->find("llama", {}), "x", {"LlamaForCausalLM"}) == 1.0);
}

void TestFamilyDescriptor::linesOfValues_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("line");
    QTest::newRow("root") << "/" << 1;
    QTest::newRow("value") << "/a" << 2;
    QTest::newRow("object") << "/list" << 3;
    QTest::newRow("element") << "/list/1" << 5;
    QTest::newRow("inside") << "/list/1/deep/0" << 6;
    QTest::newRow("not there") << "/list/1/other" << 5;
    QTest::newRow("past the end") << "/list/7" << 3;
    QTest::newRow("after a text with brackets") << "/last" << 8;
}

void TestFamilyDescriptor::linesOfValues()
{
    QFETCH(QString, pointer);
    QFETCH(int, line);
    constexpr std::string_view kText = "{\n  \"a\": \"}]{\\\"\",\n  \"list\": [\n    1,\n    {\n"
                                       "      \"deep\": [\"x, y\"]}],\n\n  \"last\": null\n}";
    QVERIFY(json::accept(kText));
    QCOMPARE(model::lineOf(kText, pointer.toStdString()), line);
}

void TestFamilyDescriptor::aBrokenOneOfTheUsersIsLeftOut()
{
    QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath("firstlight/families"));
    const QString folder = config.filePath("firstlight/families");
    json broken = sample();
    broken["id"] = "broken";
    broken["tensors"][0].erase("shape");
    write(folder, "broken.json", broken);
    json own = sample();
    own["recognises"]["model_types"] = {"my_own"};
    write(folder, "own.json", own);
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    const auto set = DescriptorSet::load();
    qputenv("XDG_CONFIG_HOME", before);
    QVERIFY2(set.ok(), std::string(set.status().message()).c_str());
    QVERIFY(set->find("my_own", {}) != nullptr);
    QVERIFY(set->find("llama", {}) != nullptr);
    QCOMPARE(set->problems().size(), std::size_t{1});
    const auto arguments = base::failureInfo(set->problems().front()).arguments;
    QVERIFY(arguments.at("file").find("broken.json") != std::string::npos);
    QCOMPARE(arguments.at("where"), std::string("line 1, /tensors/0"));
    QVERIFY(!arguments.at("fix").empty());
}

QTEST_GUILESS_MAIN(TestFamilyDescriptor)
#include "tst_family_descriptor.moc"
