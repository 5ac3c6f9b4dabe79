#include "ui/models/checkpoint_store.h"

namespace firstlight::ui {

CheckpointStore::CheckpointStore(BackendClient* client, QObject* parent) : QObject(parent), m_client(client) {}

void CheckpointStore::open(const QString& path)
{
    const quint64 question = ++m_question;
    m_path = path;
    m_report.reset();
    m_failure = {};
    m_inspecting = !path.isEmpty();
    emit changed();
    if (!m_inspecting) {
        return;
    }
    m_client->inspectCheckpoint(path, Reply<CheckpointReport>(this, [this, question](const Result<CheckpointReport>& result) {
        if (question != m_question) {
            return;
        }
        m_inspecting = false;
        if (result.ok()) {
            m_report = result.value();
        } else {
            m_failure = result.failure();
        }
        emit changed();
    }));
}

} // namespace firstlight::ui
