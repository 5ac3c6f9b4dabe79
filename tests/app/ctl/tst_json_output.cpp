#include "app/ctl/json_output.h"
#include "backend/api/chat.pb.h"
#include "backend/api/cluster.pb.h"
#include "backend/api/deployment.pb.h"

#include <QTest>

#include <limits>

using namespace firstlight;

class TestJsonOutput : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldIsThere();
    void mapsBytesAndOddNumbers();
};

void TestJsonOutput::everyFieldIsThere()
{
    v1::DeploymentState state;
    state.set_stage(v1::STAGE_SERVING);
    state.set_created_unix_ns(std::numeric_limits<std::int64_t>::max());
    state.add_ranks()->set_pid(7);
    const auto json = ctl::toJson(state);
    QVERIFY(json["stage"] == "STAGE_SERVING");
    QCOMPARE(json["created_unix_ns"].get<std::int64_t>(), std::numeric_limits<std::int64_t>::max());
    QVERIFY(json["ready"] == false);
    QVERIFY(json["failure"].is_null());
    QVERIFY(json["stages"].is_array() && json["stages"].empty());
    QVERIFY(json["ranks"][0]["pid"] == 7);
    QVERIFY(json["ranks"][0]["node"] == "");
}

void TestJsonOutput::mapsBytesAndOddNumbers()
{
    v1::NodeDescription node;
    (*node.mutable_versions())["firstlight"] = "0.1";
    QVERIFY(ctl::toJson(node)["versions"]["firstlight"] == "0.1");
    v1::ReceivedImage image;
    image.set_preview_png(std::string("\0\xff", 2));
    QVERIFY(ctl::toJson(image)["preview_png"] == "AP8=");
    v1::ChatToken token;
    token.set_logprob(std::numeric_limits<double>::quiet_NaN());
    QVERIFY(ctl::toJson(token)["logprob"].is_null());
    v1::ChatPart part;
    QVERIFY(ctl::toJson(part)["text"].is_null());
}

QTEST_GUILESS_MAIN(TestJsonOutput)
#include "tst_json_output.moc"
