// Is it right, before anybody relies on it: questions that any model must be able to answer somehow.
//
// Each returns one line that says what was found, or kProbeFailed; a question that itself failed gives that failure.
// They block and are run one after the other.
#pragma once

#include "backend/verify/asker.h"

#include <absl/status/statusor.h>

#include <string>

namespace firstlight::verify {

// A neutral question: the answer has text, finite log probabilities, and is no endless repetition.
absl::StatusOr<std::string> textProbe(Asker& asker);

// Two different pictures and one question: both are answered, and the answers or their probabilities differ, so the
// pictures really arrive. `hasVision` false: nothing is asked.
absl::StatusOr<std::string> imageProbe(Asker& asker, bool hasVision);

// The same greedy question alone and twice at once: always the same tokens.
absl::StatusOr<std::string> repeatabilityProbe(Asker& asker);

} // namespace firstlight::verify
