#include "ui/widgets/treemap_layout.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace firstlight::ui {
namespace {

struct Item {
    std::size_t index = 0;
    double area = 0; // square pixels
};

// The worst aspect ratio in a row of items along a side of this length; 1 is a square.
double worstRatio(std::span<const Item> row, double rowArea, double side)
{
    const auto [smallest, largest] =
        std::minmax_element(row.begin(), row.end(), [](const Item& a, const Item& b) { return a.area < b.area; });
    const double sideSquared = side * side;
    const double areaSquared = rowArea * rowArea;
    return std::max(sideSquared * largest->area / areaSquared, areaSquared / (sideSquared * smallest->area));
}

// How many of the items, largest first, make the best first row along the shorter side.
std::size_t rowLength(std::span<const Item> items, double side)
{
    double rowArea = 0;
    double best = 0;
    for (std::size_t count = 1; count <= items.size(); ++count) {
        rowArea += items[count - 1].area;
        const double ratio = worstRatio(items.first(count), rowArea, side);
        if (count > 1 && ratio > best) {
            return count - 1;
        }
        best = ratio;
    }
    return items.size();
}

// Lays one row along the shorter side of `free` and returns what is left.
QRectF placeRow(std::span<const Item> row, const QRectF& free, std::vector<QRectF>& rectangles)
{
    const double rowArea =
        std::accumulate(row.begin(), row.end(), 0.0, [](double sum, const Item& item) { return sum + item.area; });
    const bool upright = free.width() >= free.height(); // the row stands at the left edge
    const double side = upright ? free.height() : free.width();
    const double thickness = rowArea / side;
    double along = 0;
    for (const Item& item : row) {
        const double length = item.area / thickness;
        rectangles[item.index] = upright ? QRectF(free.left(), free.top() + along, thickness, length)
                                         : QRectF(free.left() + along, free.top(), length, thickness);
        along += length;
    }
    return upright ? free.adjusted(thickness, 0, 0, 0) : free.adjusted(0, thickness, 0, 0);
}

} // namespace

std::vector<QRectF> treemapLayout(const std::vector<double>& weights, const QRectF& area)
{
    std::vector<QRectF> rectangles(weights.size());
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0,
                                         [](double sum, double w) { return sum + std::max(w, 0.0); });
    if (total <= 0 || area.width() <= 0 || area.height() <= 0) {
        return rectangles;
    }
    std::vector<Item> items;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] > 0) {
            items.push_back({i, weights[i] / total * area.width() * area.height()});
        }
    }
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.area > b.area; });

    QRectF free = area;
    for (std::span<const Item> rest(items); !rest.empty() && free.width() > 0 && free.height() > 0;) {
        const std::size_t count = rowLength(rest, std::min(free.width(), free.height()));
        free = placeRow(rest.first(count), free, rectangles);
        rest = rest.subspan(count);
    }
    return rectangles;
}

} // namespace firstlight::ui
