// The whole console without a backend: navigation, command field, connection, first start, languages, closing.
#include "tests/gui/console_fixture.h"
#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/client/failure_text.h"
#include "ui/widgets/message_panel.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>
#include <QTranslator>

using namespace firstlight;
using namespace firstlight::tests;
using namespace firstlight::ui;
using namespace std::chrono_literals;

namespace {

// Every text 40 % longer, as another language may be.
class Longer : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* text, const char*, int) const override
    {
        const QString original = QString::fromUtf8(text);
        return original + QString(original.size() * 2 / 5, QLatin1Char('w'));
    }
};

bool isInteractive(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) != nullptr ||
           qobject_cast<const QLineEdit*>(widget) != nullptr || qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView*>(widget) != nullptr ||
           qobject_cast<const QTextEdit*>(widget) != nullptr || qobject_cast<const QPlainTextEdit*>(widget) != nullptr;
}

// Parts that Qt makes inside its own widgets: the field of a spin box, the button of a line edit, the list of a combo.
bool isPartOfAnother(const QWidget* widget)
{
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
            qobject_cast<const QComboBox*>(parent) != nullptr || qobject_cast<const QLineEdit*>(parent) != nullptr ||
            parent->inherits("QDockWidget") || parent->inherits("QTabBar") || parent->inherits("QMenuBar")) {
            return parent->inherits("QDockWidget") ? widget->inherits("QDockWidgetTitleButton") : true;
        }
        if (qobject_cast<const QAbstractItemView*>(parent) != nullptr) {
            return true;
        }
    }
    return false;
}

DeploymentState failedDeployment()
{
    DeploymentState state = sampleDeployment(Stage::Failed);
    state.failure = makeFailure(reasons::kRankExited, {{QStringLiteral("rank"), QStringLiteral("1")},
                                                       {QStringLiteral("node"), QStringLiteral("node-1")},
                                                       {QStringLiteral("how"), QStringLiteral("killed by signal 9")}});
    state.failure.rank = 1;
    return state;
}

} // namespace

class TestGuiConsole : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theFirstStartIsOneClick();
    void theFirstStartWaitsForTheController();
    void aFailedFirstStartStaysWhereItFailed();
    void everyPageIsOneClickAway();
    void pagesHaveShortcuts();
    void theCommandFieldGoesToAPage();
    void theCommandFieldFindsRanksAndShowsThem();
    void theCommandFieldFindsLogLines();
    void escapeLeavesTheCommandField();
    void aCutIsExplainedAndMended();
    void theRailCollapses();
    void theLastViewComesBack();
    void theLanguageChangesAtRunTime();
    void theThemeChangesAtRunTime();
    void stoppingAsksOnceAndTheSafeButtonIsTheDefault();
    void closingAsksWhenSomethingEndsWithIt();
    void theSelectionIsTheSameOnEveryPage();
    void lostLinesAreShown();
    void everyWidgetHasItsNames();
    void longerWordsFit();
    void actionsWorkFromAnywhere();
    void theDemoStartsFromTheMenuToo();
    void aFailureIsSaidOnEveryPage();
    void theWayFromAFailureToItsLog();
    void oneCheckpointOnAllPages();
    void theCheckpointOfTheCommandLineIsOpened();
    void theInspectorLeavesRoomForTheConversation();
    void fieldsHaveAFrameInEveryTheme();

private:
    void open();
    [[nodiscard]] MainWindow* window() const { return m_session->window(); }
    [[nodiscard]] QAction* action(const char* name) const { return window()->findChild<QAction*>(QLatin1String(name)); }

    std::unique_ptr<ConsoleSettingsFile> m_settings;
    std::unique_ptr<FakeBackendClient> m_client;
    std::unique_ptr<console::ConsoleSession> m_session;
    bool m_endsWithConsole = false;
};

void TestGuiConsole::init()
{
    m_settings = std::make_unique<ConsoleSettingsFile>();
    m_client = std::make_unique<FakeBackendClient>();
    m_client->onStart = [](const StartRequest&) { return DeploymentId{QStringLiteral("d-1")}; };
    m_endsWithConsole = false;
    open();
}

void TestGuiConsole::open()
{
    m_session = std::make_unique<console::ConsoleSession>(
        console::ConsoleSession::Parts{m_client.get(), &m_settings->settings(), [] { return kSampleStart + 6s; },
                                       [this] { return m_endsWithConsole; }});
    m_session->show({});
    QVERIFY(QTest::qWaitForWindowExposed(window()));
}

