// From a family's tensor patterns to the names and shapes of one model.
#pragma once

#include "backend/model/config_scope.h"
#include "backend/model/family_descriptor.h"
#include "backend/model/model_spec.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// Whether the checkpoint has a tensor whose name begins so; empty when there is no checkpoint.
using NameProbe = std::function<bool(std::string_view)>;

using Prefixes = std::map<std::string, std::string, std::less<>>; // placeholder -> beginning of names

// The alternatives that the checkpoint has, else the first ones; the probes of the family become values of `scope`.
absl::StatusOr<Prefixes> choosePrefixes(const FamilyDescriptor& family, ConfigScope& scope, const NameProbe& probe);

// The names of all patterns with "*" for each counter, as nameTemplate() makes them of real names.
std::vector<std::string> patternTemplates(const FamilyDescriptor& family, const NameProbe& probe);

struct LayerParts {
    std::string mixer;
    std::string ffn;
};

struct ExpandedTensors {
    std::vector<ExpectedTensor> tensors; // vision, embedding, layers in order, the rest
    std::vector<std::string> ignoredPatterns;
};

// `layers`: the parts of each text layer. `probe` decides between two names of a tensor.
absl::StatusOr<ExpandedTensors> expandTensors(const FamilyDescriptor& family, ConfigScope& scope,
                                              const std::vector<LayerParts>& layers, const Prefixes& prefixes,
                                              const NameProbe& probe);

} // namespace firstlight::model
