#include "backend/control/idempotency.h"

#include <QTest>

using firstlight::control::IdempotencyTable;

class TestIdempotency : public QObject
{
    Q_OBJECT

private slots:
    void theFirstAnswerIsKept();
    void anEmptyIdIsNeverKnown();
    void theOldestAreForgotten();
};

void TestIdempotency::theFirstAnswerIsKept()
{
    IdempotencyTable<int> table;
    QVERIFY(!table.find("a"));
    table.remember("a", 1);
    QCOMPARE(*table.find("a"), 1);
}

void TestIdempotency::anEmptyIdIsNeverKnown()
{
    IdempotencyTable<int> table;
    table.remember("", 1);
    QVERIFY(!table.find(""));
}

void TestIdempotency::theOldestAreForgotten()
{
    IdempotencyTable<int> table(2);
    table.remember("a", 1);
    table.remember("b", 2);
    table.remember("c", 3);
    QVERIFY(!table.find("a"));
    QCOMPARE(*table.find("b"), 2);
}

QTEST_GUILESS_MAIN(TestIdempotency)
#include "tst_idempotency.moc"