void TestGuiConsole::cleanup()
{
    m_session.reset();
    m_client.reset();
}

void TestGuiConsole::theFirstStartIsOneClick()
{
    m_client->goOnline(sampleController());
    auto* demo = find<QPushButton>(window(), "bringUpDemo");
    QVERIFY(demo->isVisible());
    QTest::mouseClick(demo, Qt::LeftButton);
    QCOMPARE(window()->currentPage(), QStringLiteral("bring-up"));
    QCOMPARE(m_client->starts.size(), 1U);
    QCOMPARE(m_client->starts.front().checkpointPath, QStringLiteral("/demo"));
    emit m_client->deploymentChanged(sampleDeployment(Stage::StreamWeights));
    QCOMPARE(window()->currentPage(), QStringLiteral("bring-up"));
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    QCOMPARE(window()->currentPage(), QStringLiteral("chat"));
    // Only the first time: whoever goes elsewhere stays there.
    window()->showPage(QStringLiteral("bring-up"));
    DeploymentState again = sampleDeployment(Stage::Serving);
    ++again.revision;
    emit m_client->deploymentChanged(again);
    QCOMPARE(window()->currentPage(), QStringLiteral("bring-up"));
}

void TestGuiConsole::theFirstStartWaitsForTheController()
{
    auto* demo = find<QPushButton>(window(), "bringUpDemo");
    auto* state = find<QLabel>(window(), "welcomeState");
    QVERIFY(!demo->isEnabled());
    QVERIFY(state->text().contains(QStringLiteral("Starting the controller")));
    ControllerInfo without = sampleController();
    without.demoCheckpointPath.clear();
    m_client->goOnline(without);
    QVERIFY(!demo->isEnabled());
    QVERIFY(state->text().contains(QStringLiteral("not installed")));
    m_client->goOnline(sampleController());
    QVERIFY(demo->isEnabled());
}

void TestGuiConsole::aFailedFirstStartStaysWhereItFailed()
{
    m_client->goOnline(sampleController());
    QTest::mouseClick(find<QPushButton>(window(), "bringUpDemo"), Qt::LeftButton);
    DeploymentState failed = sampleDeployment(Stage::Failed);
    failed.failure =
        makeFailure(reasons::kShardTruncated, {{QStringLiteral("file"), QStringLiteral("model-1.safetensors")}});
    emit m_client->deploymentChanged(failed);
    QCOMPARE(window()->currentPage(), QStringLiteral("bring-up"));
    auto* panel = find<MessagePanel>(window(), "failurePanel");
    QVERIFY(panel->isVisible());
    QVERIFY(panel->title().contains(QStringLiteral("model-1.safetensors")));
    QVERIFY(panel->text().contains(QStringLiteral("Download")));
}

void TestGuiConsole::everyPageIsOneClickAway()
{
    const QStringList pages = {QStringLiteral("cluster"),  QStringLiteral("model"),   QStringLiteral("plan"),
                               QStringLiteral("bring-up"), QStringLiteral("shards"),  QStringLiteral("memory"),
                               QStringLiteral("comm"),     QStringLiteral("chat"),    QStringLiteral("logs"),
                               QStringLiteral("diagnose"), QStringLiteral("reports"), QStringLiteral("settings")};
    for (const QString& page : pages) {
        auto* button = window()->findChild<QToolButton*>(QStringLiteral("nav_") + page);
        QVERIFY2(button != nullptr, qPrintable(page));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(window()->currentPage(), page);
        QVERIFY(button->isChecked());
        QVERIFY(window()->findChild<QWidget*>(QStringLiteral("page_") + page)->isVisible());
    }
}

void TestGuiConsole::pagesHaveShortcuts()
{
    QTest::keySequence(window(), QKeySequence(QStringLiteral("Ctrl+9")));
    QCOMPARE(window()->currentPage(), QStringLiteral("logs"));
    QTest::keySequence(window(), QKeySequence(QStringLiteral("Ctrl+1")));
    QCOMPARE(window()->currentPage(), QStringLiteral("cluster"));
    // Every action of the menus can be found, and no shortcut is given twice.
    QStringList shortcuts;
    for (const QAction* action : window()->findChildren<QAction*>()) {
        if (!action->shortcut().isEmpty() && !action->objectName().isEmpty()) {
            QVERIFY2(!shortcuts.contains(action->shortcut().toString()), qPrintable(action->text()));
            shortcuts += action->shortcut().toString();
        }
    }
    QVERIFY(shortcuts.size() > 14);
}

