// Nodes and their devices as a table, and the properties of all nodes side by side with what differs marked.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/formatting.h"
#include "ui/models/row_table_model.h"

#include <optional>

namespace firstlight::ui {

// The newest state of the cluster; holds the subscription.
class ClusterStore : public QObject
{
    Q_OBJECT

public:
    explicit ClusterStore(BackendClient* client, QObject* parent = nullptr);

    [[nodiscard]] const ClusterState& state() const { return m_state; }
    [[nodiscard]] const NodeStatus* node(const QString& name) const;

signals:
    void changed();

private:
    ClusterState m_state;
    Subscription m_subscription;
};

// What all machines have together; nodes that share a machine share its memory.
struct HostMemory {
    int machines = 0;
    std::int64_t bytes = 0;

    bool operator==(const HostMemory&) const = default;
};
[[nodiscard]] HostMemory hostMemory(const ClusterState& state);

// One row for each device of each node; the columns of the node stand in its first row.
struct DeviceRow {
    NodeStatus node;
    Device device;
    bool firstOfNode = true;
    QString age; // of the node's sample, as text, so that only rows whose text changes are told

    bool operator==(const DeviceRow&) const = default;
};

class ClusterModel : public RowTableModel<DeviceRow>
{
    Q_OBJECT

public:
    enum Column { Node, State, Cpu, MemoryFree, Load, DeviceName, DeviceMemory, Agent, Age, ColumnCount };

    ClusterModel(const ClusterStore* store, Clock clock, QObject* parent = nullptr);

    void setFormatter(const Formatter& formatter);
    void refresh(); // also once a second, for the ages
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const DeviceRow& row, int column, int role) const override;

private:
    [[nodiscard]] QString text(const DeviceRow& row, int column) const;

    const ClusterStore* m_store;
    const Clock m_clock;
    Formatter m_formatter;
};

// One property of all nodes.
struct ComparisonRow {
    QString property;
    QStringList values;        // one for each node
    std::vector<bool> differs; // from what most nodes have

    bool operator==(const ComparisonRow&) const = default;
    [[nodiscard]] bool anyDiffers() const { return std::ranges::find(differs, true) != differs.end(); }
};

// Operating system, kernel, processor, memory and every version, compared.
[[nodiscard]] std::vector<ComparisonRow> compareNodes(const ClusterState& state, const Formatter& formatter);

class NodeComparisonModel : public RowTableModel<ComparisonRow>
{
    Q_OBJECT

public:
    explicit NodeComparisonModel(const ClusterStore* store, QObject* parent = nullptr);

    void setFormatter(const Formatter& formatter);
    void setOnlyDifferences(bool on);
    [[nodiscard]] int differenceCount() const { return m_differences; }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const ComparisonRow& row, int column, int role) const override;

private:
    void refresh();

    const ClusterStore* m_store;
    Formatter m_formatter;
    QStringList m_nodes;
    int m_differences = 0;
    bool m_onlyDifferences = false;
};

} // namespace firstlight::ui
