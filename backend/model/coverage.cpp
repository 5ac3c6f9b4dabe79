#include "backend/model/coverage.h"

#include "backend/model/name_hash.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>

namespace firstlight::model {
namespace {

using checkpoint::CheckpointIndex;
using checkpoint::TensorEntry;

// How quantised checkpoints name what they have beside, or in place of, a weight.
struct Companion {
    std::string_view end;
    std::string_view ownerEnd;
    bool holdsValues = false; // packed: the weight itself is not there
};

constexpr std::array<Companion, 20> kCompanions{{
    {".weight_packed", ".weight", true},
    {".weight_scale", ".weight"},
    {".weight_scale_inv", ".weight"},
    {".weight_scale_2", ".weight"},
    {".weight_shape", ".weight"},
    {".weight_zero_point", ".weight"},
    {".weight_g_idx", ".weight"},
    {".weight_global_scale", ".weight"},
    {".input_scale", ".weight"},
    {".input_global_scale", ".weight"},
    {".qweight", ".weight", true},
    {".qzeros", ".weight"},
    {".scales", ".weight"},
    {".g_idx", ".weight"},
    {".scale", ".weight"},
    {".k_scale", ".weight"},
    {".v_scale", ".weight"},
    {"_blocks", "", true}, // of stacked experts
    {"_scales", ""},
    {"_scale_inv", ""},
}};

const Companion* companionOf(std::string_view name)
{
    const auto* match = std::find_if(kCompanions.begin(), kCompanions.end(),
                                     [&](const Companion& companion) { return name.ends_with(companion.end); });
    return match == kCompanions.end() ? nullptr : match;
}

class Comparison
{
public:
    Comparison(const ModelSpec& spec, const CheckpointIndex& index) : m_spec(spec), m_index(index)
    {
        m_result.entryOf.assign(spec.tensors.size(), Coverage::kNone);
        m_expected.reserve(spec.tensors.size());
        for (std::size_t i = 0; i < spec.tensors.size(); ++i) {
            m_expected.emplace(spec.tensors[i].name, static_cast<std::int32_t>(i));
            m_expectsCompanions = m_expectsCompanions || companionOf(spec.tensors[i].name) != nullptr;
        }
    }

    Coverage run(const std::vector<std::string>& promised)
    {
        const std::size_t rows = m_index.tensors.size() + promised.size();
        m_result.expectedOf.assign(rows, Coverage::kNone);
        m_result.uses.assign(rows, TensorUse::kUnknown);
        for (std::size_t i = 0; i < m_index.tensors.size(); ++i) {
            place(m_index.tensors[i].name, i);
        }
        for (std::size_t i = 0; i < promised.size(); ++i) {
            if (place(promised[i], m_index.tensors.size() + i) == TensorUse::kUnknown) {
                m_result.unknownPromised.push_back(promised[i]);
            }
        }
        for (std::size_t i = 0; i < m_spec.tensors.size(); ++i) {
            count(static_cast<std::int32_t>(i));
        }
        m_result.unknown = std::count(m_result.uses.begin(), m_result.uses.end(), TensorUse::kUnknown);
        return std::move(m_result);
    }

private:
    // Notes which expected tensor this one is, or belongs to. `row`: as in Coverage::uses.
    TensorUse place(const std::string& name, std::size_t row) { return m_result.uses[row] = useOf(name, row); }

    TensorUse useOf(const std::string& name, std::size_t row)
    {
        const Companion* companion = companionOf(name);
        if ((companion == nullptr || m_expectsCompanions) && placeExpected(name, row)) {
            return TensorUse::kExpected;
        }
        if (companion != nullptr && placeCompanion(name, *companion, row)) {
            return TensorUse::kQuantisation;
        }
        const bool ignored = std::any_of(m_spec.ignoredTensors.begin(), m_spec.ignoredTensors.end(),
                                         [&](const std::string& pattern) { return matchesPattern(name, pattern); });
        return ignored ? TensorUse::kIgnored : TensorUse::kUnknown;
    }

    std::int32_t entryOf(std::size_t row) const
    {
        return row < m_index.tensors.size() ? static_cast<std::int32_t>(row) : Coverage::kPromised;
    }

    bool placeExpected(const std::string& name, std::size_t row)
    {
        const auto match = m_expected.find(name);
        if (match == m_expected.end()) {
            return false;
        }
        m_result.entryOf[match->second] = entryOf(row);
        m_result.expectedOf[row] = match->second;
        return true;
    }

    bool placeCompanion(std::string_view name, const Companion& companion, std::size_t row)
    {
        const std::int32_t owner = ownerOf(name, companion);
        if (owner == Coverage::kNone) {
            return false;
        }
        if (companion.holdsValues && m_result.entryOf[owner] == Coverage::kNone) {
            m_result.entryOf[owner] = entryOf(row);
        }
        return true;
    }

    // Companions of one weight mostly follow each other.
    std::int32_t ownerOf(std::string_view name, const Companion& companion)
    {
        const std::string_view stem = name.substr(0, name.size() - companion.end.size());
        const std::size_t length = stem.size() + companion.ownerEnd.size();
        if (m_owner.size() != length || !m_owner.starts_with(stem) || !m_owner.ends_with(companion.ownerEnd)) {
            m_owner = stem;
            m_owner += companion.ownerEnd;
            const auto match = m_expected.find(m_owner);
            m_ownerIndex = match == m_expected.end() ? Coverage::kNone : match->second;
        }
        return m_ownerIndex;
    }

    void count(std::int32_t expected)
    {
        const ExpectedTensor& tensor = m_spec.tensors[expected];
        const std::int32_t entry = m_result.entryOf[expected];
        if (entry == Coverage::kNone && tensor.optional) {
            return;
        }
        ++m_result.expected;
        if (entry == Coverage::kNone) {
            ++m_result.missing;
            return;
        }
        if (entry == Coverage::kPromised) {
            ++m_result.promised;
            return;
        }
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
    absl::flat_hash_map<std::string_view, std::int32_t, NameHash> m_expected;
    bool m_expectsCompanions = false; // a family may describe scales as tensors of their own
    std::string m_owner;              // the last one looked for
    std::int32_t m_ownerIndex = Coverage::kNone;
    Coverage m_result;
};

} // namespace

Coverage coverage(const ModelSpec& spec, const CheckpointIndex& index, const std::vector<std::string>& promised)
{
    return Comparison(spec, index).run(promised);
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
    for (std::size_t i = 0; i < coverage.unknownPromised.size() && names.size() < limit; ++i) {
        names.push_back(coverage.unknownPromised[i]);
    }
    return names;
}

std::string quantisedName(std::string_view name)
{
    const Companion* companion = companionOf(name);
    if (companion == nullptr) {
        return std::string(name);
    }
    name.remove_suffix(companion->end.size());
    return std::string(name) + std::string(companion->ownerEnd);
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
