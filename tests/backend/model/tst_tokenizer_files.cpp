// Tokenizers of checkpoints without tokenizer.json: sentencepiece, tiktoken, vocabularies with merges, word pieces.
#include "backend/base/failure.h"
#include "backend/model/sentencepiece_tokenizer.h"
#include "backend/model/tiktoken_tokenizer.h"
#include "backend/model/tokenizer_files.h"
#include "backend/model/unigram_model.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"
#include "tests/backend/model/tokenizer_fixtures.h"

#include <absl/strings/escaping.h>

using namespace firstlight;
using namespace token_fixtures;
using model::SpecialTokens;
using model::Tokenizer;
using nlohmann::json;

namespace {

void write(const QTemporaryDir& folder, const char* file, const std::string& contents)
{
    std::ofstream(folder.filePath(file).toStdString(), std::ios::binary) << contents;
}

std::string messageOf(const QTemporaryDir& folder)
{
    const auto made = Tokenizer::load(folder.path().toStdString());
    return made.ok() ? "accepted" : std::string(made.status().message());
}

// Fields of a protocol buffer.
std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7) {
        bytes += static_cast<char>(value | 0x80);
    }
    return bytes + static_cast<char>(value);
}

std::string field(int number, const std::string& contents)
{
    return varint(static_cast<std::uint64_t>(number << 3 | 2)) + varint(contents.size()) + contents;
}

std::string field(int number, std::uint64_t value)
{
    return varint(static_cast<std::uint64_t>(number << 3)) + varint(value);
}

std::string piece(const std::string& text, float score, std::uint64_t kind)
{
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &score, 4);
    return field(1, field(1, text) + varint(2 << 3 | 5) + bytes + field(3, kind));
}

// The way of highest score, without any cleverness: token 0 stands for one unknown character, and for several side by
// side.
template <typename Score>
Ids bestWay(const std::string& text, const std::vector<std::string>& tokens, const std::vector<double>& scores)
{
    struct Node {
        Score score = 0;
        std::size_t from = 0;
        std::int32_t id = -1;
    };
    std::vector<Node> nodes(text.size() + 1);
    for (std::size_t at = 0; at < text.size(); ++at) {
        bool single = false;
        const auto offer = [&](std::size_t length, std::size_t id, auto sum) {
            Node& target = nodes[at + length];
            if (target.id < 0 || sum > target.score) {
                target = {static_cast<Score>(sum), at, static_cast<std::int32_t>(id)};
            }
        };
        for (std::size_t length = 1; length <= 3; ++length) {
            for (std::size_t id = 1; id < tokens.size(); ++id) {
                if (tokens[id].size() == length && text.compare(at, length, tokens[id]) == 0) {
                    offer(length, id, static_cast<Score>(static_cast<Score>(scores[id]) + nodes[at].score));
                    single = single || length == 1;
                }
            }
        }
        if (!single) {
            offer(1, 0, static_cast<Score>(static_cast<Score>(-13.11F) + nodes[at].score));
        }
    }
    Ids ids;
    for (std::size_t at = text.size(); at > 0; at = nodes[at].from) {
        if (nodes[at].id != 0 || ids.empty() || ids.back() != 0) {
            ids.push_back(nodes[at].id);
        }
    }
    std::reverse(ids.begin(), ids.end());
    return ids;
}

} // namespace

class TestTokenizerFiles : public QObject
{
    Q_OBJECT

private slots:
    void tekken();
    void idsEqualTheReference_data();
    void idsEqualTheReference();
    void brokenBytesEqualTheReference();
    void tiktokenEqualsTheReference_data();
    void tiktokenEqualsTheReference();
    void controlsAreFoundOnlyWhereAsked();
    void prefixOnlyAtTheStart();
    void userDefinedPiecesNamedByTheCheckpoint();
    void longTextEqualsItsWhole();
    void marksAroundAText();
    void familiesOfRankFiles();
    void mergesAndVocabulary();
    void wordPieces();
    void brokenPieceFiles_data();
    void brokenPieceFiles();
    void everyCutIsRefused();
    void brokenRankFiles_data();
    void brokenRankFiles();
    void namedTokensOfMerges();
    void anotherUnknownWordPiece();
    void tokenizersOfAnotherKind();
    void nothingThere();
};

