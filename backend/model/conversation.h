// What a user and a model said, as it is asked for: the input of chat templates and prompts. Values only.
#pragma once

#include <string>
#include <vector>

namespace firstlight::model {

struct ContentPart {
    enum class Kind { kText, kImage };
    Kind kind = Kind::kText;
    std::string text;  // kText
    std::string image; // kImage: the file's bytes (PNG, JPEG, WebP, BMP or GIF)
};

struct Message {
    std::string role; // "system", "user", "assistant", "tool"
    std::vector<ContentPart> parts;
    std::string fieldsJson; // further fields as a JSON object (tool_calls, reasoning_content, ...); empty: none.
                            // The arguments of a call are an object, or the text of one
};

struct Conversation {
    std::vector<Message> messages;
};

} // namespace firstlight::model
