// Feeds any contents to the readers of the small files beside a checkpoint's weights: where its chat template is, how
// it is sampled and when it ends, what it does to pictures. Input: a JSON object of file names and contents (text as
// it is, anything else as JSON).
#include "backend/base/json.h"
#include "backend/model/generation_config.h"
#include "backend/model/image_processor.h"
#include "backend/model/processor_config.h"
#include "backend/model/template_source.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace firstlight;

namespace {

constexpr const char* kFiles[] = {
    "config.json",       "generation_config.json",   "tokenizer_config.json", "special_tokens_map.json",
    "tokenizer.json",    "preprocessor_config.json", "processor_config.json", "chat_template.jinja",
    "chat_template.json"};

// One folder for the life of the process; its files change with each input.
class Folder
{
public:
    Folder() : m_path(std::filesystem::temp_directory_path() / ("fuzz-settings-" + std::to_string(::getpid())))
    {
        std::filesystem::create_directory(m_path);
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    void fill(const nlohmann::json& contents) const
    {
        for (const char* file : kFiles) {
            const auto content = contents.find(file);
            if (content == contents.end()) {
                std::filesystem::remove(m_path / file);
            } else {
                std::ofstream(m_path / file) << (content->is_string() ? content->get<std::string>() : content->dump());
            }
        }
    }
    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

void readGeneration(const model::TextSource& place)
{
    const auto config = model::GenerationConfig::load(place, model::readTokenNames(place));
    if (!config.ok()) {
        return;
    }
    for (const model::StopToken& token : config->stopTokens) {
        require(token.id >= 0 && !token.origins.empty());
    }
    require(std::isfinite(config->temperature.value) && std::isfinite(config->topP.value) &&
            config->repetitionPenalty.value > 0 && config->topK.value >= 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Folder folder;
    const auto contents = base::parseJson(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
    if (!contents.ok() || !contents->is_object()) {
        return 0;
    }
    folder.fill(*contents);
    const model::TextSource place(folder.path());
    readGeneration(place);
    const auto source = model::findTemplate(place);
    require(!source.ok() || source->variables.is_object());
    if (const auto processor = model::readProcessorConfig(folder.path()); processor.ok()) {
        (void)model::ImageProcessor::make(*processor);
    }
    return 0;
}
