// Emu3: Qwen's sizes, without merging patches. The prompt says rows and columns in words, and a token ends each row.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <absl/strings/str_cat.h>

#include <string>

namespace firstlight::model {

namespace {

constexpr std::int64_t kTokenSide = 8; // pixels, fixed in the reference

struct Emu3Text {
    std::string begin;
    std::string wrapper;
    std::string end;
};

class Emu3Rule final : public ImageRule
{
public:
    Emu3Rule(std::unique_ptr<const ImageRule> sizes, Emu3Text text) : m_sizes(std::move(sizes)), m_text(std::move(text))
    {
    }

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const ImageLayout sizes, m_sizes->layout(picture));
        const PixelSize canvas = sizes.steps.front().canvas;
        ImageLayout layout = gridLayout(canvas, kTokenSide);
        layout.steps = sizes.steps;
        layout.steps.front().sampling.bits = WeightBits::kPillow;
        const std::string words = absl::StrCat(m_text.begin, layout.gridHeight, "*", layout.gridWidth, m_text.wrapper);
        layout.places = {{words, layout.gridHeight * (layout.gridWidth + 1)}, {m_text.end, 0}};
        return layout;
    }

private:
    std::unique_ptr<const ImageRule> m_sizes;
    Emu3Text m_text;
};

} // namespace

MadeImageRule makeEmu3Rule(const ProcessorConfig& config)
{
    ProcessorConfig sizes = config;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t factor, config.limited(config.json, "spatial_factor", 8, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t least, config.integer(config.json, "min_pixels", 512 * 512));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t most, config.integer(config.json, "max_pixels", 1024 * 1024));
    sizes.json.erase("size");
    sizes.json.merge_patch({{"patch_size", factor}, {"merge_size", 1}, {"min_pixels", least}, {"max_pixels", most}});
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::unique_ptr<const ImageRule> rule, makeQwenRule(sizes));
    return std::make_unique<Emu3Rule>(
        std::move(rule),
        Emu3Text{config.token("boi_token", "<|image start|>"), config.token("image_wrapper_token", "<|image token|>"),
                 config.token("eof_token", "<|extra_201|>") + config.token("eoi_token", "<|image end|>")});
}

} // namespace firstlight::model
