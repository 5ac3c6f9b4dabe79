#include "backend/model/engine_parts.h"

#include "backend/base/failure.h"
#include "backend/model/coverage.h"
#include "backend/model/model_sizes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace firstlight::model {
namespace {

using Shape = std::vector<std::int64_t>;

// How the engine divides the weights of a role, and their biases.
struct RoleSplit {
    std::string_view role;
    SplitRule weight;
    SplitRule bias = SplitRule::kReplicate;
};
constexpr RoleSplit kSplits[] = {
    {"embedding", SplitRule::kVocab},
    {"head", SplitRule::kVocab},
    {"attention.q", SplitRule::kHeads, SplitRule::kHeads},
    {"attention.k", SplitRule::kKvHeads, SplitRule::kKvHeads},
    {"attention.v", SplitRule::kKvHeads, SplitRule::kKvHeads},
    {"attention.o", SplitRule::kRow},
    {"ffn.gate", SplitRule::kColumn, SplitRule::kColumn},
    {"ffn.up", SplitRule::kColumn, SplitRule::kColumn},
    {"ffn.down", SplitRule::kRow},
    {"moe.expert.gate", SplitRule::kColumn},
    {"moe.expert.up", SplitRule::kColumn},
    {"moe.expert.down", SplitRule::kRow},
    {"moe.experts.gate", SplitRule::kExpertColumn},
    {"moe.experts.up", SplitRule::kExpertColumn},
    {"moe.experts.gate_up", SplitRule::kExpertColumn},
    {"moe.experts.down", SplitRule::kExpertRow},
};

SplitRule splitOf(const TensorRole& role)
{
    const auto* found = std::find_if(std::begin(kSplits), std::end(kSplits),
                                     [&](const RoleSplit& split) { return split.role == role.role; });
    return found == std::end(kSplits) ? SplitRule::kReplicate : role.bias ? found->bias : found->weight;
}

using Key = std::tuple<std::string, std::int32_t, bool>; // role, layer (-1: outside the layers), bias

std::string partText(const Key& key)
{
    const auto& [role, layer, bias] = key;
    return (bias ? "bias of role " : "tensor of role ") + role +
           (layer < 0 ? std::string() : " in layer " + std::to_string(layer));
}

// Takes the parts that the engine reads off the list of those that a family describes.
class PartCheck
{
public:
    explicit PartCheck(const ModelSpec& spec) : m_spec(spec)
    {
        for (const ExpectedTensor& tensor : spec.tensors) {
            Part& part = m_described[Key{tensor.role.role, tensor.role.layer, tensor.role.bias}];
            part.first = part.count++ == 0 ? &tensor : part.first;
        }
    }

    absl::Status run()
    {
        need("embedding", -1, {m_spec.vocabularySize, m_spec.hiddenSize});
        need("norm.final", -1, {m_spec.hiddenSize});
        if (names("positions.rope_factors")) {
            need("positions.factors", -1, {m_spec.rope.rotaryDim / 2});
        }
        if (m_spec.tiedHead) {
            allow({"head", -1, false}, {m_spec.vocabularySize, m_spec.hiddenSize});
        } else {
            need("head", -1, {m_spec.vocabularySize, m_spec.hiddenSize});
        }
        for (std::size_t layer = 0; layer < m_spec.layers.size(); ++layer) {
            needAttention(m_spec.layers[layer], static_cast<std::int32_t>(layer));
            needFfn(m_spec.layers[layer].ffn, static_cast<std::int32_t>(layer));
        }
        if (m_spec.vision) {
            needVision(*m_spec.vision);
        }
        checkDescribed();
        return m_status;
    }

private:
    void fail(const std::string& detail)
    {
        if (m_status.ok()) {
            m_status = base::failure(reasons::kFamilyIncomplete, absl::StatusCode::kUnimplemented,
                                     {{"family", m_spec.family}, {"detail", detail}});
        }
    }

