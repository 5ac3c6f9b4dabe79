#include "tests/backend/serve/serve_fakes.h"

#include "backend/base/failure.h"

#include <utility>

namespace firstlight::test {

std::vector<std::int32_t> LetterTokenizer::encode(std::string_view utf8, model::SpecialTokens /*mode*/) const
{
    std::vector<std::int32_t> ids;
    for (const char c : utf8) {
        ids.push_back(c - 'a');
    }
    return ids;
}

std::vector<std::int32_t> LetterTokenizer::encodePrompt(std::string_view utf8,
                                                        std::span<const model::TextSpan> /*literals*/) const
{
    return encode(utf8, model::SpecialTokens::kAsText);
}

std::string LetterTokenizer::decode(std::span<const std::int32_t> ids, bool skipSpecial) const
{
    std::string text;
    for (const std::int32_t id : ids) {
        if (!skipSpecial || !isSpecial(id)) {
            text += static_cast<char>('a' + id);
        }
    }
    return text;
}

std::string LetterTokenizer::piece(std::int32_t id) const
{
    return std::string(1, static_cast<char>('a' + id));
}

std::optional<std::int32_t> LetterTokenizer::idOf(std::string_view content) const
{
    return content.size() == 1 ? std::optional<std::int32_t>(content.front() - 'a') : std::nullopt;
}

LetterPrompts::LetterPrompts()
{
    m_config.stopTokens.push_back({25, "z", {"test"}});
}

absl::StatusOr<model::Prompt> LetterPrompts::build(const model::Conversation& conversation,
                                                   const model::RenderOptions& options) const
{
    const std::string text = options.variablesJson + conversation.messages.back().parts.back().text;
    if (text == "!") {
        return base::failure(reasons::kTemplateFailed, {{"detail", "it refused"}});
    }
    model::Prompt prompt;
    prompt.renderedText = text;
    prompt.images = m_images;
    prompt.tokens = m_tokenizer.encode(text, model::SpecialTokens::kAsText);
    for (const std::int32_t id : prompt.tokens) {
        prompt.view.push_back({id, m_tokenizer.piece(id), m_tokenizer.isSpecial(id), -1});
    }
    return prompt;
}

void PlayedGenerator::forget()
{
    for (const std::shared_ptr<Call>& call : std::exchange(calls, {})) {
        call->sink = {};
    }
}

serve::Generator::Cancel PlayedGenerator::generate(v1::GenerateRequest request, Sink sink)
{
    auto call = std::make_shared<Call>(Call{std::move(request), std::move(sink)});
    const std::lock_guard lock(m_mutex);
    calls.push_back(call);
    return [call] { ++call->cancelled; };
}

std::size_t PlayedGenerator::count() const
{
    const std::lock_guard lock(m_mutex);
    return calls.size();
}

std::shared_ptr<PlayedGenerator::Call> PlayedGenerator::callAt(std::size_t which) const
{
    const std::lock_guard lock(m_mutex);
    return calls.at(which);
}

void PlayedGenerator::token(std::size_t which, std::int32_t id, const std::string& finish)
{
    v1::GenerateEvent event;
    event.set_token(id);
    event.set_logprob(-0.5);
    event.set_finish_reason(finish);
    event.set_elapsed_us(++m_tokens * 50'000);
    callAt(which)->sink.onEvent(event);
}

void PlayedGenerator::end(std::size_t which, const absl::Status& status)
{
    callAt(which)->sink.onDone(status);
}

serve::ChatSink Heard::sink()
{
    return {[this](const v1::ChatEvent& event) { events.push_back(event); },
            [this](const absl::Status& status) { ends.push_back(status); }};
}

std::string Heard::text() const
{
    std::string text;
    for (const v1::ChatEvent& event : events) {
        text += event.token().text();
    }
    return text;
}

v1::ChatRequest question(const std::string& text, const std::string& id)
{
    v1::ChatRequest request;
    request.set_idempotency_id(id);
    v1::ChatMessage* message = request.add_messages();
    message->set_role("user");
    message->add_parts()->set_text(text);
    return request;
}

} // namespace firstlight::test
