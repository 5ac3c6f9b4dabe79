#include "backend/engine/sampler.h"

#include <QTest>

#include <cmath>
#include <map>
#include <vector>

using namespace firstlight::engine;

namespace {

constexpr int kDraws = 4000;

Sampling drawing()
{
    Sampling sampling;
    sampling.greedy = false;
    sampling.seed = 42;
    return sampling;
}

std::map<int, int> counts(const std::vector<float>& logits, const Sampling& sampling)
{
    std::map<int, int> found;
    for (int index = 0; index < kDraws; ++index) {
        ++found[sampleToken(logits, sampling, {}, static_cast<std::uint64_t>(index)).token];
    }
    return found;
}

} // namespace

class TestSampler : public QObject
{
    Q_OBJECT

private slots:
    void greedyTakesTheFirstOfTheBest();
    void logprobIsOfTheUnmodifiedDistribution();
    void drawsFollowTheProbabilities();
    void temperatureSharpens();
    void topKLeavesTheBest();
    void topPLeavesTheFewestThatReachIt();
    void repetitionPenaltyCountsATokenOnce();
    void sameSeedAndIndexGiveTheSameToken();
    void randomNumbersMatchTheReferenceGenerator();
};

void TestSampler::greedyTakesTheFirstOfTheBest()
{
    QCOMPARE(sampleToken(std::vector<float>{0.0F, 2.0F, 2.0F, 1.0F}, {}, {}, 0).token, 1);
    Sampling cold = drawing();
    cold.temperature = 0.0;
    QCOMPARE(sampleToken(std::vector<float>{0.0F, 1.0F, 3.0F}, cold, {}, 0).token, 2);
}

void TestSampler::logprobIsOfTheUnmodifiedDistribution()
{
    Sampling sampling;
    sampling.repetitionPenalty = 100.0;
    const std::vector<float> logits = {std::log(0.5F), std::log(0.25F), std::log(0.25F)};
    const std::vector<std::int32_t> history = {1};
    const SampledToken token = sampleToken(logits, sampling, history, 0);
    QCOMPARE(token.token, 0);
    QVERIFY(std::abs(token.logprob - std::log(0.5F)) < 1e-6F);
}

void TestSampler::drawsFollowTheProbabilities()
{
    std::map<int, int> found = counts({std::log(0.6F), std::log(0.3F), std::log(0.1F)}, drawing());
    QVERIFY(std::abs(found[0] - 0.6 * kDraws) < 0.04 * kDraws);
    QVERIFY(std::abs(found[1] - 0.3 * kDraws) < 0.04 * kDraws);
    QVERIFY(std::abs(found[2] - 0.1 * kDraws) < 0.04 * kDraws);
}

void TestSampler::temperatureSharpens()
{
    Sampling sampling = drawing();
    sampling.temperature = 0.5; // squares the odds of 3 : 1
    std::map<int, int> found = counts({std::log(0.75F), std::log(0.25F)}, sampling);
    QVERIFY(std::abs(found[0] - 0.9 * kDraws) < 0.03 * kDraws);
}

void TestSampler::topKLeavesTheBest()
{
    Sampling sampling = drawing();
    sampling.topK = 2;
    const std::map<int, int> found = counts({1.0F, 1.1F, 0.9F, 1.2F}, sampling);
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(found.contains(1) && found.contains(3));
}

void TestSampler::topPLeavesTheFewestThatReachIt()
{
    Sampling sampling = drawing();
    const std::vector<float> logits = {std::log(0.5F), std::log(0.3F), std::log(0.15F), std::log(0.05F)};
    sampling.topP = 0.79;
    QCOMPARE(counts(logits, sampling).size(), std::size_t{2});
    sampling.topP = 0.81;
    QCOMPARE(counts(logits, sampling).size(), std::size_t{3});
    sampling.topP = 0.01;
    QCOMPARE(counts(logits, sampling).size(), std::size_t{1});
}

void TestSampler::repetitionPenaltyCountsATokenOnce()
{
    Sampling sampling;
    sampling.repetitionPenalty = 2.0;
    const std::vector<std::int32_t> history = {1, 1, 1};
    // 3 / 2 stays above 1.4; were it divided once per occurrence, it would not.
    QCOMPARE(sampleToken(std::vector<float>{1.4F, 3.0F}, sampling, history, 0).token, 1);
    QCOMPARE(sampleToken(std::vector<float>{1.6F, 3.0F}, sampling, history, 0).token, 0);
    QCOMPARE(sampleToken(std::vector<float>{-1.5F, -1.0F}, sampling, history, 0).token, 0);
}

void TestSampler::sameSeedAndIndexGiveTheSameToken()
{
    const std::vector<float> logits(50, 0.0F);
    Sampling other = drawing();
    other.seed = 43;
    int different = 0;
    for (std::uint64_t index = 0; index < 50; ++index) {
        QCOMPARE(sampleToken(logits, drawing(), {}, index).token, sampleToken(logits, drawing(), {}, index).token);
        different += sampleToken(logits, other, {}, index).token != sampleToken(logits, drawing(), {}, index).token;
    }
    QVERIFY(different > 40);
}

// The first words of Philox 4x32-10 for counter 0 and key 0, from the known-answer file of its authors (Random123).
void TestSampler::randomNumbersMatchTheReferenceGenerator()
{
    const std::uint64_t bits = 0x6627E8D5E169C58DULL;
    QCOMPARE(uniformRandom(0, 0), static_cast<double>(bits >> 11) * 0x1.0p-53);
}

QTEST_GUILESS_MAIN(TestSampler)
#include "tst_sampler.moc"
