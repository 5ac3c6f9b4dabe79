// The layer order holds in the repository, and the checker finds each kind of breach in trees made for it.
#include "tests/checks/layer_rules.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace firstlight;

namespace {

void write(const QString& path, const QByteArray& text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray listed(const QStringList& violations)
{
    return violations.join(QLatin1Char('\n')).toUtf8();
}

} // namespace

class TestChecksLayers : public QObject
{
    Q_OBJECT

private slots:
    void repositoryKeepsItsIncludes();
    void repositoryKeepsItsLinks();
    void repositoryHasOnlyKnownFolders();
    void breachOfInclude_data();
    void breachOfInclude();
    void breachOfLink_data();
    void breachOfLink();
    void unknownFolderIsFound();
};

void TestChecksLayers::repositoryKeepsItsIncludes()
{
    const QString root = QStringLiteral(FIRSTLIGHT_SOURCE_DIR);
    QVERIFY(checks::sourceFileCount(root) > 50);
    const auto violations = checks::checkIncludes(root);
    QVERIFY2(violations.isEmpty(), listed(violations));
}

void TestChecksLayers::repositoryKeepsItsLinks()
{
    const auto violations = checks::checkLinks(QStringLiteral(FIRSTLIGHT_SOURCE_DIR));
    QVERIFY2(violations.isEmpty(), listed(violations));
}

void TestChecksLayers::repositoryHasOnlyKnownFolders()
{
    const auto violations = checks::checkFolders(QStringLiteral(FIRSTLIGHT_SOURCE_DIR));
    QVERIFY2(violations.isEmpty(), listed(violations));
}

void TestChecksLayers::breachOfInclude_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("downward") << "backend/plan/a.cpp" << QByteArray("#include \"backend/model/m.h\"") << true;
    QTest::newRow("same layer") << "backend/plan/a.cpp" << QByteArray("#include \"backend/plan/b.h\"") << true;
    QTest::newRow("upward") << "backend/model/a.cpp" << QByteArray("#include \"backend/plan/p.h\"") << false;
    QTest::newRow("kernels from control")
        << "backend/control/a.cpp" << QByteArray("#include \"kernels/ops/o.h\"") << false;
    QTest::newRow("engine from control") << "backend/control/a.cpp" << QByteArray("#include \"backend/engine/e.h\"")
                                         << false;
    QTest::newRow("kernels from engine") << "backend/engine/a.cpp" << QByteArray("#include \"kernels/ops/o.h\"")
                                         << true;
    QTest::newRow("grpc in engine") << "backend/engine/a.cpp" << QByteArray("#include <grpcpp/grpcpp.h>") << false;
    QTest::newRow("grpc in transport") << "ui/transport/a.cpp" << QByteArray("#include <grpcpp/grpcpp.h>") << true;
    QTest::newRow("grpc in pages") << "ui/pages/a.cpp" << QByteArray("#include <grpcpp/grpcpp.h>") << false;
    QTest::newRow("wire message in client")
        << "ui/client/a.h" << QByteArray("#include \"backend/api/chat.pb.h\"") << false;
    QTest::newRow("reasons in client") << "ui/client/a.h" << QByteArray("#include \"backend/api/failure_reasons.h\"")
                                       << true;
    QTest::newRow("backend in pages") << "ui/pages/a.cpp" << QByteArray("#include \"backend/base/failure.h\"") << false;
    QTest::newRow("transport in pages") << "ui/pages/a.cpp" << QByteArray("#include \"ui/transport/t.h\"") << false;
    QTest::newRow("client in widgets") << "ui/widgets/a.cpp" << QByteArray("#include \"ui/client/backend_client.h\"")
                                       << false;
    QTest::newRow("values in widgets") << "ui/widgets/a.cpp" << QByteArray("#include \"ui/client/common_values.h\"")
                                       << true;
    QTest::newRow("widgets in models") << "ui/models/a.cpp" << QByteArray("#include <QWidget>") << false;
    QTest::newRow("Qt in backend") << "backend/base/a.cpp" << QByteArray("#include <QString>") << false;
    QTest::newRow("absl in kernels") << "kernels/cpu/a.cpp" << QByteArray("#include <absl/status/status.h>") << false;
    QTest::newRow("program in program") << "app/ctl/a.cpp" << QByteArray("#include \"app/agent/b.h\"") << false;
    QTest::newRow("relative include") << "backend/base/a.cpp" << QByteArray("#include \"../base/b.h\"") << false;
}

void TestChecksLayers::breachOfInclude()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, line);
    QFETCH(bool, allowed);
    QTemporaryDir tree;
    write(tree.filePath(file), line + "\n");
    const auto violations = checks::checkIncludes(tree.path());
    QCOMPARE(violations.isEmpty(), allowed);
    if (!allowed) {
        QVERIFY2(violations.first().startsWith(file + QStringLiteral(":1:")), listed(violations));
    }
}

void TestChecksLayers::breachOfLink_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("targets");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("downward") << "backend/plan" << QByteArray("PUBLIC backend_model PRIVATE backend_base") << true;
    QTest::newRow("upward") << "backend/model" << QByteArray("PUBLIC backend_plan") << false;
    QTest::newRow("grpc in engine") << "backend/engine" << QByteArray("PRIVATE backend_api_grpc") << false;
    QTest::newRow("kernels in serve") << "backend/serve" << QByteArray("PRIVATE kernels_cpu") << false;
    QTest::newRow("widgets in models") << "ui/models" << QByteArray("PUBLIC Qt6::Core Qt6::Widgets") << false;
    QTest::newRow("Qt in backend") << "backend/base" << QByteArray("PUBLIC Qt6::Core") << false;
    QTest::newRow("engine in controller")
        << "app/controller" << QByteArray("LINK backend_control backend_engine") << false;
}

void TestChecksLayers::breachOfLink()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, targets);
    QFETCH(bool, allowed);
    QTemporaryDir tree;
    write(tree.filePath(folder + QStringLiteral("/CMakeLists.txt")),
          "firstlight_library(x\n  SOURCES a.cpp\n  " + targets + ")\n");
    QCOMPARE(checks::checkLinks(tree.path()).isEmpty(), allowed);
}

void TestChecksLayers::unknownFolderIsFound()
{
    QTemporaryDir tree;
    QVERIFY(QDir(tree.path()).mkpath(QStringLiteral("misc")));
    QVERIFY(QDir(tree.path()).mkpath(QStringLiteral("backend/utils")));
    QCOMPARE(checks::checkFolders(tree.path()).size(), 2);
}

QTEST_GUILESS_MAIN(TestChecksLayers)
#include "tst_checks_layers.moc"
