#include "ui/models/deployment_store.h"

#include <algorithm>

namespace firstlight::ui {

DeploymentStore::DeploymentStore(BackendClient* client, QObject* parent) : QObject(parent)
{
    connect(client, &BackendClient::deploymentChanged, this, &DeploymentStore::apply);
    connect(client, &BackendClient::controllerChanged, this, [this](const ControllerInfo& info) {
        if (std::exchange(m_controllerStart, info.start) != info.start) {
            clear();
        }
    });
    m_subscription = client->watch(Stream::Deployments);
}

const DeploymentState* DeploymentStore::find(const DeploymentId& id) const
{
    const auto found = std::ranges::find(m_all, id, &DeploymentState::id);
    return found == m_all.end() ? nullptr : &*found;
}

const DeploymentState* DeploymentStore::current() const
{
    return find(m_current);
}

void DeploymentStore::setCurrent(const DeploymentId& id)
{
    if (m_current != id && find(id) != nullptr) {
        m_current = id;
        emit currentChanged();
    }
}

void DeploymentStore::apply(const DeploymentState& state)
{
    m_lastUpdate = systemNow();
    const auto known = std::ranges::find(m_all, state.id, &DeploymentState::id);
    if (known == m_all.end()) {
        const auto position = std::ranges::upper_bound(m_all, state.created, {}, &DeploymentState::created);
        const bool newest = position == m_all.end();
        m_all.insert(position, state);
        if (newest) {
            m_current = state.id;
        }
        emit listChanged();
    } else if (state.revision >= known->revision) {
        *known = state;
    }
    emit changed(state.id);
    if (state.id == m_current) {
        emit currentChanged();
    }
}

void DeploymentStore::clear()
{
    if (m_all.empty()) {
        return;
    }
    m_all.clear();
    m_current = {};
    emit listChanged();
    emit currentChanged();
}

} // namespace firstlight::ui
