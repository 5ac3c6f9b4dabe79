// Feeds any bytes to the reader of conversations, and what was read to the marks that keep typed control tokens apart
// from those of a template. A text must come out of the marks as it went in, with each such token inside a literal.
#include "backend/base/text.h"
#include "backend/model/chat_document.h"
#include "backend/model/control_tokens.h"
#include "backend/model/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace firstlight::model;

namespace {

const std::vector<std::string> kTokens = {"<|im_start|>", "<|im_end|>", "<s>", "</s>", "[INST]", "<"};

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

bool isEmptyOrJson(const std::string& text)
{
    return text.empty() || nlohmann::json::accept(text);
}

bool hasMarks(std::string_view text)
{
    return text.find("\xF4\x8F\xBF\xBE") != std::string_view::npos ||
           text.find("\xF4\x8F\xBF\xBF") != std::string_view::npos;
}

bool isLiteral(const RenderedPrompt& prompt, std::size_t begin, std::size_t end)
{
    return std::ranges::any_of(prompt.literals,
                               [&](const TextSpan& span) { return span.begin <= begin && end <= span.end; });
}

void checkMarks(const std::string& text)
{
    static const ControlTokens tokens(kTokens);
    const RenderedPrompt prompt = tokens.unmark(tokens.mark(text));
    require(isValidUtf8(prompt.text));
    require(hasMarks(text) || prompt.text == firstlight::base::validText(text));
    for (std::size_t at = prompt.text.find("<s>"); at != std::string::npos; at = prompt.text.find("<s>", at + 1)) {
        require(isLiteral(prompt, at, at + 3));
    }
    (void)tokens.unmark(text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    checkMarks(text);
    const auto document = parseChatDocument(text, "fuzz", [](const std::string& name) { return name; });
    if (!document.ok()) {
        return 0;
    }
    require(isEmptyOrJson(document->options.variablesJson) && isEmptyOrJson(document->options.toolsJson));
    for (const Message& message : document->conversation.messages) {
        require(isEmptyOrJson(message.fieldsJson));
        for (const ContentPart& part : message.parts) {
            checkMarks(part.text);
        }
    }
    return 0;
}
