// The checkpoint that the console looks at, the same on every page: its path, and what the controller says of it.
#pragma once

#include "ui/client/backend_client.h"

#include <QObject>

#include <optional>

namespace firstlight::ui {

class CheckpointStore : public QObject
{
    Q_OBJECT

public:
    explicit CheckpointStore(BackendClient* client, QObject* parent = nullptr);

    [[nodiscard]] QString path() const { return m_path; }
    // Asks for a report of this folder or config.json, at once or when there is a controller; the same path again reads
    // it anew.
    void open(const QString& path);

    [[nodiscard]] bool isInspecting() const { return m_inspecting; }
    [[nodiscard]] const std::optional<CheckpointReport>& report() const { return m_report; }
    [[nodiscard]] const Failure& failure() const { return m_failure; } // set when there is no report

signals:
    void changed(); // another path, an answer, or a failure

private:
    void ask();

    BackendClient* m_client;
    QString m_path;
    quint64 m_question = 0; // answers to older questions are dropped
    bool m_inspecting = false;
    std::optional<CheckpointReport> m_report;
    Failure m_failure;
};

} // namespace firstlight::ui
