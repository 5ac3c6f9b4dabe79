#include "backend/engine/step_plan.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace firstlight::engine {

namespace {

// Values follow one another in the host's byte order: all ranks of a deployment run the same program.
class Writer
{
public:
    template <typename T>
    void operator()(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        append(&value, sizeof(T));
    }

    template <typename T>
    void operator()(const std::vector<T>& values)
    {
        (*this)(static_cast<std::uint64_t>(values.size()));
        append(values.data(), values.size() * sizeof(T));
    }

    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    void append(const void* data, std::size_t size)
    {
        const auto* begin = static_cast<const std::byte*>(data);
        m_bytes.insert(m_bytes.end(), begin, begin + size);
    }

    std::vector<std::byte> m_bytes;
};

class Reader
{
public:
    explicit Reader(const std::vector<std::byte>& bytes) : m_bytes(bytes) {}

    template <typename T>
    void operator()(T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        take(&value, sizeof(T));
    }

    template <typename T>
    void operator()(std::vector<T>& values)
    {
        values.resize(count(sizeof(T)));
        take(values.data(), values.size() * sizeof(T));
    }

    // How many things of at least `unit` bytes follow; 0 once anything was wrong.
    std::size_t count(std::size_t unit)
    {
        std::uint64_t value = 0;
        (*this)(value);
        if (value > (m_bytes.size() - m_at) / unit) {
            m_good = false;
        }
        return m_good ? static_cast<std::size_t>(value) : 0;
    }

    bool finished() const { return m_good && m_at == m_bytes.size(); }

private:
    void take(void* target, std::size_t size)
    {
        m_good = m_good && size <= m_bytes.size() - m_at;
        if (m_good && size > 0) {
            std::memcpy(target, m_bytes.data() + m_at, size);
            m_at += size;
        }
    }

    const std::vector<std::byte>& m_bytes;
    std::size_t m_at = 0;
    bool m_good = true;
};

// One list of fields for both directions.
template <typename Archive, typename Segment>
void visitSegment(Archive& archive, Segment& segment)
{
    archive(segment.start);
    archive(segment.count);
    archive(segment.sample);
    archive(segment.blocks);
}

template <typename Archive, typename Image>
void visitImage(Archive& archive, Image& image)
{
    archive(image.width);
    archive(image.height);
    archive(image.featureRow);
    archive(image.mean);
    archive(image.deviation);
    archive(image.rgb);
}

template <typename Archive, typename Plan>
void visitRows(Archive& archive, Plan& plan)
{
    archive(plan.tokens);
    archive(plan.positions);
    archive(plan.featureRows);
}

bool consistent(const StepPlan& plan)
{
    std::size_t rows = 0;
    for (const StepSegment& segment : plan.segments) {
        rows += static_cast<std::size_t>(std::max(segment.count, 0));
    }
    return rows == plan.tokens.size() && rows == plan.positions.size() && rows == plan.featureRows.size();
}

} // namespace

std::int32_t StepPlan::sampleCount() const
{
    return static_cast<std::int32_t>(
        std::count_if(segments.begin(), segments.end(), [](const StepSegment& segment) { return segment.sample; }));
}

std::vector<std::int32_t> StepPlan::sampleRows() const
{
    std::vector<std::int32_t> rows;
    std::int32_t end = 0;
    for (const StepSegment& segment : segments) {
        end += segment.count;
        if (segment.sample) {
            rows.push_back(end - 1);
        }
    }
    return rows;
}

std::vector<std::byte> encodeStepPlan(const StepPlan& plan)
{
    Writer writer;
    writer(plan.kind);
    writer(plan.counters);
    writer(static_cast<std::uint64_t>(plan.images.size()));
    for (const StepImage& image : plan.images) {
        visitImage(writer, image);
    }
    writer(static_cast<std::uint64_t>(plan.segments.size()));
    for (const StepSegment& segment : plan.segments) {
        visitSegment(writer, segment);
    }
    visitRows(writer, plan);
    return writer.take();
}

absl::StatusOr<StepPlan> decodeStepPlan(const std::vector<std::byte>& bytes)
{
    Reader reader(bytes);
    StepPlan plan;
    reader(plan.kind);
    reader(plan.counters);
    plan.images.resize(reader.count(3 * sizeof(std::int32_t)));
    for (StepImage& image : plan.images) {
        visitImage(reader, image);
    }
    plan.segments.resize(reader.count(2 * sizeof(std::int32_t)));
    for (StepSegment& segment : plan.segments) {
        visitSegment(reader, segment);
    }
    visitRows(reader, plan);
    if (!reader.finished() || !consistent(plan)) {
        return base::failure(reasons::kInternal, absl::StatusCode::kInternal,
                             {{"detail", "a step plan of " + std::to_string(bytes.size()) + " bytes is malformed"}});
    }
    return plan;
}

} // namespace firstlight::engine
