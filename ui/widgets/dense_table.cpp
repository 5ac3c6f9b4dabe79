#include "ui/widgets/dense_table.h"

#include "ui/models/row_table_model.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableWidget>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr int kRowHeight = 24;

Qt::Alignment alignmentOf(const NumberColumns& numbers, int column)
{
    const bool number = std::ranges::find(numbers, column) != numbers.end();
    return (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

class DenseDelegate : public QStyledItemDelegate
{
public:
    DenseDelegate(Look* look, NumberColumns numbers, QObject* parent)
        : QStyledItemDelegate(parent), m_look(look), m_numbers(std::move(numbers))
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->displayAlignment = alignmentOf(m_numbers, index.column());
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
    const NumberColumns m_numbers;
};

class DenseHeader : public QHeaderView
{
public:
    DenseHeader(NumberColumns numbers, QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent), m_numbers(std::move(numbers))
    {
        setSectionsClickable(false);
        setHighlightSections(false);
        setStretchLastSection(true);
        // A last column of numbers would stand far from the others.
        connect(this, &QHeaderView::sectionCountChanged, this,
                [this] { setStretchLastSection(std::ranges::find(m_numbers, count() - 1) == m_numbers.end()); });
    }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int column) const override
    {
        QHeaderView::initStyleOptionForIndex(option, column);
        option->textAlignment = alignmentOf(m_numbers, column);
    }

private:
    const NumberColumns m_numbers;
};

// Lies over the rows while there are none.
class EmptyHint : public QLabel
{
public:
    explicit EmptyHint(QTableView* table) : QLabel(table->viewport()), m_table(table)
    {
        setAlignment(Qt::AlignCenter);
        setWordWrap(true);
        setMargin(16);
        setProperty("muted", true);
        setFont(Look::font(TextSize::Small));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        table->viewport()->installEventFilter(this);
        const QAbstractItemModel* model = table->model();
        connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyHint::refresh);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyHint::refresh);
        connect(model, &QAbstractItemModel::modelReset, this, &EmptyHint::refresh);
        refresh();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize) {
            refresh();
        }
        return QLabel::eventFilter(watched, event);
    }

private:
    void refresh()
    {
        setGeometry(m_table->viewport()->rect());
        setVisible(m_table->model()->rowCount() == 0);
    }

    QTableView* m_table;
};

} // namespace

void setUpDenseTable(QTableView* table, Look* look, const NumberColumns& numbers)
{
    table->setItemDelegate(new DenseDelegate(look, numbers, table));
    table->setHorizontalHeader(new DenseHeader(numbers, table));
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
    QObject::connect(look, &Look::changed, table->viewport(), qOverload<>(&QWidget::update));
}

void setEmptyHint(QTableView* table, const QString& hint)
{
    const QString name = QStringLiteral("emptyHint");
    auto* label = table->viewport()->findChild<QLabel*>(name);
    if (label == nullptr) {
        label = new EmptyHint(table);
        label->setObjectName(name);
    }
    label->setText(hint);
}

QTableWidget* makeDenseTable(int columns, const QString& objectName, Look* look, QWidget* parent,
                             const NumberColumns& numbers)
{
    auto* table = new QTableWidget(0, columns, parent);
    table->setObjectName(objectName);
    setUpDenseTable(table, look, numbers);
    return table;
}

void fitColumns(QTableView* table)
{
    table->horizontalHeader()->setStretchLastSection(false);
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
}

} // namespace firstlight::ui
