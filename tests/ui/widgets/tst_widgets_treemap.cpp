#include "ui/widgets/treemap_layout.h"

#include <QRandomGenerator>
#include <QtTest>

#include <numeric>

using namespace firstlight::ui;

class TestWidgetsTreemap : public QObject
{
    Q_OBJECT

private slots:
    void areasAreShares_data();
    void areasAreShares();
    void partsDoNotOverlap();
    void equalPartsAreNoSlivers();
    void nothingToShow();
};

void TestWidgetsTreemap::areasAreShares_data()
{
    QTest::addColumn<QList<double>>("weights");
    QTest::addColumn<QRectF>("area");
    QTest::newRow("one") << QList<double>{5} << QRectF(0, 0, 100, 50);
    QTest::newRow("wide") << QList<double>{6, 6, 4, 3, 2, 2, 1} << QRectF(0, 0, 600, 100);
    QTest::newRow("tall, moved") << QList<double>{1, 2, 3} << QRectF(10, 20, 30, 400);
    QTest::newRow("very unequal") << QList<double>{1e12, 1, 1, 1} << QRectF(0, 0, 300, 300);
    QTest::newRow("with zeros") << QList<double>{0, 3, 0, 1} << QRectF(0, 0, 200, 200);
}

void TestWidgetsTreemap::areasAreShares()
{
    QFETCH(QList<double>, weights);
    QFETCH(QRectF, area);
    const std::vector<double> input(weights.begin(), weights.end());
    const auto parts = treemapLayout(input, area);
    QCOMPARE(parts.size(), input.size());
    const double total = std::accumulate(input.begin(), input.end(), 0.0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double expected = input[i] / total * area.width() * area.height();
        QVERIFY(std::abs(parts[i].width() * parts[i].height() - expected) < 1e-6 * area.width() * area.height());
        if (input[i] > 0) {
            QVERIFY(area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(parts[i]));
        }
    }
}

void TestWidgetsTreemap::partsDoNotOverlap()
{
    QRandomGenerator random(7);
    std::vector<double> weights;
    for (int i = 0; i < 60; ++i) {
        weights.push_back(random.bounded(100.0) + 0.1);
    }
    const auto parts = treemapLayout(weights, QRectF(0, 0, 640, 480));
    for (std::size_t a = 0; a < parts.size(); ++a) {
        for (std::size_t b = a + 1; b < parts.size(); ++b) {
            const QRectF common = parts[a].intersected(parts[b]);
            QVERIFY(common.width() < 1e-6 || common.height() < 1e-6);
        }
    }
}

void TestWidgetsTreemap::equalPartsAreNoSlivers()
{
    const auto parts = treemapLayout(std::vector<double>(16, 1.0), QRectF(0, 0, 400, 400));
    for (const QRectF& part : parts) {
        QVERIFY(std::max(part.width() / part.height(), part.height() / part.width()) < 2.01);
    }
}

void TestWidgetsTreemap::nothingToShow()
{
    QVERIFY(treemapLayout({}, QRectF(0, 0, 10, 10)).empty());
    QVERIFY(treemapLayout({0, 0}, QRectF(0, 0, 10, 10)).front().isEmpty());
    QVERIFY(treemapLayout({1}, QRectF()).front().isEmpty());
}

QTEST_GUILESS_MAIN(TestWidgetsTreemap)
#include "tst_widgets_treemap.moc"
