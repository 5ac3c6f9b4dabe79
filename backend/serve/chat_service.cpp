#include "backend/serve/chat_service.h"

#include "backend/base/failure.h"
#include "backend/base/random_token.h"

#include <algorithm>
#include <utility>

namespace firstlight::serve {
namespace {

constexpr std::size_t kMaxOpen = 64;
constexpr std::size_t kRememberedIds = 1000;
constexpr std::chrono::seconds kExplanationTimeout{5};

} // namespace

ChatService::ChatService(const base::Clock& clock, base::Executor& pool,
                         std::function<void(const absl::Status&)> onTrouble)
    : m_clock(clock), m_pool(pool), m_onTrouble(std::move(onTrouble))
{
}

void ChatService::open(ServedModel model)
{
    const std::lock_guard lock(m_mutex);
    m_model = std::make_shared<const ServedModel>(std::move(model));
    m_probesAdmitted = true;
    m_usersAdmitted = false;
}

void ChatService::admitUsers()
{
    const std::lock_guard lock(m_mutex);
    m_usersAdmitted = m_model != nullptr;
}

void ChatService::refuseNew()
{
    const std::lock_guard lock(m_mutex);
    m_probesAdmitted = false;
    m_usersAdmitted = false;
}

void ChatService::close(const absl::Status& status)
{
    refuseNew();
    std::map<std::string, std::shared_ptr<ChatSession>> sessions;
    {
        const std::lock_guard lock(m_mutex);
        sessions = std::exchange(m_sessions, {});
        m_model.reset();
    }
    const absl::Status end = status.ok() ? base::failure(reasons::kGenerationInterrupted, absl::StatusCode::kCancelled,
                                                         {{"detail", "the deployment was stopped"}})
                                         : status;
    for (const auto& [id, session] : sessions) {
        session->end(end);
    }
}

bool ChatService::rememberId(const std::string& id)
{
    if (std::ranges::find(m_recentIds, id) != m_recentIds.end()) {
        return false;
    }
    m_recentIds.push_back(id);
    if (m_recentIds.size() > kRememberedIds) {
        m_recentIds.pop_front();
    }
    return true;
}

void ChatService::forgetEnded()
{
    std::erase_if(m_sessions, [](const auto& entry) { return entry.second->ended(); });
}

absl::Status ChatService::start(v1::ChatRequest request, Origin origin, ChatSink sink)
{
    const std::string id = request.idempotency_id().empty() ? base::randomHex(8) : request.idempotency_id();
    std::shared_ptr<ChatSession> session;
    {
        const std::lock_guard lock(m_mutex);
        forgetEnded();
        const bool admitted = origin == Origin::kUser ? m_usersAdmitted : m_probesAdmitted;
        const bool meant =
            request.deployment_id().empty() || (m_model != nullptr && request.deployment_id() == m_model->deploymentId);
        if (!admitted || m_model == nullptr || !meant) {
            return base::failure(reasons::kNotServing, absl::StatusCode::kUnavailable);
        }
        if (m_sessions.size() >= kMaxOpen) {
            return base::failure(reasons::kQueueFull, absl::StatusCode::kResourceExhausted,
                                 {{"count", std::to_string(m_sessions.size())}});
        }
        if (!rememberId(id)) {
            return base::failure(reasons::kRequestInvalid, absl::StatusCode::kAlreadyExists,
                                 {{"detail", "a question with this idempotency_id has been asked already"}});
        }
        session = std::make_shared<ChatSession>(m_model, m_clock, std::move(sink), m_onTrouble);
        m_sessions[id] = session;
    }
    m_pool.post([session, request = std::move(request), id] { session->run(request, id); });
    return absl::OkStatus();
}

void ChatService::cancel(const std::string& idempotencyId)
{
    std::shared_ptr<ChatSession> session;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_sessions.find(idempotencyId);
        session = found == m_sessions.end() ? nullptr : found->second;
    }
    if (session != nullptr) {
        session->cancel();
    }
}

void ChatService::tick()
{
    std::vector<std::shared_ptr<ChatSession>> overdue;
    {
        const std::lock_guard lock(m_mutex);
        forgetEnded();
        for (const auto& [id, session] : m_sessions) {
            const auto since = session->brokenSince();
            if (since && m_clock.steadyNow() - *since > kExplanationTimeout) {
                overdue.push_back(session);
            }
        }
    }
    for (const auto& session : overdue) {
        session->end(session->brokenStatus());
    }
}

int ChatService::openCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(
        std::ranges::count_if(m_sessions, [](const auto& entry) { return !entry.second->ended(); }));
}

} // namespace firstlight::serve
