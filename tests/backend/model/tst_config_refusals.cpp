// Configs that cannot be meant: each is refused with key, value and what is expected.
#include "backend/base/failure.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/shipped_families.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace firstlight;
using nlohmann::json;
using test::configOf;

namespace {

// Why the config is refused once a JSON merge patch has changed it: reason and detail.
std::string refusalOf(json config, const QString& changes)
{
    config.merge_patch(json::parse(changes.toStdString()));
    const auto built = model::buildSpec(config, test::familyOf(config));
    const base::FailureInfo info = base::failureInfo(built.status());
    return built.ok() ? "accepted" : info.reasonId + ": " + info.arguments.at("detail");
}

bool isRefusedFor(const std::string& refusal, const QString& why)
{
    return refusal.starts_with(std::string(reasons::kConfigInvalid.id) + ": ") &&
           refusal.find(why.toStdString()) != std::string::npos;
}

} // namespace

class TestConfigRefusals : public QObject
{
    Q_OBJECT

private slots:
    void hostileConfigs_data();
    void hostileConfigs();
    void nullIsNoValue();
    void sectionsOfPositions_data();
    void sectionsOfPositions();
    void listsOfLayers_data();
    void listsOfLayers();
};

void TestConfigRefusals::hostileConfigs_data()
{
    QTest::addColumn<QString>("changes"); // a JSON merge patch
    QTest::addColumn<QString>("why");
    QTest::newRow("no heads") << R"({"num_attention_heads": null})"
                              << "num_attention_heads is not set";
    QTest::newRow("no layers") << R"({"num_hidden_layers": 0})"
                               << "num_hidden_layers is 0; a whole number from 1 to 10000 is expected";
    QTest::newRow("negative layers") << R"({"num_hidden_layers": -5})"
                                     << "num_hidden_layers is -5; a whole number from 1";
    QTest::newRow("too many layers") << R"({"num_hidden_layers": 2000000000})"
                                     << "num_hidden_layers is 2000000000; a whole number";
    QTest::newRow("no hidden size") << R"({"hidden_size": 0})"
                                    << "hidden_size is 0; a whole number from 1";
    QTest::newRow("huge hidden size") << R"({"hidden_size": 9223372036854775807})"
                                      << "hidden_size is 9223372036854775807; a whole number from 1 to 16777216";
    QTest::newRow("unsigned") << R"({"hidden_size": 18446744073709551615})"
                              << "hidden_size is 18446744073709551615, which cannot be used there";
    QTest::newRow("a text") << R"({"hidden_size": "wide"})"
                            << "hidden_size is \"wide\"; a whole number is expected";
    QTest::newRow("a list") << R"({"hidden_size": [1]})"
                            << "hidden_size is [1]; a whole number is expected";
    QTest::newRow("an object") << R"({"hidden_size": {}})"
                               << "hidden_size is {}, which cannot be used there";
    QTest::newRow("a default does not hide it") << R"({"hidden_act": {}})"
                                                << "hidden_act is {}, which cannot be used there";
    QTest::newRow("a list within a list") << R"({"tie_word_embeddings": [[1, {}]]})"
                                          << "tie_word_embeddings is [[1,{}]], which cannot be used there";
    QTest::newRow("a real number") << R"({"hidden_size": 4096.5})"
                                   << "hidden_size is 4096.5; a whole number is expected";
    QTest::newRow("no division of heads") << R"({"num_key_value_heads": 5})"
                                          << "32 heads cannot share 5 key-value heads";
    QTest::newRow("zero heads") << R"({"num_attention_heads": 0})"
                                << "divis";
    QTest::newRow("epsilon") << R"({"rms_norm_eps": -1})"
                             << "rms_norm_eps is -1; a number above 0, at most 1 is expected";
    QTest::newRow("theta") << R"({"rope_theta": 0})"
                           << "rope_theta is 0; a number above 0";
    QTest::newRow("scaling without factor") << R"({"rope_scaling": {"factor": null}})"
                                            << "factor is not set; a number above 0";
    QTest::newRow("impossible scaling") << R"({"rope_scaling": {"high_freq_factor": 0.5}})"
                                        << "high_freq_factor is 0.5; more than low_freq_factor, 1, is expected";
    QTest::newRow("too many elements") << R"({"hidden_size": 16777216, "vocab_size": 268435456})"
                                       << "impossib";
    QTest::newRow("size overflow")
        << R"({"hidden_size": 2147483647, "intermediate_size": 2147483647, "vocab_size": 2147483647, "num_attention_heads": 2147483647, "num_key_value_heads": 2147483647, "head_dim": 2147483647})"
        << "hidden_size is 2147483647; a whole number from 1 to 16777216";
    QTest::newRow("true for a count") << R"({"num_hidden_layers": true})"
                                      << "num_hidden_layers is true; a whole number is expected";
    QTest::newRow("false for a count") << R"({"intermediate_size": false})"
                                       << "intermediate_size is false; a whole number is expected";
    QTest::newRow("a number for a condition") << R"({"attention_bias": 3})"
                                              << "attention_bias is 3; true or false is expected";
    QTest::newRow("a text for a condition") << R"({"tie_word_embeddings": "yes"})"
                                            << "tie_word_embeddings is \"yes\"; true or false is expected";
    QTest::newRow("a number for a text") << R"({"hidden_act": 7})"
                                         << "hidden_act is 7; a text is expected";
    QTest::newRow("2^62 layers") << R"({"num_hidden_layers": 4611686018427387904})"
                                 << "num_hidden_layers is 4611686018427387904; a whole number from 1 to 10000";
    QTest::newRow("2^62 positions") << R"({"max_position_embeddings": 4611686018427387904})"
                                    << "max_position_embeddings is 4611686018427387904";
    QTest::newRow("huge epsilon") << R"({"rms_norm_eps": 1e308})"
                                  << "rms_norm_eps is 1e+308; a number above 0, at most 1";
    QTest::newRow("huge theta") << R"({"rope_theta": 1e308})"
                                << "rope_theta is 1e+308; a number above 0, at most 1e+12";
    QTest::newRow("huge factor") << R"({"rope_scaling": {"factor": 1e308}})"
                                 << "factor is 1e+308; a number above 0";
    QTest::newRow("nesting") << R"({"text_config": [1, 2]})"
                             << "text_config is [1,2]; an object is expected";
    QTest::newRow("positions as a list") << R"({"rope_scaling": null, "rope_parameters": [1]})"
                                         << "rope_parameters is [1]; an object is expected";
    QTest::newRow("positions as a text") << R"({"rope_scaling": "yarn"})"
                                         << "rope_scaling is \"yarn\"; an object is expected";
    QTest::newRow("kind of scaling") << R"({"rope_scaling": {"rope_type": 3}})"
                                     << "rope_type is 3; a text is expected";
    QTest::newRow("misspelt")
        << R"({"num_attention_heads": null, "num_atention_heads": 32})"
        << "num_attention_heads is not set (hidden_size is 4096); config.json has num_atention_heads";
    QTest::newRow("both numbers are told") << R"({"hidden_size": 8, "num_attention_heads": 16})"
                                           << "(hidden_size is 8, num_attention_heads is 16)";
}

