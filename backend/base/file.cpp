#include "backend/base/file.h"

#include "backend/base/failure.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace firstlight::base {
namespace {

absl::Status writeFailure(const std::string& path, int error)
{
    return failure(reasons::kStoreFull, absl::StatusCode::kResourceExhausted,
                   {{"path", path}, {"detail", errnoText(error)}});
}

absl::Status readFailure(const std::string& path, int error)
{
    return failure(reasons::kPathMissing, absl::StatusCode::kNotFound, {{"path", path}, {"detail", errnoText(error)}});
}

// 0, or errno.
int writeAll(int descriptor, std::string_view contents)
{
    while (!contents.empty()) {
        const ssize_t written = ::write(descriptor, contents.data(), contents.size());
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        contents.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return 0;
}

int writeTemporary(const std::string& path, std::string_view contents, unsigned mode)
{
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode));
    if (!file) {
        return errno;
    }
    if (const int error = writeAll(file.get(), contents)) {
        return error;
    }
    // A later fsync may report success although data was lost, so the first failure counts.
    if (::fsync(file.get()) != 0 || ::close(file.release()) != 0) {
        return errno;
    }
    return 0;
}

int syncDirectory(const std::string& path)
{
    const FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return directory && ::fsync(directory.get()) == 0 ? 0 : errno;
}

std::string directoryOf(const std::string& path)
{
    const auto parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

} // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept
{
    if (this != &other) {
        reset(other.release());
    }
    return *this;
}

int FileDescriptor::release()
{
    return std::exchange(m_descriptor, -1);
}

void FileDescriptor::reset(int descriptor)
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
    m_descriptor = descriptor;
}

std::string errnoText(int error)
{
    return std::generic_category().message(error);
}

absl::Status writeFileAtomically(const std::string& path, std::string_view contents, unsigned mode)
{
    const std::string temporary = path + ".new." + std::to_string(::getpid());
    int error = writeTemporary(temporary, contents, mode);
    if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        ::unlink(temporary.c_str());
        return writeFailure(path, error);
    }
    error = syncDirectory(directoryOf(path));
    return error == 0 ? absl::OkStatus() : writeFailure(path, error);
}

absl::Status writeUserFile(const std::string& path, std::string_view contents)
{
    const auto notWritten = [&](const std::string& detail) {
        return failure(reasons::kOutputNotWritten, absl::StatusCode::kInvalidArgument,
                       {{"file", path}, {"detail", detail}});
    };
    struct stat info = {};
    const bool exists = ::lstat(path.c_str(), &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        return notWritten("it exists and is not a plain file");
    }
    const absl::Status status = writeFileAtomically(path, contents, exists ? info.st_mode & 0777 : 0644);
    return status.ok() ? status : notWritten(failureInfo(status).arguments["detail"]);
}

absl::StatusOr<std::string> readFile(const std::string& path, std::int64_t maxBytes)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)); // a pipe must not block
    struct stat info = {};
    if (!file || ::fstat(file.get(), &info) != 0) {
        return readFailure(path, errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return readFailure(path, EISDIR);
    }
    if (S_ISFIFO(info.st_mode) || S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) {
        return failure(reasons::kFileInvalid, absl::StatusCode::kInvalidArgument,
                       {{"file", path}, {"detail", "it is a pipe or a device"}});
    }
    std::string contents;
    char buffer[65536];
    while (static_cast<std::int64_t>(contents.size()) <= maxBytes && info.st_size <= maxBytes) {
        const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
        if (count < 0 && errno != EINTR) {
            return readFailure(path, errno);
        }
        if (count == 0) {
            return contents;
        }
        contents.append(buffer, count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    return failure(reasons::kFileInvalid, absl::StatusCode::kInvalidArgument,
                   {{"file", path}, {"detail", "it is larger than " + std::to_string(maxBytes) + " bytes"}});
}

FileDescriptor lockFile(const std::string& path)
{
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        return {};
    }
    return file;
}

absl::Status makePrivateDirectory(const std::string& path)
{
    const auto unusable = [&](const std::string& detail) {
        return failure(reasons::kFolderUnusable, absl::StatusCode::kPermissionDenied,
                       {{"path", path}, {"detail", detail}});
    };
    std::error_code error;
    std::filesystem::create_directories(directoryOf(path), error);
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        return unusable(errnoText(errno));
    }
    struct stat info = {};
    if (::lstat(path.c_str(), &info) != 0) {
        return unusable(errnoText(errno));
    }
    if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid()) {
        return unusable("it is not a folder of this user");
    }
    if ((info.st_mode & 077) != 0 && ::chmod(path.c_str(), 0700) != 0) {
        return unusable(errnoText(errno));
    }
    if (::access(path.c_str(), W_OK | X_OK) != 0) { // on a file system that is mounted read-only, say
        return unusable(errnoText(errno));
    }
    return absl::OkStatus();
}

} // namespace firstlight::base
