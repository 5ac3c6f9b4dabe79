#include "ui/widgets/stage_track.h"

#include "ui/models/backend_text.h"
#include "ui/models/words.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace firstlight::ui {
namespace {

constexpr int kFullHeight = 78;
constexpr int kMiniatureHeight = 20;
constexpr double kNarrowSlot = 64;
constexpr int kMiniatureSlot = 13;

// What is over in less than a millisecond took some time all the same.
QString stepDuration(std::chrono::microseconds elapsed, const Formatter& formatter)
{
    return elapsed < std::chrono::milliseconds(1) ? StageTrack::tr("< 1 ms") : formatter.duration(elapsed);
}

} // namespace

StageTrack::StageTrack(Look* look, TrackSize size, QWidget* parent) : QWidget(parent), m_look(look), m_size(size)
{
    const auto vertical = QSizePolicy::Fixed;
    setSizePolicy(size == TrackSize::Full ? QSizePolicy::Expanding : QSizePolicy::Fixed, vertical);
    connect(look, &Look::changed, this, qOverload<>(&QWidget::update));
}

void StageTrack::setSteps(std::vector<LaunchStep> steps)
{
    if (m_steps == steps) {
        return;
    }
    const bool resized = m_steps.size() != steps.size();
    m_steps = std::move(steps);
    setAccessibleDescription(summary(m_steps, m_look->formatter()));
    if (resized) {
        updateGeometry();
    }
    update();
}

QString StageTrack::summary(const std::vector<LaunchStep>& steps, const Formatter& formatter)
{
    const auto step = currentStep(steps);
    if (!step) {
        return {};
    }
    const QString stage = stageWord(step->stage);
    const QString elapsed = stepDuration(step->elapsed, formatter);
    if (step->state == StepState::Failed) {
        return tr("%1 failed after %2.").arg(stage, elapsed);
    }
    if (step->stage == Stage::Serving) {
        return tr("Serving for %1.").arg(elapsed);
    }
    if (step->waitsForRank != kNoRank) {
        return tr("%1: %2, waits for rank %3.").arg(stage, elapsed).arg(step->waitsForRank);
    }
    if (step->longerThanUsual) {
        return tr("%1: %2, longer than usual (%3).").arg(stage, elapsed, formatter.duration(step->usual));
    }
    if (step->usual.count() > 0) {
        return tr("%1: %2, usually %3.").arg(stage, elapsed, formatter.duration(step->usual));
    }
    return tr("%1: %2.").arg(stage, elapsed);
}

QSize StageTrack::sizeHint() const
{
    const int count = static_cast<int>(m_steps.size());
    return m_size == TrackSize::Full ? QSize(count * 80, kFullHeight) : QSize(count * kMiniatureSlot, kMiniatureHeight);
}

QSize StageTrack::minimumSizeHint() const
{
    return m_size == TrackSize::Full ? QSize(static_cast<int>(m_steps.size()) * 28, kFullHeight) : sizeHint();
}

double StageTrack::slotWidth() const
{
    return m_steps.empty() ? 0 : static_cast<double>(width()) / static_cast<double>(m_steps.size());
}

QPointF StageTrack::centerOf(std::size_t index) const
{
    const double y = m_size == TrackSize::Full ? 14 : height() / 2.0;
    return {(static_cast<double>(index) + 0.5) * slotWidth(), y};
}

const LaunchStep* StageTrack::stepAt(const QPointF& position) const
{
    const auto index = static_cast<std::size_t>(std::max(0.0, position.x() / std::max(1.0, slotWidth())));
    return index < m_steps.size() ? &m_steps[index] : nullptr;
}

void StageTrack::mousePressEvent(QMouseEvent* event)
{
    const LaunchStep* step = stepAt(event->position());
    if (step != nullptr && step->state != StepState::Waiting) {
        emit stageChosen(step->stage);
    }
    QWidget::mousePressEvent(event);
}

QColor StageTrack::colorOf(StepState state) const
{
    switch (state) {
    case StepState::Done:
        return m_look->color(ColorToken::Good);
    case StepState::Active:
        return m_look->color(ColorToken::Accent);
    case StepState::Failed:
        return m_look->color(ColorToken::Bad);
    case StepState::CutOff:
        return m_look->color(ColorToken::TextMuted);
    case StepState::Skipped:
    case StepState::Waiting:
        break;
    }
    return m_look->color(ColorToken::TextDisabled);
}

void StageTrack::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        paintLine(painter, i);
        paintMark(painter, i);
        if (m_size == TrackSize::Full) {
            paintWords(painter, i);
        }
    }
}

void StageTrack::paintLine(QPainter& painter, std::size_t index) const
{
    if (index + 1 == m_steps.size()) {
        return;
    }
    const bool passed = m_steps[index].state == StepState::Done;
    painter.setPen(QPen(colorOf(passed ? StepState::Done : StepState::Waiting), passed ? 2 : 1));
    const QPointF gap(radius() + 2, 0);
    painter.drawLine(centerOf(index) + gap, centerOf(index + 1) - gap);
}

