#include "backend/base/failure.h"
#include "backend/serve/request_checks.h"
#include "tests/backend/serve/serve_fakes.h"

#include <QTest>

using namespace firstlight;

class TestRequestChecks : public QObject
{
    Q_OBJECT

private slots:
    void aConversationKeepsItsOrder();
    void limitsAreNamed_data();
    void limitsAreNamed();
};

void TestRequestChecks::aConversationKeepsItsOrder()
{
    v1::ChatRequest request = test::question("first");
    request.mutable_messages(0)->add_parts()->set_image("bytes");
    request.add_messages()->set_role("assistant");
    const auto conversation = serve::checkedConversation(request);
    QVERIFY(conversation.ok());
    QCOMPARE(conversation->messages.size(), std::size_t(2));
    QCOMPARE(conversation->messages[0].parts[0].text, std::string("first"));
    QCOMPARE(conversation->messages[0].parts[1].image, std::string("bytes"));
    QVERIFY(conversation->messages[0].parts[1].kind == model::ContentPart::Kind::kImage);
    QCOMPARE(conversation->messages[1].role, std::string("assistant"));
}

void TestRequestChecks::limitsAreNamed_data()
{
    QTest::addColumn<int>("messages");
    QTest::addColumn<QString>("role");
    QTest::addColumn<int>("textBytes");
    QTest::addColumn<int>("images");
    QTest::addColumn<int>("idBytes");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no message") << 0 << "user" << 1 << 0 << 0 << "REQUEST_INVALID";
    QTest::newRow("too many messages") << 1001 << "user" << 1 << 0 << 0 << "REQUEST_INVALID";
    QTest::newRow("unknown role") << 1 << "root" << 1 << 0 << 0 << "REQUEST_INVALID";
    QTest::newRow("too much text") << 1 << "user" << (5 << 20) << 0 << 0 << "REQUEST_INVALID";
    QTest::newRow("too many images") << 1 << "user" << 1 << 17 << 0 << "IMAGE_REJECTED";
    QTest::newRow("long id") << 1 << "user" << 1 << 0 << 500 << "REQUEST_INVALID";
    QTest::newRow("all at the limit") << 1000 << "user" << 4000 << 0 << 128 << "";
}

void TestRequestChecks::limitsAreNamed()
{
    QFETCH(int, messages);
    QFETCH(QString, role);
    QFETCH(int, textBytes);
    QFETCH(int, images);
    QFETCH(int, idBytes);
    QFETCH(QString, reason);
    v1::ChatRequest request;
    request.set_idempotency_id(std::string(static_cast<std::size_t>(idBytes), 'i'));
    for (int i = 0; i < messages; ++i) {
        v1::ChatMessage* message = request.add_messages();
        message->set_role(role.toStdString());
        message->add_parts()->set_text(std::string(static_cast<std::size_t>(textBytes), 't'));
        for (int image = 0; image < images; ++image) {
            message->add_parts()->set_image("x");
        }
    }
    const auto conversation = serve::checkedConversation(request);
    QCOMPARE(QString::fromStdString(conversation.ok() ? "" : base::failureInfo(conversation.status()).reasonId),
             reason);
}

QTEST_GUILESS_MAIN(TestRequestChecks)
#include "tst_request_checks.moc"
