// Conversations as they are written for chat-completions servers.
#include "backend/base/failure.h"
#include "backend/model/chat_document.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace firstlight;
using model::ContentPart;
using Json = nlohmann::json;

namespace {

absl::StatusOr<model::ChatDocument> parse(const std::string& json)
{
    return model::parseChatDocument(json, "chat.json", [](const std::string& name) -> absl::StatusOr<std::string> {
        if (name == "missing.png") {
            return base::failure(reasons::kPathMissing, {{"path", name}, {"detail", "it is not there"}});
        }
        return "bytes of " + name;
    });
}

std::string whatIsWrong(const std::string& json)
{
    return base::failureInfo(parse(json).status()).what;
}

} // namespace

class TestChatDocument : public QObject
{
    Q_OBJECT

private slots:
    void aListOfMessages();
    void partsOfAMessage();
    void fieldsReachTheTemplate();
    void optionsOfTheTemplate();
    void faultsSayWhere_data();
    void faultsSayWhere();
};

void TestChatDocument::aListOfMessages()
{
    const auto read = parse(R"([{"role":"system","content":"Be kind."},{"role":"user","content":"Hi"}])");
    QVERIFY(read.ok());
    QCOMPARE(read->conversation.messages.size(), std::size_t(2));
    QCOMPARE(read->conversation.messages[1].role, std::string("user"));
    QCOMPARE(read->conversation.messages[1].parts.at(0).text, std::string("Hi"));
    QCOMPARE(read->conversation.messages[1].fieldsJson, std::string());
    QVERIFY(read->options.addGenerationPrompt);
    QCOMPARE(read->options.toolsJson, std::string());
}

void TestChatDocument::partsOfAMessage()
{
    const auto read =
        parse(R"([{"role":"user","content":["a",{"type":"text","text":"b"},{"type":"image","image":"1.png"},
        {"type":"image","path":"2.png"},{"type":"image_url","image_url":{"url":"3.png"}},{"type":"image","url":"4.png"},
        {"type":"image_url","image_url":{"url":"data:image/png;base64,AP8="}}]}])");
    QVERIFY2(read.ok(), std::string(read.status().message()).c_str());
    const std::vector<ContentPart>& parts = read->conversation.messages[0].parts;
    QCOMPARE(parts.size(), std::size_t(7));
    QCOMPARE(parts[0].text + parts[1].text, std::string("ab"));
    for (int i = 1; i <= 4; ++i) {
        QCOMPARE(parts[static_cast<std::size_t>(i) + 1].image, "bytes of " + std::to_string(i) + ".png");
    }
    QCOMPARE(parts[6].image, std::string("\0\xFF", 2));
}

void TestChatDocument::fieldsReachTheTemplate()
{
    const auto read = parse(R"([{"content":null,"role":"assistant","reasoning_content":"hm","z":1,"a":2}])");
    QVERIFY(read.ok());
    QVERIFY(read->conversation.messages[0].parts.empty());
    QCOMPARE(parse(R"([{"role":"user","content":[]}])")->conversation.messages[0].parts.size(), std::size_t{1});
    QCOMPARE(read->conversation.messages[0].fieldsJson,
             std::string(R"({"content":null,"reasoning_content":"hm","z":1,"a":2})"));
}

void TestChatDocument::optionsOfTheTemplate()
{
    const auto read = parse(R"({"model":"m","messages":[],"tools":[{"type":"function"}],"add_generation_prompt":false,
        "chat_template_kwargs":{"enable_thinking":false},"documents":null})");
    QVERIFY(read.ok());
    QVERIFY(!read->options.addGenerationPrompt);
    QCOMPARE(read->options.toolsJson, std::string(R"([{"type":"function"}])"));
    QVERIFY(Json::parse(read->options.variablesJson) == Json({{"model", "m"}, {"enable_thinking", false}}));
}

void TestChatDocument::faultsSayWhere_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("named");
    QTest::newRow("no JSON") << "[{"
                             << "chat.json";
    QTest::newRow("a number") << "5"
                              << "chat.json must be a list of messages";
    QTest::newRow("no messages") << R"({"tools":[]})"
                                 << "chat.json must be a list of messages";
    QTest::newRow("no role") << R"([{"role":"user"},{"content":"x"}])"
                             << "messages[1] must be";
    QTest::newRow("content") << R"([{"role":"user","content":5}])"
                             << "messages[0].content must be";
    QTest::newRow("part") << R"([{"role":"user","content":["a",{"type":"video"}]}])"
                          << "messages[0].content[1] is neither";
    QTest::newRow("no text") << R"([{"role":"user","content":[{"type":"text"}]}])"
                             << "messages[0].content[0] has no \"text\"";
    QTest::newRow("no picture") << R"([{"role":"user","content":[{"type":"image"}]}])"
                                << "messages[0].content[0] names no picture";
    QTest::newRow("picture") << R"([{"role":"user","content":[{"type":"image","image":"missing.png"}]}])"
                             << "missing.png";
    QTest::newRow("data") << R"([{"role":"user","content":[{"type":"image","url":"data:image/png;base64,%"}]}])"
                          << "data URL";
    QTest::newRow("data without a comma") << R"([{"role":"user","content":[{"type":"image","url":"data:x"}]}])"
                                          << "data URL";
    QTest::newRow("generation prompt") << R"({"messages":[],"add_generation_prompt":1})"
                                       << "add_generation_prompt";
    QTest::newRow("continued") << R"({"messages":[],"continue_final_message":true})"
                               << "continue_final_message";
}

void TestChatDocument::faultsSayWhere()
{
    QFETCH(QString, json);
    QFETCH(QString, named);
    const std::string what = whatIsWrong(json.toStdString());
    QVERIFY2(QString::fromStdString(what).contains(named), what.c_str());
}

QTEST_GUILESS_MAIN(TestChatDocument)
#include "tst_chat_document.moc"
