// Nodes and devices.
#pragma once

#include "ui/client/common_values.h"

namespace firstlight::ui {

enum class NodeState { Unknown, Starting, Online, Late, Lost };
enum class DeviceKind { Unknown, Cpu, Cuda };

struct Device {
    int index = 0;
    DeviceKind kind = DeviceKind::Unknown;
    QString name;
    std::int64_t memoryTotalBytes = 0;
    std::int64_t memoryUsedBytes = 0;

    bool operator==(const Device&) const = default;
};

struct NodeDescription {
    QString name; // unique in the cluster
    QString hostname;
    QString operatingSystem;
    QString kernel;
    QString cpuModel;
    int cpuCount = 0;
    std::int64_t memoryTotalBytes = 0;
    QMap<QString, QString> versions; // "firstlight", "driver", "nccl", "glibc", ...
    std::vector<Device> devices;
    int agentPid = 0;

    bool operator==(const NodeDescription&) const = default;
};

struct NodeSample {
    QString node;
    TimePoint time;
    double cpuBusyPercent = 0; // of all cores
    std::int64_t memoryAvailableBytes = 0;
    double loadAverage1min = 0;

    bool operator==(const NodeSample&) const = default;
};

struct NodeStatus {
    NodeDescription description;
    NodeState state = NodeState::Unknown;
    NodeSample lastSample;

    bool operator==(const NodeStatus&) const = default;
};

struct ClusterState {
    std::vector<NodeStatus> nodes;
    TimePoint time;

    bool operator==(const ClusterState&) const = default;
};

} // namespace firstlight::ui
