#include "ui/models/series_store.h"

#include <QTest>

#include <cmath>

using namespace firstlight::ui;

namespace {

// What columns() must say, from all samples.
std::vector<SeriesColumn> naive(const std::vector<std::pair<double, double>>& samples, double from, double to,
                                int pixels)
{
    std::vector<SeriesColumn> columns(static_cast<std::size_t>(pixels));
    for (const auto& [time, value] : samples) {
        if (time < from || time >= to) {
            continue;
        }
        SeriesColumn& column = columns[static_cast<std::size_t>((time - from) / (to - from) * pixels)];
        const auto sample = static_cast<float>(value);
        column.min = column.hasData ? std::min(column.min, sample) : sample;
        column.max = column.hasData ? std::max(column.max, sample) : sample;
        column.last = sample;
        column.hasData = true;
    }
    return columns;
}

} // namespace

class TestModelsSeries : public QObject
{
    Q_OBJECT

private slots:
    void exactWhileEverySampleFits();
    void extremesSurviveEveryLevel();
    void keepsADayInBoundedSpace();
    void ignoresWhatIsNotNewer();
    void ignoresWhatIsNoNumber();
    void tellsTheValueAtATime();
    void gapsStayEmpty();
    void emptyAndSenselessRanges();
};

void TestModelsSeries::exactWhileEverySampleFits()
{
    SeriesStore store;
    std::vector<std::pair<double, double>> samples;
    for (int i = 0; i < 500; ++i) {
        samples.emplace_back(1000 + i, std::sin(i * 0.1) * 100);
        store.append(samples.back().first, samples.back().second);
    }
    const auto columns = store.columns(1000, 1500, 250);
    const auto expected = naive(samples, 1000, 1500, 250);
    QCOMPARE(columns.size(), expected.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        QVERIFY2(columns[i] == expected[i], qPrintable(QString::number(i)));
    }
}

void TestModelsSeries::extremesSurviveEveryLevel()
{
    // One sample of 40,000 stands out; however coarse the view, it must be seen.
    for (const int pixels : {1, 7, 100, 1000}) {
        SeriesStore store;
        for (int i = 0; i < 40'000; ++i) {
            store.append(i, i == 17'777 ? 1000 : 1);
        }
        const auto columns = store.columns(0, 40'000, pixels);
        const auto peak = std::ranges::max_element(columns, {}, &SeriesColumn::max);
        QCOMPARE(peak->max, 1000.0F);
        const double where = (static_cast<double>(peak - columns.begin()) + 0.5) / pixels;
        QVERIFY(std::abs(where - 17'777.0 / 40'000) <= 1.0 / pixels + 0.03);
        QVERIFY(std::ranges::all_of(columns, &SeriesColumn::hasData));
    }
}

void TestModelsSeries::keepsADayInBoundedSpace()
{
    SeriesStore store;
    constexpr int kDay = 86'400;
    for (int i = 0; i < 3 * kDay; ++i) {
        store.append(i, i % 10);
    }
    QVERIFY(store.firstTime() <= 2 * kDay); // a day ago is still known
    const auto columns = store.columns(2.0 * kDay, 3.0 * kDay, 800);
    QVERIFY(std::ranges::all_of(columns, [](const SeriesColumn& c) { return c.hasData && c.min == 0 && c.max == 9; }));
}

void TestModelsSeries::ignoresWhatIsNotNewer()
{
    SeriesStore store;
    store.append(10, 1);
    store.append(10, 2);
    store.append(9, 3);
    QCOMPARE(store.latest(), std::optional<double>(1));
    QCOMPARE(store.lastTime(), 10.0);
}

void TestModelsSeries::ignoresWhatIsNoNumber()
{
    SeriesStore store;
    store.append(1, std::nan(""));
    store.append(std::nan(""), 1);
    QVERIFY(store.isEmpty());
}

void TestModelsSeries::tellsTheValueAtATime()
{
    SeriesStore store;
    for (int i = 0; i < 10'000; ++i) {
        store.append(i, i);
    }
    QCOMPARE(store.valueAt(9'999.5), std::optional<double>(9'999));
    QCOMPARE(store.valueAt(9'000), std::optional<double>(9'000));
    QVERIFY(!store.valueAt(-1).has_value());
    // Long ago it is known more coarsely.
    const auto old = store.valueAt(100);
    QVERIFY(old.has_value());
    QVERIFY(std::abs(*old - 100) <= 64);
    store.clear();
    QVERIFY(!store.valueAt(5).has_value());
}

void TestModelsSeries::gapsStayEmpty()
{
    SeriesStore store;
    store.append(0, 1);
    store.append(90, 2);
    const auto columns = store.columns(0, 100, 10);
    QVERIFY(columns[0].hasData);
    QVERIFY(columns[9].hasData);
    for (std::size_t i = 1; i < 9; ++i) {
        QVERIFY(!columns[i].hasData);
    }
}

void TestModelsSeries::emptyAndSenselessRanges()
{
    SeriesStore store;
    QCOMPARE(store.columns(0, 10, 5).size(), 5U);
    store.append(1, 1);
    QVERIFY(store.columns(0, 10, 0).empty());
    QVERIFY(store.columns(0, 10, -3).empty());
    QVERIFY(!store.columns(10, 0, 5).front().hasData);
    QVERIFY(!store.columns(5, 10, 5).front().hasData);
}

QTEST_GUILESS_MAIN(TestModelsSeries)
#include "tst_models_series.moc"
