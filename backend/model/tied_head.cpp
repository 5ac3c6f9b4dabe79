#include "backend/model/tied_head.h"

#include "backend/base/failure.h"
#include "backend/checkpoint/value_sample.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace firstlight::model {
namespace {

using checkpoint::CheckpointIndex;
using checkpoint::TensorEntry;

// The weight of that role among the tensors that are there; nullptr: none is.
const TensorEntry* findRole(const ModelSpec& spec, std::string_view role, const CheckpointIndex& index)
{
    for (const ExpectedTensor& tensor : spec.tensors) {
        const TensorEntry* entry = tensor.role.role == role && !tensor.role.bias ? index.find(tensor.name) : nullptr;
        if (entry != nullptr) {
            return entry;
        }
    }
    return nullptr;
}

void tellOrigin(const OwnHead& own, std::vector<ConfigFact>& facts)
{
    for (ConfigFact& fact : facts) {
        if (fact.title == "Tied head") {
            fact.value = "no";
            fact.origin = own.head + " differs from " + own.embedding;
        }
    }
}

} // namespace

absl::StatusOr<std::optional<OwnHead>> takeOwnHead(const nlohmann::json& config, const FamilyDescriptor& family,
                                                   const CheckpointIndex& index, const NameProbe& probe,
                                                   BuiltSpec& built)
{
    if (!built.spec.tiedHead || index.tensors.empty()) {
        return std::nullopt;
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(BuiltSpec untied, buildSpec(config, family, probe, HeadTie::kNever));
    const TensorEntry* head = findRole(untied.spec, "head", index);
    const TensorEntry* embedding = findRole(untied.spec, "embedding", index);
    if (untied.spec.tiedHead || head == nullptr || embedding == nullptr ||
        checkpoint::sampleEqual(index, *head, *embedding).value_or(true)) {
        return std::nullopt;
    }
    OwnHead own{head->name, embedding->name};
    tellOrigin(own, untied.facts);
    built = std::move(untied);
    return own;
}

} // namespace firstlight::model
