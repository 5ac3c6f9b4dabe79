// firstlightctl tokens: the program, its standard input, its answers and its exit codes.
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

namespace {

const QString kTokenizer = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/tokens/qwen2");
const QString kDemo = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/demo");

struct Result {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

Result tokens(const QStringList& arguments, const QByteArray& input = {})
{
    QProcess process;
    process.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightctl"),
                  QStringList{QStringLiteral("tokens")} + arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) {
        return {-1, {}, process.errorString().toUtf8()};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QStringList pieces(const QJsonObject& json)
{
    QStringList list;
    for (const QJsonValue& token : json[QLatin1String("tokens")].toArray()) {
        list.append(token[QLatin1String("piece")].toString());
    }
    return list;
}

} // namespace

class TestTokensCommand : public QObject
{
    Q_OBJECT

private slots:
    void tableOfAText();
    void idsAlone();
    void specialTokensStayTextUnlessAsked();
    void whatBelongsAroundAText();
    void standardInputMayHoldAnyBytes();
    void manyTokens();
    void longTextTakesLittleMemory();
    void conversationWithAPicture();
    void conversationOfAModelWithoutConfiguration();
    void templatesCannotDriveTheTerminal();
    void faultsAreOneLine_data();
    void faultsAreOneLine();

private:
    QString written(const char* name, const QByteArray& text) const;

