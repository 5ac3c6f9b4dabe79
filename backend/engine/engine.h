// One rank's part of a model: its memory, its weights, its share of every forward pass.
//
// A worker drives it through the stages in order; between stages nothing runs. After warmUp() one thread calls
// serve(), which returns only after stop() or a failure. submit(), cancel(), stop(), abort() and the snapshots may be
// called from any thread. Shapes: token ids are vocabulary indices; pixels are 8-bit RGB.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/collective/communicator.h"
#include "backend/model/model_spec.h"
#include "backend/plan/placement.h"

#include <absl/status/statusor.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace firstlight::engine {

// The names of v1.MemoryClass, without the dependency on the wire format.
enum class MemoryClass { kWeights, kKvCache, kState, kActivations, kWorkspace, kComm, kVision, kGraphs, kReserved };
inline constexpr int kMemoryClassCount = 9;

struct EngineConfig {
    std::string checkpointPath;
    model::ModelSpec spec;
    plan::Layout layout;
    std::int32_t rank = 0;
    std::int64_t capacityBytes = 0; // of the device; the pool never goes beyond it
    std::int32_t maxSequences = 4;
    std::int32_t maxContextTokens = 2048;
    std::int32_t threadCount = 1;
};

// Groups this rank belongs to; those of size one may be null. Not owned; must outlive the engine.
struct Communicators {
    collective::Communicator* replica = nullptr;  // all ranks that work on one request; the leader is its rank 0
    collective::Communicator* tensor = nullptr;   // the ranks that share this rank's layers
    collective::Communicator* pipeline = nullptr; // one rank of each pipeline stage, in order of stages
};

struct Sampling {
    bool greedy = true;
    double temperature = 1.0;
    double topP = 1.0;
    std::int32_t topK = 0; // 0: all
    double repetitionPenalty = 1.0;
    std::uint64_t seed = 0;
    std::int32_t maxTokens = 128;
};

struct ImageInput {
    std::int32_t width = 0; // pixels, multiples of patch size x merge size
    std::int32_t height = 0;
    std::vector<std::uint8_t> rgb; // width x height x 3, row by row
};

struct GenerationRequest {
    std::string id;
    std::vector<std::int32_t> tokens; // image places expanded: one image token per merged patch
    std::vector<ImageInput> images;
    std::vector<float> imageMean{0.5F, 0.5F, 0.5F}; // of the checkpoint's processor, per channel
    std::vector<float> imageStd{0.5F, 0.5F, 0.5F};
    Sampling sampling;
    std::vector<std::int32_t> stopTokens;
};

struct GeneratedToken {
    std::int32_t token = -1;  // -1: none, this is only the end
    float logprob = 0.0F;     // natural logarithm, under the unmodified distribution
    std::string finishReason; // empty: more follows; "stop" and "cancelled" come without a token, "length" with one
};

// Called on the serving thread for each token, and once with the failure when the request ends by one.
using GenerationSink = std::function<void(const absl::StatusOr<GeneratedToken>&)>;

struct EngineStats {
    std::int64_t memoryBytes[kMemoryClassCount] = {};
    std::int64_t peakBytes[kMemoryClassCount] = {};
    std::int64_t capacityBytes = 0;
    std::int64_t kvTokensUsed = 0;
    std::int64_t kvTokensCapacity = 0;
    std::int32_t runningSequences = 0;
    std::int32_t waitingSequences = 0;
    std::int64_t promptTokensTotal = 0;
    std::int64_t generatedTokensTotal = 0;
    std::int64_t loadedBytesTotal = 0;
    std::int64_t stepsTotal = 0; // grows while the serving loop makes progress
};

enum class SliceState { kPlanned, kAllocated, kLoaded };

struct SliceInfo {
    std::string tensor;
    model::TensorRole role;
    checkpoint::DType dtype = checkpoint::DType::kBF16;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> tensorShape;
    std::int64_t sizeBytes = 0;
    SliceState state = SliceState::kPlanned;
    std::string file;
};

// done and total in bytes of this rank's slices; called on the loading thread, often.
using LoadProgress = std::function<void(std::int64_t done, std::int64_t total)>;

class Engine
{
public:
    static absl::StatusOr<std::unique_ptr<Engine>> create(EngineConfig config, Communicators communicators);
    virtual ~Engine() = default;

    // The stages, each returning a line that says what was found.
    virtual absl::StatusOr<std::string> readMetadata() = 0;
    virtual absl::StatusOr<std::string> validate() = 0;
    virtual absl::StatusOr<std::string> allocate() = 0;
    virtual absl::StatusOr<std::string> streamWeights(const LoadProgress& progress) = 0;
    virtual absl::StatusOr<std::string> releaseHostCache() = 0;
    virtual absl::StatusOr<std::string> warmUp() = 0; // all ranks together

    virtual absl::Status serve() = 0;
    // Finish running requests as "cancelled", then return from serve(). The leader's serve() ends that of the other
    // ranks; on them stop() alone does nothing.
    virtual void stop() = 0;
    virtual void abort(std::string_view reason) = 0; // end at once; requests end with kGenerationInterrupted

    // Leader only. kQueueFull and kPromptTooLong are returned at once, later failures go to the sink.
    virtual absl::Status submit(GenerationRequest request, GenerationSink sink) = 0;
    virtual void cancel(const std::string& requestId) = 0;

    virtual EngineStats stats() const = 0;
    virtual std::vector<SliceInfo> slices() const = 0;
};

} // namespace firstlight::engine
