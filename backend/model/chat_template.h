// A checkpoint's chat template: Jinja, rendered as the reference renders it, in a sandboxed helper process with limits
// on time, memory and output (a template is untrusted input).
//
// Thread-safe: renders wait for each other. The helper starts with load() and ends with the object; after a template
// ran into a limit it is started anew for the next render.
#pragma once

#include "backend/model/conversation.h"
#include "backend/model/text_span.h"
#include "backend/model/tokenizer.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

struct RenderOptions {
    bool addGenerationPrompt = true;
    std::string toolsJson;     // JSON array of tool schemas; empty: none
    std::string variablesJson; // JSON object of further template variables ("enable_thinking", ...); empty: none
    std::optional<std::chrono::system_clock::time_point> now; // for templates that write the date; default: the clock
};

struct RenderedPrompt {
    std::string text;
    std::vector<TextSpan> literals; // where `text` must not be read as added tokens: users wrote it. Ascending
};

struct TemplateLimits {
    std::chrono::milliseconds wallTime{10000}; // on a busy machine; of processor time the helper allows itself less
    std::int64_t memoryBytes = std::int64_t{512} << 20; // address space of the helper
    std::int64_t outputBytes = std::int64_t{4} << 20;
};

class ChatTemplate
{
public:
    // The template that findTemplate() finds. `tokens`: what the checkpoint's tokenizer recognises; those found in a
    // message stay text. kTemplateFailed: there is no template, or it is not valid (with the line).
    static absl::StatusOr<std::unique_ptr<ChatTemplate>>
    load(const TextSource& place, std::vector<Tokenizer::AddedTokenInfo> tokens, TemplateLimits limits = {});
    virtual ~ChatTemplate() = default;

    // kTemplateFailed: the template refused the conversation (its own words) or ran into a limit (which one).
    virtual absl::StatusOr<RenderedPrompt> render(const Conversation& conversation, const RenderOptions& options) = 0;

    virtual const std::string& source() const = 0; // the template itself
    virtual const std::string& origin() const = 0; // the file it came from
};

} // namespace firstlight::model
