#include "backend/serve/chat_asker.h"

#include "backend/base/failure.h"
#include "backend/base/random_token.h"

#include <condition_variable>
#include <memory>
#include <mutex>

namespace firstlight::serve {
namespace {

// The answers as they come in; shared with sinks that may outlive the call that waits.
struct Collection {
    explicit Collection(std::size_t count) : answers(count), open(count) {}

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<absl::StatusOr<verify::Answer>> answers;
    std::vector<verify::Answer> partial = std::vector<verify::Answer>(answers.size());
    std::size_t open;

    void add(std::size_t index, const v1::ChatEvent& event)
    {
        const std::lock_guard lock(mutex);
        verify::Answer& answer = partial[index];
        if (event.has_token()) {
            answer.text += event.token().text();
            if (event.token().id() >= 0) {
                answer.tokens.push_back(event.token().id());
                answer.logprobs.push_back(event.token().logprob());
            }
        } else if (event.has_finished()) {
            answer.finishReason = event.finished().reason();
            answer.promptTokens = event.finished().prompt_tokens();
        }
    }

    void end(std::size_t index, const absl::Status& status)
    {
        const std::lock_guard lock(mutex);
        if (status.ok()) {
            answers[index] = std::move(partial[index]);
        } else {
            answers[index] = status;
        }
        --open;
        changed.notify_all();
    }
};

} // namespace

std::vector<absl::StatusOr<verify::Answer>> ChatAsker::ask(const std::vector<v1::ChatRequest>& questions)
{
    const auto collection = std::make_shared<Collection>(questions.size());
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        v1::ChatRequest question = questions[i];
        question.set_idempotency_id("probe-" + base::randomHex(8));
        ids.push_back(question.idempotency_id());
        const absl::Status started =
            m_chat.start(std::move(question), Origin::kProbe,
                         {[collection, i](const v1::ChatEvent& event) { collection->add(i, event); },
                          [collection, i](const absl::Status& status) { collection->end(i, status); }});
        if (!started.ok()) {
            collection->end(i, started);
        }
    }
    std::unique_lock lock(collection->mutex);
    if (!collection->changed.wait_for(lock, m_timeout, [&] { return collection->open == 0; })) {
        lock.unlock();
        for (const std::string& id : ids) {
            m_chat.cancel(id);
        }
        return std::vector<absl::StatusOr<verify::Answer>>(
            questions.size(), base::failure(reasons::kProbeFailed, absl::StatusCode::kDeadlineExceeded,
                                            {{"probe", "chat"}, {"detail", "the model did not answer in time"}}));
    }
    return collection->answers;
}

} // namespace firstlight::serve
