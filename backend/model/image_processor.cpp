#include "backend/model/image_processor.h"

#include "backend/base/failure.h"
#include "backend/model/image_rules.h"
#include "backend/model/processor_config.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include <algorithm>
#include <string_view>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxPixels = std::int64_t{1} << 26; // of one canvas, whatever a file asks for
constexpr std::int64_t kMaxPixelsOfAll = 4 * kMaxPixels;
constexpr std::int64_t kMaxSide = std::int64_t{1} << 40;

constexpr std::array<float, 3> kClipMean = {0.48145466F, 0.4578275F, 0.40821073F};
constexpr std::array<float, 3> kClipDeviation = {0.26862954F, 0.26130258F, 0.27577711F};
constexpr std::array<float, 3> kHalf = {0.5F, 0.5F, 0.5F};
constexpr std::array<float, 3> kZero = {0.0F, 0.0F, 0.0F};
constexpr std::array<float, 3> kOne = {1.0F, 1.0F, 1.0F};

constexpr PixelDefaults kClipPixels{ResizeFilter::kBicubic, kClipMean, kClipDeviation, true};
constexpr PixelDefaults kHalfPixels{ResizeFilter::kBicubic, kHalf, kHalf, true};
constexpr PixelDefaults kSmoothHalfPixels{ResizeFilter::kBilinear, kHalf, kHalf, true};
constexpr PixelDefaults kSharpHalfPixels{ResizeFilter::kLanczos, kHalf, kHalf, true};
constexpr PixelDefaults kSharpClipPixels{ResizeFilter::kLanczos, kClipMean, kClipDeviation, true};
constexpr PixelDefaults kSmoothClipPixels{ResizeFilter::kBilinear, kClipMean, kClipDeviation, true};
constexpr PixelDefaults kFixedClipPixels{ResizeFilter::kBicubic, kClipMean, kClipDeviation, true, true};
constexpr PixelDefaults kChameleonPixels{ResizeFilter::kLanczos, kOne, kOne, true, false, 0.0078};
constexpr PixelDefaults kPlainPixels{ResizeFilter::kBicubic, kZero, kOne, false};

struct Kind {
    std::string_view type;
    const PixelDefaults& pixels;
    MadeImageRule (*makeRule)(const ProcessorConfig&);
};

