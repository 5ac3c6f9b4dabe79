#include "backend/control/controller_service.h"
#include "backend/control/rpc_answers.h"

namespace firstlight::control {

grpc::ServerUnaryReactor* ControllerService::InspectCheckpoint(grpc::CallbackServerContext* context,
                                                               const v1::InspectCheckpointRequest* request,
                                                               v1::CheckpointReport* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.inspect(*request, std::move(reply)); });
}

grpc::ServerUnaryReactor* ControllerService::ListTensors(grpc::CallbackServerContext* context,
                                                         const v1::ListTensorsRequest* request,
                                                         v1::ListTensorsResponse* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.listTensors(*request, std::move(reply)); });
}

grpc::ServerUnaryReactor* ControllerService::MakePlan(grpc::CallbackServerContext* context,
                                                      const v1::PlanRequest* request, v1::PlanResponse* response)
{
    return guarded(m_guard, context, response, [&](auto reply) { m_core.makePlan(*request, std::move(reply)); });
}

} // namespace firstlight::control
