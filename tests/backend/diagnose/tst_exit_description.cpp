#include "backend/diagnose/exit_description.h"

#include <QTest>

using namespace firstlight;

class TestExitDescription : public QObject
{
    Q_OBJECT

private slots:
    void describes_data();
    void describes();
    void anEndThatWasAskedForNeedsNoExplanation();
};

void TestExitDescription::describes_data()
{
    QTest::addColumn<bool>("signaled");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("outOfMemory");
    QTest::addColumn<QString>("lastLine");
    QTest::addColumn<QString>("expected");
    QTest::newRow("signal") << true << 9 << false << ""
                            << "killed by signal 9 (SIGKILL)";
    QTest::newRow("real-time signal") << true << 60 << false << ""
                                      << "killed by signal 60";
    QTest::newRow("code and line") << false << 1 << false << "no such file"
                                   << "exit code 1: no such file";
    QTest::newRow("137 is no evidence") << false << 137 << false << ""
                                        << "exit code 137";
    QTest::newRow("zero") << false << 0 << false << ""
                          << "exit code 0, although nobody asked it to end";
    QTest::newRow("memory") << true << 9 << true << ""
                            << "ended by the kernel because memory ran out";
}

void TestExitDescription::describes()
{
    QFETCH(bool, signaled);
    QFETCH(int, code);
    QFETCH(bool, outOfMemory);
    QFETCH(QString, lastLine);
    QFETCH(QString, expected);
    v1::RankExited exited;
    exited.set_signaled(signaled);
    exited.set_code(code);
    exited.set_out_of_memory(outOfMemory);
    exited.set_last_error_line(lastLine.toStdString());
    QCOMPARE(QString::fromStdString(diagnose::describeExit(exited)), expected);
}

void TestExitDescription::anEndThatWasAskedForNeedsNoExplanation()
{
    v1::RankExited exited;
    exited.set_last_error_line("interrupted");
    QCOMPARE(diagnose::describeExit(exited, diagnose::Expectation::kAsked), std::string("exit code 0"));
}

QTEST_GUILESS_MAIN(TestExitDescription)
#include "tst_exit_description.moc"
