// The controller core's answers to questions that change nothing.
#include "backend/control/control_core.h"

#include "backend/base/failure.h"
#include "backend/base/version.h"
#include "backend/report/report.h"
#include "backend/rpc/status.h"

#include <mutex>
#include <utility>

namespace firstlight::control {
namespace {

constexpr std::size_t kReportLogLines = 20'000;
constexpr int kMaxListedTensors = 10'000;

// Collects the answers of several ranks; the last one, or the first failure, gives the reply.
template <typename Part>
class Gathering
{
public:
    Gathering(std::size_t count, Reply<std::vector<Part>> reply) : m_open(count), m_reply(std::move(reply)) {}

    void add(absl::StatusOr<std::vector<Part>> parts)
    {
        std::unique_lock lock(m_mutex);
        --m_open;
        if (!m_reply) {
            return;
        }
        if (parts.ok()) {
            m_parts.insert(m_parts.end(), parts->begin(), parts->end());
        }
        if (!parts.ok() || m_open == 0) {
            const auto reply = std::exchange(m_reply, nullptr);
            lock.unlock();
            reply(parts.ok() ? absl::StatusOr<std::vector<Part>>(std::move(m_parts)) : parts.status());
        }
    }

private:
    std::mutex m_mutex;
    std::size_t m_open;
    Reply<std::vector<Part>> m_reply;
    std::vector<Part> m_parts;
};

absl::Status unknownDeployment(const std::string& id)
{
    return base::failure(reasons::kUnknownDeployment, absl::StatusCode::kNotFound, {{"deployment", id}});
}

} // namespace

void ControlCore::describe(Reply<v1::DescribeControllerResponse> reply)
{
    m_strand.post([this, reply = std::move(reply)] {
        v1::DescribeControllerResponse response;
        *response.mutable_cluster() = m_cluster->state();
        for (const DeploymentPointer& deployment : m_deployments) {
            *response.add_deployments() = deployment->state();
        }
        const absl::Status store = m_store->health();
        if (!store.ok()) {
            *response.add_troubles() = rpc::makeFailureDetail(store, {}, m_clock.systemNow());
        }
        response.set_last_event_sequence(m_events.lastSequence());
        response.set_last_log_sequence(m_logs.lastSequence());
        reply(std::move(response));
    });
}

void ControlCore::inspect(const v1::InspectCheckpointRequest& request, Reply<v1::CheckpointReport> reply)
{
    m_pool.post([this, request, reply = std::move(reply)] { reply(m_checkpoints->inspect(request.path())); });
}

void ControlCore::listTensors(const v1::ListTensorsRequest& request, Reply<v1::ListTensorsResponse> reply)
{
    if (request.limit() < 0 || request.limit() > kMaxListedTensors || request.offset() < 0) {
        reply(base::failure(reasons::kRequestInvalid, absl::StatusCode::kInvalidArgument,
                            {{"detail", "limit must be 0 to 10000 and offset not negative"}}));
        return;
    }
    m_pool.post([this, request, reply = std::move(reply)] { reply(m_checkpoints->listTensors(request)); });
}

void ControlCore::makePlan(const v1::PlanRequest& request, Reply<v1::PlanResponse> reply)
{
    m_strand.post([this, request, reply = std::move(reply)]() mutable {
        m_pool.post([this, request, cluster = m_cluster->state(), reply = std::move(reply)] {
            reply(m_checkpoints->plan(request, cluster));
        });
    });
}

void ControlCore::describeShards(const v1::DescribeShardsRequest& request,
                                 Reply<std::vector<v1::DescribeShardsResponse>> reply)
{
    m_strand.post([this, request, reply = std::move(reply)] {
        const DeploymentPointer deployment = findDeployment(request.deployment_id());
        if (deployment == nullptr) {
            reply(unknownDeployment(request.deployment_id()));
            return;
        }
        std::vector<std::shared_ptr<WorkerClient>> workers;
        for (const v1::RankStatus& rank : deployment->state().ranks()) {
            if (auto worker = deployment->worker(rank.rank())) {
                workers.push_back(std::move(worker));
            }
        }
        if (workers.empty()) {
            reply(base::failure(reasons::kNotServing, absl::StatusCode::kUnavailable));
            return;
        }
        const auto gathering =
            std::make_shared<Gathering<v1::DescribeShardsResponse>>(workers.size(), std::move(reply));
        for (const auto& worker : workers) {
            worker->describeSlices([gathering, worker](auto pages) { gathering->add(std::move(pages)); });
        }
    });
}

void ControlCore::runCommCheck(const v1::RunCommCheckRequest& request, Reply<v1::CommCheckReport> reply)
{
    m_strand.post([this, request, reply = std::move(reply)] {
        const DeploymentPointer deployment = findDeployment(request.deployment_id());
        if (deployment == nullptr || !deployment->state().ready()) {
            reply(base::failure(reasons::kNotServing, absl::StatusCode::kUnavailable));
            return;
        }
        const std::string id = deployment->state().deployment_id();
        for (const v1::RankStatus& rank : deployment->state().ranks()) {
            const auto worker = deployment->worker(rank.rank());
            worker->runCommCheck([this, id, worker, leads = rank.rank() == 0, reply](auto report) {
                if (leads && report.ok()) {
                    report->set_deployment_id(id);
                    m_commBoard.publish(id, *report);
                }
                if (leads) {
                    reply(std::move(report));
                }
            });
        }
    });
}

report::ReportInput ControlCore::reportInput(const Deployment& deployment, const v1::CreateReportRequest& request)
{
    const std::string id = deployment.state().deployment_id();
    report::ReportInput input;
    input.createdUnixNs = base::unixNanoseconds(m_clock.systemNow());
    input.version = std::string(base::version());
    input.command = m_options.commandLine;
    input.deployment = deployment.state();
    if (const auto checkpoint = m_desk.checkpoint();
        checkpoint != nullptr && checkpoint->path() == input.deployment.checkpoint_path()) {
        input.checkpoint = *checkpoint;
    }
    if (const auto check = m_commBoard.get(id)) {
        input.commCheck = *check;
    }
    input.cluster = m_cluster->state();
    input.peakSamples = m_metrics.peakSamples();
    input.events = m_events.ofDeployment(id);
    if (request.include_logs()) {
        input.logs = m_logs.newest(kReportLogLines);
    }
    input.includeEnvironment = request.include_environment();
    return input;
}

void ControlCore::createReport(const v1::CreateReportRequest& request, Reply<v1::CreateReportResponse> reply)
{
    m_strand.post([this, request, reply = std::move(reply)] {
        const DeploymentPointer deployment = findDeployment(request.deployment_id());
        if (deployment == nullptr) {
            reply(unknownDeployment(request.deployment_id()));
            return;
        }
        m_pool.post([this, input = reportInput(*deployment, request), reply] {
            v1::CreateReportResponse response;
            response.set_file_name(report::reportFileName(input));
            response.set_html(report::renderReport(input, report::Redactor::ofThisProcess({m_options.token})));
            reply(std::move(response));
        });
    });
}

} // namespace firstlight::control
