#include "app/worker/worker_service.h"

#include "app/worker/conversions.h"
#include "backend/rpc/limits.h"
#include "backend/rpc/stream_writer.h"

#include <algorithm>

#include <pthread.h>

namespace firstlight::worker {
namespace {

constexpr int kDefaultIntervalMs = 500;
constexpr int kShortestIntervalMs = 50;

// Keeps the StatusOr's value in the response, returns its status.
template <typename Response>
absl::Status take(absl::StatusOr<Response> result, Response& response)
{
    if (result.ok()) {
        response = *std::move(result);
    }
    return result.status();
}

} // namespace

WorkerService::WorkerService(Worker& worker, std::string token, std::string node)
    : m_worker(worker), m_guard(std::move(token)), m_node(std::move(node))
{
}

grpc::ServerUnaryReactor* WorkerService::runOn(base::Executor& executor, grpc::CallbackServerContext* context,
                                               std::function<absl::Status()> work)
{
    auto* reactor = context->DefaultReactor();
    if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
        reactor->Finish(toGrpc(allowed));
        return reactor;
    }
    executor.post([this, reactor, work = std::move(work)] {
        ::pthread_setname_np(::pthread_self(), "fl-stage");
        reactor->Finish(toGrpc(work()));
    });
    return reactor;
}

grpc::ServerUnaryReactor* WorkerService::Configure(grpc::CallbackServerContext* context,
                                                   const v1::ConfigureWorkerRequest* request,
                                                   v1::ConfigureWorkerResponse* /*response*/)
{
    return runOn(m_stages, context, [this, request] { return m_worker.configure(*request); });
}

grpc::ServerUnaryReactor* WorkerService::RunStage(grpc::CallbackServerContext* context,
                                                  const v1::RunStageRequest* request, v1::RunStageResponse* response)
{
    return runOn(m_stages, context,
                 [this, request, response] { return take(m_worker.runStage(request->stage()), *response); });
}

grpc::ServerUnaryReactor* WorkerService::RunCommCheck(grpc::CallbackServerContext* context,
                                                      const v1::RunCommCheckRequest* /*request*/,
                                                      v1::CommCheckReport* response)
{
    return runOn(m_checks, context, [this, response] { return take(m_worker.runCommCheck(), *response); });
}

grpc::ServerWriteReactor<v1::WorkerUpdate>* WorkerService::Watch(grpc::CallbackServerContext* context,
                                                                 const v1::WatchWorkerRequest* request)
{
    if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
        return WatchHub::Writer::ended(toGrpc(allowed));
    }
    const int interval = request->sample_interval_ms() > 0 ? request->sample_interval_ms() : kDefaultIntervalMs;
    const auto process = std::make_shared<telemetry::ProcessSampler>(m_worker.ownProcess());
    return m_worker.watchers()
        .watch(std::chrono::milliseconds(std::max(interval, kShortestIntervalMs)),
               [this, process] { return m_worker.sample(*process); })
        .get();
}

grpc::ServerWriteReactor<v1::DescribeShardsResponse>*
WorkerService::DescribeSlices(grpc::CallbackServerContext* context, const v1::DescribeSlicesRequest* /*request*/)
{
    using Writer = rpc::StreamWriter<v1::DescribeShardsResponse>;
    if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
        return Writer::ended(toGrpc(allowed));
    }
    const std::vector<engine::SliceInfo> slices = m_worker.slices();
    rpc::StreamWriterOptions options;
    options.capacity = slices.size() / rpc::kSlicesPerPage + 1;
    auto writer = Writer::create(std::move(options));
    for (std::size_t begin = 0; begin < slices.size(); begin += rpc::kSlicesPerPage) {
        v1::DescribeShardsResponse page;
        for (std::size_t index = begin; index < std::min(slices.size(), begin + rpc::kSlicesPerPage); ++index) {
            *page.add_slices() = sliceReportFrom(slices[index], m_worker.rank());
        }
        writer->write(std::move(page));
    }
    writer->finish(grpc::Status::OK);
    return writer.get();
}

grpc::ServerWriteReactor<v1::GenerateEvent>* WorkerService::Generate(grpc::CallbackServerContext* context,
                                                                     const v1::GenerateRequest* request)
{
    using Writer = rpc::StreamWriter<v1::GenerateEvent>;
    if (const absl::Status allowed = m_guard.check(*context); !allowed.ok()) {
        return Writer::ended(toGrpc(allowed));
    }
    const std::string id = request->request_id();
    rpc::StreamWriterOptions options;
    options.capacity = rpc::kTokenQueueLength;
    options.overflow = rpc::OverflowPolicy::kEndStream;
    options.onClosed = [this, id] { m_worker.cancel(id); };
    auto writer = Writer::create(std::move(options));
    const base::SteadyTime begin = m_worker.clock().steadyNow();
    const auto sink = [this, writer, begin](const absl::StatusOr<engine::GeneratedToken>& token) {
        if (!token.ok()) {
            writer->finish(toGrpc(token.status()));
            return;
        }
        v1::GenerateEvent event = eventFrom(*token);
        event.set_elapsed_us(
            std::chrono::round<std::chrono::microseconds>(m_worker.clock().steadyNow() - begin).count());
        writer->write(std::move(event));
        if (!token->finishReason.empty()) {
            writer->finish(grpc::Status::OK);
        }
    };
    if (const absl::Status accepted = m_worker.generate(generationFrom(*request), sink); !accepted.ok()) {
        writer->finish(toGrpc(accepted));
    } else if (writer->closed()) {
        m_worker.cancel(id); // the client left before the engine knew the request
    }
    return writer.get();
}

grpc::ServerUnaryReactor* WorkerService::Abort(grpc::CallbackServerContext* context,
                                               const v1::AbortWorkerRequest* request,
                                               v1::AbortWorkerResponse* /*response*/)
{
    const absl::Status allowed = m_guard.check(*context);
    if (allowed.ok()) {
        m_worker.abort(request->reason());
    }
    auto* reactor = context->DefaultReactor();
    reactor->Finish(toGrpc(allowed));
    return reactor;
}

grpc::Status WorkerService::toGrpc(const absl::Status& status) const
{
    return rpc::statusToGrpc(status, {m_worker.stage(), m_worker.rank(), m_node});
}

} // namespace firstlight::worker
