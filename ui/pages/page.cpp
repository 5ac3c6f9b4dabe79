#include "ui/pages/page.h"

#include "ui/widgets/message_panel.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace firstlight::ui {

QStackedWidget* Page::makeFrame(QLabel* title, EmptyState* empty, QWidget* content)
{
    auto* stack = new QStackedWidget(this);
    stack->addWidget(empty);
    stack->addWidget(content);
    connect(empty, &EmptyState::stepRequested, this, &Page::stepRequested);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    outer->setSpacing(kSmallGap);
    outer->addWidget(title);
    outer->addWidget(stack, 1);
    return stack;
}

QSplitter* Page::makeSplitter(const QString& name, QWidget* upper, QWidget* lower, std::pair<int, int> shares)
{
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(name);
    splitter->addWidget(upper);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, shares.first);
    splitter->setStretchFactor(1, shares.second);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({shares.first, shares.second});
    return splitter;
}

} // namespace firstlight::ui
