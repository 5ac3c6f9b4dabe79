// How each family lays pictures out. One maker for each kind of processor; image_processor.cpp has the table of names.
//
// Makers fail with kFileInvalid or kPicturesUnsupported. Rules are immutable and thread-safe.
#pragma once

#include "backend/model/image.h"
#include "backend/model/image_layout.h"
#include "backend/model/processor_config.h"

#include <absl/status/statusor.h>

#include <memory>
#include <string>

namespace firstlight::model {

class ImageRule
{
public:
    virtual ~ImageRule() = default;

    // `picture`: both sides > 0. InvalidArgument with a sentence about the picture where the reference refuses it.
    virtual absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const = 0;

    // The same of a picture that is one of so many in a prompt.
    virtual absl::StatusOr<ImageLayout> layoutAmong(const PixelSize& picture, int) const { return layout(picture); }

    virtual Backdrop backdrop() const { return Backdrop::kWhite; }

    // What a chat template writes where a picture belongs; empty: one image token.
    virtual std::string placeholder() const { return {}; }
};

// InvalidArgument: the picture's sides, and `why` they are refused.
absl::Status refusedShape(const PixelSize& picture, const std::string& why);

inline constexpr std::int64_t kMostTiles = 256; // of one picture, whatever a file asks for

using MadeImageRule = absl::StatusOr<std::unique_ptr<const ImageRule>>;

MadeImageRule makeFixedRule(const ProcessorConfig& config);   // CLIP, LLaVA: shortest edge, centre crop
MadeImageRule makeSiglipRule(const ProcessorConfig& config);  // resized to one size
MadeImageRule makeBlipRule(const ProcessorConfig& config);    // the same
MadeImageRule makeNaflexRule(const ProcessorConfig& config);  // SigLIP 2: at most so many patches
MadeImageRule makeQwenRule(const ProcessorConfig& config);    // multiples of patch x merge, an area between two limits
MadeImageRule makeGlmRule(const ProcessorConfig& config);     // the same, counted over two frames
MadeImageRule makeMiniMaxRule(const ProcessorConfig& config); // Qwen's with limits of its own
MadeImageRule makeErnieRule(const ProcessorConfig& config);   // the same
MadeImageRule makePaddleRule(const ProcessorConfig& config);  // the same, short sides enlarged first
MadeImageRule makeVideoLlamaRule(const ProcessorConfig& config); // Qwen's, patches not merged
MadeImageRule makeHunYuanRule(const ProcessorConfig& config);    // Qwen's, with a token at the end of each row
MadeImageRule makeGlm5Rule(const ProcessorConfig& config);       // padded to whole patches within a budget of tokens
MadeImageRule makeMuseRule(const ProcessorConfig& config);       // the nearest grid within a budget of tokens
MadeImageRule makeInklingRule(const ProcessorConfig& config);    // native size, padded to whole patches
MadeImageRule makeInkling2Rule(const ProcessorConfig& config);   // the same, on a board
MadeImageRule makePixtralRule(const ProcessorConfig& config);    // longest edge; a token ends each row
MadeImageRule makeMoonVitRule(const ProcessorConfig& config);    // Kimi: native size, padded to whole patches
MadeImageRule makeGemma3Rule(const ProcessorConfig& config);     // one size, with crops of long pictures
MadeImageRule makeGemma4Rule(const ProcessorConfig& config);     // as many pooled patches as the budget allows
MadeImageRule makeLlavaNextRule(const ProcessorConfig& config);  // overview, then tiles of the best pinpoint
MadeImageRule makeLlavaOneVisionRule(const ProcessorConfig& config); // the same, tokens pooled beyond a limit
MadeImageRule makeAriaRule(const ProcessorConfig& config);           // longer side fills a square; parts on request
MadeImageRule makeDeepseekRule(const ProcessorConfig& config);       // longer side fills a square, in the middle of it
MadeImageRule makeJanusRule(const ProcessorConfig& config);          // the same, with tokens around
MadeImageRule makeInternRule(const ProcessorConfig& config);         // InternVL, Aya, GOT-OCR: tiles, then thumbnail
MadeImageRule makeInternChatRule(const ProcessorConfig& config);     // the same, told by an "internvl_chat" config.json
MadeImageRule makeLlama4Rule(const ProcessorConfig& config);         // padded tiles, then overview
MadeImageRule makeMllamaRule(const ProcessorConfig& config);         // padded tiles
MadeImageRule makeCohereRule(const ProcessorConfig& config);         // stretched tiles, then overview
MadeImageRule makeOvisRule(const ProcessorConfig& config);           // overview, then stretched tiles
MadeImageRule makeLfm2Rule(const ProcessorConfig& config);           // one tile, or tiles and a smaller whole
MadeImageRule makeStepRule(const ProcessorConfig& config);           // parts under a window, then overview
MadeImageRule makeIdefics3Rule(const ProcessorConfig& config);       // enlarged to whole tiles, then overview
MadeImageRule makeIdefics2Rule(const ProcessorConfig& config);       // one tile, or quarters and the whole
MadeImageRule makeCosmosRule(const ProcessorConfig& config);         // Qwen's, short sides enlarged first
MadeImageRule makeChameleonRule(const ProcessorConfig& config);      // CLIP's, with tokens around
MadeImageRule makeVideoLlavaRule(const ProcessorConfig& config);     // the same as LLaVA's
MadeImageRule makeEmu3Rule(const ProcessorConfig& config);           // Qwen's, told in words, a token ends each row
MadeImageRule makePhi4Rule(const ProcessorConfig& config);           // overview, then padded tiles
MadeImageRule makePerceptionRule(const ProcessorConfig& config);     // overview, then stretched tiles
MadeImageRule makeMiniCpmRule(const ProcessorConfig& config);        // overview, then slices
MadeImageRule makeMolmoRule(const ProcessorConfig& config);          // overview, then tiles that overlap
MadeImageRule makeDeepseekHybridRule(const ProcessorConfig& config); // the same picture in two sizes
MadeImageRule makeDeepseekOcrRule(const ProcessorConfig& config);    // stretched tiles, then overview
MadeImageRule makeUnlimitedOcrRule(const ProcessorConfig& config);   // the same, rows of tokens end
MadeImageRule makeGraniteDoclingRule(const ProcessorConfig& config); // stretched tiles, then overview
MadeImageRule makeNemotronRule(const ProcessorConfig& config);       // the nearest grid within a budget of patches

} // namespace firstlight::model
