// The charts answer to mouse and keyboard, and what they paint is what they were given.
#include "ui/widgets/dense_table.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/memory_bars.h"
#include "ui/widgets/shard_map.h"
#include "ui/widgets/stacked_timeline.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

using namespace firstlight::ui;

namespace {

ShardNode leaf(const QString& id, double weight, const QColor& color)
{
    return {id, id, id, weight, color, {}};
}

ShardNode twoNodes()
{
    ShardNode root{{}, QStringLiteral("cluster"), {}, 0, {}, {}};
    root.children.push_back(
        {QStringLiteral("node-1"), QStringLiteral("node-1"), {}, 0, {}, {leaf(QStringLiteral("a"), 300, Qt::red)}});
    root.children.push_back(
        {QStringLiteral("node-2"), QStringLiteral("node-2"), {}, 0, {}, {leaf(QStringLiteral("b"), 100, Qt::blue)}});
    return root;
}

int pixelsOf(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixelColor(x, y) == color ? 1 : 0;
        }
    }
    return count;
}

} // namespace

class TestWidgetsCharts : public QObject
{
    Q_OBJECT

private slots:
    void shardMapAreasFollowBytes();
    void shardMapZoomsByKeyboardAndMouse();
    void shardMapKeepsItsPlaceAcrossUpdates();
    void heatMapChoosesCells();
    void heatMapMissingValuesAreNotZero();
    void barsMarkWhatDoesNotFit();
    void timelineStacksBands();
    void timelineFollowsUntilMoved();
    void labelsOfCrowdedMarksAreOne();
    void numbersStandRightUnderTheirHeaders();
    void anEmptyTableSaysWhatToDo();

private:
    Look m_look{Theme::builtIn(QStringLiteral("light")), Formatter(), nullptr};
};

void TestWidgetsCharts::shardMapAreasFollowBytes()
{
    ShardMap map(&m_look);
    map.resize(400, 400);
    map.setRoot(twoNodes());
    QCOMPARE(map.root().weight, 400.0);
    const QImage image = map.grab().toImage();
    const double ratio = double(pixelsOf(image, Qt::red)) / double(pixelsOf(image, Qt::blue));
    QVERIFY2(ratio > 2.5 && ratio < 3.6, QByteArray::number(ratio));
}

void TestWidgetsCharts::shardMapZoomsByKeyboardAndMouse()
{
    ShardMap map(&m_look);
    map.resize(400, 400);
    map.setRoot(twoNodes());
    map.grab();
    QSignalSpy zoomed(&map, &ShardMap::zoomChanged);
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.chosenPath(), QStringList{QStringLiteral("node-1")});
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.chosenPath(), QStringList{QStringLiteral("node-2")});
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(map.zoomPath(), QStringList{QStringLiteral("node-2")});
    QCOMPARE(pixelsOf(map.grab().toImage(), Qt::red), 0);
    QTest::keyClick(&map, Qt::Key_Backspace);
    QVERIFY(map.zoomPath().isEmpty());
    QCOMPARE(zoomed.size(), 2);
    map.grab();
    QTest::mouseDClick(&map, Qt::LeftButton, {}, QPoint(60, 200));
    QCOMPARE(map.zoomPath(), QStringList{QStringLiteral("node-1")});
}

void TestWidgetsCharts::shardMapKeepsItsPlaceAcrossUpdates()
{
    ShardMap map(&m_look);
    map.setRoot(twoNodes());
    map.zoomTo({QStringLiteral("node-1")});
    map.choose({QStringLiteral("node-1"), QStringLiteral("a")});
    map.setRoot(twoNodes());
    QCOMPARE(map.zoomPath(), QStringList{QStringLiteral("node-1")});
    ShardNode smaller = twoNodes();
    smaller.children.erase(smaller.children.begin());
    map.setRoot(smaller);
    QVERIFY(map.zoomPath().isEmpty());
}

