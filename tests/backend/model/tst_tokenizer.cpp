#include "backend/base/failure.h"
#include "backend/model/tokenizer.h"
#include "backend/model/tokenizer_json.h"
#include "tests/backend/model/tokenizer_fixtures.h"

using namespace firstlight;
using model::SpecialTokens;
using model::StreamDecoder;
using model::Tokenizer;
using namespace token_fixtures;
using nlohmann::json;

namespace {

std::string reasonOf(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

std::string messageFor(json tokenizer)
{
    const auto result = model::parseTokenizerJson(tokenizer.dump(), "tokenizer.json");
    return result.ok() ? "accepted" : std::string(result.status().message());
}

} // namespace

class TestTokenizer : public QObject
{
    Q_OBJECT

private slots:
    void idsEqualTheReference_data();
    void idsEqualTheReference();
    void streamingGivesWholeCharacters_data() { idsEqualTheReference_data(); }
    void streamingGivesWholeCharacters();
    void brokenStreamIsNotHeldBackForever();
    void brokenUtf8IsRead();
    void literalsStayText();
    void literalsDoNotChangeOtherText();
    void literalsInNormalizedText();
    void pieces();
    void specialTokensAreSkippedByContent();
    void lookups();
    void longPiecesMergeLikeShortOnes();
    void faultsAreNamed_data();
    void faultsAreNamed();
    void tooManyMarks();
    void bytesOfMissingLetters();
    void emptyVocabulary();
    void doubts_data();
    void doubts();
    void addedTokensGetTheNextIds();
    void tokensOfTheConfiguration();
    void missingFile();
};

void TestTokenizer::idsEqualTheReference_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"gpt2", "qwen2", "llama3", "o200k", "kimi", "deepseek", "starcoder", "llama2", "gemma", "mistral",
          "punctuated", "t5", "unigram_bytes", "bert", "cased", "words", "ctc", "scripts", "clip"}) {
        QTest::newRow(name) << QString(name);
    }
}

void TestTokenizer::idsEqualTheReference()
{
    QFETCH(QString, name);
    const Tokenizer& subject = tokenizer(name.toStdString());
    const json corpus = readJson(kFolder + "corpus.json");
    const json expected = readJson(kFolder + name.toStdString() + "/expected.json");
    QCOMPARE(corpus.size(), expected.size());
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        const json& row = expected[i];
        const std::string found = difference(subject, corpus[i], row, SpecialTokens::kParse, false);
        QVERIFY2(found.empty(), found.c_str());
        const std::string text = textOf(corpus[i]);
        const Ids ids = subject.encode(text, SpecialTokens::kParse);
        const Ids plain = subject.encode(text, SpecialTokens::kAsText);
        QVERIFY(subject.encodePrompt(text, {}) == ids);
        if (row.contains("hash")) {
            QCOMPARE(hashOf(plain), row["as_text"].get<std::string>());
        } else {
            QCOMPARE(show(plain), show(row.value("as_text", ids)));
            QCOMPARE(show(subject.withSpecialTokens(ids)), show(row.value("around", ids)));
        }
    }
}

void TestTokenizer::streamingGivesWholeCharacters()
{
    QFETCH(QString, name);
    const Tokenizer& subject = tokenizer(name.toStdString());
    for (const json& row : readJson(kFolder + name.toStdString() + "/expected.json")) {
        if (row.contains("ids")) {
            QCOMPARE(streamed(subject, row["ids"]), row["decoded"].get<std::string>());
        }
    }
}

void TestTokenizer::brokenStreamIsNotHeldBackForever()
{
    const Tokenizer& subject = tokenizer("llama2");
    const std::int32_t byte = subject.idOf("<0xE4>").value();
    StreamDecoder decoder(subject);
    std::string text;
    for (int i = 0; i < 40; ++i) {
        text += decoder.push(byte);
    }
    QVERIFY(text.size() >= 20 * std::string("\uFFFD").size());
    QCOMPARE(streamed(subject, {byte}), std::string("\uFFFD"));
}

