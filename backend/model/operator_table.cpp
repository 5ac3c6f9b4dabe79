#include "backend/model/operator_table.h"

#include "backend/base/failure.h"
#include "backend/model/engine_parts.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace firstlight::model {
namespace {

constexpr std::array<OperatorInfo, 28> kOperators{{
    {"activation.gelu", OperatorState::kFast, ""},
    {"activation.gelu_new", OperatorState::kFast, ""},
    {"activation.gelu_pytorch_tanh", OperatorState::kFast, ""},
    {"activation.gelu_tanh", OperatorState::kFast, ""},
    {"activation.silu", OperatorState::kFast, ""},
    {"attention.bias", OperatorState::kFast, ""},
    {"attention.gqa", OperatorState::kFast, ""},
    {"attention.qk_norm", OperatorState::kFast, ""},
    {"embedding", OperatorState::kFast, ""},
    {"ffn.bias", OperatorState::kFast, ""},
    {"ffn.gated", OperatorState::kFast, ""},
    {"head", OperatorState::kFast, ""},
    {"moe.separate_stacks", OperatorState::kFast, ""},
    {"moe.softmax_top_k", OperatorState::kFast, ""},
    {"norm.rms", OperatorState::kFast, ""},
    {"positions.interleaved_pairs", OperatorState::kFast, ""},
    {"positions.mrope_interleaved", OperatorState::kFast, ""},
    {"positions.rope", OperatorState::kFast, ""},
    {"positions.rope_factors", OperatorState::kFast, ""},
    {"positions.rope_linear", OperatorState::kFast, ""},
    {"positions.rope_llama3", OperatorState::kFast, ""},
    {"vision.deepstack", OperatorState::kFast, ""},
    {"vision.encoder", OperatorState::kFast, ""},
    {"vision.patch_merger", OperatorState::kFast, ""},
    {"vision.position_interpolation", OperatorState::kFast, ""},
    {"weights.BF16", OperatorState::kFast, ""},
    {"weights.F16", OperatorState::kFast, ""},
    {"weights.F32", OperatorState::kFast, ""},
}};

// Weights in blocks that share their scales.
constexpr std::array<std::string_view, 13> kExpandedWeights{"Q4_0", "Q4_1", "Q5_0", "Q5_1",   "Q8_0",   "Q2_K", "Q3_K",
                                                            "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "IQ4_XS", "MXFP4"};

bool isExpanded(std::string_view name)
{
    constexpr std::string_view kStart = "weights.";
    return name.starts_with(kStart) && std::find(kExpandedWeights.begin(), kExpandedWeights.end(),
                                                 name.substr(kStart.size())) != kExpandedWeights.end();
}

class NeedList
{
public:
    void add(const std::string& name, std::int32_t layer)
    {
        const auto [place, isNew] = m_places.try_emplace(name, m_needs.size());
        if (isNew) {
            m_needs.push_back({name, {}});
        }
        std::vector<std::int32_t>& layers = m_needs[place->second].layers;
        if (layer >= 0 && (layers.empty() || layers.back() != layer)) {
            layers.push_back(layer);
        }
    }

    std::vector<OperatorNeed> take() { return std::move(m_needs); }

private:
    std::vector<OperatorNeed> m_needs;
    std::unordered_map<std::string, std::size_t> m_places;
};

} // namespace

OperatorInfo operatorInfo(std::string_view name)
{
    const auto* place =
        std::find_if(kOperators.begin(), kOperators.end(), [&](const OperatorInfo& info) { return info.name == name; });
    if (isExpanded(name)) {
        return {name, OperatorState::kFallback, "expanded to 32-bit numbers when it is loaded"};
    }
    return place == kOperators.end() ? OperatorInfo{name, OperatorState::kMissing, "not built yet"} : *place;
}

std::vector<OperatorNeed> operatorNeeds(const ModelSpec& spec)
{
    NeedList list;
    for (const std::string& name : spec.operators) {
        list.add(name, -1);
    }
    for (std::size_t layer = 0; layer < spec.layers.size(); ++layer) {
        for (const std::string& name : spec.layers[layer].operators) {
            list.add(name, static_cast<std::int32_t>(layer));
        }
    }
    return list.take();
}

absl::Status checkRunnable(const ModelSpec& spec, const std::vector<OperatorNeed>& others)
{
    std::string missing;
    for (const std::vector<OperatorNeed>& needs : {operatorNeeds(spec), others}) {
        for (const OperatorNeed& need : needs) {
            if (operatorInfo(need.name).state == OperatorState::kMissing) {
                missing += (missing.empty() ? "" : ", ") + need.name;
            }
        }
    }
    return missing.empty() ? checkEngineParts(spec)
                           : base::failure(reasons::kModelUnsupported, absl::StatusCode::kUnimplemented,
                                           {{"detail", "the engine has no " + missing}});
}

} // namespace firstlight::model
