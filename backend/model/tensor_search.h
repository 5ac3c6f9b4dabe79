// Looks for tensors of one checkpoint by their names, as fast as somebody types.
#pragma once

#include "backend/model/inspection.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// Remembers what the last filter matched: further pages of it cost nothing but their rows, and a filter that contains
// the last one looks only at what that one matched. Thread-safe.
class TensorSearch
{
public:
    explicit TensorSearch(std::shared_ptr<const Inspection> inspection);

    // Rows whose names contain all words of `filter` (any case; empty: all), in order of names: those that are there,
    // then those that are only announced (no dtype, the expected shape). A star in a word stands for any text:
    // "layers.3.*q_proj". `limit` is at most 10,000.
    v1::ListTensorsResponse list(std::string_view filter, std::int64_t offset, std::int32_t limit);

    std::int64_t examined() const; // names looked at so far

private:
    void narrow(const std::string& filter);

    std::shared_ptr<const Inspection> m_inspection;
    mutable std::mutex m_mutex;
    std::string m_filter;                 // guarded, in small letters
    std::vector<std::uint32_t> m_matches; // guarded: places in the index; not used for the empty filter
    std::int64_t m_examined = 0;          // guarded
};

} // namespace firstlight::model
