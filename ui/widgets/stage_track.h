// The stages of a bring-up as a row of marks: done, running with its share, failed, still to come. The full track has
// words and durations below the marks; the miniature names only the present stage.
#pragma once

#include "ui/models/launch_progress.h"
#include "ui/widgets/look.h"

#include <QWidget>

namespace firstlight::ui {

enum class TrackSize { Full, Miniature };

class StageTrack : public QWidget
{
    Q_OBJECT

public:
    StageTrack(Look* look, TrackSize size, QWidget* parent = nullptr);

    // Empty steps: nothing to show.
    void setSteps(std::vector<LaunchStep> steps);
    [[nodiscard]] const std::vector<LaunchStep>& steps() const { return m_steps; }
    // One sentence about the present step, for the accessible description and for below the track.
    [[nodiscard]] static QString summary(const std::vector<LaunchStep>& steps, const Formatter& formatter);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void stageChosen(firstlight::ui::Stage stage);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double slotWidth() const;
    [[nodiscard]] const LaunchStep* stepAt(const QPointF& position) const; // nullptr: none
    [[nodiscard]] QPointF centerOf(std::size_t index) const;
    [[nodiscard]] double radius() const { return m_size == TrackSize::Full ? 9 : 5; }
    void paintLine(QPainter& painter, std::size_t index) const;
    void paintMark(QPainter& painter, std::size_t index) const;
    [[nodiscard]] double wordsWidth(const QString& words, const QFontMetrics& metrics) const;
    void paintWords(QPainter& painter, std::size_t index) const;
    void paintGlyph(QPainter& painter, const QPointF& center, StepState state) const;
    [[nodiscard]] QColor colorOf(StepState state) const;
    [[nodiscard]] QString tooltip(const LaunchStep& step) const;

    Look* m_look;
    const TrackSize m_size;
    std::vector<LaunchStep> m_steps;
};

} // namespace firstlight::ui
