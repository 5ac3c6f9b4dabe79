// Puts what stands for each picture into a template's output.
#pragma once

#include "backend/model/chat_template.h"
#include "backend/model/image_processor.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// Image tokens that follow each other. In the text there is one, so that texts stay short.
struct ImageRun {
    std::int32_t tokens = 0;
    std::int32_t image = -1;
    bool continues = false; // the run before belongs to the same picture
};

struct ExpandedPrompt {
    RenderedPrompt prompt;
    std::vector<ImageRun> runs;
    std::size_t placeholders = 0; // found; those beyond the number of pictures stay as they are
};

// `placeholder`: what the template writes for a picture (empty: nothing is replaced). Where users typed it, it stays
// text. Thread-safe.
ExpandedPrompt expandPlaceholders(const RenderedPrompt& rendered, std::string_view placeholder,
                                  std::string_view imageToken, const std::vector<ProcessedImage>& images);

} // namespace firstlight::model
