// Diagnosis: what broke first? The first cause with where and when, what to do next, everything that was reported as
// wrong around it, and the last words of the rank that failed.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/log_model.h"
#include "ui/models/selection.h"
#include "ui/pages/page.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace firstlight::ui {

class EmptyState;
class MessagePanel;
class StepButton;

class DiagnosePage : public Page
{
    Q_OBJECT

public:
    DiagnosePage(const DeploymentStore* deployments, LogModel* logs, Selection* selection, Look* look,
                 QWidget* parent = nullptr);

signals:
    void reportRequested();

protected:
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeContent();
    [[nodiscard]] QTableView* makeTable(LogFilter& lines, const QString& name);
    void refresh();
    void showFailure(const DeploymentState& state);
    [[nodiscard]] QString whereAndWhen(const DeploymentState& state) const;

    const DeploymentStore* m_deployments;
    LogModel* m_logs;
    Selection* m_selection;
    LogFilter m_evidence;  // warnings and errors of the deployment, and what happened to it
    LogFilter m_lastWords; // all lines of the rank that failed
    QLabel* m_title;
    EmptyState* m_empty;
    QStackedWidget* m_stack = nullptr;
    MessagePanel* m_finding = nullptr;
    QPushButton* m_report = nullptr;
    StepButton* m_again = nullptr;
    QLabel* m_where = nullptr;
    QLabel* m_evidenceTitle = nullptr;
    QTableView* m_evidenceTable = nullptr;
    QLabel* m_lastWordsTitle = nullptr;
    QTableView* m_lastWordsTable = nullptr;
};

} // namespace firstlight::ui
