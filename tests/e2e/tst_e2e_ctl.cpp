// The main job through firstlightctl, with real processes: the demo model over two nodes, text and image answered,
// everything taken down.
#include "tests/support/private_cluster.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtTest>

using namespace firstlight::test;

class TestE2eCtl : public QObject
{
    Q_OBJECT

private slots:
    void inspectNeedsNoController();
    void planNeedsNoController();
    void planRefusesWithOneSentence();
    void planOfAModelThatCannotBeRun();
    void bringsTheDemoUpAndAnswers_data();
    void bringsTheDemoUpAndAnswers();
    void layoutsGiveTheSameText();
    void wrongUseIsExitCode2();
    void withoutControllerIsOneSentence();
    void everyAnswerHasAJsonForm();
};

void TestE2eCtl::inspectNeedsNoController()
{
    PrivateCluster cluster;
    const auto text = cluster.ctl({QStringLiteral("inspect"), demoCheckpoint()});
    QVERIFY2(text.exitCode == 0, text.described());
    QVERIFY2(text.out.contains(QLatin1String("qwen3_vl_moe")), text.described());
    const auto json = cluster.ctl({QStringLiteral("inspect"), demoCheckpoint(), QStringLiteral("--json")});
    QVERIFY2(json.exitCode == 0, json.described());
    QCOMPARE(json.json().value(QLatin1String("family")).toString(), QStringLiteral("qwen3_vl_moe"));
    QVERIFY2(cluster.controller() < 0, "inspect must not start a controller");
}

void TestE2eCtl::planNeedsNoController()
{
    PrivateCluster cluster;
    const auto plan =
        cluster.ctl({QStringLiteral("plan"), demoCheckpoint(), QStringLiteral("--nodes"), QStringLiteral("2"),
                     QStringLiteral("--tp"), QStringLiteral("2"), QStringLiteral("--json")});
    QVERIFY2(plan.exitCode == 0, plan.described());
    const auto best = plan.json().value(QLatin1String("plans")).toArray().first().toObject();
    QVERIFY2(best.value(QLatin1String("fits")).toBool(), plan.described());
    QCOMPARE(best.value(QLatin1String("ranks")).toArray().size(), 2);
}

void TestE2eCtl::planRefusesWithOneSentence()
{
    PrivateCluster cluster;
    const auto plan =
        cluster.ctl({QStringLiteral("plan"), demoCheckpoint(), QStringLiteral("--tp"), QStringLiteral("5")});
    QVERIFY2(plan.exitCode == 1, plan.described());
    QVERIFY2((plan.out + plan.err).contains(QLatin1String("5")), plan.described());
}

// A layout that fits is not all that it takes.
void TestE2eCtl::planOfAModelThatCannotBeRun()
{
    PrivateCluster cluster;
    const auto plan = cluster.ctl(
        {QStringLiteral("plan"), QStringLiteral(FIRSTLIGHT_SOURCE_DIR "/tests/golden/configs/gpt-oss-20b.json"),
         QStringLiteral("--memory"), QStringLiteral("500")});
    QVERIFY2(plan.exitCode == 1, plan.described());
    QVERIFY2(plan.out.contains(QLatin1String("TP 1 x PP 1 x DP 1")), plan.described());
    QVERIFY2(plan.err.contains(QLatin1String("attention.sinks")), plan.described());
    QVERIFY2(plan.err.contains(QLatin1String("4 sequences of up to 2048 tokens")), plan.described());
}

void TestE2eCtl::bringsTheDemoUpAndAnswers_data()
{
    QTest::addColumn<QStringList>("layout");
    QTest::addColumn<int>("workers");
    QTest::newRow("one rank") << QStringList{QStringLiteral("--tp"), QStringLiteral("1"), QStringLiteral("--pp"),
                                             QStringLiteral("1")}
                              << 1;
    QTest::newRow("TP 2 over two nodes") << QStringList{QStringLiteral("--tp"), QStringLiteral("2"),
                                                        QStringLiteral("--nodes"), QStringLiteral("2")}
                                         << 2;
    QTest::newRow("PP 2 over two nodes") << QStringList{QStringLiteral("--pp"), QStringLiteral("2"),
                                                        QStringLiteral("--nodes"), QStringLiteral("2")}
                                         << 2;
}

