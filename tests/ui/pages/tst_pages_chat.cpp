#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/pages/chat_page.h"
#include "ui/pages/chat_turn_view.h"
#include "ui/widgets/image_well.h"
#include "ui/widgets/message_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>

using namespace firstlight::ui;
using namespace firstlight::tests;

class TestPagesChat : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void nothingIsSentBeforeTheModelIsReady();
    void enterSendsAndShiftEnterDoesNot();
    void theAnswerStreamsAndEndsWithItsFigures();
    void stopEndsTheAnswer();
    void aFailureIsOneSentenceInPlace();
    void copyGivesTheRawText();
    void reasoningFolds();
    void samplingIsSent();
    void pastedAndDroppedPicturesAreSentInOrder();
    void aDragSaysBeforehandWhetherItIsTaken();
    void aRefusedPictureSaysWhy();
    void plainTextIsPastedAsText();
    void whatTheModelReceivedIsShownOnDemand();
    void aNewConversationStartsEmpty();
    void theDemoModelHasExampleQuestions();
    void otherModelsHaveNone();
    void theSamplingPanelGivesWayToTheConversation();

private:
    template <class Widget>
    Widget* find(const char* name) const
    {
        auto* found = m_page->findChild<Widget*>(QLatin1String(name));
        Q_ASSERT(found != nullptr);
        return found;
    }
    ChatTurnView* turn(int index) const
    {
        return m_page->findChild<ChatTurnView*>(QStringLiteral("turn%1").arg(index));
    }
    QString saved(const char* name, QSize size = {40, 30}) const;
    void makeReady() { emit m_client->deploymentChanged(sampleDeployment(Stage::Serving)); }
    void ask(const char* text)
    {
        find<QPlainTextEdit>("chatInput")->setPlainText(QString::fromUtf8(text));
        find<QPushButton>("sendQuestion")->click();
    }
    void answer(const char* text)
    {
        emit m_client->chatTokens(m_client->lastChat(), {{1, QString::fromUtf8(text), 0}});
    }

    QTemporaryDir m_directory;
    std::unique_ptr<FakeBackendClient> m_client;
    std::unique_ptr<Look> m_look;
    std::unique_ptr<DeploymentStore> m_store;
    JobList m_jobs;
    std::unique_ptr<DeploymentCommands> m_commands;
    std::unique_ptr<ChatSession> m_session;
    std::unique_ptr<ChatPage> m_page;
};

void TestPagesChat::init()
{
    m_client = std::make_unique<FakeBackendClient>();
    m_look = std::make_unique<Look>(Theme::builtIn(QStringLiteral("light")), Formatter());
    m_store = std::make_unique<DeploymentStore>(m_client.get());
    m_session = std::make_unique<ChatSession>(m_client.get());
    m_commands = std::make_unique<DeploymentCommands>(m_client.get(), m_store.get(), &m_jobs);
    m_page = std::make_unique<ChatPage>(m_session.get(), m_store.get(), m_commands.get(), m_look.get());
    m_page->resize(1000, 700);
    m_page->show();
}

void TestPagesChat::cleanup()
{
    m_page.reset();
    m_session.reset();
    m_commands.reset();
    m_store.reset();
}

QString TestPagesChat::saved(const char* name, QSize size) const
{
    const QString path = m_directory.filePath(QLatin1String(name));
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::blue);
    image.save(path);
    return path;
}

void TestPagesChat::nothingIsSentBeforeTheModelIsReady()
{
    auto* send = find<QPushButton>("sendQuestion");
    auto* input = find<QPlainTextEdit>("chatInput");
    input->setPlainText(QStringLiteral("hello"));
    QVERIFY(!send->isEnabled());
    QTest::keyClick(input, Qt::Key_Return);
    QVERIFY(m_client->chats.empty());
    QVERIFY(find<QPushButton>("goToBringUp")->isVisible());
    makeReady();
    QVERIFY(send->isEnabled());
    QVERIFY(!find<QPushButton>("goToBringUp")->isVisible());
    input->setPlainText(QStringLiteral("   "));
    QVERIFY(!send->isEnabled());
}

