#include "backend/model/tensor_search.h"

#include <absl/strings/str_split.h>

#include <algorithm>
#include <utility>

namespace firstlight::model {
namespace {

constexpr std::int32_t kMostRows = 10'000;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool hasCapital(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Nearly all names are in small letters, which is the quick case. npos: it is not there.
std::size_t findIgnoringCase(std::string_view text, std::string_view lowerPart, std::size_t from)
{
    const std::size_t found = text.find(lowerPart, from);
    if (found != std::string_view::npos || !hasCapital(text)) {
        return found;
    }
    const auto place = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), lowerPart.begin(),
                                   lowerPart.end(), [](char a, char b) { return lower(a) == b; });
    return place == text.end() ? std::string_view::npos : static_cast<std::size_t>(place - text.begin());
}

// What a name must contain: all words, and of each word all parts between its stars, one after the other.
std::vector<std::vector<std::string_view>> wordsOf(std::string_view filter)
{
    std::vector<std::vector<std::string_view>> words;
    for (const absl::string_view word : absl::StrSplit(absl::string_view(filter.data(), filter.size()), ' ')) {
        std::vector<std::string_view> parts;
        for (const absl::string_view part : absl::StrSplit(word, '*', absl::SkipEmpty())) {
            parts.emplace_back(part.data(), part.size());
        }
        words.push_back(std::move(parts));
    }
    return words;
}

bool containsParts(std::string_view name, const std::vector<std::string_view>& parts)
{
    std::size_t from = 0;
    for (const std::string_view part : parts) {
        const std::size_t found = findIgnoringCase(name, part, from);
        if (found == std::string_view::npos) {
            return false;
        }
        from = found + part.size();
    }
    return true;
}

void fillFound(const checkpoint::CheckpointIndex& index, std::size_t place, v1::TensorRow& row)
{
    const checkpoint::TensorEntry& entry = index.tensors[place];
    row.set_dtype(std::string(checkpoint::dtypeName(entry.dtype)));
    row.mutable_shape()->Add(entry.shape.begin(), entry.shape.end());
    row.set_memory_bytes(static_cast<std::int64_t>(entry.sizeBytes));
    row.set_file(index.files[entry.file].name);
    row.set_file_offset_bytes(static_cast<std::int64_t>(entry.offsetBytes));
}

// Of a tensor that is not there yet: where it will be, and the shape that the family expects.
void fillPromised(const Inspection& inspection, std::size_t place, v1::TensorRow& row)
{
    const checkpoint::CheckpointSurvey& survey = inspection.survey();
    row.set_file(survey.index.files[survey.promisedFiles[place - survey.index.tensors.size()]].name);
    if (const ExpectedTensor* expected = inspection.expectedOf(place); expected != nullptr) {
        row.mutable_shape()->Add(expected->shape.begin(), expected->shape.end());
    }
}

void fillRow(const Inspection& inspection, std::size_t place, v1::TensorRow& row)
{
    row.set_name(inspection.nameOf(place));
    row.set_role(std::string(inspection.roleOf(place)));
    if (place < inspection.survey().index.tensors.size()) {
        fillFound(inspection.survey().index, place, row);
    } else {
        fillPromised(inspection, place, row);
    }
}

} // namespace

TensorSearch::TensorSearch(std::shared_ptr<const Inspection> inspection) : m_inspection(std::move(inspection)) {}

std::int64_t TensorSearch::examined() const
{
    const std::lock_guard lock(m_mutex);
    return m_examined;
}

void TensorSearch::narrow(const std::string& filter)
{
    if (filter == m_filter) {
        return;
    }
    const auto words = wordsOf(filter);
    const auto keep = [&](std::uint32_t place) {
        return std::ranges::all_of(
            words, [&](const auto& parts) { return containsParts(m_inspection->nameOf(place), parts); });
    };
    const bool continues = !m_filter.empty() && filter.find(m_filter) != std::string::npos;
    m_filter = filter;
    if (filter.empty()) {
        m_matches.clear();
        return;
    }
    if (continues) {
        m_examined += static_cast<std::int64_t>(m_matches.size());
        std::erase_if(m_matches, [&](std::uint32_t place) { return !keep(place); });
        return;
    }
    m_examined += static_cast<std::int64_t>(m_inspection->rowCount());
    m_matches.clear();
    for (std::uint32_t place = 0; place < m_inspection->rowCount(); ++place) {
        if (keep(place)) {
            m_matches.push_back(place);
        }
    }
}

v1::ListTensorsResponse TensorSearch::list(std::string_view filter, std::int64_t offset, std::int32_t limit)
{
    const std::lock_guard lock(m_mutex);
    narrow(lowered(filter));
    const bool all = m_filter.empty();
    const auto total = static_cast<std::int64_t>(all ? m_inspection->rowCount() : m_matches.size());
    const std::int64_t begin = std::clamp<std::int64_t>(offset, 0, total);
    const std::int64_t end = std::min<std::int64_t>(total, begin + std::clamp(limit, 0, kMostRows));
    v1::ListTensorsResponse response;
    response.set_total_matching(total);
    for (std::int64_t row = begin; row < end; ++row) {
        const auto place = static_cast<std::size_t>(row);
        fillRow(*m_inspection, all ? place : m_matches[place], *response.add_tensors());
    }
    return response;
}

} // namespace firstlight::model
