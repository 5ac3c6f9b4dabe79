// All questions to the deployment that serves: who may ask, how many at once, and how they end.
//
// Thread-safe. Prompts are made on the pool; sinks are called on its threads and on those of the generator.
#pragma once

#include "backend/base/executor.h"
#include "backend/serve/chat_session.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace firstlight::serve {

enum class Origin { kUser, kProbe }; // probes may ask before users may

class ChatService
{
public:
    // `onTrouble`: the engine failed under a question; close() is expected to follow with the first cause.
    ChatService(const base::Clock& clock, base::Executor& pool, std::function<void(const absl::Status&)> onTrouble);

    void open(ServedModel model);
    void admitUsers();
    // Nobody may ask any more; open questions go on.
    void refuseNew();
    // Ends all open questions: with `status`, or as cancelled when it is OK; then forgets the model.
    void close(const absl::Status& status);

    // Starts a question; its sink hears the rest. kNotServing, kQueueFull, or kRequestInvalid for an id that was used
    // before. An empty id gets one.
    absl::Status start(v1::ChatRequest request, Origin origin, ChatSink sink);
    void cancel(const std::string& idempotencyId); // an unknown id changes nothing

    // To be called often: ends questions whose broken engine nobody explained in time.
    void tick();

    int openCount() const;

private:
    void forgetEnded();                     // with the mutex held
    bool rememberId(const std::string& id); // false: known

    const base::Clock& m_clock;
    base::Executor& m_pool;
    const std::function<void(const absl::Status&)> m_onTrouble;

    mutable std::mutex m_mutex; // guards all below
    std::shared_ptr<const ServedModel> m_model;
    bool m_probesAdmitted = false;
    bool m_usersAdmitted = false;
    std::map<std::string, std::shared_ptr<ChatSession>> m_sessions;
    std::deque<std::string> m_recentIds;
};

} // namespace firstlight::serve
