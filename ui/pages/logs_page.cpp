#include "ui/pages/logs_page.h"

#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/message_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr Severity kLevels[] = {Severity::Debug, Severity::Info, Severity::Warning, Severity::Error};
constexpr int kTimeWidth = 104;
constexpr int kSourceWidth = 96;
constexpr int kLevelWidth = 72;

// Level words in the colour of their level.
class LogDelegate : public QStyledItemDelegate
{
public:
    LogDelegate(Look* look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Tone tone = severityTone(static_cast<Severity>(index.data(LogModel::SeverityRole).toInt()));
        if (tone != Tone::Neutral) {
            option->palette.setColor(QPalette::Text, m_look->theme().toneColor(tone));
        }
    }

private:
    Look* m_look;
};

} // namespace

LogsPage::LogsPage(LogModel* model, Selection* selection, Look* look, QWidget* parent)
    : Page(look, parent), m_model(model), m_selection(selection), m_filter(model)
{
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("logTable"));
    m_table->setModel(&m_filter);
    setUpDenseTable(m_table, look);
    m_table->setItemDelegate(new LogDelegate(look, m_table));
    m_table->setFont(Look::monospace());
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->verticalHeader()->setDefaultSectionSize(20);
    m_table->setColumnWidth(LogModel::Time, kTimeWidth);
    m_table->setColumnWidth(LogModel::Source, kSourceWidth);
    m_table->setColumnWidth(LogModel::Level, kLevelWidth);
    m_empty = new EmptyState(look, QStringLiteral("logs"));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kSmallGap);
    layout->addWidget(m_title);
    layout->addWidget(makeFilterBar());
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_search);
    connectAll();
    retranslate();
    refreshCounts();
}

QWidget* LogsPage::makeFilterBar()
{
    auto* bar = new QWidget(this);
    m_level = new QComboBox(bar);
    m_level->setObjectName(QStringLiteral("logLevel"));
    for (const Severity level : kLevels) {
        m_level->addItem(QString(), static_cast<int>(level));
    }
    m_rank = new QComboBox(bar);
    m_rank->setObjectName(QStringLiteral("logRank"));
    m_search = new QLineEdit(bar);
    m_search->setObjectName(QStringLiteral("logSearch"));
    m_search->setClearButtonEnabled(true);
    m_regularExpression = new QCheckBox(bar);
    m_regularExpression->setObjectName(QStringLiteral("logRegularExpression"));
    m_follow = new QToolButton(bar);
    m_follow->setObjectName(QStringLiteral("followLog"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_counts = new QLabel(bar);
    m_counts->setObjectName(QStringLiteral("logCounts"));
    m_counts->setProperty("muted", true);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);
    layout->addWidget(m_level);
    layout->addWidget(m_rank);
    layout->addWidget(m_search, 1);
    layout->addWidget(m_regularExpression);
    layout->addWidget(m_follow);
    layout->addWidget(m_counts);
    return bar;
}

void LogsPage::connectAll()
{
    connect(m_level, &QComboBox::currentIndexChanged, this, [this] {
        const auto level = static_cast<Severity>(m_level->currentData().toInt());
        m_filter.setMinimumSeverity(level == Severity::Debug ? Severity::Unknown : level);
        refreshCounts();
    });
    connect(m_rank, &QComboBox::currentIndexChanged, this, [this] {
        m_filter.setRank(m_rank->currentData().toInt());
        refreshCounts();
    });
    connect(m_search, &QLineEdit::textChanged, this, &LogsPage::applySearch);
    connect(m_regularExpression, &QCheckBox::toggled, this, &LogsPage::applySearch);
    connect(m_model, &LogModel::knownRanksChanged, this, &LogsPage::refreshRanks);
    connect(m_model, &LogModel::droppedChanged, this, &LogsPage::refreshCounts);
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, [this] {
        refreshCounts();
        if (m_following) {
            m_table->scrollToBottom();
        }
    });
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, &LogsPage::refreshCounts);
    connect(m_follow, &QToolButton::toggled, this, &LogsPage::setFollowing);
    // Scrolling up pauses; scrolling to the end follows again.
    QScrollBar* scroll = m_table->verticalScrollBar();
    connect(scroll, &QScrollBar::actionTriggered, this,
            [this, scroll] { m_follow->setChecked(scroll->sliderPosition() >= scroll->maximum()); });
    connect(look(), &Look::changed, this, [this] { m_model->setFormatter(look()->formatter()); });
    auto* copy = new QAction(m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(copy);
    connect(copy, &QAction::triggered, this, &LogsPage::copySelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        const QModelIndex source = m_filter.mapToSource(index);
        if (source.isValid() && m_model->entry(source.row()).line.rank != kNoRank) {
            m_selection->selectRank(m_model->entry(source.row()).line.rank);
        }
    });
}

