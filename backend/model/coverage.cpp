#include "backend/model/coverage.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace firstlight::model {
namespace {

using checkpoint::CheckpointIndex;
using checkpoint::TensorEntry;

// Ends of names that quantised checkpoints have beside, or in place of, "weight".
constexpr std::array<std::string_view, 16> kCompanions{"weight_scale_inv", "weight_scale",
                                                       "weight_scale_2",   "weight_packed",
                                                       "weight_shape",     "weight_zero_point",
                                                       "weight_g_idx",     "weight_global_scale",
                                                       "input_scale",      "input_global_scale",
                                                       "qweight",          "qzeros",
                                                       "scales",           "g_idx",
                                                       "k_scale",          "v_scale"};
constexpr std::array<std::string_view, 2> kPacked{"weight_packed", "qweight"}; // these hold the values themselves

class Comparison
{
public:
    Comparison(const ModelSpec& spec, const CheckpointIndex& index) : m_spec(spec), m_index(index)
    {
        m_result.expectedOf.assign(index.tensors.size(), Coverage::kNone);
        m_result.uses.assign(index.tensors.size(), TensorUse::kUnknown);
        m_result.entryOf.assign(spec.tensors.size(), Coverage::kNone);
    }

    Coverage run()
    {
        matchNames();
        for (std::size_t i = 0; i < m_index.tensors.size(); ++i) {
            if (m_result.expectedOf[i] == Coverage::kNone) {
                m_result.uses[i] = useOf(static_cast<std::int32_t>(i));
            }
        }
        for (std::size_t i = 0; i < m_spec.tensors.size(); ++i) {
            count(static_cast<std::int32_t>(i));
        }
        m_result.unknown = std::count(m_result.uses.begin(), m_result.uses.end(), TensorUse::kUnknown);
        return std::move(m_result);
    }

private:
    void matchNames()
    {
        m_expected.reserve(m_spec.tensors.size());
        for (std::size_t i = 0; i < m_spec.tensors.size(); ++i) {
            m_expected.emplace(m_spec.tensors[i].name, static_cast<std::int32_t>(i));
        }
        for (std::size_t i = 0; i < m_index.tensors.size(); ++i) {
            const auto match = m_expected.find(m_index.tensors[i].name);
            if (match != m_expected.end()) {
                m_result.expectedOf[i] = match->second;
                m_result.entryOf[match->second] = static_cast<std::int32_t>(i);
                m_result.uses[i] = TensorUse::kExpected;
            }
        }
    }

    TensorUse useOf(std::int32_t entry)
    {
        const std::string_view name = m_index.tensors[entry].name;
        const bool ignored = std::any_of(m_spec.ignoredTensors.begin(), m_spec.ignoredTensors.end(),
                                         [&](const std::string& pattern) { return matchesPattern(name, pattern); });
        if (ignored) {
            return TensorUse::kIgnored;
        }
        return isCompanion(name, entry) ? TensorUse::kQuantisation : TensorUse::kUnknown;
    }

    bool isCompanion(std::string_view name, std::int32_t entry)
    {
        const auto dot = name.rfind('.');
        const std::string_view end = dot == std::string_view::npos ? name : name.substr(dot + 1);
        if (std::find(kCompanions.begin(), kCompanions.end(), end) == kCompanions.end()) {
            return false;
        }
        const auto owner = m_expected.find(std::string(name.substr(0, dot + 1)) + "weight");
        if (owner == m_expected.end()) {
            return false;
        }
        if (std::find(kPacked.begin(), kPacked.end(), end) != kPacked.end() &&
            m_result.entryOf[owner->second] == Coverage::kNone) {
            m_result.entryOf[owner->second] = entry;
        }
        return true;
    }

    void count(std::int32_t expected)
    {
        const ExpectedTensor& tensor = m_spec.tensors[expected];
        const std::int32_t entry = m_result.entryOf[expected];
        if (entry == Coverage::kNone) {
            m_result.missing += tensor.optional ? 0 : 1;
            m_result.expected += tensor.optional ? 0 : 1;
            return;
        }
        ++m_result.expected;
        ++m_result.found;
        if (!tensor.alternateShape.empty() && tensor.alternateShape == tensor.shape) {
            m_result.ambiguous.push_back(expected);
        }
        if (m_result.uses[entry] == TensorUse::kExpected) {
            compareShape(tensor, m_index.tensors[entry]);
        }
    }

    void compareShape(const ExpectedTensor& tensor, const TensorEntry& entry)
    {
        const bool alternate = !tensor.alternateShape.empty() && entry.shape == tensor.alternateShape;
        if (entry.shape != tensor.shape && !alternate) {
            std::string expected = shapeText(tensor.shape);
            expected += tensor.alternateShape.empty() ? "" : " or " + shapeText(tensor.alternateShape);
            m_result.mismatches.push_back({tensor.name, std::move(expected), shapeText(entry.shape)});
        }
    }

    const ModelSpec& m_spec;
    const CheckpointIndex& m_index;
    std::unordered_map<std::string_view, std::int32_t> m_expected;
    Coverage m_result;
};

} // namespace

Coverage coverage(const ModelSpec& spec, const CheckpointIndex& index)
{
    return Comparison(spec, index).run();
}

std::vector<std::string> missingNames(const Coverage& coverage, const ModelSpec& spec, std::size_t limit)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
        if (coverage.entryOf[i] == Coverage::kNone && !spec.tensors[i].optional) {
            names.push_back(spec.tensors[i].name);
        }
    }
    std::sort(names.begin(), names.end());
    names.resize(std::min(names.size(), limit));
    return names;
}

std::vector<std::string> unknownNames(const Coverage& coverage, const CheckpointIndex& index, std::size_t limit)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < index.tensors.size() && names.size() < limit; ++i) {
        if (coverage.uses[i] == TensorUse::kUnknown) {
            names.push_back(index.tensors[i].name);
        }
    }
    return names;
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "[";
    for (const std::int64_t size : shape) {
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    }
    return text + "]";
}

bool matchesPattern(std::string_view name, std::string_view pattern)
{
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) {
        return name == pattern;
    }
    if (!name.starts_with(pattern.substr(0, star))) {
        return false;
    }
    name.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    // Each part between stars at its first possible place; what follows the last star must end the name.
    for (auto next = pattern.find('*'); next != std::string_view::npos; next = pattern.find('*')) {
        const auto place = name.find(pattern.substr(0, next));
        if (place == std::string_view::npos) {
            return false;
        }
        name.remove_prefix(place + next);
        pattern.remove_prefix(next + 1);
    }
    return name.ends_with(pattern);
}

} // namespace firstlight::model