void TestWidgetsCharts::heatMapChoosesCells()
{
    HeatMap heat(&m_look);
    heat.resize(400, 300);
    heat.setMatrix({{QStringLiteral("0"), QStringLiteral("1")},
                    {QStringLiteral("0"), QStringLiteral("1")},
                    {std::nullopt, 1.0, 2.0, std::nullopt},
                    QStringLiteral("µs"),
                    QStringLiteral("two ranks")});
    QCOMPARE(heat.accessibleDescription(), QStringLiteral("two ranks"));
    QSignalSpy chosen(&heat, &HeatMap::cellChosen);
    QTest::keyClick(&heat, Qt::Key_Right);
    QTest::keyClick(&heat, Qt::Key_Right);
    QTest::keyClick(&heat, Qt::Key_Down);
    QCOMPARE(heat.chosenCell(), QPoint(1, 1));
    QCOMPARE(chosen.last().at(0).toInt(), 1);
    QTest::keyClick(&heat, Qt::Key_Down);
    QCOMPARE(heat.chosenCell(), QPoint(1, 1));
}

void TestWidgetsCharts::heatMapMissingValuesAreNotZero()
{
    HeatMap heat(&m_look);
    heat.resize(400, 300);
    heat.setMatrix({{QStringLiteral("0")},
                    {QStringLiteral("0"), QStringLiteral("1")},
                    {std::nullopt, 5.0},
                    QStringLiteral("µs"),
                    {}});
    QVERIFY(!heat.matrix().at(0, 0).has_value());
    const QImage image = heat.grab().toImage();
    QVERIFY(pixelsOf(image, m_look.color(ColorToken::SurfaceAlternate)) > 500);
    QVERIFY(pixelsOf(image, m_look.theme().heat(1)) > 500);
}

void TestWidgetsCharts::barsMarkWhatDoesNotFit()
{
    MemoryBars bars(&m_look);
    bars.setBars({{0, QStringLiteral("rank 0"), {{MemoryClass::Weights, 60}, {MemoryClass::KvCache, 20}}, 100},
                  {1, QStringLiteral("rank 1"), {{MemoryClass::Weights, 160}}, 100}});
    bars.resize(600, bars.minimumSizeHint().height());
    const QImage image = bars.grab().toImage();
    const QRect firstRow(0, 0, 600, 32);
    QVERIFY(pixelsOf(image.copy(firstRow), m_look.theme().memoryClassColor(MemoryClass::KvCache)) > 100);
    QCOMPARE(pixelsOf(image.copy(firstRow), m_look.color(ColorToken::Bad)), 0);
    QVERIFY(pixelsOf(image.copy(0, 32, 600, 32), m_look.color(ColorToken::Bad)) > 10);
    QSignalSpy chosen(&bars, &MemoryBars::rankChosen);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, QPoint(200, 40));
    QCOMPARE(chosen.first().first().toInt(), 1);
    QVERIFY(bars.accessibleDescription().contains(QStringLiteral("rank 1")));
}

void TestWidgetsCharts::timelineStacksBands()
{
    SeriesStore low;
    SeriesStore high;
    for (int second = 0; second <= 100; ++second) {
        low.append(1000.0 + second, 10);
        high.append(1000.0 + second, second);
    }
    StackedTimeline timeline(&m_look);
    timeline.resize(500, 300);
    timeline.setExtent(1000, 1100);
    timeline.setBands({{QStringLiteral("low"), QBrush(Qt::green)}, {QStringLiteral("high"), QBrush(Qt::magenta)}},
                      [&](int band, double from, double to, int pixels) {
                          return (band == 0 ? low : high).columns(from, to, pixels);
                      });
    timeline.grab(); // lays the chart out
    timeline.setView(1000, 1100);
    const QStringList rows = timeline.csv().trimmed().split(QLatin1Char('\n'));
    QCOMPARE(rows.first(), QStringLiteral("time_unix_s,\"low\",\"high\""));
    QVERIFY(rows.size() > 50);
    const QStringList last = rows.last().split(QLatin1Char(','));
    QCOMPARE(last[1], QStringLiteral("10"));
    QVERIFY(last[2].toInt() >= 98);
    QVERIFY(pixelsOf(timeline.picture().toImage(), Qt::magenta) > 1000);
    QTemporaryDir folder;
    QVERIFY(timeline.saveSvg(folder.filePath(QStringLiteral("a.svg"))));
    QVERIFY(QFile(folder.filePath(QStringLiteral("a.svg"))).size() > 1000);
}

