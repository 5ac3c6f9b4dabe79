// From a family's tensor patterns to the names and shapes of one model.
#pragma once

#include "backend/model/config_scope.h"
#include "backend/model/family_descriptor.h"
#include "backend/model/model_spec.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

// Whether the checkpoint has a tensor of this name; empty when there is no checkpoint.
using NameProbe = std::function<bool(std::string_view)>;

struct LayerParts {
    std::string mixer;
    std::string ffn;
};

struct ExpandedTensors {
    std::vector<ExpectedTensor> tensors;       // vision, embedding, layers in order, the rest
    std::vector<std::string> ignoredPatterns;
};

// `layers`: the parts of each text layer. Chooses among alternative prefixes by the probe, else takes the first.
absl::StatusOr<ExpandedTensors> expandTensors(const FamilyDescriptor& family, ConfigScope& scope,
                                              const std::vector<LayerParts>& layers, const NameProbe& probe);

} // namespace firstlight::model
