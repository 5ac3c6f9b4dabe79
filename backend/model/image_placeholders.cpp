#include "backend/model/image_placeholders.h"

#include <algorithm>

namespace firstlight::model {

namespace {

// Places of the placeholder in a text that touch no literal.
std::vector<std::size_t> findPlaceholders(const RenderedPrompt& rendered, std::string_view placeholder)
{
    std::vector<std::size_t> found;
    std::size_t at = placeholder.empty() ? std::string::npos : rendered.text.find(placeholder);
    auto literal = rendered.literals.begin();
    while (at != std::string::npos) {
        const std::size_t end = at + placeholder.size();
        literal = std::find_if(literal, rendered.literals.end(), [at](const TextSpan& span) { return span.end > at; });
        const bool typed = literal != rendered.literals.end() && literal->begin < end;
        if (!typed) {
            found.push_back(at);
        }
        at = rendered.text.find(placeholder, typed ? at + 1 : end);
    }
    return found;
}

// A word that follows a joint at once; what begins with "<" is taken for a token, as the reference does.
bool beginsWord(std::string_view text)
{
    constexpr std::string_view kOther = "< \t\n\v\f\r";
    return !text.empty() && kOther.find(text.front()) == std::string_view::npos;
}

// `touches`: the text so far ends with another picture.
void appendPlaces(const ImageLayout& layout, std::int32_t image, std::string_view imageToken, bool touches,
                  ExpandedPrompt& expanded)
{
    bool continues = false;
    for (const ImagePlace& place : layout.placesOf(image)) {
        const bool isJoint = touches && !continues && !layout.joint.empty() && place.text.starts_with(layout.joint);
        expanded.prompt.text += isJoint ? place.text.substr(layout.joint.size()) : place.text;
        if (place.imageTokens > 0) {
            expanded.prompt.text += imageToken;
            expanded.runs.push_back({place.imageTokens, image, continues});
            continues = true;
        }
    }
}

} // namespace

ExpandedPrompt expandPlaceholders(const RenderedPrompt& rendered, std::string_view placeholder,
                                  std::string_view imageToken, const std::vector<ProcessedImage>& images)
{
    ExpandedPrompt expanded;
    const std::vector<std::size_t> found = findPlaceholders(rendered, placeholder);
    expanded.placeholders = found.size();
    std::string& text = expanded.prompt.text;
    std::size_t copied = 0;
    auto literal = rendered.literals.begin();
    const auto copyUpTo = [&](std::size_t end) {
        for (; literal != rendered.literals.end() && literal->begin <= end; ++literal) {
            const std::size_t begin = text.size() + literal->begin - copied;
            expanded.prompt.literals.push_back({begin, begin + literal->end - literal->begin});
        }
        text.append(rendered.text, copied, end - copied);
        copied = end;
    };
    for (std::size_t i = 0; i < std::min(found.size(), images.size()); ++i) {
        const bool touches = i > 0 && copied == found[i];
        copyUpTo(found[i]);
        appendPlaces(images[i].layout, static_cast<std::int32_t>(i), imageToken, touches, expanded);
        copied += placeholder.size();
        const std::string_view rest = std::string_view(rendered.text).substr(copied);
        if (!images[i].layout.joint.empty() && !rest.starts_with(placeholder) && beginsWord(rest)) {
            text += ' ';
        }
    }
    copyUpTo(rendered.text.size());
    return expanded;
}

} // namespace firstlight::model
