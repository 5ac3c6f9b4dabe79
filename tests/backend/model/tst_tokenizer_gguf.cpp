// Tokenizers from GGUF metadata: the same ids as from the files that the metadata was made of.
#include "backend/base/failure.h"
#include "backend/model/gguf_patterns.h"
#include "backend/model/gguf_tokenizer.h"
#include "backend/model/sentencepiece_model.h"
#include "tests/backend/model/tokenizer_fixtures.h"

using namespace firstlight;
using namespace token_fixtures;
using checkpoint::GgufVocabulary;
using model::SpecialTokens;
using model::Tokenizer;
using nlohmann::json;

namespace {

// As converters do: ids of the vocabulary, then added tokens; merges as they are.
GgufVocabulary fromBytes(const std::string& name, const std::string& pre)
{
    const json file = readJson(kFolder + name + "/tokenizer.json");
    GgufVocabulary vocabulary;
    vocabulary.model = "gpt2";
    vocabulary.preTokenizer = pre;
    std::map<std::size_t, std::pair<std::string, int>> tokens;
    for (const auto& [token, id] : file["model"]["vocab"].items()) {
        tokens[id.get<std::size_t>()] = {token, 1};
    }
    for (const json& token : file["added_tokens"]) {
        tokens[token["id"].get<std::size_t>()] = {token["content"], token["special"].get<bool>() ? 3 : 4};
    }
    for (const auto& [id, token] : tokens) {
        vocabulary.tokens.push_back(token.first);
        vocabulary.types.push_back(token.second);
    }
    for (const json& merge : file["model"]["merges"]) {
        vocabulary.merges.push_back(merge.is_string()
                                        ? merge.get<std::string>()
                                        : merge[0].get<std::string>() + " " + merge[1].get<std::string>());
    }
    return vocabulary;
}

GgufVocabulary fromPieces(const std::string& name, const std::string& modelName)
{
    const auto model = model::parseSentencePieceModel(readFile(kFolder + name + "/tokenizer.model")).value();
    GgufVocabulary vocabulary;
    vocabulary.model = modelName;
    for (const model::SentencePiece& piece : model.pieces) {
        vocabulary.tokens.push_back(piece.text);
        vocabulary.scores.push_back(piece.score);
        vocabulary.types.push_back(static_cast<std::int64_t>(piece.kind));
    }
    vocabulary.characterMap = model.charsmap;
    vocabulary.addSpacePrefix = model.addDummyPrefix;
    vocabulary.removeExtraSpaces = model.removeExtraWhitespaces;
    vocabulary.beginId = 1;
    vocabulary.endId = 2;
    return vocabulary;
}

GgufVocabulary fromWordPieces()
{
    const json vocab = readJson(kFolder + "bert/tokenizer.json")["model"]["vocab"];
    GgufVocabulary vocabulary;
    vocabulary.model = "bert";
    vocabulary.tokens.resize(vocab.size());
    vocabulary.types.resize(vocab.size(), 1);
    for (const auto& [token, id] : vocab.items()) {
        const bool control = token.starts_with('[') && token.size() > 2;
        const std::string text = control ? token : token.starts_with("##") ? token.substr(2) : "\u2581" + token;
        vocabulary.tokens[id.get<std::size_t>()] = text;
        vocabulary.types[id.get<std::size_t>()] = control ? 3 : 1;
    }
    vocabulary.classId = 2;
    vocabulary.separatorId = 3;
    return vocabulary;
}

std::string messageFor(const GgufVocabulary& vocabulary)
{
    const auto made = model::makeGgufTokenizer(vocabulary, "model.gguf");
    return made.ok() ? "accepted" : std::string(made.status().message());
}

void compare(const Tokenizer& subject, const std::string& name, SpecialTokens mode)
{
    const json corpus = readJson(kFolder + "corpus.json");
    for (const json& entry : corpus) {
        const std::string text = textOf(entry);
        const Ids ids = subject.encode(text, mode);
        QCOMPARE(hashOf(ids), hashOf(tokenizer(name).encode(text, mode)));
        QCOMPARE(subject.decode(ids, true), tokenizer(name).decode(ids, true));
    }
}

} // namespace

class TestTokenizerGguf : public QObject
{
    Q_OBJECT

private slots:
    void bytePairs_data();
    void bytePairs();
    void pieces_data();
    void pieces();
    void placeholdersOfUnknownKind();
    void userDefinedTokens();
    void wordPieces();
    void charactersWithMerges();
    void everyPatternIsValid();
    void marks();
    void faultsAreNamed_data();
    void faultsAreNamed();
};

