// What a checkpoint's report says about stop tokens, sampling and pictures.
#include "backend/model/inspection.h"
#include "backend/model/request_facts.h"
#include "tests/backend/model/shipped_families.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

using namespace firstlight;
using model::ConfigFact;

namespace {

// "value (origin)" of the first row with this title; "" without one.
std::string valueOf(const std::vector<ConfigFact>& facts, const std::string& title)
{
    const auto found =
        std::find_if(facts.begin(), facts.end(), [&](const ConfigFact& fact) { return fact.title == title; });
    return found != facts.end() ? found->value + " (" + found->origin + ")" : std::string();
}

} // namespace

class TestRequestFacts : public QObject
{
    Q_OBJECT

private slots:
    void theDemoModel();
    void drawnAnswers();
    void brokenFiles();
    void emptyFolder();
    void pictures();

private:
    void write(const char* file, const char* text) const
    {
        std::ofstream(m_dir.filePath(file).toStdString(), std::ios::trunc) << text;
    }
    std::string folder() const { return m_dir.path().toStdString(); }

    QTemporaryDir m_dir;
};

void TestRequestFacts::theDemoModel()
{
    const auto report = model::inspectCheckpoint(FIRSTLIGHT_SOURCE_DIR "/resources/demo", test::families()).value();
    QStringList rows;
    for (const v1::ArchitectureRow& row : report.architecture()) {
        rows +=
            QString::fromStdString(row.section() + ": " + row.key() + ": " + row.value() + " (" + row.origin() + ")");
    }
    const QString all = rows.join('\n');
    QVERIFY2(rows.filter(QStringLiteral("Generation: Stop token: 1019 ")).size() == 1, qPrintable(all));
    QVERIFY2(rows.filter(QStringLiteral("generation_config.json eos_token_id")).size() >= 2, qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("Generation: Sampling: greedy (generation_config.json)")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("Pictures: Processor: Qwen2VLImageProcessor")), qPrintable(all));
}

void TestRequestFacts::drawnAnswers()
{
    write("generation_config.json",
          R"({"do_sample":true,"temperature":0.6,"top_p":0.95,"eos_token_id":[7,8],"min_p":0.1})");
    write("config.json", R"({"eos_token_id":7})");
    write("tokenizer_config.json", R"({"added_tokens_decoder":{"7":{"content":"<|im_end|>"}}})");
    const auto facts = model::generationFacts(folder());
    QCOMPARE(valueOf(facts, "Stop token"),
             std::string("7 <|im_end|> (generation_config.json eos_token_id, config.json eos_token_id)"));
    QCOMPARE(facts[1].value, std::string("8 not among the added tokens"));
    QCOMPARE(valueOf(facts, "Sampling"), std::string("drawn (generation_config.json)"));
    QCOMPARE(valueOf(facts, "Temperature"), std::string("0.6 (generation_config.json)"));
    QCOMPARE(valueOf(facts, "Top-k"), std::string("0 (default)"));
    QCOMPARE(valueOf(facts, "Not applied"), std::string("min_p 0.1 (generation_config.json)"));
}

void TestRequestFacts::brokenFiles()
{
    write("generation_config.json", "[");
    QVERIFY(valueOf(model::generationFacts(folder()), "Settings").find("generation_config.json") != std::string::npos);
    write("preprocessor_config.json", R"({"image_processor_type":"MagicImageProcessor"})");
    QVERIFY(valueOf(model::pictureFacts(folder()), "Processor").find("MagicImageProcessor") != std::string::npos);
}

void TestRequestFacts::emptyFolder()
{
    const QTemporaryDir empty;
    QVERIFY(model::generationFacts(empty.path().toStdString()).empty());
    QVERIFY(model::pictureFacts(empty.path().toStdString()).empty());
}

void TestRequestFacts::pictures()
{
    write("preprocessor_config.json",
          R"({"image_processor_type":"GotOcr2ImageProcessor","size":{"height":448,"width":448}})");
    write("processor_config.json", R"({"processor_class":"InternVLProcessor"})");
    const auto facts = model::pictureFacts(folder());
    QCOMPARE(valueOf(facts, "A picture of 448 x 448"),
             std::string("256 tokens, one tile, resized to 448 x 448 (calculated)"));
    QCOMPARE(valueOf(facts, "A picture of 1920 x 1080"),
             std::string("2304 tokens, 9 tiles, resized to 1792 x 896 (calculated)"));
}

QTEST_GUILESS_MAIN(TestRequestFacts)
#include "tst_request_facts.moc"
