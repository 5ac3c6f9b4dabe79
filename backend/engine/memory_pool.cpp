#include "backend/engine/memory_pool.h"

#include "backend/base/failure.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace firstlight::engine {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::int64_t kMapThresholdBytes = 2 << 20; // from here on huge pages pay

std::size_t paddedSize(std::int64_t sizeBytes)
{
    return std::max<std::size_t>(kAlignment,
                                 (static_cast<std::size_t>(sizeBytes) + kAlignment - 1) / kAlignment * kAlignment);
}

std::byte* mapPages(std::int64_t sizeBytes)
{
    void* address =
        mmap(nullptr, static_cast<std::size_t>(sizeBytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) {
        return nullptr;
    }
    madvise(address, static_cast<std::size_t>(sizeBytes), MADV_HUGEPAGE); // only a hint
    return static_cast<std::byte*>(address);
}

std::byte* allocateSmall(std::int64_t sizeBytes)
{
    const std::size_t size = paddedSize(sizeBytes);
    void* address = std::aligned_alloc(kAlignment, size);
    if (address != nullptr) {
        std::memset(address, 0, size);
    }
    return static_cast<std::byte*>(address);
}

void updatePeak(std::atomic<std::int64_t>& peak, std::int64_t value)
{
    peak.store(std::max(peak.load(), value));
}

} // namespace

std::string_view memoryClassName(MemoryClass memoryClass)
{
    static constexpr std::string_view kNames[kMemoryClassCount] = {
        "weights", "kv_cache", "state", "activations", "workspace", "comm", "vision", "graphs", "reserved"};
    return kNames[static_cast<std::size_t>(memoryClass)];
}

PoolBuffer::PoolBuffer(PoolBuffer&& other) noexcept
{
    *this = std::move(other);
}

PoolBuffer& PoolBuffer::operator=(PoolBuffer&& other) noexcept
{
    if (this != &other) {
        release();
        m_pool = std::exchange(other.m_pool, nullptr);
        m_data = std::exchange(other.m_data, nullptr);
        m_sizeBytes = std::exchange(other.m_sizeBytes, 0);
        m_class = other.m_class;
    }
    return *this;
}

PoolBuffer::~PoolBuffer()
{
    release();
}

void PoolBuffer::release()
{
    if (m_pool == nullptr) {
        return;
    }
    if (m_sizeBytes >= kMapThresholdBytes) {
        munmap(m_data, static_cast<std::size_t>(m_sizeBytes));
    } else {
        std::free(m_data);
    }
    m_pool->giveBack(m_sizeBytes, m_class);
    m_pool = nullptr;
    m_data = nullptr;
    m_sizeBytes = 0;
}

MemoryPool::MemoryPool(std::int32_t rank, std::int64_t capacityBytes) : m_rank(rank), m_capacityBytes(capacityBytes) {}

absl::StatusOr<PoolBuffer> MemoryPool::allocate(std::int64_t sizeBytes, MemoryClass memoryClass)
{
    if (!reserve(sizeBytes, memoryClass)) {
        return exhausted(sizeBytes, memoryClass);
    }
    PoolBuffer buffer;
    buffer.m_data = sizeBytes >= kMapThresholdBytes ? mapPages(sizeBytes) : allocateSmall(sizeBytes);
    if (buffer.m_data == nullptr) {
        giveBack(sizeBytes, memoryClass);
        return exhausted(sizeBytes, memoryClass);
    }
    buffer.m_pool = this;
    buffer.m_sizeBytes = sizeBytes;
    buffer.m_class = memoryClass;
    return buffer;
}

std::int64_t MemoryPool::usedBytes() const
{
    return m_usedBytes.load();
}

std::int64_t MemoryPool::usedBytes(MemoryClass memoryClass) const
{
    return m_classBytes[static_cast<std::size_t>(memoryClass)].load();
}

std::int64_t MemoryPool::peakBytes(MemoryClass memoryClass) const
{
    return m_classPeakBytes[static_cast<std::size_t>(memoryClass)].load();
}

bool MemoryPool::reserve(std::int64_t sizeBytes, MemoryClass memoryClass)
{
    const std::lock_guard lock(m_mutex);
    if (sizeBytes < 0 || sizeBytes > m_capacityBytes - m_usedBytes.load()) {
        return false;
    }
    const auto index = static_cast<std::size_t>(memoryClass);
    m_usedBytes += sizeBytes;
    m_classBytes[index] += sizeBytes;
    updatePeak(m_classPeakBytes[index], m_classBytes[index].load());
    return true;
}

void MemoryPool::giveBack(std::int64_t sizeBytes, MemoryClass memoryClass)
{
    const std::lock_guard lock(m_mutex);
    m_usedBytes -= sizeBytes;
    m_classBytes[static_cast<std::size_t>(memoryClass)] -= sizeBytes;
}

absl::Status MemoryPool::exhausted(std::int64_t sizeBytes, MemoryClass memoryClass) const
{
    return base::failure(reasons::kAllocationFailed, absl::StatusCode::kResourceExhausted,
                         {{"rank", std::to_string(m_rank)},
                          {"bytes", std::to_string(sizeBytes)},
                          {"memory_class", std::string(memoryClassName(memoryClass))}});
}

} // namespace firstlight::engine
