#include "app/ctl/commands.h"
#include "app/ctl/connection.h"
#include "app/ctl/controller_process.h"
#include "app/ctl/private_controller.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/base/random_token.h"

#include <cerrno>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace firstlight::ctl {
namespace {

using namespace std::chrono_literals;

// The newest deployment that still runs; empty: none.
absl::StatusOr<std::string> runningDeployment(const Connection& connection)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        const v1::DescribeControllerResponse described,
        connection.call(&v1::Controller::Stub::DescribeController, v1::DescribeControllerRequest(), 20s));
    if (described.deployments().empty()) {
        return std::string();
    }
    const v1::DeploymentState& newest = described.deployments(described.deployments_size() - 1);
    return newest.stage() == v1::STAGE_STOPPED ? std::string() : newest.deployment_id();
}

absl::Status stopDeployment(const Connection& connection, const std::string& id, std::chrono::milliseconds timeout)
{
    v1::StopDeploymentRequest request;
    request.set_idempotency_id(base::randomHex(16));
    request.set_deployment_id(id);
    return connection.call(&v1::Controller::Stub::StopDeployment, request, timeout).status();
}

absl::Status endController(const Connection& connection, std::chrono::milliseconds timeout)
{
    // Opened before the request, so that the number cannot come to mean another process.
    const base::FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, connection.controller().pid(), 0)));
    v1::ShutdownRequest request;
    request.set_idempotency_id(base::randomHex(16));
    FIRSTLIGHT_RETURN_IF_ERROR(connection.call(&v1::Controller::Stub::Shutdown, request, timeout).status());
    pollfd poll{process.get(), POLLIN, 0};
    if (process && ::poll(&poll, 1, static_cast<int>(timeout.count())) == 0) {
        return base::failure(reasons::kNoAnswer, absl::StatusCode::kDeadlineExceeded, {{"how", "it is still ending"}});
    }
    return absl::OkStatus();
}

absl::Status takeDown(const Arguments& arguments, const Output& output)
{
    const auto timeout = timeoutOf(arguments, 30s);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, Connection::open(arguments.runtimeDirectory, timeout));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string id, runningDeployment(connection));
    if (!id.empty()) {
        FIRSTLIGHT_RETURN_IF_ERROR(stopDeployment(connection, id, timeout));
        output.answer("Deployment " + id + " has ended.\n");
    }
    const bool ours = connection.contact().value("started_by_ctl", false);
    if (ours) {
        FIRSTLIGHT_RETURN_IF_ERROR(endController(connection, timeout));
        output.answer("The controller has ended.\n");
    }
    output.document(nlohmann::ordered_json{{"deployment_id", id}, {"controller_ended", ours}});
    return absl::OkStatus();
}

absl::Status endByForce(const Arguments& arguments, const Output& output)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const int pid, controllerPid(arguments.runtimeDirectory));
    FIRSTLIGHT_RETURN_IF_ERROR(killController(pid, arguments.runtimeDirectory, timeoutOf(arguments, 30s)));
    output.answer("The controller was ended at once; its agents and workers end by themselves.\n");
    output.document(nlohmann::ordered_json{{"deployment_id", ""}, {"controller_ended", true}});
    return absl::OkStatus();
}

} // namespace

base::ExitCode runDown(const Arguments& arguments, const Output& output)
{
    const absl::Status status = arguments.force ? endByForce(arguments, output) : takeDown(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace firstlight::ctl
