#include "backend/verify/probes.h"

#include "backend/base/failure.h"
#include "backend/base/text.h"
#include "backend/verify/pictures.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace firstlight::verify {
namespace {

constexpr int kMaxTokens = 32;
constexpr std::size_t kJudgedTokens = 16; // repetition shows within so many
constexpr int kPictureSide = 128;         // pixels

absl::Status probeFailed(const std::string& probe, const std::string& detail)
{
    return base::failure(reasons::kProbeFailed, {{"probe", probe}, {"detail", detail}});
}

v1::ChatRequest question(const std::string& text, const std::string& picture = {})
{
    v1::ChatRequest request;
    v1::ChatMessage* message = request.add_messages();
    message->set_role("user");
    if (!picture.empty()) {
        message->add_parts()->set_image(picture);
    }
    message->add_parts()->set_text(text);
    request.mutable_sampling()->set_greedy(true);
    request.mutable_sampling()->set_max_tokens(kMaxTokens);
    return request;
}

bool hasText(const Answer& answer)
{
    return std::ranges::any_of(answer.text, [](char c) { return !absl::ascii_isspace(static_cast<unsigned char>(c)); });
}

bool isFinite(const Answer& answer)
{
    return std::ranges::all_of(answer.logprobs, [](double value) { return std::isfinite(value); });
}

// One or two tokens again and again: what broken numbers or a wrong rope look like.
bool isDegenerate(const Answer& answer)
{
    if (answer.tokens.size() < kJudgedTokens) {
        return false;
    }
    const std::set<std::int32_t> last(answer.tokens.end() - kJudgedTokens, answer.tokens.end());
    return last.size() <= 2;
}

absl::Status judge(const std::string& probe, const Answer& answer)
{
    if (!isFinite(answer)) {
        return probeFailed(probe, "a log probability is not a finite number, so the logits were not");
    }
    if (!hasText(answer)) {
        return probeFailed(probe, "the answer is empty (it ended by \"" + answer.finishReason + "\")");
    }
    return isDegenerate(answer) ? probeFailed(probe, "the answer only repeats itself: " + answer.text)
                                : absl::OkStatus();
}

std::string quoted(const std::string& text)
{
    constexpr std::size_t kMax = 80;
    const std::string_view start = base::cutText(text, kMax);
    std::string line(absl::StripAsciiWhitespace(absl::string_view(start.data(), start.size())));
    std::ranges::replace(line, '\n', ' ');
    return "\"" + line + (text.size() > kMax ? "...\"" : "\"");
}

double meanLogprob(const Answer& answer)
{
    return std::accumulate(answer.logprobs.begin(), answer.logprobs.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(1, answer.logprobs.size()));
}

absl::StatusOr<std::vector<Answer>> askAll(Asker& asker, const std::vector<v1::ChatRequest>& questions)
{
    std::vector<Answer> answers;
    for (auto& answer : asker.ask(questions)) {
        FIRSTLIGHT_RETURN_IF_ERROR(answer.status());
        answers.push_back(*std::move(answer));
    }
    return answers;
}

} // namespace

absl::StatusOr<std::string> textProbe(Asker& asker)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<Answer> answers, askAll(asker, {question("Hello! Who are you?")}));
    FIRSTLIGHT_RETURN_IF_ERROR(judge("text", answers.front()));
    return absl::StrFormat("answered %s; mean log probability %.2f", quoted(answers.front().text),
                           meanLogprob(answers.front()));
}

absl::StatusOr<std::string> imageProbe(Asker& asker, bool hasVision)
{
    if (!hasVision) {
        return std::string("not applicable: the model has no vision");
    }
    const std::string text = "What is in the picture?";
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<Answer> answers,
                                askAll(asker, {question(text, discPicture(kPictureSide, {220, 30, 30})),
                                               question(text, squarePicture(kPictureSide, {30, 60, 220}))}));
    for (const Answer& answer : answers) {
        FIRSTLIGHT_RETURN_IF_ERROR(judge("image", answer));
    }
    if (answers[0].tokens == answers[1].tokens && answers[0].logprobs == answers[1].logprobs) {
        return probeFailed("image", "two different pictures gave the very same answer, so they do not reach the model");
    }
    return "a red disc: " + quoted(answers[0].text) + "; a blue square: " + quoted(answers[1].text);
}

absl::StatusOr<std::string> repeatabilityProbe(Asker& asker)
{
    const v1::ChatRequest request = question("Please tell me something about the moon.");
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<Answer> alone, askAll(asker, {request}));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::vector<Answer> together, askAll(asker, {request, request}));
    for (const Answer& answer : together) {
        if (answer.tokens != alone.front().tokens) {
            const auto difference = std::ranges::mismatch(answer.tokens, alone.front().tokens);
            return probeFailed("repeatability", "the same greedy question gave another token at position " +
                                                    std::to_string(difference.in1 - answer.tokens.begin()) +
                                                    " when two ran at once");
        }
    }
    return absl::StrFormat("the same %d tokens alone and twice at once", alone.front().tokens.size());
}

} // namespace firstlight::verify
