// Reading and writing of small files, safely. Failures: kPathMissing (reading), kStoreFull (writing), kFolderUnusable
// (folders).
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace firstlight::base {

// An owned file descriptor; -1: none.
class FileDescriptor
{
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : m_descriptor(descriptor) {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : m_descriptor(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;

    int get() const { return m_descriptor; }
    explicit operator bool() const { return m_descriptor >= 0; }
    int release();
    void reset(int descriptor = -1);

private:
    int m_descriptor = -1;
};

// Text of an errno value, for failure arguments.
std::string errnoText(int error);

// Replaces `path` so that a reader, or the next start after a power cut, sees the old contents or the new ones, never
// a mixture: temporary file, fsync, rename, fsync of the directory.
absl::Status writeFileAtomically(const std::string& path, std::string_view contents, unsigned mode = 0600);

// The same for a file that a user named, as others may read it. Only a new or a plain file is written: a device, a pipe
// or a link would be replaced, not written to. Failures: kOutputNotWritten.
absl::Status writeUserFile(const std::string& path, std::string_view contents);

// The whole file; kFileInvalid when it is larger than `maxBytes`, or is no file but a folder, pipe or device.
absl::StatusOr<std::string> readFile(const std::string& path, std::int64_t maxBytes);

// Holds the lock of `path` (made when missing) until it is closed or the process ends. Empty: another process has it,
// or it cannot be made; errno says which.
FileDescriptor lockFile(const std::string& path);

// Makes `path` and its parents. The last folder gets mode 0700; one that exists must belong to this user, and loses
// the permissions of others.
absl::Status makePrivateDirectory(const std::string& path);

} // namespace firstlight::base
