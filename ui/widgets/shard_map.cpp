#include "ui/widgets/shard_map.h"

#include "ui/widgets/treemap_layout.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr double kSmallestPart = 3; // pixels; smaller parts are left to their parent's colour
constexpr double kHeaderHeight = 18;
constexpr double kGap = 2;

} // namespace

double sumWeights(ShardNode& node)
{
    if (!node.children.empty()) {
        node.weight = 0;
        for (ShardNode& child : node.children) {
            node.weight += sumWeights(child);
        }
    }
    return node.weight;
}

ShardMap::ShardMap(Look* look, QWidget* parent) : QWidget(parent), m_look(look)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(false);
    connect(m_look, &Look::changed, this, &ShardMap::invalidate);
}

void ShardMap::setRoot(ShardNode root)
{
    m_root = std::move(root);
    sumWeights(m_root);
    m_zoom = existing(m_zoom);
    m_chosen = existing(m_chosen);
    invalidate();
}

const ShardNode* ShardMap::nodeAt(const QStringList& path) const
{
    const ShardNode* node = &m_root;
    for (const QString& id : path) {
        const auto child =
            std::find_if(node->children.begin(), node->children.end(), [&](const ShardNode& c) { return c.id == id; });
        if (child == node->children.end()) {
            return nullptr;
        }
        node = &*child;
    }
    return node;
}

QStringList ShardMap::existing(const QStringList& path) const
{
    QStringList kept = path;
    while (!kept.isEmpty() && nodeAt(kept) == nullptr) {
        kept.removeLast();
    }
    return kept;
}

void ShardMap::zoomTo(const QStringList& path)
{
    const QStringList target = existing(path);
    if (target != m_zoom) {
        m_zoom = target;
        invalidate();
        emit zoomChanged(m_zoom);
    }
}

void ShardMap::choose(const QStringList& path)
{
    const QStringList target = existing(path);
    if (target != m_chosen) {
        m_chosen = target;
        update();
        emit chosenChanged(m_chosen);
    }
}

void ShardMap::invalidate()
{
    m_cache = QPixmap();
    update();
}

void ShardMap::resizeEvent(QResizeEvent* event)
{
    invalidate();
    QWidget::resizeEvent(event);
}

