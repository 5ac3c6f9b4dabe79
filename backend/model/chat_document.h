// A conversation written as JSON, in the manner of a chat-completions request.
#pragma once

#include "backend/model/chat_template.h"
#include "backend/model/conversation.h"

#include <absl/status/statusor.h>

#include <functional>
#include <string>
#include <string_view>

namespace firstlight::model {

struct ChatDocument {
    Conversation conversation;
    RenderOptions options;
};

// The bytes of the picture that a part names, as it is written there.
using PictureReader = std::function<absl::StatusOr<std::string>(const std::string& name)>;

// `json`: a list of messages, or an object with "messages" and, if wanted, "tools" and "add_generation_prompt"; its
// other members, and those of "chat_template_kwargs", become variables of the template. The content of a message is a
// string, null, or a list of parts: strings, {"type": "text", "text"}, {"type": "image", "image" | "path" | "url"} and
// {"type": "image_url", "image_url": {"url"}}. Pictures in "data:" URLs are read here, all others by `readPicture`.
// All other fields of a message (tool_calls, reasoning_content, ...) reach the template as they are.
//
// kFileInvalid: it is not JSON (`name` says what it is); kRequestInvalid: something in it is not of the form above.
absl::StatusOr<ChatDocument> parseChatDocument(std::string_view json, const std::string& name,
                                               const PictureReader& readPicture);

} // namespace firstlight::model
