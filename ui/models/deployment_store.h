// The deployments the controller told of, and the one that the console looks at: the newest, or the one chosen.
#pragma once

#include "ui/client/backend_client.h"

#include <QObject>

namespace firstlight::ui {

class DeploymentStore : public QObject
{
    Q_OBJECT

public:
    explicit DeploymentStore(BackendClient* client, QObject* parent = nullptr);

    // Oldest first.
    [[nodiscard]] const std::vector<DeploymentState>& all() const { return m_all; }
    // nullptr before the first one.
    [[nodiscard]] const DeploymentState* current() const;
    [[nodiscard]] const DeploymentState* find(const DeploymentId& id) const;
    void setCurrent(const DeploymentId& id);
    [[nodiscard]] TimePoint lastUpdate() const { return m_lastUpdate; }

signals:
    void listChanged(); // one more, or none any more
    void changed(const firstlight::ui::DeploymentId& id);
    void currentChanged(); // another one, or its state

private:
    void apply(const DeploymentState& state);
    void clear();

    std::vector<DeploymentState> m_all;
    DeploymentId m_current;
    TimePoint m_controllerStart;
    TimePoint m_lastUpdate;
    Subscription m_subscription;
};

} // namespace firstlight::ui
