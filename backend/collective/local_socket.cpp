#include "backend/collective/local_socket.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <poll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace firstlight::collective {
namespace {

using std::chrono::milliseconds;

// A stop request is noticed after this long, and a socket that appeared without notice is found.
constexpr milliseconds kSlice{20};

std::optional<sockaddr_un> localAddress(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        return std::nullopt;
    }
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

base::FileDescriptor localSocket()
{
    return base::FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

// True when the descriptor is ready for `events`, false when the patience is over.
bool waitReady(int descriptor, short events, const Patience& patience)
{
    while (!patience.over()) {
        pollfd entry{descriptor, events, 0};
        if (::poll(&entry, 1, static_cast<int>(kSlice.count())) > 0) {
            return true;
        }
    }
    return false;
}

bool wouldBlock()
{
    return errno == EAGAIN || errno == EINTR;
}

// Large enough for the descriptors of the largest group.
constexpr std::size_t kControlBytes = CMSG_SPACE(sizeof(int) * 128);

void takeDescriptors(msghdr& message, std::vector<base::FileDescriptor>& descriptors)
{
    for (cmsghdr* control = CMSG_FIRSTHDR(&message); control != nullptr; control = CMSG_NXTHDR(&message, control)) {
        if (control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS) {
            const std::size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (std::size_t index = 0; index < count; ++index) {
                int descriptor = -1;
                std::memcpy(&descriptor, CMSG_DATA(control) + index * sizeof(int), sizeof descriptor);
                descriptors.emplace_back(descriptor);
            }
        }
    }
}

} // namespace

absl::StatusOr<base::FileDescriptor> listenLocal(const std::string& path)
{
    // Bound under another name first: connecting must never meet a socket that does not listen yet.
    const std::string temporary = path + "~";
    const auto address = localAddress(temporary);
    base::FileDescriptor listener = localSocket();
    ::unlink(temporary.c_str());
    if (!address) {
        errno = ENAMETOOLONG;
    } else if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0 &&
               ::chmod(temporary.c_str(), 0600) == 0 && ::listen(listener.get(), 128) == 0 &&
               ::rename(temporary.c_str(), path.c_str()) == 0) {
        return listener;
    }
    return base::failure(reasons::kAddressInUse, absl::StatusCode::kUnavailable,
                         {{"address", path}, {"detail", base::errnoText(errno)}});
}

std::optional<base::FileDescriptor> connectLocal(const std::string& path, const Patience& patience)
{
    const auto address = localAddress(path);
    const base::FileDescriptor watch(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    const std::string directory = path.substr(0, path.rfind('/'));
    ::inotify_add_watch(watch.get(), directory.c_str(), IN_MOVED_TO | IN_CREATE); // without it the slices do
    while (address && !patience.over()) {
        base::FileDescriptor socket = localSocket();
        if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0) {
            return socket;
        }
        pollfd entry{watch.get(), POLLIN, 0};
        if (::poll(&entry, 1, static_cast<int>(kSlice.count())) > 0) {
            char events[4096];
            while (::read(watch.get(), events, sizeof events) > 0) {
            }
        }
    }
    return std::nullopt;
}

std::optional<base::FileDescriptor> acceptLocal(int listener, const Patience& patience)
{
    while (waitReady(listener, POLLIN, patience)) {
        base::FileDescriptor socket(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket) {
            return socket;
        }
    }
    return std::nullopt;
}

std::optional<PeerCredentials> peerCredentials(int socket)
{
    ucred credentials{};
    socklen_t length = sizeof credentials;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) {
        return std::nullopt;
    }
    return PeerCredentials{credentials.pid, credentials.uid};
}

bool sendMessage(int socket, std::span<const std::byte> bytes, std::span<const int> descriptors,
                 const Patience& patience)
{
    while (!bytes.empty()) {
        iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        alignas(cmsghdr) char control[kControlBytes] = {};
        if (!descriptors.empty()) {
            message.msg_control = control;
            message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
            cmsghdr* rights = CMSG_FIRSTHDR(&message);
            rights->cmsg_level = SOL_SOCKET;
            rights->cmsg_type = SCM_RIGHTS;
            rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
            std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
        }
        const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(sent));
            descriptors = {};
        } else if (!wouldBlock() || !waitReady(socket, POLLOUT, patience)) {
            return false;
        }
    }
    return true;
}

bool receiveMessage(int socket, std::span<std::byte> bytes, std::vector<base::FileDescriptor>& descriptors,
                    std::size_t maxDescriptors, const Patience& patience)
{
    while (!bytes.empty()) {
        iovec part{bytes.data(), bytes.size()};
        alignas(cmsghdr) char control[kControlBytes] = {};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        const ssize_t count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count > 0) {
            takeDescriptors(message, descriptors);
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        } else if (count == 0 || !wouldBlock() || !waitReady(socket, POLLIN, patience)) {
            return false;
        }
    }
    return descriptors.size() <= maxDescriptors;
}

} // namespace firstlight::collective
