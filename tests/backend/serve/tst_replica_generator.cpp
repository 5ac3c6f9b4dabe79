#include "backend/serve/replica_generator.h"
#include "tests/backend/serve/serve_fakes.h"

#include <QTest>

using namespace firstlight;

class TestReplicaGenerator : public QObject
{
    Q_OBJECT

private slots:
    void questionsGoToLeadersInTurn();
};

void TestReplicaGenerator::questionsGoToLeadersInTurn()
{
    const auto first = std::make_shared<test::PlayedGenerator>();
    const auto second = std::make_shared<test::PlayedGenerator>();
    serve::ReplicaGenerator replicas({first, second});
    for (int i = 0; i < 3; ++i) {
        replicas.generate({}, {})();
    }
    QCOMPARE(first->count(), std::size_t(2));
    QCOMPARE(second->count(), std::size_t(1));
    QCOMPARE(second->calls.front()->cancelled, 1);
}

QTEST_GUILESS_MAIN(TestReplicaGenerator)
#include "tst_replica_generator.moc"
