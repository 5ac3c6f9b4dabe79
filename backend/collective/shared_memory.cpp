#include "backend/collective/shared_memory.h"

#include "backend/base/failure.h"
#include "backend/collective/segment_communicator.h"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace firstlight::collective {
namespace {

constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

absl::Status systemFailure(const std::string& call)
{
    return base::failure(reasons::kInternal, absl::StatusCode::kInternal,
                         {{"detail", call + ": " + base::errnoText(errno)}});
}

// A mapping of the whole memory, unmapped with its last owner.
absl::StatusOr<std::shared_ptr<void>> mapMemory(int descriptor, std::size_t bytes)
{
    void* address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED) {
        return systemFailure("mmap of group memory");
    }
    return std::shared_ptr<void>(address, [bytes](void* memory) { ::munmap(memory, bytes); });
}

// A pidfd becomes readable when its process has ended, reaped or not.
class ProcessMonitor final : public PeerMonitor
{
public:
    explicit ProcessMonitor(std::vector<base::FileDescriptor> processes) : m_processes(std::move(processes))
    {
        for (const base::FileDescriptor& process : m_processes) {
            m_polls.push_back({process.get(), POLLIN, 0}); // poll() passes over negative descriptors
        }
    }

    std::optional<int> findDeadRank() override
    {
        if (::poll(m_polls.data(), m_polls.size(), 0) > 0) {
            for (std::size_t rank = 0; rank < m_polls.size(); ++rank) {
                if (m_polls[rank].revents != 0) {
                    return static_cast<int>(rank);
                }
            }
        }
        return std::nullopt;
    }

private:
    std::vector<base::FileDescriptor> m_processes;
    std::vector<pollfd> m_polls;
};

// A sealed size cannot be taken away under our mapping.
absl::Status checkMemory(int descriptor, int size)
{
    struct stat info = {};
    const int seals = ::fcntl(descriptor, F_GET_SEALS);
    if (::fstat(descriptor, &info) != 0 || seals < 0) {
        return systemFailure("group memory");
    }
    if ((seals & kSeals) != kSeals || info.st_size != static_cast<off_t>(Segment::sizeBytes(size))) {
        return base::failure(reasons::kVersionMismatch,
                             {{"ours", std::to_string(Segment::sizeBytes(size)) + " bytes of group memory"},
                              {"theirs", std::to_string(info.st_size)}});
    }
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<base::FileDescriptor> makeGroupMemory(int size)
{
    base::FileDescriptor memory(::memfd_create("firstlight-group", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    const std::size_t bytes = Segment::sizeBytes(size);
    if (!memory || ::ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0 ||
        ::fcntl(memory.get(), F_ADD_SEALS, kSeals) != 0) {
        return systemFailure("memfd_create");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::shared_ptr<void> mapping, mapMemory(memory.get(), bytes));
    Segment(static_cast<std::byte*>(mapping.get()), size).initialise();
    return memory;
}

absl::StatusOr<std::unique_ptr<Communicator>> joinSharedMemory(SharedMemoryMember member, const GroupOptions& options)
{
    FIRSTLIGHT_RETURN_IF_ERROR(checkMemory(member.memory.get(), member.size));
    FIRSTLIGHT_ASSIGN_OR_RETURN(std::shared_ptr<void> mapping,
                                mapMemory(member.memory.get(), Segment::sizeBytes(member.size)));
    const Segment segment(static_cast<std::byte*>(mapping.get()), member.size);
    const SegmentHeader& header = segment.header();
    if (header.magic != kSegmentMagic || header.version != kSegmentVersion ||
        header.rankCount != static_cast<std::uint32_t>(member.size)) {
        return base::failure(reasons::kVersionMismatch,
                             {{"ours", std::to_string(kSegmentVersion)}, {"theirs", std::to_string(header.version)}});
    }
    return std::make_unique<SegmentCommunicator>(
        SegmentCommunicator::Membership{std::move(member.name), member.rank, member.size, "shared memory"}, options,
        segment, std::move(mapping), std::make_unique<ProcessMonitor>(std::move(member.processes)));
}

} // namespace firstlight::collective