void TestGuiConsole::theCommandFieldGoesToAPage()
{
    QTest::keySequence(window(), QKeySequence(QStringLiteral("Ctrl+K")));
    auto* field = find<QLineEdit>(window(), "paletteField");
    QVERIFY(field->isVisible());
    QVERIFY(find<QListWidget>(window(), "paletteList")->count() > 15);
    QTest::keyClicks(field, QStringLiteral("setti"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->isVisible());
    QCOMPARE(window()->currentPage(), QStringLiteral("settings"));
}

void TestGuiConsole::theCommandFieldFindsRanksAndShowsThem()
{
    m_client->goOnline(sampleController());
    emit m_client->clusterChanged(sampleCluster());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    emit m_client->metricsArrived({sampleFrame(0ms)});
    QVERIFY(!find<QDockWidget>(window(), "inspectorDock")->isVisible());
    action("paletteAction")->trigger();
    auto* field = find<QLineEdit>(window(), "paletteField");
    QTest::keyClicks(field, QStringLiteral("rank 1"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(find<QDockWidget>(window(), "inspectorDock")->isVisible());
    QCOMPARE(find<QLabel>(window(), "inspectorTitle")->text(), QStringLiteral("Rank 1"));
}

void TestGuiConsole::theCommandFieldFindsLogLines()
{
    emit m_client->logsArrived({{sampleLog(1, 0, Severity::Info, QStringLiteral("the needle in the haystack")),
                                 sampleLog(2, 0, Severity::Info, QStringLiteral("hay"))},
                                0});
    action("paletteAction")->trigger();
    auto* field = find<QLineEdit>(window(), "paletteField");
    QTest::keyClicks(field, QStringLiteral("needle"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(window()->currentPage(), QStringLiteral("logs"));
    QCOMPARE(find<QTableView>(window(), "logTable")->model()->rowCount(), 1);
}

void TestGuiConsole::escapeLeavesTheCommandField()
{
    window()->showPage(QStringLiteral("logs"));
    auto* search = find<QLineEdit>(window(), "logSearch");
    search->setFocus();
    action("paletteAction")->trigger();
    auto* field = find<QLineEdit>(window(), "paletteField");
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!field->isVisible());
    QCOMPARE(window()->currentPage(), QStringLiteral("logs"));
    QCOMPARE(QApplication::focusWidget(), search);
}

void TestGuiConsole::aCutIsExplainedAndMended()
{
    auto* banner = find<MessagePanel>(window(), "connectionBanner");
    auto* veil = find<QWidget>(window(), "staleVeil");
    m_client->goOnline(sampleController());
    QVERIFY(!banner->isVisible());
    const Failure lost = makeFailure(reasons::kControllerLost, {{QStringLiteral("how"), QStringLiteral("killed")}});
    m_client->setState({ConnectionPhase::Offline, lost, kSampleStart + 2s, {}});
    QVERIFY(banner->isVisible());
    QVERIFY(veil->isVisible());
    QCOMPARE(banner->title(), QStringLiteral("The controller is gone (killed)."));
    QVERIFY2(banner->text().contains(QStringLiteral("4.00 s old")), qPrintable(banner->text()));
    QSignalSpy reconnect(m_session.get(), &console::ConsoleSession::reconnectRequested);
    QTest::mouseClick(find<QPushButton>(window(), "reconnectNow"), Qt::LeftButton);
    QCOMPARE(reconnect.size(), 1);
    m_client->goOnline(sampleController());
    QVERIFY(!banner->isVisible());
    QVERIFY(!veil->isVisible());
    // A moment's trouble is no banner.
    m_client->setState({ConnectionPhase::Degraded, lost, kSampleStart, {}});
    QVERIFY(!banner->isVisible());
}

void TestGuiConsole::theRailCollapses()
{
    auto* rail = find<QWidget>(window(), "navigationRail");
    const int wide = rail->width();
    action("collapseAction")->trigger();
    QTRY_VERIFY(rail->width() < wide / 2);
    QCOMPARE(find<QToolButton>(window(), "nav_chat")->toolTip(), QStringLiteral("Chat"));
    QTest::mouseClick(find<QToolButton>(window(), "collapseRail"), Qt::LeftButton);
    QTRY_COMPARE(rail->width(), wide);
}

void TestGuiConsole::theLastViewComesBack()
{
    window()->showPage(QStringLiteral("memory"));
    action("collapseAction")->trigger();
    action("inspectorAction")->trigger();
    window()->resize(1400, 850);
    window()->saveSession(); // as every few seconds: a crash loses little
    m_session.reset();
    open();
    QCOMPARE(window()->currentPage(), QStringLiteral("memory"));
    QVERIFY(find<QDockWidget>(window(), "inspectorDock")->isVisible());
    QVERIFY(find<QWidget>(window(), "navigationRail")->width() < 60);
}

void TestGuiConsole::theLanguageChangesAtRunTime()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    auto* chat = find<QToolButton>(window(), "nav_chat");
    auto* start = find<QPushButton>(window(), "startDeployment");
    QCOMPARE(chat->text(), QStringLiteral("Chat"));
    m_settings->settings().setLanguage(QStringLiteral("zh_CN"));
    QTRY_COMPARE(chat->text(), QStringLiteral("对话"));
    QTRY_COMPARE(start->text(), QStringLiteral("启动"));
    QCOMPARE(failureText(makeFailure(reasons::kNotServing)).what, QStringLiteral("没有正在提供服务的部署。"));
    m_settings->settings().setLanguage(QStringLiteral("en"));
    QTRY_COMPARE(chat->text(), QStringLiteral("Chat"));
    QTRY_COMPARE(start->text(), QStringLiteral("Start"));
}

void TestGuiConsole::theThemeChangesAtRunTime()
{
    const QColor light = window()->palette().color(QPalette::Window);
    m_settings->settings().setTheme(ThemeChoice::Dark);
    QTRY_VERIFY(window()->palette().color(QPalette::Window).lightness() < 60);
    QVERIFY(light.lightness() > 200);
    action("themeLight")->trigger();
    QTRY_COMPARE(window()->palette().color(QPalette::Window), light);
    QCOMPARE(m_settings->settings().theme(), ThemeChoice::Light);
}

void TestGuiConsole::stoppingAsksOnceAndTheSafeButtonIsTheDefault()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    action("stopAction")->trigger();
    auto* box = window()->findChild<QMessageBox*>(QStringLiteral("confirmStop"));
    QVERIFY(box != nullptr);
    QVERIFY(box->text().contains(QStringLiteral("firstlight-demo")));
    QCOMPARE(box->defaultButton()->objectName(), QStringLiteral("cancel"));
    QVERIFY(press("confirmStop", "cancel"));
    QVERIFY(m_client->stops.empty());
    action("stopAction")->trigger();
    QVERIFY(press("confirmStop", "confirm"));
    QCOMPARE(m_client->stops.size(), 1U);
    QVERIFY(!action("stopAction")->isEnabled());
}

void TestGuiConsole::closingAsksWhenSomethingEndsWithIt()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    m_endsWithConsole = true;
    QVERIFY(!window()->close());
    QVERIFY(press("confirmClose", "cancel"));
    QVERIFY(window()->isVisible());
    QVERIFY(!window()->close());
    QVERIFY(press("confirmClose", "confirm"));
    QTRY_VERIFY(!window()->isVisible());
    window()->show();
    m_endsWithConsole = false;
    QVERIFY(window()->close());
}

void TestGuiConsole::theSelectionIsTheSameOnEveryPage()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    window()->showPage(QStringLiteral("bring-up"));
    find<QTableView>(window(), "rankTable")->selectRow(1);
    QCOMPARE(find<QLabel>(window(), "inspectorTitle")->text(), QStringLiteral("Rank 1"));
    emit m_client->logsArrived({{sampleLog(1, 0, Severity::Info, QStringLiteral("from rank 0"))}, 0});
    window()->showPage(QStringLiteral("logs"));
    find<QTableView>(window(), "logTable")->selectRow(0);
    QCOMPARE(find<QLabel>(window(), "inspectorTitle")->text(), QStringLiteral("Rank 0"));
}