void TestTokenizerFiles::idsEqualTheReference_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"pieces_unigram", "pieces_bytes", "pieces_llama", "pieces_gemma", "pieces_bpe",
                             "pieces_unused", "pieces_suffix", "pieces_char", "pieces_words"}) {
        QTest::newRow(name) << QString(name);
    }
}

// The library knows no control pieces in text.
void TestTokenizerFiles::idsEqualTheReference()
{
    QFETCH(QString, name);
    const Tokenizer& subject = tokenizer(name.toStdString());
    const json corpus = readJson(kFolder + "corpus.json");
    const json expected = readJson(kFolder + name.toStdString() + "/expected.json");
    QCOMPARE(corpus.size(), expected.size());
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        const std::string found = difference(subject, corpus[i], expected[i], SpecialTokens::kAsText, false);
        QVERIFY2(found.empty(), found.c_str());
        if (expected[i].contains("ids")) {
            QCOMPARE(streamed(subject, expected[i]["ids"]), expected[i]["decoded"].get<std::string>());
        }
    }
}

// sentencepiece takes each byte that belongs to no character for a U+FFFD that no rule changes.
void TestTokenizerFiles::brokenBytesEqualTheReference()
{
    const json expected = readJson(kFolder + "broken.json");
    QVERIFY(expected.size() >= 8);
    for (const auto& [name, rows] : expected.items()) {
        for (const auto& [hex, ids] : rows.items()) {
            const std::string text = QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
            const std::string found = show(tokenizer(name).encode(text, SpecialTokens::kAsText));
            QVERIFY2(found == show(ids.get<Ids>()), (name + " " + hex + " " + found).c_str());
        }
    }
}

void TestTokenizerFiles::tiktokenEqualsTheReference_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("kimi") << "ranks_kimi";
    QTest::newRow("llama3") << "ranks_llama3";
}

void TestTokenizerFiles::tiktokenEqualsTheReference()
{
    QFETCH(QString, name);
    const Tokenizer& subject = tokenizer(name.toStdString());
    const json corpus = readJson(kFolder + "corpus.json");
    const json expected = readJson(kFolder + name.toStdString() + "/expected.json");
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        const std::string found = difference(subject, corpus[i], expected[i], SpecialTokens::kParse, false);
        QVERIFY2(found.empty(), found.c_str());
        const Ids plain = subject.encode(textOf(corpus[i]), SpecialTokens::kAsText);
        if (expected[i].contains("hash")) {
            QCOMPARE(hashOf(plain), expected[i].value("as_text", expected[i]["hash"].get<std::string>()));
        } else {
            QCOMPARE(show(plain), show(expected[i].value("as_text", expected[i]["ids"]).get<Ids>()));
            QCOMPARE(streamed(subject, expected[i]["ids"]), expected[i]["decoded"].get<std::string>());
        }
    }
}

void TestTokenizerFiles::controlsAreFoundOnlyWhereAsked()
{
    const Tokenizer& subject = tokenizer("pieces_unigram");
    const std::int32_t end = subject.idOf("</s>").value();
    const std::int32_t mask = subject.idOf("<mask>").value();
    QVERIFY(subject.isSpecial(end));
    QVERIFY(!subject.isSpecial(subject.idOf("<sep>").value())); // user-defined: text
    const std::string text = "The dog</s><mask><sep>";
    const Ids found = subject.encode(text, SpecialTokens::kParse);
    QCOMPARE(std::count(found.begin(), found.end(), end), 1);
    QCOMPARE(std::count(found.begin(), found.end(), mask), 1);
    const Ids plain = subject.encode(text, SpecialTokens::kAsText);
    QCOMPARE(std::count_if(plain.begin(), plain.end(), [&](auto id) { return subject.isSpecial(id) && id != 0; }), 0);
    const std::vector<model::TextSpan> literals = {{7, 11}};
    const Ids prompt = subject.encodePrompt(text, literals);
    QCOMPARE(std::count(prompt.begin(), prompt.end(), end), 0);
    QCOMPARE(std::count(prompt.begin(), prompt.end(), mask), 1);
    QCOMPARE(subject.decode(Ids{end, subject.idOf("▁the").value_or(end)}, true), std::string("the"));
}