void StageTrack::paintMark(QPainter& painter, std::size_t index) const
{
    const LaunchStep& step = m_steps[index];
    const QPointF center = centerOf(index);
    const QColor color = colorOf(step.state);
    const bool filled = step.state == StepState::Done || step.state == StepState::Failed;
    painter.setPen(QPen(color, 1.75));
    painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawEllipse(center, radius(), radius());
    if (step.state == StepState::Active) {
        const double share = step.stage == Stage::Serving ? 1 : std::max(step.fraction, 0.08);
        const double inner = radius() - 2.5;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPie(QRectF(center.x() - inner, center.y() - inner, 2 * inner, 2 * inner), 90 * 16,
                        -static_cast<int>(share * 360 * 16));
    } else {
        paintGlyph(painter, center, step.state);
    }
}

void StageTrack::paintGlyph(QPainter& painter, const QPointF& center, StepState state) const
{
    const double r = radius() * 0.45;
    painter.setPen(QPen(m_look->color(ColorToken::Surface), 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (state == StepState::Done) {
        const QPointF points[] = {center + QPointF(-r, 0), center + QPointF(-r * 0.2, r * 0.8),
                                  center + QPointF(r, -r * 0.8)};
        painter.drawPolyline(points, 3);
    } else if (state == StepState::Failed) {
        painter.drawLine(center + QPointF(-r, -r), center + QPointF(r, r));
        painter.drawLine(center + QPointF(-r, r), center + QPointF(r, -r));
    } else if (state == StepState::CutOff) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(state));
        painter.drawRect(QRectF(center.x() - r, center.y() - r, 2 * r, 2 * r));
    } else if (state == StepState::Skipped) {
        painter.setPen(QPen(colorOf(state), 1.75));
        painter.drawLine(center + QPointF(-r, 0), center + QPointF(r, 0));
    }
}

// As wide as the slot, or as the longest word: that may reach into the gaps beside it.
double StageTrack::wordsWidth(const QString& words, const QFontMetrics& metrics) const
{
    double longest = 0;
    for (const QString& word : words.split(QLatin1Char(' '))) {
        longest = std::max(longest, metrics.horizontalAdvance(word) + 2.0);
    }
    return std::max(slotWidth() - 6, longest);
}

void StageTrack::paintWords(QPainter& painter, std::size_t index) const
{
    const LaunchStep& step = m_steps[index];
    const bool present = step.state == StepState::Active || step.state == StepState::Failed;
    const double slot = slotWidth();
    if (slot < kNarrowSlot && !present) {
        return; // too narrow for all words; they are in the tooltips
    }
    painter.setFont(Look::font(TextSize::Small, present ? QFont::DemiBold : QFont::Normal));
    painter.setPen(m_look->color(present || step.state == StepState::Done ? ColorToken::Text : ColorToken::TextMuted));
    const double wide = wordsWidth(stageWord(step.stage), painter.fontMetrics());
    const double left = std::clamp(centerOf(index).x() - wide / 2, 0.0, std::max(0.0, width() - wide));
    const QRectF words(left, 27, wide, 32);
    painter.drawText(words, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, stageWord(step.stage));
    if (step.state == StepState::Waiting || step.state == StepState::Skipped) {
        return;
    }
    painter.setFont(Look::font(TextSize::Small));
    painter.setPen(m_look->color(step.longerThanUsual ? ColorToken::Warning : ColorToken::TextMuted));
    const QString elapsed = stepDuration(step.elapsed, m_look->formatter());
    painter.drawText(QRectF(words.left(), 60, words.width(), 16), Qt::AlignHCenter | Qt::AlignTop,
                     step.longerThanUsual ? tr("%1 !", "longer than usual").arg(elapsed) : elapsed);
}

QString StageTrack::tooltip(const LaunchStep& step) const
{
    const QString usual = step.usual.count() > 0 ? m_look->formatter().duration(step.usual) : QStringLiteral("–");
    const bool begun = step.state != StepState::Waiting && step.state != StepState::Skipped;
    const QString elapsed = begun ? stepDuration(step.elapsed, m_look->formatter()) : QStringLiteral("–");
    const QString times = step.state == StepState::CutOff
                              ? tr("%1: stopped after %2, usually %3").arg(stageWord(step.stage), elapsed, usual)
                              : tr("%1: took %2, usually %3").arg(stageWord(step.stage), elapsed, usual);
    return step.summary.isEmpty() ? times
                                  : QStringLiteral("%1\n%2").arg(times, backendText(step.summary, m_look->formatter()));
}

bool StageTrack::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && !m_steps.empty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const LaunchStep* step = stepAt(help->pos())) {
            QToolTip::showText(help->globalPos(), tooltip(*step), this);
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace firstlight::ui
