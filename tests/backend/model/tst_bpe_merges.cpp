// Merging against the rule by the letter, on random merges: consistent ones, ones that no training would give, and ones
// that share their ranks.
#include "backend/model/bpe_merges.h"
#include "backend/model/rank_queue.h"
#include "backend/model/text_hash.h"
#include "backend/model/word_cache.h"

#include <QtTest>

#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using firstlight::model::BpeMerges;
using firstlight::model::hashText;
using firstlight::model::RankQueue;
using firstlight::model::WordCache;

namespace {

using Symbols = std::vector<std::int32_t>;

struct Rules {
    std::map<std::pair<std::int32_t, std::int32_t>, std::pair<std::uint32_t, std::int32_t>> pairs; // rank, merged
    BpeMerges merges{400};

    void add(std::int32_t left, std::int32_t right, std::int32_t merged, std::uint32_t rank)
    {
        pairs[{left, right}] = {rank, merged};
        merges.add(left, right, merged, rank);
    }
};

// The pair of lowest rank first, the leftmost of those.
Symbols mergedByTheLetter(const Rules& rules, Symbols symbols)
{
    while (true) {
        std::uint32_t lowest = BpeMerges::kNoRank;
        std::size_t place = 0;
        std::int32_t merged = -1;
        for (std::size_t at = 0; at + 1 < symbols.size(); ++at) {
            const auto rule = rules.pairs.find({symbols[at], symbols[at + 1]});
            if (rule != rules.pairs.end() && rule->second.first < lowest) {
                lowest = rule->second.first;
                merged = rule->second.second;
                place = at;
            }
        }
        if (merged < 0) {
            return symbols;
        }
        symbols[place] = merged;
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

enum class Ranks { kRising, kShuffled, kShared };

std::unique_ptr<Rules> randomRules(std::mt19937& random, std::int32_t letters, Ranks ranks)
{
    auto rules = std::make_unique<Rules>();
    std::int32_t symbols = letters;
    const auto any = [&] { return static_cast<std::int32_t>(random() % static_cast<unsigned>(symbols)); };
    for (std::uint32_t rank = 0; rank < 200; ++rank) {
        const std::int32_t left = any();
        const std::int32_t right = random() % 3 == 0 ? left : any(); // runs
        if (rules->pairs.contains({left, right})) {
            continue;
        }
        const std::uint32_t given = ranks == Ranks::kRising     ? rank
                                    : ranks == Ranks::kShuffled ? rank * 7919U % 200U
                                                                : random() % 5;
        rules->add(left, right, symbols++, given);
    }
    return rules;
}

// Letters, now and then a run of one.
Symbols randomText(std::mt19937& random, std::int32_t letters, std::size_t size)
{
    Symbols text;
    while (text.size() < size) {
        const auto letter = static_cast<std::int32_t>(random() % static_cast<unsigned>(letters));
        text.insert(text.end(), random() % 3 == 0 ? random() % 40 : 1, letter);
    }
    text.resize(size);
    return text;
}

} // namespace

class TestBpeMerges : public QObject
{
    Q_OBJECT

private slots:
    void mergesByTheLetter_data();
    void mergesByTheLetter();
    void symbolsBeforeStay();
    void lowestRankThenLeftmost();
    void wordsAreKnownAgain();
    void fullCacheLeavesOut();
    void cacheOfManyThreads();
};

void TestBpeMerges::mergesByTheLetter_data()
{
    QTest::addColumn<int>("letters");
    QTest::addColumn<int>("ranks");
    for (const int letters : {1, 2, 4, 12}) {
        QTest::addRow("%d letters, rising", letters) << letters << static_cast<int>(Ranks::kRising);
        QTest::addRow("%d letters, shuffled", letters) << letters << static_cast<int>(Ranks::kShuffled);
        QTest::addRow("%d letters, shared", letters) << letters << static_cast<int>(Ranks::kShared);
    }
}

void TestBpeMerges::mergesByTheLetter()
{
    QFETCH(int, letters);
    QFETCH(int, ranks);
    std::mt19937 random(20);
    for (int round = 0; round < 60; ++round) {
        const auto rules = randomRules(random, letters, static_cast<Ranks>(ranks));
        for (const std::size_t size : {0U, 1U, 2U, 30U, 64U, 65U, 66U, 150U, 301U}) {
            const Symbols text = randomText(random, letters, size);
            Symbols merged = text;
            rules->merges.apply(merged);
            QCOMPARE(merged, mergedByTheLetter(*rules, text));
        }
    }
}

void TestBpeMerges::symbolsBeforeStay()
{
    Rules rules;
    rules.add(0, 0, 1, 0);
    for (const std::size_t size : {10U, 200U}) {
        Symbols symbols(size, 0);
        rules.merges.applyFrom(symbols, 2);
        QCOMPARE(symbols.size(), 2 + (size - 2) / 2);
        QCOMPARE(symbols[1], 0);
        QCOMPARE(symbols[2], 1);
    }
}

void TestBpeMerges::lowestRankThenLeftmost()
{
    RankQueue queue;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> taken;
    const auto take = [&] {
        std::uint32_t rank = 0;
        const std::uint32_t place = queue.take(rank);
        taken.emplace_back(rank, place);
    };
    queue.add(5, 10);
    queue.add(5, 20);
    queue.add(7, 1);
    take();
    queue.add(5, 15); // left of one that waits
    queue.add(5, 30);
    queue.add(2, 40);
    while (!queue.empty()) {
        take();
    }
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{{5, 10}, {2, 40}, {5, 15},
                                                                        {5, 20}, {5, 30}, {7, 1}};
    QCOMPARE(taken, expected);
}

void TestBpeMerges::wordsAreKnownAgain()
{
    WordCache cache;
    Symbols out{9};
    QVERIFY(!cache.find("word", hashText("word"), out));
    cache.add("word", hashText("word"), Symbols{1, 2, 3});
    cache.add("word", hashText("word"), Symbols{4});
    QVERIFY(cache.find("word", hashText("word"), out));
    QCOMPARE(out, (Symbols{9, 1, 2, 3}));
    QVERIFY(!cache.find("ward", hashText("word"), out)); // of one hash
    const std::string longWord(1000, 'x');
    cache.add(longWord, hashText(longWord), Symbols{1});
    QVERIFY(!cache.find(longWord, hashText(longWord), out));
    QCOMPARE(out.size(), std::size_t{4});
}

void TestBpeMerges::fullCacheLeavesOut()
{
    WordCache cache;
    int known = 0;
    for (std::int32_t i = 0; i < 100; ++i) {
        const std::string word = "w" + std::to_string(i);
        cache.add(word, 7, Symbols{i}); // all want the same place
        Symbols out;
        if (cache.find(word, 7, out)) {
            QCOMPARE(out, Symbols{i});
            ++known;
        }
    }
    QVERIFY(known > 0 && known < 100);
    Symbols out;
    QVERIFY(cache.find("w0", 7, out)); // the first stays
}

void TestBpeMerges::cacheOfManyThreads()
{
    WordCache cache;
    std::atomic<int> wrong = 0;
    const auto work = [&] {
        for (std::int32_t i = 0; i < 20000; ++i) {
            const std::string word = "word" + std::to_string(i % 5000);
            Symbols out;
            if (!cache.find(word, hashText(word), out)) {
                cache.add(word, hashText(word), Symbols{i % 5000, 1});
            } else if (out != Symbols{i % 5000, 1}) {
                ++wrong;
            }
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(work);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(TestBpeMerges)
#include "tst_bpe_merges.moc"