void TestTokenizerFiles::prefixOnlyAtTheStart()
{
    const QTemporaryDir folder;
    write(folder, "tokenizer.model", readFile(kFolder + "pieces_llama/tokenizer.model"));
    const auto ids = [&](const char* config, const char* text) {
        write(folder, "tokenizer_config.json", config);
        return Tokenizer::load(folder.path().toStdString()).value()->encode(text, SpecialTokens::kParse);
    };
    const Ids prefixed = {tokenizer("pieces_llama").idOf("▁the").value()};
    const Ids plain = ids(R"({"add_prefix_space": false})", "the");
    QVERIFY(plain.size() > 1);
    const auto joined = [&](Ids first, const Ids& second) {
        first.push_back(tokenizer("pieces_llama").idOf("</s>").value());
        first.insert(first.end(), second.begin(), second.end());
        return show(first);
    };
    const char* text = "the</s>the";
    QCOMPARE(show(ids("{}", text)), joined(prefixed, prefixed));
    QCOMPARE(show(ids(R"({"legacy": true})", text)), joined(prefixed, prefixed));
    QCOMPARE(show(ids(R"({"legacy": false})", text)), joined(prefixed, plain));
    QCOMPARE(show(ids(R"({"add_prefix_space": false})", text)), joined(plain, plain));
}

// Such a piece is found as an added token, so that one typed by a user can stay text.
void TestTokenizerFiles::userDefinedPiecesNamedByTheCheckpoint()
{
    const QTemporaryDir folder;
    write(folder, "tokenizer.model", readFile(kFolder + "pieces_gemma/tokenizer.model"));
    const std::int32_t table = tokenizer("pieces_gemma").idOf("<table>").value();
    write(
        folder, "tokenizer_config.json",
        json{{"added_tokens_decoder", {{std::to_string(table), {{"content", "<table>"}, {"special", true}}}}}}.dump());
    const auto subject = Tokenizer::load(folder.path().toStdString()).value();
    QVERIFY(subject->isSpecial(table));
    QCOMPARE(subject->idOf("<table>").value(), table);
    const auto count = [&](const Ids& ids) { return std::count(ids.begin(), ids.end(), table); };
    QCOMPARE(count(subject->encode("a <table> b", SpecialTokens::kParse)), 1);
    QCOMPARE(count(subject->encode("a <table> b", SpecialTokens::kAsText)), 0);
    QCOMPARE(count(tokenizer("pieces_gemma").encode("a <table> b", SpecialTokens::kAsText)),
             1); // nobody says otherwise
}

// A way through a long text is written out in parts; that changes nothing.
void TestTokenizerFiles::longTextEqualsItsWhole()
{
    const std::vector<std::string> tokens = {"<unk>", "a", "b", "ab", "ba", "aba", "bb"};
    const std::vector<double> scores = {0.0, -1.31, -1.72, -2.07, -2.41, -2.93, -3.11};
    std::string text;
    std::uint32_t state = 7;
    while (text.size() < 20000) {
        state = state * 1664525 + 1013904223;
        text += "abba?ab"[state >> 24 & 7 ? (state >> 24) % 7 : 4];
    }
    for (const bool single : {true, false}) {
        model::Vocabulary vocabulary;
        for (std::size_t id = 0; id < tokens.size(); ++id) {
            vocabulary.add(tokens[id], static_cast<std::int32_t>(id));
        }
        vocabulary.finish();
        model::UnigramOptions options;
        options.unknownId = 0;
        options.unknownScore = -13.11F;
        options.singlePrecision = single;
        const model::UnigramModel subject(std::move(vocabulary), scores, options);
        Ids ids;
        subject.encode(text, ids);
        QCOMPARE(hashOf(ids),
                 hashOf(single ? bestWay<float>(text, tokens, scores) : bestWay<double>(text, tokens, scores)));
    }
}

void TestTokenizerFiles::marksAroundAText()
{
    const QTemporaryDir folder;
    write(folder, "tokenizer.model", readFile(kFolder + "pieces_llama/tokenizer.model"));
    write(folder, "tokenizer_config.json", R"({"tokenizer_class": "LlamaTokenizer", "add_eos_token": true})");
    const auto subject = Tokenizer::load(folder.path().toStdString()).value();
    QCOMPARE(show(subject->withSpecialTokens({7, 8})), show({1, 7, 8, 2}));
    QCOMPARE(show(tokenizer("pieces_llama").withSpecialTokens({7})), show({7})); // nobody asks for them
}

