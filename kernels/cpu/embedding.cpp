#include "kernels/cpu/operators.h"
#include "kernels/cpu/parallel.h"
#include "kernels/cpu/simd.h"

#include <cassert>

namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA {

namespace {

template <typename Element>
void copyRow(const WeightView& table, std::int64_t row, float* output)
{
    const Element* source = static_cast<const Element*>(table.data) + row * table.rowStride;
    for (std::int64_t i = 0; i < table.columns; ++i) {
        output[i] = toFloat(source[i]);
    }
}

void gatherRow(const WeightView& table, std::int64_t row, float* output)
{
    if (row < 0 || row >= table.rows) {
        std::memset(output, 0, static_cast<std::size_t>(table.columns) * sizeof(float));
        return;
    }
    switch (table.type) {
    case ElementType::F32:
        return copyRow<float>(table, row, output);
    case ElementType::BF16:
        return copyRow<Bfloat16>(table, row, output);
    case ElementType::F16:
        return copyRow<Float16>(table, row, output);
    }
}

} // namespace

void embedding(Context& context, const EmbeddingArgs& args)
{
    assert(args.outputStride >= args.table.columns || args.count == 0);
    parallelEach(context, args.count, args.table.columns, [&](std::int64_t i) {
        gatherRow(args.table, args.tokens[i] - args.vocabularyBegin, args.output + i * args.outputStride);
    });
}

} // namespace firstlight::kernels::cpu::FIRSTLIGHT_ISA
