// One stacked bar per rank against its capacity: what a plan estimates, or what a worker measures. Classes have their
// colours everywhere; reserved and other process are hatched. A rank that does not fit is marked by shape, not colour.
#pragma once

#include "ui/widgets/look.h"

#include <QWidget>

#include <vector>

namespace firstlight::ui {

struct MemoryBar {
    int rank = 0;
    QString label;
    std::vector<MemoryAmount> amounts; // bytes per class, drawn in the order given
    std::int64_t capacityBytes = 0;    // 0: unknown

    bool operator==(const MemoryBar&) const = default;
};

class MemoryBars : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryBars(Look* look, QWidget* parent = nullptr);

    void setBars(std::vector<MemoryBar> bars);
    [[nodiscard]] const std::vector<MemoryBar>& bars() const { return m_bars; }
    void setChosenRank(int rank);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void rankChosen(int rank);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRectF rowArea(std::size_t index) const;
    [[nodiscard]] QRectF barArea(std::size_t index) const;
    [[nodiscard]] double pixelsPerByte() const;
    [[nodiscard]] int indexAt(const QPointF& position) const; // -1: none
    void paintBar(QPainter& painter, std::size_t index) const;
    void paintLegend(QPainter& painter) const;
    [[nodiscard]] QString describe(const MemoryBar& bar) const;
    void chooseIndex(int index);

    Look* m_look;
    std::vector<MemoryBar> m_bars;
    int m_chosenRank = kNoRank;
};

// How areas of a memory class are filled: plain, or hatched for reserved and other process.
[[nodiscard]] QBrush memoryBrush(const Theme& theme, MemoryClass memoryClass);

} // namespace firstlight::ui
