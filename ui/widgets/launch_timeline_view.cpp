#include "ui/widgets/launch_timeline_view.h"

#include "ui/models/words.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

namespace firstlight::ui {
namespace {

constexpr int kRowHeight = 24;
constexpr int kBarHeight = 14;
constexpr int kNameWidth = 132;
constexpr int kRightMargin = 16;
constexpr int kAxisHeight = 22;
constexpr int kLegendHeight = 22;

// 1, 2 or 5 times a power of ten.
double niceStep(double raw)
{
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (raw <= factor * power) {
            return factor * power;
        }
    }
    return 10 * power;
}

} // namespace

LaunchTimelineView::LaunchTimelineView(Look* look, QWidget* parent) : QAbstractScrollArea(parent), m_look(look)
{
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(kLegendHeight + kAxisHeight + 2 * kRowHeight + 4);
    viewport()->setMouseTracking(true);
    connect(look, &Look::changed, viewport(), qOverload<>(&QWidget::update));
}

void LaunchTimelineView::setTimeline(LaunchTimeline timeline)
{
    if (m_timeline == timeline) {
        return;
    }
    m_timeline = std::move(timeline);
    QStringList lines;
    for (const TimelineRow& row : m_timeline.rows) {
        if (!row.bars.empty()) {
            lines += describe(row, row.bars.back());
        }
    }
    setAccessibleDescription(lines.mid(0, 32).join(QLatin1Char('\n')));
    updateScrollBar();
    viewport()->update();
}

void LaunchTimelineView::setChosenRank(int rank)
{
    m_chosenRank = rank;
    viewport()->update();
}

QSize LaunchTimelineView::sizeHint() const
{
    const auto rows = static_cast<int>(m_timeline.rows.size());
    return {600, std::clamp(rows, 3, 12) * kRowHeight + kAxisHeight + kLegendHeight + 4};
}

double LaunchTimelineView::xOf(double seconds) const
{
    const double width = std::max(1, viewport()->width() - kNameWidth - kRightMargin);
    return kNameWidth + seconds / m_timeline.duration * width;
}

int LaunchTimelineView::axisTop() const
{
    return viewport()->height() - kAxisHeight;
}

int LaunchTimelineView::rowTop(int row) const
{
    return kLegendHeight + row * kRowHeight - verticalScrollBar()->value();
}

int LaunchTimelineView::rowAt(int y) const
{
    if (y < kLegendHeight || y >= axisTop()) {
        return -1;
    }
    const int row = (y - kLegendHeight + verticalScrollBar()->value()) / kRowHeight;
    return row < static_cast<int>(m_timeline.rows.size()) ? row : -1;
}

void LaunchTimelineView::updateScrollBar()
{
    const int space = viewport()->height() - kAxisHeight - kLegendHeight;
    const int needed = static_cast<int>(m_timeline.rows.size()) * kRowHeight;
    verticalScrollBar()->setRange(0, std::max(0, needed - space));
    verticalScrollBar()->setPageStep(std::max(1, space));
    verticalScrollBar()->setSingleStep(kRowHeight);
}

void LaunchTimelineView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

void LaunchTimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), m_look->color(ColorToken::Surface));
    painter.save();
    painter.setClipRect(0, kLegendHeight, viewport()->width(), axisTop() - kLegendHeight);
    for (int row = 0; row < static_cast<int>(m_timeline.rows.size()); ++row) {
        if (rowTop(row) > -kRowHeight && rowTop(row) < axisTop()) {
            paintRow(painter, row);
        }
    }
    painter.restore();
    paintAxis(painter);
    paintLegend(painter);
}

QString LaunchTimelineView::rowName(const TimelineRow& row) const
{
    return row.rank == kNoRank ? tr("controller") : tr("rank %1 · %2", "rank and its node").arg(row.rank).arg(row.node);
}

void LaunchTimelineView::paintRow(QPainter& painter, int row) const
{
    const TimelineRow& entry = m_timeline.rows[static_cast<std::size_t>(row)];
    const int top = rowTop(row);
    const bool chosen = entry.rank != kNoRank && entry.rank == m_chosenRank;
    if (chosen) {
        painter.fillRect(0, top, viewport()->width(), kRowHeight, m_look->color(ColorToken::Selection));
    }
    painter.setFont(Look::font(TextSize::Small));
    painter.setPen(m_look->color(chosen ? ColorToken::SelectionText : ColorToken::Text));
    const QString name = painter.fontMetrics().elidedText(rowName(entry), Qt::ElideRight, kNameWidth - 16);
    painter.drawText(QRect(8, top, kNameWidth - 16, kRowHeight), Qt::AlignVCenter | Qt::AlignLeft, name);
    for (const TimelineBar& bar : entry.bars) {
        paintBar(painter, bar, top + (kRowHeight - kBarHeight) / 2);
    }
}