void TestGuiConsole::lostLinesAreShown()
{
    auto* dropped = find<QLabel>(window(), "statusDropped");
    QVERIFY(!dropped->isVisible());
    emit m_client->logsArrived({{sampleLog(1, 0, Severity::Info, QStringLiteral("x"))}, 12});
    QVERIFY(dropped->isVisible());
    QVERIFY(dropped->text().contains(QStringLiteral("12")));
}

void TestGuiConsole::everyWidgetHasItsNames()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    QStringList nameless;
    for (const QWidget* widget : window()->findChildren<QWidget*>()) {
        if (!isInteractive(widget) || isPartOfAnother(widget)) {
            continue;
        }
        // As a screen reader is told: the name that was set, a button's text, the label that belongs to a field.
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        if (widget->objectName().isEmpty() || spoken == nullptr || spoken->text(QAccessible::Name).isEmpty()) {
            nameless += QStringLiteral("%1 \"%2\" in %3")
                            .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                 QLatin1String(widget->parentWidget()->metaObject()->className()));
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TestGuiConsole::longerWordsFit()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    Longer longer;
    QApplication::installTranslator(&longer);
    QCoreApplication::processEvents();
    const int width = window()->minimumSizeHint().width();
    QApplication::removeTranslator(&longer);
    QVERIFY2(width <= 1280, qPrintable(QString::number(width)));
}

