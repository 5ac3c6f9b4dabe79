// Between the engine's values and the messages of the contract.
#pragma once

#include "backend/api/worker.pb.h"
#include "backend/collective/comm_check.h"
#include "backend/engine/engine.h"

#include <string>
#include <string_view>

namespace firstlight::worker {

plan::Layout layoutFrom(const v1::Layout& layout); // degrees of 0 become 1

engine::GenerationRequest generationFrom(const v1::GenerateRequest& request);
v1::GenerateEvent eventFrom(const engine::GeneratedToken& token);

v1::SliceReport sliceReportFrom(const engine::SliceInfo& slice, std::int32_t rank);

// Memory, caches, sequences and totals of the engine.
void addStats(const engine::EngineStats& stats, v1::RankSample& sample);
// Counters and progress of a communicator.
void addCommunicator(const collective::Communicator& group, v1::RankSample& sample);

v1::CommCheckReport commCheckReportFrom(const collective::CommCheckResult& result, std::string_view link);

} // namespace firstlight::worker
