#include "backend/base/failure.h"
#include "backend/model/chat_template.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <fstream>
#include <thread>

using namespace firstlight;
using model::ChatTemplate;
using model::ContentPart;
using model::Conversation;
using model::RenderOptions;
using nlohmann::ordered_json;

namespace {

const std::string kFolder = FIRSTLIGHT_SOURCE_DIR "/tests/golden/templates/";
constexpr const char* kTokens = R"({"bos_token":"<s>","eos_token":{"content":"</s>"}})";

void write(const QTemporaryDir& folder, const char* file, const std::string& text)
{
    std::ofstream(folder.filePath(file).toStdString()) << text;
}

std::string readText(const std::string& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// A user's configuration of the test's own.
struct OwnConfig {
    OwnConfig() { qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); }
    ~OwnConfig() { qputenv("XDG_CONFIG_HOME", before); }
    Q_DISABLE_COPY_MOVE(OwnConfig)

    const QTemporaryDir folder;
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
};

absl::StatusOr<std::unique_ptr<ChatTemplate>> load(const std::string& source, model::TemplateLimits limits = {},
                                                   std::vector<model::Tokenizer::AddedTokenInfo> tokens = {})
{
    const QTemporaryDir folder;
    write(folder, "chat_template.jinja", source);
    write(folder, "tokenizer_config.json", kTokens);
    return ChatTemplate::load(folder.path().toStdString(), std::move(tokens), limits);
}

Conversation says(const std::string& text)
{
    return {{{"user", {{ContentPart::Kind::kText, text, {}}}, {}}}};
}

// A message of the fixtures: "role", "content" as text or parts, and other fields.
model::Message messageOf(ordered_json json)
{
    model::Message message;
    message.role = json["role"];
    const ordered_json content = json["content"];
    for (const ordered_json& part : content.is_array() ? content : ordered_json::array({{{"text", content}}})) {
        const bool isText = part.contains("text");
        message.parts.push_back(
            {isText ? ContentPart::Kind::kText : ContentPart::Kind::kImage, part.value("text", ""), {}});
    }
    json.erase("role");
    json.erase("content");
    message.fieldsJson = json.empty() ? "" : json.dump();
    return message;
}

// A row of a file that the scripts of the folder made, named by its member `of` and its name.
void addRows(const char* file, const char* of)
{
    QTest::addColumn<QString>("row");
    std::ifstream stream(kFolder + file);
    for (const ordered_json& row : ordered_json::parse(stream)) {
        const std::string name = row[of].get<std::string>() + ": " + row["name"].get<std::string>();
        QTest::newRow(name.c_str()) << QString::fromStdString(row.dump());
    }
}

absl::StatusOr<model::RenderedPrompt> renderedRow(ChatTemplate& subject, const ordered_json& row)
{
    Conversation conversation;
    for (const ordered_json& message : row["messages"]) {
        conversation.messages.push_back(messageOf(message));
    }
    RenderOptions options;
    options.addGenerationPrompt = row.value("add_generation_prompt", true);
    options.toolsJson = row.contains("tools") ? row["tools"].dump() : "";
    options.variablesJson = row.contains("variables") ? row["variables"].dump() : "";
    return subject.render(conversation, options);
}

std::string detailOf(const absl::Status& status)
{
    const base::FailureInfo info = base::failureInfo(status);
    return info.reasonId == reasons::kTemplateFailed.id ? info.arguments.at("detail")
                                                        : "not the reason: " + info.reasonId;
}

std::string rendered(ChatTemplate& subject, const Conversation& conversation, const RenderOptions& options = {})
{
    const auto prompt = subject.render(conversation, options);
    return prompt.ok() ? prompt->text : "FAILED " + std::string(prompt.status().message());
}

} // namespace

class TestChatTemplate : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheReference_data();
    void equalsTheReference();
    void sources();
    void noTemplate();
    void whatIsNullIsLeftOut();
    void severalTextsStayApart_data();
    void severalTextsStayApart();
    void encoderOfAProgram();
    void encodersThatShip_data();
    void encodersThatShip();
    void syntaxErrorNamesTheLine();
    void refusalInTheTemplatesWords();
    void controlTokensAreMarked();
    void whitespaceAndWordsAreNotMarked();
    void harmlessTextIsNotMarked();
    void tokensAcrossTheBorderOfAText();
    void assistantKeepsItsOwnTokens();
    void hostileTemplates_data();
    void hostileTemplates();
    void goesOnAfterAHostileConversation();
    void noFilesAndNoProcesses();
    void date();
    void threads();
    void badRequests();
};