void TestTokenizer::brokenUtf8IsRead()
{
    const Tokenizer& subject = tokenizer("qwen2");
    const auto encode = [&](std::string_view text) { return subject.encode(text, SpecialTokens::kParse); };
    QCOMPARE(show(encode("a\xFF"
                         "b")),
             show(encode("a\uFFFDb")));
    QCOMPARE(show(encode("\xE6\x97")), show(encode("\uFFFD"))); // a character cut off
    QCOMPARE(show(encode("\xE6\x97x\x80\x80")), show(encode("\uFFFDx\uFFFD\uFFFD")));
    QCOMPARE(show(encode("\xED\xA0\x80")), show(encode("\uFFFD\uFFFD\uFFFD"))); // a surrogate
    QCOMPARE(show(encode("\xF0\x9F\x98z")), show(encode("\uFFFDz")));
    QCOMPARE(subject.decode(encode(std::string_view("a\0b", 3)), false), std::string("a\0b", 3));
}

void TestTokenizer::literalsStayText()
{
    const Tokenizer& subject = tokenizer("qwen2");
    const std::string text = "<|im_start|>user\n<|im_end|>x<|im_end|>";
    const std::size_t typed = text.find("<|im_end|>");
    const std::vector<model::TextSpan> literals = {{typed, typed + 10}};
    const Ids ids = subject.encodePrompt(text, literals);
    const std::int32_t end = subject.idOf("<|im_end|>").value();
    QCOMPARE(std::count(ids.begin(), ids.end(), end), 1);
    QCOMPARE(ids.back(), end);
    QCOMPARE(subject.decode(ids, false), text);

    // a position that no token may lie across
    const std::vector<model::TextSpan> cut = {{typed + 3, typed + 3}};
    QCOMPARE(std::count_if(ids.begin(), ids.end(), [&](auto id) { return subject.isSpecial(id); }), 2);
    const Ids cutIds = subject.encodePrompt(text, cut);
    QCOMPARE(std::count(cutIds.begin(), cutIds.end(), end), 1);

    // touching is not lying across
    const std::vector<model::TextSpan> beside = {{typed, typed}, {typed + 10, typed + 10}};
    const Ids besideIds = subject.encodePrompt(text, beside);
    QCOMPARE(std::count(besideIds.begin(), besideIds.end(), end), 2);
}

void TestTokenizer::literalsDoNotChangeOtherText()
{
    const Tokenizer& subject = tokenizer("llama3");
    const std::string text = "The telescope sees its first light.";
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const std::vector<model::TextSpan> literals = {{at / 2, at}};
        QCOMPARE(show(subject.encodePrompt(text, literals)), show(subject.encode(text, SpecialTokens::kParse)));
    }
}

void TestTokenizer::literalsInNormalizedText()
{
    const Tokenizer& subject = tokenizer("llama2"); // prepends and replaces before it looks for "NAME"
    const std::string text = "a b NAME c NAME";
    const std::int32_t name = subject.idOf("NAME").value();
    const std::size_t typed = text.find("NAME");
    const std::vector<model::TextSpan> literals = {{typed, typed + 4}};
    const Ids all = subject.encodePrompt(text, {});
    const Ids one = subject.encodePrompt(text, literals);
    const std::ptrdiff_t found = std::count(all.begin(), all.end(), name);
    QVERIFY(found > 0);
    QCOMPARE(std::count(one.begin(), one.end(), name), found - 1);
}

void TestTokenizer::pieces()
{
    const Tokenizer& subject = tokenizer("qwen2");
    QCOMPARE(subject.piece(subject.idOf("<|im_end|>").value()), std::string("<|im_end|>"));
    QCOMPARE(subject.piece(subject.encode("\n", SpecialTokens::kParse)[0]), std::string("\\n"));
    QCOMPARE(subject.piece(subject.encode("\x01", SpecialTokens::kParse)[0]), std::string("<0x01>"));
    QCOMPARE(subject.piece(subject.encode(" the", SpecialTokens::kParse)[0]), std::string(" the"));
    const Ids emoji = subject.encode("\U0001F9FF", SpecialTokens::kParse);
    QVERIFY(subject.piece(emoji.back()).starts_with("<0x"));
    QCOMPARE(subject.piece(-1), std::string("<id -1>"));
    QCOMPARE(subject.piece(1 << 30), std::string("<id 1073741824>"));
}

// As the reference does: "NAME", which the normalizer writes in small letters, is not known as special then.
void TestTokenizer::specialTokensAreSkippedByContent()
{
    const Tokenizer& subject = tokenizer("clip");
    const Ids ids = subject.encode("NAME<|im_end|>", SpecialTokens::kParse);
    QCOMPARE(show(ids), show({subject.idOf("NAME").value(), subject.idOf("<|im_end|>").value()}));
    QCOMPARE(subject.decode(ids, true), std::string("name"));
}

