#include "backend/model/tensor_search.h"

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

// Nearly all names are in small letters, which is the quick case.
bool containsIgnoringCase(std::string_view text, std::string_view lowerFilter)
{
    if (text.find(lowerFilter) != std::string_view::npos) {
        return true;
    }
    return hasCapital(text) && std::search(text.begin(), text.end(), lowerFilter.begin(), lowerFilter.end(),
                                           [](char a, char b) { return lower(a) == b; }) != text.end();
}

void fillRow(const Inspection& inspection, std::size_t tensor, v1::TensorRow& row)
{
    const checkpoint::CheckpointIndex& index = inspection.survey().index;
    const checkpoint::TensorEntry& entry = index.tensors[tensor];
    row.set_name(entry.name);
    row.set_dtype(std::string(checkpoint::dtypeName(entry.dtype)));
    row.mutable_shape()->Add(entry.shape.begin(), entry.shape.end());
    row.set_memory_bytes(static_cast<std::int64_t>(entry.sizeBytes));
    row.set_file(index.files[entry.file].name);
    row.set_file_offset_bytes(static_cast<std::int64_t>(entry.offsetBytes));
    row.set_role(std::string(inspection.roleOf(tensor)));
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
    const auto& tensors = m_inspection->survey().index.tensors;
    const auto keep = [&](std::uint32_t place) { return containsIgnoringCase(tensors[place].name, filter); };
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
    m_examined += static_cast<std::int64_t>(tensors.size());
    m_matches.clear();
    for (std::uint32_t place = 0; place < tensors.size(); ++place) {
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
    const auto total = static_cast<std::int64_t>(all ? m_inspection->survey().index.tensors.size() : m_matches.size());
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
