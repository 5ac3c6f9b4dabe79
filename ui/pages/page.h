// What all pages are: a widget that sets its words again when the language changes. A page takes its collaborators by
// constructor and speaks upward by signals; pages do not know each other.
#pragma once

#include "ui/models/next_step.h"
#include "ui/widgets/look.h"

#include <QEvent>
#include <QWidget>

#include <utility>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace firstlight::ui {

class EmptyState;

class Page : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kMargin = 24;
    static constexpr int kGap = 16;     // between groups
    static constexpr int kSmallGap = 8; // between related things

    explicit Page(Look* look, QWidget* parent = nullptr) : QWidget(parent), m_look(look) {}

signals:
    void stepRequested(const firstlight::ui::NextStep& step); // what to do next is done on another page

protected:
    // Sets every word of the page; also called by the derived class's constructor.
    virtual void retranslate() = 0;

    void changeEvent(QEvent* event) override
    {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::LanguageChange) {
            retranslate();
        }
    }

    // The usual frame: the title, and below it either what to do while there is nothing, or the content.
    [[nodiscard]] QStackedWidget* makeFrame(QLabel* title, EmptyState* empty, QWidget* content);
    // One above the other; `shares` of the height to begin with, each at most 255.
    [[nodiscard]] static QSplitter* makeSplitter(const QString& name, QWidget* upper, QWidget* lower,
                                                 std::pair<int, int> shares);

    [[nodiscard]] Look* look() const { return m_look; }

private:
    Look* m_look;
};

} // namespace firstlight::ui
