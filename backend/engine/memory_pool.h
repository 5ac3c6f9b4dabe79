// A rank's device memory: one capacity, every allocation tagged with its class.
//
// Accounting may be read from any thread; allocations and frees too. Buffers must not outlive their pool.
#pragma once

#include "backend/engine/engine.h"

#include <absl/status/statusor.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>

namespace firstlight::engine {

std::string_view memoryClassName(MemoryClass memoryClass); // as in v1.MemoryClass: "kv_cache"

class MemoryPool;

// Owns one allocation; 64-byte aligned, zeroed when it is made.
class PoolBuffer
{
public:
    PoolBuffer() = default;
    PoolBuffer(PoolBuffer&& other) noexcept;
    PoolBuffer& operator=(PoolBuffer&& other) noexcept;
    PoolBuffer(const PoolBuffer&) = delete;
    PoolBuffer& operator=(const PoolBuffer&) = delete;
    ~PoolBuffer();

    std::byte* data() const { return m_data; }
    std::int64_t sizeBytes() const { return m_sizeBytes; }

    template <typename T>
    std::span<T> as() const
    {
        return {reinterpret_cast<T*>(m_data), static_cast<std::size_t>(m_sizeBytes) / sizeof(T)};
    }

private:
    friend class MemoryPool;
    void release();

    MemoryPool* m_pool = nullptr;
    std::byte* m_data = nullptr;
    std::int64_t m_sizeBytes = 0;
    MemoryClass m_class = MemoryClass::kReserved;
};

class MemoryPool
{
public:
    MemoryPool(std::int32_t rank, std::int64_t capacityBytes);
    MemoryPool(const MemoryPool&) = delete;
    MemoryPool& operator=(const MemoryPool&) = delete;

    // Fails with kAllocationFailed when the capacity or the host's memory does not suffice.
    absl::StatusOr<PoolBuffer> allocate(std::int64_t sizeBytes, MemoryClass memoryClass);

    std::int64_t capacityBytes() const { return m_capacityBytes; }
    std::int64_t usedBytes() const;
    std::int64_t usedBytes(MemoryClass memoryClass) const;
    std::int64_t peakBytes(MemoryClass memoryClass) const;

private:
    friend class PoolBuffer;
    bool reserve(std::int64_t sizeBytes, MemoryClass memoryClass);
    void giveBack(std::int64_t sizeBytes, MemoryClass memoryClass);
    absl::Status exhausted(std::int64_t sizeBytes, MemoryClass memoryClass) const;

    const std::int32_t m_rank;
    const std::int64_t m_capacityBytes;
    std::mutex m_mutex; // orders changes; readers use the atomics alone
    std::atomic<std::int64_t> m_usedBytes{0};
    std::array<std::atomic<std::int64_t>, kMemoryClassCount> m_classBytes{};
    std::array<std::atomic<std::int64_t>, kMemoryClassCount> m_classPeakBytes{};
};

} // namespace firstlight::engine