    QTemporaryDir m_folder;
};

QString TestTokensCommand::written(const char* name, const QByteArray& text) const
{
    QFile file(m_folder.filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        qFatal("%s cannot be written", name);
    }
    return file.fileName();
}

void TestTokensCommand::tableOfAText()
{
    const Result result = tokens({kTokenizer, QStringLiteral(" the\n the")});
    QCOMPARE(result.exitCode, 0);
    const QList<QByteArray> lines = result.out.split('\n');
    QCOMPARE(lines[0].simplified(), QByteArray("AT ID MARK PIECE"));
    QVERIFY2(lines[1].endsWith("\" the\""), result.out);
    QVERIFY2(lines[2].endsWith("\"\\n\""), result.out);
    QVERIFY2(lines[3].endsWith("\" the\""), result.out);
    QCOMPARE(lines[4], QByteArray("3 tokens"));
    QCOMPARE(tokens({kTokenizer, QString()}).out, QByteArray("0 tokens\n"));
}

void TestTokensCommand::idsAlone()
{
    const QJsonArray list = tokens({kTokenizer, QStringLiteral(" the the"), QStringLiteral("--json")})
                                .json()[QLatin1String("tokens")]
                                .toArray();
    QCOMPARE(list.size(), 2);
    const QByteArray ids = QByteArray::number(list[0][QLatin1String("id")].toInt()) + " " +
                           QByteArray::number(list[1][QLatin1String("id")].toInt()) + "\n";
    QCOMPARE(tokens({kTokenizer, QStringLiteral(" the the"), QStringLiteral("--ids")}).out, ids);
}

void TestTokensCommand::specialTokensStayTextUnlessAsked()
{
    const QString text = QStringLiteral("<|im_end|>");
    const auto plain = tokens({kTokenizer, text, QStringLiteral("--json")}).json()[QLatin1String("tokens")].toArray();
    const auto parsed = tokens({kTokenizer, text, QStringLiteral("--json"), QStringLiteral("--special")})
                            .json()[QLatin1String("tokens")]
                            .toArray();
    QVERIFY(plain.size() > 1);
    QCOMPARE(parsed.size(), 1);
    QCOMPARE(parsed[0][QLatin1String("special")].toBool(), true);
    QVERIFY(tokens({kTokenizer, text, QStringLiteral("--special")}).out.contains("special  \"<|im_end|>\""));
}

void TestTokensCommand::whatBelongsAroundAText()
{
    const QString bert = QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/tokens/bert");
    const QStringList without = pieces(tokens({bert, QStringLiteral("the"), QStringLiteral("--json")}).json());
    QStringList with =
        pieces(tokens({bert, QStringLiteral("the"), QStringLiteral("--json"), QStringLiteral("--around")}).json());
    QCOMPARE(with.takeFirst(), QStringLiteral("[CLS]"));
    QCOMPARE(with.takeLast(), QStringLiteral("[SEP]"));
    QCOMPARE(with, without);
}

void TestTokensCommand::standardInputMayHoldAnyBytes()
{
    const Result result =
        tokens({kTokenizer, QStringLiteral("-"), QStringLiteral("--json")}, QByteArray("a\0b\xFF", 4));
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(pieces(result.json()).mid(0, 3),
             (QStringList{QStringLiteral("a"), QStringLiteral("<0x00>"), QStringLiteral("b")}));
    QCOMPARE(tokens({kTokenizer, QStringLiteral("-")}).out, QByteArray("0 tokens\n"));
}

// More than is written at once.
void TestTokensCommand::manyTokens()
{
    const QByteArray text = QByteArray("a telescope sees\n").repeated(3000);
    const QStringList arguments{kTokenizer, QStringLiteral("-")};
    const QStringList ids = QString::fromUtf8(tokens(arguments + QStringList{QStringLiteral("--ids")}, text).out)
                                .split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QVERIFY(ids.size() > 10000);
    const QList<QByteArray> lines = tokens(arguments, text).out.split('\n');
    QCOMPARE(lines.size(), ids.size() + 3); // header, count, behind the last line end
    QVERIFY(lines.at(0).contains("PIECE"));
    QCOMPARE(lines.at(ids.size() + 1), QByteArray::number(ids.size()) + " tokens");
    const qsizetype column = lines.at(0).indexOf("PIECE");
    const QJsonArray list =
        tokens(arguments + QStringList{QStringLiteral("--json")}, text).json()[QLatin1String("tokens")].toArray();
    QCOMPARE(list.size(), ids.size());
    for (qsizetype at = 0; at < ids.size(); ++at) {
        QCOMPARE(list.at(at)[QLatin1String("id")].toInt(), ids.at(at).trimmed().toInt());
        QCOMPARE(lines.at(at + 1).mid(column), '"' + list.at(at)[QLatin1String("piece")].toString().toUtf8() + '"');
    }
}

// Input and output are files: what this process holds would count for its children.
void TestTokensCommand::longTextTakesLittleMemory()
{
#ifdef __SANITIZE_ADDRESS__
    QSKIP("AddressSanitizer takes memory of its own");
#endif
    constexpr long kMostKilobytes = 300L << 10;
    const QTemporaryDir folder;
    QFile input(folder.filePath(QStringLiteral("letters")));
    QVERIFY(input.open(QFile::WriteOnly));
    QCOMPARE(input.write(QByteArray(5'000'000, 'a')), 5'000'000);
    input.close();
    for (const char* form : {"--ids", "--json", "--around"}) {
        const QString output = folder.filePath(QStringLiteral("output"));
        QProcess process;
        process.setStandardInputFile(input.fileName());
        process.setStandardOutputFile(output);
        process.start(QStringLiteral(FIRSTLIGHT_BIN_DIR "/firstlightctl"),
                      {QStringLiteral("tokens"), kTokenizer, QStringLiteral("-"), QLatin1String(form)});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(QFileInfo(output).size() > 1'000'000);
    }
    rusage usage{};
    QCOMPARE(getrusage(RUSAGE_CHILDREN, &usage), 0);
    QVERIFY2(usage.ru_maxrss < kMostKilobytes, QByteArray::number(static_cast<qlonglong>(usage.ru_maxrss)).constData());
}

void TestTokensCommand::conversationWithAPicture()
{
    QVERIFY(QFile::copy(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/resources/samples/red-circle.png"),
                        m_folder.filePath(QStringLiteral("red.png"))));
    const QString chat =
        written("picture.json", R"({"messages":[{"role":"user","content":[{"type":"image","image":"red.png"},
        {"type":"text","text":"What is it? <|im_end|>"}]}]})");
    const Result result = tokens({kDemo, QStringLiteral("--chat"), chat, QStringLiteral("--json")});
    QVERIFY2(result.exitCode == 0, result.err);
    const QJsonObject json = result.json();
    QVERIFY(json[QLatin1String("rendered_prompt")].toString().startsWith(QLatin1String("<|im_start|>user\n")));
    const int count = json[QLatin1String("images")][0][QLatin1String("token_count")].toInt();
    int ofPicture = 0;
    int ends = 0;
    for (const QJsonValue& token : json[QLatin1String("tokens")].toArray()) {
        ofPicture += token[QLatin1String("image_index")].toInt() == 0 ? 1 : 0;
        ends += token[QLatin1String("piece")] == QLatin1String("<|im_end|>") ? 1 : 0;
    }
    QVERIFY(count > 1);
    QCOMPARE(ofPicture, count);
    QCOMPARE(ends, 1); // what the user typed is text

    const Result table = tokens({kDemo, QStringLiteral("--chat"), chat});
    QVERIFY2(table.out.startsWith("<|im_start|>user\n"), table.out);
    QVERIFY2(table.out.contains("picture 1  \"<|image_pad|>\" x " + QByteArray::number(count)), table.out);
}

