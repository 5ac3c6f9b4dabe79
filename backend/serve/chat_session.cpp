#include "backend/serve/chat_session.h"

#include "backend/base/failure.h"
#include "backend/base/random_token.h"
#include "backend/model/image.h"
#include "backend/serve/request_checks.h"
#include "backend/serve/sampling.h"

#include <algorithm>
#include <utility>

namespace firstlight::serve {
namespace {

// Positive, so that it fits every language's numbers and "0: chosen" stays free.
std::uint64_t freshSeed()
{
    return std::stoull(base::randomHex(4), nullptr, 16) + 1;
}

// Failures of one question leave the engine as it is; all others are the engine's.
bool concernsOnlyTheQuestion(const absl::Status& status)
{
    static constexpr const FailureReason* kOwn[] = {
        &reasons::kRequestInvalid, &reasons::kPromptTooLong,  &reasons::kQueueFull, &reasons::kImageRejected,
        &reasons::kImageTooLarge,  &reasons::kTemplateFailed, &reasons::kNotServing};
    const std::string id = base::failureInfo(status).reasonId;
    return std::ranges::any_of(kOwn, [&](const FailureReason* reason) { return reason->id == id; });
}

void addLayout(const model::ImageLayout& layout, std::int32_t picture, v1::ReceivedImage& received)
{
    for (const model::ImageStep& step : layout.steps) {
        if (!step.kept) {
            continue;
        }
        v1::ReceivedCanvas& canvas = *received.add_canvases();
        canvas.set_width(static_cast<std::int32_t>(step.canvas.width));
        canvas.set_height(static_cast<std::int32_t>(step.canvas.height));
        canvas.set_columns(step.columns);
        canvas.set_rows(step.rows);
    }
    for (const model::ImagePlace& place : layout.placesOf(picture)) {
        v1::ReceivedPlace& added = *received.add_places();
        added.set_text(place.text);
        added.set_image_tokens(place.imageTokens);
    }
}

v1::ReceivedImage receivedImage(const model::ProcessedImage& image, std::int32_t picture)
{
    const model::PixelSize size = image.layout.firstKept().canvas;
    const model::ImageTile all = model::joinTiles(image.layout.steps, image.tiles);
    v1::ReceivedImage received;
    received.set_original_width(image.originalWidth);
    received.set_original_height(image.originalHeight);
    received.set_width(static_cast<std::int32_t>(size.width));
    received.set_height(static_cast<std::int32_t>(size.height));
    received.set_grid_width(image.layout.gridWidth);
    received.set_grid_height(image.layout.gridHeight);
    received.set_token_count(image.tokenCount());
    received.set_preview_png(model::encodePng(all.width, all.height, all.rgb));
    addLayout(image.layout, picture, received);
    return received;
}

v1::ChatEvent receivedEvent(const model::Prompt& prompt, const v1::SamplingOptions& sampling)
{
    v1::ChatEvent event;
    v1::ChatReceived* received = event.mutable_received();
    received->set_rendered_prompt(prompt.renderedText);
    for (const model::PromptTokenView& view : prompt.view) {
        v1::PromptToken* token = received->add_tokens();
        token->set_id(view.id);
        token->set_piece(view.piece);
        token->set_special(view.special);
        token->set_image_index(view.imageIndex);
    }
    for (const model::ProcessedImage& image : prompt.images) {
        *received->add_images() = receivedImage(image, received->images_size());
    }
    *received->mutable_sampling() = sampling;
    return event;
}

void addImages(const model::Prompt& prompt, v1::GenerateRequest& generate)
{
    for (const model::ProcessedImage& image : prompt.images) {
        for (const model::ImageTile& tile : image.tiles) {
            v1::GenerateImage* added = generate.add_images();
            added->set_width(tile.width);
            added->set_height(tile.height);
            added->set_rgb(tile.rgb.data(), tile.rgb.size());
        }
    }
}

} // namespace

ChatSession::ChatSession(std::shared_ptr<const ServedModel> model, const base::Clock& clock, ChatSink sink,
                         std::function<void(const absl::Status&)> onTrouble)
    : m_model(std::move(model))
    , m_clock(clock)
    , m_start(clock.steadyNow())
    , m_onTrouble(std::move(onTrouble))
    , m_sink(std::move(sink))
{
}

void ChatSession::run(const v1::ChatRequest& request, const std::string& requestId)
{
    v1::GenerateRequest generate;
    const absl::Status prepared = prepare(request, requestId, generate);
    if (!prepared.ok()) {
        end(prepared);
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (m_ended) {
        return;
    }
    if (m_cancelled) {
        finish("cancelled");
        return;
    }
    // The callbacks of the generator wait for the mutex, so m_cancel is there before the first of them.
    m_cancel = m_model->leader->generate(
        std::move(generate), {[self = shared_from_this()](const v1::GenerateEvent& event) { self->onEvent(event); },
                              [self = shared_from_this()](const absl::Status& status) { self->onDone(status); }});
}

absl::Status ChatSession::prepare(const v1::ChatRequest& request, const std::string& requestId,
                                  v1::GenerateRequest& generate)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::Conversation conversation, checkedConversation(request));
    model::RenderOptions options;
    options.variablesJson = request.template_variables();
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::Prompt prompt, m_model->prompts->build(conversation, options));
    const auto promptTokens = static_cast<std::int32_t>(prompt.tokens.size());
    if (promptTokens >= m_model->maxContextTokens) {
        return base::failure(
            reasons::kPromptTooLong, absl::StatusCode::kInvalidArgument,
            {{"tokens", std::to_string(promptTokens)}, {"limit", std::to_string(m_model->maxContextTokens - 1)}});
    }
    const model::GenerationConfig& defaults = m_model->prompts->generationConfig();
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        const v1::SamplingOptions sampling,
        resolveSampling(request.sampling(), defaults, m_model->maxContextTokens - promptTokens, freshSeed()));
    generate.set_request_id(requestId);
    generate.mutable_tokens()->Add(prompt.tokens.begin(), prompt.tokens.end());
    addImages(prompt, generate);
    *generate.mutable_sampling() = sampling;
    const std::vector<std::int32_t> stopIds = defaults.stopIds();
    generate.mutable_stop_tokens()->Add(stopIds.begin(), stopIds.end());

    const std::lock_guard lock(m_mutex);
    m_promptTokens = promptTokens;
    m_decoder.emplace(m_model->prompts->tokenizer());
    emit(receivedEvent(prompt, sampling));
    return absl::OkStatus();
}

