#include "backend/checkpoint/file_reading.h"

#include "backend/base/failure.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace firstlight::checkpoint {
namespace {

std::string systemText(int error)
{
    return std::generic_category().message(error);
}

absl::Status unreadable(const std::string& path, int error)
{
    const auto code = error == ENOENT ? absl::StatusCode::kNotFound : absl::StatusCode::kPermissionDenied;
    return base::failure(reasons::kPathMissing, code, {{"path", path}, {"detail", systemText(error)}});
}

} // namespace

absl::StatusOr<OpenFile> OpenFile::open(const std::string& path, const std::string& name)
{
    OpenFile file;
    file.m_name = name;
    file.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not block
    if (file.m_descriptor < 0) {
        return unreadable(path, errno);
    }
    struct stat status {
    };
    if (::fstat(file.m_descriptor, &status) != 0) {
        return unreadable(path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return base::failure(reasons::kPathMissing, {{"path", path}, {"detail", "it is not a regular file"}});
    }
    file.m_sizeBytes = static_cast<std::uint64_t>(status.st_size);
    file.m_allocatedBytes = static_cast<std::uint64_t>(status.st_blocks) * 512;
    return file;
}

OpenFile::OpenFile(OpenFile&& other) noexcept
{
    *this = std::move(other);
}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_sizeBytes, other.m_sizeBytes);
    std::swap(m_allocatedBytes, other.m_allocatedBytes);
    std::swap(m_name, other.m_name);
    return *this;
}

OpenFile::~OpenFile()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

std::optional<std::uint64_t> OpenFile::firstHole(std::uint64_t offset) const
{
    const off_t place = ::lseek(m_descriptor, static_cast<off_t>(offset), SEEK_HOLE);
    const bool isInside = place >= 0 && static_cast<std::uint64_t>(place) < m_sizeBytes; // the end counts as a hole
    return isInside ? std::optional(static_cast<std::uint64_t>(place)) : std::nullopt;
}

absl::Status OpenFile::read(std::uint64_t offset, std::size_t size, std::string& buffer, std::size_t padding) const
{
    buffer.assign(size + padding, '\0');
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count =
            ::pread(m_descriptor, buffer.data() + done, size - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return unreadable(m_name, errno);
        }
        if (count == 0) {
            return base::failure(reasons::kShardChanged, {{"file", m_name}});
        }
        done += static_cast<std::size_t>(count);
    }
    return absl::OkStatus();
}

absl::StatusOr<std::string> readWholeFile(const std::string& path, const std::string& name, std::uint64_t limit,
                                          std::size_t padding)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const OpenFile file, OpenFile::open(path, name));
    if (file.sizeBytes() > limit) {
        return base::failure(reasons::kFileInvalid,
                             {{"file", name},
                              {"detail", "it has " + std::to_string(file.sizeBytes()) + " bytes; at most " +
                                             std::to_string(limit) + " are read"}});
    }
    std::string buffer;
    FIRSTLIGHT_RETURN_IF_ERROR(file.read(0, static_cast<std::size_t>(file.sizeBytes()), buffer, padding));
    return buffer;
}

} // namespace firstlight::checkpoint