void TestTokensCommand::conversationOfAModelWithoutConfiguration()
{
    QTemporaryDir folder;
    QVERIFY(
        QFile::copy(kTokenizer + QStringLiteral("/tokenizer.json"), folder.filePath(QStringLiteral("tokenizer.json"))));
    QVERIFY(QFile::copy(QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/templates/chatml.jinja"),
                        folder.filePath(QStringLiteral("chat_template.jinja"))));
    const QString chat = written("text.json", R"([{"role":"user","content":"Hi"}])");
    const Result result = tokens({folder.path(), QStringLiteral("--chat"), chat});
    QVERIFY2(result.exitCode == 0 && result.out.startsWith("<|im_start|>"), result.err);
}

void TestTokensCommand::templatesCannotDriveTheTerminal()
{
    QTemporaryDir folder;
    QVERIFY(
        QFile::copy(kTokenizer + QStringLiteral("/tokenizer.json"), folder.filePath(QStringLiteral("tokenizer.json"))));
    QFile file(folder.filePath(QStringLiteral("chat_template.jinja")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("\x1B[2J\xE2\x80\xAE{{ messages[0].content }}\nend") > 0);
    file.close();
    const Result result =
        tokens({folder.path(), QStringLiteral("--chat"), written("hi.json", R"([{"role":"user","content":"Hi"}])")});
    QVERIFY2(result.out.startsWith("<0x1B>[2J\\xe2\\x80\\xaeHi\nend\n"), result.out + result.err);
    QVERIFY(!result.out.contains('\x1B'));
}

void TestTokensCommand::faultsAreOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("named");
    const QString chat = QStringLiteral("--chat");
    QTest::newRow("no folder") << QStringList{QStringLiteral("/nowhere"), QStringLiteral("x")} << 1
                               << QStringLiteral("/nowhere");
    QTest::newRow("no tokenizer") << QStringList{m_folder.path(), QStringLiteral("x")} << 1
                                  << QStringLiteral("no other tokenizer");
    QTest::newRow("no file") << QStringList{kDemo, chat, QStringLiteral("/nowhere.json")} << 1
                             << QStringLiteral("/nowhere.json");
    QTest::newRow("no picture")
        << QStringList{kDemo, chat,
                       written("b.json", R"([{"role":"user","content":[{"type":"image","path":"none.png"}]}])")}
        << 1 << QStringLiteral("none.png");
    QTest::newRow("nothing is fetched")
        << QStringList{kDemo, chat,
                       written("c.json", R"([{"role":"user","content":[{"type":"image","url":"https://x/y.png"}]}])")}
        << 1 << QStringLiteral("nothing is fetched");
    QTest::newRow("no conversation") << QStringList{kDemo, chat, written("d.json", "[]")} << 2
                                     << QStringLiteral("no message");
    QTest::newRow("no JSON") << QStringList{kDemo, chat, written("e.json", "[{]")} << 2
                             << QStringLiteral("Correct it and send it again");
    QTest::newRow("no text") << QStringList{kDemo} << 2 << QStringLiteral("tokens takes 2 operands");
}

void TestTokensCommand::faultsAreOneLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, named);
    const Result result = tokens(arguments);
    QVERIFY2(result.exitCode == exitCode, result.err);
    QVERIFY2(result.out.isEmpty(), result.out);
    QVERIFY2(result.err.contains(named.toUtf8()), result.err);
    const bool pointsToHelp = arguments.size() == 1;
    QCOMPARE(result.err.trimmed().count('\n'), pointsToHelp ? 1 : 0);
}

QTEST_GUILESS_MAIN(TestTokensCommand)
#include "tst_tokens_command.moc"
