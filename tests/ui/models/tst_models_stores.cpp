// What the console knows of deployments and measurements, the commands that change them, the inspector, the settings.
#include "tests/support/fake_backend_client.h"
#include "tests/support/sample_values.h"
#include "ui/client/failure_text.h"
#include "ui/models/console_settings.h"
#include "ui/models/deployment_commands.h"
#include "ui/models/inspection.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace firstlight;
using namespace firstlight::ui;
using namespace firstlight::tests;
using namespace std::chrono_literals;

namespace {

DeploymentState deployment(const char* id, std::chrono::seconds age, Stage stage, std::int64_t revision = 1)
{
    DeploymentState state = sampleDeployment(stage);
    state.id = {QString::fromLatin1(id)};
    state.created = kSampleStart + age;
    state.revision = revision;
    return state;
}

} // namespace

class TestModelsStores : public QObject
{
    Q_OBJECT

private slots:
    void theNewestDeploymentIsCurrent();
    void anOlderRevisionChangesNothing();
    void aNewControllerStartsEmpty();
    void metricsBecomeSeries();
    void countersBecomeRates();
    void metricsOfAnotherDeploymentStartAnew();
    void historySentAgainCountsOnce();
    void startIsRequestedUntilTheControllerShowsIt();
    void aRefusedStartSaysWhy();
    void onlyOneRunsAtATime();
    void nothingStartsOffline();
    void stopIsRequestedUntilTheControllerShowsIt();
    void inspectsARank();
    void inspectsANode();
    void inspectsNothing();
    void settingsAreKept();
    void settingsSurviveNonsense();
};

void TestModelsStores::theNewestDeploymentIsCurrent()
{
    FakeBackendClient client;
    DeploymentStore store(&client);
    QCOMPARE(client.watchers(Stream::Deployments), 1);
    QVERIFY(store.current() == nullptr);
    QSignalSpy list(&store, &DeploymentStore::listChanged);
    emit client.deploymentChanged(deployment("b", 10s, Stage::Serving));
    emit client.deploymentChanged(deployment("a", 5s, Stage::Stopped)); // an older one, told later
    QCOMPARE(list.size(), 2);
    QCOMPARE(store.all().front().id.value, QStringLiteral("a"));
    QCOMPARE(store.current()->id.value, QStringLiteral("b"));
    store.setCurrent({QStringLiteral("a")});
    QCOMPARE(store.current()->id.value, QStringLiteral("a"));
    store.setCurrent({QStringLiteral("unknown")});
    QCOMPARE(store.current()->id.value, QStringLiteral("a"));
    emit client.deploymentChanged(deployment("c", 20s, Stage::Launch));
    QCOMPARE(store.current()->id.value, QStringLiteral("c"));
}

void TestModelsStores::anOlderRevisionChangesNothing()
{
    FakeBackendClient client;
    const DeploymentStore store(&client);
    emit client.deploymentChanged(deployment("a", 0s, Stage::Serving, 7));
    emit client.deploymentChanged(deployment("a", 0s, Stage::Launch, 3));
    QCOMPARE(store.current()->stage, Stage::Serving);
}

void TestModelsStores::aNewControllerStartsEmpty()
{
    FakeBackendClient client;
    const DeploymentStore store(&client);
    const MetricStore metrics(&client);
    client.goOnline(sampleController());
    emit client.deploymentChanged(deployment("a", 0s, Stage::Serving));
    emit client.metricsArrived({sampleFrame(0ms)});
    client.goOnline(sampleController()); // the same one after a cut
    QVERIFY(store.current() != nullptr);
    QVERIFY(metrics.latestOfRank(0) != nullptr);
    ControllerInfo other = sampleController();
    other.start += 1s;
    client.goOnline(other);
    QVERIFY(store.current() == nullptr);
    QVERIFY(metrics.latestOfRank(0) == nullptr);
}

void TestModelsStores::metricsBecomeSeries()
{
    FakeBackendClient client;
    const MetricStore metrics(&client);
    QVERIFY(metrics.series({Metric::CpuBusyPercent, 0}) == nullptr);
    emit client.metricsArrived({sampleFrame(0ms), sampleFrame(500ms)});
    QCOMPARE(metrics.ranks(), (std::vector{0, 1}));
    QCOMPARE(metrics.series({Metric::CpuBusyPercent, 0})->latest(), std::optional<double>(80));
    QCOMPARE(metrics.series({Metric::MemoryBytes, 1, MemoryClass::Weights})->latest(),
             std::optional<double>(9 * 1024 * 1024));
    QCOMPARE(
        metrics.series({Metric::NodeCpuBusyPercent, kNoRank, MemoryClass::Unknown, QStringLiteral("node-1")})->latest(),
        std::optional<double>(21));
    QCOMPARE(metrics.lastTime(), kSampleStart + 500ms);
}

