#include "backend/model/prompt.h"

#include "backend/base/failure.h"
#include "backend/model/image_placeholders.h"

#include <absl/strings/str_cat.h>

#include <algorithm>

namespace firstlight::model {

namespace {

absl::Status rejected(int number, const std::string& detail)
{
    return base::failure(reasons::kImageRejected, absl::StatusCode::kInvalidArgument,
                         {{"number", absl::StrCat(number)}, {"detail", detail}});
}

int picturesOf(const Conversation& conversation)
{
    std::ptrdiff_t pictures = 0;
    for (const Message& message : conversation.messages) {
        pictures += std::ranges::count(message.parts, ContentPart::Kind::kImage, &ContentPart::kind);
    }
    return static_cast<int>(pictures);
}

bool isMissing(const absl::Status& status)
{
    return base::failureInfo(status).reasonId == reasons::kFileAbsent.id;
}

} // namespace

absl::StatusOr<std::unique_ptr<PromptBuilder>> PromptBuilder::load(const TextSource& place, std::int32_t imageTokenId)
{
    std::unique_ptr<PromptBuilder> builder(new PromptBuilder);
    builder->m_imageTokenId = imageTokenId;
    if (imageTokenId >= 0) {
        absl::StatusOr<std::unique_ptr<ImageProcessor>> processor = ImageProcessor::load(place.directory);
        if (processor.ok()) {
            builder->m_imageProcessor = *std::move(processor);
        } else if (!isMissing(processor.status())) {
            return processor.status();
        }
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(builder->m_tokenizer, Tokenizer::load(place));
    std::vector<Tokenizer::AddedTokenInfo> controls = builder->m_tokenizer->addedTokens();
    if (builder->m_imageProcessor) {
        builder->m_imageToken = builder->textOf(imageTokenId);
        const std::string& own = builder->m_imageProcessor->placeholder();
        builder->m_placeholder = own.empty() ? builder->m_imageToken : own;
        controls.push_back({-1, builder->m_placeholder, true});
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(builder->m_chatTemplate, ChatTemplate::load(place, std::move(controls)));
    FIRSTLIGHT_ASSIGN_OR_RETURN(builder->m_generationConfig, GenerationConfig::load(place, *builder->m_tokenizer));
    return builder;
}

absl::StatusOr<Prompt> PromptBuilder::build(const Conversation& conversation, const RenderOptions& options) const
{
    Prompt prompt;
    FIRSTLIGHT_ASSIGN_OR_RETURN(prompt.images, processImages(conversation));
    FIRSTLIGHT_ASSIGN_OR_RETURN(RenderedPrompt rendered, m_chatTemplate->render(conversation, options));
    FIRSTLIGHT_RETURN_IF_ERROR(placeTokens(rendered, prompt));
    prompt.renderedText = std::move(rendered.text);
    return prompt;
}

absl::StatusOr<std::vector<ProcessedImage>> PromptBuilder::processImages(const Conversation& conversation) const
{
    std::vector<ProcessedImage> images;
    const int pictures = picturesOf(conversation);
    for (const Message& message : conversation.messages) {
        for (const ContentPart& part : message.parts) {
            if (part.kind != ContentPart::Kind::kImage) {
                continue;
            }
            const int number = static_cast<int>(images.size()) + 1;
            if (!m_imageProcessor && m_imageTokenId >= 0) {
                return rejected(number, "the checkpoint has no preprocessor_config.json");
            }
            if (!m_imageProcessor) {
                return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                                     {{"detail", "it has a picture, and this model reads text only"}});
            }
            FIRSTLIGHT_ASSIGN_OR_RETURN(const RgbImage image,
                                        decodeImage(part.image, {}, number, m_imageProcessor->backdrop()));
            FIRSTLIGHT_ASSIGN_OR_RETURN(ProcessedImage processed, m_imageProcessor->process(image, number, pictures));
            if (processed.tokenCount() == 0) {
                return rejected(number, "the checkpoint does not say how many tokens stand for a picture");
            }
            images.push_back(std::move(processed));
        }
    }
    return images;
}

std::string PromptBuilder::textOf(std::int32_t addedToken) const
{
    for (Tokenizer::AddedTokenInfo& token : m_tokenizer->addedTokens()) {
        if (token.id == addedToken) {
            return std::move(token.content);
        }
    }
    return {};
}

// The tokens of the text in which each run of image tokens is one; here they become as many as there are.
absl::Status PromptBuilder::placeTokens(const RenderedPrompt& rendered, Prompt& prompt) const
{
    const ExpandedPrompt expanded = expandPlaceholders(rendered, m_placeholder, m_imageToken, prompt.images);
    std::size_t next = 0; // run
    std::size_t behindLast = 0;
    for (const std::int32_t id : m_tokenizer->encodePrompt(expanded.prompt.text, expanded.prompt.literals)) {
        PromptTokenView view{id, m_tokenizer->piece(id), m_tokenizer->isSpecial(id), -1};
        std::size_t count = 1;
        if (m_imageTokenId >= 0 && id == m_imageTokenId) {
            const ImageRun run = next < expanded.runs.size() ? expanded.runs[next] : ImageRun{};
            count = static_cast<std::size_t>(run.tokens);
            view.imageIndex = run.image;
            for (std::size_t i = behindLast; run.continues && i < prompt.view.size(); ++i) {
                prompt.view[i].imageIndex = run.image; // what separates it from the run before
            }
            ++next;
        }
        prompt.tokens.insert(prompt.tokens.end(), count, id);
        prompt.view.insert(prompt.view.end(), count, view);
        behindLast = view.imageIndex >= 0 ? prompt.view.size() : behindLast;
    }
    if (expanded.placeholders != prompt.images.size() || next != expanded.runs.size()) {
        return base::failure(reasons::kTemplateFailed,
                             {{"detail", absl::StrCat(m_chatTemplate->origin(), " made ", expanded.placeholders,
                                                      " places for ", prompt.images.size(), " pictures")}});
    }
    return absl::OkStatus();
}

} // namespace firstlight::model
