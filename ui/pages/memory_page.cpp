#include "ui/pages/memory_page.h"

#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/memory_bars.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/stacked_timeline.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>

namespace firstlight::ui {

MemoryPage::MemoryPage(const DeploymentStore* deployments, const MetricStore* metrics, Selection* selection, Look* look,
                       QWidget* parent)
    : Page(look, parent)
    , m_deployments(deployments)
    , m_metrics(metrics)
    , m_selection(selection)
    , m_model(new MemoryTableModel(deployments, metrics, this))
{
    setObjectName(QStringLiteral("memoryPage"));
    m_model->setFormatter(look->formatter());
    buildLayout();
    connectAll();
    retranslate();
    refresh();
}

void MemoryPage::buildLayout()
{
    m_empty = new EmptyState(look(), QStringLiteral("memory"));
    m_empty->setObjectName(QStringLiteral("memoryEmpty"));
    m_empty->setStep({QStringLiteral("bring-up"), kNoRank});
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));

    auto* content = new QWidget(this);
    m_rank = new QComboBox(content);
    m_rank->setObjectName(QStringLiteral("memoryRank"));
    m_follow = new QPushButton(content);
    m_follow->setObjectName(QStringLiteral("memoryFollow"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_png = new QPushButton(QStringLiteral("PNG"), content);
    m_svg = new QPushButton(QStringLiteral("SVG"), content);
    m_csv = new QPushButton(QStringLiteral("CSV"), content);
    m_message = new QLabel(content);
    m_message->setProperty("muted", true);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(kSmallGap);
    bar->addWidget(m_rank);
    bar->addWidget(m_follow);
    bar->addWidget(m_message, 1);
    for (QPushButton* button : {m_png, m_svg, m_csv}) {
        button->setObjectName(QStringLiteral("memoryExport") + button->text());
        bar->addWidget(button);
    }

    m_timeline = new StackedTimeline(look(), content);
    m_timeline->setObjectName(QStringLiteral("memoryTimeline"));
    m_table = new QTableView(content);
    m_table->setObjectName(QStringLiteral("memoryTable"));
    m_table->setModel(m_model);
    setUpDenseTable(m_table, look(),
                    {MemoryTableModel::Rank, MemoryTableModel::Estimate, MemoryTableModel::Measured,
                     MemoryTableModel::Peak, MemoryTableModel::Difference});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    auto* splitter = makeSplitter(QStringLiteral("memorySplitter"), m_timeline, m_table, {200, 100});

    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSmallGap);
    column->addLayout(bar);
    column->addWidget(splitter, 1);

    m_stack = makeFrame(m_title, m_empty, content);
}

void MemoryPage::connectAll()
{
    connect(m_metrics, &MetricStore::appended, this, &MemoryPage::refresh);
    connect(m_metrics, &MetricStore::cleared, this, &MemoryPage::refresh);
    connect(m_deployments, &DeploymentStore::currentChanged, this, &MemoryPage::refreshMarks);
    connect(m_rank, qOverload<int>(&QComboBox::activated), this, [this] { m_selection->selectRank(chosenRank()); });
    connect(m_selection, &Selection::changed, this, [this] {
        m_rank->setCurrentIndex(std::max(0, m_rank->findData(m_selection->rank())));
        m_shown.clear();
        refresh();
    });
    connect(m_follow, &QPushButton::toggled, m_timeline, &StackedTimeline::setFollowing);
    connect(m_timeline, &StackedTimeline::followingChanged, m_follow, &QPushButton::setChecked);
    connect(m_png, &QPushButton::clicked, this, [this] { exportAs(QStringLiteral("png")); });
    connect(m_svg, &QPushButton::clicked, this, [this] { exportAs(QStringLiteral("svg")); });
    connect(m_csv, &QPushButton::clicked, this, [this] { exportAs(QStringLiteral("csv")); });
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { m_selection->selectRank(m_model->rowAt(index.row()).rank); });
    connect(look(), &Look::changed, this, [this] {
        m_model->setFormatter(look()->formatter());
        setBands();
    });
}

void MemoryPage::retranslate()
{
    m_title->setText(tr("Memory"));
    m_empty->setTexts(tr("No memory has been measured yet"),
                      tr("Start a deployment on the Bring-up page; its workers report what they hold."));
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Keep the newest time in view (End)"));
    m_rank->setAccessibleName(tr("Rank shown"));
    m_timeline->setAccessibleName(tr("Memory over time by class"));
    m_table->setAccessibleName(tr("Estimated against measured memory"));
    for (QPushButton* button : {m_png, m_svg, m_csv}) {
        button->setToolTip(tr("Save the chart as %1").arg(button->text()));
        button->setAccessibleName(button->toolTip());
    }
    m_model->retranslate();
    m_rank->clear();
    refreshRanks();
    setBands();
    refreshMarks();
}

