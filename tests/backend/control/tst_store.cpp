#include "backend/base/failure.h"
#include "backend/control/store.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>
#include <unistd.h>

using namespace firstlight;
using control::Store;

namespace {

std::string pathIn(const QTemporaryDir& directory)
{
    return directory.filePath("state").toStdString();
}

std::unique_ptr<Store> openStore(const std::string& path, Store::HealthChanged changed = {})
{
    auto store = Store::open(path, false, std::move(changed));
    return store.ok() ? *std::move(store) : nullptr;
}

} // namespace

class TestStore : public QObject
{
    Q_OBJECT

private slots:
    void durationsAreMediansOfTheNewestRunsAndOutliveTheProcess();
    void aDamagedFileIsRefusedUnlessDiscarded();
    void aFileOfANewerVersionIsRefused();
    void aFullDiskIsReportedOnceAndRecoveredFrom();
};

void TestStore::durationsAreMediansOfTheNewestRunsAndOutliveTheProcess()
{
    const QTemporaryDir directory;
    {
        const auto store = openStore(pathIn(directory));
        QVERIFY(store != nullptr);
        for (int i = 0; i < 20; ++i) {
            store->recordStage("key", v1::STAGE_PLAN, 1000);
        }
        for (int i = 1; i <= 9; ++i) {
            store->recordStage("key", v1::STAGE_PLAN, i);
        }
        store->recordStage("other", v1::STAGE_PLAN, 77);
        v1::Event event;
        event.set_kind("x");
        store->recordEvent(event);
        store->recordDeployment(v1::DeploymentState());
    }
    const auto store = openStore(pathIn(directory));
    QVERIFY(store != nullptr);
    const auto durations = store->usualDurations("key");
    QCOMPARE(durations.size(), std::size_t(1));
    QCOMPARE(durations.at(v1::STAGE_PLAN), std::int64_t(5));
    QVERIFY(store->usualDurations("unknown").empty());
    QVERIFY(store->health().ok());
}

void TestStore::aDamagedFileIsRefusedUnlessDiscarded()
{
    const QTemporaryDir directory;
    QVERIFY(openStore(pathIn(directory)) != nullptr);
    QFile file(directory.filePath("state/firstlight.sqlite"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(8192, 'x'));
    file.close();
    const auto refused = Store::open(pathIn(directory), false, {});
    QVERIFY(!refused.ok());
    const base::FailureInfo info = base::failureInfo(refused.status());
    QCOMPARE(info.reasonId, std::string("STORE_INVALID"));
    QVERIFY(info.what.find("firstlight.sqlite") != std::string::npos);
    const auto discarded = Store::open(pathIn(directory), true, {});
    QVERIFY(discarded.ok());
    QVERIFY(QFile::exists(directory.filePath("state/firstlight.sqlite.discarded")));
}

void TestStore::aFileOfANewerVersionIsRefused()
{
    const QTemporaryDir directory;
    QVERIFY(openStore(pathIn(directory)) != nullptr);
    {
        const auto database = control::Database::open(pathIn(directory) + "/firstlight.sqlite");
        QVERIFY(database.ok());
        QVERIFY((*database)->run("PRAGMA user_version = 99").ok());
    }
    const auto refused = Store::open(pathIn(directory), false, {});
    QVERIFY(!refused.ok());
    QVERIFY(std::string(refused.status().message()).find("newer version") != std::string::npos);
}

void TestStore::aFullDiskIsReportedOnceAndRecoveredFrom()
{
    if (::geteuid() != 0) {
        QSKIP("mounting a small file system needs root");
    }
    const QTemporaryDir directory;
    const QByteArray mountPoint = directory.path().toUtf8();
    if (::mount("tmpfs", mountPoint.constData(), "tmpfs", 0, "size=128k") != 0) {
        QSKIP("this machine does not allow mounting a small file system");
    }
    const auto unmount = qScopeGuard([&] { ::umount2(mountPoint.constData(), MNT_DETACH); });
    QFile filler(directory.filePath("filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) {
    }
    std::vector<bool> changes;
    std::int64_t lost = 0;
    auto store = openStore(pathIn(directory), [&](const absl::Status& health, std::int64_t lostRecords) {
        changes.push_back(health.ok());
        lost = lostRecords;
    });
    QVERIFY(store != nullptr);
    for (int i = 0; i < 3; ++i) {
        store->recordStage("key", v1::STAGE_PLAN, 1);
    }
    store->usualDurations("key"); // waits for what is queued
    QVERIFY(!store->health().ok());
    QVERIFY(std::string(store->health().message()).find("cannot be written") != std::string::npos);
    filler.close();
    QVERIFY(filler.remove());
    store->retry();
    store->recordStage("key", v1::STAGE_PLAN, 42);
    QCOMPARE(store->usualDurations("key").at(v1::STAGE_PLAN), std::int64_t(42));
    QVERIFY(store->health().ok());
    store.reset();
    QVERIFY((changes == std::vector<bool>{false, true}));
    QCOMPARE(lost, std::int64_t(3));
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
