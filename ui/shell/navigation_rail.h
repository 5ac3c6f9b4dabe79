// The pages at the left edge: icon and word, or the icon alone.
#pragma once

#include "ui/shell/page_registry.h"
#include "ui/widgets/look.h"

#include <QFrame>

class QButtonGroup;
class QToolButton;
class QVBoxLayout;

namespace firstlight::ui {

class NavigationRail : public QFrame
{
    Q_OBJECT

public:
    NavigationRail(const PageList& pages, Look* look, QWidget* parent = nullptr);

    void setCurrent(int index); // -1: none
    void setCollapsed(bool collapsed);
    [[nodiscard]] bool isCollapsed() const { return m_collapsed; }

signals:
    void chosen(int index);
    void collapsedChanged(bool collapsed);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    const PageList m_pages;
    Look* m_look;
    QButtonGroup* m_buttons;
    QToolButton* m_collapse;
    bool m_collapsed = false;
};

} // namespace firstlight::ui
