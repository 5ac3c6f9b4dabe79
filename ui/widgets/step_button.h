// A button that goes to where a next step is taken.
#pragma once

#include "ui/models/next_step.h"

#include <QPushButton>

namespace firstlight::ui {

class StepButton : public QPushButton
{
    Q_OBJECT

public:
    explicit StepButton(QWidget* parent = nullptr);

    // Hidden for a step that has no page.
    void setStep(const NextStep& step);

signals:
    void stepRequested(const firstlight::ui::NextStep& step);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    NextStep m_step;
};

} // namespace firstlight::ui