void TestTokenizerGguf::bytePairs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("pre");
    QTest::newRow("qwen2") << "qwen2"
                           << "deepseek-r1-qwen";
    QTest::newRow("llama3") << "llama3"
                            << "llama-bpe";
    QTest::newRow("o200k") << "o200k"
                           << "gpt-4o";
    QTest::newRow("kimi") << "kimi"
                          << "kimi-k2";
    QTest::newRow("deepseek") << "deepseek"
                              << "deepseek-v3";
}

void TestTokenizerGguf::bytePairs()
{
    QFETCH(QString, name);
    QFETCH(QString, pre);
    auto vocabulary = fromBytes(name.toStdString(), pre.toStdString());
    const auto subject = model::makeGgufTokenizer(vocabulary, "model.gguf").value();
    if (name == "qwen2") { // GGUF files do not say that text is to be normalized
        QCOMPARE(show(subject->encode("Hello, world!", SpecialTokens::kParse)),
                 show(tokenizer("qwen2").encode("Hello, world!", SpecialTokens::kParse)));
        return;
    }
    compare(*subject, name.toStdString(), SpecialTokens::kParse);
    compare(*subject, name.toStdString(), SpecialTokens::kAsText);
    QVERIFY(subject->isSpecial(subject->idOf("<|im_end|>").value()));
    QVERIFY(!subject->isSpecial(subject->idOf("<think>").value()));
}

void TestTokenizerGguf::pieces_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("model");
    QTest::newRow("llama") << "pieces_llama"
                           << "llama";
    QTest::newRow("llama without bytes") << "pieces_bpe"
                                         << "llama";
    QTest::newRow("gemma") << "pieces_gemma"
                           << "llama";
    QTest::newRow("t5") << "pieces_bytes"
                        << "t5";
}

void TestTokenizerGguf::pieces()
{
    QFETCH(QString, name);
    QFETCH(QString, model);
    const auto subject =
        model::makeGgufTokenizer(fromPieces(name.toStdString(), model.toStdString()), "model.gguf").value();
    compare(*subject, name.toStdString(), SpecialTokens::kAsText);
    compare(*subject, name.toStdString(), SpecialTokens::kParse);
}

// Phi-3's converter calls them so.
void TestTokenizerGguf::placeholdersOfUnknownKind()
{
    GgufVocabulary vocabulary = fromPieces("pieces_llama", "llama");
    vocabulary.unknownId = 0;
    for (const char* text : {"<|placeholder1|>", "<|placeholder2|>"}) {
        vocabulary.tokens.emplace_back(text);
        vocabulary.scores.push_back(-1000);
        vocabulary.types.push_back(2);
    }
    const auto subject = model::makeGgufTokenizer(vocabulary, "model.gguf");
    QVERIFY2(subject.ok(), std::string(subject.status().message()).c_str());
    compare(**subject, "pieces_llama", SpecialTokens::kAsText);
    const auto id = static_cast<std::int32_t>(vocabulary.tokens.size()) - 2;
    QVERIFY((*subject)->encode("<|placeholder1|>", SpecialTokens::kParse) == Ids{id});
    QVERIFY((*subject)->isSpecial(id));
}

// Marks are found as added tokens, other pieces that users have defined by the model.
void TestTokenizerGguf::userDefinedTokens()
{
    GgufVocabulary vocabulary = fromPieces("pieces_gemma", "llama");
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) { // as converters write it
        std::int64_t& type = vocabulary.types[id];
        type = type == 2 ? 3 : type;
        vocabulary.tokens[id] = vocabulary.tokens[id] == "\u2581\u2581\u2581" ? "   " : vocabulary.tokens[id];
    }
    vocabulary.unknownId = 0;
    const auto subject = model::makeGgufTokenizer(vocabulary, "model.gguf").value();
    std::vector<std::string> added;
    for (const Tokenizer::AddedTokenInfo& token : subject->addedTokens()) {
        if (!token.special) {
            added.push_back(token.content);
        }
    }
    QCOMPARE(json(added).dump(), std::string("[\"<table>\"]"));
    const Ids ids = subject->encode("a<table>\n\n   b", SpecialTokens::kAsText);
    for (const char* token : {"<table>", "\n\n", "\u2581\u2581\u2581"}) {
        QCOMPARE(std::count(ids.begin(), ids.end(), subject->idOf(token).value()), 1);
    }
}

void TestTokenizerGguf::wordPieces()
{
    const auto subject = model::makeGgufTokenizer(fromWordPieces(), "model.gguf").value();
    compare(*subject, "bert", SpecialTokens::kAsText);
    QCOMPARE(show(subject->withSpecialTokens({9})), show({2, 9, 3}));
}

