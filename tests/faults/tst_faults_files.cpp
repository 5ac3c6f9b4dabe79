// Files are broken or the disk is full: found before anything runs, named, and no obstacle for a later start.
#include "tests/support/private_cluster.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/mount.h>
#include <unistd.h>

using namespace firstlight::test;

class TestFaultsFiles : public QObject
{
    Q_OBJECT

private slots:
    void brokenCheckpointIsNamed_data();
    void brokenCheckpointIsNamed();
    void fullDiskOfTheStoreDoesNotEndServing();

private:
    static QString firstShard(const QString& checkpoint)
    {
        return QDir(checkpoint).entryList({QStringLiteral("*.safetensors")}, QDir::Files, QDir::Name).value(0);
    }
};

void TestFaultsFiles::brokenCheckpointIsNamed_data()
{
    QTest::addColumn<QString>("damage");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("truncated shard") << QStringLiteral("truncate") << QStringLiteral("cut off");
    QTest::newRow("missing shard") << QStringLiteral("remove") << QStringLiteral("Missing in");
    QTest::newRow("a pointer of Git LFS") << QStringLiteral("lfs") << QStringLiteral("Git LFS");
}

void TestFaultsFiles::brokenCheckpointIsNamed()
{
    QFETCH(QString, damage);
    QFETCH(QString, sentence);
    QTemporaryDir folder;
    const QString checkpoint = folder.filePath(QStringLiteral("model"));
    QVERIFY(copyCheckpoint(demoCheckpoint(), checkpoint));
    const QString name = firstShard(checkpoint);
    QFile shard(checkpoint + QLatin1Char('/') + name);
    const QByteArray whole = [&] { return shard.open(QIODevice::ReadOnly) ? shard.readAll() : QByteArray(); }();
    shard.close();
    if (damage == QLatin1String("truncate")) {
        QVERIFY(shard.resize(whole.size() - 1000));
    } else {
        QVERIFY(shard.remove());
        if (damage == QLatin1String("lfs")) {
            QVERIFY(shard.open(QIODevice::WriteOnly));
            shard.write("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
            shard.close();
        }
    }

    PrivateCluster cluster;
    const auto up = cluster.up(checkpoint);
    QVERIFY2(up.exitCode == 1, up.described());
    QVERIFY2(up.err.contains(name) && up.err.contains(sentence), up.described());
    QVERIFY2(cluster.processes(QStringLiteral("firstlight-worker")).isEmpty(),
             "no worker is started for a broken checkpoint");
    const auto inspect = cluster.ctl({QStringLiteral("inspect"), checkpoint});
    QVERIFY2((inspect.out + inspect.err).contains(name), inspect.described());

    QFile::remove(shard.fileName());
    QVERIFY(shard.open(QIODevice::WriteOnly));
    shard.write(whole);
    shard.close();
    const auto later = cluster.up(checkpoint);
    QVERIFY2(later.exitCode == 0, later.described());
}

void TestFaultsFiles::fullDiskOfTheStoreDoesNotEndServing()
{
    if (::geteuid() != 0) {
        QSKIP("mounting a small file system needs root");
    }
    PrivateCluster cluster;
    QVERIFY(QDir().mkpath(cluster.stateDirectory()));
    const QByteArray mountPoint = cluster.stateDirectory().toUtf8();
    if (::mount("tmpfs", mountPoint.constData(), "tmpfs", 0, "size=4m") != 0) {
        QSKIP("this machine does not allow mounting a small file system");
    }
    const auto unmount = qScopeGuard([&] { ::umount2(mountPoint.constData(), MNT_DETACH); });
    QFile filler(cluster.stateDirectory() + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) {
    }

    const auto up = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(up.exitCode == 0, up.described());
    const auto chat = cluster.ctl({QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("hello")});
    QVERIFY2(chat.exitCode == 0, chat.described());
    const auto status = cluster.ctl({QStringLiteral("status")});
    QVERIFY2((status.out + status.err).contains(QLatin1String("cannot be written")), status.described());
    QVERIFY(cluster.ctl({QStringLiteral("down")}).exitCode == 0);
    QVERIFY(cluster.waitUntilAllGone(10'000));

    filler.close();
    QVERIFY(filler.remove());
    const auto later = cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2")});
    QVERIFY2(later.exitCode == 0, later.described());
    const auto healthy = cluster.ctl({QStringLiteral("status")});
    QVERIFY2(!(healthy.out + healthy.err).contains(QLatin1String("cannot be written")), healthy.described());
    QVERIFY(cluster.ctl({QStringLiteral("down")}).exitCode == 0);
}

QTEST_GUILESS_MAIN(TestFaultsFiles)
#include "tst_faults_files.moc"
