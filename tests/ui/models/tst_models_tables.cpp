// Item models: ranks, devices, the comparison of nodes - and the contract they share.
#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/models/cluster_model.h"
#include "ui/models/rank_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

class Numbers : public RowTableModel<int>
{
public:
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }

protected:
    [[nodiscard]] QVariant cell(const int& row, int column, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(row * 10 + column) : QVariant();
    }
};

QString textOf(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestModelsTables : public QObject
{
    Q_OBJECT

private slots:
    void tellsOnlyTheRowsThatChanged();
    void growsAndShrinksAtTheEnd();
    void ranksShowStateAndMeasurements();
    void aRankThatExitedIsMarked();
    void aFrameChangesOnlyItsCells();
    void devicesOfNodes();
    void agesRunOn();
    void differencesAreMarked();
    void onlyDifferences();
    void nodesComeAndGo();
    void memoryOfOneMachineCountsOnce();
};

void TestModelsTables::tellsOnlyTheRowsThatChanged()
{
    Numbers model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({1, 2, 3, 4, 5, 6});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setRows({1, 7, 8, 4, 5, 9});
    QCOMPARE(changed.size(), 2);
    QCOMPARE(changed[0][0].toModelIndex().row(), 1);
    QCOMPARE(changed[0][1].toModelIndex().row(), 2);
    QCOMPARE(changed[1][0].toModelIndex().row(), 5);
    QCOMPARE(reset.size(), 0);
    model.setRows({1, 7, 8, 4, 5, 9});
    QCOMPARE(changed.size(), 2);
    QCOMPARE(textOf(model, 5, 1), QStringLiteral("91"));
}

void TestModelsTables::growsAndShrinksAtTheEnd()
{
    Numbers model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    model.setRows({1, 2});
    model.setRows({1, 2, 3, 4});
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(inserted[1][1].toInt(), 2);
    model.setRows({5});
    QCOMPARE(removed.size(), 1);
    QCOMPARE(model.rowCount(), 1);
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

void TestModelsTables::ranksShowStateAndMeasurements()
{
    FakeBackendClient client;
    const DeploymentStore deployments(&client);
    const MetricStore metrics(&client);
    RankTableModel model(&deployments, &metrics);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    emit client.deploymentChanged(sampleDeployment(Stage::StreamWeights));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(textOf(model, 1, RankTableModel::Node), QStringLiteral("node-1"));
    QCOMPARE(textOf(model, 1, RankTableModel::State), QStringLiteral("Running"));
    QCOMPARE(textOf(model, 1, RankTableModel::Progress), QStringLiteral("40.0 %"));
    QCOMPARE(textOf(model, 1, RankTableModel::Memory), QStringLiteral("–")); // not measured yet is not zero
    emit client.metricsArrived({sampleFrame(0ms), sampleFrame(1000ms)});
    QCOMPARE(textOf(model, 1, RankTableModel::Memory), QStringLiteral("18.0 MiB"));
    QCOMPARE(textOf(model, 1, RankTableModel::TokensPerSecond), QStringLiteral("50.0"));
    QCOMPARE(model.index(1, RankTableModel::Memory).data(RawValueRole).toLongLong(), 18LL * 1024 * 1024);
    QCOMPARE(model.index(1, RankTableModel::Memory).data(Qt::ToolTipRole).toString(), QStringLiteral("18874368 bytes"));
}

void TestModelsTables::aRankThatExitedIsMarked()
{
    FakeBackendClient client;
    const DeploymentStore deployments(&client);
    const MetricStore metrics(&client);
    const RankTableModel model(&deployments, &metrics);
    DeploymentState state = sampleDeployment(Stage::Serving);
    state.ranks[1].state = RankState::Exited;
    state.ranks[1].exitDescription = QStringLiteral("killed by signal 9");
    emit client.deploymentChanged(state);
    QCOMPARE(model.index(0, RankTableModel::State).data(MarkRole).toString(), QString());
    QCOMPARE(model.index(1, RankTableModel::State).data(MarkRole).toString(), QStringLiteral("error"));
    QCOMPARE(model.index(1, RankTableModel::State).data(Qt::ToolTipRole).toString(),
             QStringLiteral("killed by signal 9"));
}

void TestModelsTables::aFrameChangesOnlyItsCells()
{
    FakeBackendClient client;
    const DeploymentStore deployments(&client);
    const MetricStore metrics(&client);
    RankTableModel model(&deployments, &metrics);
    emit client.deploymentChanged(sampleDeployment(Stage::Serving));
    emit client.metricsArrived({sampleFrame(0ms), sampleFrame(1000ms)});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    MetricFrame frame = sampleFrame(2000ms);
    frame.ranks.erase(frame.ranks.begin());
    emit client.metricsArrived({frame});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed[0][0].toModelIndex().row(), 1);
}

void TestModelsTables::devicesOfNodes()
{
    FakeBackendClient client;
    const ClusterStore store(&client);
    ClusterModel model(&store, [] { return kSampleStart + 3s; });
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    ClusterState cluster = sampleCluster();
    cluster.nodes[0].description.devices.push_back({1, DeviceKind::Cuda, QStringLiteral("GPU"), 1024, 512});
    cluster.nodes[1].description.devices.clear();
    cluster.nodes[1].state = NodeState::Late;
    emit client.clusterChanged(cluster);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(textOf(model, 0, ClusterModel::Node), QStringLiteral("node-0"));
    QCOMPARE(textOf(model, 1, ClusterModel::Node), QString());
    QCOMPARE(textOf(model, 1, ClusterModel::DeviceName), QStringLiteral("CUDA (untested) 1: GPU"));
    QCOMPARE(textOf(model, 2, ClusterModel::DeviceName), QStringLiteral("no device"));
    QCOMPARE(textOf(model, 2, ClusterModel::State), QStringLiteral("Late"));
    QCOMPARE(model.index(2, ClusterModel::State).data(MarkRole).toString(), QStringLiteral("warning"));
}

void TestModelsTables::agesRunOn()
{
    FakeBackendClient client;
    const ClusterStore store(&client);
    TimePoint now = kSampleStart + 3s;
    ClusterModel model(&store, [&now] { return now; });
    emit client.clusterChanged(sampleCluster());
    QCOMPARE(textOf(model, 0, ClusterModel::Age), QStringLiteral("3 s ago"));
    now += 5s;
    model.refresh();
    QCOMPARE(textOf(model, 0, ClusterModel::Age), QStringLiteral("8 s ago"));
}

void TestModelsTables::differencesAreMarked()
{
    ClusterState cluster = sampleCluster();
    cluster.nodes.push_back(cluster.nodes[0]);
    cluster.nodes.back().description.name = QStringLiteral("node-2");
    const auto rows = compareNodes(cluster, Formatter());
    const auto driver = std::ranges::find(rows, QStringLiteral("Version of driver"), &ComparisonRow::property);
    QVERIFY(driver != rows.end());
    QCOMPARE(driver->differs, (std::vector{false, true, false})); // the odd one out
    const auto kernel = std::ranges::find(rows, QStringLiteral("Kernel"), &ComparisonRow::property);
    QVERIFY(!kernel->anyDiffers());
    // Of two nodes nobody is right.
    const auto two = compareNodes(sampleCluster(), Formatter());
    QCOMPARE(std::ranges::find(two, QStringLiteral("Version of driver"), &ComparisonRow::property)->differs,
             (std::vector{true, true}));
    QVERIFY(compareNodes({}, Formatter()).empty());
}

void TestModelsTables::onlyDifferences()
{
    FakeBackendClient client;
    const ClusterStore store(&client);
    NodeComparisonModel model(&store);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    emit client.clusterChanged(sampleCluster());
    QCOMPARE(model.columnCount(), 3);
    QVERIFY(model.rowCount() > 5);
    QCOMPARE(model.differenceCount(), 1);
    model.setOnlyDifferences(true);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(textOf(model, 0, 2), QStringLiteral("550.2"));
    QCOMPARE(model.index(0, 2).data(MarkRole).toString(), QStringLiteral("difference"));
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("node-1"));
}

