#include "backend/model/prompt.h"

#include "backend/base/failure.h"

#include <absl/strings/str_cat.h>

namespace firstlight::model {

namespace {

absl::Status rejected(int number, const std::string& detail)
{
    return base::failure(reasons::kImageRejected, absl::StatusCode::kInvalidArgument,
                         {{"number", absl::StrCat(number)}, {"detail", detail}});
}

bool isMissing(const absl::Status& status)
{
    return base::failureInfo(status).reasonId == reasons::kPathMissing.id;
}

} // namespace

absl::StatusOr<std::unique_ptr<PromptBuilder>> PromptBuilder::load(const std::string& directory, std::int32_t imageTokenId)
{
    std::unique_ptr<PromptBuilder> builder(new PromptBuilder);
    builder->m_imageTokenId = imageTokenId;
    FIRSTLIGHT_ASSIGN_OR_RETURN(builder->m_tokenizer, Tokenizer::load(directory));
    FIRSTLIGHT_ASSIGN_OR_RETURN(builder->m_chatTemplate,
                                ChatTemplate::load(directory, builder->m_tokenizer->addedTokens()));
    FIRSTLIGHT_ASSIGN_OR_RETURN(builder->m_generationConfig,
                                GenerationConfig::load(directory, *builder->m_tokenizer));
    if (imageTokenId >= 0) {
        absl::StatusOr<std::unique_ptr<ImageProcessor>> processor = ImageProcessor::load(directory);
        if (processor.ok()) {
            builder->m_imageProcessor = *std::move(processor);
        } else if (!isMissing(processor.status())) {
            return processor.status();
        }
    }
    return builder;
}

absl::StatusOr<Prompt> PromptBuilder::build(const Conversation& conversation, const RenderOptions& options) const
{
    Prompt prompt;
    FIRSTLIGHT_ASSIGN_OR_RETURN(prompt.images, processImages(conversation));
    FIRSTLIGHT_ASSIGN_OR_RETURN(RenderedPrompt rendered, m_chatTemplate->render(conversation, options));
    FIRSTLIGHT_RETURN_IF_ERROR(placeTokens(m_tokenizer->encodePrompt(rendered.text, rendered.literals), prompt));
    prompt.renderedText = std::move(rendered.text);
    return prompt;
}

absl::StatusOr<std::vector<ProcessedImage>> PromptBuilder::processImages(const Conversation& conversation) const
{
    std::vector<ProcessedImage> images;
    for (const Message& message : conversation.messages) {
        for (const ContentPart& part : message.parts) {
            if (part.kind != ContentPart::Kind::kImage) {
                continue;
            }
            const int number = static_cast<int>(images.size()) + 1;
            if (!m_imageProcessor) {
                return rejected(number, "this model reads text only");
            }
            FIRSTLIGHT_ASSIGN_OR_RETURN(const RgbImage image, decodeImage(part.image, {}, number));
            FIRSTLIGHT_ASSIGN_OR_RETURN(ProcessedImage processed, m_imageProcessor->process(image, number));
            images.push_back(std::move(processed));
        }
    }
    return images;
}

// Copies the template's tokens, each image token as many times as its picture has places.
absl::Status PromptBuilder::placeTokens(const std::vector<std::int32_t>& ids, Prompt& prompt) const
{
    std::size_t placed = 0;
    for (const std::int32_t id : ids) {
        const bool isImage = m_imageTokenId >= 0 && id == m_imageTokenId;
        const PromptTokenView view{id, m_tokenizer->piece(id), m_tokenizer->isSpecial(id),
                                   isImage ? static_cast<std::int32_t>(placed) : -1};
        std::size_t count = 1;
        if (isImage) {
            count = placed < prompt.images.size() ? static_cast<std::size_t>(prompt.images[placed].tokenCount) : 0;
            ++placed;
        }
        prompt.tokens.insert(prompt.tokens.end(), count, id);
        prompt.view.insert(prompt.view.end(), count, view);
    }
    if (placed != prompt.images.size()) {
        return base::failure(reasons::kTemplateFailed,
                             {{"detail", absl::StrCat(m_chatTemplate->origin(), " made ", placed, " places for ",
                                                      prompt.images.size(), " pictures")}});
    }
    return absl::OkStatus();
}

} // namespace firstlight::model
