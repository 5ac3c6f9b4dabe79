// From an empty window to an answer about a picture: the real window, the real controller, agents and workers.
#include "app/console/controller_source.h"
#include "tests/gui/console_fixture.h"
#include "ui/models/image_intake.h"

#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

using namespace firstlight;
using namespace firstlight::tests;

namespace {

// Until the demo model answers its probes; generous, because a busy machine is not a failure.
constexpr int kReadyLimitMs = 180'000;
constexpr int kAnswerLimitMs = 60'000;

} // namespace

class TestGuiFirstLight : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void bringsTheDemoUpWithOneClick();
    void everyPageShowsTheDeployment();
    void answersAText();
    void answersAboutADroppedPicture();
    void showsWhatTheModelReceived();
    void createsAReport();
    void stopsAfterAskingOnce();

private:
    [[nodiscard]] QWidget* window() const { return m_session->window(); }
    void ask(const QString& question);

    QTemporaryDir m_directory;
    ConsoleSettingsFile m_settings;
    std::unique_ptr<ui::GrpcBackendClient> m_client;
    std::unique_ptr<console::ControllerSource> m_controller;
    std::unique_ptr<console::ConsoleSession> m_session;
};

void TestGuiFirstLight::initTestCase()
{
    qputenv("FIRSTLIGHT_RUNTIME_DIR", m_directory.filePath(QStringLiteral("run")).toUtf8());
    qputenv("FIRSTLIGHT_STATE_DIR", m_directory.filePath(QStringLiteral("state")).toUtf8());
    m_client = std::make_unique<ui::GrpcBackendClient>(QStringLiteral("test"));
    m_controller = std::make_unique<console::ControllerSource>(console::ControllerSource::Parts{
        m_client.get(), &m_settings.settings(), QStringLiteral(FIRSTLIGHT_BIN_DIR), false});
    m_session = std::make_unique<console::ConsoleSession>(
        console::ConsoleSession::Parts{m_client.get(), &m_settings.settings(), ui::systemNow, [] { return true; }});
    m_session->show({});
    QVERIFY(QTest::qWaitForWindowExposed(window()));
    m_controller->connectNow();
}

void TestGuiFirstLight::cleanupTestCase()
{
    m_session.reset();
    m_controller.reset();
    m_client.reset();
    QProcess processes;
    processes.start(QStringLiteral("ps"), {QStringLiteral("-eo"), QStringLiteral("args")});
    QVERIFY(processes.waitForFinished());
    QVERIFY2(!processes.readAllStandardOutput().contains(m_directory.path().toUtf8()), "something was left running");
}

void TestGuiFirstLight::bringsTheDemoUpWithOneClick()
{
    auto* demo = find<QPushButton>(window(), "bringUpDemo");
    QVERIFY(demo->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(demo->isEnabled(), 30'000);
    QTest::mouseClick(demo, Qt::LeftButton);
    QCOMPARE(m_session->window()->currentPage(), QStringLiteral("bring-up"));
    QTRY_COMPARE_WITH_TIMEOUT(m_session->window()->currentPage(), QStringLiteral("chat"), kReadyLimitMs);
    QCOMPARE(find<QLabel>(window(), "miniatureStage")->text(), QStringLiteral("Ready"));
}

void TestGuiFirstLight::everyPageShowsTheDeployment()
{
    m_session->window()->showPage(QStringLiteral("cluster"));
    QTRY_COMPARE(find<QTableView>(window(), "deviceTable")->model()->rowCount(), 2);
    m_session->window()->showPage(QStringLiteral("bring-up"));
    QTRY_COMPARE(find<QTableView>(window(), "rankTable")->model()->rowCount(), 2);
    m_session->window()->showPage(QStringLiteral("logs"));
    QTRY_VERIFY(find<QTableView>(window(), "logTable")->model()->rowCount() > 0);
    m_session->window()->showPage(QStringLiteral("chat"));
}

void TestGuiFirstLight::ask(const QString& question)
{
    auto* input = find<QPlainTextEdit>(window(), "chatInput");
    QTest::keyClicks(input, question);
    QTest::keyClick(input, Qt::Key_Return);
    auto* stop = find<QPushButton>(window(), "stopAnswer");
    QVERIFY(stop->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!stop->isVisible(), kAnswerLimitMs);
    QVERIFY2(!lastText(window()).trimmed().isEmpty(),
             qPrintable(lastTurn(window())->findChild<QLabel*>(QStringLiteral("turnError"))->text()));
}

void TestGuiFirstLight::answersAText()
{
    find<QAbstractButton>(window(), "greedy")->setChecked(true);
    ask(QStringLiteral("What is 3 plus 4?"));
    QVERIFY2(lastText(window()).contains(QLatin1Char('7')), qPrintable(lastText(window())));
    QVERIFY(lastTurn(window())
                ->findChild<QLabel*>(QStringLiteral("turnFigures"))
                ->text()
                .contains(QStringLiteral("tokens/s")));
}

void TestGuiFirstLight::answersAboutADroppedPicture()
{
    QTest::mouseClick(find<QPushButton>(window(), "newConversation"), Qt::LeftButton);
    QMimeData data;
    data.setUrls(
        {QUrl::fromLocalFile(savePicture(m_directory.filePath(QStringLiteral("red.png")), Shape::Circle, Qt::red))});
    QVERIFY(drop(find<QWidget>(window(), "page_chat"), data));
    QTRY_COMPARE(find<QListWidget>(window(), "imageWell")->count(), 1);
    ask(QStringLiteral("What colour is the shape?"));
    QVERIFY2(lastText(window()).contains(QStringLiteral("red"), Qt::CaseInsensitive), qPrintable(lastText(window())));
}

void TestGuiFirstLight::showsWhatTheModelReceived()
{
    auto* toggle = lastTurn(window())->findChild<QToolButton*>(QStringLiteral("receivedToggle"));
    QVERIFY(toggle->isVisible());
    toggle->click();
    const QString tokens = lastTurn(window())->findChild<QTextEdit*>(QStringLiteral("receivedTokens"))->toPlainText();
    QVERIFY2(tokens.contains(QStringLiteral("What colour is the shape?")), qPrintable(tokens));
    const QString picture = lastTurn(window())->findChild<QLabel*>(QStringLiteral("receivedImage0"))->text();
    QVERIFY2(picture.contains(QStringLiteral("256 × 192")), qPrintable(picture));
}

void TestGuiFirstLight::createsAReport()
{
    m_session->window()->showPage(QStringLiteral("reports"));
    QTest::mouseClick(find<QPushButton>(window(), "createReport"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(find<QTextBrowser>(window(), "reportPreview")->isVisible(), 30'000);
    QVERIFY(find<QTextBrowser>(window(), "reportPreview")->toPlainText().size() > 200);
}

void TestGuiFirstLight::stopsAfterAskingOnce()
{
    m_session->window()->showPage(QStringLiteral("bring-up"));
    auto* stop = find<QPushButton>(window(), "stopDeployment");
    QTest::mouseClick(stop, Qt::LeftButton);
    QVERIFY(press("confirmStop", "cancel"));
    QVERIFY(stop->isEnabled());
    QTest::mouseClick(stop, Qt::LeftButton);
    QVERIFY(press("confirmStop", "confirm"));
    QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(window(), "miniatureStage")->text(), QStringLiteral("Stopped"), 60'000);
}

QTEST_MAIN(TestGuiFirstLight)
#include "tst_gui_first_light.moc"