void TestChatTemplate::equalsTheReference_data()
{
    addRows("expected.json", "template");
}

void TestChatTemplate::equalsTheReference()
{
    QFETCH(QString, row);
    const ordered_json expected = ordered_json::parse(row.toStdString());
    const std::string name = expected["template"];
    static std::map<std::string, std::unique_ptr<ChatTemplate>> loaded;
    if (!loaded[name]) {
        loaded[name] = load(readText(kFolder + name + ".jinja"), {.wallTime = std::chrono::seconds(20)}).value();
    }
    const auto prompt = renderedRow(*loaded[name], expected);
    if (expected.contains("error")) {
        QVERIFY(!prompt.ok());
        QVERIFY2(detailOf(prompt.status()).find(expected["error"]) != std::string::npos,
                 detailOf(prompt.status()).c_str());
        return;
    }
    QVERIFY2(prompt.ok(), std::string(prompt.status().message()).c_str());
    QCOMPARE(QString::fromStdString(prompt->text), QString::fromStdString(expected["text"]));
    QVERIFY(prompt->literals.empty());
}

void TestChatTemplate::sources()
{
    const QTemporaryDir folder;
    const auto text = [&] {
        const auto subject = ChatTemplate::load(folder.path().toStdString(), {});
        return subject.ok() ? rendered(**subject, says("x")) + " from " + (*subject)->origin()
                            : std::string(subject.status().message());
    };
    write(folder, "tokenizer_config.json", R"({"chat_template":"config {{ messages[0].content }}"})");
    QCOMPARE(text(), std::string("config x from tokenizer_config.json"));
    write(
        folder, "tokenizer_config.json",
        R"({"chat_template":[{"name":"tool_use","template":"t"},{"name":"default","template":"list {{ messages[0].content }}"}]})");
    QCOMPARE(text(), std::string("list x from tokenizer_config.json (\"default\")"));
    write(folder, "chat_template.json", R"({"chat_template":"json {{ messages[0].content }}"})");
    QCOMPARE(text(), std::string("json x from chat_template.json"));
    write(folder, "chat_template.jinja", "jinja {{ messages[0].content }}");
    QCOMPARE(text(), std::string("jinja x from chat_template.jinja"));
}

void TestChatTemplate::noTemplate()
{
    const QTemporaryDir folder;
    write(folder, "tokenizer_config.json", kTokens);
    const auto plain = ChatTemplate::load(folder.path().toStdString(), {}).value();
    QCOMPARE(plain->origin(), std::string("no chat template: plain text"));
    QCOMPARE(rendered(*plain, says("Once upon a time")), std::string("<s>Once upon a time"));
    QVERIFY(QDir(folder.path()).mkdir("encoding"));
    write(folder, "encoding/encoding_new.py", "raise SystemExit");
    const absl::Status byProgram = ChatTemplate::load(folder.path().toStdString(), {}).status();
    QVERIFY2(detailOf(byProgram).find("encoding/encoding_new.py") != std::string::npos, detailOf(byProgram).c_str());
}

// A template in place of the program, from the user's own folder.
// As the reference does: many templates would write "None", or fail.
void TestChatTemplate::whatIsNullIsLeftOut()
{
    const auto subject = load("{{ messages | tojson }}").value();
    const Conversation conversation{{{"assistant", {}, R"({"content": null, "name": null, "tool_calls": []})"},
                                     {"user", {}, R"({"content": null})"},
                                     {"user", {{ContentPart::Kind::kText, "", {}}}, {}}}};
    QCOMPARE(
        rendered(*subject, conversation),
        std::string(R"([{"role": "assistant", "tool_calls": []}, {"role": "user"}, {"role": "user", "content": ""}])"));
}

void TestChatTemplate::severalTextsStayApart_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("expected");
    const QString loop = "{% for part in messages[0].content %}{{ part.text | trim }};{% endfor %}";
    QTest::newRow("of strings") << "{{ messages[0].content | trim }};"
                                << "a b;";
    QTest::newRow("of lists") << loop << "a;b;";
    QTest::newRow("of both") << "{% if messages[0].content is string %}{{ messages[0].content }}{% else %}" + loop +
                                    "{% endif %}"
                             << "a;b;";
}

