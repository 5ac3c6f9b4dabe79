// Model, Plan, Shards, Memory and Comm: each shows what its models say, asks what it should, and says what is missing.
#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/pages/comm_page.h"
#include "ui/pages/memory_page.h"
#include "ui/pages/model_page.h"
#include "ui/pages/plan_page.h"
#include "ui/pages/shards_page.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/memory_bars.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/stacked_timeline.h"

#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>
#include <QtTest>

using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

template <class Widget>
Widget* child(QWidget* page, const char* name)
{
    auto* found = page->findChild<Widget*>(QLatin1String(name));
    if (found == nullptr) {
        qFatal("no %s in %s", name, qPrintable(page->objectName()));
    }
    return found;
}

QString columnText(const QTableWidget* table, int column)
{
    QStringList cells;
    for (int row = 0; row < table->rowCount(); ++row) {
        cells.append(table->item(row, column)->text());
    }
    return cells.join(QLatin1Char('|'));
}

} // namespace

class TestPagesPlanAndWatch : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void modelShowsVerdictAndManifest();
    void modelSaysWhyItCannotRead();
    void modelOpensADroppedFolder();
    void modelOpensAFile();
    void planListsRefusalsWithReasons();
    void planAsksAgainWhenAControlChanges();
    void planLayoutIsHandedOn();
    void shardsAreReadWhenAllocated();
    void shardsFindATensor();
    void memoryStacksWhatWorkersReport();
    void memoryFollowsTheSelectedRank();
    void commShowsTheCheckThatRan();
    void commRunsOneOnlyWhileServing();
    void commNamesWrongResults();

private:
    std::unique_ptr<FakeBackendClient> m_client;
    std::unique_ptr<Look> m_look;
    std::unique_ptr<DeploymentStore> m_deployments;
    std::unique_ptr<MetricStore> m_metrics;
    std::unique_ptr<CheckpointStore> m_checkpoint;
    std::unique_ptr<Selection> m_selection;
};

void TestPagesPlanAndWatch::init()
{
    m_client = std::make_unique<FakeBackendClient>();
    m_look = std::make_unique<Look>(Theme::builtIn(QStringLiteral("light")), Formatter());
    m_deployments = std::make_unique<DeploymentStore>(m_client.get());
    m_metrics = std::make_unique<MetricStore>(m_client.get());
    m_checkpoint = std::make_unique<CheckpointStore>(m_client.get());
    m_selection = std::make_unique<Selection>();
    m_client->goOnline(sampleController());
    m_client->onInspect = [](const QString&) { return sampleCheckpoint(); };
}

void TestPagesPlanAndWatch::cleanup()
{
    m_checkpoint.reset();
    m_metrics.reset();
    m_deployments.reset();
    m_client.reset();
}

void TestPagesPlanAndWatch::modelShowsVerdictAndManifest()
{
    m_client->onListTensors = [](const TensorQuery& query) {
        TensorPage page;
        page.totalMatching = query.filter.isEmpty() ? 1'000'000 : 1;
        page.tensors.push_back({QStringLiteral("layer.%1").arg(query.offset),
                                QStringLiteral("BF16"),
                                {2, 3},
                                12,
                                QStringLiteral("a.safetensors"),
                                0,
                                QStringLiteral("head")});
        return page;
    };
    ModelPage page(m_client.get(), m_checkpoint.get(), m_look.get());
    m_checkpoint->open(QStringLiteral("/demo"));
    auto* manifest = child<QTableView>(&page, "modelManifest");
    QTRY_COMPARE(manifest->model()->rowCount(), 1'000'000);
    QVERIFY(child<QTextBrowser>(&page, "modelVerdict")->toPlainText().contains(QLatin1String("Complete?")));
    QVERIFY(child<QLabel>(&page, "modelSummary")->text().contains(QLatin1String("qwen3_vl_moe")));
    QVERIFY(columnText(child<QTableWidget>(&page, "modelCoverage"), 0).contains(QLatin1String("vision.deepstack")));
    child<QLineEdit>(&page, "modelFilter")->setText(QStringLiteral("x"));
    QTRY_COMPARE(manifest->model()->rowCount(), 1);
}

void TestPagesPlanAndWatch::modelSaysWhyItCannotRead()
{
    m_client->onInspect = [](const QString& path) {
        return makeFailure(firstlight::reasons::kPathMissing,
                           {{QStringLiteral("path"), path}, {QStringLiteral("detail"), QStringLiteral("gone")}});
    };
    ModelPage page(m_client.get(), m_checkpoint.get(), m_look.get());
    m_checkpoint->open(QStringLiteral("/nowhere"));
    const auto shown = [&] {
        QStringList texts;
        for (const QLabel* label : child<EmptyState>(&page, "modelEmpty")->findChildren<QLabel*>()) {
            texts.append(label->text());
        }
        return texts.join(QLatin1Char(' '));
    };
    QTRY_VERIFY2(shown().contains(QLatin1String("/nowhere does not exist")), qPrintable(shown()));
}