void TestGuiConsole::actionsWorkFromAnywhere()
{
    m_client->goOnline(sampleController());
    find<QLineEdit>(window(), "checkpointPath")->setText(QStringLiteral("/models/x"));
    window()->showPage(QStringLiteral("settings"));
    action("startAction")->trigger();
    QCOMPARE(window()->currentPage(), QStringLiteral("bring-up"));
    QCOMPARE(m_client->starts.back().checkpointPath, QStringLiteral("/models/x"));
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    action("reportAction")->trigger();
    QCOMPARE(window()->currentPage(), QStringLiteral("reports"));
    QCOMPARE(m_client->reports.size(), 1U);
    action("newConversationAction")->trigger();
    QCOMPARE(window()->currentPage(), QStringLiteral("chat"));
}

void TestGuiConsole::theDemoStartsFromTheMenuToo()
{
    QVERIFY(!action("demoAction")->isEnabled());
    m_client->goOnline(sampleController());
    window()->showPage(QStringLiteral("logs"));
    action("demoAction")->trigger();
    QCOMPARE(m_client->starts.size(), 1U);
    QCOMPARE(window()->currentPage(), QStringLiteral("bring-up"));
}

void TestGuiConsole::aFailureIsSaidOnEveryPage()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    window()->showPage(QStringLiteral("chat"));
    auto* banner = find<MessagePanel>(window(), "failureBanner");
    QVERIFY(!banner->isVisible());
    emit m_client->deploymentChanged(failedDeployment());
    QVERIFY(banner->isVisible());
    QVERIFY2(banner->title().contains(QStringLiteral("Rank 1 on node-1")), qPrintable(banner->title()));
    QVERIFY(!banner->text().isEmpty());
    for (const char* page : {"cluster", "model", "shards", "logs", "settings"}) {
        window()->showPage(QLatin1String(page));
        QVERIFY2(banner->isVisible(), page);
    }
    QTest::mouseClick(find<QPushButton>(window(), "bannerDiagnosis"), Qt::LeftButton);
    QCOMPARE(window()->currentPage(), QStringLiteral("diagnose"));
    QVERIFY2(!banner->isVisible(), "the page says it itself");
    window()->showPage(QStringLiteral("chat"));
    QTest::mouseClick(banner->findChild<QToolButton*>(QStringLiteral("closeMessage")), Qt::LeftButton);
    QVERIFY(!banner->isVisible());
    DeploymentState next = failedDeployment();
    next.id = {QStringLiteral("d-2")};
    next.created += 1h;
    emit m_client->deploymentChanged(next);
    QVERIFY2(banner->isVisible(), "another failure is another message");
}

void TestGuiConsole::theWayFromAFailureToItsLog()
{
    m_client->goOnline(sampleController());
    emit m_client->logsArrived({{sampleLog(1, 0, Severity::Info, QStringLiteral("of rank 0")),
                                 sampleLog(2, 1, Severity::Info, QStringLiteral("of rank 1"))},
                                0});
    emit m_client->deploymentChanged(failedDeployment());
    window()->showPage(QStringLiteral("chat"));
    auto* next = find<MessagePanel>(window(), "failureBanner")->findChild<QPushButton*>(QStringLiteral("nextStep"));
    QCOMPARE(next->text(), QStringLiteral("Show log of rank 1"));
    QTest::mouseClick(next, Qt::LeftButton);
    QCOMPARE(window()->currentPage(), QStringLiteral("logs"));
    const auto* lines = find<QTableView>(window(), "logTable")->model();
    QCOMPARE(lines->rowCount(), 1);
}

