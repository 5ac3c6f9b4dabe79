// The launch on a time axis: one row for the controller and one for each rank, stages as colours, the usual duration as
// a ghost, marks where it takes longer and where others wait.
#pragma once

#include "ui/models/launch_progress.h"
#include "ui/widgets/look.h"

#include <QAbstractScrollArea>

namespace firstlight::ui {

class LaunchTimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LaunchTimelineView(Look* look, QWidget* parent = nullptr);

    void setTimeline(LaunchTimeline timeline);
    [[nodiscard]] const LaunchTimeline& timeline() const { return m_timeline; }
    void setChosenRank(int rank);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void rankChosen(int rank);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] double xOf(double seconds) const;
    [[nodiscard]] int rowTop(int row) const;
    [[nodiscard]] int rowAt(int y) const; // -1: none
    [[nodiscard]] int axisTop() const;
    void updateScrollBar();
    void paintRow(QPainter& painter, int row) const;
    void paintBar(QPainter& painter, const TimelineBar& bar, int top) const;
    void paintMarks(QPainter& painter, const TimelineBar& bar, const QRectF& area) const;
    void paintAxis(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    [[nodiscard]] QString rowName(const TimelineRow& row) const;
    [[nodiscard]] QString describe(const TimelineRow& row, const TimelineBar& bar) const;
    [[nodiscard]] QString barTip(const QPoint& position) const;
    void chooseRow(int row);

    Look* m_look;
    LaunchTimeline m_timeline;
    int m_chosenRank = kNoRank;
};

} // namespace firstlight::ui
