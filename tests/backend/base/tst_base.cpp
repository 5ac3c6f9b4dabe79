#include "backend/base/bounded_queue.h"
#include "backend/base/random_token.h"
#include "backend/base/resources.h"
#include "backend/base/runtime_paths.h"
#include "backend/base/version.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scoped_variable.h"
#include "tests/support/status_check.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>

#include <set>
#include <thread>

using namespace firstlight;
using namespace firstlight::test;
using base::BoundedQueue;

namespace {

base::SteadyTime soon(int milliseconds)
{
    return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

} // namespace

class TestBase : public QObject
{
    Q_OBJECT

private slots:
    void aQueueKeepsOrderAndBound()
    {
        BoundedQueue<int> queue(2);
        QVERIFY(queue.tryPush(1));
        QVERIFY(queue.tryPush(2));
        QVERIFY(!queue.tryPush(3));
        QVERIFY(!queue.push(3, soon(20)));
        QCOMPARE(queue.pop(), 1);
        QCOMPARE(queue.tryPop(), 2);
        QVERIFY(!queue.tryPop());
        QVERIFY(!queue.pop(soon(20)));
    }

    void aFullQueueTakesOnceThereIsRoom()
    {
        BoundedQueue<int> queue(1);
        QVERIFY(queue.tryPush(1));
        bool pushed = false;
        std::thread writer([&] { pushed = queue.push(2, soon(10'000)); });
        QCOMPARE(queue.pop(), 1);
        QCOMPARE(queue.pop(), 2);
        writer.join();
        QVERIFY(pushed);
    }

    void closingEndsEveryWait()
    {
        BoundedQueue<int> empty(1);
        BoundedQueue<int> full(1);
        QVERIFY(full.tryPush(7));
        std::thread reader([&] { QVERIFY(!empty.pop()); });
        std::thread writer([&] { QVERIFY(!full.push(8, soon(60'000))); });
        empty.close();
        full.close();
        reader.join();
        writer.join();
        QCOMPARE(full.pop(), 7); // what was queued is not lost
        QVERIFY(!full.pop());
        QVERIFY(!full.tryPush(9));
    }

    void tokensAreLongAndDifferent()
    {
        std::set<std::string> tokens;
        for (int round = 0; round < 100; ++round) {
            const std::string token = base::makeToken();
            QCOMPARE(token.size(), std::size_t(64));
            QVERIFY(token.find_first_not_of("0123456789abcdef") == std::string::npos);
            tokens.insert(token);
        }
        QCOMPARE(tokens.size(), std::size_t(100));
        QCOMPARE(base::randomHex(4).size(), std::size_t(8));
    }

    void comparisonOfTokens()
    {
        QVERIFY(base::constantTimeEqual("abc", "abc"));
        QVERIFY(base::constantTimeEqual("", ""));
        QVERIFY(!base::constantTimeEqual("abc", "abd"));
        QVERIFY(!base::constantTimeEqual("xbc", "abc"));
        QVERIFY(!base::constantTimeEqual("abc", "abcd"));
        QVERIFY(!base::constantTimeEqual("", "a"));
    }

    void theRuntimeFolderFollowsTheEnvironment()
    {
        const ScopedVariable own("FIRSTLIGHT_RUNTIME_DIR", "/run/own");
        const ScopedVariable xdg("XDG_RUNTIME_DIR", "/run/user/7");
        QCOMPARE(text(base::runtimeDirectory()), QString("/run/own"));
        const ScopedVariable noOwn("FIRSTLIGHT_RUNTIME_DIR", nullptr);
        QCOMPARE(text(base::runtimeDirectory()), QString("/run/user/7/firstlight"));
        const ScopedVariable noXdg("XDG_RUNTIME_DIR", "");
        QVERIFY(text(base::runtimeDirectory()).startsWith("/tmp/firstlight-"));
    }

    void theStateFolderFollowsTheEnvironment()
    {
        const ScopedVariable own("FIRSTLIGHT_STATE_DIR", nullptr);
        const ScopedVariable xdg("XDG_STATE_HOME", "/home/x/.state");
        QCOMPARE(text(base::stateDirectory()), QString("/home/x/.state/firstlight"));
        const ScopedVariable noXdg("XDG_STATE_HOME", nullptr);
        const ScopedVariable home("HOME", "/home/y");
        QCOMPARE(text(base::stateDirectory()), QString("/home/y/.local/state/firstlight"));
    }

    void programsLieSideBySide()
    {
        QCOMPARE(text(base::programDirectory()), QCoreApplication::applicationDirPath());
        QCOMPARE(text(base::programPath("firstlightd")), QCoreApplication::applicationDirPath() + "/firstlightd");
    }

    void resourcesAreFound()
    {
        const ScopedVariable none("FIRSTLIGHT_RESOURCE_DIR", nullptr);
        QCOMPARE(text(base::resourceDirectory()), QString(FIRSTLIGHT_SOURCE_DIR "/resources"));
        const ScopedVariable own("FIRSTLIGHT_RESOURCE_DIR", "/opt/resources");
        QCOMPARE(text(base::resourceDirectory()), QString("/opt/resources"));
    }

    void theVersionIsTheProjects()
    {
        QFile lists(FIRSTLIGHT_SOURCE_DIR "/CMakeLists.txt");
        QVERIFY(lists.open(QIODevice::ReadOnly));
        QVERIFY(lists.readAll().contains("VERSION " +
                                         QByteArray(base::version().data(), qsizetype(base::version().size()))));
    }

    void aFakeClockMovesWhenTold()
    {
        FakeClock clock;
        const auto system = clock.systemNow();
        const auto steady = clock.steadyNow();
        clock.advance(std::chrono::seconds(3));
        clock.jump(std::chrono::hours(1));
        QVERIFY(clock.steadyNow() - steady == std::chrono::seconds(3));
        QVERIFY(clock.systemNow() - system == std::chrono::hours(1) + std::chrono::seconds(3));
        QVERIFY(base::systemTimeFromUnix(base::unixNanoseconds(system)) == system);
    }
};

QTEST_GUILESS_MAIN(TestBase)
#include "tst_base.moc"
