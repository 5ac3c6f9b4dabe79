// Where prompts come from: a checkpoint's tokenizer, template and image processor; tests have their own.
#pragma once

#include "backend/model/prompt.h"

#include <memory>

namespace firstlight::serve {

// Thread-safe.
class PromptSource
{
public:
    virtual ~PromptSource() = default;
    virtual absl::StatusOr<model::Prompt> build(const model::Conversation& conversation,
                                                const model::RenderOptions& options) const = 0;
    virtual const model::Tokenizer& tokenizer() const = 0;
    virtual const model::GenerationConfig& generationConfig() const = 0;
};

class CheckpointPromptSource final : public PromptSource
{
public:
    explicit CheckpointPromptSource(std::unique_ptr<const model::PromptBuilder> builder) : m_builder(std::move(builder))
    {
    }

    absl::StatusOr<model::Prompt> build(const model::Conversation& conversation,
                                        const model::RenderOptions& options) const override
    {
        return m_builder->build(conversation, options);
    }
    const model::Tokenizer& tokenizer() const override { return m_builder->tokenizer(); }
    const model::GenerationConfig& generationConfig() const override { return m_builder->generationConfig(); }

private:
    const std::unique_ptr<const model::PromptBuilder> m_builder;
};

} // namespace firstlight::serve
