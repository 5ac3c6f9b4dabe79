// What the image processors of all families read from a checkpoint's JSON files.
#pragma once

#include "backend/model/image_layout.h"
#include "backend/model/image_resize.h"

#include <absl/status/statusor.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace firstlight::model {

// "size" and its relatives; only what the file gives is there.
struct SizeSetting {
    std::optional<std::int64_t> height;
    std::optional<std::int64_t> width;
    std::optional<std::int64_t> shortestEdge;
    std::optional<std::int64_t> longestEdge;
    std::optional<std::int64_t> maxHeight;
    std::optional<std::int64_t> maxWidth;
    std::optional<std::int64_t> minPixels;
    std::optional<std::int64_t> maxPixels;
};

// Where a plain number for a size belongs.
enum class PlainSize { kSquare, kShortestEdge };

// What a kind of processor does where its file is silent.
struct PixelDefaults {
    ResizeFilter filter = ResizeFilter::kBicubic;
    std::array<float, 3> mean{0.0F, 0.0F, 0.0F};
    std::array<float, 3> deviation{1.0F, 1.0F, 1.0F};
    bool normalized = true;
    bool ownFilter = false;      // whatever the file says
    double factor = 1.0 / 255.0; // that values are scaled by
};

struct ProcessorConfig {
    std::string file;         // for messages
    std::string type;         // image_processor_type without "Fast"; derived where the file has none
    nlohmann::json json;      // the image processor's own settings; an object
    nlohmann::json processor; // processor_config.json; an object, empty when absent. The same for these:
    nlohmann::json model;     // config.json
    nlohmann::json tokenizer; // tokenizer_config.json

    ResizeFilter filter = ResizeFilter::kBicubic;
    std::array<float, 3> mean{0.0F, 0.0F, 0.0F}; // of values scaled to 0..1
    std::array<float, 3> deviation{1.0F, 1.0F, 1.0F};

    // A whole number of at least `least`, `fallback` when absent or null. Failures name the file that `object` is of.
    absl::StatusOr<std::int64_t> integer(const nlohmann::json& object, const char* name, std::int64_t fallback,
                                         std::int64_t least = 1) const;
    absl::StatusOr<double> number(const nlohmann::json& object, const char* name, double fallback) const;
    bool flag(const char* name, bool fallback) const; // of `json`; null is false, as for the reference

    // The same of `json` or `processor`, refused beyond `most`.
    absl::StatusOr<std::int64_t> limited(const nlohmann::json& object, const char* name, std::int64_t fallback,
                                         std::int64_t least, std::int64_t most) const;

    // A number, a list of height and width, or an object. `fallback` when absent or null.
    absl::StatusOr<SizeSetting> size(const char* name, PlainSize plain, const SizeSetting& fallback) const;

    // A size that must have a height and a width; a square of `usual` when absent.
    absl::StatusOr<PixelSize> tileSize(const char* name, std::int64_t usual) const;
    // The side of one that must be a square, of at most `most` pixels.
    absl::StatusOr<std::int64_t> squareSide(const char* name, std::int64_t usual, std::int64_t most) const;

    // A side of a patch of the vision tower, from processor_config.json or config.json; 0: neither says.
    absl::StatusOr<std::int64_t> towerPatch() const;

    // kFileInvalid where vision_config of config.json has another number at `inTower` than `value`, which `name` says.
    absl::Status agreesWithTower(const char* name, std::int64_t value, const char* inTower) const;

    absl::Status checkPatch(std::int64_t side) const; // kFileInvalid: too large to be meant

    // The text of a token that processor_config.json or tokenizer_config.json names.
    std::string token(const char* name, const std::string& fallback) const;

    // The text at `name` of processor_config.json, or of config.json; empty: neither has it.
    std::string word(const char* name) const;
    std::string modelType() const;
    std::string processorClass() const; // of the processor around the image processor; empty: not named

    // The colour of image_mean, or of `usual`, for what is filled up around a picture.
    std::array<std::uint8_t, 3> meanColor(const std::array<double, 3>& usual) const;

    absl::Status invalid(const std::string& detail) const;                                 // kFileInvalid, about `json`
    absl::Status invalidIn(const nlohmann::json& object, const std::string& detail) const; // about its file
    absl::Status unsupported(const std::string& detail) const; // kPicturesUnsupported
};

// From processor_config.json's "image_processor", else preprocessor_config.json. kPathMissing: neither is there.
absl::StatusOr<ProcessorConfig> readProcessorConfig(const std::string& directory);

// Filter, mean and deviation. Any factor between 8-bit values and what the tower takes is put into the latter two.
absl::Status readPixelSettings(const PixelDefaults& defaults, ProcessorConfig& config);

} // namespace firstlight::model
