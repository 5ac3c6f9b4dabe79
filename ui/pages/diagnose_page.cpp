#include "ui/pages/diagnose_page.h"

#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/step_button.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr int kTimeWidth = 104;
constexpr int kSourceWidth = 88;
constexpr int kLevelWidth = 72;

} // namespace

DiagnosePage::DiagnosePage(const DeploymentStore* deployments, LogModel* logs, Selection* selection, Look* look,
                           QWidget* parent)
    : Page(look, parent)
    , m_deployments(deployments)
    , m_logs(logs)
    , m_selection(selection)
    , m_evidence(logs)
    , m_lastWords(logs)
    , m_title(new QLabel(this))
    , m_empty(new EmptyState(look, QStringLiteral("diagnose")))
{
    m_title->setFont(Look::font(TextSize::Title));
    m_evidence.setMinimumSeverity(Severity::Warning);
    m_stack = makeFrame(m_title, m_empty, makeContent());
    connect(deployments, &DeploymentStore::currentChanged, this, &DiagnosePage::refresh);
    connect(look, &Look::changed, this, &DiagnosePage::refresh);
    retranslate();
}

QWidget* DiagnosePage::makeContent()
{
    auto* content = new QWidget(this);
    m_finding = new MessagePanel(look(), content);
    m_finding->setObjectName(QStringLiteral("finding"));
    m_again = m_finding->addStep();
    m_again->setObjectName(QStringLiteral("findingBringUp"));
    m_report = m_finding->addButton(QStringLiteral("findingReport"));
    m_where = new QLabel(content);
    m_where->setObjectName(QStringLiteral("findingWhere"));
    m_where->setWordWrap(true);
    m_where->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const auto titled = [](QLabel*& title, QTableView* table) {
        auto* box = new QWidget;
        auto* column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        title = new QLabel(box);
        title->setFont(Look::font(TextSize::Large));
        column->addWidget(title);
        column->addWidget(table, 1);
        return box;
    };
    m_evidenceTable = makeTable(m_evidence, QStringLiteral("evidence"));
    m_lastWordsTable = makeTable(m_lastWords, QStringLiteral("lastWords"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);
    column->addWidget(m_finding);
    column->addWidget(m_where);
    column->addWidget(makeSplitter(QStringLiteral("diagnoseSplitter"), titled(m_evidenceTitle, m_evidenceTable),
                                   titled(m_lastWordsTitle, m_lastWordsTable), {100, 100}),
                      1);
    connect(m_finding, &MessagePanel::stepRequested, this, &DiagnosePage::stepRequested);
    connect(m_report, &QPushButton::clicked, this, &DiagnosePage::reportRequested);
    return content;
}

// A click selects the rank of the line everywhere, a double click goes to its log.
QTableView* DiagnosePage::makeTable(LogFilter& lines, const QString& name)
{
    auto* table = new QTableView;
    table->setObjectName(name);
    table->setModel(&lines);
    setUpDenseTable(table, look());
    table->setColumnWidth(LogModel::Time, kTimeWidth);
    table->setColumnWidth(LogModel::Source, kSourceWidth);
    table->setColumnWidth(LogModel::Level, kLevelWidth);
    const auto rankOf = [this, &lines](const QModelIndex& index) {
        return m_logs->entry(lines.mapToSource(index).row()).line.rank;
    };
    connect(table, &QTableView::clicked, this, [this, rankOf](const QModelIndex& index) {
        if (rankOf(index) != kNoRank) {
            m_selection->selectRank(rankOf(index));
        }
    });
    connect(table, &QTableView::activated, this, [this, rankOf](const QModelIndex& index) {
        emit stepRequested({QStringLiteral("logs"), rankOf(index)});
    });
    return table;
}

void DiagnosePage::refresh()
{
    const DeploymentState* state = m_deployments->current();
    const bool failed = state != nullptr && state->failure.isSet();
    m_stack->setCurrentIndex(failed ? 1 : 0);
    if (failed) {
        showFailure(*state);
    }
}

// The last words are at the end; there is an end to scroll to when the table has its size.
void DiagnosePage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    QMetaObject::invokeMethod(m_lastWordsTable, &QTableView::scrollToBottom, Qt::QueuedConnection);
}

void DiagnosePage::showFailure(const DeploymentState& state)
{
    const Failure& failure = state.failure;
    m_finding->setFailure(failure, QStringLiteral("bring-up"));
    m_again->setStep({QStringLiteral("bring-up"), kNoRank});
    m_where->setText(whereAndWhen(state));
    m_evidence.setDeployment(state.id);
    m_lastWords.setDeployment(state.id);
    m_lastWords.setRank(failure.rank);
    m_lastWordsTitle->setText(failure.rank == kNoRank ? tr("Log of the controller and its agents")
                                                      : tr("Log of %1").arg(rankWord(failure.rank)));
    m_lastWordsTable->scrollToBottom();
}

QString DiagnosePage::whereAndWhen(const DeploymentState& state) const
{
    const Failure& failure = state.failure;
    QStringList parts{state.modelName, tr("stage “%1”").arg(stageWord(failure.stage))};
    if (failure.rank != kNoRank) {
        parts += failure.node.isEmpty() ? rankWord(failure.rank)
                                        : tr("%1 on %2", "a rank, its node").arg(rankWord(failure.rank), failure.node);
    } else if (!failure.node.isEmpty()) {
        parts += failure.node;
    }
    parts += look()->formatter().dateTime(failure.time);
    const auto exited = std::ranges::find(state.ranks, failure.rank, &RankStatus::rank);
    if (exited != state.ranks.end() && !exited->exitDescription.isEmpty()) {
        parts += exited->exitDescription;
    }
    return parts.join(QStringLiteral("  ·  "));
}

void DiagnosePage::retranslate()
{
    m_title->setText(tr("Diagnosis"));
    m_empty->setTexts(
        tr("Nothing has failed"),
        tr("When something breaks, what broke first stands here, with the evidence and what to do next."));
    m_report->setText(tr("Create report"));
    m_report->setAccessibleName(m_report->text());
    m_evidenceTitle->setText(tr("Evidence, in order of time"));
    m_evidenceTable->setAccessibleName(m_evidenceTitle->text());
    setEmptyHint(m_evidenceTable, tr("No warning or error was reported."));
    m_lastWordsTable->setAccessibleName(tr("Log of the rank that failed"));
    setEmptyHint(m_lastWordsTable, tr("It said nothing."));
    refresh();
}

} // namespace firstlight::ui
