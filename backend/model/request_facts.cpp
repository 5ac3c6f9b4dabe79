#include "backend/model/request_facts.h"

#include "backend/base/failure.h"
#include "backend/model/generation_config.h"
#include "backend/model/image_processor.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

namespace firstlight::model {

namespace {

constexpr const char* kGeneration = "Generation";
constexpr const char* kPictures = "Pictures";

std::string problemOf(const absl::Status& status)
{
    return base::failureInfo(status).what;
}

ConfigFact stopFact(const StopToken& token)
{
    const std::string piece = token.piece.empty() ? "not among the added tokens" : token.piece;
    return {kGeneration, "Stop token", absl::StrCat(token.id, " ", piece), absl::StrJoin(token.origins, ", ")};
}

template <typename T>
void addSetting(const char* title, const Sourced<T>& setting, std::vector<ConfigFact>& facts)
{
    facts.push_back({kGeneration, title, absl::StrCat(setting.value), setting.origin});
}

std::string pictureText(const ImageProcessor& processor, const PixelSize& size)
{
    const absl::StatusOr<ImageLayout> layout = processor.layout(size);
    if (!layout.ok()) {
        return problemOf(layout.status());
    }
    const std::string tokens =
        layout->tokenCount() > 0 ? absl::StrCat(layout->tokenCount(), " tokens") : std::string("tokens not known");
    const PixelSize canvas = layout->firstKept().canvas;
    const std::string tiles = layout->tileCount() == 1 ? "one tile" : absl::StrCat(layout->tileCount(), " tiles");
    return absl::StrCat(tokens, ", ", tiles, ", resized to ", canvas.width, " x ", canvas.height);
}

} // namespace

std::vector<ConfigFact> generationFacts(const TextSource& place)
{
    const absl::StatusOr<GenerationConfig> config = GenerationConfig::load(place, readTokenNames(place));
    if (!config.ok()) {
        return {{kGeneration, "Settings", problemOf(config.status()), "generation_config.json"}};
    }
    if (config->stopTokens.empty() && config->greedy.origin == "default") {
        return {}; // nothing says anything
    }
    std::vector<ConfigFact> facts;
    for (const StopToken& token : config->stopTokens) {
        facts.push_back(stopFact(token));
    }
    facts.push_back({kGeneration, "Sampling", config->greedy.value ? "greedy" : "drawn", config->greedy.origin});
    if (!config->greedy.value) {
        addSetting("Temperature", config->temperature, facts);
        addSetting("Top-p", config->topP, facts);
        addSetting("Top-k", config->topK, facts);
    }
    addSetting("Repetition penalty", config->repetitionPenalty, facts);
    if (config->maxNewTokens) {
        addSetting("Most new tokens", *config->maxNewTokens, facts);
    }
    for (const UnappliedSetting& setting : config->unapplied) {
        facts.push_back({kGeneration, "Not applied", absl::StrCat(setting.name, " ", setting.value), setting.origin});
    }
    return facts;
}

std::vector<ConfigFact> pictureFacts(const std::string& directory)
{
    const absl::StatusOr<std::unique_ptr<ImageProcessor>> processor = ImageProcessor::load(directory);
    if (!processor.ok()) {
        const bool absent = base::failureInfo(processor.status()).reasonId == reasons::kFileAbsent.id;
        return absent ? std::vector<ConfigFact>()
                      : std::vector<ConfigFact>{{kPictures, "Processor", problemOf(processor.status()), ""}};
    }
    std::vector<ConfigFact> facts{{kPictures, "Processor", (*processor)->kind(), "image_processor_type"}};
    for (const PixelSize& size : {PixelSize{448, 448}, PixelSize{1920, 1080}, PixelSize{4032, 3024}}) {
        facts.push_back({kPictures, absl::StrCat("A picture of ", size.width, " x ", size.height),
                         pictureText(**processor, size), "calculated"});
    }
    return facts;
}

} // namespace firstlight::model
