#include "ui/models/cluster_model.h"

#include "ui/models/words.h"

#include <QSet>

#include <algorithm>

namespace firstlight::ui {
namespace {

QString markOf(const DeviceRow& row)
{
    const bool late = row.firstOfNode && row.node.state == NodeState::Late;
    const bool lost = row.firstOfNode && row.node.state == NodeState::Lost;
    return lost ? QStringLiteral("error") : late ? QStringLiteral("warning") : QString();
}

} // namespace

ClusterStore::ClusterStore(BackendClient* client, QObject* parent) : QObject(parent)
{
    connect(client, &BackendClient::clusterChanged, this, [this](const ClusterState& state) {
        m_state = state;
        emit changed();
    });
    m_subscription = client->watch(Stream::Cluster);
}

const NodeStatus* ClusterStore::node(const QString& name) const
{
    const auto found =
        std::ranges::find_if(m_state.nodes, [&](const NodeStatus& n) { return n.description.name == name; });
    return found == m_state.nodes.end() ? nullptr : &*found;
}

HostMemory hostMemory(const ClusterState& state)
{
    HostMemory memory;
    QSet<QString> hosts;
    for (const NodeStatus& node : state.nodes) {
        const QString& host = node.description.hostname;
        if (host.isEmpty() || !hosts.contains(host)) {
            hosts.insert(host);
            ++memory.machines;
            memory.bytes += node.description.memoryTotalBytes;
        }
    }
    return memory;
}

ClusterModel::ClusterModel(const ClusterStore* store, Clock clock, QObject* parent)
    : RowTableModel(parent), m_store(store), m_clock(std::move(clock))
{
    connect(store, &ClusterStore::changed, this, &ClusterModel::refresh);
    refresh();
}

void ClusterModel::setFormatter(const Formatter& formatter)
{
    m_formatter = formatter;
    refresh();
    retranslate();
}

void ClusterModel::refresh()
{
    std::vector<DeviceRow> rows;
    for (const NodeStatus& node : m_store->state().nodes) {
        const QString age = m_formatter.age(node.lastSample.time, m_clock());
        bool first = true;
        for (const Device& device : node.description.devices) {
            rows.push_back({node, device, std::exchange(first, false), age});
        }
        if (first) {
            rows.push_back({node, {}, true, age});
        }
    }
    setRows(std::move(rows));
}

int ClusterModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClusterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Node:
        return tr("Node");
    case State:
        return tr("State");
    case Cpu:
        return tr("CPU busy, %");
    case MemoryFree:
        return tr("Memory free");
    case Load:
        return tr("Load, 1 min");
    case DeviceName:
        return tr("Device");
    case DeviceMemory:
        return tr("Device memory");
    case Agent:
        return tr("Agent process");
    case Age:
        return tr("Age");
    default:
        return {};
    }
}

QVariant ClusterModel::cell(const DeviceRow& row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        if (column == MemoryFree) {
            return m_formatter.exactBytes(row.node.lastSample.memoryAvailableBytes);
        }
        return column == DeviceMemory ? QVariant(m_formatter.exactBytes(row.device.memoryUsedBytes)) : QVariant();
    case MarkRole:
        return column == State ? markOf(row) : QString();
    default:
        return {};
    }
}

QString ClusterModel::text(const DeviceRow& row, int column) const
{
    const Device& device = row.device;
    switch (column) {
    case DeviceName:
        return device.name.isEmpty() ? tr("no device")
                                     : tr("%1 %2: %3", "kind, index, name of a device")
                                           .arg(deviceKindWord(device.kind))
                                           .arg(device.index)
                                           .arg(device.name);
    case DeviceMemory:
        return device.memoryTotalBytes == 0
                   ? QStringLiteral("–")
                   : tr("%1 of %2")
                         .arg(m_formatter.bytes(device.memoryUsedBytes), m_formatter.bytes(device.memoryTotalBytes));
    default:
        break;
    }
    if (!row.firstOfNode) {
        return {};
    }
    const NodeSample& sample = row.node.lastSample;
    switch (column) {
    case Node:
        return row.node.description.name;
    case State:
        return nodeStateWord(row.node.state);
    case Cpu:
        return m_formatter.significant(sample.cpuBusyPercent);
    case MemoryFree:
        return m_formatter.bytes(sample.memoryAvailableBytes);
    case Load:
        return m_formatter.significant(sample.loadAverage1min);
    case Agent:
        return row.node.description.agentPid == 0 ? QString() : QString::number(row.node.description.agentPid);
    case Age:
        return row.age;
    default:
        return {};
    }
}

