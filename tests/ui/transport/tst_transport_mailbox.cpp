#include "ui/transport/mailbox.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace firstlight::ui;

class TestTransportMailbox : public QObject
{
    Q_OBJECT

private slots:
    void wakesOnceUntilTaken();
    void takesEverythingThatWasPut();
    void losesNothingBetweenThreads();
    void acceptsNothingAfterClose();
    void closeWaitsForTheWakeUp();
    void ringKeepsTheNewestAndCounts();
};

void TestTransportMailbox::wakesOnceUntilTaken()
{
    int wakeUps = 0;
    Mailbox<std::vector<int>> mailbox([&wakeUps] { ++wakeUps; });
    for (int i = 0; i < 5; ++i) {
        mailbox.put([i](std::vector<int>& content) { content.push_back(i); });
    }
    QCOMPARE(wakeUps, 1);
    mailbox.take();
    mailbox.put([](std::vector<int>& content) { content.push_back(9); });
    QCOMPARE(wakeUps, 2);
}

void TestTransportMailbox::takesEverythingThatWasPut()
{
    Mailbox<std::vector<int>> mailbox([] {});
    mailbox.put([](std::vector<int>& content) { content = {1, 2}; });
    mailbox.put([](std::vector<int>& content) { content.push_back(3); });
    QCOMPARE(mailbox.take(), (std::vector{1, 2, 3}));
    QVERIFY(mailbox.take().empty());
}

void TestTransportMailbox::losesNothingBetweenThreads()
{
    constexpr int kThreads = 4;
    constexpr int kPuts = 5000;
    std::atomic<int> wakeUps{0};
    Mailbox<std::vector<int>> mailbox([&wakeUps] { ++wakeUps; });
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&mailbox] {
            for (int i = 0; i < kPuts; ++i) {
                mailbox.put([i](std::vector<int>& content) { content.push_back(i); });
            }
        });
    }
    std::size_t taken = 0;
    while (taken < kThreads * kPuts) {
        taken += mailbox.take().size();
        std::this_thread::yield();
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    QCOMPARE(taken, static_cast<std::size_t>(kThreads * kPuts));
    QVERIFY(wakeUps.load() >= 1);
    QVERIFY(wakeUps.load() <= kThreads * kPuts);
}

void TestTransportMailbox::acceptsNothingAfterClose()
{
    int wakeUps = 0;
    Mailbox<std::vector<int>> mailbox([&wakeUps] { ++wakeUps; });
    mailbox.close();
    mailbox.put([](std::vector<int>& content) { content.push_back(1); });
    QCOMPARE(wakeUps, 0);
    QVERIFY(mailbox.take().empty());
}

void TestTransportMailbox::closeWaitsForTheWakeUp()
{
    std::atomic<bool> waking{false};
    std::atomic<bool> letGo{false};
    std::atomic<bool> finished{false};
    Mailbox<int> mailbox([&] {
        waking = true;
        letGo.wait(false);
        finished = true;
    });
    std::thread putter([&mailbox] { mailbox.put([](int& content) { content = 1; }); });
    while (!waking) {
        std::this_thread::yield();
    }
    std::thread releaser([&letGo] {
        letGo = true;
        letGo.notify_all();
    });
    mailbox.close();
    QVERIFY(finished.load());
    putter.join();
    releaser.join();
}

void TestTransportMailbox::ringKeepsTheNewestAndCounts()
{
    BoundedRing<int, 3> ring;
    for (int i = 0; i < 5; ++i) {
        ring.push(i);
    }
    QCOMPARE(std::vector<int>(ring.items().begin(), ring.items().end()), (std::vector{2, 3, 4}));
    QCOMPARE(ring.dropped(), 2);
}

QTEST_GUILESS_MAIN(TestTransportMailbox)
#include "tst_transport_mailbox.moc"
