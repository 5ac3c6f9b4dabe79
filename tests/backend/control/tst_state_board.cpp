#include "backend/control/state_board.h"

#include <QTest>

using firstlight::control::StateBoard;

class TestStateBoard : public QObject
{
    Q_OBJECT

private slots:
    void readersGetTheLatestOfEachInOrderOfChange();
    void aSlowReaderSkipsWhatIsOutdated();
    void unsubscribedReadersAreNotWoken();
};

void TestStateBoard::readersGetTheLatestOfEachInOrderOfChange()
{
    StateBoard<int> board;
    board.publish("a", 1);
    board.publish("b", 2);
    std::int64_t version = 0;
    QCOMPARE(*board.after(version), 1);
    QCOMPARE(*board.after(version), 2);
    QVERIFY(board.after(version) == nullptr);
    board.publish("a", 3);
    QCOMPARE(*board.after(version), 3);
    QCOMPARE(*board.get("b"), 2);
    board.remove("b");
    QVERIFY(board.get("b") == nullptr);
}

void TestStateBoard::aSlowReaderSkipsWhatIsOutdated()
{
    StateBoard<int> board;
    for (int i = 0; i < 1000; ++i) {
        board.publish("a", i);
    }
    std::int64_t version = 0;
    QCOMPARE(*board.after(version), 999);
    QVERIFY(board.after(version) == nullptr);
}

void TestStateBoard::unsubscribedReadersAreNotWoken()
{
    StateBoard<int> board;
    int woken = 0;
    auto subscription = board.changes().subscribe([&] { ++woken; });
    board.publish("a", 1);
    subscription.reset();
    board.publish("a", 2);
    QCOMPARE(woken, 1);
}

QTEST_GUILESS_MAIN(TestStateBoard)
#include "tst_state_board.moc"
