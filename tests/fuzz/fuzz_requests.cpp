// Feeds any bytes to what reads requests and failures of other processes. Input: one byte that says what they are, then
// a message of the contract. What is accepted must keep the limits that it is checked for.
#include "backend/api/chat.pb.h"
#include "backend/api/plan.pb.h"
#include "backend/base/failure.h"
#include "backend/model/model_reading.h"
#include "backend/plan/plan_message.h"
#include "backend/rpc/limits.h"
#include "backend/rpc/status.h"
#include "backend/serve/request_checks.h"
#include "backend/serve/sampling.h"
#include "tests/backend/model/shipped_families.h"

#include <google/protobuf/stubs/logging.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace firstlight;

namespace {

constexpr std::int32_t kRoomTokens = 100;

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

void readChat(const std::string& bytes)
{
    v1::ChatRequest request;
    if (!request.ParseFromString(bytes)) {
        return;
    }
    const auto conversation = serve::checkedConversation(request);
    require(!conversation.ok() || conversation->messages.size() == static_cast<std::size_t>(request.messages_size()));
    const auto sampling = serve::resolveSampling(request.sampling(), model::GenerationConfig(), kRoomTokens, 1);
    if (sampling.ok()) {
        require(sampling->max_tokens() >= 1 && sampling->max_tokens() <= kRoomTokens && sampling->top_k() >= 0);
        require(std::isfinite(sampling->temperature()) && std::isfinite(sampling->top_p()) &&
                std::isfinite(sampling->repetition_penalty()));
    }
}

void readPlan(const std::string& bytes)
{
    static const auto spec = model::readModelSpec(test::kConfigs + "qwen3-moe-6-layers.json", test::families()).value();
    v1::PlanRequest request;
    if (!request.ParseFromString(bytes)) {
        return;
    }
    std::vector<plan::Device> devices;
    for (std::int32_t i = 0; i < std::int32_t{request.node_count()} % 8; ++i) {
        devices.push_back({"node-" + std::to_string(i / 2), i % 2, std::int64_t{1} << (30 + i)});
    }
    const auto plans = plan::makePlans(
        {spec, nullptr, nullptr, devices, plan::fromMessage(request.layout()), plan::fromMessage(request.workload())});
    require(!plans.ok() || !plans->empty());
    for (const plan::Plan& plan : plans.ok() ? *plans : std::vector<plan::Plan>()) {
        const v1::Plan message = plan::toMessage(plan);
        require(plan.fits ? !message.ranks().empty() : message.has_refusal());
        for (const v1::RankPlan& rank : message.ranks()) {
            require(rank.first_layer() >= 0 && rank.first_layer() <= rank.end_layer());
            for (const v1::MemoryAmount& amount : rank.estimate()) {
                require(amount.memory_bytes() >= 0);
            }
        }
    }
}

void readFailure(const std::string& bytes)
{
    const grpc::Status failed(grpc::StatusCode::FAILED_PRECONDITION, "failed", bytes);
    const absl::Status status = rpc::statusFromGrpc(failed);
    require(!status.ok());
    const v1::FailureDetail again = rpc::makeFailureDetail(status);
    require(again.what().size() <= rpc::kMaxFailureArgumentBytes + 3);
    (void)rpc::statusToGrpc(status);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const google::protobuf::LogSilencer kQuiet; // of text that is not UTF-8 it would tell each time
    if (size == 0) {
        return 0;
    }
    const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 3) {
    case 0:
        readChat(bytes);
        break;
    case 1:
        readPlan(bytes);
        break;
    default:
        readFailure(bytes);
    }
    return 0;
}
