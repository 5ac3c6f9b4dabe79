#include "backend/launch/spawn.h"

#include "backend/base/failure.h"

#include <cerrno>
#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char** environ;

namespace firstlight::launch {
namespace {

absl::Status cannotStart(const std::string& path, int error)
{
    return base::failure(reasons::kProgramMissing, absl::StatusCode::kNotFound,
                         {{"program", std::filesystem::path(path).filename().string()},
                          {"detail", path + ": " + base::errnoText(error)}});
}

struct Pipe {
    base::FileDescriptor read;
    base::FileDescriptor write;

    bool open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            return false;
        }
        read.reset(ends[0]);
        write.reset(ends[1]);
        return true;
    }
};

// The attributes of posix_spawn, freed at the end of the scope.
class SpawnSettings
{
public:
    SpawnSettings(const Pipe& input, const Pipe& output, const Pipe& errors)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, input.read.get(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, output.write.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, errors.write.get(), STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);
        posix_spawnattr_init(&m_attributes);
        sigset_t signals;
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&m_attributes, &signals);
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&m_attributes, &signals);
        posix_spawnattr_setpgroup(&m_attributes, 0); // Ctrl+C in a terminal is for us, not for our children
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnSettings()
    {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    const posix_spawn_file_actions_t* actions() const { return &m_actions; }
    const posix_spawnattr_t* attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

std::vector<char*> argumentPointers(const std::string& path, const std::vector<std::string>& arguments)
{
    std::vector<char*> pointers{const_cast<char*>(path.c_str())};
    for (const std::string& argument : arguments) {
        pointers.push_back(const_cast<char*>(argument.c_str()));
    }
    pointers.push_back(nullptr);
    return pointers;
}

void makeNonBlocking(const base::FileDescriptor& descriptor)
{
    ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

} // namespace

absl::StatusOr<SpawnedProgram> spawnProgram(const std::string& path, const std::vector<std::string>& arguments)
{
    Pipe input;
    Pipe output;
    Pipe errors;
    if (!input.open() || !output.open() || !errors.open()) {
        return cannotStart(path, errno);
    }
    const SpawnSettings settings(input, output, errors);
    SpawnedProgram program;
    const int error = ::posix_spawn(&program.pid, path.c_str(), settings.actions(), settings.attributes(),
                                    argumentPointers(path, arguments).data(), environ);
    if (error != 0) {
        return cannotStart(path, error);
    }
    program.process.reset(static_cast<int>(::syscall(SYS_pidfd_open, program.pid, 0)));
    program.input = std::move(input.write);
    program.output = std::move(output.read);
    program.errors = std::move(errors.read);
    makeNonBlocking(program.output);
    makeNonBlocking(program.errors);
    return program;
}

} // namespace firstlight::launch
