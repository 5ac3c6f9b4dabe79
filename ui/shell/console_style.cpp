#include "ui/shell/console_style.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>

namespace firstlight::ui {
namespace {

constexpr int kCellMargin = 7;

} // namespace

ConsoleStyle::ConsoleStyle(const Look* look)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_look(look)
{
}

void ConsoleStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const
{
    if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck) {
        drawCheckBox(option, painter);
    } else {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ConsoleStyle::drawCheckBox(const QStyleOption* option, QPainter* painter) const
{
    const bool on = option->state.testFlag(State_On);
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool focused = option->state.testFlag(State_HasFocus);
    const QColor line = m_look->color(!enabled  ? ColorToken::TextDisabled
                                      : focused ? ColorToken::Focus
                                                : ColorToken::TextMuted);
    const QRectF box = QRectF(option->rect).adjusted(1.5, 1.5, -1.5, -1.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(line, focused ? 2 : 1));
    painter->setBrush(m_look->color(on && enabled ? ColorToken::Accent : ColorToken::Surface));
    painter->drawRoundedRect(box, 2, 2);
    if (on) {
        painter->setPen(QPen(m_look->color(enabled ? ColorToken::AccentText : ColorToken::TextDisabled), 1.75,
                             Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&box](double x, double y) {
            return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
        };
        const QPointF check[] = {at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.3)};
        painter->drawPolyline(check, 3);
    }
    painter->restore();
}

int ConsoleStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QTableView*>(widget) != nullptr) {
        return kCellMargin;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace firstlight::ui