void TestChatTemplate::severalTextsStayApart()
{
    QFETCH(QString, source);
    QFETCH(QString, expected);
    const auto subject = load(source.toStdString()).value();
    const Conversation conversation{
        {{"user", {{ContentPart::Kind::kText, "a ", {}}, {ContentPart::Kind::kText, "b", {}}}, {}}}};
    QCOMPARE(QString::fromStdString(rendered(*subject, conversation)), expected);
}

void TestChatTemplate::encoderOfAProgram()
{
    const QTemporaryDir folder;
    const OwnConfig config;
    QVERIFY(QDir(config.folder.path()).mkpath("firstlight/encoders"));
    write(config.folder, "firstlight/encoders/encoding_new.jinja", "new {{ messages[0].content }}");
    write(folder, "encoding_new.py", "raise SystemExit");
    const auto subject = ChatTemplate::load(folder.path().toStdString(), {}).value();
    QCOMPARE(rendered(*subject, says("x")), std::string("new x"));
    QCOMPARE(subject->origin(), std::string("encoding_new.jinja, in place of encoding_new.py"));
}

void TestChatTemplate::encodersThatShip_data()
{
    addRows("encoders.json", "model_type");
}

// What the program of a checkpoint writes, from a folder whose program is never run.
void TestChatTemplate::encodersThatShip()
{
    QFETCH(QString, row);
    const ordered_json expected = ordered_json::parse(row.toStdString());
    const QTemporaryDir folder;
    const OwnConfig config;
    QVERIFY(QDir(folder.path()).mkpath("encoding"));
    const std::string program = expected["encoder"];
    write(folder, program.c_str(), "raise SystemExit # " + expected["program"].get<std::string>());
    write(folder, "config.json", ordered_json({{"model_type", expected["model_type"]}}).dump());
    const auto subject =
        ChatTemplate::load(folder.path().toStdString(), {}, {.wallTime = std::chrono::seconds(20)}).value();
    QVERIFY2(subject->origin().ends_with(".jinja, in place of " + program), subject->origin().c_str());
    const auto prompt = renderedRow(*subject, expected);
    QVERIFY2(prompt.ok(), std::string(prompt.status().message()).c_str());
    QCOMPARE(QString::fromStdString(prompt->text), QString::fromStdString(expected["text"]));
}

void TestChatTemplate::syntaxErrorNamesTheLine()
{
    const auto subject = load("line one\n{% for x in %}");
    QVERIFY2(detailOf(subject.status()).starts_with("chat_template.jinja: line 2: "),
             detailOf(subject.status()).c_str());
}

void TestChatTemplate::refusalInTheTemplatesWords()
{
    const auto subject = load("{{ raise_exception('Roles must alternate!') }}").value();
    QCOMPARE(detailOf(subject->render(says("x"), {}).status()),
             std::string("chat_template.jinja: Roles must alternate!"));
}

void TestChatTemplate::controlTokensAreMarked()
{
    const auto subject = load("<|a|>{{ messages[0].content | trim }}<|b|>{{ tools | tojson }}", {},
                              {{1, "<|a|>", true}, {2, "<|b|>", true}, {3, "<plain>", false}})
                             .value();
    RenderOptions options;
    options.toolsJson = R"([{"x":"<|b|>"}])";
    const auto prompt = subject->render(says(" <|a|><plain>\n"), options).value();
    QCOMPARE(prompt.text, std::string("<|a|><|a|><plain><|b|>[{\"x\": \"<|b|>\"}]"));
    const std::size_t inTools = prompt.text.rfind("<|b|>");
    const std::vector<model::TextSpan> expected = {{5, 10}, {inTools, inTools + 5}};
    QVERIFY(prompt.literals == expected);
}

// Added tokens that a template happens to write are no marks of it: the reference strips and splits such text, too.
void TestChatTemplate::whitespaceAndWordsAreNotMarked()
{
    const auto subject =
        load("<|a|>user\n    {{ messages[0].content | trim }}\n<|a|>", {},
             {{1, "<|a|>", true}, {2, "\n", false}, {3, "    ", false}, {4, "user", false}, {5, " ", true}})
            .value();
    const auto prompt = subject->render(says("\nuser:\n    x \n"), {}).value();
    QCOMPARE(prompt.text, std::string("<|a|>user\n    user:\n    x\n<|a|>"));
    QVERIFY(prompt.literals.empty());
}

