#include "ui/models/formatting.h"

#include <QRegularExpression>
#include <QTest>

using namespace firstlight::ui;
using namespace std::chrono_literals;

class TestModelsFormatting : public QObject
{
    Q_OBJECT

private slots:
    void significantFigures_data();
    void significantFigures();
    void bytes_data();
    void bytes();
    void decimalBytes();
    void scaleOfAnAxis();
    void shortCounts();
    void durations_data();
    void durations();
    void ages();
    void followsTheLocale();
    void unknownTimesHaveNoText();
    void timesLookTheSameInEveryLanguage();
};

void TestModelsFormatting::significantFigures_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("integer") << 7.0 << "7.00";
    QTest::newRow("large") << 1234.5 << "1230";
    QTest::newRow("rounds up to one more digit") << 9.999 << "10.0";
    QTest::newRow("small") << 0.0012345 << "0.00123";
    QTest::newRow("negative") << -45.67 << "-45.7";
    QTest::newRow("not a number") << std::nan("") << "–";
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << "–";
}

void TestModelsFormatting::significantFigures()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(Formatter().significant(value), text);
}

void TestModelsFormatting::bytes_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64(0) << "0 B";
    QTest::newRow("few") << qint64(512) << "512 B";
    QTest::newRow("almost a kibibyte") << qint64(1023) << "0.999 KiB";
    QTest::newRow("a kibibyte") << qint64(1024) << "1.00 KiB";
    QTest::newRow("a mebibyte") << qint64(1048576) << "1.00 MiB";
    QTest::newRow("just below") << qint64(1048575) << "1.00 MiB";
    QTest::newRow("a device") << qint64(85899345920) << "80.0 GiB";
    QTest::newRow("negative") << qint64(-2097152) << "-2.00 MiB";
    QTest::newRow("most") << std::numeric_limits<qint64>::max() << "8190 PiB";
}

void TestModelsFormatting::bytes()
{
    QFETCH(qint64, value);
    QFETCH(QString, text);
    QCOMPARE(Formatter().bytes(value), text);
}

void TestModelsFormatting::decimalBytes()
{
    const Formatter decimal(QLocale::c(), ByteUnits::Decimal);
    QCOMPARE(decimal.bytes(1'500'000), QStringLiteral("1.50 MB"));
    QCOMPARE(decimal.bytesPerSecond(2e9), QStringLiteral("2.00 GB/s"));
}

void TestModelsFormatting::scaleOfAnAxis()
{
    const Formatter::ByteScale scale = Formatter().byteScale(5.0 * 1024 * 1024);
    QCOMPARE(scale.unit, QStringLiteral("MiB"));
    QCOMPARE(scale.bytes, 1048576.0);
}

void TestModelsFormatting::shortCounts()
{
    QCOMPARE(Formatter().shortCount(5'640'000), QStringLiteral("5.64 M"));
    QCOMPARE(Formatter().shortCount(999), QStringLiteral("999"));
    QCOMPARE(Formatter().shortCount(999'999), QStringLiteral("1.00 M"));
    QCOMPARE(Formatter().shortCount(1'040'000'000'000), QStringLiteral("1.04 T"));
}

void TestModelsFormatting::durations_data()
{
    QTest::addColumn<qint64>("nanoseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64(0) << "0 s";
    QTest::newRow("nanoseconds") << qint64(420) << "420 ns";
    QTest::newRow("microseconds") << qint64(1'800) << "1.80 µs";
    QTest::newRow("milliseconds") << qint64(12'400'000) << "12.4 ms";
    QTest::newRow("seconds") << qint64(2'500'000'000) << "2.50 s";
    QTest::newRow("minutes") << qint64(185'000'000'000) << "3 min 05 s";
    QTest::newRow("hours") << qint64(7'500'000'000'000) << "2 h 05 min";
}

void TestModelsFormatting::durations()
{
    QFETCH(qint64, nanoseconds);
    QFETCH(QString, text);
    QCOMPARE(Formatter().duration(std::chrono::nanoseconds(nanoseconds)), text);
}

void TestModelsFormatting::ages()
{
    const TimePoint at(1'700'000'000s);
    const Formatter format;
    QCOMPARE(format.age(at, at + 200ms), QStringLiteral("now"));
    QCOMPARE(format.age(at, at - 5s), QStringLiteral("now")); // clocks differ a little
    QCOMPARE(format.age(at, at + 6900ms), QStringLiteral("6 s ago"));
    QCOMPARE(format.age(at, at + 125s), QStringLiteral("2 min 05 s ago"));
    QCOMPARE(format.age(TimePoint{}, at), QStringLiteral("unknown"));
}

void TestModelsFormatting::followsTheLocale()
{
    const Formatter german(QLocale(QLocale::German, QLocale::Germany), ByteUnits::Binary);
    QCOMPARE(german.significant(12.34), QStringLiteral("12,3"));
    QCOMPARE(german.count(1'234'567), QStringLiteral("1.234.567"));
}

void TestModelsFormatting::unknownTimesHaveNoText()
{
    QCOMPARE(Formatter().clockTime(TimePoint{}), QStringLiteral("–"));
    QCOMPARE(Formatter().dateTime(TimePoint{}), QStringLiteral("–"));
    QCOMPARE(Formatter().clockTime(TimePoint(1'700'000'000s)).size(), 12);
}

void TestModelsFormatting::timesLookTheSameInEveryLanguage()
{
    const TimePoint time(1'700'000'000s);
    const Formatter american(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY2(QRegularExpression(QStringLiteral("^\\d\\d:\\d\\d$")).match(american.shortTime(time)).hasMatch(),
             qPrintable(american.shortTime(time)));
    QVERIFY2(american.dateTime(time).startsWith(QStringLiteral("2023-11-1")), qPrintable(american.dateTime(time)));
    for (const QLocale& locale : {QLocale(QLocale::Chinese), QLocale(QLocale::German)}) {
        QCOMPARE(Formatter(locale).shortTime(time), american.shortTime(time));
        QCOMPARE(Formatter(locale).dateTime(time), american.dateTime(time));
    }
}

QTEST_GUILESS_MAIN(TestModelsFormatting)
#include "tst_models_formatting.moc"
