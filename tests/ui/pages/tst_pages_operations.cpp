// Cluster, bring-up, logs, reports and settings.
#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/client/failure_text.h"
#include "ui/pages/bring_up_page.h"
#include "ui/pages/cluster_page.h"
#include "ui/pages/diagnose_page.h"
#include "ui/pages/logs_page.h"
#include "ui/pages/reports_page.h"
#include "ui/pages/settings_page.h"
#include "ui/widgets/launch_timeline_view.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/status_chip.h"
#include "ui/widgets/step_button.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

using namespace firstlight;
using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

// Everything a page may take, over one fake client.
struct Bench {
    Bench()
        : look(Theme::builtIn(QStringLiteral("light")), Formatter())
        , deployments(&client)
        , commands(&client, &deployments, &jobs)
        , cluster(&client)
        , metrics(&client)
        , logs(&client)
        , ranks(&deployments, &metrics)
    {
        client.onStart = [](const StartRequest&) { return DeploymentId{QStringLiteral("d-1")}; };
        client.goOnline(sampleController());
    }

    [[nodiscard]] BringUpPage::Parts bringUp()
    {
        return {&commands, &deployments, &ranks, &logs, &selection, &look, [] { return kSampleStart + 6s; }};
    }

    FakeBackendClient client;
    Look look;
    JobList jobs;
    Selection selection;
    DeploymentStore deployments;
    DeploymentCommands commands;
    ClusterStore cluster;
    MetricStore metrics;
    LogModel logs;
    RankTableModel ranks;
};

template <class Widget>
Widget* find(const QWidget& page, const char* name)
{
    auto* found = page.findChild<Widget*>(QLatin1String(name));
    Q_ASSERT(found != nullptr);
    return found;
}

} // namespace

class TestPagesOperations : public QObject
{
    Q_OBJECT

private slots:
    void clusterShowsNodesAndWhatDiffers();
    void clusterSelectsANode();
    void bringUpStartsWhatIsChosen();
    void bringUpTakesAFolderByDrop();
    void bringUpTakesAFile();
    void bringUpTakesAPlan();
    void bringUpSaysRequestedAtOnce();
    void bringUpShowsProgressAndReadiness();
    void bringUpNamesNoLayoutBeforeThereIsOne();
    void bringUpShowsAFailure();
    void bringUpShowsARefusal();
    void bringUpTellsOfTheCheckpointAsItIsChosen();
    void aFailureLeadsToWhereItsNextStepIs();
    void diagnosisShowsTheFirstCauseWithItsEvidence();
    void bringUpSharesTheSelection();
    void logsFilterSearchAndCopy();
    void logsPauseAndFollow();
    void reportsAreCreatedAndSaved();
    void reportsSayWhyNot();
    void settingsChangeWhatTheySay();
    void settingsFollowTheChoiceOfController();
};

void TestPagesOperations::clusterShowsNodesAndWhatDiffers()
{
    Bench bench;
    ClusterPage page(&bench.cluster, &bench.selection, &bench.look, [] { return kSampleStart + 2s; });
    page.show();
    QVERIFY(!find<QTableView>(page, "deviceTable")->isVisible());
    emit bench.client.clusterChanged(sampleCluster());
    QVERIFY(find<QTableView>(page, "deviceTable")->isVisible());
    auto* comparison = find<QTableView>(page, "comparisonTable");
    const int all = comparison->model()->rowCount();
    find<QCheckBox>(page, "onlyDifferences")->setChecked(true);
    QCOMPARE(comparison->model()->rowCount(), 1);
    find<QCheckBox>(page, "onlyDifferences")->setChecked(false);
    QCOMPARE(comparison->model()->rowCount(), all);
}

