#include "ui/shell/failure_banner.h"

#include "ui/widgets/step_button.h"

#include <QEvent>
#include <QToolButton>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr const char* kPagesWithoutIt[] = {"bring-up", "diagnose"};

} // namespace

FailureBanner::FailureBanner(const DeploymentStore* deployments, Look* look, QWidget* parent)
    : MessagePanel(look, parent), m_deployments(deployments), m_look(look), m_diagnosis(addStep()), m_close(addClose())
{
    setObjectName(QStringLiteral("failureBanner"));
    m_diagnosis->setObjectName(QStringLiteral("bannerDiagnosis"));
    m_diagnosis->setStep({QStringLiteral("diagnose"), kNoRank});
    connect(m_close, &QToolButton::clicked, this, [this] {
        m_putAway = m_deployments->current()->id;
        refresh();
    });
    connect(deployments, &DeploymentStore::currentChanged, this, &FailureBanner::refresh);
    connect(look, &Look::changed, this, &FailureBanner::refresh);
    refresh();
}

void FailureBanner::setPage(const QString& id)
{
    m_page = id;
    refresh();
}

void FailureBanner::refresh()
{
    const DeploymentState* state = m_deployments->current();
    const bool failed = state != nullptr && state->failure.isSet() && state->id != m_putAway;
    const bool saidHere =
        std::ranges::any_of(kPagesWithoutIt, [this](const char* page) { return m_page == QLatin1String(page); });
    if (failed) {
        setFailure(state->failure);
        setTitle(tr("%1 failed: %2", "a model, what broke").arg(state->modelName, failureText(state->failure).what));
    }
    m_close->setIcon(m_look->icon(QStringLiteral("close")));
    m_close->setToolTip(tr("Put this away"));
    m_close->setAccessibleName(m_close->toolTip());
    setVisible(failed && !saidHere);
}

void FailureBanner::changeEvent(QEvent* event)
{
    MessagePanel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
