#include "backend/base/failure.h"
#include "backend/model/image_processor.h"
#include "backend/model/inspection.h"
#include "backend/model/model_reading.h"
#include "tests/backend/model/tiny_checkpoint.h"
#include "tests/support/scoped_variable.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <map>

using namespace firstlight;
using nlohmann::json;
using test::argument;
using test::families;
using test::findings;
using test::kConfigs;
using test::Tensors;
using test::tensorsOf;
using test::tinyConfig;
using test::writeCheckpoint;
using test::writeFile;

class TestInspection : public QObject, private test::TinyCheckpoint
{
    Q_OBJECT

private slots:
    void init();
    void aGoodCheckpoint();
    void sizesByRoleAndDType();
    void architectureSaysWhereValuesComeFrom();
    void noTokenizer();
    void filesOfText_data();
    void filesOfText();
    void programInsteadOfATemplate();
    void sidesOfSquares();
    void noConfig();
    void brokenConfig();
    void unknownFamily();
    void remoteCodeIsOnlyReported();
    void loneConfig();
    void brokenFilesAreFindings();
    void nothingToInspect();
    void newsOfAKnownFamily();
    void settingsThatNobodyReadsAreADoubt();
    void theWorstFindingIsFirst();
    void aNamedFileThatIsNoConfiguration();
    void aDescriptionOfTheUsersOwnIsNamed();
    void aBrokenDescriptionComesBeforeUnknownFamilies();
    void trialsAreShown();
    void modelOptSettingsBesideTheConfig();
    void bytesByTypeOfALoneConfig();
    void patterns_data();
    void patterns();
};

void TestInspection::init()
{
    reset();
}

void TestInspection::aGoodCheckpoint()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report.family(), std::string("qwen3_vl_moe"));
    QCOMPARE(report.name(), QFileInfo(m_dir->path()).fileName().toStdString());
    QCOMPARE(report.tensors_expected(), static_cast<std::int64_t>(m_tensors.size()));
    QCOMPARE(report.tensors_found(), report.tensors_expected());
    QCOMPARE(report.tensors_missing(), std::int64_t{0});
    QCOMPARE(report.tensors_unused(), std::int64_t{0});
    QCOMPARE(report.shard_count(), 1);
    QVERIFY(report.has_vision() && report.has_tokenizer() && report.has_chat_template());
    QCOMPARE(report.max_context_tokens(), std::int64_t{512});
    QCOMPARE(report.kv_bytes_per_token(), std::int64_t{2 * 2 * 2 * 8 * 2}); // layers, K and V, heads, dimension, bytes
    QCOMPARE(report.weight_bytes(), 2 * report.parameters_total());
    QVERIFY(report.parameters_active() < report.parameters_total());
    QCOMPARE(report.config_hash().size(), std::size_t{16});
    QVERIFY(report.operators_size() > 5);
    for (const v1::OperatorCoverage& row : report.operators()) {
        QVERIFY2(row.support() == v1::OPERATOR_SUPPORT_FAST || row.support() == v1::OPERATOR_SUPPORT_FALLBACK,
                 row.operator_name().c_str());
    }
}

void TestInspection::sizesByRoleAndDType()
{
    m_tensors["lm_head.weight"].dtype = "F32";
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    std::map<std::string, v1::NamedBytes> rows;
    for (const auto* list : {&report.by_role(), &report.by_dtype()}) {
        for (const v1::NamedBytes& row : *list) {
            rows[row.name()] = row;
        }
    }
    QCOMPARE(rows["head"].memory_bytes(), std::int64_t{96 * 16 * 4});
    QCOMPARE(rows["head"].tensor_count(), std::int64_t{1});
    QCOMPARE(rows["moe.experts.gate_up"].tensor_count(), std::int64_t{2});
    QCOMPARE(rows["moe.experts.gate_up"].parameter_count(), std::int64_t{2 * 4 * 16 * 24});
    QCOMPARE(rows["F32"].memory_bytes(), std::int64_t{96 * 16 * 4});
    QCOMPARE(rows["F32"].memory_bytes() + rows["BF16"].memory_bytes(), report.weight_bytes());
    for (int i = 1; i < report.by_role_size(); ++i) {
        QVERIFY(report.by_role(i - 1).memory_bytes() >= report.by_role(i).memory_bytes());
    }
}

