// Stacked areas over time with marks and a capacity line: what fills a device, and when.
//
// It asks for exactly as many columns as it has pixels (level of detail is the provider's), follows the newest time
// until the user pans or zooms, and never keeps raw points. Keys: Left/Right pan, +/- zoom, Home everything, End
// follow.
#pragma once

#include "ui/models/series_store.h"
#include "ui/widgets/look.h"

#include <QWidget>

#include <functional>
#include <vector>

class QCustomPlot;
class QCPGraph;
class QCPItemLine;

namespace firstlight::ui {

struct TimelineBand {
    QString name;
    QBrush brush;
};

struct TimelineMark {
    double time = 0; // seconds since the epoch
    QString label;

    bool operator==(const TimelineMark&) const = default;
};

// The words of marks that stand so close that each can not have its own: "Allocate … Warm up", at the first of them.
// `distance` in seconds; `marks` in order of time.
[[nodiscard]] std::vector<TimelineMark> timelineLabels(const std::vector<TimelineMark>& marks, double distance);

class StackedTimeline : public QWidget
{
    Q_OBJECT

public:
    // The columns of one band in [from, to); seconds since the epoch; values in bytes.
    using Provider = std::function<std::vector<SeriesColumn>(int band, double from, double to, int pixels)>;

    explicit StackedTimeline(Look* look, QWidget* parent = nullptr);
    ~StackedTimeline() override;

    void setBands(std::vector<TimelineBand> bands, Provider provider);
    void setMarks(std::vector<TimelineMark> marks);
    void setCapacity(double bytes); // 0: none
    // What times there are; when following, the view ends at `last`.
    void setExtent(double first, double last);
    void refresh();

    [[nodiscard]] double viewFrom() const;
    [[nodiscard]] double viewTo() const;
    void setView(double from, double to); // ends following
    void setFollowing(bool following);
    [[nodiscard]] bool isFollowing() const { return m_following; }

    [[nodiscard]] QPixmap picture() const;
    [[nodiscard]] bool saveSvg(const QString& path) const;
    // Time and every band's value, one row per painted column.
    [[nodiscard]] QString csv() const;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 160}; }

signals:
    void viewChanged(double from, double to);
    void followingChanged(bool following);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyLook();
    void rebuildGraphs();
    void fillGraphs();
    void rebuildMarks();
    void addLabel(const TimelineMark& label);
    [[nodiscard]] QString markBefore(double time) const;
    void showReadout(double x, const QPoint& globalPosition);
    void userMoved();
    [[nodiscard]] int columnCount() const;

    Look* m_look;
    QCustomPlot* m_plot;
    std::vector<TimelineBand> m_bands;
    Provider m_provider;
    std::vector<TimelineMark> m_marks;
    double m_capacity = 0;
    double m_first = 0;
    double m_last = 0;
    double m_followSpan = 120;
    bool m_following = true;
    bool m_applyingView = false;
};

} // namespace firstlight::ui
