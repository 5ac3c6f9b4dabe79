#include "backend/collective/rendezvous.h"

#include "backend/base/failure.h"
#include "backend/collective/in_memory.h"
#include "backend/collective/local_socket.h"
#include "backend/collective/segment.h"
#include "backend/collective/shared_memory.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace firstlight::collective {
namespace {

using std::chrono::milliseconds;

constexpr std::uint32_t kHelloMagic = 0x464C4852; // "FLHR"
constexpr std::size_t kMaxAnswerText = 400;
// Rank 0 answers at its own deadline; the others give it this much more.
constexpr milliseconds kAnswerGrace{2000};
constexpr milliseconds kHelloTimeout{5000}; // a process on a busy machine may not run for seconds
constexpr int kTries = 3;                   // to be heard by rank 0

struct Hello {
    std::uint32_t magic = kHelloMagic;
    std::uint32_t version = kSegmentVersion;
    std::int32_t rank = 0;
    std::int32_t size = 0;
};

enum class Verdict : std::uint32_t { kWelcome, kMissing, kRefused, kStopped };

struct Answer {
    Verdict verdict = Verdict::kWelcome;
    char text[kMaxAnswerText] = {}; // of kMissing: the ranks; of kRefused: why
};

std::string secondsText(milliseconds duration)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", std::chrono::duration<double>(duration).count());
    return text;
}

absl::Status stopped(const std::string& group)
{
    return base::failure(reasons::kAborted, absl::StatusCode::kAborted,
                         {{"detail", "the rendezvous of " + group + " was stopped"}});
}

absl::Status missing(const std::string& ranks, milliseconds timeout)
{
    return base::failure(reasons::kRankMissing, absl::StatusCode::kDeadlineExceeded,
                         {{"rank", ranks}, {"seconds", secondsText(timeout)}});
}

absl::Status refused(const std::string& group, const std::string& detail)
{
    return base::failure(reasons::kCollectiveMismatch, absl::StatusCode::kFailedPrecondition,
                         {{"communicator", group}, {"sequence", "0"}, {"detail", detail}});
}

template <typename Value>
std::span<const std::byte> bytesOf(const Value& value)
{
    return std::as_bytes(std::span(&value, 1));
}

bool sendAnswer(int socket, Verdict verdict, const std::string& text, std::span<const int> descriptors)
{
    Answer answer{verdict, {}};
    std::memcpy(answer.text, text.data(), std::min(text.size(), kMaxAnswerText - 1));
    return sendMessage(socket, bytesOf(answer), descriptors,
                       {std::chrono::steady_clock::now() + kHelloTimeout, std::stop_token()});
}

// Rank 0's side.
class Host
{
public:
    Host(std::string group, int size) : m_group(std::move(group)), m_members(size) {}

    absl::StatusOr<SharedMemoryMember> gather(const std::string& path, const RendezvousOptions& options)
    {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const base::FileDescriptor listener, listenLocal(path));
        const Patience patience{std::chrono::steady_clock::now() + options.timeout, options.stop};
        while (!missingRanks().empty()) {
            auto socket = acceptLocal(listener.get(), patience);
            if (!socket) {
                return giveUp(options);
            }
            admit(std::move(*socket));
        }
        ::unlink(path.c_str());
        return welcomeAll();
    }

private:
    struct Member {
        base::FileDescriptor socket;
        base::FileDescriptor process;
    };

    // A claimant that does not belong here is told so and forgotten; those already here are not disturbed.
    void admit(base::FileDescriptor socket)
    {
        const auto credentials = peerCredentials(socket.get());
        if (!credentials || credentials->uid != ::geteuid()) {
            return;
        }
        Hello hello;
        std::vector<base::FileDescriptor> none;
        const Patience patience{std::chrono::steady_clock::now() + kHelloTimeout, std::stop_token()};
        if (!receiveMessage(socket.get(), std::as_writable_bytes(std::span(&hello, 1)), none, 0, patience)) {
            return;
        }
        if (const std::string problem = problemWith(hello); !problem.empty()) {
            sendAnswer(socket.get(), Verdict::kRefused, problem, {});
            return;
        }
        Member& member = m_members[hello.rank];
        // The process waits for our answer, so its id cannot have been given to another.
        member.process.reset(static_cast<int>(::syscall(SYS_pidfd_open, credentials->pid, 0)));
        member.socket = std::move(socket);
    }

    std::string problemWith(const Hello& hello) const
    {
        const int size = static_cast<int>(m_members.size());
        if (hello.magic != kHelloMagic || hello.version != kSegmentVersion) {
            return "a rank of another version came";
        }
        if (hello.size != size) {
            return "rank " + std::to_string(hello.rank) + " expects " + std::to_string(hello.size) +
                   " ranks, rank 0 expects " + std::to_string(size);
        }
        if (hello.rank <= 0 || hello.rank >= size) {
            return "there is no rank " + std::to_string(hello.rank);
        }
        return m_members[hello.rank].socket ? "rank " + std::to_string(hello.rank) + " is already there" : "";
    }

    std::string missingRanks() const
    {
        std::string ranks;
        for (std::size_t rank = 1; rank < m_members.size(); ++rank) {
            if (!m_members[rank].socket) {
                ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
            }
        }
        return ranks;
    }

    absl::Status giveUp(const RendezvousOptions& options) const
    {
        const bool wasStopped = options.stop.stop_requested();
        for (const Member& member : m_members) {
            if (member.socket) {
                sendAnswer(member.socket.get(), wasStopped ? Verdict::kStopped : Verdict::kMissing, missingRanks(), {});
            }
        }
        return wasStopped ? stopped(m_group) : missing(missingRanks(), options.timeout);
    }

    absl::StatusOr<SharedMemoryMember> welcomeAll()
    {
        const int size = static_cast<int>(m_members.size());
        SharedMemoryMember own{m_group, 0, size, {}, std::vector<base::FileDescriptor>(size)};
        FIRSTLIGHT_ASSIGN_OR_RETURN(own.memory, makeGroupMemory(size));
        m_members[0].process.reset(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
        std::vector<int> descriptors{own.memory.get()};
        for (int rank = 0; rank < size; ++rank) {
            if (!m_members[rank].process) {
                return missing(std::to_string(rank), milliseconds(0));
            }
            descriptors.push_back(m_members[rank].process.get());
        }
        for (int rank = 1; rank < size; ++rank) {
            // One that is gone by now is found by the monitor in the first operation.
            sendAnswer(m_members[rank].socket.get(), Verdict::kWelcome, "", descriptors);
            own.processes[rank] = std::move(m_members[rank].process);
        }
        return own;
    }

    const std::string m_group;
    std::vector<Member> m_members;
};

