#pragma once

#include "kernels/ops/operator_table.h"

// The operators of one instruction set; meanings as in kernels/ops.
namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

void embedding(Context& context, const EmbeddingArgs& args);
void linear(Context& context, const LinearArgs& args);
void rmsNorm(Context& context, const RmsNormArgs& args);
void layerNorm(Context& context, const LayerNormArgs& args);
void ropeTable(Context& context, const RopeTableArgs& args);
void rope(Context& context, const RopeArgs& args);
void storeKv(Context& context, const StoreKvArgs& args);
void pagedAttention(Context& context, const PagedAttentionArgs& args);
void fullAttention(Context& context, const FullAttentionArgs& args);
void activation(Context& context, const ActivationArgs& args);
void gatedActivation(Context& context, const GatedActivationArgs& args);
void add(Context& context, const AddArgs& args);
void addRows(Context& context, const RowsArgs& args);
void scatterRows(Context& context, const RowsArgs& args);
void routeExperts(Context& context, const RouteExpertsArgs& args);
void experts(Context& context, const ExpertsArgs& args);
void softmax(Context& context, const SoftmaxArgs& args);
void logSoftmax(Context& context, const SoftmaxArgs& args);
void argmax(Context& context, const ArgmaxArgs& args);

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
