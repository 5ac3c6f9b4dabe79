// Squarified treemap: divides a rectangle among weights so that every part's area is its share and no part is a
// sliver where that can be helped (Bruls, Huizing, van Wijk: "Squarified Treemaps", 2000). Pure function.
#pragma once

#include <QRectF>

#include <vector>

namespace firstlight::ui {

// One rectangle for each weight, in the order given. Weights that are not positive get an empty rectangle.
[[nodiscard]] std::vector<QRectF> treemapLayout(const std::vector<double>& weights, const QRectF& area);

} // namespace firstlight::ui