void TestPagesOperations::clusterSelectsANode()
{
    Bench bench;
    ClusterPage page(&bench.cluster, &bench.selection, &bench.look, systemNow);
    emit bench.client.clusterChanged(sampleCluster());
    find<QTableView>(page, "deviceTable")->selectRow(1);
    QCOMPARE(bench.selection.selected().node, QStringLiteral("node-1"));
}

void TestPagesOperations::bringUpStartsWhatIsChosen()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    QSignalSpy chosen(&page, &BringUpPage::checkpointChosen);
    auto* start = find<QPushButton>(page, "startDeployment");
    QVERIFY(!start->isEnabled());
    find<QLineEdit>(page, "checkpointPath")->setText(QStringLiteral(" /models/big "));
    auto* tp = find<QComboBox>(page, "tensorParallel");
    tp->setCurrentIndex(tp->findData(2));
    start->click();
    QCOMPARE(bench.client.starts.size(), 1U);
    QCOMPARE(bench.client.starts[0], (StartRequest{QStringLiteral("/models/big"), {2, 0, 0, 0}, {}}));
    QCOMPARE(chosen.size(), 1);
    QVERIFY(!start->isEnabled());
}

void TestPagesOperations::bringUpTakesAFolderByDrop()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.show();
    const QTemporaryDir folder;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(folder.path())});
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &drop);
    QCOMPARE(page.checkpoint(), folder.path());
}

void TestPagesOperations::bringUpTakesAFile()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.show();
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("model.gguf"));
    QVERIFY(QFile(file).open(QIODevice::WriteOnly));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &enter);
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &drop);
    QCOMPARE(page.checkpoint(), file);
    page.setCheckpoint(QString());
    page.findChild<QPushButton*>(QStringLiteral("openFile"))->click();
    auto* dialog = page.findChild<QFileDialog*>(QStringLiteral("checkpointFileDialog"));
    QVERIFY(dialog != nullptr && dialog->fileMode() == QFileDialog::ExistingFile);
    emit dialog->fileSelected(file);
    QCOMPARE(page.checkpoint(), file);
}

void TestPagesOperations::bringUpTakesAPlan()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.setCheckpoint(QStringLiteral("/demo"));
    page.setPlan({16, 1, 0, 0}, {8, 4096}); // a degree that the list does not offer
    find<QPushButton>(page, "startDeployment")->click();
    QCOMPARE(bench.client.starts[0].layout.tensorParallel, 16);
    QCOMPARE(bench.client.starts[0].workload, (Workload{8, 4096}));
}

void TestPagesOperations::bringUpSaysRequestedAtOnce()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.startDemo();
    QCOMPARE(find<StatusChip>(page, "deploymentState")->word(), QStringLiteral("Requested"));
    emit bench.client.deploymentChanged(sampleDeployment(Stage::Preflight));
    QTRY_VERIFY(find<StatusChip>(page, "deploymentState")->word().startsWith(QStringLiteral("Preflight")));
}

void TestPagesOperations::bringUpShowsProgressAndReadiness()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.show();
    emit bench.client.deploymentChanged(sampleDeployment(Stage::StreamWeights));
    QVERIFY(find<QLabel>(page, "stageProgress")->text().startsWith(QStringLiteral("Stream weights")));
    QCOMPARE(find<LaunchTimelineView>(page, "launchTimeline")->timeline().rows.size(), 3U);
    QVERIFY(!find<QPushButton>(page, "showChat")->isVisible());
    QVERIFY(find<QPushButton>(page, "stopDeployment")->isEnabled());
    emit bench.client.deploymentChanged(sampleDeployment(Stage::Serving));
    QVERIFY(find<QPushButton>(page, "showChat")->isVisible());
    QVERIFY(find<StatusChip>(page, "deploymentState")->word().startsWith(QStringLiteral("Ready")));
    QSignalSpy stop(&page, &BringUpPage::stopRequested);
    find<QPushButton>(page, "stopDeployment")->click();
    QCOMPARE(stop.size(), 1);
    QVERIFY2(bench.client.stops.empty(), "the page asks its owner, who asks the user");
}