void TestPagesChat::enterSendsAndShiftEnterDoesNot()
{
    makeReady();
    auto* input = find<QPlainTextEdit>("chatInput");
    QTest::keyClicks(input, QStringLiteral("one"));
    QTest::keyClick(input, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(input, QStringLiteral("two"));
    QVERIFY(m_client->chats.empty());
    QTest::keyClick(input, Qt::Key_Return);
    QCOMPARE(m_client->chats.size(), 1U);
    QCOMPARE(m_client->chats[0].messages[0].parts[0].text, QStringLiteral("one\ntwo"));
    QCOMPARE(input->toPlainText(), QString());
}

void TestPagesChat::theAnswerStreamsAndEndsWithItsFigures()
{
    makeReady();
    ask("hello");
    QCOMPARE(turn(1)->findChild<QLabel*>(QStringLiteral("turnFigures"))->text(), QStringLiteral("requested…"));
    answer("Hel");
    answer("lo,  you");
    QCOMPARE(turn(1)->findChild<QTextEdit*>(QStringLiteral("turnText"))->toPlainText(), QStringLiteral("Hello,  you"));
    emit m_client->chatFinished(m_client->lastChat(), {FinishReason::Length, 92, 14, 12.4, 340, 41.2});
    const QString figures = turn(1)->findChild<QLabel*>(QStringLiteral("turnFigures"))->text();
    for (const char* part : {"12.4 ms", "41.2 tokens/s", "92", "14", "length limit"}) {
        QVERIFY2(figures.contains(QLatin1String(part)), qPrintable(figures));
    }
}

void TestPagesChat::stopEndsTheAnswer()
{
    makeReady();
    auto* stop = find<QPushButton>("stopAnswer");
    QVERIFY(!stop->isVisible());
    ask("tell me everything");
    QVERIFY(stop->isVisible());
    QVERIFY(!find<QPushButton>("sendQuestion")->isEnabled());
    stop->click();
    QCOMPARE(m_client->cancelled.size(), 1U);
    emit m_client->chatFinished(m_client->lastChat(), {FinishReason::Cancelled, 1, 1, 1, 1, 1});
    QVERIFY(!stop->isVisible());
}

void TestPagesChat::aFailureIsOneSentenceInPlace()
{
    makeReady();
    ask("hello");
    answer("Half an ans");
    Failure failure;
    failure.reason = QStringLiteral("GENERATION_INTERRUPTED");
    failure.arguments = {{QStringLiteral("detail"), QStringLiteral("rank 1 ended")}};
    emit m_client->chatFailed(m_client->lastChat(), failure);
    auto* error = turn(1)->findChild<QLabel*>(QStringLiteral("turnError"));
    QTRY_VERIFY(error->isVisible());
    QVERIFY(error->text().contains(QStringLiteral("rank 1 ended")));
    QCOMPARE(turn(1)->text(), QStringLiteral("Half an ans")); // what came stays
    QVERIFY(!find<QPushButton>("stopAnswer")->isVisible());
}

void TestPagesChat::copyGivesTheRawText()
{
    makeReady();
    ask("hello");
    const char* raw = "```\n  code   with  spaces\n```\n";
    answer(raw);
    emit m_client->chatFinished(m_client->lastChat(), {});
    turn(1)->findChild<QToolButton*>(QStringLiteral("copyTurn"))->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(raw));
}

void TestPagesChat::reasoningFolds()
{
    makeReady();
    ask("hello");
    answer("<think>\nfirst this");
    answer(", then that</think>\nThe answer.");
    auto* reasoning = turn(1)->findChild<QTextEdit*>(QStringLiteral("reasoning"));
    auto* toggle = turn(1)->findChild<QToolButton*>(QStringLiteral("reasoningToggle"));
    QCOMPARE(turn(1)->findChild<QTextEdit*>(QStringLiteral("turnText"))->toPlainText(), QStringLiteral("The answer."));
    QTRY_VERIFY(toggle->isVisible());
    QVERIFY(!reasoning->isVisible());
    toggle->click();
    QVERIFY(reasoning->isVisible());
    QCOMPARE(reasoning->toPlainText(), QStringLiteral("first this, then that"));
    QVERIFY(turn(1)->text().startsWith(QStringLiteral("<think>"))); // raw it stays
}

