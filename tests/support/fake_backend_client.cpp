#include "tests/support/fake_backend_client.h"

namespace firstlight::tests {

using namespace ui;

template <class Request, class Answer>
void FakeBackendClient::answer(const Handler<Request, Answer>& handler, const Request& request, Reply<Answer> reply)
{
    if (handler) {
        QMetaObject::invokeMethod(
            this, [reply = std::move(reply), result = handler(request)] { reply(result); }, Qt::QueuedConnection);
    }
}

void FakeBackendClient::inspectCheckpoint(const QString& path, Reply<CheckpointReport> reply)
{
    inspections.push_back(path);
    answer(onInspect, path, std::move(reply));
}

void FakeBackendClient::listTensors(const TensorQuery& query, Reply<TensorPage> reply)
{
    answer(onListTensors, query, std::move(reply));
}

void FakeBackendClient::makePlan(const PlanRequest& request, Reply<std::vector<Plan>> reply)
{
    answer(onMakePlan, request, std::move(reply));
}

void FakeBackendClient::startDeployment(const StartRequest& request, Reply<DeploymentId> reply)
{
    starts.push_back(request);
    answer(onStart, request, std::move(reply));
}

void FakeBackendClient::stopDeployment(const DeploymentId& deployment, Reply<Done> reply)
{
    stops.push_back(deployment);
    answer(onStop, deployment, std::move(reply));
}

void FakeBackendClient::describeShards(const DeploymentId& deployment, Reply<std::vector<SliceReport>> reply)
{
    answer(onDescribeShards, deployment, std::move(reply));
}

void FakeBackendClient::runCommCheck(const DeploymentId& deployment, Reply<CommCheckReport> reply)
{
    answer(onCommCheck, deployment, std::move(reply));
}

void FakeBackendClient::createReport(const ReportRequest& request, Reply<ReportFile> reply)
{
    reports.push_back(request);
    answer(onCreateReport, request, std::move(reply));
}

void FakeBackendClient::shutdownController(Reply<Done> reply)
{
    reply(Done{});
}

ChatId FakeBackendClient::startChat(const ChatRequest& request)
{
    chats.push_back(request);
    m_lastChat = ChatId{QString::number(chats.size())};
    return m_lastChat;
}

void FakeBackendClient::cancelChat(const ChatId& chat)
{
    cancelled.push_back(chat);
}

Subscription FakeBackendClient::watch(Stream stream)
{
    int& count = m_watchers[static_cast<std::size_t>(stream)];
    ++count;
    return Subscription([guard = QPointer(this), &count] {
        if (guard) {
            --count;
        }
    });
}

void FakeBackendClient::goOnline(const ControllerInfo& info)
{
    m_info = info;
    emit controllerChanged(m_info);
    setState({ConnectionPhase::Online, {}, systemNow(), {}});
}

void FakeBackendClient::setState(const ConnectionState& state)
{
    m_state = state;
    emit connectionStateChanged(m_state);
}

} // namespace firstlight::tests