void TestWidgetsCharts::timelineFollowsUntilMoved()
{
    StackedTimeline timeline(&m_look);
    timeline.resize(500, 300);
    timeline.setExtent(0.5, 500);
    timeline.refresh();
    QCOMPARE(timeline.viewTo(), 500.0);
    timeline.setExtent(0.5, 510);
    timeline.refresh();
    QCOMPARE(timeline.viewTo(), 510.0);
    QTest::keyClick(&timeline, Qt::Key_Left);
    QVERIFY(!timeline.isFollowing());
    const double held = timeline.viewTo();
    timeline.setExtent(0.5, 600);
    timeline.refresh();
    QCOMPARE(timeline.viewTo(), held);
    QTest::keyClick(&timeline, Qt::Key_End);
    QVERIFY(timeline.isFollowing());
    QCOMPARE(timeline.viewTo(), 600.0);
}

void TestWidgetsCharts::labelsOfCrowdedMarksAreOne()
{
    const auto mark = [](double time, const char* word) { return TimelineMark{time, QString::fromLatin1(word)}; };
    const std::vector<TimelineMark> marks = {mark(0, "a"), mark(10, "b"), mark(10.5, "c"), mark(11.9, "d"),
                                             mark(12, "e")};
    const auto labels = timelineLabels(marks, 2);
    QCOMPARE(labels, (std::vector{mark(0, "a"), TimelineMark{10, QStringLiteral("b … d")}, mark(12, "e")}));
    QCOMPARE(timelineLabels(marks, 0.01).size(), marks.size());
    QCOMPARE(timelineLabels(marks, 100), (std::vector{TimelineMark{0, QStringLiteral("a … e")}}));
    QVERIFY(timelineLabels({}, 1).empty());
}

void TestWidgetsCharts::numbersStandRightUnderTheirHeaders()
{
    const std::unique_ptr<QTableWidget> table(makeDenseTable(2, QStringLiteral("table"), &m_look, nullptr, {1}));
    table->setHorizontalHeaderLabels({QStringLiteral("i"), QStringLiteral("i")});
    table->setRowCount(1);
    for (int column = 0; column < 2; ++column) {
        table->setColumnWidth(column, 200);
        table->setItem(0, column, new QTableWidgetItem(QStringLiteral("i")));
    }
    table->resize(440, 120);
    const QImage image = table->grab().toImage();
    // The middle of what is painted in a column, header or cell, from its left edge.
    const auto middle = [&](int column, int top, int height) {
        const int left = table->viewport()->x() + table->columnViewportPosition(column) + 2;
        int first = -1;
        int last = -1;
        for (int x = left; x < left + 196; ++x) {
            for (int y = top; y < top + height; ++y) {
                if (qGray(image.pixel(x, y)) < 140) {
                    first = first < 0 ? x : first;
                    last = x;
                }
            }
        }
        return (first + last) / 2 - left;
    };
    const int header = table->horizontalHeader()->height();
    const int row = header + table->rowViewportPosition(0) + 3;
    for (const auto& [top, height] : {std::pair(4, header - 8), std::pair(row, 16)}) {
        QVERIFY2(middle(0, top, height) < 40, QByteArray::number(middle(0, top, height)));
        QVERIFY2(middle(1, top, height) > 150, QByteArray::number(middle(1, top, height)));
    }
}

void TestWidgetsCharts::anEmptyTableSaysWhatToDo()
{
    const std::unique_ptr<QTableWidget> table(makeDenseTable(1, QStringLiteral("table"), &m_look, nullptr));
    setEmptyHint(table.get(), QStringLiteral("Click a tensor."));
    setEmptyHint(table.get(), QStringLiteral("Click one.")); // the language has changed
    table->show();
    const auto hints = table->findChildren<QLabel*>(QStringLiteral("emptyHint"));
    QCOMPARE(hints.size(), 1);
    QCOMPARE(hints[0]->text(), QStringLiteral("Click one."));
    QVERIFY(hints[0]->isVisible());
    table->setRowCount(1);
    QVERIFY(!hints[0]->isVisible());
    table->setRowCount(0);
    QVERIFY(hints[0]->isVisible());
}

QTEST_MAIN(TestWidgetsCharts)
#include "tst_widgets_charts.moc"
