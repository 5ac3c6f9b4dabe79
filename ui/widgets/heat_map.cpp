#include "ui/widgets/heat_map.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr double kLabelSpace = 56;
constexpr double kLegendHeight = 36;
constexpr double kLegendBar = 10;
constexpr double kLeastSpan = 0.2; // share of the largest value: nearly equal values look alike

QColor textOn(const QColor& background)
{
    return contrastRatio(background, Qt::white) > contrastRatio(background, Qt::black) ? Qt::white : Qt::black;
}

} // namespace

std::optional<double> HeatMatrix::at(int row, int column) const
{
    const auto index = std::size_t(row) * std::size_t(columnLabels.size()) + std::size_t(column);
    return index < values.size() ? values[index] : std::nullopt;
}

HeatMap::HeatMap(Look* look, QWidget* parent) : QWidget(parent), m_look(look)
{
    setFocusPolicy(Qt::StrongFocus);
    connect(m_look, &Look::changed, this, qOverload<>(&QWidget::update));
}

void HeatMap::setMatrix(HeatMatrix matrix)
{
    m_matrix = std::move(matrix);
    bool any = false;
    for (const auto& value : m_matrix.values) {
        if (value) {
            m_smallest = any ? std::min(m_smallest, *value) : *value;
            m_largest = any ? std::max(m_largest, *value) : *value;
            any = true;
        }
    }
    m_smallest = std::min(m_smallest, (1 - kLeastSpan) * m_largest);
    if (m_chosen.x() >= m_matrix.columnLabels.size() || m_chosen.y() >= m_matrix.rowLabels.size()) {
        m_chosen = {-1, -1};
    }
    setAccessibleDescription(m_matrix.summary);
    update();
}

QRectF HeatMap::gridArea() const
{
    const double columns = std::max<double>(1, double(m_matrix.columnLabels.size()));
    const double rows = std::max<double>(1, double(m_matrix.rowLabels.size()));
    const QRectF free(kLabelSpace, 20, width() - kLabelSpace - 4, height() - 20 - kLegendHeight - 4);
    const double cell = std::clamp(std::min(free.width() / columns, free.height() / rows), 2.0, 96.0);
    return {free.left(), free.top(), cell * columns, cell * rows};
}

QRectF HeatMap::cellArea(int row, int column) const
{
    const QRectF grid = gridArea();
    const double cell = grid.width() / std::max<double>(1, double(m_matrix.columnLabels.size()));
    return {grid.left() + column * cell, grid.top() + row * cell, cell, cell};
}

QPoint HeatMap::cellAt(const QPointF& position) const
{
    const QRectF grid = gridArea();
    if (m_matrix.values.empty() || !grid.contains(position)) {
        return {-1, -1};
    }
    const double cell = cellArea(0, 0).width();
    return {std::min(int((position.x() - grid.left()) / cell), int(m_matrix.columnLabels.size()) - 1),
            std::min(int((position.y() - grid.top()) / cell), int(m_matrix.rowLabels.size()) - 1)};
}

QString HeatMap::cellText(int row, int column) const
{
    const auto value = m_matrix.at(row, column);
    return value ? m_look->formatter().significant(*value) : QStringLiteral("–");
}

void HeatMap::chooseCell(QPoint cell)
{
    if (cell != m_chosen) {
        m_chosen = cell;
        update();
        if (cell.x() >= 0) {
            emit cellChosen(cell.y(), cell.x());
        }
    }
}

void HeatMap::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(Look::font(TextSize::Small));
    if (m_matrix.values.empty()) {
        return;
    }
    paintCells(painter);
    paintLabels(painter);
    paintLegend(painter);
}

