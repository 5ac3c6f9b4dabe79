// From an empty window to an answer about a picture: the real window, the real controller, agents and workers.
#include "tests/gui/real_console.h"
#include "ui/models/log_model.h"

#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>

using namespace firstlight;
using namespace firstlight::tests;

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
    void whatTheControllerSaysIsInTheUsersLanguage();
    void stopsAfterAskingOnce();

private:
    [[nodiscard]] ui::MainWindow* window() const { return m_console->window(); }

    std::unique_ptr<RealConsole> m_console;
};

void TestGuiFirstLight::initTestCase()
{
    m_console = std::make_unique<RealConsole>();
    m_console->start();
    QVERIFY(QTest::qWaitForWindowExposed(window()));
}

void TestGuiFirstLight::cleanupTestCase()
{
    QVERIFY2(m_console->end(), "something was left running");
}

void TestGuiFirstLight::bringsTheDemoUpWithOneClick()
{
    bringUpDemo(window());
}

void TestGuiFirstLight::everyPageShowsTheDeployment()
{
    window()->showPage(QStringLiteral("cluster"));
    QTRY_COMPARE(find<QTableView>(window(), "deviceTable")->model()->rowCount(), 2);
    window()->showPage(QStringLiteral("bring-up"));
    QTRY_COMPARE(find<QTableView>(window(), "rankTable")->model()->rowCount(), 2);
    window()->showPage(QStringLiteral("logs"));
    QTRY_VERIFY(find<QTableView>(window(), "logTable")->model()->rowCount() > 0);
    window()->showPage(QStringLiteral("chat"));
}

void TestGuiFirstLight::answersAText()
{
    ask(window(), QStringLiteral("What is 3 plus 4?"));
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
        {QUrl::fromLocalFile(savePicture(m_console->path(QStringLiteral("red.png")), Shape::Circle, Qt::red))});
    QVERIFY(drop(find<QWidget>(window(), "page_chat"), data));
    QTRY_COMPARE(find<QListWidget>(window(), "imageWell")->count(), 1);
    ask(window(), QStringLiteral("What colour is the shape?"));
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
    window()->showPage(QStringLiteral("reports"));
    QTest::mouseClick(find<QPushButton>(window(), "createReport"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(find<QTextBrowser>(window(), "reportPreview")->isVisible(), 30'000);
    QVERIFY(find<QTextBrowser>(window(), "reportPreview")->toPlainText().size() > 200);
}

// The sentences that the console knows are those that the backend writes.
void TestGuiFirstLight::whatTheControllerSaysIsInTheUsersLanguage()
{
    m_console->settings().setLanguage(QStringLiteral("zh_CN"));
    const auto restore = qScopeGuard([this] { m_console->settings().setLanguage(QStringLiteral("en")); });
    QStringList texts;
    const auto* lines = find<QTableView>(window(), "logTable")->model();
    for (int row = 0; row < lines->rowCount(); ++row) {
        if (lines->index(row, ui::LogModel::Source).data().toString() == QStringLiteral("控制器")) {
            texts += lines->index(row, ui::LogModel::Text).data().toString();
        }
    }
    QVERIFY2(texts.size() > 20, "each stage begins and ends");
    window()->showPage(QStringLiteral("plan"));
    const auto* layouts = find<QTableWidget>(window(), "planLayouts");
    QTRY_VERIFY(layouts->rowCount() > 0);
    texts += layouts->item(0, 3)->text();
    for (QString text : texts) {
        text.remove(QRegularExpression(QStringLiteral("\"[^\"]*\""))); // what the model answered
        const bool english = text.contains(QRegularExpression(QStringLiteral("[a-z]+ [a-z]+ [a-z]+")));
        QVERIFY2(!english, qPrintable(text));
    }
}

void TestGuiFirstLight::stopsAfterAskingOnce()
{
    window()->showPage(QStringLiteral("bring-up"));
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
