#include "app/ctl/arguments.h"
#include "backend/base/failure.h"

#include <QTest>

#include <vector>

using namespace firstlight;

namespace {

absl::StatusOr<ctl::Arguments> parse(const QStringList& words)
{
    std::vector<QByteArray> bytes{"firstlightctl"};
    std::vector<const char*> arguments;
    for (const QString& word : words) {
        bytes.push_back(word.toUtf8());
    }
    for (const QByteArray& word : bytes) {
        arguments.push_back(word.constData());
    }
    return ctl::parseArguments(static_cast<int>(arguments.size()), arguments.data());
}

} // namespace

class TestArguments : public QObject
{
    Q_OBJECT

private slots:
    void optionsMayStandAnywhere();
    void chatTakesEverything();
    void wordsAfterTwoDashesAreOperands();
    void helpNeedsNothing();
    void tokensOfATextOrAFile();
    void planOfOtherHardware();
    void wrongUseIsNamed_data();
    void wrongUseIsNamed();
};

void TestArguments::optionsMayStandAnywhere()
{
    const auto arguments = parse({"--json", "up", "--tp", "2", "model", "--wait", "--nodes", "3", "--timeout", "1.5"});
    QVERIFY(arguments.ok());
    QCOMPARE(arguments->command, std::string("up"));
    QCOMPARE(arguments->operands, std::vector<std::string>{"model"});
    QVERIFY(arguments->json && arguments->wait);
    QCOMPARE(arguments->layout.tensor_parallel(), 2);
    QCOMPARE(arguments->layout.pipeline_parallel(), 0);
    QCOMPARE(arguments->nodes, 3);
    QVERIFY(arguments->timeout == std::chrono::milliseconds(1500));
}

void TestArguments::chatTakesEverything()
{
    const auto arguments = parse({"chat", "--image", "a.png", "--image", "b.png", "--greedy", "--seed",
                                  "18446744073709551615", "--max-tokens", "5", "--top-k", "7", "what is it?"});
    QVERIFY(arguments.ok());
    QCOMPARE(arguments->images.size(), std::size_t(2));
    QVERIFY(arguments->sampling.greedy());
    QCOMPARE(arguments->sampling.seed(), std::uint64_t(18446744073709551615ULL));
    QCOMPARE(arguments->sampling.max_tokens(), 5);
    QCOMPARE(arguments->operands.front(), std::string("what is it?"));
}

void TestArguments::wordsAfterTwoDashesAreOperands()
{
    const auto arguments = parse({"chat", "--", "--greedy"});
    QVERIFY(arguments.ok());
    QCOMPARE(arguments->operands.front(), std::string("--greedy"));
    QVERIFY(!arguments->sampling.greedy());
}

void TestArguments::helpNeedsNothing()
{
    QCOMPARE(parse({"--help"})->command, std::string("help"));
    QCOMPARE(parse({"-h"})->command, std::string("help"));
    QCOMPARE(parse({"help"})->command, std::string("help"));
    QCOMPARE(parse({"help", "inspect"})->command, std::string("help"));
}

void TestArguments::tokensOfATextOrAFile()
{
    QCOMPARE(parse({"tokens", "dir", ""})->operands.at(1), std::string());
    QCOMPARE(parse({"tokens", "dir", "-"})->operands.at(1), std::string("-"));
    QVERIFY(parse({"tokens", "dir", "x", "--special", "--around", "--ids"})->parseSpecial);
    QCOMPARE(parse({"tokens", "dir", "--chat", "chat.json"})->chatFile, std::string("chat.json"));
}

void TestArguments::planOfOtherHardware()
{
    const auto arguments = parse({"plan", "dir", "--nodes", "512", "--devices", "8", "--memory", "141.5"});
    QVERIFY(arguments.ok());
    QCOMPARE(arguments->nodes, 512);
    QCOMPARE(arguments->devices, 8);
    QCOMPARE(arguments->deviceMemoryGib, 141.5);
}

void TestArguments::wrongUseIsNamed_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("nothing") << QStringList{} << "command is missing";
    QTest::newRow("unknown command") << QStringList{"fly"} << "fly";
    QTest::newRow("empty operand") << QStringList{"inspect", ""} << "empty operand";
    QTest::newRow("unknown option") << QStringList{"status", "--fast"} << "--fast";
    QTest::newRow("devices without memory")
        << QStringList{"plan", "dir", "--devices", "8"} << "--devices needs --memory";
    QTest::newRow("memory of another command") << QStringList{"up", "dir", "--memory", "8"} << "are for plan";
    QTest::newRow("more nodes than a machine takes") << QStringList{"plan", "dir", "--nodes", "65"} << "1 to 64";
    QTest::newRow("missing operand") << QStringList{"inspect"} << "inspect takes 1 operand";
    QTest::newRow("picture without a file") << QStringList{"picture", "dir"} << "picture takes 2 operands";
    QTest::newRow("tokens of nothing") << QStringList{"tokens", "dir"} << "tokens takes 2 operands";
    QTest::newRow("tokens of two things")
        << QStringList{"tokens", "dir", "x", "--chat", "f"} << "tokens takes 1 operand";
    QTest::newRow("tokens without a folder") << QStringList{"tokens", "", "x"} << "empty operand";
    QTest::newRow("a chat is no text") << QStringList{"tokens", "dir", "--chat", "f", "--special"} << "--special";
    QTest::newRow("one too many") << QStringList{"down", "x"} << "down takes 0 operands";
    QTest::newRow("value missing") << QStringList{"up", "x", "--tp"} << "--tp needs a value";
    QTest::newRow("no number") << QStringList{"chat", "--max-tokens", "many", "x"} << "--max-tokens must be";
    QTest::newRow("negative") << QStringList{"chat", "--max-tokens", "-1", "x"} << "--max-tokens must be";
    QTest::newRow("too large") << QStringList{"chat", "--max-tokens", "99999999999", "x"} << "--max-tokens must be";
    QTest::newRow("temperature") << QStringList{"chat", "--temperature", "nan", "x"} << "--temperature must be";
    QTest::newRow("report needs a file") << QStringList{"report"} << "-o FILE";
}

void TestArguments::wrongUseIsNamed()
{
    QFETCH(QStringList, words);
    QFETCH(QString, named);
    const auto arguments = parse(words);
    QVERIFY(!arguments.ok());
    const std::string what = base::failureInfo(arguments.status()).what;
    QVERIFY2(what.find(named.toStdString()) != std::string::npos, what.c_str());
}

QTEST_GUILESS_MAIN(TestArguments)
#include "tst_arguments.moc"
