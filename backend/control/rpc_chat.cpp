#include "backend/base/random_token.h"
#include "backend/control/controller_service.h"
#include "backend/control/rpc_answers.h"

#include <atomic>
#include <memory>

namespace firstlight::control {

grpc::ServerWriteReactor<v1::ChatEvent>* ControllerService::Chat(grpc::CallbackServerContext* context,
                                                                 const v1::ChatRequest* request)
{
    using Writer = rpc::StreamWriter<v1::ChatEvent>;
    const absl::Status allowed = m_guard.check(*context);
    if (!allowed.ok()) {
        return Writer::ended(rpc::statusToGrpc(allowed));
    }
    v1::ChatRequest question = *request;
    if (question.idempotency_id().empty()) {
        question.set_idempotency_id("chat-" + base::randomHex(8));
    }
    // A client that goes away wants no more; after the end this changes nothing. A question that is refused because
    // its id is known must leave the other one alone.
    const std::string id = question.idempotency_id();
    const auto accepted = std::make_shared<std::atomic<bool>>(false);
    auto writer = Writer::create({rpc::kTokenQueueLength, rpc::OverflowPolicy::kEndStream, [this, id, accepted] {
                                      if (*accepted) {
                                          m_core.cancelChat(id);
                                      }
                                  }});
    const absl::Status started = m_core.startChat(
        std::move(question), {[writer](const v1::ChatEvent& event) { writer->write(event); },
                              [writer](const absl::Status& status) { writer->finish(rpc::statusToGrpc(status)); }});
    if (!started.ok()) {
        writer->finish(rpc::statusToGrpc(started));
        return writer.get();
    }
    *accepted = true;
    if (writer->closed()) { // in the meantime
        m_core.cancelChat(id);
    }
    return writer.get();
}

grpc::ServerUnaryReactor* ControllerService::CancelChat(grpc::CallbackServerContext* context,
                                                        const v1::CancelChatRequest* request,
                                                        v1::CancelChatResponse* response)
{
    return guarded(m_guard, context, response, [&](const auto& reply) {
        m_core.cancelChat(request->idempotency_id());
        reply(v1::CancelChatResponse());
    });
}

} // namespace firstlight::control
