#include "ui/pages/plan_page.h"

#include "ui/client/failure_text.h"
#include "ui/models/backend_text.h"
#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/memory_bars.h"
#include "ui/widgets/message_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableWidget>

#include <algorithm>

namespace firstlight::ui {

PlanPage::PlanPage(BackendClient* client, const CheckpointStore* checkpoint, Selection* selection, Look* look,
                   QWidget* parent)
    : Page(look, parent), m_client(client), m_checkpoint(checkpoint), m_selection(selection)
{
    setObjectName(QStringLiteral("planPage"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(120);
    buildLayout();
    connectAll();
    retranslate();
    checkpointChanged();
}

QSpinBox* PlanPage::addSpin(const QString& name, int largest, QLabel** label)
{
    auto* spin = new QSpinBox(m_controls);
    spin->setObjectName(name);
    spin->setRange(0, largest);
    spin->setKeyboardTracking(true);
    *label = new QLabel(m_controls);
    (*label)->setBuddy(spin);
    auto* layout = static_cast<QHBoxLayout*>(m_controls->layout());
    layout->addWidget(*label);
    layout->addWidget(spin);
    layout->addSpacing(8);
    connect(spin, qOverload<int>(&QSpinBox::valueChanged), &m_typing, qOverload<>(&QTimer::start));
    return spin;
}

void PlanPage::buildLayout()
{
    m_empty = new EmptyState(look(), QStringLiteral("plan"));
    m_empty->setObjectName(QStringLiteral("planEmpty"));
    m_empty->setStep({QStringLiteral("model"), kNoRank});
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));

    auto* content = new QWidget(this);
    m_controls = new QWidget(content);
    auto* bar = new QHBoxLayout(m_controls);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(4);
    m_tensor = addSpin(QStringLiteral("planTensor"), 1024, &m_tensorLabel);
    m_pipeline = addSpin(QStringLiteral("planPipeline"), 1024, &m_pipelineLabel);
    m_nodes = addSpin(QStringLiteral("planNodes"), 4096, &m_nodesLabel);
    m_context = addSpin(QStringLiteral("planContext"), 10'000'000, &m_contextLabel);
    m_context->setSingleStep(1024);
    m_sequences = addSpin(QStringLiteral("planSequences"), 65'536, &m_sequencesLabel);
    bar->addStretch(1);

    m_layouts = makeDenseTable(4, QStringLiteral("planLayouts"), look(), content, {1});
    m_sentence = new QLabel(content);
    m_sentence->setObjectName(QStringLiteral("planSentence"));
    m_sentence->setWordWrap(true);
    m_use = new QPushButton(content);
    m_use->setObjectName(QStringLiteral("planUse"));
    m_use->setProperty("primary", true);
    auto* decision = new QHBoxLayout;
    decision->addWidget(m_sentence, 1);
    decision->addWidget(m_use);
    m_bars = new MemoryBars(look(), content);
    m_bars->setObjectName(QStringLiteral("planBars"));
    auto* scroll = new QScrollArea(content);
    scroll->setWidget(m_bars);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);

    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSmallGap);
    column->addWidget(m_controls);
    column->addWidget(m_layouts, 2);
    column->addLayout(decision);
    column->addWidget(scroll, 3);

    m_stack = makeFrame(m_title, m_empty, content);
}

void PlanPage::connectAll()
{
    connect(&m_typing, &QTimer::timeout, this, &PlanPage::ask);
    connect(m_checkpoint, &CheckpointStore::changed, this, &PlanPage::checkpointChanged);
    connect(m_layouts, &QTableWidget::currentCellChanged, this, [this](int row) { showPlan(row); });
    connect(m_bars, &MemoryBars::rankChosen, this, [this](int rank) { m_selection->selectRank(rank); });
    connect(m_selection, &Selection::changed, this, [this] { m_bars->setChosenRank(m_selection->rank()); });
    connect(m_use, &QPushButton::clicked, this, [this] {
        const int row = m_layouts->currentRow();
        if (row >= 0 && row < int(m_plans.size())) {
            emit layoutChosen(m_plans[std::size_t(row)].layout, m_plans[std::size_t(row)].workload);
        }
    });
    connect(look(), &Look::changed, this, [this] { showPlans(m_plans); });
}

