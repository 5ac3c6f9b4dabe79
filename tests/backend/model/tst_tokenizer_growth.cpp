// No text makes the work of a tokenizer grow faster than the text does. The sources of the tokenizers are compiled into
// this test with a counter of executed blocks, so that the work is counted and not timed. What libraries do is not
// counted.
#include "tests/backend/model/tokenizer_fixtures.h"

using namespace firstlight;
using namespace token_fixtures;
using model::SpecialTokens;
using nlohmann::json;

namespace {

std::uint64_t g_blocks = 0;

constexpr std::size_t kBytes = 20000;
constexpr double kMostGrowth = 2.3; // of work, when the text is twice as long

// The entry's parts, so often that they make about `bytes`.
std::string grown(const json& entry, std::size_t bytes)
{
    const std::size_t whole = textOf(entry).size();
    std::string text;
    for (const json& part : entry["parts"]) {
        const std::size_t count = part[1].get<std::size_t>() * bytes / whole;
        for (std::size_t i = 0; i < count; ++i) {
            text += part[0].get<std::string>();
        }
    }
    return text;
}

template <typename Work>
double blocksOf(Work work)
{
    g_blocks = 0;
    work();
    return static_cast<double>(g_blocks);
}

} // namespace

extern "C" void __sanitizer_cov_trace_pc();

extern "C" __attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc()
{
    ++g_blocks;
}

class TestTokenizerGrowth : public QObject
{
    Q_OBJECT

private slots:
    void workGrowsWithTheText_data();
    void workGrowsWithTheText();
    void theCounterCounts();
};

void TestTokenizerGrowth::workGrowsWithTheText_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"gpt2",         "qwen2",      "llama3",         "o200k",        "kimi",
                             "deepseek",     "starcoder",  "llama2",         "gemma",        "mistral",
                             "punctuated",   "t5",         "unigram_bytes",  "bert",         "words",
                             "ctc",          "scripts",    "pieces_unigram", "pieces_bytes", "pieces_llama",
                             "pieces_gemma", "pieces_bpe", "pieces_unused",  "pieces_char",  "ranks_kimi"}) {
        QTest::newRow(name) << QString(name);
    }
}

void TestTokenizerGrowth::workGrowsWithTheText()
{
    QFETCH(QString, name);
    const model::Tokenizer& subject = tokenizer(name.toStdString());
    for (const json& entry : readJson(kFolder + "corpus.json")) {
        if (!entry.is_object() || !entry.contains("parts")) {
            continue;
        }
        const std::string once = grown(entry, kBytes);
        const std::string twice = grown(entry, 2 * kBytes);
        Ids half;
        Ids ids;
        (void)subject.encode(twice, SpecialTokens::kParse); // what is found out once
        const double small = blocksOf([&] { half = subject.encode(once, SpecialTokens::kParse); });
        const double large = blocksOf([&] { ids = subject.encode(twice, SpecialTokens::kParse); });
        const std::string what =
            entry["name"].get<std::string>() + ": " + std::to_string(small) + " -> " + std::to_string(large);
        QVERIFY2(large < kMostGrowth * small, what.c_str());
        QVERIFY2(small > static_cast<double>(kBytes) / 8, what.c_str());
        const double smallDecoded = blocksOf([&] { (void)subject.decode(half, true); });
        const double largeDecoded = blocksOf([&] { (void)subject.decode(ids, true); });
        QVERIFY2(largeDecoded < kMostGrowth * smallDecoded + 1000, what.c_str());
    }
}

// The measure notices what it is for.
void TestTokenizerGrowth::theCounterCounts()
{
    const model::Tokenizer& subject = tokenizer("qwen2");
    const std::string text = grown(readJson(kFolder + "corpus.json").back(), 2000);
    const auto everyBeginning = [&](std::size_t size) {
        return blocksOf([&] {
            for (std::size_t end = 100; end <= size; end += 100) {
                (void)subject.encode(text.substr(0, end), SpecialTokens::kParse);
            }
        });
    };
    QVERIFY(everyBeginning(2000) > 3 * everyBeginning(1000));
}

QTEST_GUILESS_MAIN(TestTokenizerGrowth)
#include "tst_tokenizer_growth.moc"
