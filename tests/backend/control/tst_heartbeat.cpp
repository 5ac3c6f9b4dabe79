#include "backend/control/heartbeat.h"

#include <QTest>

using namespace firstlight;
using namespace std::chrono_literals;
using control::HeartbeatStep;

class TestHeartbeat : public QObject
{
    Q_OBJECT

private slots:
    void climbsTheLadderAndComesBack();
};

void TestHeartbeat::climbsTheLadderAndComesBack()
{
    const base::SteadyTime start{};
    const control::HeartbeatLimits limits;
    control::Heartbeat heartbeat(start);
    bool changed = false;
    const auto stepAt = [&](std::chrono::milliseconds time) { return heartbeat.step(start + time, limits, changed); };
    QVERIFY(stepAt(999ms) == HeartbeatStep::kFine && !changed);
    QVERIFY(stepAt(1s) == HeartbeatStep::kLate && changed);
    QVERIFY(stepAt(2s) == HeartbeatStep::kLate && !changed);
    QVERIFY(stepAt(5s) == HeartbeatStep::kWarn && changed);
    QVERIFY(stepAt(20s) == HeartbeatStep::kStuck && changed);
    heartbeat.heard(start + 20s);
    QVERIFY(stepAt(20500ms) == HeartbeatStep::kFine && changed);
}

QTEST_GUILESS_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