    bool names(std::string_view operatorName) const
    {
        return std::find(m_spec.operators.begin(), m_spec.operators.end(), operatorName) != m_spec.operators.end();
    }

    // A part that may be there; `shape`: empty where it does not matter; `count`: how many tensors it is made of.
    void allow(const Key& key, const Shape& shape, std::int64_t count = 1)
    {
        m_used.insert(key);
        const auto found = m_described.find(key);
        if (found == m_described.end()) {
            return;
        }
        const ExpectedTensor& tensor = *found->second.first;
        if (!shape.empty() && tensor.shape != shape && tensor.alternateShape != shape) {
            fail("the " + partText(key) + " is " + shapeText(tensor.shape) + ", it must be " + shapeText(shape));
        } else if (found->second.count != count) {
            fail(std::to_string(found->second.count) + " tensors are the " + partText(key) + ", not " +
                 std::to_string(count));
        }
    }

    void allowBias(const char* role, std::int32_t layer, std::int64_t size) { allow({role, layer, true}, {size}); }

    void need(const char* role, std::int32_t layer, const Shape& shape, std::int64_t count = 1)
    {
        const Key key{role, layer, false};
        if (!m_described.contains(key)) {
            fail("there is no " + partText(key));
        }
        allow(key, shape, count);
    }

    void needAttention(const LayerSpec& layer, std::int32_t number)
    {
        const AttentionSpec& attention = layer.attention;
        const std::string mixer = "the mixer of layer " + std::to_string(number);
        if (layer.mixer != MixerKind::kGqa || layer.cache != CacheKind::kPagedKv || attention.window > 0) {
            fail(mixer +
                 " is not of kind gqa with a paged_kv cache and without a window, and names no operator for that");
            return;
        }
        if (attention.headCount == 0 || attention.kvHeadCount == 0 || attention.headDim == 0) {
            fail(mixer + " lacks heads, kv_heads or head_dim");
            return;
        }
        if (layer.cacheElementsPerToken != std::int64_t{2} * attention.kvHeadCount * attention.headDim) {
            fail(mixer + " caches " + std::to_string(layer.cacheElementsPerToken) +
                 " numbers of a token; the engine caches 2 * kv_heads * head_dim");
        }
        if (m_spec.rope.rotaryDim != attention.headDim) {
            fail("rotary_dim is " + std::to_string(m_spec.rope.rotaryDim) + ", a head of layer " +
                 std::to_string(number) + " has " + std::to_string(attention.headDim) +
                 "; what rotates only a part names the operator positions.partial, what rotates nothing "
                 "positions.none");
        }
        const std::int64_t hidden = m_spec.hiddenSize;
        const std::int64_t queries = std::int64_t{attention.headCount} * attention.headDim;
        const std::int64_t keys = std::int64_t{attention.kvHeadCount} * attention.headDim;
        need("norm.input", number, {hidden});
        need("attention.q", number, {queries, hidden});
        need("attention.k", number, {keys, hidden});
        need("attention.v", number, {keys, hidden});
        need("attention.o", number, {hidden, queries});
        allowBias("attention.q", number, queries);
        allowBias("attention.k", number, keys);
        allowBias("attention.v", number, keys);
        allowBias("attention.o", number, hidden);
        if (attention.qkNorm) {
            need("attention.q_norm", number, {attention.headDim});
            need("attention.k_norm", number, {attention.headDim});
        }
    }

    void needFfn(const FfnSpec& ffn, std::int32_t number)
    {
        const std::int64_t hidden = m_spec.hiddenSize;
        need("norm.post_attention", number, {hidden});
        if (ffn.kind == FfnKind::kMoe) {
            needExperts(ffn, number);
            return;
        }
        if (ffn.kind == FfnKind::kNone) {
            fail("layer " + std::to_string(number) + " has no feed-forward part, and names no operator for that");
        }
        need("ffn.gate", number, {ffn.intermediateSize, hidden});
        need("ffn.up", number, {ffn.intermediateSize, hidden});
        need("ffn.down", number, {hidden, ffn.intermediateSize});
        allowBias("ffn.gate", number, ffn.intermediateSize);
        allowBias("ffn.up", number, ffn.intermediateSize);
        allowBias("ffn.down", number, hidden);
    }

