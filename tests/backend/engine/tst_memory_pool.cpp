#include "backend/base/failure.h"
#include "backend/engine/kv_blocks.h"
#include "backend/engine/memory_pool.h"

#include <QTest>

#include <algorithm>

using namespace firstlight;
using namespace firstlight::engine;

class TestMemoryPool : public QObject
{
    Q_OBJECT

private slots:
    void classesAndPeaksAreCounted();
    void beyondCapacityFails();
    void memoryIsZeroedAndAligned_data();
    void memoryIsZeroedAndAligned();
    void movedBufferIsReleasedOnce();
    void blocksAreGivenOnce();
    void shortOfBlocksChangesNothing();
};

void TestMemoryPool::classesAndPeaksAreCounted()
{
    MemoryPool pool(3, 1000);
    {
        const auto weights = pool.allocate(600, MemoryClass::kWeights);
        const auto cache = pool.allocate(400, MemoryClass::kKvCache);
        QVERIFY(weights.ok() && cache.ok());
        QCOMPARE(pool.usedBytes(), 1000);
        QCOMPARE(pool.usedBytes(MemoryClass::kKvCache), 400);
    }
    QCOMPARE(pool.usedBytes(), 0);
    QCOMPARE(pool.usedBytes(MemoryClass::kWeights), 0);
    QCOMPARE(pool.peakBytes(MemoryClass::kWeights), 600);
    QCOMPARE(pool.peakBytes(MemoryClass::kVision), 0);
}

void TestMemoryPool::beyondCapacityFails()
{
    MemoryPool pool(3, 1000);
    const auto first = pool.allocate(700, MemoryClass::kWeights);
    const auto second = pool.allocate(301, MemoryClass::kKvCache);
    QVERIFY(!second.ok());
    const base::FailureInfo info = base::failureInfo(second.status());
    QCOMPARE(info.reasonId, std::string(reasons::kAllocationFailed.id));
    QCOMPARE(info.arguments.at("rank"), "3");
    QCOMPARE(info.arguments.at("bytes"), "301");
    QCOMPARE(info.arguments.at("memory_class"), "kv_cache");
    QCOMPARE(pool.usedBytes(), 700);
    QVERIFY(pool.allocate(300, MemoryClass::kKvCache).ok());
}

void TestMemoryPool::memoryIsZeroedAndAligned_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("nothing") << qint64{0};
    QTest::newRow("small") << qint64{37};
    QTest::newRow("mapped") << qint64{3 << 20};
}

void TestMemoryPool::memoryIsZeroedAndAligned()
{
    QFETCH(const qint64, bytes);
    MemoryPool pool(0, 8 << 20);
    const auto buffer = pool.allocate(bytes, MemoryClass::kWorkspace);
    QVERIFY(buffer.ok());
    QCOMPARE(buffer->sizeBytes(), bytes);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer->data()) % 64, std::uintptr_t{0});
    const auto span = buffer->as<char>();
    QVERIFY(std::all_of(span.begin(), span.end(), [](char byte) { return byte == 0; }));
}

void TestMemoryPool::movedBufferIsReleasedOnce()
{
    MemoryPool pool(0, 1000);
    auto first = pool.allocate(100, MemoryClass::kWeights);
    auto second = pool.allocate(200, MemoryClass::kWeights);
    *second = std::move(*first);
    QCOMPARE(pool.usedBytes(), 100);
    QCOMPARE(second->sizeBytes(), 100);
    *second = PoolBuffer();
    QCOMPARE(pool.usedBytes(), 0);
}

void TestMemoryPool::blocksAreGivenOnce()
{
    KvBlockAllocator blocks(5);
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> second;
    QVERIFY(blocks.allocate(2, first) && blocks.allocate(3, second));
    QCOMPARE(blocks.freeCount(), 0);
    std::vector<std::int32_t> all = first;
    all.insert(all.end(), second.begin(), second.end());
    std::sort(all.begin(), all.end());
    QCOMPARE(all, (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
    blocks.release(first);
    QVERIFY(first.empty());
    QCOMPARE(blocks.freeCount(), 2);
}

void TestMemoryPool::shortOfBlocksChangesNothing()
{
    KvBlockAllocator blocks(kvBlocksFor(33));
    QCOMPARE(blocks.blockCount(), 3);
    std::vector<std::int32_t> table = {7};
    QVERIFY(!blocks.allocate(4, table));
    QCOMPARE(table, std::vector<std::int32_t>{7});
    QCOMPARE(blocks.freeCount(), 3);
}

QTEST_GUILESS_MAIN(TestMemoryPool)
#include "tst_memory_pool.moc"