// What rank 0 says to a hello.
struct Reply {
    Answer answer;
    std::vector<base::FileDescriptor> descriptors;
};

// nullopt: rank 0 did not come, or let go of us before it heard us.
absl::StatusOr<std::optional<Reply>> askOnce(const std::string& path, const std::string& group, const Hello& hello,
                                             Patience patience)
{
    const auto socket = connectLocal(path, patience);
    if (!socket) {
        return std::nullopt;
    }
    const auto credentials = peerCredentials(socket->get());
    if (!credentials || credentials->uid != ::geteuid()) {
        return refused(group, "another user's process offers the group");
    }
    patience.deadline += kAnswerGrace;
    Reply reply;
    const std::size_t expected = static_cast<std::size_t>(hello.size) + 1;
    const bool isHeard = sendMessage(socket->get(), bytesOf(hello), {}, patience) &&
                         receiveMessage(socket->get(), std::as_writable_bytes(std::span(&reply.answer, 1)),
                                        reply.descriptors, expected, patience);
    return isHeard ? std::optional(std::move(reply)) : std::nullopt;
}

// The side of the other ranks.
absl::StatusOr<SharedMemoryMember> join(const std::string& path, const std::string& group, const Hello& hello,
                                        const RendezvousOptions& options)
{
    const Patience patience{std::chrono::steady_clock::now() + options.timeout, options.stop};
    std::optional<Reply> reply;
    for (int tries = 0; tries < kTries && !reply && !options.stop.stop_requested(); ++tries) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(reply, askOnce(path, group, hello, patience));
    }
    if (!reply) {
        return options.stop.stop_requested() ? stopped(group) : missing("0", options.timeout);
    }
    auto& [answer, descriptors] = *reply;
    const std::size_t expected = static_cast<std::size_t>(hello.size) + 1;
    answer.text[kMaxAnswerText - 1] = '\0';
    if (answer.verdict == Verdict::kMissing) {
        return missing(answer.text, options.timeout);
    }
    if (answer.verdict == Verdict::kStopped) {
        return stopped(group);
    }
    if (answer.verdict != Verdict::kWelcome || descriptors.size() != expected) {
        return refused(group, answer.text);
    }
    SharedMemoryMember own{group, hello.rank, hello.size, std::move(descriptors.front()), {}};
    own.processes.assign(std::make_move_iterator(descriptors.begin() + 1), std::make_move_iterator(descriptors.end()));
    own.processes[hello.rank].reset();
    return own;
}

} // namespace

absl::StatusOr<std::unique_ptr<Communicator>> connectGroup(const std::string& directory, const std::string& groupName,
                                                           int rank, int size, const RendezvousOptions& options)
{
    if (size < 1 || size > kMaxRanks || rank < 0 || rank >= size) {
        return refused(groupName, "rank " + std::to_string(rank) + " of " + std::to_string(size) +
                                      "; one host takes up to " + std::to_string(kMaxRanks));
    }
    if (size == 1) {
        return std::move(makeInMemoryGroup(groupName, 1, options.group).front());
    }
    const std::string path = directory + "/" + groupName + ".sock";
    Hello hello;
    hello.rank = rank;
    hello.size = size;
    FIRSTLIGHT_ASSIGN_OR_RETURN(SharedMemoryMember member, rank == 0 ? Host(groupName, size).gather(path, options)
                                                                     : join(path, groupName, hello, options));
    return joinSharedMemory(std::move(member), options.group);
}

} // namespace firstlight::collective
