// A zoomable treemap of anything that has bytes: area is bytes, colour is what the owner of the tree says.
//
// Double click, Enter or the wheel goes into a part; Backspace or Escape goes out; arrow keys move among siblings.
// Painting stops at parts that are smaller than a few pixels, so its cost depends on the window, not on the tree.
#pragma once

#include "ui/widgets/look.h"

#include <QPixmap>
#include <QWidget>

#include <vector>

namespace firstlight::ui {

struct ShardNode {
    QString id; // unique among siblings
    QString label;
    QString detail;    // shown when pointed at
    double weight = 0; // of a leaf; for others the sum is taken, see sumWeights()
    QColor color;
    std::vector<ShardNode> children;
};

// Sets the weight of every inner node to the sum of its children; returns the total.
double sumWeights(ShardNode& node);

class ShardMap : public QWidget
{
    Q_OBJECT

public:
    explicit ShardMap(Look* look, QWidget* parent = nullptr);

    // Keeps the zoom and the choice where their paths still exist.
    void setRoot(ShardNode root);
    [[nodiscard]] const ShardNode& root() const { return m_root; }

    // Paths are ids from the root's child downward; empty: the root.
    [[nodiscard]] QStringList zoomPath() const { return m_zoom; }
    void zoomTo(const QStringList& path);
    [[nodiscard]] QStringList chosenPath() const { return m_chosen; }
    void choose(const QStringList& path);
    [[nodiscard]] const ShardNode* nodeAt(const QStringList& path) const; // nullptr: no such path

    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

signals:
    void zoomChanged(const QStringList& path);
    void chosenChanged(const QStringList& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    // What is on the screen, deepest last within each branch; found again by position.
    struct Painted {
        QStringList path;
        QRectF rectangle;
    };

    void invalidate();
    void paintNode(QPainter& painter, const ShardNode& node, const QStringList& path, const QRectF& area, int depth);
    void paintLeaf(QPainter& painter, const ShardNode& node, const QRectF& area) const;
    void paintHeader(QPainter& painter, const ShardNode& node, const QRectF& area, int depth) const;
    [[nodiscard]] const Painted* paintedAt(const QPointF& position) const;
    void goInto(const QStringList& path);
    void goOut();
    void moveAmongSiblings(int step);
    [[nodiscard]] QStringList existing(const QStringList& path) const;

    Look* m_look;
    ShardNode m_root;
    QStringList m_zoom;
    QStringList m_chosen;
    std::vector<Painted> m_painted;
    QPixmap m_cache;
};

} // namespace firstlight::ui
