#include "backend/model/template_helper.h"

#include "backend/base/failure.h"

#include <absl/strings/str_cat.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <vector>

namespace firstlight::model {

namespace {

constexpr const char* kPython = "/usr/bin/python3"; // the one that the distribution's jinja2 belongs to
constexpr std::chrono::seconds kStartTime{20};      // a busy machine; usually a fifth of a second
constexpr int kExitNoJinja = 3;
constexpr int kExitNotConfined = 4;
constexpr std::uint32_t kMaxAnswerBytes = std::uint32_t{64} << 20;

absl::Status programMissing(const std::string& detail)
{
    return base::failure(reasons::kProgramMissing, {{"program", kPython}, {"detail", detail}});
}

std::vector<std::string> helperEnvironment()
{
    const char* zone = std::getenv("TZ");
    return {"LC_ALL=C.UTF-8", std::string("TZ=") + (zone != nullptr ? zone : ":/etc/localtime")};
}

std::vector<char*> pointers(std::vector<std::string>& strings)
{
    std::vector<char*> list;
    for (std::string& text : strings) {
        list.push_back(text.data());
    }
    list.push_back(nullptr);
    return list;
}

// What the child gets: the socket as standard input, nothing else; default signals; a process group of its own.
int spawnHelper(pid_t& process, int socket, std::int64_t memoryBytes)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, socket, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> arguments = {kPython, "-I", "-B", "-c", kTemplateHelperScript, absl::StrCat(memoryBytes)};
    std::vector<std::string> environment = helperEnvironment();
    const int error =
        posix_spawn(&process, kPython, &files, &attributes, pointers(arguments).data(), pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

} // namespace

absl::Status TemplateHelper::start()
{
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return programMissing(base::errnoText(errno));
    }
    base::FileDescriptor ours(ends[0]);
    const base::FileDescriptor theirs(ends[1]);
    if (const int error = spawnHelper(m_process, theirs.get(), m_memoryBytes); error != 0) {
        m_process = -1;
        return programMissing(base::errnoText(error));
    }
    m_socket = std::move(ours);
    return checked(receive(Clock::now() + kStartTime)).status();
}

void TemplateHelper::stop()
{
    m_socket.reset();
    if (m_process > 0) {
        kill(m_process, SIGKILL);
        int status = 0;
        while (waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
        }
        m_process = -1;
    }
}

absl::StatusOr<nlohmann::ordered_json> TemplateHelper::call(const nlohmann::ordered_json& request,
                                                            std::chrono::milliseconds wait)
{
    return checked(exchange(request, Clock::now() + wait));
}

absl::StatusOr<nlohmann::ordered_json> TemplateHelper::checked(absl::StatusOr<nlohmann::ordered_json> answer)
{
    if (answer.ok()) {
        return answer;
    }
    const absl::Status status = absl::IsUnavailable(answer.status()) ? describeEnd() : answer.status();
    stop();
    return status;
}

absl::StatusOr<nlohmann::ordered_json> TemplateHelper::exchange(const nlohmann::ordered_json& request,
                                                                Clock::time_point end)
{
    const std::string body = request.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    const auto size = static_cast<std::uint32_t>(body.size());
    std::array<char, 4> header{};
    for (std::size_t i = 0; i < header.size(); ++i) {
        header[i] = static_cast<char>(size >> (8 * i) & 0xFF);
    }
    FIRSTLIGHT_RETURN_IF_ERROR(sendAll(std::string_view(header.data(), header.size()), end));
    FIRSTLIGHT_RETURN_IF_ERROR(sendAll(body, end));
    return receive(end);
}

absl::StatusOr<nlohmann::ordered_json> TemplateHelper::receive(Clock::time_point end)
{
    std::array<char, 4> header{};
    FIRSTLIGHT_RETURN_IF_ERROR(receiveAll(header.data(), header.size(), end));
    std::uint32_t answerSize = 0;
    for (std::size_t i = 0; i < header.size(); ++i) {
        answerSize |= static_cast<std::uint32_t>(static_cast<unsigned char>(header[i])) << (8 * i);
    }
    if (answerSize > kMaxAnswerBytes) {
        return absl::DataLossError("the helper's answer is too long");
    }
    std::string answer(answerSize, '\0');
    FIRSTLIGHT_RETURN_IF_ERROR(receiveAll(answer.data(), answer.size(), end));
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(answer, nullptr, false);
    return json.is_object() ? absl::StatusOr<nlohmann::ordered_json>(std::move(json))
                            : absl::DataLossError("the helper's answer is not valid");
}

absl::Status TemplateHelper::waitFor(short events, Clock::time_point end)
{
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) {
            return absl::DeadlineExceededError("it does not end in time");
        }
        pollfd entry{m_socket.get(), events, 0};
        const int ready = poll(&entry, 1, static_cast<int>(left));
        if (ready > 0) {
            return absl::OkStatus();
        }
        if (ready < 0 && errno != EINTR) {
            return absl::UnavailableError(base::errnoText(errno));
        }
    }
}

absl::Status TemplateHelper::sendAll(std::string_view data, Clock::time_point end)
{
    while (!data.empty()) {
        const ssize_t count = send(m_socket.get(), data.data(), data.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            data.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN || errno == EINTR) {
            FIRSTLIGHT_RETURN_IF_ERROR(waitFor(POLLOUT, end));
        } else {
            return absl::UnavailableError(base::errnoText(errno));
        }
    }
    return absl::OkStatus();
}

absl::Status TemplateHelper::receiveAll(char* data, std::size_t size, Clock::time_point end)
{
    while (size > 0) {
        FIRSTLIGHT_RETURN_IF_ERROR(waitFor(POLLIN, end));
        const ssize_t count = recv(m_socket.get(), data, size, MSG_DONTWAIT);
        if (count > 0) {
            data += count;
            size -= static_cast<std::size_t>(count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            return absl::UnavailableError("the helper ended");
        }
    }
    return absl::OkStatus();
}

// The child has closed its socket: it is ending, or has ended.
absl::Status TemplateHelper::describeEnd()
{
    int status = 0;
    kill(m_process, SIGKILL); // no effect on one that has ended by itself
    pid_t ended = 0;
    while ((ended = waitpid(m_process, &status, 0)) < 0 && errno == EINTR) {
    }
    m_process = -1;
    if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == kExitNoJinja) {
        return programMissing("its package jinja2 is missing (Debian: python3-jinja2)");
    }
    if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == kExitNotConfined) {
        return programMissing("the kernel does not let it confine itself (seccomp)");
    }
    if (ended > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        return absl::DeadlineExceededError("it does not end within the processor time that it may use");
    }
    return absl::UnavailableError("the helper process ended");
}

} // namespace firstlight::model