void TestGuiConsole::oneCheckpointOnAllPages()
{
    m_client->goOnline(sampleController());
    auto* ofModel = find<QLineEdit>(window(), "modelPath");
    auto* ofBringUp = find<QLineEdit>(window(), "checkpointPath");
    ofModel->setText(QStringLiteral("/models/a"));
    QTest::keyClick(ofModel, Qt::Key_Return);
    QCOMPARE(ofBringUp->text(), QStringLiteral("/models/a"));
    ofBringUp->setText(QStringLiteral("/models/b"));
    emit ofBringUp->editingFinished();
    QCOMPARE(ofModel->text(), QStringLiteral("/models/b"));
    QCOMPARE(m_client->inspections, (std::vector{QStringLiteral("/models/a"), QStringLiteral("/models/b")}));
    // Whoever types meanwhile is not disturbed by the answer.
    ofBringUp->setText(QStringLiteral("/models/c"));
    emit m_client->connectionStateChanged(m_client->connectionState());
    QCOMPARE(ofBringUp->text(), QStringLiteral("/models/c"));
}

void TestGuiConsole::theCheckpointOfTheCommandLineIsOpened()
{
    m_client->onInspect = [](const QString&) { return sampleCheckpoint(); };
    console::ConsoleOptions options;
    options.checkpoint = QStringLiteral("/models/given");
    m_session->show(options);
    QCOMPARE(find<QLineEdit>(window(), "modelPath")->text(), options.checkpoint);
    QCOMPARE(find<QLineEdit>(window(), "checkpointPath")->text(), options.checkpoint);
    QVERIFY2(m_client->inspections.empty(), "there is nobody to ask yet");
    m_client->goOnline(sampleController());
    QCOMPARE(m_client->inspections, std::vector{options.checkpoint});
    QTRY_VERIFY(find<QLabel>(window(), "modelSummary")->text().contains(QStringLiteral("qwen3_vl_moe")));
}

void TestGuiConsole::theInspectorLeavesRoomForTheConversation()
{
    m_client->goOnline(sampleController());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    window()->showPage(QStringLiteral("chat"));
    window()->resize(1280, 800);
    action("inspectorAction")->trigger();
    QTRY_VERIFY(find<QDockWidget>(window(), "inspectorDock")->isVisible());
    QTRY_VERIFY2(find<QPlainTextEdit>(window(), "chatInput")->width() >= 640,
                 qPrintable(QString::number(find<QPlainTextEdit>(window(), "chatInput")->width())));
    QCOMPARE(window()->width(), 1280);
}

void TestGuiConsole::fieldsHaveAFrameInEveryTheme()
{
    window()->showPage(QStringLiteral("chat"));
    window()->resize(1280, 800);
    const QRect shown(QPoint(), window()->size());
    const auto isThere = [&](const char* name) {
        const auto* field = find<QWidget>(window(), name);
        return field->isVisible() && shown.contains({field->mapTo(window(), QPoint()), field->size()});
    };
    QTRY_VERIFY(isThere("temperature") && isThere("maxTokens"));
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        m_settings->settings().setTheme(theme);
        for (const char* name : {"maxTokens", "topK", "temperature", "seed"}) {
            auto* field = find<QWidget>(window(), name);
            const QImage image = window()->grab({field->mapTo(window(), QPoint()), field->size()}).toImage();
            const QColor frame = image.pixelColor(0, image.height() / 2);
            const QColor around = window()->palette().color(QPalette::Window);
            QVERIFY2(contrastRatio(frame, around) >= 2.5, name);
            const QColor placeholder = field->palette().color(QPalette::PlaceholderText);
            const QColor ground = image.pixelColor(image.width() / 2, 3);
            QVERIFY2(contrastRatio(placeholder, ground) >= 4.5,
                     qPrintable(QStringLiteral("%1: %2 on %3")
                                    .arg(QLatin1String(name), placeholder.name(QColor::HexArgb), ground.name())));
        }
    }
}

QTEST_MAIN(TestGuiConsole)
#include "tst_gui_console.moc"
