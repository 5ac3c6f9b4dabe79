#include "backend/checkpoint/sorted_runs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace firstlight::checkpoint {
namespace {

using Pointers = std::vector<TensorEntry*>;

Pointers merged(const Pointers& left, const Pointers& right)
{
    Pointers both;
    both.reserve(left.size() + right.size());
    std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both),
               [](const TensorEntry* a, const TensorEntry* b) { return a->name < b->name; });
    return both;
}

// Neighbours are joined, so that equal names stay in order of runs.
std::vector<Pointers> mergedPairs(std::vector<Pointers> lists)
{
    std::vector<Pointers> joined;
    for (std::size_t i = 0; i + 1 < lists.size(); i += 2) {
        joined.push_back(merged(lists[i], lists[i + 1]));
    }
    if (lists.size() % 2 == 1) {
        joined.push_back(std::move(lists.back()));
    }
    return joined;
}

} // namespace

std::vector<TensorEntry> mergeRuns(std::vector<std::vector<TensorEntry>>& runs)
{
    std::vector<Pointers> lists;
    for (std::vector<TensorEntry>& run : runs) {
        Pointers& list = lists.emplace_back();
        list.reserve(run.size());
        std::transform(run.begin(), run.end(), std::back_inserter(list), [](TensorEntry& entry) { return &entry; });
    }
    while (lists.size() > 1) {
        lists = mergedPairs(std::move(lists));
    }
    std::vector<TensorEntry> entries;
    if (!lists.empty()) {
        entries.reserve(lists.front().size());
        for (TensorEntry* entry : lists.front()) {
            entries.push_back(std::move(*entry));
        }
    }
    return entries;
}

} // namespace firstlight::checkpoint
