// A model that is asked without processes: words are numbers, and the test plays the engine.
#pragma once

#include "backend/base/clock.h"
#include "backend/base/executor.h"
#include "backend/serve/chat_service.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace firstlight::test {

class SteppedClock final : public base::Clock
{
public:
    base::SystemTime systemNow() const override { return base::systemTimeFromUnix(1) + m_elapsed; }
    base::SteadyTime steadyNow() const override { return base::SteadyTime(m_elapsed); }
    void advance(std::chrono::milliseconds duration) { m_elapsed += duration; }

private:
    std::chrono::nanoseconds m_elapsed{0};
};

class InlineExecutor final : public base::Executor
{
public:
    void post(std::function<void()> task) override { task(); }
};

// Token n is the letter 'a' + n; 25 ('z') is special and stops.
class LetterTokenizer final : public model::Tokenizer
{
public:
    std::vector<std::int32_t> encode(std::string_view utf8, model::SpecialTokens mode) const override;
    std::vector<std::int32_t> encodePrompt(std::string_view utf8,
                                           std::span<const model::TextSpan> literals) const override;
    std::string decode(std::span<const std::int32_t> ids, bool skipSpecial) const override;
    std::string piece(std::int32_t id) const override;
    bool isSpecial(std::int32_t id) const override { return id == 25; }
    std::optional<std::int32_t> idOf(std::string_view content) const override;
    std::int32_t vocabularySize() const override { return 26; }
    std::vector<AddedTokenInfo> addedTokens() const override { return {}; }
};

// The prompt is the last message's text, a token a letter, behind the variables; "!" cannot be rendered.
class LetterPrompts final : public serve::PromptSource
{
public:
    LetterPrompts();
    absl::StatusOr<model::Prompt> build(const model::Conversation& conversation,
                                        const model::RenderOptions& options) const override;
    const model::Tokenizer& tokenizer() const override { return m_tokenizer; }
    const model::GenerationConfig& generationConfig() const override { return m_config; }

    model::GenerationConfig m_config;
    std::vector<model::ProcessedImage> m_images; // of every prompt

private:
    LetterTokenizer m_tokenizer;
};

// Keeps what it was asked; the test answers.
class PlayedGenerator final : public serve::Generator
{
public:
    Cancel generate(v1::GenerateRequest request, Sink sink) override;

    void token(std::size_t which, std::int32_t id, const std::string& finish = {});
    void end(std::size_t which, const absl::Status& status);
    void forget(); // calls that were left open hold who asked, and who asked holds this

    struct Call {
        v1::GenerateRequest request;
        Sink sink;
        int cancelled = 0;
    };
    std::vector<std::shared_ptr<Call>> calls; // while nobody asks on another thread
    std::size_t count() const;

private:
    std::shared_ptr<Call> callAt(std::size_t which) const;

    mutable std::mutex m_mutex;
    std::int64_t m_tokens = 0; // one every 50 ms, by its own clock
};

// What a question heard.
struct Heard {
    std::vector<v1::ChatEvent> events;
    std::vector<absl::Status> ends;

    serve::ChatSink sink();
    std::string text() const;
    const v1::ChatFinished& finished() const { return events.back().finished(); }
};

v1::ChatRequest question(const std::string& text, const std::string& id = {});

} // namespace firstlight::test
