#include "backend/model/spec_builder.h"

#include "backend/base/failure.h"
#include "backend/model/field_reader.h"
#include "backend/model/rope_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace firstlight::model {
namespace {

// Far beyond any model, and small enough that sizes computed from them cannot overflow.
constexpr std::int64_t kMostLayers = 10'000;
constexpr std::int64_t kWidest = 1 << 24;   // features
constexpr std::int64_t kMostRows = 1 << 28; // vocabulary, feed-forward features
constexpr std::int64_t kMostHeads = 1 << 20;
constexpr std::int64_t kLargestPatch = 1 << 10;
constexpr std::int64_t kMostState = std::int64_t{1} << 40; // bytes, or elements per token
constexpr std::int64_t kLongestContext = std::int64_t{1} << 40;
constexpr double kLargestEpsilon = 1.0;

template <typename Enum, std::size_t Count>
std::optional<Enum> named(const std::array<std::pair<std::string_view, Enum>, Count>& table, std::string_view name)
{
    for (const auto& [text, value] : table) {
        if (text == name) {
            return value;
        }
    }
    return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, Activation>, 8> kActivations{{
    {"silu", Activation::kSilu},
    {"swish", Activation::kSilu},
    {"gelu_pytorch_tanh", Activation::kGeluTanh},
    {"gelu_new", Activation::kGeluTanh},
    {"gelu_tanh", Activation::kGeluTanh},
    {"gelu", Activation::kGelu},
    {"relu2", Activation::kRelu2},
    {"squared_relu", Activation::kRelu2},
}};

constexpr std::array<std::pair<std::string_view, CacheKind>, 4> kCaches{{
    {"paged_kv", CacheKind::kPagedKv},
    {"sliding_window", CacheKind::kSlidingWindow},
    {"mla_latent", CacheKind::kMlaLatent},
    {"recurrent_state", CacheKind::kRecurrentState},
}};

constexpr std::array<std::pair<std::string_view, MixerKind>, 4> kMixers{{
    {"gqa", MixerKind::kGqa},
    {"mla", MixerKind::kMla},
    {"recurrent", MixerKind::kRecurrent},
    {"none", MixerKind::kNone},
}};
constexpr std::array<std::pair<std::string_view, FfnKind>, 3> kFfns{
    {{"dense", FfnKind::kDense}, {"moe", FfnKind::kMoe}, {"none", FfnKind::kNone}}};

template <typename Enum, std::size_t Count>
absl::Status readEnum(FieldReader& reader, std::string_view field,
                      const std::array<std::pair<std::string_view, Enum>, Count>& table, Enum& target)
{
    std::string text;
    reader.read(field, text);
    FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
    target = named(table, text).value_or(target); // parseDescriptor() has seen that it is known
    return absl::OkStatus();
}

// An activation that is not known is an operator that nobody has: it shows in the verdict and keeps the model from
// being run.
void readActivation(FieldReader& reader, Activation& target, std::vector<std::string>& operators)
{
    std::string text;
    reader.read("activation", text);
    if (text.empty()) {
        return;
    }
    const auto value = named(kActivations, text);
    target = value.value_or(target);
    operators.push_back("activation." + (text == "swish" ? std::string("silu") : text));
}

// No condition: it holds.
absl::StatusOr<bool> holds(const std::optional<Expression>& condition, const ConfigScope& scope)
{
    if (!condition) {
        return true;
    }
    const auto value = condition->evaluateCondition(scope);
    return value.ok() ? value : scope.failureOf(*condition, std::string(value.status().message()));
}

absl::Status addOperators(const std::vector<std::pair<std::string, std::optional<Expression>>>& needs,
                          const ConfigScope& scope, std::vector<std::string>& operators)
{
    for (const auto& [name, when] : needs) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const bool needed, holds(when, scope));
        if (needed) {
            operators.push_back(name);
        }
    }
    return absl::OkStatus();
}

class SpecBuilder
{
public:
    SpecBuilder(const FamilyDescriptor& family, ConfigScope& scope) : m_family(family), m_scope(scope) {}

