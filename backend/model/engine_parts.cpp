#include "backend/model/engine_parts.h"

#include "backend/base/failure.h"
#include "backend/model/coverage.h"

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
            m_described.try_emplace(Key{tensor.role.role, tensor.role.layer, tensor.role.bias}, &tensor);
        }
    }

    absl::Status run()
    {
        need("embedding", -1, {m_spec.vocabularySize, m_spec.hiddenSize});
        need("norm.final", -1, {m_spec.hiddenSize});
        allow("positions.factors", -1);
        if (m_spec.tiedHead) {
            allow("head", -1);
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

    void allow(const char* role, std::int32_t layer, bool bias = false) { m_used.insert(Key{role, layer, bias}); }

    // `shape`: empty where it does not matter.
    void need(const char* role, std::int32_t layer, const Shape& shape)
    {
        const Key key{role, layer, false};
        const auto found = m_described.find(key);
        m_used.insert(key);
        if (found == m_described.end()) {
            fail("there is no " + partText(key));
            return;
        }
        const ExpectedTensor& tensor = *found->second;
        if (!shape.empty() && tensor.shape != shape && tensor.alternateShape != shape) {
            fail("the " + partText(key) + " is " + shapeText(tensor.shape) + ", it must be " + shapeText(shape));
        }
    }

    void needAttention(const LayerSpec& layer, std::int32_t number)
    {
        const AttentionSpec& attention = layer.attention;
        if (layer.mixer != MixerKind::kGqa || layer.cache != CacheKind::kPagedKv || attention.window > 0) {
            fail("the mixer of layer " + std::to_string(number) +
                 " is not of kind gqa with a paged_kv cache and without a window, and names no operator for that");
            return;
        }
        const std::int64_t hidden = m_spec.hiddenSize;
        const std::int64_t queries = std::int64_t{attention.headCount} * attention.headDim;
        const std::int64_t keys = std::int64_t{attention.kvHeadCount} * attention.headDim;
        need("norm.input", number, {hidden});
        need("attention.q", number, {queries, hidden});
        need("attention.k", number, {keys, hidden});
        need("attention.v", number, {keys, hidden});
        need("attention.o", number, {hidden, queries});
        for (const char* role : {"attention.q", "attention.k", "attention.v", "attention.o"}) {
            allow(role, number, true);
        }
        for (const char* role : {"attention.q_norm", "attention.k_norm"}) {
            allow(role, number);
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
        for (const char* role : {"ffn.gate", "ffn.up", "ffn.down"}) {
            allow(role, number, true);
        }
    }

    void needExperts(const FfnSpec& ffn, std::int32_t number)
    {
        const std::int64_t hidden = m_spec.hiddenSize;
        const std::int64_t width = ffn.intermediateSize;
        need("moe.router", number, {ffn.expertCount, hidden});
        if (!ffn.stackedExperts) {
            need("moe.expert.gate", number, {width, hidden});
            need("moe.expert.up", number, {width, hidden});
            need("moe.expert.down", number, {hidden, width});
            return;
        }
        need("moe.experts.down", number, {});
        if (m_described.contains(Key{"moe.experts.gate_up", number, false})) {
            need("moe.experts.gate_up", number, {});
        } else {
            need("moe.experts.gate", number, {});
            need("moe.experts.up", number, {});
        }
    }

    void needVision(const VisionSpec& vision)
    {
        const auto needAll = [&](std::initializer_list<const char*> roles, std::int32_t number) {
            for (const char* role : roles) {
                need(role, number, {});
                allow(role, number, true);
            }
        };
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
        for (const auto& [key, tensor] : m_described) {
            if (!m_used.contains(key)) {
                fail("no operator that the description names uses the " + partText(key) + " (" + tensor->name + ")");
            } else if (tensor->split != splitOf(tensor->role)) {
                fail("the " + partText(key) + " is split by another rule than " +
                     std::string(splitRuleName(splitOf(tensor->role))));
            }
        }
    }

    const ModelSpec& m_spec;
    std::map<Key, const ExpectedTensor*> m_described;
    std::set<Key> m_used;
    absl::Status m_status;
};

} // namespace

absl::Status checkEngineParts(const ModelSpec& spec)
{
    return PartCheck(spec).run();
}

} // namespace firstlight::model
