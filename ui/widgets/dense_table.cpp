#include "ui/widgets/dense_table.h"

#include "ui/models/row_table_model.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableWidget>

namespace firstlight::ui {
namespace {

constexpr int kRowHeight = 24;

class MarkingDelegate : public QStyledItemDelegate
{
public:
    MarkingDelegate(Look* look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QString mark = index.data(MarkRole).toString();
        if (!mark.isEmpty()) {
            option->backgroundBrush = m_look->color(ColorToken::WarningBackground);
            option->palette.setColor(QPalette::Text, m_look->color(ColorToken::Warning));
            option->icon = QIcon(m_look->pixmap(mark, 16, m_look->color(ColorToken::Warning)));
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->decorationSize = {16, 16};
        }
    }

private:
    Look* m_look;
};

} // namespace

void setUpDenseTable(QTableView* table, Look* look)
{
    table->setItemDelegate(new MarkingDelegate(look, table));
    table->setFont(Look::font(TextSize::Small));
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    QObject::connect(look, &Look::changed, table->viewport(), qOverload<>(&QWidget::update));
}

QTableWidget* makeDenseTable(int columns, const QString& objectName, Look* look, QWidget* parent)
{
    auto* table = new QTableWidget(0, columns, parent);
    table->setObjectName(objectName);
    setUpDenseTable(table, look);
    return table;
}

void fitColumns(QTableView* table)
{
    table->horizontalHeader()->setStretchLastSection(false);
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
}

} // namespace firstlight::ui
