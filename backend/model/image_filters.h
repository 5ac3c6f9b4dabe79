// The curves of the resampling filters, as Pillow's. Thread-safe.
#pragma once

#include "backend/model/image_resize.h"

namespace firstlight::model {

double halfWidth(ResizeFilter filter);                  // beyond it all weights are 0; 0 for kNearest
double filterWeight(ResizeFilter filter, double place); // not normalized; `place` 0 is the middle

} // namespace firstlight::model
