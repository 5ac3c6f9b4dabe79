#include "backend/base/failure.h"
#include "backend/model/descriptor_set.h"
#include "backend/model/json_place.h"
#include "backend/model/spec_builder.h"
#include "tests/support/scoped_variable.h"

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

struct Parsed {
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

class TestFamilyDescriptor : public QObject
{
    Q_OBJECT

private slots:
    void theSampleIsValid();
    void installedOnesAreValid();
    void eachIsFoundByAllItsNames();
    void aBrokenInstalledOneIsTold();
    void errorsNamePlaceAndFix_data();
    void errorsNamePlaceAndFix();
    void syntaxErrorsNameThePlace_data();
    void syntaxErrorsNameThePlace();
    void unknownKeysHaveTheirOwnLine();
    void usersComeFirst();
    void aBrokenOneIsAFailure();
    void findsByTypeThenByArchitecture();
    void spellingDecidesWhoIsNear();
    void theNameThatTheCheckpointHas();
    void linesOfValues_data();
    void linesOfValues();
    void aBrokenOneOfTheUsersIsLeftOut();
    void misspeltNamesOfTheUsers_data();
    void misspeltNamesOfTheUsers();
    void mistakesThatShowWithAConfig_data();
    void mistakesThatShowWithAConfig();
};

void TestFamilyDescriptor::theSampleIsValid()
{
    QCOMPARE(QString::fromStdString(parse(sample().dump()).reason), QString());
}

void TestFamilyDescriptor::installedOnesAreValid()
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
void TestFamilyDescriptor::eachIsFoundByAllItsNames()
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

void TestFamilyDescriptor::aBrokenInstalledOneIsTold()
{
    const OwnFamilies noneOfTheUsers;
    QTemporaryDir resources;
    QDir(resources.path()).mkpath("families");
    json broken = sample();
    broken.erase("counters");
    write(resources.filePath("families"), "sample.json", broken);
    json other = sample();
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

void TestFamilyDescriptor::errorsNamePlaceAndFix_data()
{
    QTest::addColumn<QString>("pointer"); // where to put `value`; empty value: remove
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("detail");
    QTest::newRow("other name") << "/tensors/0/other_name"
                                << R"("model.blocks.w")"
                                << "/tensors/0/other_name"
                                << "does not count what the name counts";
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
                                  << "/tensor"
                                  << "\"tensor\" is not known";
    QTest::newRow("misspelt value key") << "/values/0/hidden/key"
                                        << "[]"
                                        << "/values/0/hidden/key"
                                        << "\"key\" is not known";
    QTest::newRow("unknown scope") << "/values/0/hidden/scope"
                                   << "\"vision\""
                                   << "/values/0/hidden"
                                   << "\"vision\" is not declared";
    QTest::newRow("default too early") << "/values/0/hidden/default"
                                       << "\"layers\""
                                       << "/values/0/hidden"
                                       << "\"layers\", which is not known yet";
    QTest::newRow("default of nothing") << "/values/0/hidden/default"
                                        << "\"width\""
                                        << "/values/0/hidden"
                                        << "\"width\", which is not known";
    QTest::newRow("defaults in a circle") << "/values/0/hidden/default"
                                          << "\"vocabulary\""
                                          << "/values/0/hidden"
                                          << "\"hidden\" and \"vocabulary\" need each other";
    QTest::newRow("quotes too many") << "/tensors/0/shape/0"
                                     << "\"'hidden' * 2\""
                                     << "/tensors/0/shape/0"
                                     << "a name stands without quotes";
    QTest::newRow("a fraction") << "/tensors/0/shape/1"
                                << "2.5"
                                << "/tensors/0/shape/1"
                                << "2.5 is not a whole number";
    QTest::newRow("a number where a text belongs") << "/ffns/0/activation"
                                                   << "3"
                                                   << "/ffns/0/activation"
                                                   << "3 is not a text";
    QTest::newRow("one value, two kinds") << "/tensors/0/when"
                                          << "\"contains(hidden, layer)\""
                                          << "/tensors/0/when"
                                          << "cannot serve as a list and as a number";
    QTest::newRow("a counter elsewhere") << "/spec/hidden"
                                         << "\"hidden + layer\""
                                         << "/spec/hidden"
                                         << "\"layer\", which has no value here";
    QTest::newRow("kinds") << "/values/0/hidden/one_of"
                           << "\"a\""
                           << "/values/0/hidden/one_of"
                           << "a list is expected";
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
                                   << "/spec/width"
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
                             << "/ignored/0/if"
                             << "\"if\" is not known";
    QTest::newRow("id as a path") << "/id"
                                  << R"("../../x")"
                                  << "/id"
                                  << "\"../../x\" is no id";
    QTest::newRow("empty id") << "/id"
                              << R"("")"
                              << "/id"
                              << "is no id";
    QTest::newRow("tensor twice") << "/tensors/1"
                                  << R"({"name": "{text}layers.{layer}.w", "role": "ffn.down", "shape": ["hidden"],
                                         "when": "layers > 1"})"
                                  << "/tensors/1/name"
                                  << "is there twice, as entry 0 of the list";
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

void TestFamilyDescriptor::syntaxErrorsNameThePlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no key") << "{\n  \"schema\": 1,\n  oops\n}"
                            << "line 3"
                            << "not JSON at byte 20";
    QTest::newRow("comma too many") << "{\n  \"schema\": 1,\n}"
                                    << "line 3"
                                    << "a key in double quotes is expected there";
    QTest::newRow("no comma") << "{\n  \"schema\": 1\n  \"id\": \"a\"\n}"
                              << "line 3"
                              << "a comma is missing before it";
    QTest::newRow("no comma in a list") << "{\n  \"a\": [1\n 2]\n}"
                                        << "line 3"
                                        << "a comma is missing before it";
    QTest::newRow("no colon") << "{\n  \"schema\" 1\n}"
                              << "line 2"
                              << "a colon is missing before it";
    QTest::newRow("cut") << "{\n  \"schema\": 1,\n \"a\": ["
                         << "line 3"
                         << "it ends too early";
    QTest::newRow("key twice") << "{\n  \"schema\": 1,\n  \"a\": {\"schema\": 2},\n  \"schema\": 1\n}"
                               << "line 4"
                               << "the key \"schema\" twice";
}

void TestFamilyDescriptor::syntaxErrorsNameThePlace()
{
    QFETCH(QString, text);
    QFETCH(QString, where);
    QFETCH(QString, detail);
    Parsed parsed = parse(text.toStdString());
    QCOMPARE(parsed.reason, std::string(reasons::kDescriptorInvalid.id));
    QCOMPARE(QString::fromStdString(parsed.arguments["where"]), where);
    QVERIFY2(parsed.arguments["detail"].find(detail.toStdString()) != std::string::npos,
             parsed.arguments["detail"].c_str());
}

void TestFamilyDescriptor::unknownKeysHaveTheirOwnLine()
{
    json descriptor = sample();
    descriptor["tensor"] = json::array();
    const std::string text = descriptor.dump(1);
    const auto before = text.substr(0, text.find("\"tensor\""));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    QCOMPARE(parse(text).arguments["where"], "line " + std::to_string(line) + ", /tensor");
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
    QCOMPARE(set->families()->size(), std::size_t{2});
    QCOMPARE(found(set, "sample")->title, std::string("My own"));
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
    QCOMPARE(found(set, "llama")->id, std::string("llama"));
    QCOMPARE(found(set, "", {"Qwen3ForCausalLM"})->id, std::string("qwen3"));
    QVERIFY(found(set, "llama99", {"LlamaForCausalLM"}) == nullptr); // a new type is a new model
    QVERIFY(found(set, "") == nullptr);
}

void TestFamilyDescriptor::spellingDecidesWhoIsNear()
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

void TestFamilyDescriptor::theNameThatTheCheckpointHas()
{
    json own = sample();
    own["tensors"][0]["other_name"] = "model.blocks.{layer}.w";
    const auto family = model::parseDescriptor(own.dump(), "sample.json");
    QVERIFY2(family.ok(), std::string(family.status().message()).c_str());
    const json config{{"hidden_size", 8}, {"num_hidden_layers", 2}};
    const auto firstName = [&](const model::NameProbe& probe) {
        return model::buildSpec(config, *family, probe)->spec.tensors.front().name;
    };
    QCOMPARE(firstName({}), std::string("model.layers.0.w"));
    QCOMPARE(firstName([](std::string_view) { return false; }), std::string("model.layers.0.w"));
    QCOMPARE(firstName([](std::string_view) { return true; }), std::string("model.layers.0.w"));
    QCOMPARE(firstName([](std::string_view name) { return name.starts_with("model.blocks."); }),
             std::string("model.blocks.0.w"));
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
    const OwnFamilies folder;
    json broken = sample();
    broken["id"] = "broken";
    broken["tensors"][0].erase("shape");
    folder.add("broken.json", broken);
    json own = sample();
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

void TestFamilyDescriptor::misspeltNamesOfTheUsers_data()
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
void TestFamilyDescriptor::misspeltNamesOfTheUsers()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QFETCH(QString, fix);
    const OwnFamilies folder;
    json own = sample();
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

void TestFamilyDescriptor::mistakesThatShowWithAConfig_data()
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

// Never blamed on config.json alone: the line of the user's own file is told, and what to do.
void TestFamilyDescriptor::mistakesThatShowWithAConfig()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QFETCH(QString, detail);
    const OwnFamilies folder;
    json own = sample();
    own["values"].push_back({{"kinds", {{"keys", {"kinds"}}}}});
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

QTEST_GUILESS_MAIN(TestFamilyDescriptor)
#include "tst_family_descriptor.moc"
