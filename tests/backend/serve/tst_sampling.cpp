#include "backend/base/failure.h"
#include "backend/serve/sampling.h"

#include <QTest>

#include <limits>

using namespace firstlight;

class TestSampling : public QObject
{
    Q_OBJECT

private slots:
    void whatWasNotAskedComesFromTheCheckpoint();
    void whatWasAskedWins();
    void aDrawMustBeAskedForWhereTheCheckpointIsGreedy();
    void tokensNeverGoBeyondTheRoom();
    void valuesOutOfRangeAreNamed_data();
    void valuesOutOfRangeAreNamed();

private:
    static model::GenerationConfig drawing()
    {
        model::GenerationConfig config;
        config.greedy.value = false;
        config.temperature.value = 0.7;
        config.topP.value = 0.8;
        config.topK.value = 20;
        config.repetitionPenalty.value = 1.1;
        return config;
    }
};

void TestSampling::whatWasNotAskedComesFromTheCheckpoint()
{
    const auto resolved = serve::resolveSampling({}, drawing(), 10'000, 99);
    QVERIFY(resolved.ok());
    QVERIFY(!resolved->greedy());
    QCOMPARE(resolved->temperature(), 0.7);
    QCOMPARE(resolved->top_p(), 0.8);
    QCOMPARE(resolved->top_k(), 20);
    QCOMPARE(resolved->repetition_penalty(), 1.1);
    QCOMPARE(resolved->seed(), std::uint64_t(99));
    QCOMPARE(resolved->max_tokens(), 512);
}

void TestSampling::whatWasAskedWins()
{
    v1::SamplingOptions asked;
    asked.set_greedy(true);
    asked.set_temperature(0.3);
    asked.set_seed(7);
    asked.set_max_tokens(5);
    const auto resolved = serve::resolveSampling(asked, drawing(), 10'000, 99);
    QVERIFY(resolved.ok());
    QVERIFY(resolved->greedy());
    QCOMPARE(resolved->temperature(), 0.3);
    QCOMPARE(resolved->seed(), std::uint64_t(7));
    QCOMPARE(resolved->max_tokens(), 5);
}

void TestSampling::aDrawMustBeAskedForWhereTheCheckpointIsGreedy()
{
    const model::GenerationConfig greedy;
    QVERIFY(serve::resolveSampling({}, greedy, 100, 1)->greedy());
    v1::SamplingOptions asked;
    asked.set_temperature(0.5);
    QVERIFY(!serve::resolveSampling(asked, greedy, 100, 1)->greedy());
}

void TestSampling::tokensNeverGoBeyondTheRoom()
{
    v1::SamplingOptions asked;
    asked.set_max_tokens(1000);
    QCOMPARE(serve::resolveSampling(asked, {}, 17, 1)->max_tokens(), 17);
    QCOMPARE(serve::resolveSampling({}, {}, 0, 1)->max_tokens(), 1);
}

void TestSampling::valuesOutOfRangeAreNamed_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::newRow("negative temperature") << "temperature" << -1.0;
    QTest::newRow("infinite temperature") << "temperature" << std::numeric_limits<double>::infinity();
    QTest::newRow("no number") << "top_p" << std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("top_p above one") << "top_p" << 1.5;
    QTest::newRow("negative top_k") << "top_k" << -3.0;
    QTest::newRow("negative tokens") << "max_tokens" << -2147483648.0;
    QTest::newRow("penalty") << "repetition_penalty" << 10.5;
}

void TestSampling::valuesOutOfRangeAreNamed()
{
    QFETCH(QString, field);
    QFETCH(double, value);
    v1::SamplingOptions asked;
    const auto& descriptor = *asked.GetDescriptor()->FindFieldByName(field.toStdString());
    if (descriptor.cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE) {
        asked.GetReflection()->SetDouble(&asked, &descriptor, value);
    } else {
        asked.GetReflection()->SetInt32(&asked, &descriptor, static_cast<std::int32_t>(value));
    }
    const auto resolved = serve::resolveSampling(asked, {}, 100, 1);
    QVERIFY(!resolved.ok());
    QVERIFY(base::failureInfo(resolved.status()).what.find(field.toStdString()) != std::string::npos);
}

QTEST_GUILESS_MAIN(TestSampling)
#include "tst_sampling.moc"
