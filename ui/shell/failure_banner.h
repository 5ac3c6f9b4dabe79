// Shown on every page while the deployment that is looked at has failed: what broke first, where and when, what to do
// next, and the way to the diagnosis. Can be put away; the next failure shows it again.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/widgets/message_panel.h"

class QToolButton;

namespace firstlight::ui {

class FailureBanner : public MessagePanel
{
    Q_OBJECT

public:
    FailureBanner(const DeploymentStore* deployments, Look* look, QWidget* parent = nullptr);

    // Pages that tell of the failure themselves do without the banner.
    void setPage(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    const DeploymentStore* m_deployments;
    Look* m_look;
    StepButton* m_diagnosis;
    QToolButton* m_close;
    QString m_page;
    DeploymentId m_putAway;
};

} // namespace firstlight::ui