void TestTokenizerFiles::familiesOfRankFiles()
{
    const Tokenizer& kimi = tokenizer("ranks_kimi");
    QCOMPARE(kimi.idOf("<|im_end|>").value(), 604);
    QCOMPARE(kimi.idOf("<|reserved_token_700|>").value(), 700);
    QVERIFY(!kimi.idOf("<|reserved_token_604|>"));
    QVERIFY(!kimi.isSpecial(kimi.idOf("<think>").value()));
    QCOMPARE(kimi.vocabularySize(), 602 + 256);
    const model::TiktokenFamily llama = model::tiktokenFamily("", 128000);
    QCOMPARE(llama.addedTokens.size(), std::size_t{256});
    const auto named = [&](std::size_t at) {
        return llama.addedTokens[at].content + std::to_string(llama.addedTokens[at].id);
    };
    QCOMPARE(named(0), std::string("<|begin_of_text|>128000"));
    QCOMPARE(named(9), std::string("<|eot_id|>128009"));
    QCOMPARE(named(255), std::string("<|reserved_special_token_247|>128255"));
    const model::TiktokenFamily llama4 = model::tiktokenFamily("", 200000);
    QCOMPARE(llama4.addedTokens.size(), std::size_t{2048});
    QVERIFY(llama4.pattern != llama.pattern);
    const std::map<std::int32_t, std::string> known{
        {200000, "<|begin_of_text|>"},
        {200008, "<|eot|>"},
        {200015, "<|text_post_train_reserved_special_token_5|>"},
        {200018, "<|finetune_right_pad|>"},
        {200079, "<|text_post_train_reserved_special_token_68|>"},
        {200080, "<|image_start|>"},
        {200090, "<|image|>"},
        {200092, "<|patch|>"},
        {201133, "<|vision_reserved_special_token_1047|>"},
        {201143, "<|reasoning_thinking_end|>"},
        {201144, "<|reserved_special_token_0|>"},
        {202047, "<|reserved_special_token_903|>"},
    };
    for (const auto& [id, content] : known) {
        QCOMPARE(llama4.addedTokens[static_cast<std::size_t>(id - 200000)].content, content);
        QCOMPARE(llama4.addedTokens[static_cast<std::size_t>(id - 200000)].id, id);
    }
    QCOMPARE(model::tiktokenFamily("QWenTokenizer", 151643).addedTokens[2].content, std::string("<|im_end|>"));
    QVERIFY(model::tiktokenFamily("", 602).addedTokens.empty());
}

// The same ids from the two files that tokenizer.json has replaced.
void TestTokenizerFiles::mergesAndVocabulary()
{
    const json full = readJson(kFolder + "qwen2/tokenizer.json");
    const QTemporaryDir folder;
    write(folder, "vocab.json", full["model"]["vocab"].dump());
    std::string merges = "#version: 0.2\n";
    for (const json& pair : full["model"]["merges"]) {
        merges +=
            pair.is_string() ? pair.get<std::string>() : pair[0].get<std::string>() + " " + pair[1].get<std::string>();
        merges += "\n";
    }
    write(folder, "merges.txt", merges);
    json added = json::object();
    for (const json& token : full["added_tokens"]) {
        added[std::to_string(token["id"].get<int>())] = token;
    }
    write(folder, "tokenizer_config.json",
          json{{"tokenizer_class", "Qwen2Tokenizer"}, {"added_tokens_decoder", added}}.dump());
    const auto subject = Tokenizer::load(folder.path().toStdString()).value();
    for (const json& entry : readJson(kFolder + "corpus.json")) {
        const std::string text = textOf(entry);
        QCOMPARE(hashOf(subject->encode(text, SpecialTokens::kParse)),
                 hashOf(tokenizer("qwen2").encode(text, SpecialTokens::kParse)));
    }
}

void TestTokenizerFiles::wordPieces()
{
    const json vocab = readJson(kFolder + "bert/tokenizer.json")["model"]["vocab"];
    std::vector<std::string> lines(vocab.size());
    for (const auto& [token, id] : vocab.items()) {
        lines[id.get<std::size_t>()] = token;
    }
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    const QTemporaryDir folder;
    write(folder, "vocab.txt", text);
    const auto subject = Tokenizer::load(folder.path().toStdString()).value();
    const json expected = readJson(kFolder + "bert/expected.json");
    const json corpus = readJson(kFolder + "corpus.json");
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        const std::string found = difference(*subject, corpus[i], expected[i], SpecialTokens::kParse, false);
        QVERIFY2(found.empty(), found.c_str());
    }
    QVERIFY(subject->isSpecial(subject->idOf("[SEP]").value()));
}

