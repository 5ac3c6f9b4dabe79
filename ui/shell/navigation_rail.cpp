#include "ui/shell/navigation_rail.h"

#include <QButtonGroup>
#include <QToolButton>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kWideWidth = 132;
constexpr int kNarrowWidth = 48;
constexpr int kButtonHeight = 36;

QToolButton* makeButton(const QString& name, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setProperty("rail", true);
    button->setIconSize({20, 20});
    button->setMinimumHeight(kButtonHeight);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return button;
}

} // namespace

NavigationRail::NavigationRail(const PageList& pages, Look* look, QWidget* parent)
    : QFrame(parent)
    , m_pages(pages)
    , m_look(look)
    , m_buttons(new QButtonGroup(this))
    , m_collapse(makeButton(QStringLiteral("collapseRail"), this))
{
    setObjectName(QStringLiteral("navigationRail"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 8, 4, 8);
    layout->setSpacing(2);
    m_buttons->setExclusive(true);
    for (int i = 0; i < static_cast<int>(m_pages.size()); ++i) {
        QToolButton* button = makeButton(QStringLiteral("nav_%1").arg(m_pages[static_cast<std::size_t>(i)].id), this);
        button->setCheckable(true);
        m_buttons->addButton(button, i);
        layout->addWidget(button);
    }
    layout->addStretch();
    layout->addWidget(m_collapse);
    connect(m_buttons, &QButtonGroup::idClicked, this, &NavigationRail::chosen);
    connect(m_collapse, &QToolButton::clicked, this, [this] { setCollapsed(!m_collapsed); });
    connect(look, &Look::changed, this, &NavigationRail::refresh);
    refresh();
}

void NavigationRail::setCurrent(int index)
{
    if (QAbstractButton* button = m_buttons->button(index)) {
        button->setChecked(true);
    } else if (QAbstractButton* checked = m_buttons->checkedButton()) {
        m_buttons->setExclusive(false);
        checked->setChecked(false);
        m_buttons->setExclusive(true);
    }
    refresh();
}

void NavigationRail::setCollapsed(bool collapsed)
{
    if (m_collapsed != collapsed) {
        m_collapsed = collapsed;
        refresh();
        emit collapsedChanged(collapsed);
    }
}

void NavigationRail::refresh()
{
    setFixedWidth(m_collapsed ? kNarrowWidth : kWideWidth);
    const Qt::ToolButtonStyle style = m_collapsed ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
    for (int i = 0; i < static_cast<int>(m_pages.size()); ++i) {
        const PageEntry& page = m_pages[static_cast<std::size_t>(i)];
        auto* button = qobject_cast<QToolButton*>(m_buttons->button(i));
        button->setText(pageTitle(page));
        button->setToolTip(m_collapsed ? pageTitle(page) : QString());
        button->setAccessibleName(pageTitle(page));
        button->setIcon(m_look->icon(page.icon));
        button->setToolButtonStyle(style);
    }
    m_collapse->setText(tr("Collapse"));
    m_collapse->setToolTip(m_collapsed ? tr("Show the words") : QString());
    m_collapse->setAccessibleName(m_collapsed ? tr("Show the words") : tr("Collapse"));
    m_collapse->setIcon(m_look->icon(m_collapsed ? QStringLiteral("right") : QStringLiteral("left")));
    m_collapse->setToolButtonStyle(style);
}

void NavigationRail::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
