// The parts of tokenizer.json, each by itself.
#include "backend/model/charsmap.h"
#include "backend/model/growth_limit.h"
#include "backend/model/normalizers.h"
#include "backend/model/pre_tokenizers.h"
#include "backend/model/prefix_trie.h"
#include "backend/model/text_pattern.h"
#include "backend/model/token_decoders.h"
#include "tests/backend/model/tokenizer_fixtures.h"

using namespace firstlight;
using namespace token_fixtures;
using nlohmann::json;

namespace {

constexpr char32_t kPage = 4096;

std::string normalized(const model::Normalizer& normalizer, const std::string& text)
{
    std::string out;
    return normalizer.apply(text, out, model::mostGrownBytes(text.size())) ? out : text;
}

std::string piecesOf(const model::PreTokenizer& preTokenizer, const std::string& text)
{
    model::Pieces pieces;
    pieces.list.push_back({text, true});
    preTokenizer.apply(pieces);
    std::string joined;
    for (const model::Piece& piece : pieces.list) {
        joined.append(joined.empty() ? "" : std::string(1, '\0')).append(piece.text);
    }
    return joined;
}

model::JsonElement parsed(simdjson::dom::parser& parser, const json& value)
{
    return parser.parse(value.dump()).value();
}

} // namespace

class TestTokenizerParts : public QObject
{
    Q_OBJECT

private slots:
    void everyCodePoint_data();
    void everyCodePoint();
    void classesOfCharacters_data();
    void classesOfCharacters();
    void splits_data();
    void splits();
    void trieFindsWhatItHolds();
    void trieStaysSmall();
    void brokenCharsmaps_data();
    void brokenCharsmaps();
    void normalizersStopGrowing_data();
    void normalizersStopGrowing();
    void decodersStopGrowing_data();
    void decodersStopGrowing();
    void cutsBetweenCharacters();
};

void TestTokenizerParts::everyCodePoint_data()
{
    QTest::addColumn<QString>("row");
    for (const json& row : readJson(kFolder + "unicode.json")) {
        QTest::newRow(row["name"].get<std::string>().c_str()) << QString::fromStdString(row.dump());
    }
}

void TestTokenizerParts::everyCodePoint()
{
    QFETCH(QString, row);
    const json expected = json::parse(row.toStdString());
    simdjson::dom::parser parser;
    std::unique_ptr<model::Normalizer> normalizer;
    std::unique_ptr<model::PreTokenizer> preTokenizer;
    if (expected.contains("normalizer")) {
        normalizer = model::makeNormalizer(parsed(parser, expected["normalizer"])).value();
    } else {
        preTokenizer =
            model::makePreTokenizer(parsed(parser, expected["pre_tokenizer"]), model::ByteLevelOutput::kAlphabet)
                .value();
    }
    std::vector<std::string> wrong;
    for (std::size_t page = 0; page < expected["pages"].size(); ++page) {
        Fnv hash;
        bool first = true;
        for (char32_t code = static_cast<char32_t>(page) * kPage; code < (page + 1) * kPage; ++code) {
            if (code >= 0xD800 && code < 0xE000) {
                continue;
            }
            std::string text = "a";
            model::appendUtf8(text, code);
            text += normalizer ? "\u0316b" : "b";
            hash.add(first ? std::string_view() : std::string_view("\0", 1));
            hash.add(normalizer ? normalized(*normalizer, text) : piecesOf(*preTokenizer, text));
            first = false;
        }
        if (hash.text() != expected["pages"][page]) {
            wrong.push_back(QString::number(page * kPage, 16).toStdString());
        }
    }
    QVERIFY2(wrong.empty(), json(wrong).dump().c_str());
}

void TestTokenizerParts::classesOfCharacters_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("hash");
    for (const json& row : readJson(kFolder + "classes.json")) {
        const auto pattern = QString::fromStdString(row["pattern"]);
        const auto hash = QString::fromStdString(row["hash"]);
        QTest::newRow(qPrintable(pattern)) << pattern << row["count"].get<int>() << hash;
        if (pattern.startsWith(QLatin1String("\\p"))) { // atomic groups are for the general engine
            const QString general = QStringLiteral("(?>%1)").arg(pattern);
            QTest::newRow(qPrintable(general)) << general << row["count"].get<int>() << hash;
        }
    }
}

