#include "backend/model/spelling.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace firstlight::model {

std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

bool isNearMiss(std::string_view one, std::string_view other)
{
    constexpr std::size_t kShortest = 5;
    constexpr std::size_t kLongest = 100;
    constexpr std::size_t kSlips = 2; // two letters that changed places are two
    const auto [shorter, longer] = std::minmax({one.size(), other.size()});
    return shorter >= kShortest && longer <= kLongest && longer - shorter <= kSlips && one != other &&
           editDistance(one, other) <= kSlips;
}

} // namespace firstlight::model