void TestInspection::architectureSaysWhereValuesComeFrom()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    std::map<std::string, v1::ArchitectureRow> rows;
    const auto report = inspect();
    for (const v1::ArchitectureRow& row : report.architecture()) {
        rows[row.section() + "/" + row.key()] = row;
    }
    QCOMPARE(rows["Text/Hidden size"].value(), std::string("16"));
    QCOMPARE(rows["Text/Hidden size"].origin(), std::string("config.json: text_config.hidden_size"));
    QCOMPARE(rows["Vision/Deepstack layers"].value(), std::string("[0]"));
    QCOMPARE(rows["Vision/Frames per patch"].origin(), std::string("default of the family"));
    QCOMPARE(rows["Model/Model type"].value(), std::string("qwen3_vl_moe"));
}

void TestInspection::noTokenizer()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    QVERIFY(QFile::remove(folder().filePath("tokenizer.json")));
    const auto report = inspect();
    QVERIFY(!report.has_tokenizer());
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(findings(report.complete()), QStringList{"FILE_ABSENT"});
}

void TestInspection::filesOfText_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content"); // empty: removed
    QTest::addColumn<int>("verdict");        // 0: complete, 1: consistent, 2: supported
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("says");
    const int no = v1::VERDICT_STATE_NO;
    const int partly = v1::VERDICT_STATE_PARTLY;
    const auto row = [](const char* name, const char* file, const QByteArray& content, int verdict, int state,
                        const char* reason, const char* says) {
        QTest::newRow(name) << file << content << verdict << state << reason << says;
    };
    row("tokenizer", "tokenizer.json", "{", 1, no, "FILE_INVALID", "tokenizer.json");
    row("component", "tokenizer.json", R"({"model":{"type":"Hieroglyphs"}})", 1, no, "FILE_INVALID", "Hieroglyphs");
    row("many tokens", "tokenizer.json", R"({"model":{"type":"WordLevel","vocab":{"a":96},"unk_token":"a"}})", 1,
        partly, "TOKENIZER_MISMATCH", "97");
    row("few tokens", "tokenizer.json", R"({"model":{"type":"WordLevel","vocab":{"a":9},"unk_token":"a"}})", 1, partly,
        "TOKENIZER_MISMATCH", "10 tokens, the model 96");
    row("unknown token", "tokenizer.json", R"({"model":{"type":"WordLevel","vocab":{"a":95},"unk_token":"[UNK]"}})", 1,
        partly, "FILE_SUSPECT", "[UNK]");
    row("stop token", "generation_config.json", R"({"eos_token_id":96})", 1, partly, "TOKENIZER_MISMATCH", "token 96");
    row("pointer", "tokenizer.json", "version https://git-lfs.github.com/spec/v1\noid sha256:1\n", 1, no,
        "FILE_INVALID", "Git LFS");
    row("template", "chat_template.jinja", "{% for x in %}", 1, no, "TEMPLATE_FAILED", "line 1");
    row("endless template", "chat_template.jinja", "{% for i in range(10**9) %}x{% endfor %}", 1, no, "TEMPLATE_FAILED",
        "Range too big");
    row("choosy template", "chat_template.jinja", "{{ raise_exception('Only rhymes.') }}", 1, no, "TEMPLATE_FAILED",
        "Only rhymes");
    row("no template", "chat_template.jinja", "", 0, partly, "TEMPLATE_ABSENT", "plain text");
    row("program", "encoding_new.py", "raise SystemExit", 0, partly, "", "");
    row("settings", "generation_config.json", "[]", 1, no, "FILE_INVALID", "generation_config.json");
    row("end as text", "generation_config.json", R"({"eos_token_id":"</s>"})", 1, no, "CONFIG_INVALID",
        "eos_token_id is");
    row("end as fraction", "generation_config.json", R"({"eos_token_id":[1,2.5]})", 1, no, "CONFIG_INVALID",
        "an id or a list of ids");
    row("temperature as text", "generation_config.json", R"({"temperature":"0.7"})", 1, no, "CONFIG_INVALID",
        "temperature is");
    row("negative temperature", "generation_config.json", R"({"temperature":-1})", 1, no, "CONFIG_INVALID",
        "of at least 0");
    row("not a number", "generation_config.json", R"({"temperature":NaN})", 1, no, "CONFIG_INVALID", "NaN");
    row("more than all", "generation_config.json", R"({"top_p":1.5})", 1, no, "CONFIG_INVALID", "from 0 to 1");
    row("processor", "preprocessor_config.json", "{", 1, no, "FILE_INVALID", "preprocessor_config.json");
    row("patches of another tower", "preprocessor_config.json",
        R"({"image_processor_type":"Qwen2VLImageProcessor","patch_size":8})", 1, no, "FILE_INVALID",
        "config.json says 4");
    row("patches by default", "preprocessor_config.json", R"({"image_processor_type":"Qwen2VLImageProcessor"})", 1, no,
        "FILE_INVALID", "patch_size is 14");
    row("unknown processor", "preprocessor_config.json", R"({"image_processor_type":"FresnelImageProcessor"})", 2, no,
        "PICTURES_UNSUPPORTED", "FresnelImageProcessor");
    row("no processor", "preprocessor_config.json", "", 0, partly, "FILE_ABSENT", "preprocessor_config.json");
}