void TestTokenizerParts::classesOfCharacters()
{
    QFETCH(QString, pattern);
    QFETCH(int, count);
    QFETCH(QString, hash);
    std::string text;
    for (char32_t code = 0; code < 0x110000; ++code) {
        if (code < 0xD800 || code >= 0xE000) {
            model::appendUtf8(text, code);
        }
    }
    const auto finder = model::makeRegexPattern(pattern.toStdString()).value();
    Ids found;
    model::forEachSpan(*finder, text, [&](model::TextSpan span, bool isMatch) {
        for (std::size_t at = span.begin; isMatch && at < span.end;) {
            found.push_back(static_cast<std::int32_t>(model::nextCodePoint(text, at)));
        }
    });
    QCOMPARE(found.size(), static_cast<std::size_t>(count));
    QCOMPARE(QString::fromStdString(hashOf(found)), hash);
}

void TestTokenizerParts::splits_data()
{
    QTest::addColumn<QString>("name");
    const json file = readJson(kFolder + "splits.json");
    for (const auto& [name, row] : file["splits"].items()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestTokenizerParts::splits()
{
    QFETCH(QString, name);
    const json file = readJson(kFolder + "splits.json");
    const json row = file["splits"][name.toStdString()];
    simdjson::dom::parser parser;
    const auto subject =
        model::makePreTokenizer(parsed(parser, row["pre_tokenizer"]), model::ByteLevelOutput::kAlphabet).value();
    for (std::size_t i = 0; i < file["texts"].size(); ++i) {
        const std::string text = file["texts"][i];
        model::Pieces pieces;
        pieces.list.push_back({text, true});
        if (!text.empty()) { // an empty text never gets here
            subject->apply(pieces);
            json found = json::array();
            for (const model::Piece& piece : pieces.list) {
                found.push_back(std::string(piece.text));
            }
            QCOMPARE(QString::fromStdString(text + found.dump()),
                     QString::fromStdString(text + row["pieces"][i].dump()));
        }
    }
}

void TestTokenizerParts::trieFindsWhatItHolds()
{
    std::vector<std::string> texts;
    std::uint32_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        do {
            state = state * 1664525 + 1013904223;
            text += static_cast<char>(state >> 24 & (i % 3 == 0 ? 0xFF : 0x07));
        } while ((state >> 16 & 3) != 0);
        texts.push_back(text);
    }
    std::map<std::string, std::int32_t> last;
    std::vector<model::PrefixTrie::Key> keys;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        keys.push_back({texts[i], static_cast<std::int32_t>(i)});
        last[texts[i]] = static_cast<std::int32_t>(i);
    }
    const model::PrefixTrie trie(keys);
    for (const auto& [text, value] : last) {
        const std::int32_t node = trie.walk(model::PrefixTrie::kRoot, text);
        QVERIFY(node != model::PrefixTrie::kNone);
        QCOMPARE(trie.valueAt(node), value);
        for (int byte = 0; byte < 256; ++byte) { // no way leads out of the keys
            const std::string longer = text + static_cast<char>(byte);
            const auto behind = last.lower_bound(longer);
            const bool exists = behind != last.end() && behind->first.starts_with(longer);
            QCOMPARE(trie.step(node, static_cast<char>(byte)) != model::PrefixTrie::kNone, exists);
        }
    }
    std::int32_t value = -1;
    QCOMPARE(trie.longestPrefix("", value), std::size_t{0});
    QCOMPARE(model::PrefixTrie().longestPrefix("abc", value), std::size_t{0});
}

// One long key, and many that fork everywhere: construction ends, and finds them again.
void TestTokenizerParts::trieStaysSmall()
{
    const std::string key(1 << 20, 'k');
    std::vector<std::string> texts;
    for (int i = 0; i < 65536; ++i) {
        texts.push_back({static_cast<char>(i & 0xFF), static_cast<char>(i >> 8), 'x'});
    }
    std::vector<model::PrefixTrie::Key> keys = {{key, 7}};
    for (const std::string& text : texts) {
        keys.push_back({text, 8});
    }
    const model::PrefixTrie trie(keys);
    std::int32_t value = -1;
    QCOMPARE(trie.longestPrefix(key, value), key.size());
    QCOMPARE(value, 7);
    for (const std::string& text : texts) {
        QCOMPARE(trie.valueAt(trie.walk(model::PrefixTrie::kRoot, text)), 8);
    }
}

