// Which operators exist and how well the engine does each: the home of what "supported" means. A name that is not in
// the table is an operator that nobody has.
#pragma once

#include "backend/model/model_spec.h"

#include <absl/status/status.h>

#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

enum class OperatorState { kFast, kFallback, kMissing };

struct OperatorInfo {
    std::string_view name;
    OperatorState state = OperatorState::kMissing;
    std::string_view note; // English; empty: nothing to say
};

OperatorInfo operatorInfo(std::string_view name);

// An operator that a model needs, with the text layers that need it; no layers: it is needed outside of them.
struct OperatorNeed {
    std::string name;
    std::vector<std::int32_t> layers;
};
std::vector<OperatorNeed> operatorNeeds(const ModelSpec& spec); // each name once, in order of first need

// kModelUnsupported with the operators that are missing, of the model and of `others`; else what checkEngineParts()
// finds.
absl::Status checkRunnable(const ModelSpec& spec, const std::vector<OperatorNeed>& others = {});

} // namespace firstlight::model
