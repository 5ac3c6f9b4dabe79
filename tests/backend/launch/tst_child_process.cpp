#include "backend/base/log.h"
#include "backend/launch/child_process.h"
#include "tests/support/forked_process.h"
#include "tests/support/status_check.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <csignal>
#include <mutex>
#include <optional>

using namespace firstlight;
using namespace firstlight::test;
using launch::ChildExit;
using launch::ChildOptions;
using launch::ChildProcess;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// What a child said and how it ended, from its thread.
class Recorder
{
public:
    ChildOptions options(const std::string& mode)
    {
        ChildOptions options;
        options.program = "launch_child_program";
        options.arguments = {mode};
        options.secrets = {{"token", "s3cret"}};
        options.onLine = [this](std::string_view line) {
            const std::lock_guard lock(m_mutex);
            m_lines.emplace_back(line);
        };
        options.onExit = [this](const ChildExit& exit) {
            const std::lock_guard lock(m_mutex);
            m_exit = exit;
        };
        return options;
    }

    std::vector<std::string> lines() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lines;
    }

    std::optional<ChildExit> exit() const
    {
        const std::lock_guard lock(m_mutex);
        return m_exit;
    }

    bool saw(const std::string& part) const
    {
        for (const std::string& line : lines()) {
            if (line.find(part) != std::string::npos) {
                return true;
            }
        }
        return false;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_lines;
    std::optional<ChildExit> m_exit;
};

bool processExists(pid_t pid)
{
    return ::kill(pid, 0) == 0;
}

} // namespace

class TestChildProcess : public QObject
{
    Q_OBJECT

private slots:
    void aServingChildIsReadyAndEndsInOrder()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("serve"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        QVERIFY((*child)->running());
        QCOMPARE((*child)->ready().value("pid", 0), static_cast<int>((*child)->pid()));
        QCOMPARE(text((*child)->ready().value("address", std::string())), QString("unix:/somewhere.sock"));
        (*child)->stop(seconds(10));
        QTRY_VERIFY(recorder.exit().has_value());
        QVERIFY(!recorder.exit()->signaled);
        QCOMPARE(recorder.exit()->code, 0);
        QVERIFY(recorder.saw("ended by signal"));
        QVERIFY(!(*child)->running());
        QVERIFY(!recorder.saw("READY"));
    }

    void secretsArriveOnInputAndNotInArguments()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("echo"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        QTRY_VERIFY(recorder.saw("the secret is s3cret"));
        QFile commandLine(QString("/proc/%1/cmdline").arg((*child)->pid()));
        QVERIFY(commandLine.open(QIODevice::ReadOnly));
        QVERIFY(!commandLine.readAll().contains("s3cret"));
        QFile environment(QString("/proc/%1/environ").arg((*child)->pid()));
        QVERIFY(environment.open(QIODevice::ReadOnly));
        QVERIFY(!environment.readAll().contains("s3cret"));
    }