void TestTokenizerFiles::brokenPieceFiles_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const std::string& contents, const char* message) {
        QTest::newRow(name) << QByteArray::fromStdString(contents) << QString(message);
    };
    const std::string unknown = piece("<unk>", 0, 2);
    row("empty", "", "no sentencepiece model");
    row("text", "hello, this is no model", "no sentencepiece model");
    row("HTML", "<!DOCTYPE html><html>", "no sentencepiece model");
    row("no unknown piece", piece("a", 0, 1), "0 unknown pieces");
    row("two unknown pieces", unknown + piece("<u>", 0, 2), "2 unknown pieces");
    row("twice", unknown + piece("a", 0, 1) + piece("a", 0, 1), "piece 2, \"a\", is there twice");
    row("empty piece", unknown + piece("", 0, 1), "piece 1 is empty");
    row("no text", unknown + piece("\xFF", 0, 1), "piece 1 is empty or no UTF-8 text");
    row("no number", unknown + piece("a", std::numeric_limits<float>::quiet_NaN(), 1), "piece 1 has no finite score");
    row("unknown type", unknown + piece("a", 0, 9), "piece 1 is of unknown type 9");
    row("bytes missing", unknown + piece("<0x41>", 0, 6) + field(2, field(35, 1)), "pieces for 1 of 256");
    row("no byte", unknown + piece("<0xZZ>", 0, 6), "stands for no byte");
    row("charsmap", unknown + field(3, field(2, std::string("abc"))), "charsmap is cut off");
    row("group", unknown + varint(9 << 3 | 3), "no sentencepiece model, or cut off");
    row("piece cut off",
        field(1, std::string("\x0A\x05"
                             "ab")),
        "piece 0 is cut off");
}

void TestTokenizerFiles::brokenPieceFiles()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    write(folder, "tokenizer.model", contents.toStdString());
    const std::string found = messageOf(folder);
    QVERIFY2(QString::fromStdString(found).contains(message), found.c_str());
    QVERIFY2(QString::fromStdString(found).contains("tokenizer.model"), found.c_str());
}

void TestTokenizerFiles::everyCutIsRefused()
{
    const std::string whole = readFile(kFolder + "pieces_char/tokenizer.model");
    std::size_t accepted = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        accepted += model::parseSentencePieceModel(whole.substr(0, size)).ok() ? 1 : 0;
    }
    QVERIFY(accepted < 200); // cuts between whole fields only
    QVERIFY(model::parseSentencePieceModel(whole).ok());
}

void TestTokenizerFiles::brokenRankFiles_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << QByteArray() << "it has no tokens";
    QTest::newRow("no rank") << QByteArray("YQ== 0\nYg==\n") << "line 2 is no token";
    QTest::newRow("no base64") << QByteArray("YQ== 0\n!!! 1\n") << "line 2 is no token";
    QTest::newRow("negative") << QByteArray("YQ== -1\n") << "line 1 is no token";
    QTest::newRow("huge") << QByteArray("YQ== 99999999999\n") << "line 1 is no token";
    QTest::newRow("beyond all vocabularies") << QByteArray("YQ== 2000000000\n") << "line 1 is no token";
    QTest::newRow("token twice") << QByteArray("YQ== 0\nYQ== 1\n") << "line 2 has a token or a rank";
    QTest::newRow("rank twice") << QByteArray("YQ== 0\nYg== 0\n") << "line 2 has a token or a rank";
}

void TestTokenizerFiles::brokenRankFiles()
{
    QFETCH(QByteArray, contents);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    write(folder, "tiktoken.model", contents.toStdString());
    const std::string found = messageOf(folder);
    QVERIFY2(QString::fromStdString(found).contains(message), found.c_str());
    QVERIFY2(QString::fromStdString(found).contains("tiktoken.model"), found.c_str());
}

// Named by the configuration only, as in folders of GPT-2 and OPT.
void TestTokenizerFiles::namedTokensOfMerges()
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& content) {
        QVERIFY(test::writeFile(QDir(folder.path()), name, content));
    };
    write("vocab.json", R"({"a":0,"b":1,"</s>":2,"<":3,"/":4,"s":5,">":6})");
    write("merges.txt", "#version: 0.2\n");
    write(
        "tokenizer_config.json",
        R"({"tokenizer_class":"GPT2Tokenizer","eos_token":{"content":"</s>"},"bos_token":"</s>","add_bos_token":true})");
    const auto tokenizer = Tokenizer::load(folder.path().toStdString()).value();
    const auto ids = tokenizer->encode("a</s>b", model::SpecialTokens::kParse);
    QCOMPARE(ids, (std::vector<std::int32_t>{0, 2, 1}));
    QCOMPARE(tokenizer->withSpecialTokens(ids), (std::vector<std::int32_t>{2, 0, 2, 1}));
    QVERIFY(tokenizer->isSpecial(2));
}

