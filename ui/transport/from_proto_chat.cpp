// What comes back from a question.
#include "ui/transport/from_proto.h"
#include "ui/transport/proto_basics.h"

namespace firstlight::ui {
namespace {

PromptToken promptTokenOf(const v1::PromptToken& message)
{
    return {message.id(), text(message.piece()), message.special(), message.image_index()};
}

ReceivedCanvas canvasOf(const v1::ReceivedCanvas& message)
{
    return {message.width(), message.height(), message.columns(), message.rows()};
}

ReceivedPlace placeOf(const v1::ReceivedPlace& message)
{
    return {text(message.text()), message.image_tokens()};
}

ReceivedImage imageOf(const v1::ReceivedImage& message)
{
    return {message.original_width(),
            message.original_height(),
            message.width(),
            message.height(),
            message.grid_width(),
            message.grid_height(),
            message.token_count(),
            bytes(message.preview_png()),
            listOf(message.canvases(), canvasOf),
            listOf(message.places(), placeOf)};
}

FinishReason finishReasonOf(const std::string& reason)
{
    if (reason == "stop") {
        return FinishReason::Stop;
    }
    if (reason == "length") {
        return FinishReason::Length;
    }
    return reason == "cancelled" ? FinishReason::Cancelled : FinishReason::Other;
}

} // namespace

SamplingOptions fromProto(const v1::SamplingOptions& message)
{
    return {message.greedy(), message.temperature(), message.top_p(), message.top_k(), message.repetition_penalty(),
            message.seed(),   message.max_tokens()};
}

ChatReceived fromProto(const v1::ChatReceived& message)
{
    return {text(message.rendered_prompt()), listOf(message.tokens(), promptTokenOf), listOf(message.images(), imageOf),
            fromProto(message.sampling())};
}

ChatToken fromProto(const v1::ChatToken& message)
{
    return {message.id(), text(message.text()), message.logprob()};
}

ChatFinished fromProto(const v1::ChatFinished& message)
{
    return {finishReasonOf(message.reason()),
            message.prompt_tokens(),
            message.generated_tokens(),
            message.ttft_ms(),
            message.total_ms(),
            message.tokens_per_second()};
}

} // namespace firstlight::ui
