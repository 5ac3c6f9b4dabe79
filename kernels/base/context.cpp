#include "kernels/base/context.h"

#include <cstdlib>
#include <new>

namespace firstlight::kernels {

namespace {

constexpr std::size_t kAlignment = 64;

} // namespace

Scratch::~Scratch()
{
    std::free(m_data);
}

void* Scratch::reserve(std::size_t bytes)
{
    if (bytes > m_bytes) {
        std::free(m_data);
        m_bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
        m_data = std::aligned_alloc(kAlignment, m_bytes);
        if (m_data == nullptr) {
            m_bytes = 0;
            throw std::bad_alloc();
        }
    }
    return m_data;
}

} // namespace firstlight::kernels