void TestPagesOperations::bringUpNamesNoLayoutBeforeThereIsOne()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    DeploymentState state = sampleDeployment(Stage::Preflight);
    state.plan = {};
    emit bench.client.deploymentChanged(state);
    QCOMPARE(find<StatusChip>(page, "deploymentState")->word(), QStringLiteral("Preflight: firstlight-demo"));
}

void TestPagesOperations::bringUpShowsAFailure()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.show();
    auto* panel = find<MessagePanel>(page, "failurePanel");
    QVERIFY(!panel->isVisible());
    DeploymentState failed = sampleDeployment(Stage::Failed);
    failed.failure = makeFailure(reasons::kRankExited, {{QStringLiteral("rank"), QStringLiteral("1")},
                                                        {QStringLiteral("node"), QStringLiteral("node-1")},
                                                        {QStringLiteral("how"), QStringLiteral("killed by signal 9")}});
    emit bench.client.deploymentChanged(failed);
    QVERIFY(panel->isVisible());
    QCOMPARE(panel->title(), QStringLiteral("Rank 1 on node-1 ended unexpectedly (killed by signal 9)."));
    QVERIFY(!panel->text().isEmpty());
    emit bench.client.logsArrived({{sampleLog(1, 1, Severity::Error, QStringLiteral("out of memory")),
                                    sampleLog(2, 1, Severity::Info, QStringLiteral("fine"))},
                                   0});
    QCOMPARE(find<QTableView>(page, "errorTail")->model()->rowCount(), 1);
    page.setCheckpoint(QStringLiteral("/demo"));
    QVERIFY2(find<QPushButton>(page, "startDeployment")->isEnabled(), "after a failure the next start works");
}

void TestPagesOperations::bringUpShowsARefusal()
{
    Bench bench;
    bench.client.onStart = [](const StartRequest&) {
        return Result<DeploymentId>(
            makeFailure(reasons::kPathMissing, {{QStringLiteral("path"), QStringLiteral("/nowhere")}}));
    };
    BringUpPage page(bench.bringUp());
    page.show();
    page.setCheckpoint(QStringLiteral("/nowhere"));
    find<QPushButton>(page, "startDeployment")->click();
    QTRY_VERIFY(find<MessagePanel>(page, "failurePanel")->isVisible());
    QVERIFY(find<MessagePanel>(page, "failurePanel")->title().contains(QStringLiteral("/nowhere")));
}

void TestPagesOperations::bringUpTellsOfTheCheckpointAsItIsChosen()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    QSignalSpy chosen(&page, &BringUpPage::checkpointChosen);
    auto* path = find<QLineEdit>(page, "checkpointPath");
    path->setText(QStringLiteral(" /models/big "));
    QVERIFY2(chosen.isEmpty(), "not while it is being typed");
    emit path->editingFinished();
    QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("/models/big"));
    find<QPushButton>(page, "chooseDemo")->click();
    QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("/demo"));
    QCOMPARE(page.checkpoint(), QStringLiteral("/demo"));
}

void TestPagesOperations::aFailureLeadsToWhereItsNextStepIs()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.show();
    QSignalSpy steps(&page, &Page::stepRequested);
    DeploymentState failed = sampleDeployment(Stage::Failed);
    failed.failure = makeFailure(reasons::kRankExited, {{QStringLiteral("rank"), QStringLiteral("1")}});
    emit bench.client.deploymentChanged(failed);
    auto* panel = find<MessagePanel>(page, "failurePanel");
    auto* next = panel->findChild<StepButton*>(QStringLiteral("nextStep"));
    QCOMPARE(next->text(), QStringLiteral("Show log of rank 1"));
    next->click();
    QCOMPARE(steps.takeFirst().first().value<NextStep>(), (NextStep{QStringLiteral("logs"), 1}));
    find<StepButton>(page, "failureDiagnosis")->click();
    QCOMPARE(steps.takeFirst().first().value<NextStep>().page, QStringLiteral("diagnose"));
    // A step that is taken on this very page needs no button.
    failed.failure = makeFailure(reasons::kShardChanged, {{QStringLiteral("file"), QStringLiteral("a")}});
    ++failed.revision;
    emit bench.client.deploymentChanged(failed);
    QVERIFY(!next->isVisible());
}

