#include "backend/diagnose/checkpoint_blocker.h"

#include <QTest>

using namespace firstlight;

class TestCheckpointBlocker : public QObject
{
    Q_OBJECT

private slots:
    void nothingStandsInTheWay();
    void aRemarkIsNoBlocker();
    void aBrokenFileExplainsMissingTensors();
    void whatCannotBeRunComesFirst();
    void missingTensorsAloneAreTheReason();
};

void TestCheckpointBlocker::nothingStandsInTheWay()
{
    v1::CheckpointReport report;
    report.mutable_complete()->set_state(v1::VERDICT_STATE_YES);
    QVERIFY(diagnose::checkpointBlocker(report) == nullptr);
}

void TestCheckpointBlocker::aRemarkIsNoBlocker()
{
    v1::CheckpointReport report;
    report.mutable_consistent()->set_state(v1::VERDICT_STATE_PARTLY);
    report.mutable_consistent()->add_findings()->set_reason("FILE_INVALID");
    QVERIFY(diagnose::checkpointBlocker(report) == nullptr);
}

void TestCheckpointBlocker::aBrokenFileExplainsMissingTensors()
{
    v1::CheckpointReport report;
    report.mutable_complete()->set_state(v1::VERDICT_STATE_NO);
    report.mutable_complete()->add_findings()->set_reason("TENSOR_MISSING");
    report.mutable_consistent()->set_state(v1::VERDICT_STATE_NO);
    report.mutable_consistent()->add_findings()->set_reason("FILE_INVALID");
    QCOMPARE(diagnose::checkpointBlocker(report)->reason(), std::string("FILE_INVALID"));
}

// Nobody downloads a terabyte for a model that cannot be run.
void TestCheckpointBlocker::whatCannotBeRunComesFirst()
{
    v1::CheckpointReport report;
    report.mutable_complete()->set_state(v1::VERDICT_STATE_NO);
    report.mutable_complete()->add_findings()->set_reason("SHARD_MISSING");
    report.mutable_supported()->set_state(v1::VERDICT_STATE_NO);
    report.mutable_supported()->add_findings()->set_reason("MODEL_UNSUPPORTED");
    QCOMPARE(diagnose::checkpointBlocker(report)->reason(), std::string("MODEL_UNSUPPORTED"));
}

void TestCheckpointBlocker::missingTensorsAloneAreTheReason()
{
    v1::CheckpointReport report;
    report.mutable_complete()->set_state(v1::VERDICT_STATE_NO);
    report.mutable_complete()->add_findings()->set_reason("TENSOR_MISSING");
    QCOMPARE(diagnose::checkpointBlocker(report)->reason(), std::string("TENSOR_MISSING"));
}

QTEST_GUILESS_MAIN(TestCheckpointBlocker)
#include "tst_checkpoint_blocker.moc"