void LogsPage::searchFor(const QString& text)
{
    m_regularExpression->setChecked(false);
    m_search->setText(text);
}

void LogsPage::showRank(int rank)
{
    searchFor({});
    m_level->setCurrentIndex(0);
    m_rank->setCurrentIndex(rank == kNoRank ? 0 : std::max(0, m_rank->findData(rank)));
}

void LogsPage::applySearch()
{
    const bool valid = m_filter.setSearch(m_search->text(), m_regularExpression->isChecked());
    m_search->setToolTip(valid ? QString() : tr("This is not a valid regular expression."));
    m_search->setStyleSheet(valid ? QString()
                                  : QStringLiteral("border: 1px solid %1;").arg(look()->color(ColorToken::Bad).name()));
    refreshCounts();
}

void LogsPage::refreshRanks()
{
    const QVariant chosen = m_rank->currentData();
    const QSignalBlocker blocker(m_rank);
    m_rank->clear();
    m_rank->addItem(tr("All ranks and programs"), LogFilter::kAllRanks);
    m_rank->addItem(tr("Controller and agents"), kNoRank);
    for (const int rank : m_model->knownRanks()) {
        m_rank->addItem(tr("Rank %1").arg(rank), rank);
    }
    m_rank->setCurrentIndex(std::max(0, m_rank->findData(chosen)));
}

void LogsPage::refreshCounts()
{
    m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
    const QString shown =
        tr("%1 of %2 lines")
            .arg(look()->formatter().count(m_filter.rowCount()), look()->formatter().count(m_model->rowCount()));
    m_counts->setText(
        m_model->droppedTotal() == 0
            ? shown
            : tr("%1, %2 lost on the way").arg(shown, look()->formatter().count(m_model->droppedTotal())));
}

void LogsPage::setFollowing(bool following)
{
    m_following = following;
    m_follow->setIcon(look()->icon(following ? QStringLiteral("follow") : QStringLiteral("pause")));
    m_follow->setText(following ? tr("Following") : tr("Paused"));
    m_follow->setAccessibleName(m_follow->text());
    if (following) {
        m_table->scrollToBottom();
    }
}

void LogsPage::copySelected()
{
    QStringList lines;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows(LogModel::Text)) {
        const LogEntry& entry = m_model->entry(m_filter.mapToSource(index).row());
        lines += QStringLiteral("%1 %2 %3")
                     .arg(look()->formatter().clockTime(entry.line.time), entry.line.node, entry.line.text);
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void LogsPage::retranslate()
{
    m_title->setText(tr("Logs"));
    m_empty->setTexts(tr("No lines yet"),
                      tr("Everything the controller, the agents and the workers say appears here."));
    m_level->setItemText(0, tr("All levels"));
    m_level->setItemText(1, tr("Info and above"));
    m_level->setItemText(2, tr("Warnings and errors"));
    m_level->setItemText(3, tr("Errors only"));
    m_level->setAccessibleName(tr("Level filter"));
    m_rank->setAccessibleName(tr("Rank filter"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search in the log"));
    m_regularExpression->setText(tr("Regular expression"));
    m_regularExpression->setAccessibleName(m_regularExpression->text());
    m_table->setAccessibleName(m_title->text());
    setEmptyHint(m_table, tr("No line passes these filters."));
    m_model->setFormatter(look()->formatter());
    refreshRanks();
    setFollowing(m_following);
    refreshCounts();
}

} // namespace firstlight::ui