// What would stop a bring-up after the weights is said before.
void TestInspection::filesOfText()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(int, verdict);
    QFETCH(int, state);
    QFETCH(QString, reason);
    QFETCH(QString, says);
    writeCheckpoint(folder(), m_config, m_tensors);
    if (content.isEmpty()) {
        QVERIFY(QFile::remove(folder().filePath(file)));
    } else {
        QVERIFY(writeFile(folder(), file, content));
    }
    const auto report = inspect();
    const v1::Verdict* const verdicts[] = {&report.complete(), &report.consistent(), &report.supported()};
    if (reason.isEmpty()) { // a template is there as well: the program is not needed
        QCOMPARE(verdicts[verdict]->state(), v1::VERDICT_STATE_YES);
        return;
    }
    QCOMPARE(static_cast<int>(verdicts[verdict]->state()), state);
    QCOMPARE(findings(*verdicts[verdict]), QStringList{reason});
    const QString what = QString::fromStdString(verdicts[verdict]->findings(0).what());
    QVERIFY2(what.contains(says), qPrintable(what));
}

// A program that writes prompts is no template, and is not run.
void TestInspection::programInsteadOfATemplate()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    QVERIFY(QFile::remove(folder().filePath("chat_template.jinja")));
    QVERIFY(writeFile(folder(), "encoding_new.py", "raise SystemExit"));
    const auto report = inspect();
    QVERIFY(!report.has_chat_template());
    QCOMPARE(findings(report.consistent()), QStringList{"TEMPLATE_FAILED"});
    QVERIFY(argument(report.consistent(), 0, "detail").find("encoders/encoding_new.jinja") != std::string::npos);
}

// As InternVL writes both sides of what is always a square.
void TestInspection::sidesOfSquares()
{
    m_config["vision_config"]["image_size"] = {448, 448};
    writeCheckpoint(folder(), m_config, m_tensors);
    QVERIFY(writeFile(folder(), "preprocessor_config.json",
                      R"({"image_processor_type":"GotOcr2ImageProcessor","size":{"height":448,"width":448}})"));
    for (const json& side : {json(14), json({14, 14})}) {
        m_config["vision_config"]["patch_size"] = side;
        QVERIFY(writeFile(folder(), "config.json", QByteArray::fromStdString(m_config.dump())));
        QVERIFY(model::ImageProcessor::load(m_dir->path().toStdString()).ok());
    }
    m_config["vision_config"]["patch_size"] = {14, 16};
    QVERIFY(writeFile(folder(), "config.json", QByteArray::fromStdString(m_config.dump())));
    QVERIFY(!model::ImageProcessor::load(m_dir->path().toStdString()).ok());
}

void TestInspection::noConfig()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    QVERIFY(QFile::remove(folder().filePath("config.json")));
    const auto report = inspect();
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(argument(report.complete(), 0, "file"), std::string("config.json"));
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(report.tensors_found(), static_cast<std::int64_t>(m_tensors.size()));
    QCOMPARE(2 * report.parameters_total(), report.weight_bytes());
}

void TestInspection::brokenConfig()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    QVERIFY(writeFile(folder(), "config.json", "version https://git-lfs.github.com/spec/v1\n"));
    const auto report = inspect();
    QCOMPARE(report.consistent().state(), v1::VERDICT_STATE_NO);
    QVERIFY(argument(report.consistent(), 0, "detail").find("Git LFS") != std::string::npos);
}

