// What a model would receive of a picture.
#include "app/ctl/commands.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/model/image_processor.h"

#include <string>

namespace firstlight::ctl {
namespace {

std::string sizeText(std::int64_t width, std::int64_t height)
{
    return std::to_string(width) + " x " + std::to_string(height);
}

nlohmann::ordered_json documentOf(const model::ImageProcessor& processor, const model::ProcessedImage& processed)
{
    nlohmann::ordered_json tiles = nlohmann::ordered_json::array();
    for (const model::ImageTile& tile : processed.tiles) {
        tiles.push_back({{"width", tile.width}, {"height", tile.height}});
    }
    nlohmann::ordered_json places = nlohmann::ordered_json::array();
    for (const model::ImagePlace& place : processed.layout.placesOf(0)) {
        places.push_back({{"text", place.text}, {"image_tokens", place.imageTokens}});
    }
    return {{"processor", processor.kind()},
            {"original_width", processed.originalWidth},
            {"original_height", processed.originalHeight},
            {"tiles", tiles},
            {"grid_width", processed.layout.gridWidth},
            {"grid_height", processed.layout.gridHeight},
            {"token_count", processed.tokenCount()},
            {"places", places},
            {"mean", processor.mean()},
            {"deviation", processor.deviation()}};
}

std::string textOf(const model::ImageProcessor& processor, const model::ProcessedImage& processed)
{
    const model::ImageTile& first = processed.tiles.front();
    const model::PixelSize canvas = processed.layout.firstKept().canvas;
    std::string text = "processor  " + processor.kind() + "\npicture    " +
                       sizeText(processed.originalWidth, processed.originalHeight) + "\nresized to " +
                       sizeText(canvas.width, canvas.height) + "\ntiles      " +
                       std::to_string(processed.tiles.size()) + " of " + sizeText(first.width, first.height) + "\n";
    if (processed.tokenCount() == 0) {
        return text + "tokens     the checkpoint does not say\n";
    }
    text += "tokens     " + std::to_string(processed.tokenCount()) + "\nprompt     ";
    for (const model::ImagePlace& place : processed.layout.placesOf(0)) {
        text += place.text + (place.imageTokens > 0 ? "(" + std::to_string(place.imageTokens) + ")" : std::string());
    }
    return text + "\n";
}

absl::Status picture(const Arguments& arguments, const Output& output)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const auto processor, model::ImageProcessor::load(arguments.operands[0]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string bytes, model::readImageFile(arguments.operands[1]));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::RgbImage image, model::decodeImage(bytes, {}, 1, processor->backdrop()));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::ProcessedImage processed, processor->process(image));
    if (!arguments.outputFile.empty()) {
        const model::ImageTile joined = model::joinTiles(processed.layout.steps, processed.tiles);
        FIRSTLIGHT_RETURN_IF_ERROR(
            base::writeUserFile(arguments.outputFile, model::encodePng(joined.width, joined.height, joined.rgb)));
    }
    output.answer(textOf(*processor, processed));
    output.document(documentOf(*processor, processed));
    return absl::OkStatus();
}

} // namespace

base::ExitCode runPicture(const Arguments& arguments, const Output& output)
{
    const absl::Status status = picture(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace firstlight::ctl
