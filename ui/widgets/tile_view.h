// A picture as the model received it: cut into numbered tiles, each with its number of tokens where that is known.
#pragma once

#include "ui/models/received_tiles.h"
#include "ui/widgets/look.h"

#include <QWidget>

namespace firstlight::ui {

class TileView : public QWidget
{
    Q_OBJECT

public:
    TileView(TileGrid grid, Look* look, QWidget* parent = nullptr);

    // "Tiles 1 to 6: 3 × 2 of 448 × 448 pixels".
    [[nodiscard]] QString caption() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintTile(QPainter& painter, int index) const;
    [[nodiscard]] QSize shownSize() const;

    const TileGrid m_grid;
    Look* m_look;
};

} // namespace firstlight::ui
