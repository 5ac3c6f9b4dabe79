// Start and stop: a click is "requested" at once, and everything after that only when the controller says so.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/job_list.h"

namespace firstlight::ui {

class DeploymentCommands : public QObject
{
    Q_OBJECT

public:
    DeploymentCommands(BackendClient* client, const DeploymentStore* store, JobList* jobs, QObject* parent = nullptr);

    [[nodiscard]] bool canStart() const; // online, nothing running, nothing requested
    [[nodiscard]] bool canStop() const;  // something runs
    [[nodiscard]] bool isStartRequested() const { return m_startRequested; }
    [[nodiscard]] bool isStopRequested() const { return !m_stopRequested.isEmpty(); }
    // Why the last request was refused; not set when it was not.
    [[nodiscard]] const Failure& refusal() const { return m_refusal; }
    // The checkpoint that ships with the product; empty if it is not installed.
    [[nodiscard]] QString demoCheckpoint() const { return m_client->controllerInfo().demoCheckpointPath; }

    void start(const StartRequest& request);
    void stopCurrent();

signals:
    void changed();                                       // any of the above
    void started(const firstlight::ui::DeploymentId& id); // accepted by the controller

private:
    void onDeployments();
    void onRefused(const Failure& failure);

    BackendClient* m_client;
    const DeploymentStore* m_store;
    JobList* m_jobs;
    bool m_startRequested = false;
    DeploymentId m_starting; // accepted, its first state not yet seen
    DeploymentId m_stopRequested;
    Failure m_refusal;
};

} // namespace firstlight::ui
