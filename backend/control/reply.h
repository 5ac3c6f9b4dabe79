#pragma once

#include <absl/status/statusor.h>

#include <functional>

namespace firstlight::control {

// Receives an answer exactly once, on any thread.
template <typename T>
using Reply = std::function<void(absl::StatusOr<T>)>;

} // namespace firstlight::control