void PlanPage::retranslate()
{
    m_title->setText(tr("Plan"));
    m_empty->setTexts(tr("No checkpoint is open"), tr("Open one on the Model page; its layouts appear here."));
    m_tensorLabel->setText(tr("&TP"));
    m_pipelineLabel->setText(tr("&PP"));
    m_nodesLabel->setText(tr("&Nodes"));
    m_contextLabel->setText(tr("&Context"));
    m_sequencesLabel->setText(tr("&Sequences"));
    m_tensor->setSpecialValueText(tr("any"));
    m_pipeline->setSpecialValueText(tr("any"));
    m_nodes->setSpecialValueText(tr("as there are"));
    m_context->setSpecialValueText(tr("default"));
    m_sequences->setSpecialValueText(tr("default"));
    m_tensor->setToolTip(tr("Tensor parallel degree"));
    m_pipeline->setToolTip(tr("Pipeline parallel degree"));
    m_context->setToolTip(tr("Longest conversation, in tokens"));
    m_sequences->setToolTip(tr("Conversations at the same time"));
    m_layouts->setHorizontalHeaderLabels({tr("Layout"), tr("Ranks"), tr("Fits"), tr("Why")});
    m_layouts->setAccessibleName(tr("Layouts, best first"));
    m_bars->setAccessibleName(tr("Estimated memory of each rank"));
    m_use->setText(tr("Use this layout"));
    showPlans(m_plans);
}

void PlanPage::checkpointChanged()
{
    m_plans.clear();
    showPlans({});
    m_stack->setCurrentIndex(m_checkpoint->path().isEmpty() ? 0 : 1);
    if (m_checkpoint->report()) {
        ask();
    } else if (m_checkpoint->failure().isSet()) {
        m_sentence->setText(failureSentence(m_checkpoint->failure()));
    }
}

PlanRequest PlanPage::request() const
{
    PlanRequest request;
    request.checkpointPath = m_checkpoint->path();
    request.layout.tensorParallel = m_tensor->value();
    request.layout.pipelineParallel = m_pipeline->value();
    request.workload.maxContextTokens = m_context->value();
    request.workload.maxSequences = m_sequences->value();
    request.nodeCount = m_nodes->value();
    return request;
}

void PlanPage::ask()
{
    if (m_checkpoint->path().isEmpty()) {
        return;
    }
    const quint64 question = ++m_question;
    m_sentence->setText(tr("Planning…"));
    m_client->makePlan(request(),
                       Reply<std::vector<Plan>>(this, [this, question](const Result<std::vector<Plan>>& result) {
                           if (question != m_question) {
                               return;
                           }
                           if (result.ok()) {
                               showPlans(result.value());
                           } else {
                               showPlans({});
                               m_sentence->setText(failureSentence(result.failure()));
                           }
                       }));
}

void PlanPage::showPlans(const std::vector<Plan>& plans)
{
    m_plans = plans;
    const QSignalBlocker quiet(m_layouts);
    m_layouts->setRowCount(int(plans.size()));
    for (int row = 0; row < m_layouts->rowCount(); ++row) {
        const Plan& plan = plans[std::size_t(row)];
        const QString why = plan.fits ? planReason(plan, look()->formatter()) : failureText(plan.refusal).what;
        const QStringList cells{layoutWords(plan.layout), look()->formatter().count(std::int64_t(plan.ranks.size())),
                                plan.fits ? tr("✓ yes") : tr("✗ no"), why};
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setToolTip(cells[column]);
            if (!plan.fits) {
                item->setForeground(look()->color(ColorToken::TextMuted));
            }
            m_layouts->setItem(row, column, item);
        }
    }
    m_layouts->resizeColumnToContents(0);
    if (!plans.empty()) {
        m_layouts->setCurrentCell(0, 0);
    }
    showPlan(plans.empty() ? -1 : 0);
}

void PlanPage::showPlan(int row)
{
    const bool valid = row >= 0 && row < int(m_plans.size());
    m_use->setEnabled(valid && m_plans[std::size_t(row)].fits);
    if (!valid) {
        m_bars->setBars({});
        m_sentence->clear();
        return;
    }
    const Plan& plan = m_plans[std::size_t(row)];
    std::vector<MemoryBar> bars;
    for (const RankPlan& rank : plan.ranks) {
        const QString label =
            tr("%1 · layers %2–%3").arg(rankWord(rank.rank)).arg(rank.firstLayer).arg(rank.endLayer - 1);
        bars.push_back({rank.rank, label, rank.estimate, rank.capacityBytes});
    }
    m_bars->setBars(std::move(bars));
    m_bars->setChosenRank(m_selection->rank());
    m_sentence->setText(plan.fits
                            ? tr("%1 fits. %2").arg(layoutWords(plan.layout), planReason(plan, look()->formatter()))
                            : failureSentence(plan.refusal));
}

} // namespace firstlight::ui