// By the names that the reference gives its processors.
constexpr Kind kKinds[] = {
    {"CLIPImageProcessor", kClipPixels, makeFixedRule},
    {"BitImageProcessor", kClipPixels, makeFixedRule},
    {"ChineseCLIPImageProcessor", kClipPixels, makeFixedRule},
    {"LlavaImageProcessor", kClipPixels, makeFixedRule},
    {"LlavaNextImageProcessor", kClipPixels, makeLlavaNextRule},
    {"LlavaOnevisionImageProcessor", kClipPixels, makeLlavaOneVisionRule},
    {"AriaImageProcessor", kHalfPixels, makeAriaRule},
    {"DeepseekVLImageProcessor", kClipPixels, makeDeepseekRule},
    {"JanusImageProcessor", kClipPixels, makeJanusRule},
    {"SiglipImageProcessor", kHalfPixels, makeSiglipRule},
    {"BlipImageProcessor", kClipPixels, makeBlipRule},
    {"Siglip2ImageProcessor", kSmoothHalfPixels, makeNaflexRule},
    {"ViTImageProcessor", kSmoothHalfPixels, makeSiglipRule},
    {"Qwen2VLImageProcessor", kClipPixels, makeQwenRule},
    {"Qwen2_5_VLImageProcessor", kClipPixels, makeQwenRule},
    {"Qwen3VLImageProcessor", kClipPixels, makeQwenRule},
    {"MiniMaxM3VLImageProcessor", kClipPixels, makeMiniMaxRule},
    {"Ernie4_5_VLMoeImageProcessor", kClipPixels, makeErnieRule},
    {"Ernie4_5_VL_MoeImageProcessor", kClipPixels, makeErnieRule},
    {"PaddleOCRVLImageProcessor", kClipPixels, makePaddleRule},
    {"Glm4vImageProcessor", kClipPixels, makeGlmRule},
    {"Glm46VImageProcessor", kClipPixels, makeGlmRule},
    {"Glm5NextImageProcessor", kClipPixels, makeGlm5Rule},
    {"HunYuanVLImageProcessor", kFixedClipPixels, makeHunYuanRule},
    {"VideoLlama3ImageProcessor", kHalfPixels, makeVideoLlamaRule},
    {"MuseGlimmerImageProcessor", kSharpHalfPixels, makeMuseRule},
    {"InklingImageProcessor", kSharpClipPixels, makeInklingRule},
    {"PixtralImageProcessor", kClipPixels, makePixtralRule},
    {"Kimi_K25ImageProcessor", kHalfPixels, makeMoonVitRule},
    {"Gemma3ImageProcessor", kSmoothHalfPixels, makeGemma3Rule},
    {"Gemma4ImageProcessor", kPlainPixels, makeGemma4Rule},
    {"Gemma4UnifiedImageProcessor", kPlainPixels, makeGemma4Rule},
    {"GotOcr2ImageProcessor", kClipPixels, makeInternRule},
    {"InternVLChatModel", kClipPixels, makeInternChatRule},
    {"Llama4ImageProcessor", kSmoothHalfPixels, makeLlama4Rule},
    {"MllamaImageProcessor", kSmoothHalfPixels, makeMllamaRule},
    {"Cohere2VisionImageProcessor", kClipPixels, makeCohereRule},
    {"Ovis2ImageProcessor", kClipPixels, makeOvisRule},
    {"Lfm2VlImageProcessor", kSmoothHalfPixels, makeLfm2Rule},
    {"Step3p7ImageProcessor", kSmoothClipPixels, makeStepRule},
    {"Idefics3ImageProcessor", kSharpHalfPixels, makeIdefics3Rule},
    {"SmolVLMImageProcessor", kSharpHalfPixels, makeIdefics3Rule},
    {"Idefics2ImageProcessor", kSmoothHalfPixels, makeIdefics2Rule},
    {"ChameleonImageProcessor", kChameleonPixels, makeChameleonRule},
    {"CohereCompassImageProcessor", kClipPixels, makeQwenRule},
    {"Cosmos3EdgeImageProcessor", kHalfPixels, makeCosmosRule},
    {"DeepseekOcr2ImageProcessor", kHalfPixels, makeDeepseekOcrRule},
    {"DeepseekVLHybridImageProcessor", kClipPixels, makeDeepseekHybridRule},
    {"Emu3ImageProcessor", kClipPixels, makeEmu3Rule},
    {"GlmgaImageProcessor", kClipPixels, makeGlmRule},
    {"GraniteDoclingImageProcessor", kClipPixels, makeGraniteDoclingRule},
    {"Inkling2ImageProcessor", kHalfPixels, makeInkling2Rule},
    {"MiniCPMOcrImageProcessor", kHalfPixels, makeMiniCpmRule},
    {"MiniCPMV4_6ImageProcessor", kHalfPixels, makeMiniCpmRule},
    {"Molmo2ImageProcessor", kSmoothHalfPixels, makeMolmoRule},
    {"NemotronH_Omni_Reasoning_V3ImageProcessor", kClipPixels, makeNemotronRule},
    {"PerceptionLMImageProcessor", kHalfPixels, makePerceptionRule},
    {"Phi4MultimodalImageProcessor", kHalfPixels, makePhi4Rule},
    {"UnlimitedOcrImageProcessor", kHalfPixels, makeUnlimitedOcrRule},
    {"VideoLlavaImageProcessor", kClipPixels, makeVideoLlavaRule},
};

absl::Status rejected(int number, absl::string_view detail)
{
    return base::failure(reasons::kImageRejected, absl::StatusCode::kInvalidArgument,
                         {{"number", absl::StrCat(number)}, {"detail", std::string(detail)}});
}

bool isWithin(const PixelSize& size, std::int64_t maxArea)
{
    return size.width > 0 && size.height > 0 && size.width < kMaxSide && size.height <= maxArea / size.width;
}