void TestChatTemplate::harmlessTextIsNotMarked()
{
    const auto subject =
        load("<|a|>{{ messages[0].content | length }}", {}, {{1, "<|a|>", true}, {2, "<plain>", false}}).value();
    const auto prompt = subject->render(says("x < y, <plain>, \xF4\x8F\xBF\xBE and \xFF"), {}).value();
    QCOMPARE(prompt.text, std::string("<|a|>22")); // what no text may contain is left out, what is broken is replaced
    QVERIFY(prompt.literals.empty());
}

void TestChatTemplate::tokensAcrossTheBorderOfAText()
{
    const auto subject =
        load("{{ messages[0].content }}a|>{{ messages[0].content }}", {}, {{1, "<|a|>", true}}).value();
    const auto prompt = subject->render(says("x<|"), {}).value();
    QCOMPARE(prompt.text, std::string("x<|a|>x<|"));
    const std::vector<model::TextSpan> expected = {{3, 3}, {9, 9}};
    QVERIFY(prompt.literals == expected);
}

void TestChatTemplate::assistantKeepsItsOwnTokens()
{
    const auto subject = load("{% for m in messages %}{{ m.content }}{% endfor %}<think>", {},
                              {{1, "<|a|>", true}, {2, "<think>", false}})
                             .value();
    Conversation conversation = says("<think>");
    conversation.messages.push_back({"assistant", {{ContentPart::Kind::kText, "<think><|a|>", {}}}, {}});
    const auto prompt = subject->render(conversation, {}).value();
    const std::vector<model::TextSpan> expected = {{0, 7}, {14, 19}};
    QVERIFY(prompt.literals == expected);
}

void TestChatTemplate::hostileTemplates_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("detail");
    QTest::newRow("time") << "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
                          << "it was stopped, it does not end ";
    QTest::newRow("memory") << "{{ 'x' * 9999999999 }}"
                            << "more memory than its limit";
    QTest::newRow("output") << "{% for a in range(9999) %}{{ 'xxxxxxxxxxxxxxxx' * 999 }}{% endfor %}"
                            << "more than its limit of output";
    QTest::newRow("depth") << "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}"
                           << "calls itself too deeply";
    QTest::newRow("class") << "{{ ''.__class__.__mro__ }}"
                           << "is unsafe";
    QTest::newRow("globals") << "{{ cycler.__init__.__globals__.os.system('id') }}"
                             << "is unsafe";
    QTest::newRow("namespace") << "{% set n = namespace(__class__=1) %}"
                               << "namespace cannot have";
    QTest::newRow("attr filter") << "{{ ('' | attr('__class__')).mro() }}"
                                 << "is unsafe";
    QTest::newRow("change the messages") << "{{ messages.append(1) }}"
                                         << "is unsafe";
    QTest::newRow("format string") << "{{ '{0.__class__.__mro__}'.format('') }}"
                                   << "is unsafe";
    QTest::newRow("functions of the environment") << "{{ lipsum.__globals__.os }}"
                                                  << "is unsafe";
    QTest::newRow("functions of the helper") << "{{ raise_exception.__globals__.os }}"
                                             << "is unsafe";
    QTest::newRow("methods of the helper") << "{{ strftime_now.__func__.__code__ }}"
                                           << "is unsafe";
    QTest::newRow("doubling")
        << "{% set n = namespace(s=[1]) %}{% for a in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}"
        << "more memory than its limit";
    QTest::newRow("wide number") << "{{ '%999999999d' % 1 }}"
                                 << "more memory than its limit";
    QTest::newRow("wide text") << "{{ 'a' | center(999999999) }}"
                               << "more memory than its limit";
    QTest::newRow("long range") << "{{ range(99999999) | list }}"
                                << "Range too big";
    QTest::newRow("recursive loop") << "{% for a in messages recursive %}{{ loop(messages) }}{% endfor %}"
                                    << "calls itself too deeply";
    QTest::newRow("import") << "{% import 'os' as os %}"
                            << "no loader for this environment";
}

