#include "backend/api/callback_threads.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <atomic>
#include <memory>
#include <mutex>

namespace firstlight::rpc {
namespace {

// A server without any address: it serves nobody, but counts as a user of the threads.
struct Holder {
    grpc::CallbackGenericService service;
    std::unique_ptr<grpc::Server> server;

    Holder()
    {
        grpc::ServerBuilder builder;
        builder.RegisterCallbackGenericService(&service);
        server = builder.BuildAndStart();
    }
};

} // namespace

void keepCallbackThreads()
{
    // Never destroyed: at the end of the process the threads may still be at work. Atomic, so that the compiler keeps
    // the pointer that nobody reads, and leak detection finds what it holds.
    static std::atomic<const Holder*> holder{nullptr};
    static std::once_flag made;
    std::call_once(made, [] { holder = new Holder; });
}

} // namespace firstlight::rpc