void TestPagesOperations::diagnosisShowsTheFirstCauseWithItsEvidence()
{
    Bench bench;
    DiagnosePage page(&bench.deployments, &bench.logs, &bench.selection, &bench.look);
    page.resize(1000, 700);
    page.show();
    auto* finding = find<MessagePanel>(page, "finding");
    QVERIFY(!finding->isVisible());
    LogLine other = sampleLog(3, 1, Severity::Error, QStringLiteral("of another deployment"));
    other.deployment = {QStringLiteral("d-0")};
    emit bench.client.logsArrived({{sampleLog(1, 0, Severity::Info, QStringLiteral("fine")),
                                    sampleLog(2, 1, Severity::Info, QStringLiteral("my last word")), other,
                                    sampleLog(4, 1, Severity::Error, QStringLiteral("out of memory"))},
                                   0});
    DeploymentState failed = sampleDeployment(Stage::Failed);
    failed.failure = makeFailure(reasons::kRankExited, {{QStringLiteral("rank"), QStringLiteral("1")},
                                                        {QStringLiteral("node"), QStringLiteral("node-1")},
                                                        {QStringLiteral("how"), QStringLiteral("killed by signal 9")}});
    failed.failure.rank = 1;
    failed.failure.stage = Stage::StreamWeights;
    emit bench.client.deploymentChanged(failed);
    QVERIFY(finding->isVisible());
    QVERIFY(finding->title().contains(QStringLiteral("killed by signal 9")));
    const QString where = find<QLabel>(page, "findingWhere")->text();
    QVERIFY2(where.contains(QStringLiteral("Stream weights")) && where.contains(QStringLiteral("rank 1")),
             qPrintable(where));
    QCOMPARE(find<QTableView>(page, "evidence")->model()->rowCount(), 1);
    auto* words = find<QTableView>(page, "lastWords");
    QCOMPARE(words->model()->rowCount(), 2);
    QCOMPARE(words->model()->index(0, LogModel::Text).data().toString(), QStringLiteral("my last word"));
    QTest::mouseClick(words->viewport(), Qt::LeftButton, {}, words->visualRect(words->model()->index(0, 0)).center());
    QCOMPARE(bench.selection.rank(), 1);
    QSignalSpy report(&page, &DiagnosePage::reportRequested);
    find<QPushButton>(page, "findingReport")->click();
    QCOMPARE(report.size(), 1);
}

void TestPagesOperations::bringUpSharesTheSelection()
{
    Bench bench;
    BringUpPage page(bench.bringUp());
    page.resize(1100, 800);
    page.show();
    emit bench.client.deploymentChanged(sampleDeployment(Stage::Serving));
    find<QTableView>(page, "rankTable")->selectRow(1);
    QCOMPARE(bench.selection.rank(), 1);
    auto* timeline = find<LaunchTimelineView>(page, "launchTimeline");
    QTest::keyClick(timeline, Qt::Key_Up);
    QCOMPARE(bench.selection.rank(), 0);
    QTest::mouseClick(timeline->viewport(), Qt::LeftButton, {}, QPoint(40, 22 + 2 * 24 + 12)); // the third row
    QCOMPARE(bench.selection.rank(), 1);
}