void TestTokenizer::lookups()
{
    const Tokenizer& subject = tokenizer("qwen2");
    QVERIFY(!subject.idOf("no such token"));
    QVERIFY(subject.isSpecial(subject.idOf("<|endoftext|>").value()));
    QVERIFY(!subject.isSpecial(subject.idOf("<think>").value()));
    QVERIFY(!subject.isSpecial(0));
    QCOMPARE(subject.vocabularySize(), subject.idOf("</think>").value() + 1);
    QCOMPARE(subject.addedTokens().size(), std::size_t{6});
    QCOMPARE(subject.decode(Ids{subject.idOf("<|im_end|>").value(), 99999}, true), std::string());
}

// Pieces beyond a limit are merged by another method; both must agree.
void TestTokenizer::longPiecesMergeLikeShortOnes()
{
    const Tokenizer& subject = tokenizer("llama3");
    const std::string word = "thetelescope";
    const Ids once = subject.encode(word, SpecialTokens::kParse);
    std::string text;
    for (int i = 0; i < 300; ++i) {
        text += word;
        const Ids ids = subject.encode(text, SpecialTokens::kParse);
        QCOMPARE(subject.decode(ids, false), text);
        QCOMPARE(show(Ids(ids.begin(), ids.begin() + 2)), show(Ids(once.begin(), once.begin() + 2)));
    }
    const std::string letters(1 << 20, 'a');
    QCOMPARE(subject.decode(subject.encode(letters, SpecialTokens::kParse), false), letters);
}

void TestTokenizer::faultsAreNamed_data()
{
    QTest::addColumn<QString>("change"); // a JSON merge patch
    QTest::addColumn<QString>("message");
    QTest::newRow("model") << R"({"model":{"type":"Magic"}})"
                           << "unknown model \"Magic\"";
    QTest::newRow("normalizer") << R"({"normalizer":{"type":"Magic"}})"
                                << "unknown normalizer \"Magic\"";
    QTest::newRow("nested") << R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Deep"}]}})"
                            << "unknown normalizer \"Deep\"";
    QTest::newRow("pre-tokenizer") << R"({"pre_tokenizer":{"type":"Magic"}})"
                                   << "unknown pre-tokenizer \"Magic\"";
    QTest::newRow("decoder") << R"({"decoder":{"type":"Magic"}})"
                             << "unknown decoder \"Magic\"";
    QTest::newRow("post-processor") << R"({"post_processor":{"type":"Magic"}})"
                                    << "unknown post-processor \"Magic\"";
    QTest::newRow("regex") << R"J({"pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a"},"behavior":"Isolated"}})J"
                           << "pattern of Split";
    QTest::newRow("behavior") << R"({"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Odd"}})"
                              << "unknown behavior \"Odd\"";
    QTest::newRow("no vocabulary") << R"({"model":{"vocab":null}})"
                                   << "no vocabulary";
    QTest::newRow("bad id") << R"({"model":{"vocab":{"a":-1}}})"
                            << "token \"a\" has no valid id";
    QTest::newRow("huge id") << R"({"model":{"vocab":{"a":4000000000}}})"
                             << "token \"a\" has no valid id";
    QTest::newRow("bad merge") << R"({"model":{"merges":["a b c"]}})"
                               << "merge 1 is not a pair";
    QTest::newRow("merge without token") << R"({"model":{"merges":[["zq","q"]]}})"
                                         << "\"zq\", which is not in the vocabulary";
    QTest::newRow("added token") << R"({"added_tokens":[{"content":"new"}]})"
                                 << "added token \"new\" has no valid id";
    QTest::newRow("empty vocabulary") << R"({"model":{"type":"WordLevel","vocab":null}})"
                                      << "no vocabulary";
    QTest::newRow("one id twice") << R"({"model":{"vocab":{"new":5}}})"
                                  << "and \"new\" have the same id 5";
    QTest::newRow("no pieces") << R"({"model":{"type":"Unigram","vocab":[]}})"
                               << "vocabulary of the Unigram model is empty";
    QTest::newRow("unknown piece") << R"({"model":{"type":"Unigram","vocab":[["a",-1]],"unk_id":1}})"
                                   << "unk_id 1 is not in";
    QTest::newRow("second text") << R"({"post_processor":{"type":"TemplateProcessing","special_tokens":{},
        "single":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"B","type_id":0}}]}})"
                                 << "a second text";
    QTest::newRow("mark without id") << R"({"post_processor":{"type":"TemplateProcessing","special_tokens":{},
        "single":[{"SpecialToken":{"id":"<s>","type_id":0}},{"Sequence":{"id":"A","type_id":0}}]}})"
                                     << "no ids for the special token \"<s>\"";
    const std::string twice = R"({"type":"TemplateProcessing","special_tokens":{},
        "single":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"A","type_id":0}}]})";
    const json again{{"type", "Sequence"}, {"processors", std::vector<json>(40, json::parse(twice))}};
    QTest::newRow("growing text") << QString::fromStdString(json{{"post_processor", again}}.dump())
                                  << "again and again";
}

