// Lets probes ask through the path that users' questions take.
#pragma once

#include "backend/serve/chat_service.h"
#include "backend/verify/asker.h"

#include <chrono>

namespace firstlight::serve {

class ChatAsker final : public verify::Asker
{
public:
    ChatAsker(ChatService& chat, std::chrono::milliseconds timeout) : m_chat(chat), m_timeout(timeout) {}

    std::vector<absl::StatusOr<verify::Answer>> ask(const std::vector<v1::ChatRequest>& questions) override;

private:
    ChatService& m_chat;
    const std::chrono::milliseconds m_timeout;
};

} // namespace firstlight::serve