void TestPagesOperations::logsFilterSearchAndCopy()
{
    Bench bench;
    LogsPage page(&bench.logs, &bench.selection, &bench.look);
    page.show();
    auto* table = find<QTableView>(page, "logTable");
    QVERIFY(!table->isVisible());
    emit bench.client.logsArrived({{sampleLog(1, 0, Severity::Info, QStringLiteral("loaded shard 1")),
                                    sampleLog(2, 1, Severity::Error, QStringLiteral("lost shard 2"))},
                                   3});
    QVERIFY(table->isVisible());
    auto* rank = find<QComboBox>(page, "logRank");
    QCOMPARE(rank->count(), 4); // all, none, and two ranks
    rank->setCurrentIndex(rank->findData(1));
    QCOMPARE(table->model()->rowCount(), 1);
    rank->setCurrentIndex(0);
    find<QComboBox>(page, "logLevel")->setCurrentIndex(3);
    QCOMPARE(table->model()->rowCount(), 1);
    QVERIFY(find<QLabel>(page, "logCounts")->text().contains(QStringLiteral("1 of 2")));
    QVERIFY(find<QLabel>(page, "logCounts")->text().contains(QLatin1Char('3')));
    find<QComboBox>(page, "logLevel")->setCurrentIndex(0);
    find<QCheckBox>(page, "logRegularExpression")->setChecked(true);
    find<QLineEdit>(page, "logSearch")->setText(QStringLiteral("shard [12"));
    QVERIFY2(!find<QLineEdit>(page, "logSearch")->toolTip().isEmpty(), "an invalid expression says so");
    find<QLineEdit>(page, "logSearch")->setText(QStringLiteral("^loaded"));
    QCOMPARE(table->model()->rowCount(), 1);
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    table->setFocus();
    table->selectAll();
    QTest::keySequence(table, QKeySequence::Copy);
    QVERIFY(QGuiApplication::clipboard()->text().endsWith(QStringLiteral("loaded shard 1")));
    page.searchFor(QStringLiteral("lost"));
    QCOMPARE(table->model()->rowCount(), 1);
    QVERIFY(!find<QCheckBox>(page, "logRegularExpression")->isChecked());
}

void TestPagesOperations::logsPauseAndFollow()
{
    Bench bench;
    LogsPage page(&bench.logs, &bench.selection, &bench.look);
    page.resize(800, 400);
    page.show();
    int next = 0;
    const auto say = [&](int count) {
        std::vector<LogLine> lines;
        for (int i = 0; i < count; ++i) {
            ++next;
            lines.push_back(sampleLog(next, 0, Severity::Info, QStringLiteral("line %1").arg(next)));
        }
        emit bench.client.logsArrived({lines, 0});
    };
    say(200);
    auto* table = find<QTableView>(page, "logTable");
    auto* follow = find<QToolButton>(page, "followLog");
    const auto lastVisible = [table] { return table->rowAt(table->viewport()->height() - 1); };
    QVERIFY(follow->isChecked());
    QTRY_VERIFY(lastVisible() >= 195 || lastVisible() == -1);
    follow->setChecked(false);
    table->scrollToTop();
    say(50);
    QCOMPARE(table->rowAt(0), 0);
    follow->setChecked(true);
    QTRY_VERIFY(table->rowAt(0) > 200);
}