    absl::StatusOr<ModelSpec> build(const NameProbe& probe)
    {
        m_spec.family = m_family.id;
        FIRSTLIGHT_ASSIGN_OR_RETURN(const Prefixes prefixes, choosePrefixes(m_family, m_scope, probe));
        FIRSTLIGHT_RETURN_IF_ERROR(readHead());
        FIRSTLIGHT_RETURN_IF_ERROR(readLayers());
        FIRSTLIGHT_RETURN_IF_ERROR(readVision());
        FIRSTLIGHT_RETURN_IF_ERROR(addOperators(m_family.operators, m_scope, m_spec.operators));
        m_spec.rope.adjacentPairs =
            std::ranges::find(m_spec.operators, "positions.interleaved_pairs") != m_spec.operators.end();
        FIRSTLIGHT_ASSIGN_OR_RETURN(ExpandedTensors expanded,
                                    expandTensors(m_family, m_scope, m_parts, prefixes, probe));
        m_spec.tensors = std::move(expanded.tensors);
        m_spec.ignoredTensors = std::move(expanded.ignoredPatterns);
        return std::move(m_spec);
    }

private:
    // What the description has once for the whole model cannot be another one in some layers.
    absl::Status checkAlike() const
    {
        for (const auto& [field, value] : m_family.spec) {
            for (const std::string& name : value.names()) {
                if (m_scope.differsByLayer(name)) {
                    return configFailure(std::string(kLayerSettings) + " changes " + m_scope.label(name) +
                                         " in some layers; the family " + m_family.id + " has one for all");
                }
            }
        }
        return absl::OkStatus();
    }

