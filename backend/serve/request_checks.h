// What a question must be before anything is done with it.
#pragma once

#include "backend/api/chat.pb.h"
#include "backend/model/conversation.h"

#include <absl/status/statusor.h>

#include <cstddef>

namespace firstlight::serve {

inline constexpr int kMaxMessages = 1000;
inline constexpr int kMaxImages = 16;
inline constexpr std::size_t kMaxTextBytes = 4 << 20;   // of all messages together
inline constexpr std::size_t kMaxImageBytes = 64 << 20; // likewise

// The conversation of `request`, or kRequestInvalid / kImageRejected with what is over its limit.
absl::StatusOr<model::Conversation> checkedConversation(const v1::ChatRequest& request);

} // namespace firstlight::serve