void TestPagesPlanAndWatch::modelOpensADroppedFolder()
{
    ModelPage page(m_client.get(), m_checkpoint.get(), m_look.get());
    page.resize(400, 300);
    QMimeData folder;
    folder.setUrls({QUrl::fromLocalFile(QStringLiteral("/some/model"))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &folder, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &folder, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page, &drop);
    QCOMPARE(m_checkpoint->path(), QStringLiteral("/some/model"));
}

void TestPagesPlanAndWatch::modelOpensAFile()
{
    ModelPage page(m_client.get(), m_checkpoint.get(), m_look.get());
    child<QPushButton>(&page, "modelOpenFile")->click();
    auto* dialog = child<QFileDialog>(&page, "modelFileDialog");
    QVERIFY(dialog != nullptr && dialog->fileMode() == QFileDialog::ExistingFile);
    emit dialog->fileSelected(QStringLiteral("/some/model.gguf"));
    QCOMPARE(m_checkpoint->path(), QStringLiteral("/some/model.gguf"));
}

void TestPagesPlanAndWatch::planListsRefusalsWithReasons()
{
    m_client->onMakePlan = [](const PlanRequest&) {
        Plan refused;
        refused.layout = {3, 1, 1, 1};
        refused.refusal = makeFailure(firstlight::reasons::kLayoutInvalid,
                                      {{QStringLiteral("detail"), QStringLiteral("6 heads are not divided by 4")}});
        return std::vector<Plan>{samplePlan(2, 1), refused};
    };
    PlanPage page(m_client.get(), m_checkpoint.get(), m_selection.get(), m_look.get());
    m_checkpoint->open(QStringLiteral("/demo"));
    auto* layouts = child<QTableWidget>(&page, "planLayouts");
    QTRY_COMPARE(layouts->rowCount(), 2);
    QVERIFY(columnText(layouts, 3).contains(QLatin1String("6 heads are not divided by 4")));
    QCOMPARE(child<MemoryBars>(&page, "planBars")->bars().size(), std::size_t(2));
    QVERIFY(child<QPushButton>(&page, "planUse")->isEnabled());
    layouts->setCurrentCell(1, 0);
    QVERIFY(!child<QPushButton>(&page, "planUse")->isEnabled());
    QVERIFY(child<QLabel>(&page, "planSentence")->text().contains(QLatin1String("6 heads")));
}

void TestPagesPlanAndWatch::planAsksAgainWhenAControlChanges()
{
    std::vector<PlanRequest> asked;
    m_client->onMakePlan = [&](const PlanRequest& request) {
        asked.push_back(request);
        return std::vector<Plan>{samplePlan(1, 1)};
    };
    PlanPage page(m_client.get(), m_checkpoint.get(), m_selection.get(), m_look.get());
    m_checkpoint->open(QStringLiteral("/demo"));
    QTRY_COMPARE(asked.size(), std::size_t(1));
    child<QSpinBox>(&page, "planTensor")->setValue(2);
    child<QSpinBox>(&page, "planContext")->setValue(4096);
    QTRY_COMPARE(asked.size(), std::size_t(2));
    QCOMPARE(asked.back().layout.tensorParallel, 2);
    QCOMPARE(asked.back().workload.maxContextTokens, 4096);
}

void TestPagesPlanAndWatch::planLayoutIsHandedOn()
{
    m_client->onMakePlan = [](const PlanRequest&) { return std::vector<Plan>{samplePlan(2, 1)}; };
    PlanPage page(m_client.get(), m_checkpoint.get(), m_selection.get(), m_look.get());
    QSignalSpy chosen(&page, &PlanPage::layoutChosen);
    m_checkpoint->open(QStringLiteral("/demo"));
    QTRY_VERIFY(child<QPushButton>(&page, "planUse")->isEnabled());
    child<QPushButton>(&page, "planUse")->click();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().value<Layout>().tensorParallel, 2);
}

void TestPagesPlanAndWatch::shardsAreReadWhenAllocated()
{
    int asked = 0;
    m_client->onDescribeShards = [&](const DeploymentId&) {
        ++asked;
        return sampleSlices();
    };
    ShardsPage page(m_client.get(), m_deployments.get(), m_selection.get(), m_look.get());
    page.show();
    emit m_client->deploymentChanged(sampleDeployment(Stage::Launch));
    QCOMPARE(asked, 0);
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    QTRY_COMPARE(asked, 1);
    auto* map = child<ShardMap>(&page, "shardMap");
    QTRY_COMPARE(map->root().children.size(), std::size_t(2));
    QCOMPARE(map->root().children[0].id, QStringLiteral("node-0"));
    double bytes = 0;
    for (const SliceReport& slice : sampleSlices()) {
        bytes += double(slice.memoryBytes);
    }
    QCOMPARE(map->root().weight, bytes);
}