void TestConfigRefusals::hostileConfigs()
{
    QFETCH(QString, changes);
    QFETCH(QString, why);
    const std::string refusal = refusalOf(configOf("llama-3.1-8b.json"), changes);
    QVERIFY2(isRefusedFor(refusal, why), refusal.c_str());
}

void TestConfigRefusals::nullIsNoValue()
{
    json config = configOf("llama-3.1-8b.json");
    config["num_attention_heads"] = nullptr;
    const std::string refusal = refusalOf(config, "{}");
    QVERIFY2(isRefusedFor(refusal, "num_attention_heads is null; a value is expected"), refusal.c_str());
    QVERIFY2(refusal.find("config.json has") == std::string::npos, refusal.c_str());
}

void TestConfigRefusals::sectionsOfPositions_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QString>("why");
    QTest::newRow("of the config")
        << "qwen3.5-27b.json"
        << R"({"text_config": {"head_dim": 96}})"
        << "mrope_section is [11,11,10]; its sum must be half of the rotated part of a head, "
           "12 (text_config.head_dim is 96";
    QTest::newRow("of the family") << "qwen3-vl-2b.json"
                                   << R"({"text_config": {"head_dim": 96}})"
                                   << "mrope_section is [24, 20, 20]; its sum must be half of the rotated part of a "
                                      "head, 48 (text_config.head_dim is 96)";
}

