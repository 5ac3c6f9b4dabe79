#include "backend/checkpoint/index_comparison.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace firstlight::checkpoint {
namespace {

using Names = std::vector<std::string_view>;

// Both lists are sorted: one pass finds what only one of them has.
void compareShard(const Names& promised, const std::vector<TensorEntry>& tensors, Names& onlyIndex, Names& onlyShards)
{
    auto promise = promised.begin();
    auto tensor = tensors.begin();
    while (promise != promised.end() || tensor != tensors.end()) {
        const int order = promise == promised.end() ? 1 : tensor == tensors.end() ? -1 : promise->compare(tensor->name);
        if (order < 0) {
            onlyIndex.push_back(*promise);
        } else if (order > 0) {
            onlyShards.push_back(tensor->name);
        }
        promise += order <= 0 ? 1 : 0;
        tensor += order >= 0 ? 1 : 0;
    }
}

Names without(const Names& names, const Names& others)
{
    Names rest;
    std::set_difference(names.begin(), names.end(), others.begin(), others.end(), std::back_inserter(rest));
    return rest;
}

void report(const std::string& indexName, const Names& names, const std::string& what,
            std::vector<absl::Status>& problems)
{
    if (!names.empty()) {
        problems.push_back(base::failure(reasons::kIndexMismatch,
                                         {{"file", indexName},
                                          {"detail", what + " (" + std::to_string(names.size()) + ", the first is " +
                                                         std::string(names.front()) + ")"}}));
    }
}

} // namespace

IndexComparison compareWithIndex(const std::string& indexName, const IndexFile& index,
                                 const std::vector<ShardTensors>& shards)
{
    IndexComparison comparison;
    Names onlyIndex;
    Names onlyShards;
    std::vector<std::pair<std::string_view, std::int32_t>> unread;
    for (std::size_t file = 0; file < shards.size(); ++file) {
        const Names& promised = index.tensorsOf(file);
        if (shards[file].tensors == nullptr) {
            const auto number = static_cast<std::int32_t>(file);
            std::ranges::transform(promised, std::back_inserter(unread),
                                   [&](std::string_view name) { return std::pair(name, number); });
        } else {
            compareShard(promised, *shards[file].tensors, onlyIndex, onlyShards);
        }
    }
    std::sort(unread.begin(), unread.end());
    for (const auto& [name, number] : unread) {
        comparison.promised.emplace_back(name);
        comparison.promisedFiles.push_back(number);
    }
    std::sort(onlyIndex.begin(), onlyIndex.end());
    std::sort(onlyShards.begin(), onlyShards.end());
    Names moved;
    std::set_intersection(onlyIndex.begin(), onlyIndex.end(), onlyShards.begin(), onlyShards.end(),
                          std::back_inserter(moved));
    report(indexName, without(onlyIndex, moved), "it names tensors that their shards do not have", comparison.problems);
    report(indexName, without(onlyShards, moved), "the shards have tensors that it does not name", comparison.problems);
    report(indexName, moved, "tensors are in another shard than it says", comparison.problems);
    return comparison;
}

} // namespace firstlight::checkpoint
