#include "ui/widgets/tile_view.h"

#include <QPainter>

namespace firstlight::ui {
namespace {

constexpr int kHeightOfOne = 96;
constexpr QSize kLargest(420, 240);
constexpr int kCaptionHeight = 52; // three lines
constexpr int kCaptionWidth = 160;

} // namespace

TileView::TileView(TileGrid grid, Look* look, QWidget* parent) : QWidget(parent), m_grid(std::move(grid)), m_look(look)
{
    setFixedSize(sizeHint());
    setAccessibleName(caption());
    setToolTip(caption());
}

QString TileView::caption() const
{
    const int last = m_grid.firstNumber + m_grid.tileCount() - 1;
    const QString size = tr("%1 × %2 pixels", "of a tile")
                             .arg(m_grid.picture.width() / m_grid.columns)
                             .arg(m_grid.picture.height() / m_grid.rows);
    if (m_grid.isThumbnail) {
        return tr("Thumbnail of the whole picture: tile %1, %2").arg(last).arg(size);
    }
    if (m_grid.tileCount() == 1) {
        return tr("Tile %1: %2").arg(last).arg(size);
    }
    return tr("Tiles %1 to %2: %3 × %4 of %5")
        .arg(m_grid.firstNumber)
        .arg(last)
        .arg(m_grid.columns)
        .arg(m_grid.rows)
        .arg(size);
}

// Never enlarged; several tiles get more room than one.
QSize TileView::shownSize() const
{
    const QSize room(kLargest.width(), m_grid.rows == 1 ? kHeightOfOne : kLargest.height());
    const QSize own = m_grid.picture.size();
    return own.width() <= room.width() && own.height() <= room.height() ? own : own.scaled(room, Qt::KeepAspectRatio);
}

QSize TileView::sizeHint() const
{
    const QSize shown = shownSize();
    return {std::max(shown.width(), kCaptionWidth), shown.height() + kCaptionHeight};
}

void TileView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRect(QPoint(), shownSize()), m_grid.picture);
    painter.setFont(Look::font(TextSize::Small));
    for (int i = 0; i < m_grid.tileCount(); ++i) {
        paintTile(painter, i);
    }
    painter.setPen(m_look->color(ColorToken::TextMuted));
    painter.drawText(QRect(0, shownSize().height() + 2, width(), kCaptionHeight - 2), Qt::AlignTop | Qt::TextWordWrap,
                     caption());
}

void TileView::paintTile(QPainter& painter, int index) const
{
    const QSizeF shown = shownSize();
    const QSizeF tile(shown.width() / m_grid.columns, shown.height() / m_grid.rows);
    const QPointF corner(index % m_grid.columns * tile.width(), index / m_grid.columns * tile.height());
    painter.setPen(QPen(m_look->color(ColorToken::Accent), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(corner, tile).adjusted(0.5, 0.5, -0.5, -0.5));
    const QString number = QString::number(m_grid.firstNumber + index);
    const bool counted = !m_grid.tokenCounts.empty();
    const QString words =
        counted
            ? tr("%1 · %n tokens", "number of a tile", m_grid.tokenCounts[static_cast<std::size_t>(index)]).arg(number)
            : number;
    const bool fits = painter.fontMetrics().horizontalAdvance(words) + 8 <= tile.width();
    const QString shownWords = fits ? words : number;
    const QRectF plate(corner + QPointF(1, 1), QSizeF(painter.fontMetrics().horizontalAdvance(shownWords) + 8, 18));
    painter.fillRect(plate, m_look->color(ColorToken::Accent));
    painter.setPen(m_look->color(ColorToken::AccentText));
    painter.drawText(plate, Qt::AlignCenter, shownWords);
}

} // namespace firstlight::ui
