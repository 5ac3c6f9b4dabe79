#include "backend/model/text_check.h"

#include "backend/base/failure.h"
#include "backend/model/chat_template.h"
#include "backend/model/generation_config.h"
#include "backend/model/image_processor.h"
#include "backend/model/template_source.h"
#include "backend/model/tokenizer.h"

namespace firstlight::model {

namespace {

// A template that cannot write the simplest conversation could not be asked anything later either.
absl::Status tryTemplate(const TextSource& place, std::vector<Tokenizer::AddedTokenInfo> tokens)
{
    const auto chatTemplate = ChatTemplate::load(place, std::move(tokens));
    if (!chatTemplate.ok()) {
        return chatTemplate.status();
    }
    const Conversation greeting{{{"user", {{ContentPart::Kind::kText, "Hello!", {}}}, {}}}};
    return (*chatTemplate)->render(greeting, {}).status();
}

} // namespace

TextCheck checkText(const TextSource& place)
{
    TextCheck check;
    check.processor = ImageProcessor::load(place.directory).status();
    const absl::StatusOr<GenerationConfig> settings = GenerationConfig::load(place, readTokenNames(place));
    check.settings = settings.status();
    check.stopIds = settings.ok() ? settings->stopIds() : std::vector<std::int32_t>();
    const absl::StatusOr<TemplateSource> source = findTemplate(place);
    check.hasTemplate = source.ok() && !source->isPlainText;
    const auto tokenizer = Tokenizer::load(place);
    check.tokenizer = tokenizer.status();
    std::vector<Tokenizer::AddedTokenInfo> added;
    if (tokenizer.ok()) {
        check.vocabularySize = (*tokenizer)->vocabularySize();
        check.tokenizerDoubts = (*tokenizer)->doubts();
        added = (*tokenizer)->addedTokens();
    }
    check.chatTemplate = tryTemplate(place, std::move(added));
    return check;
}

} // namespace firstlight::model