void TestTokenizer::faultsAreNamed()
{
    QFETCH(QString, change);
    QFETCH(QString, message);
    json changed = readJson(kFolder + "qwen2/tokenizer.json");
    changed.merge_patch(json::parse(change.toStdString()));
    const std::string found = messageFor(changed);
    QVERIFY2(QString::fromStdString(found).contains(message), found.c_str());
    QVERIFY2(QString::fromStdString(found).contains("tokenizer.json"), found.c_str());
}

// Each adds a thousand tokens.
void TestTokenizer::tooManyMarks()
{
    const json mark{{"SpecialToken", {{"id", "x"}, {"type_id", 0}}}};
    const json tokens{
        {"x", {{"id", "x"}, {"ids", std::vector<int>(1000, 1)}, {"tokens", std::vector<std::string>(1000)}}}};
    const json processor{{"type", "TemplateProcessing"},
                         {"single", std::vector<json>(20, mark)},
                         {"pair", json::array()},
                         {"special_tokens", tokens}};
    const std::string found =
        messageFor({{"model", {{"type", "BPE"}, {"vocab", {{"a", 0}}}, {"merges", json::array()}}},
                    {"post_processor", processor}});
    QVERIFY2(found.find("more than 10000 special tokens") != std::string::npos, found.c_str());
}

// What the alphabet of bytes lacks in a vocabulary becomes the bytes of the letter that stands for it.
void TestTokenizer::bytesOfMissingLetters()
{
    json vocabulary{{"a", 0}, {"b", 1}};
    for (int byte = 0; byte < 256; ++byte) {
        vocabulary[QString::asprintf("<0x%02X>", byte).toStdString()] = 10 + byte;
    }
    json tokenizer{
        {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
        {"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", json::array()}, {"byte_fallback", true}}}};
    const auto ids = [&] {
        return model::parseTokenizerJson(tokenizer.dump(), "tokenizer.json")
            .value()
            ->encode("b\u00e9", model::SpecialTokens::kAsText);
    };
    QCOMPARE(ids(), (std::vector<std::int32_t>{1, 10 + 0xC3, 10 + 0x83, 10 + 0xC2, 10 + 0xA9}));
    tokenizer["model"]["byte_fallback"] = false;
    QCOMPARE(ids(), std::vector<std::int32_t>{1});
}

void TestTokenizer::emptyVocabulary()
{
    for (const char* type : {"BPE", "WordPiece", "WordLevel"}) {
        const json model{{"type", type}, {"vocab", json::object()}, {"merges", json::array()}};
        const std::string found = messageFor({{"model", model}});
        QVERIFY2(QString::fromStdString(found).contains("vocabulary of the model is empty"), found.c_str());
    }
}

