#include "backend/base/file.h"
#include "backend/telemetry/host_sampler.h"
#include "backend/telemetry/memory_limit.h"
#include "backend/telemetry/node_description.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_check.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace firstlight;
using namespace firstlight::test;
using namespace firstlight::telemetry;

class TestTelemetry : public QObject
{
    Q_OBJECT

    // A kernel's files as the test says them.
    void put(const QString& file, const std::string& contents)
    {
        const QString path = m_directory->filePath(file);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        FIRSTLIGHT_VERIFY_OK(base::writeFileAtomically(path.toStdString(), contents));
    }

    std::string proc() const { return m_directory->filePath("proc").toStdString(); }
    KernelRoots roots() const { return {proc(), m_directory->filePath("cgroup").toStdString()}; }

private slots:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void processorTimeIsMeasuredBetweenSamples()
    {
        put("proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n");
        put("proc/meminfo", "MemTotal:       2000 kB\nMemAvailable:   1500 kB\n");
        put("proc/loadavg", "0.25 0.50 0.75 1/234 5678\n");
        HostSampler sampler(proc());
        put("proc/stat", "cpu  130 10 120 800 140 0 0 0 0 0\n");
        const HostSample sample = sampler.sample();
        QCOMPARE(sample.cpuBusyPercent, 30.0); // 60 of 200 ticks
        QCOMPARE(sample.memoryAvailableBytes, 1500 * 1024);
        QCOMPARE(sample.loadAverage1Min, 0.25);
        QCOMPARE(sampler.sample().cpuBusyPercent, 0.0); // no time has passed
    }

    void missingFilesGiveZeros()
    {
        HostSampler sampler(proc());
        const HostSample sample = sampler.sample();
        QCOMPARE(sample.cpuBusyPercent, 0.0);
        QCOMPARE(sample.memoryAvailableBytes, 0);
        QVERIFY(!parseCpuTimes("cpu  1 2 3").has_value());
        QVERIFY(!parseCpuTimes("intr 1 2 3 4 5 6 7 8").has_value());
        QVERIFY(!parseMemoryField("MemTotal: x kB", "MemTotal").has_value());
        QVERIFY(!parseMemoryField("MemTotalX: 1 kB", "MemTotal").has_value());
    }

    void aProcessIsMeasuredWhateverItsNameIs()
    {
        FakeClock clock;
        const auto stat = [](int user, int system) {
            return "77 (a) b (c) S 1 77 77 0 -1 4194560 500 0 0 0 " + std::to_string(user) + " " +
                   std::to_string(system) + " 0 0 20 0 4 0 100 0 0";
        };
        put("proc/77/stat", stat(10, 5));
        put("proc/77/status", "Name:\ta) b (c\nVmRSS:\t    2048 kB\n");
        ProcessSampler sampler(77, clock, proc());
        put("proc/77/stat", stat(10 + static_cast<int>(::sysconf(_SC_CLK_TCK)), 5));
        clock.advance(std::chrono::seconds(2));
        const ProcessSample sample = sampler.sample();
        QCOMPARE(sample.cpuBusyPercent, 50.0);
        QCOMPARE(sample.residentBytes, 2048 * 1024);
    }

    void ourselvesAreMeasured()
    {
        const base::SystemClock clock;
        ProcessSampler sampler(::getpid(), clock);
        QVERIFY(sampler.sample().residentBytes > 1 << 20);
        ProcessSampler nobody(0, clock);
        QCOMPARE(nobody.sample().residentBytes, 0);
    }

    void memoryLimits_data()
    {
        QTest::addColumn<QString>("groupLine");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("limit");
        QTest::addColumn<qint64>("usable");
        const qint64 total = 4000LL * 1024;
        QTest::addRow("no group") << ""
                                  << "cgroup/x"
                                  << "" << total;
        QTest::addRow("version 2") << "0::/app/slice"
                                   << "cgroup/app/slice/memory.max"
                                   << "1000000\n"
                                   << 1'000'000LL;
        QTest::addRow("version 2, no limit") << "0::/app"
                                             << "cgroup/app/memory.max"
                                             << "max\n"
                                             << total;
        QTest::addRow("version 2, container") << "0::/host/path"
                                              << "cgroup/memory.max"
                                              << "2000000\n"
                                              << 2'000'000LL;
        QTest::addRow("version 1") << "5:cpu:/c\n4:memory:/m\n"
                                   << "cgroup/memory/m/memory.limit_in_bytes"
                                   << "3000000\n"
                                   << 3'000'000LL;
        QTest::addRow("version 1, no limit") << "4:memory:/"
                                             << "cgroup/memory/memory.limit_in_bytes"
                                             << "9223372036854771712\n"
                                             << total;
    }
    void memoryLimits()
    {
        QFETCH(QString, groupLine);
        QFETCH(QString, file);
        QFETCH(QString, limit);
        QFETCH(qint64, usable);
        put("proc/meminfo", "MemTotal:       4000 kB\n");
        put("proc/9/cgroup", groupLine.toStdString());
        put(file, limit.toStdString());
        QCOMPARE(usableMemoryBytes(9, roots()), usable);
    }

    void killsForWantOfMemoryAreCounted()
    {
        QVERIFY(!outOfMemoryKills(9, roots()).has_value());
        put("proc/vmstat", "nr_free_pages 5\noom_kill 7\n");
        QCOMPARE(outOfMemoryKills(9, roots()), 7);
        put("proc/9/cgroup", "0::/app\n");
        put("cgroup/app/memory.events", "low 0\noom 2\noom_kill 3\noom_group_kill 0\n");
        QCOMPARE(outOfMemoryKills(9, roots()), 3);
    }

    void aNodeDescribesItself()
    {
        const v1::NodeDescription node = describeNode("node7", Nvml("libsurely-not-there.so.1"));
        QCOMPARE(text(node.name()), QString("node7"));
        QVERIFY(!node.hostname().empty());
        QVERIFY(text(node.kernel()).startsWith("Linux "));
        QVERIFY(!node.operating_system().empty());
        QVERIFY(node.cpu_count() > 0);
        QVERIFY(node.memory_total_bytes() > 0);
        QCOMPARE(node.agent_pid(), static_cast<int>(::getpid()));
        QVERIFY(!node.versions().at("firstlight").empty());
        QVERIFY(!node.versions().contains("driver"));
        QCOMPARE(node.devices_size(), 1);
        QCOMPARE(node.devices(0).kind(), v1::DEVICE_KIND_CPU);
        QVERIFY(node.devices(0).memory_used_bytes() < node.devices(0).memory_total_bytes());
    }

    void aMissingLibraryMeansNoDevices()
    {
        const Nvml nvml("libsurely-not-there.so.1");
        QVERIFY(!nvml.available());
        QVERIFY(nvml.devices().empty());
        const Nvml other("libc.so.6"); // a library, but another one
        QVERIFY(!other.available());
    }

    void fieldsOfTextFiles()
    {
        QCOMPARE(text(parseOsReleaseField("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n", "PRETTY_NAME")),
                 QString("Debian GNU/Linux 12"));
        QCOMPARE(text(parseOsReleaseField("ID=debian\n", "ID")), QString("debian"));
        QCOMPARE(text(parseOsReleaseField("ID=debian\n", "NAME")), QString());
        QCOMPARE(text(parseCpuInfoField("processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\n", "model name")),
                 QString("Fast CPU @ 3 GHz"));
        QCOMPARE(text(parseCpuInfoField("model\t\t: 85\n", "model name")), QString());
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
};

QTEST_GUILESS_MAIN(TestTelemetry)
#include "tst_telemetry.moc"
