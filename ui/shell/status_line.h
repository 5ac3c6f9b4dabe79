// The line at the bottom: controller, age of the data, lines lost, background jobs.
#pragma once

#include "ui/models/deployment_store.h"
#include "ui/models/job_list.h"
#include "ui/models/log_model.h"
#include "ui/models/metric_store.h"
#include "ui/widgets/look.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;

namespace firstlight::ui {

class StatusLine : public QWidget
{
    Q_OBJECT

public:
    struct Parts {
        const BackendClient* client;
        const MetricStore* metrics;
        const LogModel* logs;
        const JobList* jobs;
        Look* look;
        Clock clock;
    };

    explicit StatusLine(const Parts& parts, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString controllerText() const;

    const Parts m_parts;
    QTimer m_ticker;
    QLabel* m_controller;
    QLabel* m_age;
    QLabel* m_dropped;
    QLabel* m_jobs;
    QProgressBar* m_busy;
};

} // namespace firstlight::ui