void TestPagesChat::samplingIsSent()
{
    makeReady();
    find<QDoubleSpinBox>("temperature")->setValue(0.7);
    find<QSpinBox>("topK")->setValue(20);
    find<QLineEdit>("seed")->setText(QStringLiteral("18446744073709551"));
    find<QSpinBox>("maxTokens")->setValue(64);
    find<QPlainTextEdit>("systemPrompt")->setPlainText(QStringLiteral("Be brief."));
    ask("hello");
    const SamplingOptions& sent = m_client->chats[0].sampling;
    QVERIFY(!sent.greedy);
    QCOMPARE(sent.temperature, 0.7);
    QCOMPARE(sent.topK, 20);
    QCOMPARE(sent.topP, 0.0); // the checkpoint's default
    QCOMPARE(sent.seed, 18446744073709551ULL);
    QCOMPARE(sent.maxTokens, 64);
    QCOMPARE(m_client->chats[0].messages[0].role, ChatRole::System);
    find<QCheckBox>("greedy")->setChecked(true);
    QVERIFY(!find<QDoubleSpinBox>("temperature")->isEnabled());
    find<QPushButton>("resetSampling")->click();
    QVERIFY(!find<QCheckBox>("greedy")->isChecked());
    QCOMPARE(find<QSpinBox>("maxTokens")->value(), 0);
}

void TestPagesChat::pastedAndDroppedPicturesAreSentInOrder()
{
    makeReady();
    auto* well = find<ImageWell>("imageWell");
    // Pasted: raw picture data on the clipboard.
    auto* pasted = new QMimeData;
    pasted->setImageData(QImage(saved("clip.png")));
    QGuiApplication::clipboard()->setMimeData(pasted);
    QTest::keySequence(find<QPlainTextEdit>("chatInput"), QKeySequence::Paste);
    QTRY_COMPARE(well->count(), 1);
    // Dropped: two files at once.
    QMimeData dropped;
    dropped.setUrls({QUrl::fromLocalFile(saved("a.png")), QUrl::fromLocalFile(saved("b.bmp"))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page.get(), &enter);
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page.get(), &drop);
    QTRY_COMPARE(well->count(), 3);
    well->setCurrentRow(2);
    QTest::keyClick(well, Qt::Key_Left, Qt::AltModifier);
    ask("Which is larger?");
    const std::vector<ChatPart>& parts = m_client->chats[0].messages[0].parts;
    QCOMPARE(parts.size(), 4U);
    QVERIFY(parts[0].image.startsWith("\x89PNG"));
    QVERIFY(parts[1].image.startsWith("BM")); // moved before a.png
    QVERIFY(parts[2].image.startsWith("\x89PNG"));
    QCOMPARE(parts[3].text, QStringLiteral("Which is larger?"));
    QCOMPARE(well->count(), 0);
}

void TestPagesChat::aDragSaysBeforehandWhetherItIsTaken()
{
    auto* hint = find<QLabel>("dropHint");
    QVERIFY(!hint->isVisible());
    QMimeData text;
    text.setText(QStringLiteral("words"));
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page.get(), &enter);
    QVERIFY(hint->isVisible());
    QVERIFY(hint->text().contains(QStringLiteral("Only pictures")));
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page.get(), &drop);
    QVERIFY(!drop.isAccepted() || find<ImageWell>("imageWell")->count() == 0);
    QVERIFY(!hint->isVisible());
}