    void aMissingProgramIsNamed()
    {
        ChildOptions options;
        options.program = "firstlight-nothing";
        const absl::Status status = ChildProcess::start(std::move(options)).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kProgramMissing);
        QCOMPARE(text(argumentOf(status, "program")), QString("firstlight-nothing"));
        QVERIFY(text(argumentOf(status, "detail")).contains("No such file"));
    }

    void aChildThatRefusesIsQuoted()
    {
        Recorder recorder;
        const absl::Status status = ChildProcess::start(recorder.options("refuse")).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kProgramMissing);
        QCOMPARE(text(argumentOf(status, "detail")), QString("exit code 3, last line: the disk is on fire"));
        QVERIFY(!recorder.exit().has_value());
    }

    void aChildThatAbortsIsQuoted()
    {
        Recorder recorder;
        const absl::Status status = ChildProcess::start(recorder.options("plain")).status();
        QVERIFY(text(argumentOf(status, "detail")).contains("signal 6"));
        QVERIFY(text(argumentOf(status, "detail")).contains("last line: terminate called"));
    }

    void aMuteChildIsKilledAfterItsTime()
    {
        Recorder recorder;
        ChildOptions options = recorder.options("mute");
        options.readyTimeout = milliseconds(200);
        QElapsedTimer timer;
        timer.start();
        const absl::Status status = ChildProcess::start(std::move(options)).status();
        FIRSTLIGHT_COMPARE_REASON(status, reasons::kProgramMissing);
        QVERIFY(text(argumentOf(status, "detail")).contains("not ready in time"));
        QVERIFY(timer.elapsed() >= 200);
    }

    void aStubbornChildIsKilledAfterTheGrace()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("stubborn"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        (*child)->stop(milliseconds(100));
        QTRY_VERIFY(recorder.exit().has_value());
        QVERIFY(recorder.exit()->signaled);
        QCOMPARE(recorder.exit()->code, SIGKILL);
        QCOMPARE(text(launch::describeExit(*recorder.exit())), QString("killed by signal 9 (SIGKILL)"));
    }

    void anUnexpectedEndIsReported()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("serve"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        ::kill((*child)->pid(), SIGABRT); // one that sanitizers leave alone
        QTRY_VERIFY(recorder.exit().has_value());
        QVERIFY(recorder.exit()->signaled);
        QCOMPARE(recorder.exit()->code, SIGABRT);
        QVERIFY((*child)->waitForExit(milliseconds(0)));
    }

    void exitCodeZeroIsReportedToo()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("zero"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        QTRY_VERIFY(recorder.exit().has_value());
        QVERIFY(!recorder.exit()->signaled);
        QCOMPARE(recorder.exit()->code, 0);
    }

    void allLinesArriveBeforeTheEnd()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("chatty"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        (*child)->stop(seconds(10));
        QTRY_VERIFY(recorder.exit().has_value());
        QCOMPARE(recorder.lines().size(), std::size_t(20'002));
        QCOMPARE(text(base::parseLogLine(recorder.lines()[19'999])->message), QString("line 19999"));
    }

    void anUnterminatedLineIsNotLost()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("unterminated"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        QTRY_VERIFY(recorder.exit().has_value());
        QCOMPARE(text(recorder.exit()->lastErrorLine), QString("last words"));
        QCOMPARE(text(launch::describeExit(*recorder.exit())), QString("exit code 4"));
    }

    void longLinesAreCutAndBounded()
    {
        Recorder recorder;
        auto child = ChildProcess::start(recorder.options("long"));
        FIRSTLIGHT_VERIFY_OK(child.status());
        (*child)->stop(seconds(10));
        QTRY_VERIFY(recorder.exit().has_value());
        std::size_t total = 0;
        for (const std::string& line : recorder.lines()) {
            QVERIFY(line.size() <= 32768);
            total += line.find("xxx") == 0 ? line.size() : 0;
        }
        QCOMPARE(total, std::size_t(100'000));
    }

    void theDestructorLeavesNothing()
    {
        Recorder recorder;
        pid_t pid = 0;
        const auto descriptors = [] { return QDir("/proc/self/fd").entryList(QDir::System | QDir::Files).size(); };
        const auto before = descriptors();
        {
            auto child = ChildProcess::start(recorder.options("serve"));
            FIRSTLIGHT_VERIFY_OK(child.status());
            pid = (*child)->pid();
            QVERIFY(processExists(pid));
        }
        QVERIFY(!processExists(pid)); // ended and reaped
        QCOMPARE(descriptors(), before);
    }

    void aChildOfAKilledParentEnds()
    {
        int pipe[2];
        QCOMPARE(::pipe(pipe), 0);
        ForkedProcess parent([&] {
            ChildOptions options;
            options.program = "launch_child_program";
            options.arguments = {"serve"};
            auto child = ChildProcess::start(std::move(options));
            const pid_t pid = child.ok() ? (*child)->pid() : -1;
            [[maybe_unused]] const ssize_t written = ::write(pipe[1], &pid, sizeof pid);
            for (;;) {
                ::pause();
            }
            return 0;
        });
        pid_t pid = -1;
        QCOMPARE(::read(pipe[0], &pid, sizeof pid), ssize_t(sizeof pid));
        QVERIFY(processExists(pid));
        parent.signal(SIGKILL);
        QCOMPARE(parent.wait(), 128 + SIGKILL);
        // An orphan is reaped by somebody else, so look whether it still runs.
        QTRY_VERIFY_WITH_TIMEOUT(
            [pid] {
                QFile state(QString("/proc/%1/stat").arg(pid));
                return !state.open(QIODevice::ReadOnly) || state.readAll().contains(") Z ");
            }(),
            5000);
    }
};

QTEST_GUILESS_MAIN(TestChildProcess)
#include "tst_child_process.moc"
