#include "backend/model/inspection.h"

#include <algorithm>

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

bool containsIgnoringCase(std::string_view text, std::string_view lowerFilter)
{
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(text.begin(), text.end(), lowerFilter.begin(), lowerFilter.end(), same) != text.end();
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

v1::ListTensorsResponse listTensors(const Inspection& inspection, std::string_view filter, std::int64_t offset,
                                    std::int32_t limit)
{
    const std::string wanted = lowered(filter);
    const auto& tensors = inspection.survey().index.tensors;
    const std::int64_t end = std::max<std::int64_t>(0, offset) + std::clamp(limit, 0, kMostRows);
    v1::ListTensorsResponse response;
    std::int64_t matching = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (containsIgnoringCase(tensors[i].name, wanted)) {
            if (matching >= offset && matching < end) {
                fillRow(inspection, i, *response.add_tensors());
            }
            ++matching;
        }
    }
    response.set_total_matching(matching);
    return response;
}

} // namespace firstlight::model