void TestPagesOperations::reportsAreCreatedAndSaved()
{
    Bench bench;
    bench.client.onCreateReport = [](const ReportRequest&) {
        return ReportFile{QStringLiteral("report.html"), QStringLiteral("<h1>All well</h1>")};
    };
    ReportsPage page(&bench.client, &bench.deployments, &bench.jobs, &bench.look);
    page.show();
    auto* create = find<QPushButton>(page, "createReport");
    QVERIFY(!create->isEnabled());
    emit bench.client.deploymentChanged(sampleDeployment(Stage::Serving));
    QVERIFY(create->isEnabled());
    find<QCheckBox>(page, "reportLogs")->setChecked(false);
    create->click();
    QVERIFY(!create->isEnabled());
    QCOMPARE(bench.jobs.titles().size(), 1);
    QTRY_COMPARE(find<QTextBrowser>(page, "reportPreview")->toPlainText(), QStringLiteral("All well"));
    QCOMPARE(bench.client.reports[0], (ReportRequest{{QStringLiteral("d-1")}, false, true}));
    QVERIFY(bench.jobs.titles().isEmpty());
    const QTemporaryDir folder;
    page.saveTo(folder.filePath(QStringLiteral("r.html")));
    QFile file(folder.filePath(QStringLiteral("r.html")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("<h1>All well</h1>"));
}

void TestPagesOperations::reportsSayWhyNot()
{
    Bench bench;
    bench.client.onCreateReport = [](const ReportRequest&) {
        return Result<ReportFile>(makeFailure(reasons::kNoAnswer));
    };
    ReportsPage page(&bench.client, &bench.deployments, &bench.jobs, &bench.look);
    page.show();
    emit bench.client.deploymentChanged(sampleDeployment(Stage::Serving));
    find<QPushButton>(page, "createReport")->click();
    auto* notice = find<MessagePanel>(page, "reportNotice");
    QTRY_VERIFY(notice->isVisible());
    QVERIFY(notice->title().contains(QStringLiteral("did not answer")));
    page.saveTo(QStringLiteral("/nowhere/at/all/r.html"));
    QVERIFY(notice->title().contains(QStringLiteral("/nowhere/at/all")));
    QVERIFY(!notice->text().isEmpty());
}

void TestPagesOperations::settingsChangeWhatTheySay()
{
    Bench bench;
    const QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    ConsoleSettings settings(&store);
    SettingsPage page(&settings, &bench.look);
    page.show();
    const auto choose = [&page](const char* name, const QVariant& data) {
        auto* combo = find<QComboBox>(page, name);
        combo->setCurrentIndex(combo->findData(data));
        emit combo->activated(combo->currentIndex());
    };
    choose("theme", static_cast<int>(ThemeChoice::Dark));
    choose("language", QStringLiteral("zh_CN"));
    choose("units", static_cast<int>(ByteUnits::Decimal));
    QCOMPARE(settings.theme(), ThemeChoice::Dark);
    QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
    QCOMPARE(settings.units(), ByteUnits::Decimal);
    settings.setTheme(ThemeChoice::Light); // as the View menu does
    QCOMPARE(find<QComboBox>(page, "theme")->currentData().toInt(), static_cast<int>(ThemeChoice::Light));
    QSignalSpy reconnect(&page, &SettingsPage::reconnectRequested);
    find<QPushButton>(page, "reconnect")->click();
    QCOMPARE(reconnect.size(), 1);
}

void TestPagesOperations::settingsFollowTheChoiceOfController()
{
    Bench bench;
    const QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    ConsoleSettings settings(&store);
    SettingsPage page(&settings, &bench.look);
    page.show();
    auto* kind = find<QComboBox>(page, "controllerKind");
    QVERIFY(find<QSpinBox>(page, "nodeCount")->isVisible());
    QVERIFY(!find<QLineEdit>(page, "controllerAddress")->isVisible());
    kind->setCurrentIndex(kind->findData(static_cast<int>(ControllerChoice::Address)));
    emit kind->activated(kind->currentIndex());
    QVERIFY(!find<QSpinBox>(page, "nodeCount")->isVisible());
    auto* address = find<QLineEdit>(page, "controllerAddress");
    QVERIFY(address->isVisible());
    address->setText(QStringLiteral(" 127.0.0.1:7070 "));
    emit address->editingFinished();
    QCOMPARE(settings.controllerAddress(), QStringLiteral("127.0.0.1:7070"));
    find<QSpinBox>(page, "nodeCount")->setValue(5);
    QCOMPARE(settings.nodeCount(), 5);
}

QTEST_MAIN(TestPagesOperations)
#include "tst_pages_operations.moc"