namespace {

// What most have; the first of equals.
QString commonest(const QStringList& values)
{
    return *std::ranges::max_element(values, {}, [&](const QString& value) { return values.count(value); });
}

ComparisonRow compare(const QString& property, const QStringList& values)
{
    ComparisonRow row{property, values, {}};
    const QString usual = commonest(values);
    const bool tie = values.count(usual) * 2 == values.size() && values.size() > 1;
    for (const QString& value : values) {
        row.differs.push_back(value != usual || tie);
    }
    return row;
}

} // namespace

std::vector<ComparisonRow> compareNodes(const ClusterState& state, const Formatter& formatter)
{
    std::vector<ComparisonRow> rows;
    if (state.nodes.empty()) {
        return rows;
    }
    const auto add = [&](const QString& property, auto value) {
        QStringList values;
        for (const NodeStatus& node : state.nodes) {
            values += value(node.description);
        }
        rows.push_back(compare(property, values));
    };
    add(NodeComparisonModel::tr("Host"), [](const NodeDescription& node) { return node.hostname; });
    add(NodeComparisonModel::tr("Operating system"), [](const NodeDescription& node) { return node.operatingSystem; });
    add(NodeComparisonModel::tr("Kernel"), [](const NodeDescription& node) { return node.kernel; });
    add(NodeComparisonModel::tr("Processor"), [](const NodeDescription& node) { return node.cpuModel; });
    add(NodeComparisonModel::tr("Cores"), [&](const NodeDescription& node) { return formatter.count(node.cpuCount); });
    add(NodeComparisonModel::tr("Memory"),
        [&](const NodeDescription& node) { return formatter.bytes(node.memoryTotalBytes); });
    QStringList names;
    for (const NodeStatus& node : state.nodes) {
        names += node.description.versions.keys();
    }
    names.removeDuplicates();
    names.sort();
    for (const QString& name : names) {
        add(NodeComparisonModel::tr("Version of %1").arg(name),
            [&name](const NodeDescription& node) { return node.versions.value(name, QStringLiteral("–")); });
    }
    return rows;
}

NodeComparisonModel::NodeComparisonModel(const ClusterStore* store, QObject* parent)
    : RowTableModel(parent), m_store(store)
{
    connect(store, &ClusterStore::changed, this, &NodeComparisonModel::refresh);
    refresh();
}

void NodeComparisonModel::setFormatter(const Formatter& formatter)
{
    m_formatter = formatter;
    refresh();
    retranslate();
}

void NodeComparisonModel::setOnlyDifferences(bool on)
{
    m_onlyDifferences = on;
    refresh();
}

void NodeComparisonModel::refresh()
{
    QStringList nodes;
    for (const NodeStatus& node : m_store->state().nodes) {
        nodes += node.description.name;
    }
    if (nodes.size() != m_nodes.size()) {
        setRows({});
        beginResetModel(); // other columns: another table
        m_nodes = nodes;
        endResetModel();
    } else if (std::exchange(m_nodes, nodes) != nodes) {
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
    std::vector<ComparisonRow> rows = compareNodes(m_store->state(), m_formatter);
    m_differences = static_cast<int>(std::ranges::count_if(rows, &ComparisonRow::anyDiffers));
    if (m_onlyDifferences) {
        std::erase_if(rows, [](const ComparisonRow& row) { return !row.anyDiffers(); });
    }
    setRows(std::move(rows));
}

int NodeComparisonModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_nodes.size());
}

QVariant NodeComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount()) {
        return {};
    }
    return section == 0 ? tr("Property") : m_nodes.at(section - 1);
}

QVariant NodeComparisonModel::cell(const ComparisonRow& row, int column, int role) const
{
    const bool marked = column > 0 && row.differs[static_cast<std::size_t>(column - 1)];
    switch (role) {
    case Qt::DisplayRole:
        return column == 0 ? row.property : row.values.at(column - 1);
    case Qt::ToolTipRole:
        return marked ? QVariant(tr("Not the same on all nodes.")) : QVariant();
    case MarkRole:
        return marked ? QStringLiteral("difference") : QString();
    default:
        return {};
    }
}

} // namespace firstlight::ui
