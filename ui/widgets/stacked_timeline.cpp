#include "ui/widgets/stacked_timeline.h"

#include <QKeyEvent>
#include <QSvgGenerator>
#include <QToolTip>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr double kShortestSpan = 1; // seconds
constexpr double kLabelGap = 4;     // pixels between the labels of marks

// An axis in the unit that suits its largest value.
class ByteTicker : public QCPAxisTicker
{
public:
    explicit ByteTicker(const Look* look) : m_look(look) {}

protected:
    double getTickStep(const QCPRange& range) override
    {
        const double unit = m_look->formatter().byteScale(range.upper).bytes;
        return QCPAxisTicker::getTickStep(QCPRange(range.lower / unit, range.upper / unit)) * unit;
    }
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override
    {
        return m_look->formatter().bytes(std::int64_t(tick));
    }

private:
    const Look* m_look;
};

} // namespace

std::vector<TimelineMark> timelineLabels(const std::vector<TimelineMark>& marks, double distance)
{
    std::vector<TimelineMark> labels;
    for (std::size_t first = 0; first < marks.size();) {
        std::size_t last = first;
        while (last + 1 < marks.size() && marks[last + 1].time - marks[first].time < distance) {
            ++last;
        }
        const QString& word = marks[first].label;
        labels.push_back(
            {marks[first].time, last == first ? word : QStringLiteral("%1 … %2").arg(word, marks[last].label)});
        first = last + 1;
    }
    return labels;
}

StackedTimeline::StackedTimeline(Look* look, QWidget* parent)
    : QWidget(parent), m_look(look), m_plot(new QCustomPlot(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusProxy(this);

    m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTickerDateTime>::create());
    qSharedPointerCast<QCPAxisTickerDateTime>(m_plot->xAxis->ticker())->setDateTimeFormat(QStringLiteral("HH:mm:ss"));
    m_plot->yAxis->setTicker(QSharedPointer<ByteTicker>::create(m_look));
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    // The legend lies above the chart, in one row, so that it never covers what it explains.
    auto* legendRow = new QCPLayoutGrid;
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->addElement(0, 0, legendRow);
    legendRow->setMargins(QMargins(64, 0, 0, 0));
    legendRow->addElement(0, 0, m_plot->legend);
    legendRow->addElement(0, 1, new QCPLayoutGrid);
    legendRow->setColumnStretchFactor(0, 0.001);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setVisible(true);
    m_plot->plotLayout()->setRowStretchFactor(0, 0.001);

    connect(m_plot->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &StackedTimeline::userMoved);
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        showReadout(m_plot->xAxis->pixelToCoord(event->pos().x()), event->globalPosition().toPoint());
    });
    connect(m_look, &Look::changed, this, &StackedTimeline::applyLook);
    applyLook();
}

StackedTimeline::~StackedTimeline() = default;

void StackedTimeline::applyLook()
{
    const QColor text = m_look->color(ColorToken::ChartAxis);
    m_plot->setBackground(m_look->color(ColorToken::Surface));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(text));
        axis->setTickPen(QPen(text));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(text);
        axis->setTickLabelFont(Look::font(TextSize::Small));
        axis->grid()->setPen(QPen(m_look->color(ColorToken::ChartGrid)));
    }
    m_plot->legend->setBrush(Qt::NoBrush);
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->legend->setTextColor(m_look->color(ColorToken::Text));
    m_plot->legend->setFont(Look::font(TextSize::Small));
    rebuildMarks();
}

void StackedTimeline::setBands(std::vector<TimelineBand> bands, Provider provider)
{
    m_bands = std::move(bands);
    m_provider = std::move(provider);
    rebuildGraphs();
    refresh();
}

void StackedTimeline::rebuildGraphs()
{
    m_plot->clearGraphs();
    // The lowest band fills down to the axis, each further one down to the band below it.
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setName(m_bands[i].name);
        graph->setPen(QPen(m_bands[i].brush.color(), 1));
        graph->setBrush(m_bands[i].brush);
        graph->setAdaptiveSampling(false);
        if (i > 0) {
            graph->setChannelFillGraph(m_plot->graph(int(i) - 1));
        }
    }
}

