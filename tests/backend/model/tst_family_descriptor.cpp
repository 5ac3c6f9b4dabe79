#include "backend/base/failure.h"
#include "backend/model/family_descriptor.h"
#include "backend/model/json_place.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/sample_family.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace firstlight;
using nlohmann::json;
using test::sampleFamily;

namespace {

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

} // namespace

class TestFamilyDescriptor : public QObject
{
    Q_OBJECT

private slots:
    void theSampleIsValid();
    void errorsNamePlaceAndFix_data();
    void errorsNamePlaceAndFix();
    void syntaxErrorsNameThePlace_data();
    void syntaxErrorsNameThePlace();
    void unknownKeysHaveTheirOwnLine();
    void theNameThatTheCheckpointHas();
    void linesOfValues_data();
    void linesOfValues();
};

void TestFamilyDescriptor::theSampleIsValid()
{
    QCOMPARE(QString::fromStdString(parse(sampleFamily().dump()).reason), QString());
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
    QTest::newRow("everything ignored") << "/ignored"
                                        << R"([{"pattern": "*"}])"
                                        << "/ignored/0/pattern"
                                        << "leaves out every tensor";
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
    json descriptor = sampleFamily();
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
    json descriptor = sampleFamily();
    descriptor["tensor"] = json::array();
    const std::string text = descriptor.dump(1);
    const auto before = text.substr(0, text.find("\"tensor\""));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    QCOMPARE(parse(text).arguments["where"], "line " + std::to_string(line) + ", /tensor");
}

void TestFamilyDescriptor::theNameThatTheCheckpointHas()
{
    json own = sampleFamily();
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

QTEST_GUILESS_MAIN(TestFamilyDescriptor)
#include "tst_family_descriptor.moc"