void ShardMap::paintEvent(QPaintEvent* /*event*/)
{
    if (m_cache.isNull()) {
        m_cache = QPixmap(size() * devicePixelRatioF());
        m_cache.setDevicePixelRatio(devicePixelRatioF());
        m_cache.fill(m_look->color(ColorToken::Surface));
        m_painted.clear();
        QPainter painter(&m_cache);
        painter.setFont(Look::font(TextSize::Small));
        if (const ShardNode* node = nodeAt(m_zoom)) {
            paintNode(painter, *node, m_zoom, rect(), 0);
        }
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_cache);
    const auto chosen =
        std::find_if(m_painted.begin(), m_painted.end(), [&](const Painted& p) { return p.path == m_chosen; });
    if (chosen != m_painted.end() && !m_chosen.isEmpty()) {
        painter.setPen(QPen(m_look->color(ColorToken::Text), 2));
        painter.drawRect(chosen->rectangle.adjusted(1, 1, -1, -1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(m_look->color(ColorToken::Focus), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ShardMap::paintNode(QPainter& painter, const ShardNode& node, const QStringList& path, const QRectF& area,
                         int depth)
{
    if (area.width() < kSmallestPart || area.height() < kSmallestPart) {
        return;
    }
    m_painted.push_back({path, area});
    if (node.children.empty()) {
        paintLeaf(painter, node, area);
        return;
    }
    const bool hasHeader = area.height() > 3 * kHeaderHeight && area.width() > 3 * kHeaderHeight;
    painter.fillRect(area, depth % 2 == 0 ? m_look->color(ColorToken::SurfaceAlternate)
                                          : m_look->color(ColorToken::RaisedHover));
    if (hasHeader) {
        paintHeader(painter, node, area, depth);
    }
    std::vector<double> weights;
    for (const ShardNode& child : node.children) {
        weights.push_back(child.weight);
    }
    const double margin = hasHeader ? kGap : 0.5;
    const auto places =
        treemapLayout(weights, area.adjusted(margin, hasHeader ? kHeaderHeight : margin, -margin, -margin));
    for (std::size_t i = 0; i < places.size(); ++i) {
        paintNode(painter, node.children[i], path + QStringList(node.children[i].id),
                  places[i].adjusted(0.5, 0.5, -0.5, -0.5), depth + 1);
    }
}

void ShardMap::paintLeaf(QPainter& painter, const ShardNode& node, const QRectF& area) const
{
    painter.fillRect(area, node.color);
    const QFontMetricsF metrics(painter.font());
    const QRectF inner = area.adjusted(3, 1, -3, -1);
    if (inner.height() < metrics.height() || inner.width() < metrics.averageCharWidth() * 4) {
        return;
    }
    const bool lightText = contrastRatio(node.color, Qt::white) > contrastRatio(node.color, Qt::black);
    painter.setPen(lightText ? Qt::white : Qt::black);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(node.label, Qt::ElideMiddle, inner.width()));
}

void ShardMap::paintHeader(QPainter& painter, const ShardNode& node, const QRectF& area, int depth) const
{
    const QRectF header(area.left() + 4, area.top(), area.width() - 8, kHeaderHeight);
    painter.save();
    painter.setFont(Look::font(TextSize::Small, depth < 2 ? QFont::DemiBold : QFont::Normal));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(m_look->color(ColorToken::Text));
    const QString amount = m_look->formatter().bytes(std::int64_t(node.weight));
    const QString text = node.label + QStringLiteral("  ") + amount;
    painter.drawText(header, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideRight, header.width()));
    painter.restore();
}

const ShardMap::Painted* ShardMap::paintedAt(const QPointF& position) const
{
    const auto found = std::find_if(m_painted.rbegin(), m_painted.rend(),
                                    [&](const Painted& p) { return p.rectangle.contains(position); });
    return found == m_painted.rend() ? nullptr : &*found;
}

void ShardMap::goInto(const QStringList& path)
{
    const ShardNode* node = nodeAt(path);
    zoomTo(node != nullptr && node->children.empty() ? path.mid(0, path.size() - 1) : path);
}

void ShardMap::goOut()
{
    if (!m_zoom.isEmpty()) {
        const QStringList left = m_zoom;
        zoomTo(m_zoom.mid(0, m_zoom.size() - 1));
        choose(left);
    }
}

void ShardMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        if (const Painted* painted = paintedAt(event->position())) {
            choose(painted->path);
        }
    } else if (event->button() == Qt::BackButton) {
        goOut();
    }
}

void ShardMap::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const Painted* painted = paintedAt(event->position())) {
        goInto(painted->path);
    }
}

void ShardMap::wheelEvent(QWheelEvent* event)
{
    const Painted* painted = paintedAt(event->position());
    if (event->angleDelta().y() < 0) {
        goOut();
    } else if (painted != nullptr && painted->path.size() > m_zoom.size()) {
        goInto(painted->path.mid(0, m_zoom.size() + 1));
    }
    event->accept();
}

void ShardMap::moveAmongSiblings(int step)
{
    const QStringList parentPath = m_chosen.size() > m_zoom.size() ? m_chosen.mid(0, m_chosen.size() - 1) : m_zoom;
    const ShardNode* parent = nodeAt(parentPath);
    if (parent == nullptr || parent->children.empty()) {
        return;
    }
    const auto& siblings = parent->children;
    const auto now = std::find_if(siblings.begin(), siblings.end(),
                                  [&](const ShardNode& n) { return m_chosen == parentPath + QStringList(n.id); });
    const auto count = std::ptrdiff_t(siblings.size());
    const auto next = now == siblings.end() ? 0 : ((now - siblings.begin()) + step + count) % count;
    choose(parentPath + QStringList(siblings[std::size_t(next)].id));
}

void ShardMap::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        moveAmongSiblings(-1);
        break;
    case Qt::Key_Right:
    case Qt::Key_Down:
        moveAmongSiblings(1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        goInto(m_chosen);
        break;
    case Qt::Key_Backspace:
    case Qt::Key_Escape:
        goOut();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool ShardMap::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Painted* painted = paintedAt(help->pos());
        const ShardNode* node = painted == nullptr ? nullptr : nodeAt(painted->path);
        QToolTip::showText(help->globalPos(), node == nullptr ? QString() : node->detail, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace firstlight::ui