void TestModelsStores::countersBecomeRates()
{
    FakeBackendClient client;
    const MetricStore metrics(&client);
    emit client.metricsArrived({sampleFrame(0ms)});
    QVERIFY(metrics.series({Metric::GeneratedTokensPerSecond, 0}) == nullptr); // one reading is no rate
    emit client.metricsArrived({sampleFrame(2000ms)});
    QCOMPARE(metrics.series({Metric::GeneratedTokensPerSecond, 0})->latest(), std::optional<double>(50));
    // A counter that fell began anew: no negative rate.
    MetricFrame restarted = sampleFrame(3000ms);
    restarted.ranks[0].generatedTokensTotal = 0;
    emit client.metricsArrived({restarted});
    QCOMPARE(metrics.series({Metric::GeneratedTokensPerSecond, 0})->latest(), std::optional<double>(50));
}

void TestModelsStores::metricsOfAnotherDeploymentStartAnew()
{
    FakeBackendClient client;
    const MetricStore metrics(&client);
    QSignalSpy cleared(&metrics, &MetricStore::cleared);
    emit client.metricsArrived({sampleFrame(0ms)});
    MetricFrame other = sampleFrame(1000ms);
    other.deployment = {QStringLiteral("d-2")};
    other.ranks.pop_back();
    emit client.metricsArrived({other});
    QCOMPARE(cleared.size(), 1);
    QCOMPARE(metrics.ranks(), (std::vector{0}));
}

void TestModelsStores::historySentAgainCountsOnce()
{
    FakeBackendClient client;
    const MetricStore metrics(&client);
    emit client.metricsArrived({sampleFrame(0ms), sampleFrame(1000ms)});
    emit client.metricsArrived({sampleFrame(0ms), sampleFrame(1000ms), sampleFrame(2000ms)});
    const double start = toSeconds(kSampleStart);
    const auto columns = metrics.series({Metric::KvTokensUsed, 0})->columns(start - 0.5, start + 2.5, 3);
    QCOMPARE(columns[0].last, 100.0F);
    QCOMPARE(columns[2].last, 120.0F);
}

void TestModelsStores::startIsRequestedUntilTheControllerShowsIt()
{
    FakeBackendClient client;
    DeploymentStore store(&client);
    JobList jobs;
    DeploymentCommands commands(&client, &store, &jobs);
    client.onStart = [](const StartRequest&) { return DeploymentId{QStringLiteral("d-1")}; };
    client.goOnline(sampleController());
    QVERIFY(commands.canStart());
    QSignalSpy started(&commands, &DeploymentCommands::started);
    commands.start({QStringLiteral("/demo"), {2, 1, 0, 0}, {}});
    QVERIFY(commands.isStartRequested());
    QVERIFY(!commands.canStart());
    QCOMPARE(jobs.titles().size(), 1);
    QTRY_COMPARE(started.size(), 1);
    QVERIFY2(commands.isStartRequested(), "accepted is not yet started");
    QCOMPARE(jobs.titles().size(), 0);
    emit client.deploymentChanged(deployment("d-1", 0s, Stage::Preflight));
    QVERIFY(!commands.isStartRequested());
    QCOMPARE(client.starts.front().layout.tensorParallel, 2);
}

void TestModelsStores::aRefusedStartSaysWhy()
{
    FakeBackendClient client;
    DeploymentStore store(&client);
    JobList jobs;
    DeploymentCommands commands(&client, &store, &jobs);
    client.onStart = [](const StartRequest&) { return Result<DeploymentId>(makeFailure(reasons::kPathMissing)); };
    client.goOnline(sampleController());
    commands.start({QStringLiteral("/nowhere"), {}, {}});
    QTRY_COMPARE(commands.refusal().reason, QStringLiteral("PATH_MISSING"));
    QVERIFY(commands.canStart());
    client.onStart = nullptr;
    commands.start({QStringLiteral("/demo"), {}, {}});
    QVERIFY2(!commands.refusal().isSet(), "a new try forgets the old refusal");
}

void TestModelsStores::onlyOneRunsAtATime()
{
    FakeBackendClient client;
    DeploymentStore store(&client);
    JobList jobs;
    DeploymentCommands commands(&client, &store, &jobs);
    client.goOnline(sampleController());
    emit client.deploymentChanged(deployment("a", 0s, Stage::Serving));
    QVERIFY(!commands.canStart());
    commands.start({QStringLiteral("/demo"), {}, {}});
    QVERIFY(client.starts.empty());
    emit client.deploymentChanged(deployment("a", 0s, Stage::Failed, 2));
    QVERIFY(commands.canStart());
    QVERIFY(!commands.canStop());
}

void TestModelsStores::nothingStartsOffline()
{
    FakeBackendClient client;
    DeploymentStore store(&client);
    JobList jobs;
    const DeploymentCommands commands(&client, &store, &jobs);
    QVERIFY(!commands.canStart());
    client.goOnline(sampleController());
    QVERIFY(commands.canStart());
    QCOMPARE(commands.demoCheckpoint(), QStringLiteral("/demo"));
    client.setState({ConnectionPhase::Offline, {}, {}, {}});
    QVERIFY(!commands.canStart());
}

