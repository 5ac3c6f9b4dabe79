// Muse Glimmer: the grid of patches whose shape is nearest to the picture's, within a budget of tokens.
#include "backend/base/failure.h"
#include "backend/model/image_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace firstlight::model {

namespace {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 20; // whatever a file asks for

struct Candidate {
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    bool operator==(const Candidate&) const = default;
};

// CPython's hash of a pair of small whole numbers.
std::uint64_t pairHash(const Candidate& pair)
{
    constexpr std::uint64_t kPrime1 = 11400714785074694791ULL;
    constexpr std::uint64_t kPrime2 = 14029467366897019727ULL;
    constexpr std::uint64_t kPrime5 = 2870177450012600261ULL;
    std::uint64_t sum = kPrime5;
    for (const std::int64_t value : {pair.rows, pair.columns}) {
        sum += static_cast<std::uint64_t>(value) * kPrime2;
        sum = (sum << 31) | (sum >> 33);
        sum *= kPrime1;
    }
    return sum + (2ULL ^ (kPrime5 ^ 3527539ULL));
}

// In the order of a Python set: the reference takes the first of several that are equally near.
std::vector<Candidate> inSetOrder(const std::array<Candidate, 4>& added)
{
    constexpr std::uint64_t kMask = 7; // of a set of at most four
    std::array<std::optional<Candidate>, kMask + 1> slots;
    for (const Candidate& candidate : added) {
        std::uint64_t perturbation = pairHash(candidate);
        std::uint64_t slot = perturbation & kMask;
        while (slots[slot] && !(*slots[slot] == candidate)) {
            perturbation >>= 5;
            slot = (slot * 5 + 1 + perturbation) & kMask;
        }
        slots[slot] = candidate;
    }
    std::vector<Candidate> ordered;
    for (const std::optional<Candidate>& slot : slots) {
        if (slot) {
            ordered.push_back(*slot);
        }
    }
    return ordered;
}

struct MuseParameters {
    std::int64_t patch = 14;
    std::int64_t merge = 2;
    std::int64_t maxTokens = 4096;
};

class MuseRule final : public ImageRule
{
public:
    explicit MuseRule(const MuseParameters& parameters) : m_parameters(parameters) {}

    absl::StatusOr<ImageLayout> layout(const PixelSize& picture) const override
    {
        const std::int64_t unit = m_parameters.patch * m_parameters.merge;
        const Candidate grid = bestGrid(picture, static_cast<double>(unit));
        const PixelSize size{grid.columns * unit, grid.rows * unit};
        ImageLayout layout = gridLayout(size, m_parameters.patch);
        layout.steps.push_back(wholePicture(picture, size));
        layout.places = {{"<|image_start|>", static_cast<std::int32_t>(grid.columns * grid.rows)},
                         {"<|image_end|>", 0}};
        return layout;
    }

private:
    Candidate bestGrid(const PixelSize& picture, double unit) const
    {
        const auto budget = static_cast<double>(m_parameters.maxTokens);
        double rows = static_cast<double>(picture.height) / unit;
        double columns = static_cast<double>(picture.width) / unit;
        const double ratio = columns / rows;
        if (rows * columns > budget) {
            rows = std::sqrt(budget / ratio);
            columns = rows * ratio;
        }
        const auto whole = [](double value) { return static_cast<std::int64_t>(value); };
        const std::array<std::int64_t, 2> down = {whole(std::floor(rows)), whole(std::ceil(rows))};
        const std::array<std::int64_t, 2> across = {whole(std::floor(columns)), whole(std::ceil(columns))};
        const double shape = static_cast<double>(picture.height) / static_cast<double>(picture.width);
        std::optional<Candidate> best;
        double least = 0.0;
        for (const Candidate& grid : inSetOrder({Candidate{down[0], across[0]}, Candidate{down[0], across[1]},
                                                 Candidate{down[1], across[0]}, Candidate{down[1], across[1]}})) {
            const double off = std::abs(static_cast<double>(grid.rows) / static_cast<double>(grid.columns) - shape);
            if (std::min(grid.rows, grid.columns) >= 1 && grid.rows * grid.columns <= m_parameters.maxTokens &&
                (!best || off < least)) {
                best = grid;
                least = off;
            }
        }
        const auto rounded = [&](double value) { return std::max(std::int64_t{1}, whole(std::nearbyint(value))); };
        return best.value_or(Candidate{rounded(rows), rounded(columns)});
    }

    MuseParameters m_parameters;
};

} // namespace

MadeImageRule makeMuseRule(const ProcessorConfig& config)
{
    MuseParameters parameters;
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.patch, config.limited(config.json, "patch_size", 14, 1, 1024));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.merge, config.limited(config.json, "merge_size", 2, 1, 64));
    FIRSTLIGHT_ASSIGN_OR_RETURN(parameters.maxTokens,
                                config.limited(config.json, "max_image_tokens", 4096, 1, kMaxTokens));
    FIRSTLIGHT_RETURN_IF_ERROR(config.limited(config.json, "temporal_patch_size", 2, 1, 64).status());
    if (!config.flag("do_resize", true)) {
        return config.unsupported("do_resize is off");
    }
    return std::make_unique<MuseRule>(parameters);
}

} // namespace firstlight::model