    absl::Status readHead()
    {
        FIRSTLIGHT_RETURN_IF_ERROR(checkAlike());
        FieldReader reader(m_family.spec, m_scope);
        reader.read("hidden", m_spec.hiddenSize, 1, kWidest);
        reader.read("vocabulary", m_spec.vocabularySize, 1, kMostRows);
        reader.read("norm_epsilon", m_spec.normEpsilon, kLargestEpsilon);
        reader.read("tied_head", m_spec.tiedHead);
        reader.read("max_position", m_spec.maxPosition, 1, kLongestContext);
        reader.read("layers", m_layerCount, 1, kMostLayers);
        reader.read("image_token", m_spec.imageTokenId, -1);
        reader.read("vision_start_token", m_spec.visionStartTokenId, -1);
        FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
        if (!m_family.rope.empty()) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(m_spec.rope, readRope(m_family.rope, m_scope, m_spec.operators));
        }
        return absl::OkStatus();
    }

    absl::Status readLayers()
    {
        FIRSTLIGHT_RETURN_IF_ERROR(m_scope.checkLayerLists(m_layerCount));
        for (std::int32_t layer = 0; layer < m_layerCount; ++layer) {
            m_scope.set("layer", {std::int64_t{layer}});
            FIRSTLIGHT_ASSIGN_OR_RETURN(const LayerPart* mixer, choose(m_family.mixers, "mixer"));
            FIRSTLIGHT_ASSIGN_OR_RETURN(const LayerPart* ffn, choose(m_family.ffns, "FFN"));
            LayerSpec spec;
            FIRSTLIGHT_RETURN_IF_ERROR(readMixer(*mixer, spec));
            FIRSTLIGHT_RETURN_IF_ERROR(readFfn(*ffn, spec));
            m_spec.layers.push_back(std::move(spec));
            m_parts.push_back({mixer->name, ffn->name});
        }
        m_scope.unset("layer");
        return absl::OkStatus();
    }

    absl::StatusOr<const LayerPart*> choose(const std::vector<LayerPart>& parts, std::string_view what) const
    {
        for (const LayerPart& part : parts) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(const bool applies, holds(part.when, m_scope));
            if (applies) {
                return &part;
            }
        }
        const std::string problem = "no " + std::string(what) + " of the family fits layer " +
                                    std::to_string(m_parts.size()) + ", counted from 0";
        return parts.empty() || !parts.back().when ? configFailure(problem)
                                                   : m_scope.failureOf(*parts.back().when, problem);
    }

    absl::Status readMixer(const LayerPart& part, LayerSpec& layer) const
    {
        FieldReader reader(part.fields, m_scope);
        FIRSTLIGHT_RETURN_IF_ERROR(readEnum(reader, "kind", kMixers, layer.mixer));
        FIRSTLIGHT_RETURN_IF_ERROR(readEnum(reader, "cache", kCaches, layer.cache));
        AttentionSpec& attention = layer.attention;
        reader.read("heads", attention.headCount, 1, kMostHeads);
        reader.read("kv_heads", attention.kvHeadCount, 1, kMostHeads);
        reader.read("head_dim", attention.headDim, 1, kMostHeads);
        reader.read("qk_norm", attention.qkNorm);
        reader.read("qkv_bias", attention.qkvBias);
        reader.read("output_bias", attention.outputBias);
        reader.read("window", attention.window, 0);
        layer.cacheElementsPerToken = std::int64_t{2} * attention.kvHeadCount * attention.headDim;
        reader.read("cache_elements", layer.cacheElementsPerToken, 0, kMostState);
        reader.read("state_bytes", layer.stateBytesPerSequence, 0, kMostState);
        FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
        if (attention.kvHeadCount > 0 && attention.headCount % attention.kvHeadCount != 0) {
            return m_scope.failureOf(part.fields.find("kv_heads")->second,
                                     std::to_string(attention.headCount) + " heads cannot share " +
                                         std::to_string(attention.kvHeadCount) + " key-value heads");
        }
        return addOperators(part.operators, m_scope, layer.operators);
    }

    absl::Status readFfn(const LayerPart& part, LayerSpec& layer) const
    {
        FieldReader reader(part.fields, m_scope);
        FfnSpec& ffn = layer.ffn;
        FIRSTLIGHT_RETURN_IF_ERROR(readEnum(reader, "kind", kFfns, ffn.kind));
        readActivation(reader, ffn.activation, layer.operators);
        reader.read("intermediate", ffn.intermediateSize, 1, kMostRows);
        reader.read("experts", ffn.expertCount, 1, kMostHeads);
        reader.read("experts_per_token", ffn.expertsPerToken, 1);
        reader.read("normalize_top_k", ffn.normalizeTopK);
        reader.read("stacked", ffn.stackedExperts);
        FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
        if (ffn.expertsPerToken > ffn.expertCount) {
            return m_scope.failureOf(part.fields.find("experts_per_token")->second,
                                     "a token cannot use " + std::to_string(ffn.expertsPerToken) + " of " +
                                         std::to_string(ffn.expertCount) + " experts");
        }
        return addOperators(part.operators, m_scope, layer.operators);
    }

    // A vision part that is there and has another shape than the family's must not be left out of the counts.
    absl::Status checkNoVision() const
    {
        for (const auto& [path, object] : m_scope.objects("vision")) {
            if (!path.empty() && !object->empty()) {
                return m_scope.failureOf(*m_family.visionWhen, path + " describes a vision part of another kind");
            }
        }
        return absl::OkStatus();
    }

    absl::Status readVision()
    {
        if (m_family.vision.empty()) {
            return absl::OkStatus();
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(const bool applies, holds(m_family.visionWhen, m_scope));
        if (!applies) {
            return checkNoVision();
        }
        VisionSpec vision;
        FieldReader reader(m_family.vision, m_scope);
        reader.read("depth", vision.depth, 1, kMostLayers);
        reader.read("hidden", vision.hiddenSize, 1, kWidest);
        reader.read("heads", vision.headCount, 1, kMostHeads);
        vision.attentionSize = vision.hiddenSize;
        reader.read("attention", vision.attentionSize, 1, kWidest);
        reader.read("intermediate", vision.intermediateSize, 1, kWidest);
        reader.read("patch", vision.patchSize, 1, kLargestPatch);
        reader.read("temporal_patch", vision.temporalPatchSize, 1, kLargestPatch);
        reader.read("channels", vision.inChannels, 1, kLargestPatch);
        reader.read("merge", vision.spatialMergeSize, 1, kLargestPatch);
        reader.read("out_hidden", vision.outHiddenSize, 1, kWidest);
        reader.read("positions", vision.positionCount, 0, kMostRows);
        readActivation(reader, vision.activation, m_spec.operators);
        reader.read("deepstack", vision.deepstackLayers, vision.depth - 1);
        reader.read("norm_epsilon", vision.layerNormEpsilon, kLargestEpsilon);
        FIRSTLIGHT_RETURN_IF_ERROR(reader.status());
        if (vision.headCount == 0 || vision.attentionSize % vision.headCount != 0) {
            return configFailure("the vision tower's width " + std::to_string(vision.attentionSize) +
                                 " cannot be divided into " + std::to_string(vision.headCount) + " heads");
        }
        m_spec.vision = std::move(vision);
        return absl::OkStatus();
    }

    const FamilyDescriptor& m_family;
    ConfigScope& m_scope;
    ModelSpec m_spec;
    std::vector<LayerParts> m_parts;
    std::int32_t m_layerCount = 0;
};

} // namespace

absl::StatusOr<BuiltSpec> buildSpec(const nlohmann::json& config, const FamilyDescriptor& family,
                                    const NameProbe& probe, HeadTie tie)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(ConfigScope scope, ConfigScope::read(config, family));
    BuiltSpec built;
    built.facts = scope.facts();
    if (tie == HeadTie::kNever) {
        scope.set("tied", {std::int64_t{0}});
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(built.spec, SpecBuilder(family, scope).build(probe));
    return built;
}

} // namespace firstlight::model