    void needExperts(const FfnSpec& ffn, std::int32_t number)
    {
        const std::int64_t hidden = m_spec.hiddenSize;
        const std::int64_t width = ffn.intermediateSize;
        need("moe.router", number, {ffn.expertCount, hidden});
        if (!ffn.stackedExperts) {
            need("moe.expert.gate", number, {width, hidden}, ffn.expertCount);
            need("moe.expert.up", number, {width, hidden}, ffn.expertCount);
            need("moe.expert.down", number, {hidden, width}, ffn.expertCount);
            return;
        }
        const std::int64_t numbers = ffn.expertCount * width * hidden;
        needStack("moe.experts.down", number, numbers);
        if (m_described.contains(Key{"moe.experts.gate_up", number, false})) {
            needStack("moe.experts.gate_up", number, 2 * numbers);
        } else {
            needStack("moe.experts.gate", number, numbers);
            needStack("moe.experts.up", number, numbers);
        }
    }

    // Stacks are published in two orders of their axes.
    void needStack(const char* role, std::int32_t layer, std::int64_t numbers)
    {
        need(role, layer, {});
        const auto found = m_described.find(Key{role, layer, false});
        if (found != m_described.end() && parameterCount(*found->second.first) != numbers) {
            fail("the " + partText(found->first) + " is " + shapeText(found->second.first->shape) + ", " +
                 std::to_string(numbers) + " numbers are needed");
        }
    }

    void needVision(const VisionSpec& vision)
    {
        const auto needAll = [&](std::initializer_list<const char*> roles, std::int32_t number) {
            for (const char* role : roles) {
                need(role, number, {});
                allow({role, number, true}, {});
            }
        };
        if (m_status.ok() && !std::is_sorted(vision.deepstackLayers.begin(), vision.deepstackLayers.end())) {
            m_status = base::failure(
                reasons::kModelUnsupported, absl::StatusCode::kUnimplemented,
                {{"detail", "the layers of the tower whose results are added to the text's do not ascend"}});
        }
        needAll(
            {"vision.patch_embed", "vision.position", "vision.merger.norm", "vision.merger.fc1", "vision.merger.fc2"},
            -1);
        for (std::int32_t layer = 0; layer < vision.depth; ++layer) {
            needAll({"vision.norm1", "vision.qkv", "vision.proj", "vision.norm2", "vision.fc1", "vision.fc2"}, layer);
        }
        for (std::size_t index = 0; index < vision.deepstackLayers.size(); ++index) {
            needAll({"vision.deepstack.norm", "vision.deepstack.fc1", "vision.deepstack.fc2"},
                    static_cast<std::int32_t>(index));
        }
    }

    void checkDescribed()
    {
        for (const auto& [key, part] : m_described) {
            const ExpectedTensor* tensor = part.first;
            if (!m_used.contains(key)) {
                fail("no operator that the description names uses the " + partText(key) + " (" + tensor->name + ")");
            } else if (tensor->split != splitOf(tensor->role)) {
                fail("the " + partText(key) + " is split by another rule than " +
                     std::string(splitRuleName(splitOf(tensor->role))));
            }
        }
    }

    struct Part {
        const ExpectedTensor* first = nullptr;
        std::int64_t count = 0;
    };

    const ModelSpec& m_spec;
    std::map<Key, Part> m_described;
    std::set<Key> m_used;
    absl::Status m_status;
};

} // namespace

absl::Status checkEngineParts(const ModelSpec& spec)
{
    return PartCheck(spec).run();
}

} // namespace firstlight::model
