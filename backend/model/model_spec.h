// What a model is, as the planner and the engine need it: a list of layers, each with its own mixer, dimensions, cache
// kind and FFN kind, and for each tensor of the checkpoint its role and how it is split. Made from config.json through
// the family descriptors in resources/families; nothing here assumes that layers are alike.
//
// Values only; safe to share between threads once built.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

enum class MixerKind { kGqa, kMla, kRecurrent, kNone }; // the engine runs those whose operators it has
enum class CacheKind { kPagedKv, kSlidingWindow, kMlaLatent, kRecurrentState };
enum class FfnKind { kDense, kMoe, kNone };
enum class Activation { kSilu, kGeluTanh, kGelu, kRelu2 };

struct AttentionSpec {
    std::int32_t headCount = 0;
    std::int32_t kvHeadCount = 0;
    std::int32_t headDim = 0;
    bool qkNorm = false; // RMSNorm over each head of q and k, before the rotation
    bool qkvBias = false;
    bool outputBias = false;
    std::int32_t window = 0; // tokens that a query sees, itself included; 0: all before it
};

struct FfnSpec {
    FfnKind kind = FfnKind::kDense;
    Activation activation = Activation::kSilu;
    std::int32_t intermediateSize = 0; // of the dense FFN, or of one expert
    std::int32_t expertCount = 0;
    std::int32_t expertsPerToken = 0;
    bool normalizeTopK = true;   // weights of the chosen experts sum to one
    bool stackedExperts = false; // one tensor holds all experts
};

struct LayerSpec {
    MixerKind mixer = MixerKind::kGqa;
    CacheKind cache = CacheKind::kPagedKv;
    AttentionSpec attention;
    FfnSpec ffn;
    std::vector<std::string> operators;     // names of operator_table.h that this layer needs
    std::int64_t cacheElementsPerToken = 0; // of the whole layer, before any division; 0 for state caches
    std::int64_t stateBytesPerSequence = 0; // of recurrent state caches
};

enum class RopeScaling { kNone, kLinear, kLlama3 };

struct RopeSpec {
    double theta = 10000.0;
    std::int32_t rotaryDim = 0; // rotated part of each head
    bool adjacentPairs = false; // neighbours are rotated against each other; else half against half
    RopeScaling scaling = RopeScaling::kNone;
    double factor = 1.0;
    double lowFrequencyFactor = 1.0;        // llama3
    double highFrequencyFactor = 4.0;       // llama3
    std::int32_t originalMaxPosition = 0;   // llama3
    std::vector<std::int32_t> mropeSection; // empty: one position per token; else sizes for (t, h, w), sum rotaryDim/2
    bool mropeInterleaved = false;
};

struct VisionSpec {
    std::int32_t depth = 0;
    std::int32_t hiddenSize = 0;
    std::int32_t headCount = 0;
    std::int32_t attentionSize = 0; // of all heads together; mostly hiddenSize
    std::int32_t intermediateSize = 0;
    std::int32_t patchSize = 0;
    std::int32_t temporalPatchSize = 0;
    std::int32_t inChannels = 3;
    std::int32_t spatialMergeSize = 0;
    std::int32_t outHiddenSize = 0;
    std::int32_t positionCount = 0; // of the learned square table
    Activation activation = Activation::kGeluTanh;
    std::vector<std::int32_t> deepstackLayers; // vision layers whose merged output is added to text layers 0, 1, ...
    double layerNormEpsilon = 1e-6;
};

// How a tensor is divided among the ranks of a tensor-parallel group.
enum class SplitRule {
    kReplicate,
    kColumn,       // dimension 0 of [out, in]: output features
    kRow,          // dimension 1 of [out, in]: input features; the results are summed
    kHeads,        // dimension 0, in whole query heads
    kKvHeads,      // dimension 0, in whole key-value heads; replicated in groups when there are fewer heads than ranks
    kVocab,        // dimension 0, vocabulary rows
    kExpertColumn, // stacked experts: divided by output features, each half of a stack of gate and up
    kExpertRow,    // stacked experts: divided by input features
};

// By the rule's stable name, as family descriptors write it: "kv_heads".
std::optional<SplitRule> splitRuleFromName(std::string_view name);
std::string_view splitRuleName(SplitRule rule);

// Where a tensor belongs. Names are stable ids: shown, stored and compared.
struct TensorRole {
    std::string role;         // "embedding", "attention.q", "attention.k", "attention.v", "attention.o",
                              // "attention.q_norm", "attention.k_norm", "norm.input", "norm.post_attention",
                              // "norm.final", "ffn.gate", "ffn.up", "ffn.down", "moe.router", "moe.expert.gate",
                              // "moe.expert.up", "moe.expert.down", "moe.experts.gate_up", "moe.experts.down",
                              // "head", "vision.patch_embed", "vision.position", "vision.norm1", "vision.qkv",
                              // "vision.proj", "vision.norm2", "vision.fc1", "vision.fc2", "vision.merger.norm",
                              // "vision.merger.fc1", "vision.merger.fc2", "vision.deepstack.norm", ".fc1", ".fc2",
                              // "positions.factors" (divide the angle of each pair), "moe.experts.gate",
                              // "moe.experts.up" (stacks of their own)
    bool bias = false;        // the bias that goes with the role's weight
    std::int32_t layer = -1;  // text layer; for vision.* the vision layer; for vision.deepstack.* its position
    std::int32_t expert = -1; // -1: none, or all experts stacked
};

struct ExpectedTensor {
    std::string name;
    TensorRole role;
    std::vector<std::int64_t> shape;          // as published
    std::vector<std::int64_t> alternateShape; // also accepted (empty: none), e.g. experts stored transposed
    SplitRule split = SplitRule::kReplicate;
    bool optional = false;
};

struct ModelSpec {
    std::string family; // descriptor id
    std::string modelType;
    std::string name; // for people: folder name or config's own
    std::int32_t hiddenSize = 0;
    std::int32_t vocabularySize = 0;
    double normEpsilon = 1e-6;
    bool tiedHead = false;
    std::int64_t maxPosition = 0;
    RopeSpec rope;
    std::vector<LayerSpec> layers;
    std::optional<VisionSpec> vision;
    std::int32_t imageTokenId = -1;
    std::int32_t visionStartTokenId = -1;
    std::vector<std::string> operators;      // needed outside the layers: embedding, head, positions, vision, ...
    std::vector<ExpectedTensor> tensors;     // every tensor the family can have, optional ones included
    std::vector<std::string> ignoredTensors; // patterns ("*" for any text) of tensors that need not be loaded
};

} // namespace firstlight::model
