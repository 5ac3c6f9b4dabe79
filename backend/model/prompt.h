// A conversation as the model receives it: token ids with each image's place expanded, and the pictures' tiles.
//
// The one thing the serving side needs from tokenizer, chat template and image processor. Thread-safe.
#pragma once

#include "backend/model/chat_template.h"
#include "backend/model/conversation.h"
#include "backend/model/generation_config.h"
#include "backend/model/image_processor.h"
#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::model {

struct PromptTokenView {
    std::int32_t id = -1;
    std::string piece; // printable
    bool special = false;
    std::int32_t imageIndex = -1; // -1: text; otherwise the picture whose place this is, or is part of, from 0
};

struct Prompt {
    std::string renderedText; // of the template, one placeholder per picture
    std::vector<std::int32_t> tokens;
    std::vector<PromptTokenView> view;  // one per token
    std::vector<ProcessedImage> images; // in prompt order
};

class PromptBuilder
{
public:
    // Everything from one checkpoint. `imageTokenId`: ModelSpec's (-1: a text model). A folder without a processor
    // configuration answers text; pictures are then refused with kImageRejected.
    static absl::StatusOr<std::unique_ptr<PromptBuilder>> load(const TextSource& place, std::int32_t imageTokenId);

    // Whether the tokens fit the model's context is for the caller to check.
    absl::StatusOr<Prompt> build(const Conversation& conversation, const RenderOptions& options = {}) const;

    const Tokenizer& tokenizer() const { return *m_tokenizer; }
    ChatTemplate& chatTemplate() const { return *m_chatTemplate; }
    const ImageProcessor* imageProcessor() const { return m_imageProcessor.get(); } // null: a text model
    const GenerationConfig& generationConfig() const { return m_generationConfig; }

private:
    PromptBuilder() = default;
    absl::StatusOr<std::vector<ProcessedImage>> processImages(const Conversation& conversation) const;
    absl::Status placeTokens(const RenderedPrompt& rendered, Prompt& prompt) const;
    std::string textOf(std::int32_t addedToken) const;

    std::unique_ptr<Tokenizer> m_tokenizer;
    std::unique_ptr<ChatTemplate> m_chatTemplate;
    std::unique_ptr<ImageProcessor> m_imageProcessor;
    GenerationConfig m_generationConfig;
    std::int32_t m_imageTokenId = -1;
    std::string m_imageToken;  // its text
    std::string m_placeholder; // what the template writes for a picture; empty: a text model
};

} // namespace firstlight::model