void TestChatTemplate::hostileTemplates()
{
    QFETCH(QString, source);
    QFETCH(QString, detail);
    const std::chrono::seconds wallTime(QTest::currentDataTag() == QByteArray("time") ? 2 : 20); // on a busy machine
    const auto subject = load(source.toStdString(), {.wallTime = wallTime});
    const absl::Status status = subject.ok() ? (*subject)->render(says("x"), {}).status() : subject.status();
    QVERIFY2(QString::fromStdString(detailOf(status)).contains(detail), detailOf(status).c_str());
    QVERIFY(QString::fromStdString(detailOf(status)).startsWith("chat_template.jinja"));
}

void TestChatTemplate::goesOnAfterAHostileConversation()
{
    const char* source = "{% if messages[0].content == 'loop' %}{% for a in range(99999) %}{% for b in range(99999) %}"
                         "{% endfor %}{% endfor %}{% elif messages[0].content == 'grow' %}{{ 'x' * 9999999999 }}"
                         "{% endif %}{{ messages[0].content }}";
    const auto subject = load(source).value();
    for (const char* text : {"loop", "grow", "loop"}) {
        QVERIFY(!subject->render(says(text), {}).ok());
        QCOMPARE(rendered(*subject, says("fine")), std::string("fine"));
    }
}

// What a template that got out of Jinja's sandbox would still meet.
void TestChatTemplate::noFilesAndNoProcesses()
{
    const auto subject = load("{{ messages[0].content }}").value();
    QCOMPARE(rendered(*subject, says("x")), std::string("x"));
    const QByteArray self = QByteArray::number(QCoreApplication::applicationPid());
    QFile children("/proc/self/task/" + self + "/children");
    QVERIFY(children.open(QIODevice::ReadOnly));
    const QList<QByteArray> list = children.readAll().simplified().split(' ');
    QVERIFY(!list.last().isEmpty());
    QFile status("/proc/" + list.last() + "/status");
    QVERIFY(status.open(QIODevice::ReadOnly));
    const QByteArray text = status.readAll();
    QVERIFY(text.contains("Seccomp:\t2"));
    QVERIFY(text.contains("NoNewPrivs:\t1"));
    QFile limits("/proc/" + list.last() + "/limits");
    QVERIFY(limits.open(QIODevice::ReadOnly));
    const QString limitText = limits.readAll().simplified();
    QVERIFY(limitText.contains("Max open files 0 0"));
    QVERIFY(limitText.contains("Max processes 0 0"));
    QVERIFY(limitText.contains("Max file size 0 0"));
    QVERIFY(limitText.contains("Max address space 536870912"));
    QCOMPARE(QDir("/proc/" + list.last() + "/fd").entryList(QDir::Files | QDir::System).size(), 3);
}

void TestChatTemplate::date()
{
    const auto subject = load("{{ strftime_now('%d %b %Y') }}").value();
    RenderOptions options;
    options.now = std::chrono::system_clock::time_point(std::chrono::seconds(1795953600)); // noon of 2026-11-29, UTC
    QCOMPARE(rendered(*subject, says("x"), options), std::string("29 Nov 2026"));
}

void TestChatTemplate::threads()
{
    const auto subject = load("{{ messages[0].content }}", {.wallTime = std::chrono::seconds(20)}).value();
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (int j = 0; j < 20; ++j) {
                const std::string text = std::to_string(i * 100 + j);
                right += rendered(*subject, says(text)) == text ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    QCOMPARE(right.load(), 80);
}

void TestChatTemplate::badRequests()
{
    const auto subject = load("{{ messages[0].content }}").value();
    const auto reason = [&](const Conversation& conversation, const RenderOptions& options) {
        return base::failureInfo(subject->render(conversation, options).status()).reasonId;
    };
    QCOMPARE(reason({}, {}), std::string("REQUEST_INVALID"));
    RenderOptions options;
    options.toolsJson = "{}";
    QCOMPARE(reason(says("x"), options), std::string("REQUEST_INVALID"));
    options = {};
    options.variablesJson = "[1";
    QCOMPARE(reason(says("x"), options), std::string("REQUEST_INVALID"));
}

QTEST_GUILESS_MAIN(TestChatTemplate)
#include "tst_chat_template.moc"