int MemoryPage::chosenRank() const
{
    return m_rank->currentIndex() <= 0 ? kNoRank : m_rank->currentData().toInt();
}

void MemoryPage::refreshRanks()
{
    const auto ranks = m_metrics->ranks();
    if (m_rank->count() == int(ranks.size()) + 1) {
        return;
    }
    m_rank->clear();
    m_rank->addItem(tr("All ranks"), kNoRank);
    for (const int rank : ranks) {
        m_rank->addItem(rankWord(rank), rank);
    }
    m_rank->setCurrentIndex(std::max(0, m_rank->findData(m_selection->rank())));
}

std::vector<SeriesColumn> MemoryPage::columnsOf(MemoryClass memoryClass, double from, double to, int pixels) const
{
    std::vector<SeriesColumn> sum(std::size_t(std::max(pixels, 0)));
    for (const int rank : m_metrics->ranks()) {
        const SeriesStore* series = m_metrics->series({Metric::MemoryBytes, rank, memoryClass});
        if (series == nullptr || (chosenRank() != kNoRank && chosenRank() != rank)) {
            continue;
        }
        const auto columns = series->columns(from, to, pixels);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].hasData) {
                sum[i].hasData = true;
                sum[i].max += columns[i].max;
                sum[i].min += columns[i].min;
                sum[i].last += columns[i].last;
            }
        }
    }
    return sum;
}

// Whether any rank ever held memory of this class.
bool MemoryPage::isPresent(MemoryClass memoryClass) const
{
    return std::ranges::any_of(m_metrics->ranks(), [&](int rank) {
        const SeriesStore* series = m_metrics->series({Metric::MemoryBytes, rank, memoryClass});
        return series != nullptr && !series->isEmpty() &&
               series->columns(series->firstTime(), series->lastTime() + 1, 1).front().max > 0;
    });
}

void MemoryPage::setBands()
{
    std::vector<MemoryClass> present;
    for (const MemoryClass memoryClass : kMemoryClasses) {
        if (isPresent(memoryClass)) {
            present.push_back(memoryClass);
        }
    }
    m_shown = present;
    std::vector<TimelineBand> bands;
    for (const MemoryClass memoryClass : present) {
        bands.push_back({memoryClassWord(memoryClass), memoryBrush(look()->theme(), memoryClass)});
    }
    m_timeline->setBands(std::move(bands), [this](int band, double from, double to, int pixels) {
        return columnsOf(m_shown[std::size_t(band)], from, to, pixels);
    });
}

void MemoryPage::refresh()
{
    const auto ranks = m_metrics->ranks();
    m_stack->setCurrentIndex(ranks.empty() ? 0 : 1);
    if (ranks.empty()) {
        m_shown.clear();
        return;
    }
    refreshRanks();
    m_model->setRank(chosenRank());
    double first = toSeconds(m_metrics->lastTime());
    double capacity = 0;
    std::size_t classes = 0;
    for (const int rank : ranks) {
        if (const SeriesStore* total = m_metrics->series({Metric::MemoryTotalBytes, rank})) {
            first = std::min(first, total->firstTime());
        }
        const RankSample* sample = m_metrics->latestOfRank(rank);
        if (sample != nullptr && (chosenRank() == kNoRank || chosenRank() == rank)) {
            capacity += double(sample->capacityBytes);
        }
    }
    for (const MemoryClass memoryClass : kMemoryClasses) {
        classes += isPresent(memoryClass) ? 1 : 0;
    }
    if (classes != m_shown.size()) {
        setBands();
    }
    m_timeline->setCapacity(capacity);
    m_timeline->setExtent(first, toSeconds(m_metrics->lastTime()));
    m_timeline->refresh();
}

void MemoryPage::refreshMarks()
{
    std::vector<TimelineMark> marks;
    if (const DeploymentState* state = m_deployments->current()) {
        for (const StageRecord& record : state->stages) {
            if (isKnown(record.start)) {
                marks.push_back({toSeconds(record.start), stageWord(record.stage)});
            }
        }
    }
    m_timeline->setMarks(std::move(marks));
}

void MemoryPage::exportAs(const QString& suffix)
{
    const QString file = QStringLiteral("firstlight-memory.") + suffix;
    connect(openSaveDialog(this, QStringLiteral("memoryDialog"), tr("Save the chart"), file, suffix),
            &QFileDialog::fileSelected, this, &MemoryPage::saveChart);
}

void MemoryPage::saveChart(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix();
    bool saved = false;
    if (suffix == QLatin1String("csv")) {
        QFile file(path);
        saved = file.open(QIODevice::WriteOnly) && file.write(m_timeline->csv().toUtf8()) > 0;
    } else {
        saved = suffix == QLatin1String("svg") ? m_timeline->saveSvg(path) : m_timeline->picture().save(path);
    }
    m_message->setText(saved ? tr("Saved %1").arg(path)
                             : tr("%1 could not be written; choose another folder.").arg(path));
}

} // namespace firstlight::ui