void LaunchTimelineView::paintBar(QPainter& painter, const TimelineBar& bar, int top) const
{
    const double left = xOf(bar.start);
    const QRectF area(left, top, std::max(2.0, xOf(bar.end) - left), kBarHeight);
    const QColor color = m_look->theme().phaseColor(phaseOf(bar.stage));
    if (bar.usualEnd > bar.end) {
        painter.setPen(QPen(color, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(area.topLeft(), QPointF(std::min(xOf(bar.usualEnd), viewport()->width() - 2.0), area.bottom())));
    }
    painter.fillRect(area, bar.running ? QBrush(color, Qt::Dense3Pattern) : QBrush(color));
    painter.setPen(QPen(m_look->color(ColorToken::Surface), 1));
    painter.drawLine(area.topRight(), area.bottomRight());
    paintMarks(painter, bar, area);
}

void LaunchTimelineView::paintMarks(QPainter& painter, const TimelineBar& bar, const QRectF& area) const
{
    if (!bar.longerThanUsual && !bar.othersWaitForIt) {
        return;
    }
    painter.setFont(Look::font(TextSize::Small, QFont::DemiBold));
    painter.setPen(m_look->color(ColorToken::Warning));
    const QString text = bar.othersWaitForIt ? tr("others wait") : tr("longer than usual");
    const int width = painter.fontMetrics().horizontalAdvance(text);
    // A bar in the past has the next one at its end; there the mark is a corner, and its words are in the tooltip.
    if (bar.running && area.right() + 6 + width < viewport()->width()) {
        painter.drawText(QPointF(area.right() + 6, area.bottom() - 2), text);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look->color(ColorToken::Warning));
    const QPointF corner[] = {area.topRight(), area.topRight() - QPointF(6, 0), area.topRight() + QPointF(0, 6)};
    painter.drawPolygon(corner, 3);
}

void LaunchTimelineView::paintAxis(QPainter& painter) const
{
    const int top = axisTop();
    painter.setPen(m_look->color(ColorToken::Border));
    painter.drawLine(kNameWidth, top, viewport()->width(), top);
    painter.setFont(Look::font(TextSize::Small));
    const double pixels = viewport()->width() - kNameWidth - kRightMargin;
    const double step = niceStep(m_timeline.duration * 80 / std::max(80.0, pixels));
    const int decimals = step < 1 ? static_cast<int>(std::ceil(-std::log10(step))) : 0;
    for (double t = 0; t <= m_timeline.duration * 1.0001; t += step) {
        const double x = xOf(t);
        painter.setPen(m_look->color(ColorToken::ChartGrid));
        painter.drawLine(QPointF(x, kLegendHeight), QPointF(x, top + 4));
        painter.setPen(m_look->color(ColorToken::ChartAxis));
        painter.drawText(QRectF(x - 40, top + 4, 80, 16), Qt::AlignHCenter | Qt::AlignTop,
                         tr("%1 s").arg(m_look->formatter().locale().toString(t, 'f', decimals)));
    }
}

void LaunchTimelineView::paintLegend(QPainter& painter) const
{
    painter.setFont(Look::font(TextSize::Small));
    double x = kNameWidth;
    for (const LaunchPhase phase : kBringUpPhases) {
        const QString word = phaseWord(phase);
        painter.fillRect(QRectF(x, 7, 10, 10), m_look->theme().phaseColor(phase));
        painter.setPen(m_look->color(ColorToken::TextMuted));
        painter.drawText(QPointF(x + 14, 16), word);
        x += 14 + painter.fontMetrics().horizontalAdvance(word) + 16;
    }
}

QString LaunchTimelineView::describe(const TimelineRow& row, const TimelineBar& bar) const
{
    const auto nanoseconds = [](double seconds) {
        return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    };
    const QString took = m_look->formatter().duration(nanoseconds(bar.end - bar.start));
    if (bar.usualEnd <= 0) {
        return tr("%1: %2, %3").arg(rowName(row), stageWord(bar.stage), took);
    }
    return tr("%1: %2, %3, usually %4")
        .arg(rowName(row), stageWord(bar.stage), took,
             m_look->formatter().duration(nanoseconds(bar.usualEnd - bar.start)));
}

QString LaunchTimelineView::barTip(const QPoint& position) const
{
    const int row = rowAt(position.y());
    if (row < 0) {
        return {};
    }
    const TimelineRow& entry = m_timeline.rows[static_cast<std::size_t>(row)];
    for (const TimelineBar& bar : entry.bars) {
        if (position.x() >= xOf(bar.start) - 2 && position.x() <= xOf(bar.end) + 2) {
            return describe(entry, bar);
        }
    }
    return {};
}

bool LaunchTimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), barTip(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void LaunchTimelineView::mousePressEvent(QMouseEvent* event)
{
    chooseRow(rowAt(static_cast<int>(event->position().y())));
}

void LaunchTimelineView::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const auto current = std::ranges::find(m_timeline.rows, m_chosenRank, &TimelineRow::rank);
    chooseRow(static_cast<int>(current - m_timeline.rows.begin()) + step);
}

void LaunchTimelineView::chooseRow(int row)
{
    if (row >= 0 && row < static_cast<int>(m_timeline.rows.size())) {
        const int rank = m_timeline.rows[static_cast<std::size_t>(row)].rank;
        if (rank != kNoRank) {
            emit rankChosen(rank);
        }
    }
}

} // namespace firstlight::ui
