#include "app/controller/controller_program.h"

#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/random_token.h"
#include "backend/base/version.h"
#include "backend/control/grpc_worker_client.h"
#include "backend/control/local_node_launcher.h"
#include "backend/control/model_checkpoint_desk.h"
#include "backend/launch/launcher.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace firstlight::controller {
namespace {

constexpr std::chrono::milliseconds kCallGrace{500};

std::vector<std::string> nodeNames(int count)
{
    std::vector<std::string> names;
    for (int i = 1; i <= count; ++i) {
        names.push_back("node-" + std::to_string(i));
    }
    return names;
}

control::DeploymentLimits limitsOf(const ControllerOptions& options)
{
    control::DeploymentLimits limits;
    limits.heartbeat.stuck = options.stuckAfter;
    limits.heartbeat.warn = std::min(limits.heartbeat.warn, options.stuckAfter / 2);
    limits.heartbeat.late = std::min(limits.heartbeat.late, options.stuckAfter / 2);
    return limits;
}

} // namespace

ControllerProgram::ControllerProgram(const ControllerOptions& options)
    : m_options(options), m_token(base::makeToken()), m_file(options.runtimeDirectory + "/controller.json")
{
}

absl::Status ControllerProgram::makeCore(const std::string& commandLine, const base::Clock& clock)
{
    control::CoreOptions core;
    core.runtimeDirectory = m_options.runtimeDirectory;
    core.stateDirectory = m_options.stateDirectory;
    core.discardState = m_options.discardState;
    core.cluster.nodes = nodeNames(m_options.nodeCount);
    core.cluster.lostAfter = std::max<std::chrono::milliseconds>(m_options.stuckAfter, 3 * core.cluster.sampleInterval);
    core.token = base::makeToken(); // another one than clients have
    core.commandLine = commandLine;
    core.limits = limitsOf(m_options);
    const std::string token = core.token;
    const auto makeLauncher = [runtime = core.runtimeDirectory, token](base::Executor& pool, control::LogStore& logs) {
        return std::make_shared<control::LocalNodeLauncher>(std::make_unique<launch::LocalLauncher>(), runtime, token,
                                                            pool, logs);
    };
    const auto connectWorker = [token](const std::string& address, int rank, const std::string& node) {
        return std::make_shared<control::GrpcWorkerClient>(address, token, rank, node);
    };
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        m_core, control::ControlCore::create(std::move(core), {clock, std::make_unique<control::ModelCheckpointDesk>(),
                                                               makeLauncher, connectWorker}));
    return absl::OkStatus();
}

absl::Status ControllerProgram::serve(std::stop_source stop)
{
    m_service =
        std::make_unique<control::ControllerService>(*m_core, m_token, [stop]() mutable { stop.request_stop(); });
    rpc::ServerOptions server;
    server.unixSocketPath = m_options.runtimeDirectory + "/controller.sock";
    server.listenAddress = m_options.listenAddress;
    server.maxMessageBytes = rpc::kMaxMessageBytes;
    FIRSTLIGHT_ASSIGN_OR_RETURN(m_server, rpc::startServer(server, {m_service.get()}));
    m_contact = {{"address", m_server->unixAddress()},
                 {"listen_address", m_server->tcpAddress()},
                 {"token", m_token},
                 {"pid", ::getpid()},
                 {"started_by_ctl", m_options.startedByCtl},
                 {"version", base::version()}};
    return m_file.write(m_contact);
}

absl::StatusOr<std::unique_ptr<ControllerProgram>> ControllerProgram::start(const ControllerOptions& options,
                                                                            const std::string& commandLine,
                                                                            const base::Clock& clock,
                                                                            std::stop_source stop)
{
    FIRSTLIGHT_RETURN_IF_ERROR(base::makePrivateDirectory(options.runtimeDirectory));
    std::unique_ptr<ControllerProgram> program(new ControllerProgram(options));
    program->m_lock = base::lockFile(options.runtimeDirectory + "/controller.lock");
    if (!program->m_lock) {
        return base::failure(
            reasons::kAddressInUse, absl::StatusCode::kUnavailable,
            {{"address", options.runtimeDirectory}, {"detail", "another program serves there, or is about to"}});
    }
    FIRSTLIGHT_RETURN_IF_ERROR(program->makeCore(commandLine, clock));
    FIRSTLIGHT_RETURN_IF_ERROR(program->serve(std::move(stop)));
    program->m_core->begin();
    return program;
}

ControllerProgram::~ControllerProgram()
{
    if (m_server != nullptr) {
        m_core->shutdown(); // while clients may still watch it
        m_server->shutdown(kCallGrace);
        m_server.reset();
    }
}

} // namespace firstlight::controller
