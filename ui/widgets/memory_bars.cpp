#include "ui/widgets/memory_bars.h"

#include "ui/models/words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <set>

namespace firstlight::ui {
namespace {

constexpr double kRowHeight = 32;
constexpr double kBarHeight = 18;
constexpr double kLabelWidth = 176;
constexpr double kAmountWidth = 168;
constexpr double kLegendHeight = 28;

} // namespace

QBrush memoryBrush(const Theme& theme, MemoryClass memoryClass)
{
    return {theme.memoryClassColor(memoryClass), Theme::isHatched(memoryClass) ? Qt::BDiagPattern : Qt::SolidPattern};
}

MemoryBars::MemoryBars(Look* look, QWidget* parent) : QWidget(parent), m_look(look)
{
    setFocusPolicy(Qt::StrongFocus);
    connect(m_look, &Look::changed, this, qOverload<>(&QWidget::update));
}

void MemoryBars::setBars(std::vector<MemoryBar> bars)
{
    m_bars = std::move(bars);
    QStringList lines;
    for (const MemoryBar& bar : m_bars) {
        lines.append(describe(bar));
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    setMinimumHeight(minimumSizeHint().height());
    updateGeometry();
    update();
}

void MemoryBars::setChosenRank(int rank)
{
    m_chosenRank = rank;
    update();
}

QSize MemoryBars::sizeHint() const
{
    return {560, minimumSizeHint().height()};
}

QSize MemoryBars::minimumSizeHint() const
{
    return {420, int(double(m_bars.size()) * kRowHeight + kLegendHeight)};
}

QRectF MemoryBars::rowArea(std::size_t index) const
{
    return {0, double(index) * kRowHeight, double(width()), kRowHeight};
}

QRectF MemoryBars::barArea(std::size_t index) const
{
    const QRectF row = rowArea(index);
    return {kLabelWidth, row.top() + (kRowHeight - kBarHeight) / 2,
            std::max(40.0, row.width() - kLabelWidth - kAmountWidth), kBarHeight};
}

double MemoryBars::pixelsPerByte() const
{
    std::int64_t largest = 1;
    for (const MemoryBar& bar : m_bars) {
        largest = std::max({largest, bar.capacityBytes, totalBytes(bar.amounts)});
    }
    return barArea(0).width() / double(largest);
}

QString MemoryBars::describe(const MemoryBar& bar) const
{
    const Formatter& format = m_look->formatter();
    QStringList parts;
    for (const MemoryAmount& amount : bar.amounts) {
        if (amount.bytes > 0) {
            parts.append(QStringLiteral("%1: %2").arg(memoryClassWord(amount.memoryClass), format.bytes(amount.bytes)));
        }
    }
    return QStringLiteral("%1\n%2").arg(bar.label, parts.join(QLatin1Char('\n')));
}

void MemoryBars::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(Look::font(TextSize::Small));
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        paintBar(painter, i);
    }
    paintLegend(painter);
}

void MemoryBars::paintBar(QPainter& painter, std::size_t index) const
{
    const MemoryBar& bar = m_bars[index];
    const Formatter& format = m_look->formatter();
    if (bar.rank == m_chosenRank) {
        painter.fillRect(rowArea(index), m_look->color(ColorToken::Selection));
    }
    const QRectF area = barArea(index);
    painter.setPen(m_look->color(ColorToken::Text));
    painter.drawText(QRectF(8, area.top(), kLabelWidth - 16, area.height()), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(bar.label, Qt::ElideRight, int(kLabelWidth - 16)));

    const double scale = pixelsPerByte();
    double x = area.left();
    for (const MemoryAmount& amount : bar.amounts) {
        const double length = double(amount.bytes) * scale;
        painter.fillRect(QRectF(x, area.top(), length, area.height()),
                         memoryBrush(m_look->theme(), amount.memoryClass));
        x += length;
    }
    const std::int64_t used = totalBytes(bar.amounts);
    const bool over = bar.capacityBytes > 0 && used > bar.capacityBytes;
    if (bar.capacityBytes > 0) {
        const double at = area.left() + double(bar.capacityBytes) * scale;
        painter.setPen(QPen(m_look->color(over ? ColorToken::Bad : ColorToken::Text), 2));
        painter.drawLine(QPointF(at, area.top() - 4), QPointF(at, area.bottom() + 4));
    }
    painter.setPen(m_look->color(over ? ColorToken::Bad : ColorToken::TextMuted));
    const QString amounts = bar.capacityBytes > 0
                                ? QStringLiteral("%1 / %2").arg(format.bytes(used), format.bytes(bar.capacityBytes))
                                : format.bytes(used);
    painter.drawText(QRectF(area.right() + 8, area.top(), kAmountWidth - 12, area.height()),
                     Qt::AlignRight | Qt::AlignVCenter, over ? QStringLiteral("▲ ") + amounts : amounts);
}

void MemoryBars::paintLegend(QPainter& painter) const
{
    std::set<MemoryClass> present;
    for (const MemoryBar& bar : m_bars) {
        for (const MemoryAmount& amount : bar.amounts) {
            if (amount.bytes > 0) {
                present.insert(amount.memoryClass);
            }
        }
    }
    double x = 8;
    const double y = double(m_bars.size()) * kRowHeight + 8;
    painter.setPen(m_look->color(ColorToken::TextMuted));
    for (const MemoryClass memoryClass : present) {
        const QString word = memoryClassWord(memoryClass);
        painter.fillRect(QRectF(x, y + 3, 10, 10), memoryBrush(m_look->theme(), memoryClass));
        painter.drawText(QPointF(x + 14, y + 12), word);
        x += 14 + painter.fontMetrics().horizontalAdvance(word) + 16;
    }
}

int MemoryBars::indexAt(const QPointF& position) const
{
    const int index = int(position.y() / kRowHeight);
    return position.y() >= 0 && index < int(m_bars.size()) ? index : -1;
}

void MemoryBars::chooseIndex(int index)
{
    if (index >= 0 && index < int(m_bars.size())) {
        setChosenRank(m_bars[std::size_t(index)].rank);
        emit rankChosen(m_chosenRank);
    }
}

void MemoryBars::mousePressEvent(QMouseEvent* event)
{
    chooseIndex(indexAt(event->position()));
}

void MemoryBars::keyPressEvent(QKeyEvent* event)
{
    const auto now =
        std::find_if(m_bars.begin(), m_bars.end(), [&](const MemoryBar& bar) { return bar.rank == m_chosenRank; });
    const int index = now == m_bars.end() ? -1 : int(now - m_bars.begin());
    if (event->key() == Qt::Key_Down) {
        chooseIndex(std::min(index + 1, int(m_bars.size()) - 1));
    } else if (event->key() == Qt::Key_Up) {
        chooseIndex(std::max(index - 1, 0));
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool MemoryBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = indexAt(help->pos());
        QToolTip::showText(help->globalPos(), index < 0 ? QString() : describe(m_bars[std::size_t(index)]), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace firstlight::ui