// Whatever says it: the values that do not go together are named, and the family's file is not blamed.
void TestConfigRefusals::sectionsOfPositions()
{
    QFETCH(QString, config);
    QFETCH(QString, changes);
    QFETCH(QString, why);
    const std::string refusal = refusalOf(configOf(config.toStdString()), changes);
    QVERIFY2(isRefusedFor(refusal, why), refusal.c_str());
}

void TestConfigRefusals::listsOfLayers_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QString>("why");
    QTest::newRow("too short") << "gpt-oss-20b.json"
                               << R"({"layer_types": ["full_attention"]})"
                               << "layer_types has 1 entries; one for each of the 24 layers is expected";
    QTest::newRow("too long") << "gpt-oss-20b.json"
                              << R"({"num_hidden_layers": 12})"
                              << "layer_types has 24 entries; one for each of the 12 layers is expected";
    QTest::newRow("no list") << "gpt-oss-20b.json"
                             << R"({"layer_types": 3})"
                             << "layer_types is 3; ";
    QTest::newRow("a kind that nobody knows")
        << "qwen3.5-27b.json"
        << R"({"text_config": {"num_hidden_layers": 1, "layer_types": ["wavelet_attention"]}})"
        << "layer_types has wavelet_attention; the family knows linear_attention, full_attention";
    QTest::newRow("patterns, too") << "mimo-v2-flash.json"
                                   << R"({"hybrid_layer_pattern": [0, 1]})"
                                   << "hybrid_layer_pattern has 2 entries; one for each of the 48 layers";
    QTest::newRow("scores") << "deepseek-v3.json"
                            << R"({"scoring_func": "tanh"})"
                            << "scoring_func is tanh; the family knows ";
    QTest::newRow("experts") << "mixtral-8x7b.json"
                             << R"({"num_local_experts": true})"
                             << "num_local_experts is true; a whole number is expected";
    QTest::newRow("more experts than there are") << "mixtral-8x7b.json"
                                                 << R"({"num_experts_per_tok": 9})"
                                                 << "a token cannot use 9 of 8 experts";
    QTest::newRow("vision") << "qwen3-vl-2b.json"
                            << R"({"vision_config": {"deepstack_visual_indexes": [99]}})"
                            << "deepstack_visual_indexes is [99]; a list of whole numbers from 0 to 23";
    QTest::newRow("another kind of vision")
        << "qwen3-vl-2b.json"
        << R"({"vision_config": {"depth": null, "stages": [2, 4]}})"
        << "vision_config describes a vision part of another kind (depth is not set)";
    QTest::newRow("rank") << "deepseek-v3.json"
                          << R"({"q_lora_rank": 0})"
                          << "impossible size 0";
}

void TestConfigRefusals::listsOfLayers()
{
    QFETCH(QString, config);
    QFETCH(QString, changes);
    QFETCH(QString, why);
    const std::string refusal = refusalOf(configOf(config.toStdString()), changes);
    QVERIFY2(isRefusedFor(refusal, why), refusal.c_str());
}

QTEST_GUILESS_MAIN(TestConfigRefusals)
#include "tst_config_refusals.moc"
