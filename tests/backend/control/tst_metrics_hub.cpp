#include "tests/backend/control/fakes.h"

#include <QTest>

using namespace firstlight;
using namespace std::chrono_literals;

namespace {

v1::RankSample sample(int rank, std::int64_t bytes)
{
    v1::RankSample sample;
    sample.set_rank(rank);
    sample.add_memory()->set_memory_bytes(bytes);
    return sample;
}

} // namespace

class TestMetricsHub : public QObject
{
    Q_OBJECT

private slots:
    void aFrameHoldsTheNewestOfEverybody();
    void readersGetTheirOwnIntervalAndHistory();
    void whatIsGoneIsNotInTheNextFrame();
    void peaksAreKeptUntilTheNextDeployment();
};

void TestMetricsHub::aFrameHoldsTheNewestOfEverybody()
{
    test::FakeClock clock;
    control::MetricsHub hub(clock);
    hub.setDeployment("d-1");
    v1::NodeSample node;
    node.set_node("node-1");
    hub.addNodeSample(node);
    hub.addRankSample(sample(0, 1));
    hub.addRankSample(sample(0, 2));
    hub.makeFrame();
    control::MetricsHub::Place place;
    const auto frame = hub.read(place);
    QCOMPARE(frame->deployment_id(), std::string("d-1"));
    QCOMPARE(frame->nodes_size(), 1);
    QCOMPARE(frame->ranks_size(), 1);
    QCOMPARE(frame->ranks(0).memory(0).memory_bytes(), std::int64_t(2));
    QVERIFY(hub.read(place) == nullptr);
}

void TestMetricsHub::readersGetTheirOwnIntervalAndHistory()
{
    test::FakeClock clock;
    control::MetricsHub hub(clock);
    for (int i = 0; i < 40; ++i) { // ten seconds
        hub.makeFrame();
        clock.advance(250ms);
    }
    const auto countOf = [&](std::chrono::seconds history, std::chrono::milliseconds interval) {
        auto place = hub.placeWithHistory(history, interval);
        int count = 0;
        while (hub.read(place) != nullptr) {
            ++count;
        }
        return count;
    };
    QCOMPARE(countOf(0s, 250ms), 1); // the present one
    QCOMPARE(countOf(2s, 250ms), 8);
    QCOMPARE(countOf(100s, 250ms), 40);
    QCOMPARE(countOf(100s, 1000ms), 10);
}

void TestMetricsHub::whatIsGoneIsNotInTheNextFrame()
{
    test::FakeClock clock;
    control::MetricsHub hub(clock);
    hub.addRankSample(sample(0, 1));
    hub.addRankSample(sample(1, 1));
    hub.removeRank(1);
    hub.makeFrame();
    control::MetricsHub::Place place;
    QCOMPARE(hub.read(place)->ranks_size(), 1);
}

void TestMetricsHub::peaksAreKeptUntilTheNextDeployment()
{
    test::FakeClock clock;
    control::MetricsHub hub(clock);
    hub.addRankSample(sample(0, 5));
    hub.addRankSample(sample(0, 9));
    hub.addRankSample(sample(0, 3));
    hub.removeRank(0);
    QCOMPARE(hub.peakSamples().at(0).memory(0).memory_bytes(), std::int64_t(9));
    hub.setDeployment("next");
    QVERIFY(hub.peakSamples().empty());
}

QTEST_GUILESS_MAIN(TestMetricsHub)
#include "tst_metrics_hub.moc"
