// A BackendClient without a backend: records what was asked, answers from the handlers a test sets (later, like the
// real one; a request without a handler is never answered). Streams are emitted by the test itself.
#pragma once

#include "ui/client/backend_client.h"

#include <QHash>

#include <array>

namespace firstlight::tests {

class FakeBackendClient : public ui::BackendClient
{
    Q_OBJECT

public:
    template <class Request, class Answer>
    using Handler = std::function<ui::Result<Answer>(const Request&)>;

    Handler<QString, ui::CheckpointReport> onInspect;
    Handler<ui::TensorQuery, ui::TensorPage> onListTensors;
    Handler<ui::PlanRequest, std::vector<ui::Plan>> onMakePlan;
    Handler<ui::StartRequest, ui::DeploymentId> onStart;
    Handler<ui::DeploymentId, ui::Done> onStop;
    Handler<ui::DeploymentId, std::vector<ui::SliceReport>> onDescribeShards;
    Handler<ui::DeploymentId, ui::CommCheckReport> onCommCheck;
    Handler<ui::ReportRequest, ui::ReportFile> onCreateReport;

    std::vector<QString> inspections;
    std::vector<ui::StartRequest> starts;
    std::vector<ui::DeploymentId> stops;
    std::vector<ui::ChatRequest> chats;
    std::vector<ui::ChatId> cancelled;
    std::vector<ui::ReportRequest> reports;

    [[nodiscard]] ui::ConnectionState connectionState() const override { return m_state; }
    [[nodiscard]] ui::ControllerInfo controllerInfo() const override { return m_info; }

    void inspectCheckpoint(const QString& path, ui::Reply<ui::CheckpointReport> reply) override;
    void listTensors(const ui::TensorQuery& query, ui::Reply<ui::TensorPage> reply) override;
    void makePlan(const ui::PlanRequest& request, ui::Reply<std::vector<ui::Plan>> reply) override;
    void startDeployment(const ui::StartRequest& request, ui::Reply<ui::DeploymentId> reply) override;
    void stopDeployment(const ui::DeploymentId& deployment, ui::Reply<ui::Done> reply) override;
    void describeShards(const ui::DeploymentId& deployment, ui::Reply<std::vector<ui::SliceReport>> reply) override;
    void runCommCheck(const ui::DeploymentId& deployment, ui::Reply<ui::CommCheckReport> reply) override;
    void createReport(const ui::ReportRequest& request, ui::Reply<ui::ReportFile> reply) override;
    void shutdownController(ui::Reply<ui::Done> reply) override;
    ui::ChatId startChat(const ui::ChatRequest& request) override;
    void cancelChat(const ui::ChatId& chat) override;
    [[nodiscard]] ui::Subscription watch(ui::Stream stream) override;

    // Connected, with a handshake.
    void goOnline(const ui::ControllerInfo& info);
    void setState(const ui::ConnectionState& state);
    [[nodiscard]] int watchers(ui::Stream stream) const { return m_watchers[static_cast<std::size_t>(stream)]; }
    [[nodiscard]] ui::ChatId lastChat() const { return m_lastChat; }

private:
    template <class Request, class Answer>
    void answer(const Handler<Request, Answer>& handler, const Request& request, ui::Reply<Answer> reply);

    ui::ConnectionState m_state;
    ui::ControllerInfo m_info;
    ui::ChatId m_lastChat;
    std::array<int, ui::kStreamCount> m_watchers{};
};

} // namespace firstlight::tests