void TestTokenizerFiles::anotherUnknownWordPiece()
{
    QTemporaryDir folder;
    QVERIFY(test::writeFile(QDir(folder.path()), "vocab.txt", "[PAD]\n<unk>\n[CLS]\n[SEP]\nab\n"));
    QVERIFY(test::writeFile(QDir(folder.path()), "special_tokens_map.json", R"({"unk_token":"<unk>"})"));
    const auto tokenizer = Tokenizer::load(folder.path().toStdString()).value();
    const auto ids = tokenizer->encode("ab xy", model::SpecialTokens::kAsText);
    QCOMPARE(ids, (std::vector<std::int32_t>{4, 1}));
    QCOMPARE(tokenizer->withSpecialTokens(ids), (std::vector<std::int32_t>{2, 4, 1, 3}));
}

void TestTokenizerFiles::tokenizersOfAnotherKind()
{
    QTemporaryDir folder;
    QVERIFY(test::writeFile(QDir(folder.path()), "vocab.txt", "a\n"));
    QVERIFY(test::writeFile(QDir(folder.path()), "tokenizer_config.json",
                            R"({"tokenizer_class":"GPTNeoXJapaneseTokenizer"})"));
    const absl::Status status = Tokenizer::load(folder.path().toStdString()).status();
    QCOMPARE(base::failureInfo(status).reasonId, std::string("MODEL_UNSUPPORTED"));
    QVERIFY(base::failureInfo(status).what.find("GPTNeoXJapaneseTokenizer") != std::string::npos);
}

void TestTokenizerFiles::nothingThere()
{
    const QTemporaryDir folder;
    const absl::Status status = Tokenizer::load(folder.path().toStdString()).status();
    QCOMPARE(base::failureInfo(status).reasonId, std::string("FILE_ABSENT"));
    QVERIFY(QString::fromStdString(std::string(status.message())).contains("tiktoken.model"));
    write(folder, "tiktoken.model", "YQ== 0\n");
    write(folder, "tokenizer_config.json", R"({"added_tokens_decoder": {"x": {"content": "<s>"}}})");
    QVERIFY(QString::fromStdString(messageOf(folder)).contains("added token \"x\" has no valid id"));
}

// The file of newer Mistral models: ranks come behind the special tokens.
void TestTokenizerFiles::tekken()
{
    const QTemporaryDir folder;
    json vocab = json::array();
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        vocab.push_back({{"rank", byte}, {"token_bytes", absl::Base64Escape(absl::string_view(&c, 1))}});
    }
    vocab.push_back({{"rank", 256}, {"token_bytes", absl::Base64Escape("hi")}});
    vocab.push_back({{"rank", 257}, {"token_bytes", absl::Base64Escape("never")}}); // beyond the vocabulary's size
    const json config = {{"pattern", "\\w+|\\W"}, {"default_vocab_size", 287}, {"default_num_special_tokens", 30}};
    write(folder, "tekken.json", json{{"config", config}, {"vocab", vocab}}.dump());
    const auto subject = Tokenizer::load(folder.path().toStdString()).value();
    QCOMPARE(show(subject->encode("<s>hi!", SpecialTokens::kParse)), show({1, 286, 30 + '!'}));
    QCOMPARE(subject->decode(std::vector<std::int32_t>{1, 286}, true), std::string("hi"));
    QCOMPARE(subject->piece(29), std::string("<SPECIAL_29>"));
    QCOMPARE(subject->vocabularySize(), 287);
    vocab[3]["rank"] = 7;
    write(folder, "tekken.json", json{{"config", config}, {"vocab", vocab}}.dump());
    const absl::Status status = Tokenizer::load(folder.path().toStdString()).status();
    QVERIFY2(std::string(status.message()).find("entry 3") != std::string::npos, std::string(status.message()).c_str());
}

QTEST_GUILESS_MAIN(TestTokenizerFiles)
#include "tst_tokenizer_files.moc"
