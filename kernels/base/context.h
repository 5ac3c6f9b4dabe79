#pragma once

#include "kernels/base/thread_pool.h"

#include <cstddef>
#include <memory>

namespace firstlight::kernels {

// A buffer that grows to the largest request and is kept, so that a running model allocates nothing.
class Scratch
{
public:
    Scratch() = default;
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // At least `bytes` bytes aligned to 64, contents unspecified. A later call invalidates what an earlier one gave.
    void* reserve(std::size_t bytes);

private:
    void* m_data = nullptr;
    std::size_t m_bytes = 0;
};

// What an operator runs on. One context serves one calling thread at a time; the pool must outlive it.
struct Context {
    explicit Context(ThreadPool& pool) : threads(pool) {}

    ThreadPool& threads;
    Scratch scratch;
};

} // namespace firstlight::kernels
