#include "ui/shell/status_line.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

namespace firstlight::ui {
namespace {

constexpr int kTickMs = 1000;
constexpr int kBusyWidth = 80;

} // namespace

StatusLine::StatusLine(const Parts& parts, QWidget* parent)
    : QWidget(parent)
    , m_parts(parts)
    , m_controller(new QLabel(this))
    , m_age(new QLabel(this))
    , m_dropped(new QLabel(this))
    , m_jobs(new QLabel(this))
    , m_busy(new QProgressBar(this))
{
    m_controller->setObjectName(QStringLiteral("statusController"));
    m_age->setObjectName(QStringLiteral("statusAge"));
    m_dropped->setObjectName(QStringLiteral("statusDropped"));
    m_jobs->setObjectName(QStringLiteral("statusJobs"));
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(kBusyWidth, 8);
    m_dropped->setProperty("tone", QStringLiteral("warning"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 2, 12, 2);
    layout->setSpacing(24);
    for (QLabel* label : {m_controller, m_age, m_dropped}) {
        label->setFont(Look::font(TextSize::Small));
        layout->addWidget(label);
    }
    layout->addStretch();
    m_jobs->setFont(Look::font(TextSize::Small));
    layout->addWidget(m_jobs);
    layout->addWidget(m_busy);
    connect(parts.client, &BackendClient::connectionStateChanged, this, &StatusLine::refresh);
    connect(parts.client, &BackendClient::controllerChanged, this, &StatusLine::refresh);
    connect(parts.metrics, &MetricStore::appended, this, &StatusLine::refresh);
    connect(parts.logs, &LogModel::droppedChanged, this, &StatusLine::refresh);
    connect(parts.jobs, &JobList::changed, this, &StatusLine::refresh);
    connect(parts.look, &Look::changed, this, &StatusLine::refresh);
    connect(&m_ticker, &QTimer::timeout, this, &StatusLine::refresh);
    m_ticker.start(kTickMs);
    refresh();
}

QString StatusLine::controllerText() const
{
    const ControllerInfo info = m_parts.client->controllerInfo();
    return info.version.isEmpty() ? tr("No controller yet")
                                  : tr("Controller %1, process %2").arg(info.version).arg(info.pid);
}

void StatusLine::refresh()
{
    const Formatter& format = m_parts.look->formatter();
    m_controller->setText(controllerText());
    const TimePoint last = m_parts.metrics->lastTime();
    m_age->setText(isKnown(last) ? tr("Data: %1", "age").arg(format.age(last, m_parts.clock())) : tr("No data yet"));
    const std::int64_t dropped = m_parts.logs->droppedTotal();
    m_dropped->setVisible(dropped > 0);
    m_dropped->setText(tr("%1 log lines lost on the way").arg(format.count(dropped)));
    const QStringList jobs = m_parts.jobs->titles();
    m_jobs->setText(jobs.join(QStringLiteral(" · ")));
    m_busy->setVisible(!jobs.isEmpty());
}

void StatusLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
