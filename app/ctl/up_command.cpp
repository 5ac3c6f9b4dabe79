#include "app/ctl/commands.h"
#include "app/ctl/connection.h"
#include "app/ctl/deployment_printing.h"
#include "app/ctl/json_output.h"
#include "app/ctl/private_controller.h"
#include "backend/api/stage_name.h"
#include "backend/base/failure.h"
#include "backend/base/random_token.h"
#include "backend/model/utf8.h"

#include <filesystem>

namespace firstlight::ctl {
namespace {

using namespace std::chrono_literals;

absl::Status startController(const Arguments& arguments, const Output& output)
{
    output.note("Starting a controller in " + arguments.runtimeDirectory + ".");
    PrivateControllerOptions options;
    options.runtimeDirectory = arguments.runtimeDirectory;
    options.nodes = arguments.nodes;
    options.listenAddress = arguments.listenAddress;
    return startPrivateController(options);
}

bool isMissing(const absl::Status& status)
{
    const std::string reason = base::failureInfo(status).reasonId;
    return reason == reasons::kNoController.id || reason == reasons::kControllerLost.id;
}

absl::Status checkNodes(const Arguments& arguments, const Connection& connection)
{
    if (arguments.nodes == 0) {
        return absl::OkStatus();
    }
    const auto described =
        connection.call(&v1::Controller::Stub::DescribeController, v1::DescribeControllerRequest(), 20s);
    FIRSTLIGHT_RETURN_IF_ERROR(described.status());
    const int nodes = described->cluster().nodes_size();
    return nodes == arguments.nodes ? absl::OkStatus()
                                    : base::failure(reasons::kRequestInvalid,
                                                    {{"detail", "the running controller has " + std::to_string(nodes) +
                                                                    " nodes, not " + std::to_string(arguments.nodes) +
                                                                    "; \"firstlightctl down\" ends one that \"up\" "
                                                                    "started, the next has as many as you say"}});
}

absl::StatusOr<Connection> openOrStart(const Arguments& arguments, const Output& output, bool& started)
{
    auto connection = Connection::open(arguments.runtimeDirectory, 20s);
    if (connection.ok()) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkNodes(arguments, *connection));
        return connection;
    }
    if (!isMissing(connection.status())) {
        return connection.status();
    }
    if (const absl::Status start = startController(arguments, output); !start.ok()) {
        auto other = Connection::open(arguments.runtimeDirectory, 20s); // of a command that was faster
        return other.ok() ? std::move(other) : start;
    }
    started = true;
    return Connection::open(arguments.runtimeDirectory, 20s);
}

// Prints each stage once, when it has ended.
class StagePrinter
{
public:
    explicit StagePrinter(const Output& output) : m_output(output) {}

    void show(const v1::DeploymentState& state)
    {
        while (m_printed < state.stages_size() && state.stages(m_printed).end_unix_ns() != 0) {
            m_output.note(stageLine(state.stages(m_printed++)));
        }
    }

private:
    const Output& m_output;
    int m_printed = 0;
};

bool isSettled(const v1::DeploymentState& state)
{
    return state.ready() || state.has_failure() || state.stage() == v1::STAGE_STOPPED;
}

absl::StatusOr<v1::DeploymentState> follow(const Connection& connection, const std::string& id,
                                           std::chrono::milliseconds timeout, const Output& output)
{
    v1::DeploymentState last;
    StagePrinter printer(output);
    const absl::Status status = connection.read(&v1::Controller::Stub::WatchDeployments, v1::WatchDeploymentsRequest(),
                                                timeout, [&](const v1::DeploymentState& state) {
                                                    if (state.deployment_id() == id) {
                                                        printer.show(state);
                                                        last = state;
                                                    }
                                                    return !isSettled(last);
                                                });
    if (!status.ok() && base::failureInfo(status).reasonId == reasons::kNoAnswer.id) {
        return base::failure(reasons::kStillUnderWay, absl::StatusCode::kDeadlineExceeded,
                             {{"deployment", id}, {"stage", api::stageName(last.stage())}});
    }
    FIRSTLIGHT_RETURN_IF_ERROR(status);
    return last;
}

void noteTroubles(const Connection& connection, const Output& output)
{
    const auto described =
        connection.call(&v1::Controller::Stub::DescribeController, v1::DescribeControllerRequest(), 20s);
    if (described.ok()) {
        for (const v1::FailureDetail& trouble : described->troubles()) {
            output.note("Warning: " + trouble.what() + " " + trouble.next_step());
        }
    }
}

nlohmann::ordered_json answerOf(const Connection& connection, const std::string& id, bool started)
{
    return {{"deployment_id", id},
            {"controller_started", started},
            {"controller_pid", connection.controller().pid()},
            {"listen_address", connection.contact().value("listen_address", std::string())},
            {"deployment", nullptr}};
}

absl::Status waitForIt(const Connection& connection, const Arguments& arguments, const std::string& id,
                       const Output& output, nlohmann::ordered_json& answer)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::DeploymentState state,
                                follow(connection, id, timeoutOf(arguments, 600s), output));
    answer["deployment"] = toJson(state);
    if (state.has_failure()) {
        return rpc::statusFromDetail(state.failure());
    }
    if (!state.ready()) {
        return base::failure(reasons::kAborted, {{"detail", "somebody stopped the deployment"}});
    }
    output.answer(state.model_name() + " is ready: " + layoutText(state.plan().layout()) + ", " +
                  std::to_string(state.ranks_size()) + (state.ranks_size() == 1 ? " rank.\n" : " ranks.\n"));
    return absl::OkStatus();
}

// The API carries text only.
absl::StatusOr<std::string> checkpointPath(const std::string& operand)
{
    const std::string path = std::filesystem::absolute(operand).lexically_normal();
    return model::isValidUtf8(path)
               ? absl::StatusOr<std::string>(path)
               : base::failure(reasons::kRequestInvalid,
                               {{"detail", "the path is not UTF-8 text; a link with another name will do"}});
}

absl::Status bringUp(const Arguments& arguments, const Output& output)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::string path, checkpointPath(arguments.operands.front()));
    bool started = false;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, openOrStart(arguments, output, started));
    v1::StartDeploymentRequest request;
    request.set_idempotency_id(base::randomHex(16));
    request.set_checkpoint_path(path);
    *request.mutable_layout() = arguments.layout;
    *request.mutable_workload() = arguments.workload;
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::StartDeploymentResponse response,
                                connection.call(&v1::Controller::Stub::StartDeployment, request, 30s));
    noteTroubles(connection, output);
    nlohmann::ordered_json answer = answerOf(connection, response.deployment_id(), started);
    absl::Status status;
    if (arguments.wait) {
        status = waitForIt(connection, arguments, response.deployment_id(), output, answer);
    } else {
        output.answer("Deployment " + response.deployment_id() + " was started; \"firstlightctl status\" shows it.\n");
    }
    output.document(answer);
    return status;
}

} // namespace

std::chrono::milliseconds timeoutOf(const Arguments& arguments, std::chrono::milliseconds usual)
{
    return arguments.timeout.count() > 0 ? arguments.timeout : usual;
}

base::ExitCode runUp(const Arguments& arguments, const Output& output)
{
    const absl::Status status = bringUp(arguments, output);
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace firstlight::ctl