void TestTokenizer::doubts_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("doubt"); // empty: none
    const auto row = [](const char* name, const char* model, const char* rest, const char* doubt) {
        QTest::newRow(name) << QString(R"({"model":%1%2})").arg(model, rest) << doubt;
    };
    const char* words = R"({"type":"WordLevel","vocab":{"a":0,"b":1,"[UNK]":2},"unk_token":"[UNK]"})";
    const char* missing = "its unknown token \"<unk>\" is not in the vocabulary";
    row("nothing", words, R"(,"added_tokens":[{"id":3,"content":"<s>"},{"id":4,"content":"<t>"}])", "");
    row("words", R"({"type":"WordLevel","vocab":{"a":0},"unk_token":"<unk>"})", "", missing);
    row("word pieces", R"({"type":"WordPiece","vocab":{"a":0},"unk_token":"<unk>"})", "", missing);
    row("merges", R"({"type":"BPE","vocab":{"a":0},"merges":[],"unk_token":"<unk>"})", "", missing);
    row("no unknown token is asked for", R"({"type":"BPE","vocab":{"a":0},"merges":[]})", "", "");
    row("pieces", R"({"type":"Unigram","vocab":[["a",-1]],"unk_id":null})", "", "unk_id");
    row("id of the vocabulary", words, R"(,"added_tokens":[{"id":7,"content":"b"}])", "\"b\" is token 1, not 7");
    row("id of another token", words, R"(,"added_tokens":[{"id":0,"content":"<s>"}])", "\"<s>\" is token 3, not 0");
    row("gap", words, R"(,"added_tokens":[{"id":3,"content":"<s>"},{"id":9,"content":"<t>"},{"id":8,"content":"<u>"}])",
        "\"<t>\" is token 4, not 9, and 1 more");
    row("mark of no token", words, R"(,"post_processor":{"type":"BertProcessing","cls":["a",0],"sep":["<t>",99]})",
        "\"<t>\" around a text is token 99, which does not exist");
    row("mark of another token", words, R"(,"post_processor":{"type":"TemplateProcessing","single":[
        {"SpecialToken":{"id":"<s>","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],
        "special_tokens":{"<s>":{"id":"<s>","ids":[1],"tokens":["<s>"]}}})",
        "\"<s>\" around a text is token 1, which is \"b\"");
}

void TestTokenizer::doubts()
{
    QFETCH(QString, file);
    QFETCH(QString, doubt);
    const auto subject = model::parseTokenizerJson(file.toStdString(), "tokenizer.json");
    QVERIFY2(subject.ok(), std::string(subject.status().message()).c_str());
    const std::vector<std::string> found = (*subject)->doubts();
    QCOMPARE(found.size(), doubt.isEmpty() ? std::size_t{0} : std::size_t{1});
    QVERIFY2(found.empty() || QString::fromStdString(found[0]).contains(doubt), found.empty() ? "" : found[0].c_str());
}

// As in the reference, whatever ids are written.
void TestTokenizer::addedTokensGetTheNextIds()
{
    const auto subject = model::parseTokenizerJson(
        R"({"model":{"type":"WordLevel","vocab":{"a":0,"b":100},"unk_token":"a"},"added_tokens":[
            {"id":50,"content":"<s>"},{"id":9,"content":"<t>"},{"id":3,"content":""},{"id":8,"content":"b"},
            {"id":1,"content":"<u>"},{"id":2,"content":"<s>","special":true}]})",
        "tokenizer.json");
    QVERIFY2(subject.ok(), std::string(subject.status().message()).c_str());
    QCOMPARE(show((*subject)->encode("<s><t>b<u>", SpecialTokens::kParse)), show({2, 3, 100, 4}));
    QVERIFY((*subject)->isSpecial(2)); // the later of two counts
}

// Those of tokenizer.json stay as they are.
void TestTokenizer::tokensOfTheConfiguration()
{
    QTemporaryDir folder;
    const auto write = [&](const char* file, const char* text) {
        std::ofstream(folder.filePath(file).toStdString()) << text;
    };
    write("tokenizer.json", R"({"model":{"type":"WordLevel","vocab":{"u":0,"a":1,"<in>":2},"unk_token":"u"},
        "added_tokens":[{"id":3,"content":"<own>","special":true}]})");
    write("tokenizer_config.json", R"({"added_tokens_decoder":{"3":{"content":"<own>","special":false},
        "7":{"content":"<in>","special":true},"4":{"content":"<new>","special":true}}})");
    const auto subject = Tokenizer::load(folder.path().toStdString()).value();
    QCOMPARE(show(subject->encode("a<new><in><own>", SpecialTokens::kParse)), show({1, 4, 2, 3}));
    QVERIFY(subject->isSpecial(4) && subject->isSpecial(3));
    QCOMPARE(subject->vocabularySize(), 5);
}

void TestTokenizer::missingFile()
{
    QTemporaryDir folder;
    QCOMPARE(reasonOf(Tokenizer::load(folder.path().toStdString()).status()), std::string("FILE_ABSENT"));
    std::ofstream(folder.filePath("tokenizer.json").toStdString()) << "{\"model\":";
    QCOMPARE(reasonOf(Tokenizer::load(folder.path().toStdString()).status()), std::string("FILE_INVALID"));
}

QTEST_GUILESS_MAIN(TestTokenizer)
#include "tst_tokenizer.moc"
