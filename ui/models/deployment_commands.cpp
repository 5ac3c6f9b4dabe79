#include "ui/models/deployment_commands.h"

namespace firstlight::ui {

DeploymentCommands::DeploymentCommands(BackendClient* client, const DeploymentStore* store, JobList* jobs,
                                       QObject* parent)
    : QObject(parent), m_client(client), m_store(store), m_jobs(jobs)
{
    connect(store, &DeploymentStore::currentChanged, this, &DeploymentCommands::onDeployments);
    connect(client, &BackendClient::connectionStateChanged, this, &DeploymentCommands::changed);
    connect(client, &BackendClient::controllerChanged, this, &DeploymentCommands::changed);
}

bool DeploymentCommands::canStart() const
{
    const DeploymentState* current = m_store->current();
    const bool running = current != nullptr && !isOver(*current);
    return m_client->connectionState().phase == ConnectionPhase::Online && !running && !m_startRequested;
}

bool DeploymentCommands::canStop() const
{
    const DeploymentState* current = m_store->current();
    return current != nullptr && !isOver(*current) && current->stage != Stage::Draining && !isStopRequested();
}

void DeploymentCommands::start(const StartRequest& request)
{
    if (!canStart()) {
        return;
    }
    m_startRequested = true;
    m_refusal = {};
    const int job = m_jobs->begin(tr("Starting the deployment"));
    emit changed();
    m_client->startDeployment(request, Reply<DeploymentId>(this, [this, job](const Result<DeploymentId>& result) {
                                  m_jobs->end(job);
                                  if (!result.ok()) {
                                      onRefused(result.failure());
                                      return;
                                  }
                                  m_starting = result.value();
                                  emit started(m_starting);
                                  onDeployments();
                              }));
}

void DeploymentCommands::stopCurrent()
{
    if (!canStop()) {
        return;
    }
    m_stopRequested = m_store->current()->id;
    m_refusal = {};
    const int job = m_jobs->begin(tr("Stopping the deployment"));
    emit changed();
    m_client->stopDeployment(m_stopRequested, Reply<Done>(this, [this, job](const Result<Done>& result) {
                                 m_jobs->end(job);
                                 if (!result.ok()) {
                                     onRefused(result.failure());
                                 }
                             }));
}

// "Requested" ends when the controller's own state has moved on.
void DeploymentCommands::onDeployments()
{
    if (m_startRequested && !m_starting.isEmpty() && m_store->find(m_starting) != nullptr) {
        m_startRequested = false;
        m_starting = {};
    }
    const DeploymentState* stopping = m_store->find(m_stopRequested);
    if (isStopRequested() && (stopping == nullptr || isOver(*stopping) || stopping->stage == Stage::Draining)) {
        m_stopRequested = {};
    }
    emit changed();
}

void DeploymentCommands::onRefused(const Failure& failure)
{
    m_startRequested = false;
    m_starting = {};
    m_stopRequested = {};
    m_refusal = failure;
    emit changed();
}

} // namespace firstlight::ui
