// Patterns run on the small engine where it knows them: its matches must be those of Oniguruma.
#include "backend/model/onig_regex.h"
#include "backend/model/pattern_program.h"
#include "backend/model/pattern_syntax.h"
#include "backend/model/text_pattern.h"

#include <QtTest>

#include <random>

using namespace firstlight::model;

namespace {

using Spans = std::vector<std::pair<TextSpan, bool>>;

Spans spansOf(const TextPattern& pattern, std::string_view text)
{
    Spans spans;
    forEachSpan(pattern, text, [&](TextSpan span, bool isMatch) { spans.emplace_back(span, isMatch); });
    return spans;
}

std::string randomText(std::mt19937& random)
{
    static constexpr std::string_view kParts[] = {
        "a",      "b",      "Z",      "s",      "S",          "t",      "'",      "'s", "'Re",    "1",      "23",
        " ",      "  ",     "\n",     "\r\n",   "\t",         ".",      "!?",     "-",  "\u00a0", "\u00e9", "\u0301",
        "\u6f22", "\u3042", "\u0661", "\u2167", "\U0001F600", "\u017f", "\u01c5", "_",  "/",      "\u2003", "\u200d",
    };
    std::string text;
    for (unsigned count = random() % 20; count > 0; --count) {
        text += kParts[random() % std::size(kParts)];
    }
    return text;
}

} // namespace

class TestTextPattern : public QObject
{
    Q_OBJECT

private slots:
    void sameMatchesAsOniguruma_data();
    void sameMatchesAsOniguruma();
    void leftToOniguruma_data();
    void leftToOniguruma();
    void literal();
    void emptyMatches();
    void hostilePatternsAreGivenUp_data();
    void hostilePatternsAreGivenUp();
    void errorSaysWhatIsWrong();
};

void TestTextPattern::sameMatchesAsOniguruma_data()
{
    QTest::addColumn<QString>("pattern");
    const char* const patterns[] = {
        R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)",
        R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}|\s+|.)",
        R"([\p{Han}]+|[\p{L}&&[^\p{Han}]]+|\P{L}+)",
        R"(\d+|\D)",
        R"(\w+|[^\w\s]+)",
        R"(a*)",
        R"(a?)",
        R"((?:ab|a)+)",
        R"((?:a|b){2,3})",
        R"([a-cx\-\]]+|[^a-z]{2})",
        R"((a|Z)*s)",
        R"(\x{61}\u0062|\x20)",
        R"(s(?=t)|t(?!s))",
        R"(.{1,4})",
        R"(\p{^L}+)",
        R"(|a)",
        R"(a{,2}b)",
        R"(\s+$|a)",
    };
    for (const char* pattern : patterns) {
        QTest::newRow(pattern) << QString(pattern);
    }
}

void TestTextPattern::sameMatchesAsOniguruma()
{
    QFETCH(QString, pattern);
    const auto ours = makeRegexPattern(pattern.toStdString()).value();
    const auto theirs = makeOnigPattern(pattern.toStdString()).value();
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
        const std::string text = randomText(random);
        QVERIFY2(spansOf(*ours, text) == spansOf(*theirs, text), text.c_str());
    }
}

void TestTextPattern::leftToOniguruma_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("known");
    QTest::newRow("class run") << R"(\p{L}+)" << true;
    QTest::newRow("possessive") << R"(\p{L}++)" << true;
    QTest::newRow("lazy") << R"(\p{L}+?)" << false;
    QTest::newRow("anchor") << R"(^a)" << false;
    QTest::newRow("look-behind") << R"((?<=a)b)" << false;
    QTest::newRow("back-reference") << R"((a)\1)" << false;
    QTest::newRow("folds to one letter") << R"((?i:ss))" << false;
    QTest::newRow("not closed") << R"([a)" << false;
    QTest::newRow("no such property") << R"(\p{Nonsense})" << false;
}

void TestTextPattern::leftToOniguruma()
{
    QFETCH(QString, pattern);
    QFETCH(bool, known);
    const auto tree = parsePattern(pattern.toStdString());
    QCOMPARE(tree && PatternProgram::compile(*tree) != nullptr, known);
}

void TestTextPattern::literal()
{
    const auto pattern = makeLiteralPattern("ab");
    const Spans expected = {{{0, 1}, false}, {{1, 3}, true}, {{3, 5}, true}, {{5, 6}, false}};
    QVERIFY(spansOf(*pattern, "xabab.") == expected);
    QVERIFY(spansOf(*makeLiteralPattern(""), "x") == (Spans{{{0, 1}, false}}));
    QVERIFY(spansOf(*pattern, "").empty());
}

void TestTextPattern::emptyMatches()
{
    const auto pattern = makeRegexPattern("a*").value();
    const Spans expected = {{{0, 2}, true}, {{2, 3}, false}, {{3, 3}, true}};
    QVERIFY(spansOf(*pattern, "aab") == expected);
}

void TestTextPattern::hostilePatternsAreGivenUp_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::newRow("nested repetition") << R"((a+a+)+b)";
    QTest::newRow("within a look-ahead") << R"((?=(a+a+)+b)a)";
    QTest::newRow("within a negative look-ahead") << R"((?!(a+a+)+b)a)";
}

// More ways than could be tried in years: without the limit this test does not end.
void TestTextPattern::hostilePatternsAreGivenUp()
{
    QFETCH(QString, pattern);
    const auto tree = parsePattern(pattern.toStdString());
    const auto program = tree ? PatternProgram::compile(*tree) : nullptr;
    QVERIFY(program != nullptr);
    QVERIFY(!program->find(std::string(200, 'a'), 0));
}

void TestTextPattern::errorSaysWhatIsWrong()
{
    const auto pattern = makeRegexPattern("(a");
    QVERIFY(!pattern.ok());
    QVERIFY(!pattern.status().message().empty());
}

QTEST_GUILESS_MAIN(TestTextPattern)
#include "tst_text_pattern.moc"
