#pragma once

#include "kernels/base/context.h"
#include "kernels/ops/activation.h"
#include "kernels/ops/attention.h"
#include "kernels/ops/embedding.h"
#include "kernels/ops/experts.h"
#include "kernels/ops/linear.h"
#include "kernels/ops/normalization.h"
#include "kernels/ops/probabilities.h"
#include "kernels/ops/rope.h"
#include "kernels/ops/rows.h"

namespace firstlight::kernels {

// What a device can compute. Every entry is set. An operator that returns has written its results. Arguments are
// preconditions: asserted, never reported. Strides are in elements. Zero rows are allowed everywhere.
// For one table on one machine, the result for a row depends on that row's inputs alone, not on the rest of the batch
// or on the number of threads.
struct OperatorTable {
    const char* name; // for logs: "cpu/avx512"

    void (*embedding)(Context&, const EmbeddingArgs&);
    void (*linear)(Context&, const LinearArgs&);
    void (*rmsNorm)(Context&, const RmsNormArgs&);
    void (*layerNorm)(Context&, const LayerNormArgs&);
    void (*ropeTable)(Context&, const RopeTableArgs&);
    void (*rope)(Context&, const RopeArgs&);
    void (*storeKv)(Context&, const StoreKvArgs&);
    void (*pagedAttention)(Context&, const PagedAttentionArgs&);
    void (*fullAttention)(Context&, const FullAttentionArgs&);
    void (*activation)(Context&, const ActivationArgs&);
    void (*gatedActivation)(Context&, const GatedActivationArgs&);
    void (*add)(Context&, const AddArgs&);
    void (*addRows)(Context&, const RowsArgs&);
    void (*scatterRows)(Context&, const RowsArgs&);
    void (*routeExperts)(Context&, const RouteExpertsArgs&);
    void (*experts)(Context&, const ExpertsArgs&);
    void (*softmax)(Context&, const SoftmaxArgs&);
    void (*logSoftmax)(Context&, const SoftmaxArgs&);
    void (*argmax)(Context&, const ArgmaxArgs&);
};

} // namespace firstlight::kernels
