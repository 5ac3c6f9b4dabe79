#include "ui/widgets/step_button.h"

#include <QEvent>

namespace firstlight::ui {

StepButton::StepButton(QWidget* parent) : QPushButton(parent)
{
    setObjectName(QStringLiteral("nextStep"));
    connect(this, &QPushButton::clicked, this, [this] { emit stepRequested(m_step); });
    refresh();
}

void StepButton::setStep(const NextStep& step)
{
    m_step = step;
    refresh();
}

void StepButton::refresh()
{
    setText(nextStepWord(m_step));
    setAccessibleName(text().isEmpty() ? tr("Next step") : text());
    setVisible(!m_step.page.isEmpty());
}

void StepButton::changeEvent(QEvent* event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
