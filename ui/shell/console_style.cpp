#include "ui/shell/console_style.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>

namespace firstlight::ui {
namespace {

constexpr int kCellMargin = 7;
constexpr double kFieldRadius = 4;
constexpr double kArrowHeight = 3.5;

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

void ConsoleStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                      const QWidget* widget) const
{
    const auto part = [&](SubControl which) { return subControlRect(control, option, which, widget); };
    if (control == CC_SpinBox) {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        drawField(option, ColorToken::Surface, painter);
        drawArrow(option, part(SC_SpinBoxUp), true, spin->stepEnabled.testFlag(QAbstractSpinBox::StepUpEnabled),
                  painter);
        drawArrow(option, part(SC_SpinBoxDown), false, spin->stepEnabled.testFlag(QAbstractSpinBox::StepDownEnabled),
                  painter);
    } else if (control == CC_ComboBox) {
        drawField(option, ColorToken::Raised, painter);
        drawArrow(option, part(SC_ComboBoxArrow), false, true, painter);
    } else {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

void ConsoleStyle::drawField(const QStyleOptionComplex* option, ColorToken fill, QPainter* painter) const
{
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool focused = option->state.testFlag(State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(m_look->color(focused   ? ColorToken::Focus
                                  : enabled ? ColorToken::FieldBorder
                                            : ColorToken::Border));
    painter->setBrush(m_look->color(enabled ? fill : ColorToken::Window));
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), kFieldRadius, kFieldRadius);
    painter->restore();
}

void ConsoleStyle::drawArrow(const QStyleOptionComplex* option, const QRect& area, bool up, bool usable,
                             QPainter* painter) const
{
    usable = usable && option->state.testFlag(State_Enabled);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(m_look->color(usable ? ColorToken::Text : ColorToken::TextDisabled), 1.5, Qt::SolidLine,
                         Qt::RoundCap, Qt::RoundJoin));
    const QPointF middle = QRectF(area).center();
    const double tip = up ? -kArrowHeight / 2 : kArrowHeight / 2;
    const QPointF arrow[] = {middle + QPointF(-kArrowHeight, -tip), middle + QPointF(0, tip),
                             middle + QPointF(kArrowHeight, -tip)};
    painter->drawPolyline(arrow, 3);
    painter->restore();
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

QIcon ConsoleStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    return icon == SP_TitleBarCloseButton ? m_look->icon(QStringLiteral("close"))
                                          : QProxyStyle::standardIcon(icon, option, widget);
}

int ConsoleStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QTableView*>(widget) != nullptr) {
        return kCellMargin;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace firstlight::ui
