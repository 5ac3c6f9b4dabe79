#include "backend/base/failure.h"
#include "backend/base/text.h"
#include "backend/model/image.h"
#include "backend/verify/pictures.h"
#include "backend/verify/probes.h"

#include <QTest>

#include <functional>
#include <limits>

using namespace firstlight;
using verify::Answer;

namespace {

// Answers by a function of the question and how many were asked together.
class ScriptedAsker final : public verify::Asker
{
public:
    using Script = std::function<absl::StatusOr<Answer>(const v1::ChatRequest&, std::size_t together)>;
    explicit ScriptedAsker(Script script) : m_script(std::move(script)) {}

    std::vector<absl::StatusOr<Answer>> ask(const std::vector<v1::ChatRequest>& questions) override
    {
        std::vector<absl::StatusOr<Answer>> answers;
        for (const v1::ChatRequest& question : questions) {
            answers.push_back(m_script(question, questions.size()));
        }
        asked += static_cast<int>(questions.size());
        return answers;
    }

    int asked = 0;

private:
    Script m_script;
};

Answer goodAnswer(const std::string& text = "I am a model.", std::int32_t firstToken = 1)
{
    Answer answer;
    answer.text = text;
    for (std::int32_t i = 0; i < 20; ++i) {
        answer.tokens.push_back(firstToken + i);
        answer.logprobs.push_back(-0.1);
    }
    answer.finishReason = "stop";
    return answer;
}

std::string detailOf(const absl::StatusOr<std::string>& result)
{
    return result.ok() ? "" : base::failureInfo(result.status()).what;
}

} // namespace

class TestProbes : public QObject
{
    Q_OBJECT

private slots:
    void aGoodAnswerPasses();
    void longAnswersAreCutBetweenCharacters();
    void badAnswersFail_data();
    void badAnswersFail();
    void aFailedQuestionGivesItsOwnFailure();
    void picturesMustMakeADifference();
    void withoutVisionNothingIsAsked();
    void greedyAnswersMustBeTheSame();
    void picturesAreWhatTheySay();
};

void TestProbes::aGoodAnswerPasses()
{
    ScriptedAsker asker([](const auto& question, auto) {
        return question.sampling().greedy() ? absl::StatusOr<Answer>(goodAnswer()) : absl::InternalError("not greedy");
    });
    const auto result = verify::textProbe(asker);
    QVERIFY(result.ok());
    QVERIFY(result->find("I am a model.") != std::string::npos);
}

// It becomes a proto string, which is lost with all around it where a character is cut in two.
void TestProbes::longAnswersAreCutBetweenCharacters()
{
    for (std::size_t before = 70; before < 82; ++before) {
        ScriptedAsker asker([&](const auto&, auto) {
            Answer answer = goodAnswer();
            answer.text = std::string(before, 'a') + "\u4f60\u597d, and more of the same";
            return absl::StatusOr<Answer>(answer);
        });
        const auto result = verify::textProbe(asker);
        QVERIFY(result.ok());
        QCOMPARE(base::validText(*result), *result);
    }
}

void TestProbes::badAnswersFail_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << "empty"
                           << "is empty";
    QTest::newRow("blank") << "blank"
                           << "is empty";
    QTest::newRow("not finite") << "nan"
                                << "not a finite number";
    QTest::newRow("one token for ever") << "repeat"
                                        << "only repeats";
}

void TestProbes::badAnswersFail()
{
    QFETCH(QString, kind);
    QFETCH(QString, expected);
    ScriptedAsker asker([&](const auto&, auto) {
        Answer answer = goodAnswer();
        if (kind == "empty") {
            answer = Answer();
        } else if (kind == "blank") {
            answer.text = " \n\t";
        } else if (kind == "nan") {
            answer.logprobs[7] = std::numeric_limits<double>::quiet_NaN();
        } else {
            answer.tokens.assign(32, 7);
        }
        return answer;
    });
    const std::string detail = detailOf(verify::textProbe(asker));
    QVERIFY2(detail.find(expected.toStdString()) != std::string::npos, detail.c_str());
    QVERIFY(detail.find("The text probe failed") != std::string::npos);
}

void TestProbes::aFailedQuestionGivesItsOwnFailure()
{
    ScriptedAsker asker([](const auto&, auto) -> absl::StatusOr<Answer> {
        return base::failure(reasons::kTemplateFailed, {{"detail", "line 3"}});
    });
    const auto result = verify::repeatabilityProbe(asker);
    QCOMPARE(base::failureInfo(result.status()).reasonId, std::string("TEMPLATE_FAILED"));
}

void TestProbes::picturesMustMakeADifference()
{
    ScriptedAsker blind([](const auto&, auto) { return goodAnswer(); });
    QVERIFY(detailOf(verify::imageProbe(blind, true)).find("very same answer") != std::string::npos);
    int count = 0;
    ScriptedAsker seeing([&](const auto& question, auto) {
        return question.messages(0).parts(0).has_image() ? goodAnswer("a shape", ++count) : Answer();
    });
    QVERIFY(verify::imageProbe(seeing, true).ok());
    ScriptedAsker faint([&](const auto&, auto) { // the same words, with other probabilities
        Answer answer = goodAnswer();
        answer.logprobs[0] = -0.01 * ++count;
        return answer;
    });
    QVERIFY(verify::imageProbe(faint, true).ok());
}

void TestProbes::withoutVisionNothingIsAsked()
{
    ScriptedAsker asker([](const auto&, auto) { return Answer(); });
    const auto result = verify::imageProbe(asker, false);
    QVERIFY(result.ok());
    QVERIFY(result->find("no vision") != std::string::npos);
    QCOMPARE(asker.asked, 0);
}

void TestProbes::greedyAnswersMustBeTheSame()
{
    ScriptedAsker steady([](const auto&, auto) { return goodAnswer(); });
    QVERIFY(verify::repeatabilityProbe(steady).ok());
    QCOMPARE(steady.asked, 3);
    ScriptedAsker shaky([](const auto&, std::size_t together) {
        Answer answer = goodAnswer();
        answer.tokens[4] += together > 1 ? 1 : 0;
        return answer;
    });
    QVERIFY(detailOf(verify::repeatabilityProbe(shaky)).find("position 4") != std::string::npos);
}

void TestProbes::picturesAreWhatTheySay()
{
    const auto disc = model::decodeImage(verify::discPicture(64, {220, 30, 30}));
    QVERIFY(disc.ok());
    QCOMPARE(disc->width, 64);
    const auto pixel = [&](int x, int y, int channel) {
        return int(disc->rgb[static_cast<std::size_t>((y * 64 + x) * 3 + channel)]);
    };
    QCOMPARE(pixel(32, 32, 0), 220);
    QCOMPARE(pixel(32, 32, 2), 30);
    QCOMPARE(pixel(0, 0, 1), 240);
    QVERIFY(verify::discPicture(64, {1, 2, 3}) != verify::squarePicture(64, {1, 2, 3}));
}

QTEST_GUILESS_MAIN(TestProbes)
#include "tst_probes.moc"