void TestPagesChat::aRefusedPictureSaysWhy()
{
    QFile file(m_directory.filePath(QStringLiteral("broken.png")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x89PNG\r\n\x1a\n and then nonsense");
    file.close();
    m_page->intake()->takeFiles({file.fileName()});
    auto* notice = find<MessagePanel>("chatNotice");
    QTRY_VERIFY(notice->isVisible());
    QVERIFY(notice->title().contains(QStringLiteral("broken.png")));
    QVERIFY(!notice->text().isEmpty());
    QCOMPARE(find<ImageWell>("imageWell")->count(), 0);
}

void TestPagesChat::plainTextIsPastedAsText()
{
    QGuiApplication::clipboard()->setText(QStringLiteral("just words"));
    auto* input = find<QPlainTextEdit>("chatInput");
    QTest::keySequence(input, QKeySequence::Paste);
    QCOMPARE(input->toPlainText(), QStringLiteral("just words"));
}

void TestPagesChat::whatTheModelReceivedIsShownOnDemand()
{
    makeReady();
    ask("hello");
    auto* toggle = turn(1)->findChild<QToolButton*>(QStringLiteral("receivedToggle"));
    QVERIFY(!toggle->isVisible());
    emit m_client->chatReceived(m_client->lastChat(), sampleReceived());
    QTRY_VERIFY(toggle->isVisible());
    auto* tokens = turn(1)->findChild<QTextEdit*>(QStringLiteral("receivedTokens"));
    QVERIFY(!tokens->isVisible());
    toggle->click();
    QVERIFY(tokens->isVisible());
    QVERIFY(tokens->toPlainText().contains(QStringLiteral("<|im_start|>")));
    QVERIFY(
        turn(1)->findChild<QLabel*>(QStringLiteral("receivedImage0"))->text().contains(QStringLiteral("80 tokens")));
}

void TestPagesChat::aNewConversationStartsEmpty()
{
    makeReady();
    auto* fresh = find<QPushButton>("newConversation");
    QVERIFY(!fresh->isEnabled());
    ask("hello");
    answer("hi");
    emit m_client->chatFinished(m_client->lastChat(), {});
    fresh->click();
    QVERIFY(turn(0) == nullptr);
    QVERIFY(!fresh->isEnabled());
    ask("again");
    QCOMPARE(m_client->chats.back().messages.size(), 1U);
}

void TestPagesChat::theDemoModelHasExampleQuestions()
{
    auto* text = find<QPushButton>("example0");
    auto* picture = find<QPushButton>("example2");
    QVERIFY(!text->isVisible());
    m_client->goOnline(sampleController());
    makeReady();
    QVERIFY(text->isVisible());
    QVERIFY2(!picture->icon().isNull(), "the picture that comes with the question is shown");
    picture->click();
    QCOMPARE(m_client->chats.size(), 1U);
    const std::vector<ChatPart>& parts = m_client->chats[0].messages[0].parts;
    QCOMPARE(parts.size(), 2U);
    QVERIFY(!QImage::fromData(parts[0].image).isNull());
    QCOMPARE(parts[1].text, picture->text());
    QVERIFY(!text->isVisible());
}

void TestPagesChat::otherModelsHaveNone()
{
    m_client->goOnline(sampleController());
    DeploymentState state = sampleDeployment(Stage::Serving);
    state.checkpointPath = QStringLiteral("/models/other");
    emit m_client->deploymentChanged(state);
    QVERIFY(!find<QPushButton>("example0")->isVisible());
}

void TestPagesChat::theSamplingPanelGivesWayToTheConversation()
{
    auto* temperature = find<QDoubleSpinBox>("temperature");
    auto* toggle = find<QToolButton>("samplingToggle");
    QVERIFY(temperature->isVisible());
    m_page->resize(800, 700);
    QVERIFY(!temperature->isVisible());
    toggle->click();
    QVERIFY(temperature->isVisible());
    toggle->click();
    m_page->resize(1000, 700);
    QVERIFY2(!temperature->isVisible(), "who put it away does not get it back by enlarging the window");
    toggle->click();
    m_page->resize(800, 700);
    m_page->resize(1000, 700);
    QVERIFY(temperature->isVisible());
}

QTEST_MAIN(TestPagesChat)
#include "tst_pages_chat.moc"