void StackedTimeline::setMarks(std::vector<TimelineMark> marks)
{
    if (marks != m_marks) {
        m_marks = std::move(marks);
        rebuildMarks();
    }
}

void StackedTimeline::rebuildMarks()
{
    m_plot->clearItems();
    for (const TimelineMark& mark : m_marks) {
        auto* line = new QCPItemStraightLine(m_plot);
        line->point1->setCoords(mark.time, 0);
        line->point2->setCoords(mark.time, 1);
        line->setPen(QPen(m_look->color(ColorToken::TextMuted), 1, Qt::DashLine));
    }
    const double labelWidth = QFontMetrics(Look::font(TextSize::Small)).height() + kLabelGap;
    const double seconds = m_plot->xAxis->range().size() / std::max(1, m_plot->axisRect()->width());
    for (const TimelineMark& label : timelineLabels(m_marks, labelWidth * seconds)) {
        addLabel(label);
    }
    if (m_capacity > 0) {
        auto* line = new QCPItemStraightLine(m_plot);
        line->point1->setCoords(0, m_capacity);
        line->point2->setCoords(1, m_capacity);
        line->setPen(QPen(m_look->color(ColorToken::Bad), 2));
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// Along its line, at the right of it, where the lines of the marks it stands for do not cross it.
void StackedTimeline::addLabel(const TimelineMark& label)
{
    const QFont font = Look::font(TextSize::Small);
    auto* text = new QCPItemText(m_plot);
    text->position->setTypeX(QCPItemPosition::ptPlotCoords);
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(label.time, 0.02);
    text->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    text->setRotation(-90);
    text->setText(QFontMetrics(font).elidedText(label.label, Qt::ElideRight, m_plot->axisRect()->height() * 9 / 10));
    text->setColor(m_look->color(ColorToken::Text));
    text->setBrush(m_look->color(ColorToken::Surface));
    text->setFont(font);
}

void StackedTimeline::setCapacity(double bytes)
{
    if (bytes != m_capacity) {
        m_capacity = bytes;
        rebuildMarks();
    }
}

void StackedTimeline::setExtent(double first, double last)
{
    m_first = first;
    m_last = last;
}

int StackedTimeline::columnCount() const
{
    return std::clamp(m_plot->axisRect()->width(), 16, 8192);
}

void StackedTimeline::refresh()
{
    if (m_following && m_last > 0) {
        m_applyingView = true;
        m_plot->xAxis->setRange(std::max(m_first, m_last - m_followSpan), std::max(m_last, m_first + kShortestSpan));
        m_applyingView = false;
    }
    fillGraphs();
    rebuildMarks();
}

void StackedTimeline::fillGraphs()
{
    const int columns = columnCount();
    const double from = viewFrom();
    const double step = (viewTo() - from) / columns;
    std::vector<double> stacked(std::size_t(columns), 0.0);
    double top = 0;
    for (int band = 0; band < int(m_bands.size()); ++band) {
        const auto series = m_provider(band, from, viewTo(), columns);
        QVector<QCPGraphData> points;
        double held = 0; // a value holds until the next one
        for (int i = 0; i < columns; ++i) {
            const bool known = std::size_t(i) < series.size() && series[std::size_t(i)].hasData;
            held = known ? double(series[std::size_t(i)].max) : held;
            stacked[std::size_t(i)] += held;
            const double time = from + (i + 0.5) * step;
            if (time >= m_first && time <= m_last + step) {
                points.append(QCPGraphData(time, stacked[std::size_t(i)]));
                top = std::max(top, stacked[std::size_t(i)]);
            }
        }
        m_plot->graph(band)->data()->set(points, true);
    }
    // The capacity line belongs into the picture unless it would flatten the bands to nothing.
    const double ceiling = m_capacity > 0 && m_capacity < top * 4 ? std::max(top, m_capacity) : top;
    m_plot->yAxis->setRange(0, ceiling > 0 ? ceiling * 1.08 : 1);
}

double StackedTimeline::viewFrom() const
{
    return m_plot->xAxis->range().lower;
}

double StackedTimeline::viewTo() const
{
    return m_plot->xAxis->range().upper;
}

void StackedTimeline::setView(double from, double to)
{
    setFollowing(false);
    m_applyingView = true;
    m_plot->xAxis->setRange(from, std::max(to, from + kShortestSpan));
    m_applyingView = false;
    refresh();
}

void StackedTimeline::setFollowing(bool following)
{
    if (following != m_following) {
        m_following = following;
        emit followingChanged(following);
        if (following) {
            refresh();
        }
    }
}

void StackedTimeline::userMoved()
{
    if (m_applyingView) {
        return;
    }
    setFollowing(false);
    refresh();
    emit viewChanged(viewFrom(), viewTo());
}

// The one that holds at that time; empty: none yet.
QString StackedTimeline::markBefore(double time) const
{
    const auto after = std::ranges::upper_bound(m_marks, time, {}, &TimelineMark::time);
    return after == m_marks.begin() ? QString() : std::prev(after)->label;
}

void StackedTimeline::showReadout(double x, const QPoint& globalPosition)
{
    QStringList lines{m_look->formatter().clockTime(TimePoint(std::chrono::nanoseconds(std::int64_t(x * 1e9))))};
    if (const QString stage = markBefore(x); !stage.isEmpty()) {
        lines.append(stage);
    }
    double below = 0;
    for (int band = 0; band < m_plot->graphCount(); ++band) {
        const auto data = m_plot->graph(band)->data();
        const auto point = data->findBegin(x, false);
        if (point != data->constEnd()) {
            lines.append(QStringLiteral("%1: %2").arg(m_bands[std::size_t(band)].name,
                                                      m_look->formatter().bytes(std::int64_t(point->value - below))));
            below = point->value;
        }
    }
    QToolTip::showText(globalPosition, lines.size() > 1 ? lines.join(QLatin1Char('\n')) : QString(), this);
}

void StackedTimeline::keyPressEvent(QKeyEvent* event)
{
    const double span = viewTo() - viewFrom();
    switch (event->key()) {
    case Qt::Key_Left:
        setView(viewFrom() - span / 4, viewTo() - span / 4);
        break;
    case Qt::Key_Right:
        setView(viewFrom() + span / 4, viewTo() + span / 4);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        setView(viewFrom() + span / 4, viewTo() - span / 4);
        break;
    case Qt::Key_Minus:
        setView(viewFrom() - span / 2, viewTo() + span / 2);
        break;
    case Qt::Key_Home:
        setView(m_first, m_last);
        break;
    case Qt::Key_End:
        setFollowing(true);
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit viewChanged(viewFrom(), viewTo());
}

void StackedTimeline::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    refresh();
}

QPixmap StackedTimeline::picture() const
{
    return m_plot->toPixmap();
}

bool StackedTimeline::saveSvg(const QString& path) const
{
    QSvgGenerator generator;
    generator.setFileName(path);
    generator.setSize(m_plot->size());
    generator.setViewBox(m_plot->rect());
    QCPPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    painter.setMode(QCPPainter::pmVectorized);
    m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
    return painter.end();
}

QString StackedTimeline::csv() const
{
    QString text = QStringLiteral("time_unix_s");
    for (const TimelineBand& band : m_bands) {
        text += QStringLiteral(",\"%1\"").arg(band.name);
    }
    text += QLatin1Char('\n');
    const int rows = m_plot->graphCount() > 0 ? m_plot->graph(0)->dataCount() : 0;
    for (int row = 0; row < rows; ++row) {
        text += QString::number(m_plot->graph(0)->data()->at(row)->key, 'f', 3);
        double below = 0;
        for (int band = 0; band < m_plot->graphCount(); ++band) {
            const double value = m_plot->graph(band)->data()->at(row)->value;
            text += QStringLiteral(",%1").arg(value - below, 0, 'f', 0);
            below = value;
        }
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace firstlight::ui
