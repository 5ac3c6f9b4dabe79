#include "backend/model/processor_overrides.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace firstlight::model {
namespace {

using nlohmann::json;

struct Override {
    std::string_view processorClass;
    std::string_view modelType;
    json settings;
};

const std::vector<Override>& overrides()
{
    static const json kCut{{"crop_to_patches", true}};
    static const json kWhole{{"do_pan_and_scan", false}};
    static const json kPadded{{"do_pad", true}};
    static const std::vector<Override> kOverrides{
        {"AriaProcessor", "aria", {{"max_image_size", 980}, {"split_image", false}}},
        {"AyaVisionProcessor", "aya_vision", kCut},
        {"DeepseekOcr2Processor", "deepseek_ocr2", {{"crop_to_patches", true}, {"min_patches", 2}, {"max_patches", 6}}},
        {"Gemma3Processor", "gemma3", kWhole},
        {"GotOcr2Processor", "got_ocr2", {{"crop_to_patches", false}, {"min_patches", 1}, {"max_patches", 12}}},
        {"Granite4VisionProcessor", "granite4_vision", kPadded},
        {"InternVLProcessor", "internvl", kCut},
        {"LightOnOcrProcessor", "lighton_ocr", kPadded},
        {"LlavaNextProcessor", "llava_next", kPadded},
        {"QianfanOCRProcessor", "qianfan_ocr", kCut},
        {"ShieldGemma2Processor", "shieldgemma2", kWhole},
    };
    return kOverrides;
}

} // namespace

const json& processorOverrides(std::string_view processorClass, std::string_view modelType)
{
    static const json kNone = json::object();
    const auto place = std::ranges::find_if(overrides(), [&](const Override& row) {
        return processorClass.empty() ? row.modelType == modelType : row.processorClass == processorClass;
    });
    return place == overrides().end() ? kNone : place->settings;
}

} // namespace firstlight::model
