#include "app/ctl/commands.h"
#include "app/ctl/connection.h"
#include "app/ctl/deployment_printing.h"
#include "app/ctl/json_output.h"
#include "backend/base/failure.h"
#include "backend/base/file.h"
#include "backend/report/format.h"

#include <limits>

namespace firstlight::ctl {
namespace {

using namespace std::chrono_literals;

std::string controllerText(const v1::HandshakeResponse& controller)
{
    return "Controller " + controller.version() + ", process " + std::to_string(controller.pid()) + ", since " +
           report::formatTime(controller.start_unix_ns()) + "\n";
}

std::string statusText(const v1::DescribeControllerResponse& described)
{
    std::string text = controllerText(described.controller());
    for (const v1::FailureDetail& trouble : described.troubles()) {
        text += "Warning: " + trouble.what() + " " + trouble.next_step() + "\n";
    }
    text += "\n" + clusterText(described.cluster()) + "\n";
    if (described.deployments().empty()) {
        return text + "No deployment yet. Start one with \"firstlightctl up DIR\".\n";
    }
    return text + deploymentText(described.deployments(described.deployments_size() - 1));
}

absl::Status status(const Arguments& arguments, const Output& output)
{
    const auto timeout = timeoutOf(arguments, 10s);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, Connection::open(arguments.runtimeDirectory, timeout));
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        const v1::DescribeControllerResponse described,
        connection.call(&v1::Controller::Stub::DescribeController, v1::DescribeControllerRequest(), timeout));
    output.answer(statusText(described));
    output.document(toJson(described));
    return absl::OkStatus();
}

absl::Status checkComm(const Arguments& arguments, const Output& output)
{
    const auto timeout = timeoutOf(arguments, 120s);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, Connection::open(arguments.runtimeDirectory, timeout));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::CommCheckReport check, connection.call(&v1::Controller::Stub::RunCommCheck,
                                                                                 v1::RunCommCheckRequest(), timeout));
    output.answer(commCheckText(check));
    output.document(toJson(check));
    if (check.passed()) {
        return absl::OkStatus();
    }
    return check.has_failure()
               ? rpc::statusFromDetail(check.failure())
               : base::failure(reasons::kProbeFailed, {{"probe", "communication"}, {"detail", check.verdict()}});
}

absl::Status makeReport(const Arguments& arguments, const Output& output)
{
    const auto timeout = timeoutOf(arguments, 60s);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, Connection::open(arguments.runtimeDirectory, timeout));
    v1::CreateReportRequest request;
    request.set_include_logs(!arguments.withoutLogs);
    request.set_include_environment(!arguments.withoutEnvironment);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const v1::CreateReportResponse response,
                                connection.call(&v1::Controller::Stub::CreateReport, request, timeout));
    FIRSTLIGHT_RETURN_IF_ERROR(base::writeUserFile(arguments.outputFile, response.html()));
    output.answer("The report is in " + arguments.outputFile + ".\n");
    output.document(nlohmann::ordered_json{{"file", arguments.outputFile}, {"size_bytes", response.html().size()}});
    return absl::OkStatus();
}

std::string logText(const v1::LogLine& line)
{
    const std::string rank = line.rank() < 0 ? "" : " rank " + std::to_string(line.rank());
    return report::formatTime(line.time_unix_ns()) + "  " + report::severityName(line.severity()) + "  " +
           line.program() + (line.node().empty() ? "" : " " + line.node()) + rank + "  " + line.text() + "\n";
}

absl::Status logs(const Arguments& arguments, const Output& output)
{
    const auto timeout = timeoutOf(arguments, arguments.follow ? std::chrono::milliseconds(24h) : 30s);
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Connection connection, Connection::open(arguments.runtimeDirectory, 20s));
    FIRSTLIGHT_ASSIGN_OR_RETURN(
        const v1::DescribeControllerResponse described,
        connection.call(&v1::Controller::Stub::DescribeController, v1::DescribeControllerRequest(), 20s));
    const std::int64_t last =
        arguments.follow ? std::numeric_limits<std::int64_t>::max() : described.last_log_sequence();
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    absl::Status status;
    if (last > 0) {
        status = connection.read(&v1::Controller::Stub::WatchLogs, v1::WatchLogsRequest(), timeout,
                                 [&](const v1::LogBatch& batch) {
                                     for (const v1::LogLine& line : batch.lines()) {
                                         output.answer(logText(line));
                                         if (output.json()) {
                                             lines.push_back(toJson(line));
                                         }
                                     }
                                     return batch.lines(batch.lines_size() - 1).sequence() < last;
                                 });
    }
    output.document(nlohmann::ordered_json{{"lines", std::move(lines)}});
    return status;
}

base::ExitCode finish(const absl::Status& status, const Output& output)
{
    return status.ok() ? base::kExitOk : output.fail(status);
}

} // namespace

base::ExitCode runStatus(const Arguments& arguments, const Output& output)
{
    return finish(status(arguments, output), output);
}

base::ExitCode runCheckComm(const Arguments& arguments, const Output& output)
{
    return finish(checkComm(arguments, output), output);
}

base::ExitCode runReport(const Arguments& arguments, const Output& output)
{
    return finish(makeReport(arguments, output), output);
}

base::ExitCode runLogs(const Arguments& arguments, const Output& output)
{
    return finish(logs(arguments, output), output);
}

} // namespace firstlight::ctl
