#include "kernels/cpu/table.h"

#include "kernels/cpu/operators.h"

#define FIRSTLIGHT_TEXT_OF(name) #name
#define FIRSTLIGHT_TEXT(name) FIRSTLIGHT_TEXT_OF(name)

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

const OperatorTable kOperatorTable{
    .name = "cpu/" FIRSTLIGHT_TEXT(FIRSTLIGHT_ISA),
    .embedding = embedding,
    .linear = linear,
    .rmsNorm = rmsNorm,
    .layerNorm = layerNorm,
    .ropeTable = ropeTable,
    .rope = rope,
    .storeKv = storeKv,
    .pagedAttention = pagedAttention,
    .fullAttention = fullAttention,
    .activation = activation,
    .gatedActivation = gatedActivation,
    .add = add,
    .addRows = addRows,
    .scatterRows = scatterRows,
    .routeExperts = routeExperts,
    .experts = experts,
    .softmax = softmax,
    .logSoftmax = logSoftmax,
    .argmax = argmax,
};

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
