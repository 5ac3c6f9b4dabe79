// What a checkpoint's image processor makes of a picture of a given size: arithmetic, without pixels. Values only.
#pragma once

#include "backend/model/image_exact_resize.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::model {

struct PixelSize {
    std::int64_t width = 0;
    std::int64_t height = 0;

    std::int64_t area() const { return width * height; }
    bool operator==(const PixelSize&) const = default;
};

// How a step resizes where that is not the processor's filter, calculated in 8 bits as torch does.
struct StepSampling {
    std::optional<ResizeFilter> filter; // none: the processor's
    Widening widening = Widening::kWhenSmaller;
    WeightBits bits = WeightBits::kTorch;
    bool keepsFractions = false; // and what overshoots; the step is one tile without a border
    // Of a step with a mean and deviation of its own: what kept fractions are multiplied with, and what is added.
    std::array<float, 3> times{1.0F, 1.0F, 1.0F};
    std::array<float, 3> plus{0.0F, 0.0F, 0.0F};
};

// A rectangle of the picture, or of an earlier step's canvas, is resized, laid onto a canvas and cut into tiles, row by
// row.
struct ImageStep {
    std::int32_t source = -1; // the step whose canvas this one takes from; -1: the picture
    bool kept = true;         // false: only for later steps, its tiles are not part of the result
    std::int64_t left = 0;    // the rectangle; what lies outside of the source has the colour `fill`
    std::int64_t top = 0;
    PixelSize taken;
    PixelSize resized;
    PixelSize canvas;            // what is not covered has the colour `fill`
    std::int64_t canvasLeft = 0; // where the resized rectangle lies on the canvas; negative: cut off
    std::int64_t canvasTop = 0;
    std::int32_t columns = 1; // tiles
    std::int32_t rows = 1;
    std::array<std::uint8_t, 3> fill{0, 0, 0};
    StepSampling sampling;

    std::int32_t tileCount() const { return kept ? columns * rows : 0; }
    PixelSize tile() const { return {canvas.width / columns, canvas.height / rows}; }
};

// The length of as many pieces of `unit` as cover `length`.
std::int64_t covering(double length, std::int64_t unit);

// A step that resizes all of a picture to `size`, one tile.
ImageStep wholePicture(const PixelSize& picture, const PixelSize& size);

// The same with all of the last step's canvas, or of the picture where there is no step yet.
ImageStep nextStep(const std::vector<ImageStep>& steps, const PixelSize& picture, const PixelSize& size);

// Part of what stands for a picture in a prompt: text (control tokens, words), then so many image tokens.
struct ImagePlace {
    std::string text;
    std::int32_t imageTokens = 0;

    bool operator==(const ImagePlace&) const = default;
};

// Text around the number of a picture in a prompt, from 0.
struct NumberTokens {
    std::string before;
    std::string after;
};

struct ImageLayout {
    std::vector<ImageStep> steps; // their tiles go through the vision tower in this order
    std::vector<ImagePlace> places;
    std::optional<NumberTokens> number; // before the places, where pictures of a prompt are counted
    std::string joint; // ends one picture and begins the next: once where they touch, then a space before a word
    std::int32_t gridWidth = 0; // patches of the first step's canvas; 0: the checkpoint does not say
    std::int32_t gridHeight = 0;

    // What stands for the picture where it is this one of a prompt, from 0.
    std::vector<ImagePlace> placesOf(std::int32_t picture) const;

    std::int32_t tokenCount() const; // image tokens; 0: the checkpoint does not say
    std::int32_t tileCount() const;
    const ImageStep& firstKept() const; // needs a step that is kept
};

// No steps and places yet, the grid of square patches of a canvas.
ImageLayout gridLayout(const PixelSize& canvas, std::int64_t patch);

} // namespace firstlight::model
