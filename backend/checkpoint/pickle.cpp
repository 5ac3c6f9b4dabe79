#include "backend/checkpoint/pickle.h"

#include "backend/checkpoint/pickle_classes.h"

#include <algorithm>

namespace firstlight::checkpoint {
namespace {

// What is shared within a pickle is looked at again and again: these keep that short.
constexpr std::size_t kMostFields = 128; // keys and values
constexpr std::size_t kMostSizes = 32;

} // namespace

const PickleClass& PickleDocument::classOf(const PickleValue& value) const
{
    return pickleClass(value.kind == PickleKind::kClass ? static_cast<std::int32_t>(value.bits)
                                                        : m_objects[value.bits].classNumber);
}

PickleValue PickleDocument::field(const PickleValue& value, std::string_view name) const
{
    const PickleValue dictionary = value.kind == PickleKind::kRecord ? state(value) : value;
    if (dictionary.kind != PickleKind::kDict) {
        return {};
    }
    const Items& entries = items(dictionary);
    const std::size_t most = value.kind == PickleKind::kRecord ? kMostFields : entries.size();
    for (std::size_t i = 0; i + 1 < std::min(most, entries.size()); i += 2) {
        if (entries[i].kind == PickleKind::kText && text(entries[i]) == name) {
            return entries[i + 1];
        }
    }
    return {};
}

std::optional<std::vector<std::int64_t>> PickleDocument::sizes(const PickleValue& value) const
{
    if (value.kind != PickleKind::kTuple && value.kind != PickleKind::kList) {
        return std::nullopt;
    }
    if (items(value).size() > kMostSizes) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (const PickleValue& item : items(value)) {
        if (item.kind != PickleKind::kInteger || item.integer() < 0) {
            return std::nullopt;
        }
        numbers.push_back(item.integer());
    }
    return numbers;
}

} // namespace firstlight::checkpoint