void ChatSession::emit(v1::ChatEvent event)
{
    if (!m_ended) {
        m_sink.onEvent(event);
    }
}

double ChatSession::millisecondsSinceStart() const
{
    return std::chrono::duration<double, std::milli>(m_clock.steadyNow() - m_start).count();
}

void ChatSession::onEvent(const v1::GenerateEvent& event)
{
    const std::lock_guard lock(m_mutex);
    if (m_ended) {
        return;
    }
    if (event.token() >= 0) {
        onToken(event);
    }
    if (!event.finish_reason().empty()) {
        finish(event.finish_reason());
    }
}

void ChatSession::onToken(const v1::GenerateEvent& event)
{
    if (m_generatedTokens == 0) {
        m_ttftMs = millisecondsSinceStart();
        m_firstTokenUs = event.elapsed_us();
    }
    m_lastTokenUs = event.elapsed_us();
    ++m_generatedTokens;
    v1::ChatEvent out;
    v1::ChatToken* token = out.mutable_token();
    token->set_id(event.token());
    token->set_text(m_decoder->push(event.token()));
    token->set_logprob(event.logprob());
    emit(std::move(out));
}

// Of decode, by the worker's clock: tokens may travel together.
double ChatSession::tokensPerSecond() const
{
    const std::int64_t decodeUs = m_lastTokenUs - m_firstTokenUs;
    return m_generatedTokens > 1 && decodeUs > 0 ? (m_generatedTokens - 1) * 1e6 / static_cast<double>(decodeUs) : 0;
}

void ChatSession::finish(const std::string& reason)
{
    const std::string rest = m_decoder ? m_decoder->finish() : std::string();
    if (!rest.empty()) {
        v1::ChatEvent held;
        held.mutable_token()->set_id(-1);
        held.mutable_token()->set_text(rest);
        emit(std::move(held));
    }
    v1::ChatEvent out;
    v1::ChatFinished* finished = out.mutable_finished();
    finished->set_reason(reason);
    finished->set_prompt_tokens(m_promptTokens);
    finished->set_generated_tokens(m_generatedTokens);
    finished->set_ttft_ms(m_ttftMs);
    finished->set_total_ms(millisecondsSinceStart());
    finished->set_tokens_per_second(tokensPerSecond());
    emit(std::move(out));
    m_ended = true;
    m_sink.onDone(absl::OkStatus());
}

void ChatSession::onDone(const absl::Status& status)
{
    std::unique_lock lock(m_mutex);
    if (m_ended) {
        return;
    }
    if (m_cancelled) {
        finish("cancelled");
        return;
    }
    absl::Status failure = status;
    if (failure.ok()) {
        failure = base::failure(reasons::kGenerationInterrupted, absl::StatusCode::kAborted,
                                {{"detail", "the engine ended it without a reason"}});
    }
    lock.unlock();
    if (concernsOnlyTheQuestion(failure)) {
        end(failure);
        return;
    }
    lock.lock();
    m_brokenSince = m_clock.steadyNow();
    m_brokenStatus = failure;
    lock.unlock();
    m_onTrouble(failure);
}

void ChatSession::cancel()
{
    Generator::Cancel cancel;
    {
        const std::lock_guard lock(m_mutex);
        m_cancelled = true;
        cancel = m_cancel;
        if (m_brokenSince && !m_ended) {
            finish("cancelled");
        }
    }
    if (cancel) {
        cancel();
    }
}

void ChatSession::end(const absl::Status& status)
{
    Generator::Cancel cancel;
    {
        const std::lock_guard lock(m_mutex);
        if (m_ended) {
            return;
        }
        m_ended = true;
        cancel = std::move(m_cancel);
        m_sink.onDone(status);
    }
    if (cancel) {
        cancel();
    }
}

bool ChatSession::ended() const
{
    const std::lock_guard lock(m_mutex);
    return m_ended;
}

std::optional<base::SteadyTime> ChatSession::brokenSince() const
{
    const std::lock_guard lock(m_mutex);
    return m_ended ? std::nullopt : m_brokenSince;
}

absl::Status ChatSession::brokenStatus() const
{
    const std::lock_guard lock(m_mutex);
    return m_brokenStatus;
}

} // namespace firstlight::serve