void TestModelsStores::stopIsRequestedUntilTheControllerShowsIt()
{
    FakeBackendClient client;
    DeploymentStore store(&client);
    JobList jobs;
    DeploymentCommands commands(&client, &store, &jobs);
    client.goOnline(sampleController());
    commands.stopCurrent();
    QVERIFY(client.stops.empty());
    emit client.deploymentChanged(deployment("a", 0s, Stage::Serving));
    commands.stopCurrent();
    commands.stopCurrent();
    QCOMPARE(client.stops.size(), 1U);
    QVERIFY(commands.isStopRequested());
    emit client.deploymentChanged(deployment("a", 0s, Stage::Draining, 2));
    QVERIFY(!commands.isStopRequested());
    QVERIFY(!commands.canStop());
}

void TestModelsStores::inspectsARank()
{
    FakeBackendClient client;
    const DeploymentStore deployments(&client);
    const ClusterStore cluster(&client);
    const MetricStore metrics(&client);
    emit client.deploymentChanged(sampleDeployment(Stage::Serving));
    emit client.metricsArrived({sampleFrame(0ms)});
    Selection selection;
    selection.selectRank(1);
    const Inspection result = inspect(selection.selected(), deployments, cluster, metrics, Formatter());
    QCOMPARE(result.title, QStringLiteral("Rank 1"));
    const auto valueOf = [&result](const char* key) {
        const auto row = std::ranges::find(result.rows, QLatin1String(key), &InspectionRow::key);
        return row == result.rows.end() ? QString() : row->value;
    };
    QCOMPARE(valueOf("Node"), QStringLiteral("node-1"));
    QCOMPARE(valueOf("Weights"), QStringLiteral("9.00 MiB"));
    QCOMPARE(valueOf("Communicator world"), QStringLiteral("idle after number 12"));
    QCOMPARE(valueOf("Layers"), QStringLiteral("0 to 1"));
    QCOMPARE(valueOf("Ended because"), QString()); // empty values are left out
}

void TestModelsStores::inspectsANode()
{
    FakeBackendClient client;
    const DeploymentStore deployments(&client);
    const ClusterStore cluster(&client);
    const MetricStore metrics(&client);
    emit client.clusterChanged(sampleCluster());
    Selection selection;
    selection.selectNode(QStringLiteral("node-0"));
    QCOMPARE(inspect(selection.selected(), deployments, cluster, metrics, Formatter()).title,
             QStringLiteral("Node node-0"));
    selection.select({SelectedKind::Stage, {}, 0, kNoRank, Stage::Launch, {}, 0});
    emit client.deploymentChanged(sampleDeployment(Stage::Serving));
    QCOMPARE(inspect(selection.selected(), deployments, cluster, metrics, Formatter()).title, QStringLiteral("Launch"));
}

void TestModelsStores::inspectsNothing()
{
    FakeBackendClient client;
    const DeploymentStore deployments(&client);
    const ClusterStore cluster(&client);
    const MetricStore metrics(&client);
    Selection selection;
    QSignalSpy changed(&selection, &Selection::changed);
    QVERIFY(inspect(selection.selected(), deployments, cluster, metrics, Formatter()).title.isEmpty());
    selection.selectRank(99);
    selection.selectRank(99);
    QCOMPARE(changed.size(), 1);
    emit client.deploymentChanged(sampleDeployment(Stage::Serving));
    QVERIFY(inspect(selection.selected(), deployments, cluster, metrics, Formatter()).title.isEmpty());
}

void TestModelsStores::settingsAreKept()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("s.ini"));
    {
        QSettings store(path, QSettings::IniFormat);
        ConsoleSettings settings(&store);
        QSignalSpy changed(&settings, &ConsoleSettings::changed);
        QCOMPARE(settings.theme(), ThemeChoice::System);
        QCOMPARE(settings.nodeCount(), 2);
        settings.setTheme(ThemeChoice::Dark);
        settings.setTheme(ThemeChoice::Dark);
        QCOMPARE(changed.size(), 1);
        settings.setLanguage(QStringLiteral("zh_CN"));
        settings.setUnits(ByteUnits::Decimal);
        settings.setController(ControllerChoice::Running);
    }
    QSettings store(path, QSettings::IniFormat);
    const ConsoleSettings settings(&store);
    QCOMPARE(settings.theme(), ThemeChoice::Dark);
    QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
    QCOMPARE(settings.units(), ByteUnits::Decimal);
    QCOMPARE(settings.controller(), ControllerChoice::Running);
}

void TestModelsStores::settingsSurviveNonsense()
{
    const QTemporaryDir directory;
    QSettings store(directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    store.setValue(QStringLiteral("look/theme"), 77);
    store.setValue(QStringLiteral("look/units"), QStringLiteral("furlongs"));
    store.setValue(QStringLiteral("controller/nodes"), -5);
    const ConsoleSettings settings(&store);
    QCOMPARE(settings.theme(), ThemeChoice::System);
    QCOMPARE(settings.units(), ByteUnits::Binary);
    QCOMPARE(settings.nodeCount(), 1);
}

QTEST_GUILESS_MAIN(TestModelsStores)
#include "tst_models_stores.moc"