void TestTokenizerParts::brokenCharsmaps_data()
{
    QTest::addColumn<QByteArray>("blob");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut off") << QByteArray("\x04\0\0", 3);
    QTest::newRow("no array") << QByteArray("\0\0\0\0abc", 7);
    QTest::newRow("array longer than the blob") << QByteArray("\xFF\xFF\xFF\xFF\0\0\0\0", 8);
    QTest::newRow("odd size") << QByteArray("\x03\0\0\0\0\0\0\0", 8);
    QTest::newRow("replacements are no text") << QByteArray("\x04\0\0\0\0\0\0\0\xFF", 9);
}

void TestTokenizerParts::brokenCharsmaps()
{
    QFETCH(QByteArray, blob);
    QVERIFY(!model::Charsmap::parse(blob.toStdString()).ok());
    // the same array with places far outside of it
    const std::string wild("\x08\0\0\0\xFF\xFF\xFF\x7F\xFF\xFF\xFF\xFF", 12);
    const auto map = model::Charsmap::parse(wild).value();
    QVERIFY(!map.longest("abc"));
}

void TestTokenizerParts::normalizersStopGrowing_data()
{
    QTest::addColumn<QString>("step");
    QTest::newRow("replace") << R"({"type":"Replace","pattern":{"String":"a"},"content":"aa"})";
    QTest::newRow("replace between") << R"({"type":"Replace","pattern":{"Regex":"x*"},"content":"a"})";
    QTest::newRow("prepend") << R"({"type":"Prepend","prepend":"aaaaaaa"})";
    QTest::newRow("byte level") << R"({"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"\u00e9"},
        {"type":"ByteLevel"}]})";
}

// Of any chain, the parts of a chain included.
void TestTokenizerParts::normalizersStopGrowing()
{
    QFETCH(QString, step);
    const json part = json::parse(step.toStdString());
    const json inner{{"type", "Sequence"}, {"normalizers", std::vector<json>(20, part)}};
    simdjson::dom::parser parser;
    const auto subject =
        model::makeNormalizer(parsed(parser, {{"type", "Sequence"}, {"normalizers", std::vector<json>(3, inner)}}));
    std::string out;
    QVERIFY((*subject)->apply("a", out, 1000));
    QVERIFY2(out.size() > 400 && out.size() <= 1000, std::to_string(out.size()).c_str());
    QVERIFY(model::isValidUtf8(out));
}

void TestTokenizerParts::decodersStopGrowing_data()
{
    QTest::addColumn<QString>("step");
    QTest::newRow("replace") << R"({"type":"Replace","pattern":{"String":"a"},"content":"aaa"})";
    QTest::newRow("word piece") << R"({"type":"WordPiece","prefix":"##","cleanup":false})";
}

void TestTokenizerParts::decodersStopGrowing()
{
    QFETCH(QString, step);
    const json part = json::parse(step.toStdString());
    simdjson::dom::parser parser;
    const auto subject =
        model::makeTokenDecoder(parsed(parser, {{"type", "Sequence"}, {"decoders", std::vector<json>(30, part)}}));
    std::vector<std::string> tokens(40, "a");
    (*subject)->apply(tokens, 1000);
    std::size_t bytes = 0;
    for (const std::string& token : tokens) {
        bytes += token.size();
    }
    QVERIFY2(bytes > 900 && bytes <= 1000, std::to_string(bytes).c_str());
}

void TestTokenizerParts::cutsBetweenCharacters()
{
    std::string text = "a\u00e9\u6f22";
    model::cutOff(text, 6);
    QCOMPARE(text, std::string("a\u00e9\u6f22"));
    model::cutOff(text, 5);
    QCOMPARE(text, std::string("a\u00e9"));
    model::cutOff(text, 2);
    QCOMPARE(text, std::string("a"));
    std::vector<std::string> texts{"ab", "c\u00e9", "d"};
    model::cutOff(texts, 6);
    QCOMPARE(texts.size(), std::size_t{3});
    model::cutOff(texts, 4);
    QCOMPARE(texts, (std::vector<std::string>{"ab", "c"}));
    QCOMPARE(model::mostGrownBytes(1), std::size_t{1} << 20);
    QCOMPARE(model::mostGrownBytes(std::size_t{1} << 30), std::size_t{4} << 30);
}

QTEST_GUILESS_MAIN(TestTokenizerParts)
#include "tst_tokenizer_parts.moc"
