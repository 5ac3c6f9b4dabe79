// What is known about the thing that is selected, whatever page it was selected on.
#pragma once

#include "ui/models/inspection.h"
#include "ui/widgets/look.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace firstlight::ui {

class InspectorView : public QWidget
{
    Q_OBJECT

public:
    struct Parts {
        const Selection* selection;
        const DeploymentStore* deployments;
        const ClusterStore* cluster;
        const MetricStore* metrics;
        Look* look;
    };

    explicit InspectorView(const Parts& parts, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {kWidth, 400}; }

    static constexpr int kWidth = 280;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void show(const Inspection& inspection);

    const Parts m_parts;
    Inspection m_shown;
    QLabel* m_title;
    QTreeWidget* m_rows;
};

} // namespace firstlight::ui
