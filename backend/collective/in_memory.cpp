#include "backend/collective/in_memory.h"

#include "backend/collective/segment_communicator.h"

#include <new>

#include <sys/mman.h>

namespace firstlight::collective {

std::vector<std::unique_ptr<Communicator>> makeInMemoryGroup(const std::string& name, int size,
                                                             const GroupOptions& options)
{
    const std::size_t bytes = Segment::sizeBytes(size);
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    const std::shared_ptr<void> owner(memory, [bytes](void* address) { ::munmap(address, bytes); });
    const Segment segment(static_cast<std::byte*>(memory), size);
    segment.initialise();
    std::vector<std::unique_ptr<Communicator>> group;
    for (int rank = 0; rank < size; ++rank) {
        group.push_back(std::make_unique<SegmentCommunicator>(
            SegmentCommunicator::Membership{name, rank, size, "in memory"}, options, segment, owner, nullptr));
    }
    return group;
}

} // namespace firstlight::collective
