#include "tests/kernels/kernel_test.h"

using namespace firstlight::kernels;
using namespace firstlight::kernels::test;

namespace {

struct Shape {
    int heads;
    int kvHeads;
    int dimension;
    int length; // tokens of the sequence
    int blockSize;
};

// Group sizes 1, 3, 7; head dimensions that fill vectors and that do not; lengths around the tile; odd block sizes.
constexpr Shape kShapes[] = {
    {1, 1, 1, 1, 1},       {9, 3, 64, 45, 16}, {4, 4, 72, 33, 5},
    {14, 2, 128, 100, 32}, {2, 1, 256, 64, 7}, {3, 3, 20, 17, 3},
};

double dot(const float* a, const float* b, int count)
{
    double result = 0.0;
    for (int i = 0; i < count; ++i) {
        result += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
    return result;
}

// Attention of one query over `visible` keys and values, `stride` apart.
void expectedRow(const float* query, const float* keys, const float* values, int stride, int visible, int dimension,
                 double scale, double* output)
{
    std::vector<double> weights(static_cast<std::size_t>(visible));
    double total = 0.0;
    double shift = -INFINITY;
    for (int t = 0; t < visible; ++t) {
        weights[static_cast<std::size_t>(t)] = dot(query, keys + t * stride, dimension) * scale;
        shift = std::max(shift, weights[static_cast<std::size_t>(t)]);
    }
    for (double& weight : weights) {
        weight = std::exp(weight - shift);
        total += weight;
    }
    for (int i = 0; i < dimension; ++i) {
        output[i] = 0.0;
        for (int t = 0; t < visible; ++t) {
            output[i] += weights[static_cast<std::size_t>(t)] / total * static_cast<double>(values[t * stride + i]);
        }
    }
}

// A sequence with its queries, keys and values, and a cache with its blocks out of order among foreign ones.
struct Sequence {
    Sequence(const Shape& s, ElementType cacheType)
        : shape(s)
        , type(cacheType)
        , queries(randomFloats(s.length * s.heads * s.dimension, 1, 2.0F))
        , keys(randomFloats(s.length * s.kvHeads * s.dimension, 2, 2.0F))
        , values(randomFloats(s.length * s.kvHeads * s.dimension, 3))
    {
        const int blocks = (s.length + s.blockSize - 1) / s.blockSize;
        for (int i = 0; i < blocks; ++i) {
            table.push_back(2 * (blocks - i));
        }
        // NaN in slots that hold nothing: reading one shows.
        const auto elements = static_cast<std::size_t>((2 * blocks + 1) * s.blockSize * s.kvHeads * s.dimension);
        keyCache.assign(elements, NAN);
        valueCache.assign(elements, NAN);
        if (type == ElementType::BF16) {
            for (std::vector<float>* cache : {&keyCache, &valueCache}) {
                std::memset(cache->data(), 0xff, cache->size() * sizeof(float));
            }
            for (std::vector<float>* data : {&keys, &values}) {
                for (float& value : *data) {
                    value = bfloat16ToFloat(floatToBfloat16(value));
                }
            }
        }
    }

    KvCacheView cache()
    {
        return {keyCache.data(), valueCache.data(), type, shape.blockSize, shape.kvHeads, shape.dimension};
    }

    // Stores and attends the tokens [start, start + rows).
    void step(Device& device, int start, int rows, std::vector<float>& output)
    {
        const int kvWidth = shape.kvHeads * shape.dimension;
        const int width = shape.heads * shape.dimension;
        device.operators.storeKv(device.context, {.keys = keys.data() + start * kvWidth,
                                                  .values = values.data() + start * kvWidth,
                                                  .keyStride = kvWidth,
                                                  .valueStride = kvWidth,
                                                  .tokens = rows,
                                                  .start = start,
                                                  .blockTable = table.data(),
                                                  .cache = cache()});
        const AttentionSequence sequence{start, rows, start, table.data()};
        device.operators.pagedAttention(device.context, {.queries = queries.data(),
                                                         .queryStride = width,
                                                         .heads = shape.heads,
                                                         .scale = scale(),
                                                         .cache = cache(),
                                                         .sequences = &sequence,
                                                         .sequenceCount = 1,
                                                         .output = output.data(),
                                                         .outputStride = width});
    }

    float scale() const { return 1.0F / std::sqrt(static_cast<float>(shape.dimension)); }

    std::vector<double> expected() const
    {
        std::vector<double> result(queries.size());
        for (int t = 0; t < shape.length; ++t) {
            for (int h = 0; h < shape.heads; ++h) {
                const int kvOffset = h / (shape.heads / shape.kvHeads) * shape.dimension;
                const int offset = (t * shape.heads + h) * shape.dimension;
                expectedRow(queries.data() + offset, keys.data() + kvOffset, values.data() + kvOffset,
                            shape.kvHeads * shape.dimension, t + 1, shape.dimension, static_cast<double>(scale()),
                            result.data() + offset);
            }
        }
        return result;
    }

    Shape shape;
    ElementType type;
    std::vector<float> queries;
    std::vector<float> keys;
    std::vector<float> values;
    std::vector<std::int32_t> table;
    std::vector<float> keyCache;
    std::vector<float> valueCache;
};

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT

private slots:
    void pagedMatchesDouble_data();
    void pagedMatchesDouble();
    void chunksDoNotChangeBits_data() { pagedMatchesDouble_data(); }
    void chunksDoNotChangeBits();
    void sequencesDoNotMix_data() { addDeviceRows(); }
    void sequencesDoNotMix();
    void fullMatchesDouble_data() { addDeviceRows(); }
    void fullMatchesDouble();
};

void TestAttention::pagedMatchesDouble_data()
{
    addDeviceColumns();
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("shape");
    forEachDevice([](int isa, int threads, const QByteArray& label) {
        for (const ElementType type : {ElementType::F32, ElementType::BF16}) {
            for (int shape = 0; shape < static_cast<int>(std::size(kShapes)); ++shape) {
                QTest::addRow("%s %s shape %d", label.constData(), type == ElementType::F32 ? "f32" : "bf16", shape)
                    << isa << threads << static_cast<int>(type) << shape;
            }
        }
    });
}

void TestAttention::pagedMatchesDouble()
{
    FETCH_DEVICE(device);
    QFETCH(int, type);
    QFETCH(int, shape);
    Sequence sequence(kShapes[shape], static_cast<ElementType>(type));
    std::vector<float> output(sequence.queries.size());
    sequence.step(device, 0, sequence.shape.length, output);
    COMPARE_WITHIN(output, sequence.expected(), 2e-6);
}

// A prompt in one go, and the same one as a chunk, single tokens and another chunk.
void TestAttention::chunksDoNotChangeBits()
{
    FETCH_DEVICE(device);
    QFETCH(int, type);
    QFETCH(int, shape);
    Sequence whole(kShapes[shape], static_cast<ElementType>(type));
    Sequence parts(kShapes[shape], static_cast<ElementType>(type));
    std::vector<float> output(whole.queries.size());
    std::vector<float> inParts(whole.queries.size());
    whole.step(device, 0, whole.shape.length, output);
    const int length = whole.shape.length;
    int at = length / 3;
    parts.step(device, 0, at, inParts);
    for (const int end = length / 2; at < end; ++at) {
        parts.step(device, at, 1, inParts);
    }
    parts.step(device, at, length - at, inParts);
    QVERIFY(sameBits(output.data(), inParts.data(), static_cast<std::int64_t>(output.size())));
}

// A decode step of two sequences of different lengths in one call gives what each gives alone.
void TestAttention::sequencesDoNotMix()
{
    FETCH_DEVICE(device);
    Sequence sequence({4, 2, 32, 40, 8}, ElementType::F32);
    std::vector<float> alone(sequence.queries.size());
    sequence.step(device, 0, 40, alone);
    std::vector<float> together(sequence.queries.size());
    const AttentionSequence sequences[] = {{39, 1, 39, sequence.table.data()}, {5, 3, 5, sequence.table.data()}};
    device.operators.pagedAttention(device.context, {.queries = sequence.queries.data(),
                                                     .queryStride = 128,
                                                     .heads = 4,
                                                     .scale = sequence.scale(),
                                                     .cache = sequence.cache(),
                                                     .sequences = sequences,
                                                     .sequenceCount = 2,
                                                     .output = together.data(),
                                                     .outputStride = 128});
    for (const int row : {5, 6, 7, 39}) {
        QVERIFY(sameBits(alone.data() + row * 128, together.data() + row * 128, 128));
    }
    QCOMPARE(together[4 * 128], 0.0F);
}

// Two images of different sizes, an empty one between them; queries, keys and values side by side in one buffer.
void TestAttention::fullMatchesDouble()
{
    FETCH_DEVICE(device);
    constexpr int kHeads = 3;
    constexpr int kDimension = 72;
    constexpr int kWidth = kHeads * kDimension;
    const std::vector<std::int32_t> bounds{0, 50, 50, 61};
    const std::vector<float> data = randomFloats(61 * 3 * kWidth, 1, 2.0F);
    std::vector<float> output(61 * kWidth);
    device.operators.fullAttention(device.context, {.queries = data.data(),
                                                    .keys = data.data() + kWidth,
                                                    .values = data.data() + 2 * kWidth,
                                                    .queryStride = 3 * kWidth,
                                                    .keyStride = 3 * kWidth,
                                                    .valueStride = 3 * kWidth,
                                                    .heads = kHeads,
                                                    .headDimension = kDimension,
                                                    .scale = 0.125F,
                                                    .bounds = bounds.data(),
                                                    .segments = 3,
                                                    .output = output.data(),
                                                    .outputStride = kWidth});
    std::vector<double> expected(output.size());
    for (int row = 0; row < 61; ++row) {
        const int begin = row < 50 ? 0 : 50;
        for (int h = 0; h < kHeads; ++h) {
            const float* first = data.data() + begin * 3 * kWidth + h * kDimension;
            expectedRow(data.data() + row * 3 * kWidth + h * kDimension, first + kWidth, first + 2 * kWidth, 3 * kWidth,
                        begin == 0 ? 50 : 11, kDimension, 0.125, expected.data() + row * kWidth + h * kDimension);
        }
    }
    COMPARE_WITHIN(output, expected, 3e-6);
}

QTEST_GUILESS_MAIN(TestAttention)
#include "tst_attention.moc"
