#include "backend/engine/request_check.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <utility>

namespace firstlight::engine {

namespace {

absl::Status invalid(const std::string& detail)
{
    return base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument, {{"detail", detail}});
}

absl::Status rejected(std::size_t index, const std::string& detail)
{
    return base::failure(reasons::kImageRejected, absl::StatusCode::kInvalidArgument,
                         {{"number", std::to_string(index + 1)}, {"detail", detail}});
}

absl::Status checkTokens(const model::ModelSpec& spec, const StepLimits& limits, const GenerationRequest& request)
{
    if (request.tokens.empty()) {
        return invalid("the prompt is empty");
    }
    if (request.tokens.size() >= static_cast<std::size_t>(limits.contextTokens)) {
        return base::failure(
            reasons::kPromptTooLong, absl::StatusCode::kInvalidArgument,
            {{"tokens", std::to_string(request.tokens.size())}, {"limit", std::to_string(limits.contextTokens - 1)}});
    }
    const auto unknown = std::find_if(request.tokens.begin(), request.tokens.end(), [&spec](std::int32_t token) {
        return token < 0 || token >= spec.vocabularySize;
    });
    if (unknown != request.tokens.end()) {
        return invalid("token " + std::to_string(*unknown) + " is not in the vocabulary");
    }
    return absl::OkStatus();
}

absl::Status checkSampling(const Sampling& sampling)
{
    if (sampling.maxTokens < 1) {
        return invalid("at least one token must be asked for");
    }
    if (!(sampling.topP > 0.0 && sampling.topP <= 1.0) || !(sampling.repetitionPenalty > 0.0) || sampling.topK < 0 ||
        !(sampling.temperature >= 0.0)) {
        return invalid("a sampling setting is out of its range");
    }
    return absl::OkStatus();
}

absl::StatusOr<ImageGrid> checkImage(const model::VisionSpec& vision, const StepLimits& limits, const ImageInput& image,
                                     std::size_t index)
{
    const std::int32_t unit = vision.patchSize * vision.spatialMergeSize;
    if (image.width < unit || image.height < unit || image.width % unit != 0 || image.height % unit != 0) {
        return rejected(index, "its sides are not multiples of " + std::to_string(unit) + " pixels");
    }
    const std::int64_t pixels = std::int64_t{image.width} * image.height;
    if (static_cast<std::int64_t>(image.rgb.size()) != pixels * 3) {
        return rejected(index, "its pixels do not fill its size");
    }
    if (pixels / unit / unit > limits.imageTokens) {
        return rejected(index, "it needs more than " + std::to_string(limits.imageTokens) + " tokens");
    }
    return ImageGrid{image.height / unit, image.width / unit};
}

} // namespace

absl::StatusOr<PendingRequest> checkRequest(const model::ModelSpec& spec, const StepLimits& limits,
                                            GenerationRequest request, GenerationSink sink)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkTokens(spec, limits, request));
    FIRSTLIGHT_RETURN_IF_ERROR(checkSampling(request.sampling));
    if (request.imageMean.size() != 3 || request.imageStd.size() != 3) {
        return invalid("image mean and deviation need three values");
    }
    PendingRequest pending;
    for (std::size_t index = 0; index < request.images.size(); ++index) {
        if (!spec.vision) {
            return rejected(index, "this model reads text only");
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(ImageGrid grid, checkImage(*spec.vision, limits, request.images[index], index));
        pending.grids.push_back(grid);
    }
    // Without an image the image token is text like any other, as in transformers.
    const std::int32_t imageToken = request.images.empty() ? -1 : spec.imageTokenId;
    FIRSTLIGHT_ASSIGN_OR_RETURN(pending.prompt, promptPositions(request.tokens, pending.grids, imageToken));
    pending.request = std::move(request);
    pending.sink = std::move(sink);
    return pending;
}

} // namespace firstlight::engine
