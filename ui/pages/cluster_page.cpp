#include "ui/pages/cluster_page.h"

#include "ui/widgets/dense_table.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/status_chip.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace firstlight::ui {
namespace {

constexpr int kAgeIntervalMs = 1000;

} // namespace

ClusterPage::ClusterPage(const ClusterStore* store, Selection* selection, Look* look, Clock clock, QWidget* parent)
    : Page(look, parent)
    , m_store(store)
    , m_selection(selection)
    , m_devices(store, std::move(clock))
    , m_comparison(store)
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(look, QStringLiteral("cluster")))
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->addWidget(m_stack);

    m_ageTimer.setInterval(kAgeIntervalMs);
    connect(&m_ageTimer, &QTimer::timeout, &m_devices, &ClusterModel::refresh);
    m_ageTimer.start();
    connect(store, &ClusterStore::changed, this, &ClusterPage::refresh);
    connect(look, &Look::changed, this, &ClusterPage::applyFormat);
    connect(m_onlyDifferences, &QCheckBox::toggled, &m_comparison, &NodeComparisonModel::setOnlyDifferences);
    connect(m_deviceTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid()) {
                    m_selection->selectNode(m_devices.rowAt(index.row()).node.description.name);
                }
            });
    applyFormat();
    retranslate();
}

QWidget* ClusterPage::makeContent()
{
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);

    m_title = new QLabel(content);
    m_title->setFont(Look::font(TextSize::Title));
    m_summary = new QLabel(content);
    m_summary->setProperty("muted", true);
    m_devicesTitle = new QLabel(content);
    m_devicesTitle->setFont(Look::font(TextSize::Large));
    m_comparisonTitle = new QLabel(content);
    m_comparisonTitle->setFont(Look::font(TextSize::Large));
    m_differences = new StatusChip(look(), content);
    m_onlyDifferences = new QCheckBox(content);
    m_onlyDifferences->setObjectName(QStringLiteral("onlyDifferences"));

    m_deviceTable = new QTableView(content);
    m_deviceTable->setObjectName(QStringLiteral("deviceTable"));
    m_deviceTable->setModel(&m_devices);
    setUpDenseTable(m_deviceTable, look(),
                    {ClusterModel::Cpu, ClusterModel::MemoryFree, ClusterModel::Load, ClusterModel::DeviceMemory,
                     ClusterModel::Agent});
    m_comparisonTable = new QTableView(content);
    m_comparisonTable->setObjectName(QStringLiteral("comparisonTable"));
    m_comparisonTable->setModel(&m_comparison);
    setUpDenseTable(m_comparisonTable, look());

    auto* comparisonBar = new QHBoxLayout;
    comparisonBar->addWidget(m_comparisonTitle);
    comparisonBar->addWidget(m_differences);
    comparisonBar->addStretch();
    comparisonBar->addWidget(m_onlyDifferences);

    layout->addWidget(m_title);
    layout->addWidget(m_summary);
    layout->addSpacing(kSmallGap);
    layout->addWidget(m_devicesTitle);
    layout->addWidget(m_deviceTable, 1);
    layout->addSpacing(kSmallGap);
    layout->addLayout(comparisonBar);
    layout->addWidget(m_comparisonTable, 2);
    return content;
}

void ClusterPage::applyFormat()
{
    m_devices.setFormatter(look()->formatter());
    m_comparison.setFormatter(look()->formatter());
    refresh();
}

void ClusterPage::refresh()
{
    const std::vector<NodeStatus>& nodes = m_store->state().nodes;
    m_stack->setCurrentIndex(nodes.empty() ? 0 : 1);
    int devices = 0;
    for (const NodeStatus& node : nodes) {
        devices += static_cast<int>(node.description.devices.size());
    }
    const HostMemory memory = hostMemory(m_store->state());
    m_summary->setText(tr("%1 on %2, %3, %4 of host memory", "nodes, machines, devices, bytes")
                           .arg(tr("%n nodes", nullptr, static_cast<int>(nodes.size())),
                                tr("%n machines", nullptr, memory.machines), tr("%n devices", nullptr, devices),
                                look()->formatter().bytes(memory.bytes)));
    const int differing = m_comparison.differenceCount();
    m_differences->setState(differing == 0 ? Tone::Good : Tone::Warning,
                            differing == 0 ? tr("No differences") : tr("%n properties differ", nullptr, differing));
    fitColumns(m_deviceTable);
    fitColumns(m_comparisonTable);
}

void ClusterPage::retranslate()
{
    m_empty->setTexts(
        tr("No nodes yet"),
        tr("Nodes appear as soon as the controller has started its agents. If none comes, look at the Logs page."));
    m_title->setText(tr("Cluster"));
    m_devicesTitle->setText(tr("Nodes and devices"));
    m_comparisonTitle->setText(tr("Nodes compared"));
    m_onlyDifferences->setText(tr("Only differences"));
    m_onlyDifferences->setAccessibleName(m_onlyDifferences->text());
    m_deviceTable->setAccessibleName(m_devicesTitle->text());
    m_comparisonTable->setAccessibleName(m_comparisonTitle->text());
    m_devices.retranslate();
    applyFormat();
}

} // namespace firstlight::ui
