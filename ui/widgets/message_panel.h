// Something to say across the width of a page, with what can be done about it: a banner, a failure, an empty state.
#pragma once

#include "ui/client/failure_text.h"
#include "ui/models/next_step.h"
#include "ui/widgets/look.h"

#include <QFrame>

class QAbstractButton;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace firstlight::ui {

class StepButton;

class MessagePanel : public QFrame
{
    Q_OBJECT

public:
    explicit MessagePanel(Look* look, QWidget* parent = nullptr);

    // `text` may be empty; both wrap and can be selected.
    void setMessage(Tone tone, const QString& title, const QString& text);
    // With a button to where its next step is taken, unless that is `here`.
    void setFailure(const Failure& failure, const QString& here = {});
    void setTitle(const QString& title);
    void setIcon(const QString& name); // instead of the tone's own
    // Stands at the right; its object name and text are the caller's.
    QPushButton* addButton(const QString& objectName);
    StepButton* addStep();   // likewise; its requests are the panel's
    QToolButton* addClose(); // likewise
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString text() const;

signals:
    void stepRequested(const firstlight::ui::NextStep& step);

private:
    void refresh();

    Look* m_look;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    StepButton* m_next;
    QString m_iconName;
    Tone m_tone = Tone::Info;
};

// The middle of a page that has nothing to show yet: what to do next, and the button that does it.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    EmptyState(Look* look, const QString& icon, QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& text);
    // Buttons stand below each other.
    QPushButton* addButton(const QString& objectName, bool primary);
    void setStep(const NextStep& step); // a button to where it is taken

signals:
    void stepRequested(const firstlight::ui::NextStep& step);

private:
    void refresh();

    Look* m_look;
    QString m_iconName;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QVBoxLayout* m_buttons;
    StepButton* m_step;
};

} // namespace firstlight::ui
