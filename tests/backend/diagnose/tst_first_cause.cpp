#include "backend/api/failure_reasons.h"
#include "backend/diagnose/first_cause.h"

#include <QTest>

using namespace firstlight;

namespace {

v1::FailureDetail failureOf(const FailureReason& reason, int rank, const std::string& node)
{
    v1::FailureDetail failure;
    failure.set_reason(std::string(reason.id));
    failure.set_rank(rank);
    failure.set_node(node);
    return failure;
}

} // namespace

class TestFirstCause : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsNotConclusive();
    void aDeadRankExplainsTheTimeoutSeenBefore();
    void theFirstOfTwoDeadRanksCounts();
    void aLostNodeExplainsTheEndOfItsRanksOnly();
    void aStuckRankExplainsACollectiveTimeout();
    void aBrokenShardExplainsTheExitThatFollows();
    void consequencesAloneAreNotConclusive();
};

void TestFirstCause::nothingIsNotConclusive()
{
    const diagnose::FirstCause cause;
    QVERIFY(cause.empty());
    QVERIFY(!cause.conclusive());
}

void TestFirstCause::aDeadRankExplainsTheTimeoutSeenBefore()
{
    diagnose::FirstCause cause;
    cause.add(failureOf(reasons::kCollectiveTimeout, 0, "node-1"));
    cause.add(failureOf(reasons::kRankExited, 1, "node-2"));
    QCOMPARE(cause.choice().rank(), 1);
    QVERIFY(cause.conclusive());
    QCOMPARE(cause.others().size(), std::size_t(1));
    QCOMPARE(cause.others().front().reason(), std::string("COLLECTIVE_TIMEOUT"));
}

void TestFirstCause::theFirstOfTwoDeadRanksCounts()
{
    diagnose::FirstCause cause;
    cause.add(failureOf(reasons::kRankExited, 3, "node-2"));
    cause.add(failureOf(reasons::kRankExited, 1, "node-1"));
    QCOMPARE(cause.choice().rank(), 3);
}

void TestFirstCause::aLostNodeExplainsTheEndOfItsRanksOnly()
{
    diagnose::FirstCause same;
    same.add(failureOf(reasons::kRankExited, 1, "node-2"));
    same.add(failureOf(reasons::kNodeLost, -1, "node-2"));
    QCOMPARE(same.choice().reason(), std::string("NODE_LOST"));

    diagnose::FirstCause other;
    other.add(failureOf(reasons::kRankExited, 1, "node-2"));
    other.add(failureOf(reasons::kNodeLost, -1, "node-1"));
    QCOMPARE(other.choice().reason(), std::string("RANK_EXITED"));
}

void TestFirstCause::aStuckRankExplainsACollectiveTimeout()
{
    diagnose::FirstCause cause;
    cause.add(failureOf(reasons::kCollectiveTimeout, 0, "node-1"));
    cause.add(failureOf(reasons::kRankStuck, 1, "node-2"));
    QCOMPARE(cause.choice().reason(), std::string("RANK_STUCK"));
    QVERIFY(cause.conclusive());
}

void TestFirstCause::aBrokenShardExplainsTheExitThatFollows()
{
    diagnose::FirstCause cause;
    cause.add(failureOf(reasons::kShardTruncated, 0, "node-1"));
    cause.add(failureOf(reasons::kRankExited, 0, "node-1"));
    QCOMPARE(cause.choice().reason(), std::string("SHARD_TRUNCATED"));
}

void TestFirstCause::consequencesAloneAreNotConclusive()
{
    diagnose::FirstCause cause;
    cause.add(failureOf(reasons::kRankDisconnected, 1, "node-2"));
    cause.add(failureOf(reasons::kAborted, 0, "node-1"));
    QVERIFY(!cause.conclusive());
    QCOMPARE(cause.choice().reason(), std::string("RANK_DISCONNECTED"));
}

QTEST_GUILESS_MAIN(TestFirstCause)
#include "tst_first_cause.moc"
