// What is known about the thing that is selected, as rows of text. A pure function of the stores.
#pragma once

#include "ui/models/cluster_model.h"
#include "ui/models/deployment_store.h"
#include "ui/models/metric_store.h"
#include "ui/models/selection.h"

namespace firstlight::ui {

struct InspectionRow {
    QString section; // empty: as the row before
    QString key;
    QString value;

    bool operator==(const InspectionRow&) const = default;
};

struct Inspection {
    QString title;
    std::vector<InspectionRow> rows;

    bool operator==(const Inspection&) const = default;
};

// An empty title when nothing is selected or the thing is gone.
[[nodiscard]] Inspection inspect(const Selected& selected, const DeploymentStore& deployments,
                                 const ClusterStore& cluster, const MetricStore& metrics, const Formatter& formatter);

} // namespace firstlight::ui
