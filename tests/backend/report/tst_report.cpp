#include "backend/report/report.h"

#include <QTest>

using namespace firstlight;

namespace {

constexpr std::int64_t kStart = 1'767'225'600'000'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

void addStage(v1::DeploymentState& deployment, v1::Stage stage, std::int64_t begin, std::int64_t end)
{
    v1::StageRecord* record = deployment.add_stages();
    record->set_stage(stage);
    record->set_start_unix_ns(kStart + begin * kSecond);
    record->set_end_unix_ns(end == 0 ? 0 : kStart + end * kSecond);
    record->set_summary("did its work");
}

void addRank(v1::DeploymentState& deployment, int rank)
{
    v1::RankStatus* status = deployment.add_ranks();
    status->set_rank(rank);
    status->set_node("node-" + std::to_string(rank + 1));
    v1::RankPlan* plan = deployment.mutable_plan()->add_ranks();
    plan->set_rank(rank);
    v1::MemoryAmount* amount = plan->add_estimate();
    amount->set_memory_class(v1::MEMORY_CLASS_WEIGHTS);
    amount->set_memory_bytes(1 << 20);
}

report::ReportInput failedInput()
{
    report::ReportInput input;
    input.createdUnixNs = kStart + 60 * kSecond;
    input.version = "0.1.0";
    input.command = "firstlightd --runtime-dir /home/ada/run";
    input.deployment.set_model_name("demo <&> model");
    input.deployment.set_deployment_id("d-1");
    addStage(input.deployment, v1::STAGE_PREFLIGHT, 0, 1);
    addStage(input.deployment, v1::STAGE_STREAM_WEIGHTS, 1, 0);
    addRank(input.deployment, 0);
    addRank(input.deployment, 1);
    v1::FailureDetail* failure = input.deployment.mutable_failure();
    failure->set_reason("RANK_EXITED");
    failure->set_what("Rank 1 on node-2 ended unexpectedly (killed by signal 9).");
    failure->set_next_step("Read its last log lines.");
    failure->set_stage(v1::STAGE_STREAM_WEIGHTS);
    failure->set_rank(1);
    failure->set_node("node-2");
    input.logs.emplace();
    v1::LogLine& line = input.logs->emplace_back();
    line.set_severity(v1::SEVERITY_ERROR);
    line.set_text("<script>alert(1)</script> Bearer topsecret");
    return input;
}

QString render(const report::ReportInput& input)
{
    return QString::fromStdString(report::renderReport(input, report::Redactor("/home/ada", "ada", {"topsecret"})));
}

} // namespace

class TestReport : public QObject
{
    Q_OBJECT

private slots:
    void theVerdictComesFirst();
    void everyTextIsEscapedAndRedacted();
    void itReferencesNothingOutside();
    void memoryIsComparedWithTheEstimate();
    void whatIsNotWantedIsLeftOut();
    void manyLongLinesStayBelowTheLimit();
    void theFileNameIsSafe();
};

void TestReport::theVerdictComesFirst()
{
    const QString html = render(failedInput());
    const auto verdict = html.indexOf("Failed in stage &quot;stream weights&quot;.");
    const auto cause = html.indexOf("Rank 1 on node-2 ended unexpectedly");
    const auto next = html.indexOf("Next: Read its last log lines.");
    const auto stages = html.indexOf("<h2>Stages</h2>");
    QVERIFY(verdict > 0);
    QVERIFY(verdict < cause && cause < next && next < stages);
    QVERIFY(html.contains("class=\"bar bad\""));
    QVERIFY(html.contains("so far"));
}

void TestReport::everyTextIsEscapedAndRedacted()
{
    const QString html = render(failedInput());
    QVERIFY(!html.contains("<script"));
    QVERIFY(html.contains("&lt;script&gt;"));
    QVERIFY(html.contains("demo &lt;&amp;&gt; model"));
    QVERIFY(!html.contains("topsecret"));
    QVERIFY(!html.contains("/home/ada"));
    QVERIFY(html.contains("~/run"));
}

void TestReport::itReferencesNothingOutside()
{
    const QString html = render(failedInput());
    QVERIFY(!html.contains("http://"));
    QVERIFY(!html.contains("https://"));
    QVERIFY(!html.contains("src="));
    QVERIFY(!html.contains("href="));
}

void TestReport::memoryIsComparedWithTheEstimate()
{
    report::ReportInput input = failedInput();
    v1::MemoryAmount* amount = input.peakSamples[1].add_memory();
    amount->set_memory_class(v1::MEMORY_CLASS_WEIGHTS);
    amount->set_memory_bytes(3 << 20);
    const QString html = render(input);
    QVERIFY(html.contains("<td class=\"n\">1 MiB</td>\n<td class=\"n\">3 MiB</td>\n<td class=\"n\">2 MiB</td>"));
}

void TestReport::whatIsNotWantedIsLeftOut()
{
    report::ReportInput input = failedInput();
    QVERIFY(render(input).contains("<h2>Environment</h2>"));
    QVERIFY(render(input).contains("Log: warnings and errors"));
    input.includeEnvironment = false;
    input.logs.reset();
    QVERIFY(!render(input).contains("<h2>Environment</h2>"));
    QVERIFY(!render(input).contains("Log: warnings and errors"));
}

void TestReport::manyLongLinesStayBelowTheLimit()
{
    report::ReportInput input = failedInput();
    v1::LogLine line;
    line.set_severity(v1::SEVERITY_ERROR);
    line.set_text(std::string(20'000, 'x'));
    input.logs->assign(20'000, line);
    v1::Event event;
    event.set_message(std::string(20'000, '"'));
    input.events.assign(20'000, event);
    QVERIFY(render(input).size() < 5 * 1024 * 1024);
}

void TestReport::theFileNameIsSafe()
{
    report::ReportInput input = failedInput();
    input.deployment.set_model_name("../a b");
    QCOMPARE(report::reportFileName(input), std::string("firstlight-..-a-b-20260101T000100Z.html"));
}

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
