#include "ui/pages/comm_page.h"

#include "ui/client/failure_text.h"
#include "ui/models/backend_text.h"
#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/message_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableWidget>

#include <algorithm>

namespace firstlight::ui {
namespace {

void setCells(QTableWidget* table, int row, const QStringList& cells)
{
    for (int column = 0; column < cells.size(); ++column) {
        table->setItem(row, column, new QTableWidgetItem(cells[column]));
    }
}

} // namespace

CommPage::CommPage(BackendClient* client, const DeploymentStore* deployments, const MetricStore* metrics,
                   Selection* selection, Look* look, QWidget* parent)
    : Page(look, parent), m_client(client), m_deployments(deployments), m_metrics(metrics), m_selection(selection)
{
    setObjectName(QStringLiteral("commPage"));
    buildLayout();
    connectAll();
    m_subscription = m_client->watch(Stream::CommChecks);
    retranslate();
}

void CommPage::buildLayout()
{
    m_empty = new EmptyState(look(), QStringLiteral("comm"));
    m_empty->setObjectName(QStringLiteral("commEmpty"));
    m_empty->setStep({QStringLiteral("bring-up"), kNoRank});
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));

    auto* content = new QWidget(this);
    m_run = new QPushButton(content);
    m_run->setObjectName(QStringLiteral("commRun"));
    m_quantity = new QComboBox(content);
    m_quantity->setObjectName(QStringLiteral("commQuantity"));
    m_verdict = new QLabel(content);
    m_verdict->setObjectName(QStringLiteral("commVerdict"));
    m_verdict->setWordWrap(true);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(kSmallGap);
    bar->addWidget(m_run);
    bar->addWidget(m_quantity);
    bar->addWidget(m_verdict, 1);

    m_heat = new HeatMap(look(), content);
    m_heat->setObjectName(QStringLiteral("commHeat"));
    m_timings = makeDenseTable(6, QStringLiteral("commTimings"), look(), content, {2, 3, 4, 5});
    auto* upper = new QHBoxLayout;
    upper->setSpacing(16);
    upper->addWidget(m_heat, 2);
    upper->addWidget(m_timings, 3);

    m_communicatorsTitle = new QLabel(content);
    m_communicatorsTitle->setFont(Look::font(TextSize::Large, QFont::DemiBold));
    m_communicators = makeDenseTable(7, QStringLiteral("commCommunicators"), look(), content, {3, 4, 5, 6});
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSmallGap);
    column->addLayout(bar);
    column->addLayout(upper, 3);
    column->addSpacing(8);
    column->addWidget(m_communicatorsTitle);
    column->addWidget(m_communicators, 2);

    m_stack = makeFrame(m_title, m_empty, content);
}

void CommPage::connectAll()
{
    connect(m_client, &BackendClient::commCheckArrived, this, &CommPage::showReport);
    connect(m_deployments, &DeploymentStore::currentChanged, this, &CommPage::refreshState);
    connect(m_metrics, &MetricStore::appended, this, &CommPage::showCommunicators);
    connect(m_run, &QPushButton::clicked, this, &CommPage::runCheck);
    connect(m_quantity, qOverload<int>(&QComboBox::activated), this, &CommPage::showMatrix);
    connect(m_heat, &HeatMap::cellChosen, this, [this](int row, int) { m_selection->selectRank(row); });
    connect(look(), &Look::changed, this, [this] {
        showMatrix();
        showTimings();
        showCommunicators();
    });
}

void CommPage::retranslate()
{
    m_title->setText(tr("Communication"));
    m_empty->setTexts(tr("No communication has been checked yet"),
                      tr("Every bring-up checks it before it loads weights; start one on the Bring-up page."));
    const int chosen = std::max(0, m_quantity->currentIndex());
    m_quantity->clear();
    m_quantity->addItems({tr("Latency"), tr("Bandwidth")});
    m_quantity->setCurrentIndex(chosen);
    m_quantity->setAccessibleName(tr("Quantity shown"));
    m_run->setText(m_running ? tr("Checking…") : tr("Check again"));
    m_heat->setAccessibleName(tr("Rank by rank"));
    m_timings->setAccessibleName(tr("Collectives measured"));
    m_timings->setHorizontalHeaderLabels(
        {tr("Operation"), tr("Result"), tr("Message"), tr("Time, µs"), tr("algbw, MB/s"), tr("busbw, MB/s")});
    m_communicatorsTitle->setText(tr("Communicators"));
    setEmptyHint(m_communicators, tr("The workers of a running deployment report what they exchange."));
    m_communicators->setAccessibleName(m_communicatorsTitle->text());
    m_communicators->setHorizontalHeaderLabels({tr("Communicator"), tr("Rank"), tr("In progress"), tr("Entered"),
                                                tr("Completed"), tr("Operations"), tr("Bytes")});
    refreshState();
    showMatrix();
    showTimings();
    showCommunicators();
}