void TestInspection::unknownFamily()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    m_config["model_type"] = "qwen9_vl_moe";
    QVERIFY(writeFile(folder(), "config.json", QByteArray::fromStdString(m_config.dump())));
    const auto report = inspect();
    QVERIFY(report.family().empty());
    QCOMPARE(report.model_type(), std::string("qwen9_vl_moe"));
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_NO);
    QVERIFY(argument(report.supported(), 0, "detail").find("qwen3_vl_moe (") != std::string::npos);
    QVERIFY(report.parameters_total() > 0);
}

void TestInspection::remoteCodeIsOnlyReported()
{
    m_config["auto_map"] = {{"AutoModel", "modeling_x.Model"}};
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_YES);
    const auto row = std::find_if(report.architecture().begin(), report.architecture().end(),
                                  [](const v1::ArchitectureRow& row) { return row.key() == "Remote code"; });
    QVERIFY(row != report.architecture().end());
}

void TestInspection::loneConfig()
{
    const auto report = model::inspectCheckpoint(kConfigs + "qwen3-30b-a3b.json", families());
    QVERIFY2(report.ok(), std::string(report.status().message()).c_str());
    QCOMPARE(report->name(), std::string("qwen3-30b-a3b"));
    QCOMPARE(report->complete().state(), v1::VERDICT_STATE_UNSPECIFIED); // nothing is there to be complete
    QVERIFY(findings(report->complete()).isEmpty());
    QCOMPARE(report->supported().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(report->parameters_total(), std::int64_t{30'532'122'624});
    QCOMPARE(report->weight_bytes(), 2 * report->parameters_total());
    QCOMPARE(report->tensors_expected(), std::int64_t{18867});
    QCOMPARE(report->kv_bytes_per_token(), std::int64_t{98304});
    QCOMPARE(report->bounded_cache_bytes(), std::int64_t{0}); // no windows, no states
    QCOMPARE(report->missing_names_size(), 0);

    const auto fp8 = model::inspectCheckpoint(kConfigs + "qwen3-32b-fp8.json", families());
    QVERIFY(fp8.ok());
    QCOMPARE(fp8->supported().state(), v1::VERDICT_STATE_NO);
    QVERIFY(argument(fp8->supported(), 0, "detail").find("weights.fp8") != std::string::npos);
}

void TestInspection::brokenFilesAreFindings()
{
    writeCheckpoint(folder(), m_config, m_tensors);
    const QString file = folder().filePath("model.safetensors");
    QVERIFY(QFile::resize(file, QFileInfo(file).size() - 10));
    const auto report = inspect();
    QCOMPARE(report.complete().state(), v1::VERDICT_STATE_NO);
    QCOMPARE(findings(report.complete()), QStringList{"SHARD_TRUNCATED"});
    QCOMPARE(report.tensors_missing(), std::int64_t{0}); // the header is whole
}

void TestInspection::nothingToInspect()
{
    const auto empty = model::inspectCheckpoint(m_dir->path().toStdString(), families());
    QCOMPARE(base::failureInfo(empty.status()).reasonId, std::string(reasons::kNoWeights.id));
    const auto gone = model::inspectCheckpoint(m_dir->path().toStdString() + "/gone", families());
    QCOMPARE(base::failureInfo(gone.status()).reasonId, std::string(reasons::kPathMissing.id));
}

void TestInspection::newsOfAKnownFamily()
{
    m_tensors["model.language_model.layers.0.self_attn.sinks"] = {"BF16", {4}};
    m_tensors["model.language_model.layers.1.self_attn.sinks"] = {"BF16", {4}};
    m_config["text_config"]["attn_logit_softcapping"] = 50.0;
    m_config["text_config"]["wobble"] = {{"strength", 3}};
    m_config["text_config"]["attention_dropout"] = 0.5; // of training
    m_config["text_config"]["unused_switch"] = false;
    writeCheckpoint(folder(), m_config, m_tensors);
    std::map<std::string, v1::ArchitectureRow> news;
    const auto report = inspect();
    for (const v1::ArchitectureRow& row : report.architecture()) {
        if (row.section() == "New") {
            news[row.key()] = row;
        }
    }
    QCOMPARE(news.size(), std::size_t{3});
    QCOMPARE(news["Tensors"].value(),
             std::string("model.language_model.layers.*.self_attn.sinks [4] (2, layers 0 to 1)"));
    QCOMPARE(news["text_config.attn_logit_softcapping"].value(), std::string("50.0"));
    const std::string origin = news["text_config.attn_logit_softcapping"].origin();
    QVERIFY2(origin.find("config.json: read for ") == 0 && origin.find(", not here") != std::string::npos,
             origin.c_str());
    QCOMPARE(news["text_config.wobble"].origin(), std::string("config.json: no family reads it"));
}

void TestInspection::settingsThatNobodyReadsAreADoubt()
{
    for (const int count : {1, 2, 3, 4}) {
        m_config["text_config"]["wobble_" + std::to_string(count)] = count + 1;
    }
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto report = inspect();
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_PARTLY);
    QCOMPARE(findings(report.supported()), QStringList{"SETTINGS_UNREAD"});
    QCOMPARE(argument(report.supported(), 0, "settings"),
             std::string("text_config.wobble_1 to 2, text_config.wobble_2 to 3, text_config.wobble_3 to 4 and 1 more "
                         "(section New)"));
}

void TestInspection::theWorstFindingIsFirst()
{
    m_config["text_config"]["wobble"] = 3;
    m_config["text_config"]["hidden_act"] = "wobble";
    writeCheckpoint(folder(), m_config, m_tensors);
    QCOMPARE(findings(inspect().supported()), (QStringList{"MODEL_UNSUPPORTED", "SETTINGS_UNREAD"}));
}

void TestInspection::aNamedFileThatIsNoConfiguration()
{
    QVERIFY(writeFile(folder(), "tokenizer.json", test::kTokenizer));
    QVERIFY(writeFile(folder(), "generation_config.json", R"({"temperature": 0.5})"));
    for (const std::string name : {"/tokenizer.json", "/generation_config.json"}) {
        const auto report = model::inspectCheckpoint(m_dir->path().toStdString() + name, families());
        QCOMPARE(base::failureInfo(report.status()).reasonId, std::string(reasons::kNoWeights.id));
    }
}

// A mistake there looks like a damaged checkpoint.
void TestInspection::aDescriptionOfTheUsersOwnIsNamed()
{
    QTemporaryDir config;
    const test::ScopedVariable home("XDG_CONFIG_HOME", config.path().toUtf8().constData());
    QVERIFY(QDir(config.path()).mkpath("firstlight/families"));
    const QString own = config.filePath("firstlight/families/mine.json");
    QVERIFY(QFile::copy(FIRSTLIGHT_SOURCE_DIR "/resources/families/qwen3_vl_moe.json", own));
    m_tensors.erase("lm_head.weight");
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto families = model::DescriptorSet::load();
    QVERIFY(families.ok());
    const auto report = model::inspectCheckpoint(m_dir->path().toStdString(), *families);
    QVERIFY(report.ok());
    QCOMPARE(findings(report->complete()), QStringList{"TENSOR_MISSING"});
    QCOMPARE(report->supported().state(), v1::VERDICT_STATE_YES);
    QCOMPARE(findings(report->supported()), QStringList{"OWN_FAMILY"});
    QCOMPARE(argument(report->supported(), 0, "file"), own.toStdString());
}

// What is broken may be what should have described the model.
void TestInspection::aBrokenDescriptionComesBeforeUnknownFamilies()
{
    QTemporaryDir config;
    const test::ScopedVariable home("XDG_CONFIG_HOME", config.path().toUtf8().constData());
    QVERIFY(QDir(config.path()).mkpath("firstlight/families"));
    QVERIFY(writeFile(QDir(config.filePath("firstlight/families")), "mine.json", "{"));
    m_config["model_type"] = "brand_new";
    m_config["architectures"] = json::array();
    writeCheckpoint(folder(), m_config, m_tensors);
    const auto families = model::DescriptorSet::load();
    QVERIFY(families.ok());
    const auto report = model::inspectCheckpoint(m_dir->path().toStdString(), *families);
    QVERIFY(report.ok());
    QCOMPARE(findings(report->supported()), (QStringList{"DESCRIPTOR_INVALID", "FAMILY_UNKNOWN"}));
    QCOMPARE(argument(report->supported(), 1, "directory"), config.path().toStdString() + "/firstlight/families");
}

void TestInspection::trialsAreShown()
{
    m_tensors["model.language_model.layers.0.self_attn.sinks"] = {"BF16", {4}};
    m_tensors.erase("lm_head.weight");
    writeCheckpoint(folder(), m_config, m_tensors);
    m_config["model_type"] = "brand_new";
    QVERIFY(writeFile(folder(), "config.json", QByteArray::fromStdString(m_config.dump())));
    std::map<std::string, std::string> rows;
    const auto report = inspect();
    for (const v1::ArchitectureRow& row : report.architecture()) {
        rows[row.section() + "/" + row.key()] = row.value();
    }
    const std::string section = "Compared with Qwen3-VL, mixture of experts/";
    const auto all = std::to_string(m_tensors.size());
    QCOMPARE(rows[section + "Settings"], std::string("all that the family asks for"));
    QCOMPARE(rows[section + "Tensors that fit"], std::to_string(m_tensors.size() - 1) + " of " + all);
    QCOMPARE(rows[section + "Missing"], std::string("lm_head.weight [96, 16]"));
    QCOMPARE(rows[section + "Not explained"], std::string("model.language_model.layers.*.self_attn.sinks [4]"));
    QVERIFY(report.family().empty());
    QCOMPARE(report.supported().state(), v1::VERDICT_STATE_NO);
}

void TestInspection::modelOptSettingsBesideTheConfig()
{
    const auto report = model::inspectCheckpoint(kConfigs + "modelopt/llama-3.1-70b-fp8_config.json", families());
    QVERIFY2(report.ok(), std::string(report.status().message()).c_str());
    const std::int64_t plain = 2 * (2 * std::int64_t{128256} * 8192 + (80 * 2 + 1) * 8192); // embedding, head, norms
    const std::int64_t linear = report->parameters_total() - plain / 2;
    QCOMPARE(report->weight_bytes(), plain + linear + 80 * 7 * 4); // and a scale for each matrix
    QVERIFY(QFile::copy(QString::fromStdString(kConfigs + "modelopt/llama-3.1-70b-fp8_config.json"),
                        folder().filePath("config.json")));
    const auto alone = model::inspectCheckpoint(folder().filePath("config.json").toStdString(), families());
    QVERIFY(alone.ok());
    QVERIFY(alone->weight_bytes() >= report->weight_bytes());
}

void TestInspection::bytesByTypeOfALoneConfig()
{
    const auto report = model::inspectCheckpoint(kConfigs + "kimi-k2.5.json", families());
    QVERIFY(report.ok());
    std::map<std::string, std::int64_t> bytes;
    std::int64_t total = 0;
    for (const v1::NamedBytes& row : report->by_dtype()) {
        bytes[row.name()] = row.memory_bytes();
        total += row.memory_bytes();
    }
    QCOMPARE(total, report->weight_bytes());
    const std::int64_t experts = std::int64_t{60} * 384 * 3 * 7168 * 2048;
    QCOMPARE(bytes["4-bit"], experts / 2);
    QVERIFY(bytes["BF16"] > experts / 32 * 2); // scales, and all the rest
}

void TestInspection::patterns_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("matches");
    QTest::newRow("equal") << "a.b"
                           << "a.b" << true;
    QTest::newRow("longer") << "a.bc"
                            << "a.b" << false;
    QTest::newRow("end") << "x.inv_freq"
                         << "*.inv_freq" << true;
    QTest::newRow("beginning") << "mtp.layers.0"
                               << "mtp.*" << true;
    QTest::newRow("other beginning") << "xmtp.layers.0"
                                     << "mtp.*" << false;
    QTest::newRow("middle") << "a.layers.7.rotary"
                            << "a.layers.*.rotary" << true;
    QTest::newRow("twice") << "a.1.b.2.c"
                           << "a.*.b.*.c" << true;
    QTest::newRow("order") << "a.1.c.2.b"
                           << "a.*.b.*.c" << false;
    QTest::newRow("end needs its own text") << "a.b"
                                            << "a.*.b" << false;
    QTest::newRow("anything") << ""
                              << "*" << true;
}

void TestInspection::patterns()
{
    QFETCH(QString, name);
    QFETCH(QString, pattern);
    QFETCH(bool, matches);
    QCOMPARE(model::matchesPattern(name.toStdString(), pattern.toStdString()), matches);
}

QTEST_GUILESS_MAIN(TestInspection)
#include "tst_inspection.moc"
