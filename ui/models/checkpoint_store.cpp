#include "ui/models/checkpoint_store.h"

namespace firstlight::ui {

CheckpointStore::CheckpointStore(BackendClient* client, QObject* parent) : QObject(parent), m_client(client)
{
    connect(client, &BackendClient::connectionStateChanged, this, [this](const ConnectionState& state) {
        if (state.phase == ConnectionPhase::Online && !m_path.isEmpty() && !m_report) {
            open(m_path);
        }
    });
}

void CheckpointStore::open(const QString& path)
{
    ++m_question;
    m_path = path;
    m_report.reset();
    m_failure = {};
    m_inspecting = !path.isEmpty();
    emit changed();
    // What is opened before there is a controller is asked when there is one.
    if (m_inspecting && m_client->connectionState().phase == ConnectionPhase::Online) {
        ask();
    }
}

void CheckpointStore::ask()
{
    m_client->inspectCheckpoint(
        m_path, Reply<CheckpointReport>(this, [this, question = m_question](const Result<CheckpointReport>& result) {
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
