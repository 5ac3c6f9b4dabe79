// Compares what a model should consist of with what a checkpoint holds, tensor by tensor.
#pragma once

#include "backend/checkpoint/checkpoint_index.h"
#include "backend/model/model_spec.h"
#include "backend/model/quantisation.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

struct TensorMismatch {
    std::string tensor;
    std::string expected; // "[4096, 1024]"
    std::string found;
};

// What a tensor of the checkpoint is.
enum class TensorUse {
    kExpected,     // as the family describes it
    kQuantisation, // scales, packed weights and the like that belong to an expected tensor
    kIgnored,      // known and not needed
    kUnknown,
};

struct Coverage {
    static constexpr std::int32_t kNone = -1;
    static constexpr std::int32_t kPromised = -2;

    // For each tensor of the checkpoint, then for each that is only announced:
    std::vector<std::int32_t> expectedOf; // index into ModelSpec::tensors or kNone
    std::vector<TensorUse> uses;
    std::vector<std::int32_t> entryOf; // for each expected tensor: index into CheckpointIndex::tensors or kNone;
                                       // kPromised: only announced
    std::int64_t expected = 0;         // optional ones that are absent are not counted
    std::int64_t found = 0;
    std::int64_t missing = 0;
    std::int64_t promised = 0;                // expected, announced, not there
    std::int64_t unknown = 0;                 // tensors that nobody expects
    std::vector<TensorMismatch> mismatches;   // of shape, of packed numbers, scales, zero points
    std::vector<std::string> lacking;         // "the scale of X": what quantised tensors need and do not have
    std::int64_t quantised = 0;               // expected tensors that the configuration calls quantised, found
    std::int64_t unquantised = 0;             // and those of them that are stored in full
    std::vector<std::string> unknownPromised; // names
    std::vector<std::int32_t> ambiguous;      // expected tensors whose two orientations have the same shape
};

// The tensors of `index` must be sorted by name, as openCheckpoint() leaves them. `promised`: names of tensors that are
// only announced (by an index file, in shards that are not there yet): they count neither as found nor as missing, but
// those that nobody expects count as unknown. `quantisation`: how tensors are stored (nullptr: not known, which leaves
// packed numbers and scales unchecked).
Coverage coverage(const ModelSpec& spec, const checkpoint::CheckpointIndex& index,
                  const std::vector<std::string>& promised = {}, const Quantisation* quantisation = nullptr);

// The first `limit` names, sorted.
std::vector<std::string> missingNames(const Coverage& coverage, const ModelSpec& spec, std::size_t limit);
std::vector<std::string> unknownNames(const Coverage& coverage, const checkpoint::CheckpointIndex& index,
                                      std::size_t limit); // promised ones after those that were found

std::string shapeText(const std::vector<std::int64_t>& shape);

// Whether `name` fits a pattern in which "*" stands for any text.
bool matchesPattern(std::string_view name, std::string_view pattern);

} // namespace firstlight::model
