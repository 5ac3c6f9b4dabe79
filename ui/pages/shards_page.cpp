#include "ui/pages/shards_page.h"

#include "ui/client/failure_text.h"
#include "ui/models/words.h"
#include "ui/pages/shard_colors.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/message_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableWidget>

#include <algorithm>

namespace firstlight::ui {

ShardsPage::ShardsPage(BackendClient* client, const DeploymentStore* deployments, Selection* selection, Look* look,
                       QWidget* parent)
    : Page(look, parent), m_client(client), m_deployments(deployments), m_selection(selection)
{
    setObjectName(QStringLiteral("shardsPage"));
    buildLayout();
    connectAll();
    retranslate();
    m_stack->setCurrentIndex(0);
}

void ShardsPage::buildLayout()
{
    m_empty = new EmptyState(look(), QStringLiteral("shards"));
    m_empty->setObjectName(QStringLiteral("shardsEmpty"));
    m_empty->setStep({QStringLiteral("bring-up"), kNoRank});
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));

    auto* content = new QWidget(this);
    m_coloring = new QComboBox(content);
    m_coloring->setObjectName(QStringLiteral("shardsColoring"));
    m_find = new QLineEdit(content);
    m_find->setObjectName(QStringLiteral("shardsFind"));
    m_find->setClearButtonEnabled(true);
    m_out = new QPushButton(content);
    m_out->setObjectName(QStringLiteral("shardsOut"));
    m_reload = new QPushButton(content);
    m_reload->setObjectName(QStringLiteral("shardsReload"));
    m_path = new QLabel(content);
    m_path->setObjectName(QStringLiteral("shardsPath"));
    auto* bar = new QHBoxLayout;
    bar->setSpacing(kSmallGap);
    bar->addWidget(m_out);
    bar->addWidget(m_path, 1);
    bar->addWidget(m_coloring);
    bar->addWidget(m_find, 1);
    bar->addWidget(m_reload);

    m_legend = new QLabel(content);
    m_legend->setObjectName(QStringLiteral("shardsLegend"));
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_map = new ShardMap(look(), content);
    m_map->setObjectName(QStringLiteral("shardMap"));
    m_slices = makeDenseTable(6, QStringLiteral("shardsSlices"), look(), content, {0, 4});
    m_slices->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    auto* splitter = makeSplitter(QStringLiteral("shardsSplitter"), m_map, m_slices, {210, 40});

    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSmallGap);
    column->addLayout(bar);
    column->addWidget(m_legend);
    column->addWidget(splitter, 1);

    m_stack = makeFrame(m_title, m_empty, content);
}

void ShardsPage::connectAll()
{
    connect(m_deployments, &DeploymentStore::currentChanged, this, &ShardsPage::deploymentChanged);
    connect(m_coloring, qOverload<int>(&QComboBox::activated), this, &ShardsPage::rebuildMap);
    connect(m_reload, &QPushButton::clicked, this, &ShardsPage::reload);
    connect(m_out, &QPushButton::clicked, this,
            [this] { m_map->zoomTo(m_map->zoomPath().mid(0, m_map->zoomPath().size() - 1)); });
    connect(m_find, &QLineEdit::returnPressed, this, &ShardsPage::findTensor);
    connect(m_map, &ShardMap::zoomChanged, this, &ShardsPage::showPath);
    connect(m_map, &ShardMap::chosenChanged, this, [this](const QStringList& path) {
        showTensor(path.size() == 4 ? path.last() : QString());
        if (path.size() >= 2) {
            m_selection->selectRank(path[1].section(QLatin1Char(' '), 1).toInt());
        }
    });
    connect(look(), &Look::changed, this, &ShardsPage::rebuildMap);
}

void ShardsPage::retranslate()
{
    m_title->setText(tr("Shards"));
    m_empty->setTexts(tr("There are no shards yet"),
                      tr("Start a deployment on the Bring-up page; the workers report each slice that they hold."));
    const int chosen = std::max(0, m_coloring->currentIndex());
    m_coloring->clear();
    m_coloring->addItems({tr("Colour: role"), tr("Colour: load state")});
    m_coloring->setCurrentIndex(chosen);
    m_coloring->setAccessibleName(tr("What colours mean"));
    m_find->setPlaceholderText(tr("Find a tensor (Enter)"));
    m_find->setAccessibleName(tr("Find a tensor"));
    m_out->setText(tr("Out"));
    m_out->setToolTip(tr("Zoom out (Backspace)"));
    m_reload->setText(tr("Reload"));
    m_map->setAccessibleName(tr("Shard map"));
    m_slices->setAccessibleName(tr("Slices of the chosen tensor"));
    setEmptyHint(m_slices, tr("Click a tensor on the map, or find one by its name, to see its slice on every rank."));
    m_slices->setHorizontalHeaderLabels({tr("Rank"), tr("Tensor"), tr("Slice"), tr("Whole"), tr("Size"), tr("State")});
    showPath(m_map->zoomPath());
    rebuildMap();
}

void ShardsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    deploymentChanged();
}

void ShardsPage::deploymentChanged()
{
    const DeploymentState* state = m_deployments->current();
    if (state == nullptr || state->ranks.empty()) {
        m_reports.clear();
        m_loaded = {};
        m_stack->setCurrentIndex(0);
        return;
    }
    const bool stageMoved = state->id != m_loaded || state->stage != m_loadedStage;
    if (isVisible() && stageMoved && state->stage >= Stage::Allocate && !isOver(*state)) {
        reload();
    }
}

void ShardsPage::reload()
{
    const DeploymentState* state = m_deployments->current();
    if (state == nullptr || m_loading) {
        return;
    }
    m_loading = true;
    m_reload->setEnabled(false);
    m_loaded = state->id;
    m_loadedStage = state->stage;
    m_client->describeShards(
        state->id, Reply<std::vector<SliceReport>>(this, [this](const Result<std::vector<SliceReport>>& result) {
            m_loading = false;
            m_reload->setEnabled(true);
            if (result.ok()) {
                m_reports = result.value();
                m_stack->setCurrentIndex(m_reports.empty() ? 0 : 1);
                rebuildMap();
            } else {
                showFailure(result.failure());
            }
            deploymentChanged();
        }));
}

void ShardsPage::showFailure(const Failure& failure)
{
    if (m_reports.empty()) {
        const FailureText text = failureText(failure);
        m_empty->setTexts(text.what, text.nextStep);
    } else {
        m_path->setText(failureSentence(failure));
    }
}

void ShardsPage::rebuildMap()
{
    const DeploymentState* state = m_deployments->current();
    const auto ranks = state == nullptr ? std::vector<RankStatus>() : state->ranks;
    const auto coloring = m_coloring->currentIndex() == 1 ? Coloring::LoadState : Coloring::Role;
    m_map->setRoot(shardTree(m_reports, ranks, coloring, *look()));
    m_map->setAccessibleDescription(tr("%n slices", nullptr, int(m_reports.size())));
    showLegend();
}

void ShardsPage::showLegend()
{
    const auto entry = [](const QColor& color, const QString& word) {
        return QStringLiteral("<span style=\"color:%1\">■</span>&nbsp;%2&nbsp;&nbsp; ")
            .arg(color.name(), word.toHtmlEscaped());
    };
    QString html;
    if (m_coloring->currentIndex() == 1) {
        for (const LoadState state : {LoadState::Planned, LoadState::Allocated, LoadState::Loaded}) {
            html += entry(loadStateColor(look()->theme(), state), loadStateWord(state));
        }
    } else {
        for (const RoleGroup& group : kRoleGroups) {
            html += entry(look()->theme().memoryClassColor(group.color),
                          QCoreApplication::translate("RoleGroup", group.word));
        }
    }
    m_legend->setText(html);
}

void ShardsPage::showPath(const QStringList& path)
{
    m_out->setEnabled(!path.isEmpty());
    QStringList words{tr("All nodes")};
    for (qsizetype depth = 1; depth <= path.size(); ++depth) {
        if (const ShardNode* node = m_map->nodeAt(path.mid(0, depth))) {
            words.append(node->label);
        }
    }
    m_path->setText(words.join(QStringLiteral(" › ")));
}

void ShardsPage::showTensor(const QString& name)
{
    const auto shape = [](const std::vector<std::int64_t>& sizes) {
        QStringList parts;
        for (const std::int64_t size : sizes) {
            parts.append(QString::number(size));
        }
        return parts.join(QStringLiteral(" × "));
    };
    m_slices->setRowCount(0);
    for (const SliceReport& report : m_reports) {
        if (name.isEmpty() || report.tensor != name) {
            continue;
        }
        const int row = m_slices->rowCount();
        m_slices->insertRow(row);
        const QStringList cells{QString::number(report.rank),
                                report.tensor,
                                shape(report.shape),
                                shape(report.tensorShape),
                                look()->formatter().bytes(report.memoryBytes),
                                loadStateWord(report.state)};
        for (int column = 0; column < cells.size(); ++column) {
            m_slices->setItem(row, column, new QTableWidgetItem(cells[column]));
        }
    }
}

void ShardsPage::findTensor()
{
    const QString wanted = m_find->text().trimmed();
    for (const ShardNode& node : m_map->root().children) {
        for (const ShardNode& rank : node.children) {
            for (const ShardNode& layer : rank.children) {
                const auto tensor = std::ranges::find_if(
                    layer.children, [&](const ShardNode& t) { return t.id.contains(wanted, Qt::CaseInsensitive); });
                if (!wanted.isEmpty() && tensor != layer.children.end()) {
                    m_map->zoomTo({node.id, rank.id, layer.id});
                    m_map->choose({node.id, rank.id, layer.id, tensor->id});
                    return;
                }
            }
        }
    }
    m_path->setText(tr("No tensor's name contains “%1”.").arg(wanted));
}

} // namespace firstlight::ui