void TestModelsTables::nodesComeAndGo()
{
    FakeBackendClient client;
    const ClusterStore store(&client);
    NodeComparisonModel model(&store);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    emit client.clusterChanged(sampleCluster());
    ClusterState one = sampleCluster();
    one.nodes.pop_back();
    emit client.clusterChanged(one);
    QCOMPARE(model.columnCount(), 2);
    emit client.clusterChanged({});
    QCOMPARE(model.rowCount(), 0);
    emit client.clusterChanged(sampleCluster());
    QCOMPARE(model.columnCount(), 3);
}

void TestModelsTables::memoryOfOneMachineCountsOnce()
{
    ClusterState state = sampleCluster(); // two nodes on one host
    const std::int64_t ofOne = state.nodes[0].description.memoryTotalBytes;
    QCOMPARE(hostMemory(state), (HostMemory{1, ofOne}));
    state.nodes[1].description.hostname = QStringLiteral("host-2");
    QCOMPARE(hostMemory(state), (HostMemory{2, 2 * ofOne}));
    state.nodes[0].description.hostname.clear(); // not known yet: no reason to leave it out
    state.nodes[1].description.hostname.clear();
    QCOMPARE(hostMemory(state).machines, 2);
}

QTEST_GUILESS_MAIN(TestModelsTables)
#include "tst_models_tables.moc"
