// From pixels to the features that stand for an image's tokens: patch embedding, learned and rotary positions,
// transformer blocks, merger, and the deepstack mergers after some blocks. Runs whole on every rank of the first stage.
#pragma once

#include "backend/engine/compute.h"
#include "backend/engine/image_patches.h"
#include "backend/engine/step_plan.h"

#include <absl/status/statusor.h>

#include <cstdint>
#include <vector>

namespace firstlight::engine {

// Features of the sequence whose prompt is being computed: 1 + deepstack count planes of [rows, outHiddenSize].
class ImageFeatures
{
public:
    static absl::StatusOr<ImageFeatures> create(MemoryPool& pool, const model::VisionSpec& vision, std::int32_t rows);

    std::int32_t planeCount() const { return m_planes; }
    float* row(std::int32_t plane, std::int32_t row) const;

private:
    PoolBuffer m_buffer;
    std::int32_t m_planes = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_width = 0;
};

class VisionTower
{
public:
    // `vision` and `weights` must outlive the tower.
    static absl::StatusOr<VisionTower> create(MemoryPool& pool, const model::VisionSpec& vision, const Weights& weights,
                                              const StepLimits& limits);

    // Writes the image's features from its featureRow on. The image must fit the limits and the merge grid.
    void run(const Compute& compute, const StepImage& image, ImageFeatures& features);

private:
    struct Affine {
        const Weight* weight = nullptr;
        const Weight* bias = nullptr;
    };
    struct Block {
        Affine norm1;
        Affine qkv;
        Affine projection;
        Affine norm2;
        Affine fc1;
        Affine fc2;
    };
    struct Merger {
        Affine norm;
        Affine fc1;
        Affine fc2;
    };

    VisionTower(const model::VisionSpec& vision, const Weights& weights);
    absl::Status resolve();
    absl::Status resolve(Affine& target, const char* role, std::int32_t layer);
    absl::Status makeBuffers(MemoryPool& pool, const StepLimits& limits);

    void embedPatches(const Compute& compute, const StepImage& image, const PatchGrid& grid);
    void addPositions(const PatchGrid& grid);
    void makeRotations(const Compute& compute, const PatchGrid& grid);
    void runBlock(const Compute& compute, const Block& block);
    void attend(const Compute& compute);
    void merge(const Compute& compute, const Merger& merger, bool normalizeMerged, float* output);
    void normalize(const Compute& compute, const Affine& norm, std::int64_t rows, std::int64_t width);
    void addLinear(const Compute& compute, const float* input, const Affine& affine, float* output);

    const model::VisionSpec& m_vision;
    const Weights& m_weights;
    Affine m_patchEmbed;
    const Weight* m_positionTable = nullptr;
    std::int32_t m_tableSide = 0;
    std::vector<Block> m_blocks;
    Merger m_merger;
    std::vector<Merger> m_deepstack;
    std::vector<float> m_inverseFrequencies; // for rows, then again for columns
    std::int64_t m_rows = 0;                 // patches of the current image

    PoolBuffer m_patches;   // [kPatchBlock, channels * frames * size * size]
    PoolBuffer m_hidden;    // [patches, hidden]
    PoolBuffer m_normed;    // [patches, hidden]
    PoolBuffer m_attended;  // [patches, hidden]
    PoolBuffer m_wide;      // [patches, the widest of q + k + v, the FFN and a merger]
    PoolBuffer m_positions; // [3, patches]
    PoolBuffer m_cosines;   // [patches, headDim / 2]
    PoolBuffer m_sines;     // [patches, headDim / 2]
};

} // namespace firstlight::engine
