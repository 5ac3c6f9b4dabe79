// A matrix of numbers as colours on the theme's even scale, with a legend; the number itself is in each cell where it
// fits, in the tool tip, and in the accessible description. Cells without a value are drawn empty.
#pragma once

#include "ui/widgets/look.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace firstlight::ui {

struct HeatMatrix {
    QStringList rowLabels;
    QStringList columnLabels;
    std::vector<std::optional<double>> values; // row by row
    QString unit;
    QString summary; // one sentence, for those who cannot see the picture

    [[nodiscard]] std::optional<double> at(int row, int column) const;
};

class HeatMap : public QWidget
{
    Q_OBJECT

public:
    explicit HeatMap(Look* look, QWidget* parent = nullptr);

    void setMatrix(HeatMatrix matrix);
    [[nodiscard]] const HeatMatrix& matrix() const { return m_matrix; }

    // (-1, -1): none.
    [[nodiscard]] QPoint chosenCell() const { return m_chosen; } // x: column, y: row
    void chooseCell(QPoint cell);
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 160}; }
    [[nodiscard]] QSize sizeHint() const override { return {360, 300}; }

signals:
    void cellChosen(int row, int column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF gridArea() const;
    [[nodiscard]] QRectF cellArea(int row, int column) const;
    [[nodiscard]] QPoint cellAt(const QPointF& position) const;
    [[nodiscard]] QString cellText(int row, int column) const;
    void paintCells(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    Look* m_look;
    HeatMatrix m_matrix;
    double m_smallest = 0;
    double m_largest = 0;
    QPoint m_chosen{-1, -1};
};

} // namespace firstlight::ui