void TestE2eCtl::bringsTheDemoUpAndAnswers()
{
    QFETCH(QStringList, layout);
    QFETCH(int, workers);
    PrivateCluster cluster;
    const auto up = cluster.up(demoCheckpoint(), layout);
    QVERIFY2(up.exitCode == 0, up.described());
    QCOMPARE(cluster.processes(QStringLiteral("firstlight-worker")).size(), workers);

    const auto text =
        cluster.ctl({QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("What is 3 plus 4?")});
    QVERIFY2(text.exitCode == 0 && text.out.contains(QLatin1Char('7')), text.described());
    const auto image =
        cluster.ctl({QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("--image"),
                     samplePicture(QStringLiteral("red-circle.png")), QStringLiteral("What color is the circle?")});
    QVERIFY2(image.exitCode == 0 && image.out.contains(QLatin1String("red")), image.described());

    const auto down = cluster.ctl({QStringLiteral("down")});
    QVERIFY2(down.exitCode == 0, down.described());
    QVERIFY(cluster.waitUntilAllGone(10'000));
    const auto left =
        QDir(cluster.runtimeDirectory()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    QVERIFY2(left.filter(QStringLiteral(".sock")).isEmpty(), left.join(QLatin1Char(' ')).toUtf8());
}

void TestE2eCtl::layoutsGiveTheSameText()
{
    QStringList answers;
    for (const QStringList& layout : {QStringList{QStringLiteral("--tp"), QStringLiteral("1")},
                                      QStringList{QStringLiteral("--tp"), QStringLiteral("2")},
                                      QStringList{QStringLiteral("--pp"), QStringLiteral("2")}}) {
        PrivateCluster cluster;
        const auto up = cluster.up(demoCheckpoint(), layout);
        QVERIFY2(up.exitCode == 0, up.described());
        const auto chat =
            cluster.ctl({QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("--image"),
                         samplePicture(QStringLiteral("red-circle.png")), QStringLiteral("Describe the picture.")});
        QVERIFY2(chat.exitCode == 0, chat.described());
        answers.append(chat.out);
    }
    QVERIFY(!answers.first().trimmed().isEmpty());
    QCOMPARE(answers[1], answers[0]);
    QCOMPARE(answers[2], answers[0]);
}

void TestE2eCtl::wrongUseIsExitCode2()
{
    PrivateCluster cluster;
    for (const QStringList& arguments :
         {QStringList{}, QStringList{QStringLiteral("no-such-command")}, QStringList{QStringLiteral("inspect")},
          QStringList{QStringLiteral("chat"), QStringLiteral("--max-tokens"), QStringLiteral("many"),
                      QStringLiteral("x")}}) {
        const auto result = cluster.ctl(arguments);
        QVERIFY2(result.exitCode == 2 && result.out.isEmpty() && !result.err.isEmpty(), result.described());
    }
}

void TestE2eCtl::withoutControllerIsOneSentence()
{
    PrivateCluster cluster;
    const auto status = cluster.ctl({QStringLiteral("status")});
    QVERIFY2(status.exitCode == 3, status.described());
    QVERIFY2(status.err.contains(QLatin1String("No controller")) && status.err.trimmed().count(QLatin1Char('\n')) == 0,
             status.described());
}

void TestE2eCtl::everyAnswerHasAJsonForm()
{
    PrivateCluster cluster;
    const auto up =
        cluster.up(demoCheckpoint(), {QStringLiteral("--tp"), QStringLiteral("2"), QStringLiteral("--json")});
    QVERIFY2(up.exitCode == 0 && !up.json().isEmpty(), up.described());
    const auto chat = cluster.ctl(
        {QStringLiteral("chat"), QStringLiteral("--greedy"), QStringLiteral("--json"), QStringLiteral("hello")});
    QVERIFY2(chat.exitCode == 0 && !chat.json().isEmpty(), chat.described());
    const auto check = cluster.ctl({QStringLiteral("check-comm"), QStringLiteral("--json")});
    QVERIFY2(check.exitCode == 0 && check.json().value(QLatin1String("passed")).toBool(), check.described());
    QVERIFY2(!check.json().value(QLatin1String("pairs")).toArray().isEmpty(), check.described());
    const QString file = cluster.stateDirectory() + QStringLiteral("/report.html");
    const auto report = cluster.ctl({QStringLiteral("report"), QStringLiteral("-o"), file, QStringLiteral("--json")});
    QVERIFY2(report.exitCode == 0 && QFile(file).size() > 1000, report.described());
    const auto status = cluster.ctl({QStringLiteral("status"), QStringLiteral("--json")});
    QVERIFY2(status.exitCode == 0 && !status.json().isEmpty(), status.described());
    const auto down = cluster.ctl({QStringLiteral("down"), QStringLiteral("--json")});
    QVERIFY2(down.exitCode == 0 && !QJsonDocument::fromJson(down.out.toUtf8()).isNull(), down.described());
}

QTEST_GUILESS_MAIN(TestE2eCtl)
#include "tst_e2e_ctl.moc"