void CommPage::refreshState()
{
    const DeploymentState* state = m_deployments->current();
    const bool canRun = state != nullptr && state->stage == Stage::Serving && !m_running;
    m_run->setEnabled(canRun);
    m_run->setToolTip(canRun ? QString() : tr("Possible while a deployment is serving."));
    m_stack->setCurrentIndex(m_report ? 1 : 0);
}

void CommPage::runCheck()
{
    const DeploymentState* state = m_deployments->current();
    if (state == nullptr) {
        return;
    }
    m_running = true;
    m_run->setText(tr("Checking…"));
    refreshState();
    m_client->runCommCheck(state->id, Reply<CommCheckReport>(this, [this](const Result<CommCheckReport>& result) {
                               m_running = false;
                               m_run->setText(tr("Check again"));
                               refreshState();
                               if (result.ok()) {
                                   showReport(result.value());
                               } else {
                                   m_verdict->setText(failureSentence(result.failure()));
                                   m_stack->setCurrentIndex(1);
                               }
                           }));
}

void CommPage::showReport(const CommCheckReport& report)
{
    m_report = report;
    const FailureText failure = report.failure.isSet() ? failureText(report.failure) : FailureText{};
    const QString sentence =
        report.passed ? tr("Passed: %n ranks reach each other, every result was correct.", nullptr, report.worldSize)
                      : tr("Failed: %1").arg(failure.what.isEmpty() ? report.verdict : failure.what);
    m_verdict->setText(QStringLiteral("%1  %2").arg(sentence, look()->formatter().dateTime(report.time)));
    m_verdict->setProperty("tone", report.passed ? QStringLiteral("good") : QStringLiteral("bad"));
    m_verdict->style()->unpolish(m_verdict);
    m_verdict->style()->polish(m_verdict);
    m_verdict->setToolTip(backendText(report.verdict, look()->formatter()));
    refreshState();
    showMatrix();
    showTimings();
}

void CommPage::showMatrix()
{
    if (!m_report) {
        return;
    }
    const bool latency = m_quantity->currentIndex() == 0;
    HeatMatrix matrix;
    matrix.unit = latency ? tr("µs") : tr("MB/s");
    for (int rank = 0; rank < m_report->worldSize; ++rank) {
        matrix.rowLabels.append(rankWord(rank));
    }
    matrix.columnLabels = matrix.rowLabels;
    matrix.values.resize(std::size_t(m_report->worldSize) * std::size_t(m_report->worldSize));
    QStringList sentences;
    for (const CommPair& pair : m_report->pairs) {
        const double value = latency ? pair.latencyUs : pair.bandwidthMbPerS;
        const auto place = std::size_t(pair.fromRank) * std::size_t(m_report->worldSize) + std::size_t(pair.toRank);
        if (place < matrix.values.size()) {
            matrix.values[place] = value;
        }
        sentences.append(tr("%1 to %2 over %3: %4 %5")
                             .arg(rankWord(pair.fromRank), rankWord(pair.toRank), pair.link,
                                  look()->formatter().significant(value), matrix.unit));
    }
    matrix.summary = sentences.join(QLatin1Char('\n'));
    m_heat->setMatrix(std::move(matrix));
}

void CommPage::showTimings()
{
    m_timings->setRowCount(0);
    if (!m_report) {
        return;
    }
    const Formatter& format = look()->formatter();
    m_timings->setRowCount(int(m_report->collectives.size()));
    for (int row = 0; row < m_timings->rowCount(); ++row) {
        const CollectiveTiming& timing = m_report->collectives[std::size_t(row)];
        setCells(m_timings, row,
                 {timing.operation, timing.correct ? tr("correct") : tr("WRONG"), format.bytes(timing.messageBytes),
                  format.significant(timing.timeUs), format.significant(timing.algbwMbPerS),
                  format.significant(timing.busbwMbPerS)});
    }
    m_timings->resizeColumnsToContents();
}

void CommPage::showCommunicators()
{
    const Formatter& format = look()->formatter();
    int row = 0;
    for (const int rank : m_metrics->ranks()) {
        const RankSample* sample = m_metrics->latestOfRank(rank);
        for (const CommunicatorState& state : sample->communicators) {
            std::int64_t count = 0;
            std::int64_t bytes = 0;
            for (const CollectiveCounter& counter : sample->collectives) {
                if (counter.communicator == state.communicator) {
                    count += counter.count;
                    bytes += counter.totalBytes;
                }
            }
            if (m_communicators->rowCount() <= row) {
                m_communicators->insertRow(row);
            }
            setCells(m_communicators, row++,
                     {state.communicator, rankWord(state.rank),
                      state.currentOperation.isEmpty() ? QStringLiteral("–") : state.currentOperation,
                      format.count(state.lastEnteredSequence), format.count(state.lastCompletedSequence),
                      format.count(count), format.bytes(bytes)});
        }
    }
    m_communicators->setRowCount(row);
    m_communicators->resizeColumnsToContents();
}

} // namespace firstlight::ui
