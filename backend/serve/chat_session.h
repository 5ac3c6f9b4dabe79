// One question on its way: from the conversation to the last token of the answer.
//
// Thread-safe. Whatever happens (an end, a failure of the engine, a cancel, a close), the sink's onDone is called
// exactly once, after the last event, and nothing follows it.
#pragma once

#include "backend/api/chat.pb.h"
#include "backend/base/clock.h"
#include "backend/serve/generator.h"
#include "backend/serve/prompt_source.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace firstlight::serve {

struct ChatSink {
    std::function<void(const v1::ChatEvent&)> onEvent;
    std::function<void(absl::Status)> onDone; // OK after ChatFinished
};

// What a question is answered with.
struct ServedModel {
    std::string deploymentId;
    std::shared_ptr<const PromptSource> prompts;
    std::shared_ptr<Generator> leader;
    std::int32_t maxContextTokens = 0;
};

class ChatSession : public std::enable_shared_from_this<ChatSession>
{
public:
    // `onTrouble`: called (once, any thread) when the engine, not the question, failed; the session then stays open
    // until end() says why.
    ChatSession(std::shared_ptr<const ServedModel> model, const base::Clock& clock, ChatSink sink,
                std::function<void(const absl::Status&)> onTrouble);

    // Makes the prompt and starts the generation. Computes; not for threads that must not wait.
    void run(const v1::ChatRequest& request, const std::string& requestId);
    // The user wants no more: what has been generated stands, the reason is "cancelled".
    void cancel();
    // Ends with `status`, unless it has ended.
    void end(const absl::Status& status);

    bool ended() const;
    // When the engine failed under it; nothing: it did not.
    std::optional<base::SteadyTime> brokenSince() const;
    absl::Status brokenStatus() const;

private:
    absl::Status prepare(const v1::ChatRequest& request, const std::string& requestId, v1::GenerateRequest& generate);
    void onEvent(const v1::GenerateEvent& event);
    void onToken(const v1::GenerateEvent& event);
    void onDone(const absl::Status& status);
    void finish(const std::string& reason); // with the mutex held
    double millisecondsSinceStart() const;
    double tokensPerSecond() const;
    void emit(v1::ChatEvent event); // with the mutex held

    const std::shared_ptr<const ServedModel> m_model;
    const base::Clock& m_clock;
    const base::SteadyTime m_start;
    const std::function<void(const absl::Status&)> m_onTrouble;

    mutable std::mutex m_mutex; // guards all below; the sink is called with it held, so that nothing follows onDone
    ChatSink m_sink;
    std::optional<model::StreamDecoder> m_decoder;
    Generator::Cancel m_cancel;
    bool m_cancelled = false;
    bool m_ended = false;
    std::optional<base::SteadyTime> m_brokenSince;
    absl::Status m_brokenStatus;
    std::int32_t m_promptTokens = 0;
    std::int32_t m_generatedTokens = 0;
    double m_ttftMs = 0;
    std::int64_t m_firstTokenUs = 0; // on the worker's clock
    std::int64_t m_lastTokenUs = 0;
};

} // namespace firstlight::serve