void HeatMap::paintCells(QPainter& painter) const
{
    const double span = m_largest - m_smallest;
    for (int row = 0; row < m_matrix.rowLabels.size(); ++row) {
        for (int column = 0; column < m_matrix.columnLabels.size(); ++column) {
            const QRectF area = cellArea(row, column).adjusted(0.5, 0.5, -0.5, -0.5);
            const auto value = m_matrix.at(row, column);
            const QColor color = value ? m_look->theme().heat(span > 0 ? (*value - m_smallest) / span : 0.5)
                                       : m_look->color(ColorToken::SurfaceAlternate);
            painter.fillRect(area, color);
            if (area.width() > 36) {
                painter.setPen(value ? textOn(color) : m_look->color(ColorToken::TextMuted));
                painter.drawText(area, Qt::AlignCenter, cellText(row, column));
            }
        }
    }
    if (m_chosen.x() >= 0) {
        painter.setPen(QPen(m_look->color(hasFocus() ? ColorToken::Focus : ColorToken::Text), 2));
        painter.drawRect(cellArea(m_chosen.y(), m_chosen.x()).adjusted(1, 1, -1, -1));
    }
}

void HeatMap::paintLabels(QPainter& painter) const
{
    painter.setPen(m_look->color(ColorToken::TextMuted));
    const double cell = cellArea(0, 0).width();
    const int every = std::max(1, int(painter.fontMetrics().height() / cell) + 1);
    for (int row = 0; row<m_matrix.rowLabels.size(); row += cell> 14 ? 1 : every) {
        const QRectF area = cellArea(row, 0);
        painter.drawText(QRectF(0, area.top(), kLabelSpace - 6, area.height()), Qt::AlignRight | Qt::AlignVCenter,
                         m_matrix.rowLabels[row]);
    }
    const int columnStep = cell > 44 ? 1 : std::max(1, int(48 / cell));
    for (int column = 0; column < m_matrix.columnLabels.size(); column += columnStep) {
        const QRectF area = cellArea(0, column);
        painter.drawText(QRectF(area.left(), 0, std::max(area.width(), 48.0), 18), Qt::AlignLeft | Qt::AlignVCenter,
                         m_matrix.columnLabels[column]);
    }
}

void HeatMap::paintLegend(QPainter& painter) const
{
    const QRectF grid = gridArea();
    const QRectF bar(grid.left(), grid.bottom() + 8, std::min(200.0, width() - grid.left() - 8), kLegendBar);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int step = 0; step <= 8; ++step) {
        gradient.setColorAt(step / 8.0, m_look->theme().heat(step / 8.0));
    }
    painter.fillRect(bar, gradient);
    painter.setPen(m_look->color(ColorToken::TextMuted));
    const QRectF text(bar.left(), bar.bottom() + 1, bar.width(), 16);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, m_look->formatter().significant(m_smallest));
    painter.drawText(text, Qt::AlignHCenter | Qt::AlignVCenter, m_matrix.unit);
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, m_look->formatter().significant(m_largest));
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    chooseCell(cellAt(event->position()));
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    QPoint step;
    switch (event->key()) {
    case Qt::Key_Left:
        step = {-1, 0};
        break;
    case Qt::Key_Right:
        step = {1, 0};
        break;
    case Qt::Key_Up:
        step = {0, -1};
        break;
    case Qt::Key_Down:
        step = {0, 1};
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (!m_matrix.values.empty()) {
        const QPoint from = m_chosen.x() < 0 ? QPoint(0, 0) - step : m_chosen;
        chooseCell({std::clamp(from.x() + step.x(), 0, int(m_matrix.columnLabels.size()) - 1),
                    std::clamp(from.y() + step.y(), 0, int(m_matrix.rowLabels.size()) - 1)});
    }
}

bool HeatMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint cell = cellAt(help->pos());
        const QString text = cell.x() < 0 ? QString()
                                          : QStringLiteral("%1 → %2: %3 %4")
                                                .arg(m_matrix.rowLabels[cell.y()], m_matrix.columnLabels[cell.x()],
                                                     cellText(cell.y(), cell.x()), m_matrix.unit);
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace firstlight::ui