void TestPagesPlanAndWatch::shardsFindATensor()
{
    m_client->onDescribeShards = [](const DeploymentId&) { return sampleSlices(); };
    ShardsPage page(m_client.get(), m_deployments.get(), m_selection.get(), m_look.get());
    page.show();
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    auto* map = child<ShardMap>(&page, "shardMap");
    QTRY_VERIFY(!map->root().children.empty());
    auto* find = child<QLineEdit>(&page, "shardsFind");
    find->setText(QStringLiteral("LAYERS.1.attention"));
    QTest::keyClick(find, Qt::Key_Return);
    QCOMPARE(map->chosenPath().last(), QStringLiteral("layers.1.attention.q"));
    QCOMPARE(child<QTableWidget>(&page, "shardsSlices")->rowCount(), 2); // its slices on both ranks
    find->setText(QStringLiteral("no such tensor"));
    QTest::keyClick(find, Qt::Key_Return);
    QVERIFY(child<QLabel>(&page, "shardsPath")->text().contains(QLatin1String("no such tensor")));
}

void TestPagesPlanAndWatch::memoryStacksWhatWorkersReport()
{
    MemoryPage page(m_deployments.get(), m_metrics.get(), m_selection.get(), m_look.get());
    page.resize(1000, 700);
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    emit m_client->metricsArrived({sampleFrame(0ms), sampleFrame(1000ms), sampleFrame(2000ms)});
    page.grab();
    auto* timeline = child<StackedTimeline>(&page, "memoryTimeline");
    timeline->refresh();
    const QString header = timeline->csv().section(QLatin1Char('\n'), 0, 0);
    QVERIFY2(header.contains(QLatin1String("Weights"), Qt::CaseInsensitive), qPrintable(header));
    auto* table = child<QTableView>(&page, "memoryTable");
    QCOMPARE(table->model()->rowCount(), 10); // five classes of two ranks
    const QModelIndex difference = table->model()->index(0, MemoryTableModel::Difference);
    QCOMPARE(difference.data(RawValueRole).toLongLong(), 0);
}

void TestPagesPlanAndWatch::memoryFollowsTheSelectedRank()
{
    MemoryPage page(m_deployments.get(), m_metrics.get(), m_selection.get(), m_look.get());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    emit m_client->metricsArrived({sampleFrame(0ms), sampleFrame(1000ms)});
    m_selection->selectRank(1);
    auto* table = child<QTableView>(&page, "memoryTable");
    QCOMPARE(table->model()->rowCount(), 5);
    QCOMPARE(table->model()->index(0, MemoryTableModel::Rank).data(RawValueRole).toInt(), 1);
}

void TestPagesPlanAndWatch::commShowsTheCheckThatRan()
{
    CommPage page(m_client.get(), m_deployments.get(), m_metrics.get(), m_selection.get(), m_look.get());
    emit m_client->commCheckArrived(sampleCommCheck());
    const HeatMatrix& matrix = child<HeatMap>(&page, "commHeat")->matrix();
    QCOMPARE(matrix.rowLabels.size(), 2);
    QCOMPARE(matrix.at(0, 1).value(), 1.8);
    QVERIFY(!matrix.at(0, 0).has_value());
    QVERIFY(child<QLabel>(&page, "commVerdict")->text().contains(QLatin1String("Passed")));
    emit m_client->metricsArrived({sampleFrame(1000ms)});
    QVERIFY(columnText(child<QTableWidget>(&page, "commCommunicators"), 0).contains(QLatin1String("world")));
}

void TestPagesPlanAndWatch::commRunsOneOnlyWhileServing()
{
    int checks = 0;
    m_client->onCommCheck = [&](const DeploymentId&) {
        ++checks;
        return sampleCommCheck();
    };
    CommPage page(m_client.get(), m_deployments.get(), m_metrics.get(), m_selection.get(), m_look.get());
    auto* run = child<QPushButton>(&page, "commRun");
    emit m_client->deploymentChanged(sampleDeployment(Stage::StreamWeights));
    QVERIFY(!run->isEnabled());
    emit m_client->deploymentChanged(sampleDeployment(Stage::Serving));
    QVERIFY(run->isEnabled());
    run->click();
    QVERIFY(!run->isEnabled());
    QTRY_VERIFY(run->isEnabled());
    QCOMPARE(checks, 1);
}

void TestPagesPlanAndWatch::commNamesWrongResults()
{
    CommPage page(m_client.get(), m_deployments.get(), m_metrics.get(), m_selection.get(), m_look.get());
    CommCheckReport report = sampleCommCheck();
    report.passed = false;
    report.collectives[0].correct = false;
    report.failure = makeFailure(firstlight::reasons::kAborted, {{QStringLiteral("detail"), QStringLiteral("rank 1")}});
    emit m_client->commCheckArrived(report);
    QVERIFY(child<QLabel>(&page, "commVerdict")->text().contains(QLatin1String("Failed")));
    QVERIFY(columnText(child<QTableWidget>(&page, "commTimings"), 1).contains(QLatin1String("WRONG")));
}

QTEST_MAIN(TestPagesPlanAndWatch)
#include "tst_pages_plan_and_watch.moc"