void TestTokenizerGguf::charactersWithMerges()
{
    auto vocabulary = fromBytes("gemma", "");
    vocabulary.model = "gemma4";
    vocabulary.unknownId = 0;
    const auto subject = model::makeGgufTokenizer(vocabulary, "model.gguf").value();
    for (const char* text : {"The lazy dog sees  its first light.", "日本 \U0001f9ff\n\n x", " leading", "a\tb"}) {
        QCOMPARE(show(subject->encode(text, SpecialTokens::kParse)),
                 show(tokenizer("gemma").encode(text, SpecialTokens::kParse)));
        QCOMPARE(subject->decode(subject->encode(text, SpecialTokens::kParse), false), std::string(text));
    }
}

void TestTokenizerGguf::everyPatternIsValid()
{
    int known = 0;
    for (const char* pre :
         {"default",    "llama-bpe",  "dbrx",   "glm4",         "qwen2",          "qwen35",      "gpt-2",
          "starcoder",  "smollm",     "falcon", "deepseek-llm", "deepseek-coder", "deepseek-v3", "gpt-4o",
          "llama4",     "minimax-m2", "tekken", "kimi-k2",      "youtu",          "bailingmoe",  "seed-coder",
          "exaone-moe", "bloom",      "viking", "minicpm5",     "hunyuan-dense"}) {
        const auto made = model::makeGgufTokenizer(fromBytes("llama3", pre), "model.gguf");
        QVERIFY2(made.ok(), pre);
        for (const std::string text : {"Hello 123 world's 日本\r\n  x (a|b).", "\u00c9cole 12345 \u0e01 !!"}) {
            QCOMPARE((*made)->decode((*made)->encode(text, SpecialTokens::kAsText), false), text);
        }
        ++known;
    }
    QCOMPARE(known, 26);
    QVERIFY(model::ggufSplitting("no such thing") == nullptr);
}

void TestTokenizerGguf::marks()
{
    GgufVocabulary vocabulary = fromPieces("pieces_llama", "llama");
    const auto around = [&] { return show(model::makeGgufTokenizer(vocabulary, "f").value()->withSpecialTokens({9})); };
    QCOMPARE(around(), show({1, 9}));
    vocabulary.addBegin = false;
    vocabulary.addEnd = true;
    QCOMPARE(around(), show({9, 2}));
    vocabulary = fromBytes("llama3", "llama-bpe");
    vocabulary.beginId = 1 << 30;
    QCOMPARE(around(), show({9}));
    vocabulary.beginId = 5;
    QCOMPARE(around(), show({5, 9}));
}

void TestTokenizerGguf::faultsAreNamed_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("message");
    QTest::newRow("model") << "model"
                           << "unknown tokenizer \"rwkv\"";
    QTest::newRow("pre") << "pre"
                         << "unknown pre-tokenizer \"superbpe\"";
    QTest::newRow("nothing") << "nothing"
                             << "has 0 tokens";
    QTest::newRow("scores") << "scores"
                            << "scores and";
    QTest::newRow("types") << "types"
                           << "is of unknown type 0";
    QTest::newRow("merge") << "merge"
                           << "is no pair of tokens";
    QTest::newRow("text") << "text"
                          << "token 3 is no UTF-8 text";
    QTest::newRow("no scores") << "no scores"
                               << "no scores";
}

void TestTokenizerGguf::faultsAreNamed()
{
    QFETCH(QString, fault);
    QFETCH(QString, message);
    GgufVocabulary vocabulary = fromBytes("llama3", "llama-bpe");
    if (fault == "model") {
        vocabulary.model = "rwkv";
    } else if (fault == "pre") {
        vocabulary.preTokenizer = "superbpe";
    } else if (fault == "nothing") {
        vocabulary.tokens.clear();
    } else if (fault == "scores") {
        vocabulary.scores = {1.0F};
    } else if (fault == "types") {
        vocabulary.types[4] = 0;
    } else if (fault == "merge") {
        vocabulary.merges.push_back("one");
    } else if (fault == "text") {
        vocabulary.tokens[3] = "\xFF";
    } else {
        vocabulary.model = "llama";
    }
    const std::string found = messageFor(vocabulary);
    QVERIFY2(QString::fromStdString(found).contains(message), found.c_str());
    QVERIFY2(QString::fromStdString(found).contains("model.gguf"), found.c_str());
}

QTEST_GUILESS_MAIN(TestTokenizerGguf)
#include "tst_tokenizer_gguf.moc"
