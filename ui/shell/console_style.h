// Fusion with what neither palette nor style sheet can say: check boxes, spin boxes and combo boxes that are seen in
// every theme, room beside the text of table cells.
#pragma once

#include "ui/widgets/look.h"

#include <QProxyStyle>

namespace firstlight::ui {

class ConsoleStyle : public QProxyStyle
{
    Q_OBJECT

public:
    explicit ConsoleStyle(const Look* look);

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;

    // The buttons of dock titles, in the theme's colour.
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;

private:
    void drawCheckBox(const QStyleOption* option, QPainter* painter) const;
    void drawField(const QStyleOptionComplex* option, ColorToken fill, QPainter* painter) const;
    void drawArrow(const QStyleOptionComplex* option, const QRect& area, bool up, bool usable, QPainter* painter) const;

    const Look* m_look;
};

} // namespace firstlight::ui