std::string unknownKind(const std::string& type)
{
    std::vector<std::string> known;
    for (const Kind& kind : kKinds) {
        if (kind.type.ends_with("ImageProcessor")) { // the others are found by other files
            known.emplace_back(kind.type);
        }
    }
    std::sort(known.begin(), known.end());
    const std::string found = type.empty()
                                  ? "no image_processor_type is named, and config.json's model_type has no usual one"
                                  : absl::StrCat("the image processor \"", type, "\" is not known");
    return absl::StrCat(found, "; known are ", absl::StrJoin(known, ", "));
}

// Whether pixels of the step can be made at all, within bounds of memory.
bool isSane(const ImageStep& step)
{
    return isWithin(step.taken, 2 * kMaxPixels) && isWithin(step.canvas, kMaxPixels) &&
           isWithin(step.resized, kMaxSide) &&
           isWithin({std::min(step.canvas.width, step.resized.width), step.taken.height},
                    kMaxPixels) && // between the passes
           step.canvasLeft < step.canvas.width &&
           step.canvasTop < step.canvas.height && step.canvasLeft + step.resized.width > 0 &&
           step.canvasTop + step.resized.height > 0;
}

// Of many steps, too.
bool areSane(const std::vector<ImageStep>& steps)
{
    double pixels = 0.0;
    for (const ImageStep& step : steps) {
        if (!isSane(step)) {
            return false;
        }
        pixels += static_cast<double>(step.canvas.area());
    }
    return pixels <= static_cast<double>(kMaxPixelsOfAll);
}

} // namespace

absl::Status refusedShape(const PixelSize& picture, const std::string& why)
{
    return absl::InvalidArgumentError(absl::StrCat("its sides are ", picture.width, " x ", picture.height, "; ", why));
}

ImageProcessor::ImageProcessor(const ProcessorConfig& config, std::unique_ptr<const ImageRule> rule)
    : m_kind(config.type)
    , m_placeholder(rule->placeholder())
    , m_filter(config.filter)
    , m_mean(config.mean)
    , m_deviation(config.deviation)
    , m_rule(std::move(rule))
{
}

ImageProcessor::~ImageProcessor() = default;

absl::StatusOr<std::unique_ptr<ImageProcessor>> ImageProcessor::load(const std::string& directory)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(ProcessorConfig config, readProcessorConfig(directory));
    return make(std::move(config));
}

absl::StatusOr<std::unique_ptr<ImageProcessor>> ImageProcessor::make(ProcessorConfig config)
{
    const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const Kind& known) { return known.type == config.type; });
    if (kind == std::end(kKinds)) {
        return config.unsupported(unknownKind(config.type));
    }
    FIRSTLIGHT_RETURN_IF_ERROR(readPixelSettings(kind->pixels, config));
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::unique_ptr<const ImageRule> rule, kind->makeRule(config));
    return std::unique_ptr<ImageProcessor>(new ImageProcessor(config, std::move(rule)));
}

Backdrop ImageProcessor::backdrop() const
{
    return m_rule->backdrop();
}

absl::StatusOr<ImageLayout> ImageProcessor::layout(const PixelSize& picture, int number, int pictures) const
{
    absl::StatusOr<ImageLayout> layout = m_rule->layoutAmong(picture, pictures);
    if (layout.ok() && !areSane(layout->steps)) {
        layout = refusedShape(picture, "what this model would make of it is out of bounds");
    }
    if (!layout.ok()) {
        return rejected(number, layout.status().message());
    }
    return layout;
}

absl::StatusOr<ProcessedImage> ImageProcessor::process(const RgbImage& image, int number, int pictures) const
{
    ProcessedImage processed;
    FIRSTLIGHT_ASSIGN_OR_RETURN(processed.layout, layout({image.width, image.height}, number, pictures));
    processed.originalWidth = image.originalWidth;
    processed.originalHeight = image.originalHeight;
    processed.tiles = makeTiles(image, processed.layout.steps, m_filter);
    return processed;
}

} // namespace firstlight::model
