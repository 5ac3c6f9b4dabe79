#include "backend/model/coverage.h"

#include "backend/model/companion_tensors.h"
#include "backend/model/model_sizes.h"
#include "backend/model/name_hash.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>

namespace firstlight::model {
namespace {

using checkpoint::CheckpointIndex;
using checkpoint::TensorEntry;

// Numbers that need no scale.
bool isWholeFloat(checkpoint::DType dtype)
{
    using checkpoint::DType;
    return dtype == DType::kF64 || dtype == DType::kF32 || dtype == DType::kBF16 || dtype == DType::kF16;
}

bool isNarrowFloat(checkpoint::DType dtype)
{
    return dtype == checkpoint::DType::kF8E4M3 || dtype == checkpoint::DType::kF8E5M2;
}

class Comparison
{
public:
    Comparison(const ModelSpec& spec, const CheckpointIndex& index, const Quantisation* quantisation)
        : m_spec(spec)
        , m_index(index)
        , m_quantisation(quantisation)
        , m_alike(quantisation != nullptr && quantisation->treatsExpertsAlike())
    {
        m_companionsOf.resize(spec.tensors.size());
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
        const std::int32_t owner = noteCompanion(name, row);
        const bool mayBeExpected = owner == Coverage::kNone || m_expectsCompanions;
        if (mayBeExpected && placeExpected(name, row)) {
            return TensorUse::kExpected;
        }
        if (owner != Coverage::kNone) {
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

    // The expected tensor that this one belongs to.
    std::int32_t noteCompanion(std::string_view name, std::size_t row)
    {
        for (const Companion& companion : companions()) {
            const std::int32_t owner = name.ends_with(companion.end) ? ownerOf(name, companion) : Coverage::kNone;
            if (owner == Coverage::kNone) {
                continue;
            }
            if (companion.kind == Companion::Kind::kValues && m_result.entryOf[owner] == Coverage::kNone) {
                m_result.entryOf[owner] = entryOf(row);
            } else if (std::int32_t* place = placeOf(companion.kind, m_companionsOf[owner]); place != nullptr) {
                *place = entryOf(row);
            }
            return owner;
        }
        return Coverage::kNone;
    }

    // Where those of one weight are, as Coverage::entryOf.
    struct Companions {
        std::int32_t scale = Coverage::kNone;
        std::int32_t secondScale = Coverage::kNone;
        std::int32_t zeroPoints = Coverage::kNone;
    };

    static std::int32_t* placeOf(Companion::Kind kind, Companions& companions)
    {
        switch (kind) {
        case Companion::Kind::kScale:
            return &companions.scale;
        case Companion::Kind::kSecondScale:
            return &companions.secondScale;
        case Companion::Kind::kZeroPoints:
            return &companions.zeroPoints;
        case Companion::Kind::kOther:
        case Companion::Kind::kValues:
            break;
        }
        return nullptr;
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
        compareStored(expected, m_index.tensors[entry]);
    }

    // Hundreds of experts in a layer follow each other and are stored alike.
    const std::optional<QuantisedForm>& formOf(const ExpectedTensor& tensor)
    {
        const bool isLikeLast = m_alike && m_formed != nullptr && tensor.role.expert >= 0 &&
                                tensor.role.layer == m_formed->role.layer && tensor.shape == m_formed->shape &&
                                tensor.role.role == m_formed->role.role && m_formed->role.expert >= 0;
        if (!isLikeLast && m_quantisation != nullptr) {
            m_form = m_quantisation->form(tensor);
        }
        m_formed = &tensor;
        return m_form;
    }

    void compareStored(std::int32_t expected, const TensorEntry& values)
    {
        const ExpectedTensor& tensor = m_spec.tensors[expected];
        const bool isNamed = values.name == tensor.name;
        const std::optional<QuantisedForm>& form = formOf(tensor);
        const bool isInFull = isNamed && isWholeFloat(values.dtype);
        m_result.quantised += form ? 1 : 0;
        m_result.unquantised += form && isInFull ? 1 : 0;
        const bool isForeign = m_quantisation != nullptr && !isInFull &&
                               (!m_quantisation->isUnderstood() || (!form && m_quantisation->isOfAllLinear()));
        const bool isOneByOne = !form || (form->bits == 8 && values.dtype != checkpoint::DType::kU32); // not in words
        if (isNamed && !isForeign && (isInFull || isOneByOne)) {
            compareShape(tensor, values);
        } else if (form) {
            comparePacked(tensor, *form, values);
        }
        const bool isNarrow = form ? !isInFull : isNarrowFloat(values.dtype);
        if (m_quantisation != nullptr && m_quantisation->isUnderstood() && isNarrow) {
            compareScale(expected, form);
            if (form && m_companionsOf[expected].scale != Coverage::kNone) { // named as the list has it
                compareOthers(m_spec.tensors[expected], *form, m_companionsOf[expected]);
            }
        }
    }

    // Packed numbers fill whole words in each row.
    void comparePacked(const ExpectedTensor& tensor, const QuantisedForm& form, const TensorEntry& values)
    {
        constexpr std::int64_t kWordBits = 32;
        const std::int64_t count = parameterCount(tensor);
        const std::int64_t columns = tensor.shape.back();
        const std::int64_t rows = columns == 0 ? 0 : count / columns;
        const std::int64_t exact = (count * form.bits + 7) / 8;
        const std::int64_t padded = rows * ((columns * form.bits + kWordBits - 1) / kWordBits) * (kWordBits / 8);
        const auto bytes = static_cast<std::int64_t>(values.sizeBytes);
        if (bytes != exact && bytes != padded) {
            m_result.mismatches.push_back({values.name,
                                           std::to_string(exact) + " bytes, " + std::to_string(form.bits) +
                                               " bits for each of " + shapeText(tensor.shape),
                                           shapeText(values.shape) + " of " + std::to_string(bytes) + " bytes"});
        }
    }

    void compareScale(std::int32_t expected, const std::optional<QuantisedForm>& form)
    {
        const ExpectedTensor& tensor = m_spec.tensors[expected];
        const std::int32_t place = m_companionsOf[expected].scale;
        if (place == Coverage::kNone && !hasOtherScale(tensor.name)) {
            m_result.lacking.push_back("the scale of " + tensor.name);
        }
        if (place < 0 || !form) {
            return;
        }
        const TensorEntry& scale = m_index.tensors[place];
        if (std::ranges::find(form->scaleCounts, scale.elementCount()) == form->scaleCounts.end()) {
            const std::int64_t count = form->scaleCounts.front();
            m_result.mismatches.push_back(
                {scale.name,
                 std::to_string(count) + (count == 1 ? " scale" : " scales") + " for " + shapeText(tensor.shape),
                 shapeText(scale.shape)});
        }
    }

    void compareOthers(const ExpectedTensor& tensor, const QuantisedForm& form, const Companions& companions)
    {
        if (form.hasSecondScale && companions.secondScale == Coverage::kNone) {
            m_result.lacking.push_back("the second scale of " + tensor.name);
        }
        if (form.hasZeroPoints && companions.zeroPoints == Coverage::kNone) {
            m_result.lacking.push_back("the zero points of " + tensor.name);
        }
        if (form.hasZeroPoints && companions.zeroPoints >= 0) {
            compareZeroPoints(tensor, form, m_index.tensors[companions.zeroPoints]);
        }
    }

    // Packed as the numbers are, or a byte for each.
    void compareZeroPoints(const ExpectedTensor& tensor, const QuantisedForm& form, const TensorEntry& zeroPoints)
    {
        const auto bytes = static_cast<std::int64_t>(zeroPoints.sizeBytes);
        const bool fits = std::ranges::any_of(form.scaleCounts, [&](std::int64_t count) {
            return bytes == (count * form.bits + 7) / 8 || zeroPoints.elementCount() == count;
        });
        if (!fits) {
            m_result.mismatches.push_back({zeroPoints.name,
                                           std::to_string(form.scaleCounts.front()) + " zero points of " +
                                               std::to_string(form.bits) + " bits for " + shapeText(tensor.shape),
                                           shapeText(zeroPoints.shape)});
        }
    }

    // Under a name that the list of companions does not have.
    bool hasOtherScale(const std::string& tensor) const
    {
        const std::string stem = tensor.ends_with(".weight") ? tensor.substr(0, tensor.size() - 6) : tensor;
        const auto first = std::ranges::lower_bound(m_index.tensors, stem, {}, &TensorEntry::name);
        for (auto entry = first; entry != m_index.tensors.end() && entry->name.starts_with(stem); ++entry) {
            if (entry->name.find("scale", stem.size()) != std::string::npos && companionOf(entry->name) == nullptr) {
                return true;
            }
        }
        return false;
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
    const Quantisation* m_quantisation;
    const bool m_alike;
    const ExpectedTensor* m_formed = nullptr; // the last one whose form was asked for
    std::optional<QuantisedForm> m_form;      // of it
    std::vector<Companions> m_companionsOf;   // for each expected tensor
    absl::flat_hash_map<std::string_view, std::int32_t, NameHash> m_expected;
    bool m_expectsCompanions = false; // a family may describe scales as tensors of their own
    std::string m_owner;              // the last one looked for
    std::int32_t m_ownerIndex = Coverage::kNone;
    Coverage m_result;
};

} // namespace

Coverage coverage(const ModelSpec& spec, const CheckpointIndex& index, const std::vector<std::string>& promised,
                  const Quantisation* quantisation)
{
    return Comparison(spec, index, quantisation).run(promised);
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
