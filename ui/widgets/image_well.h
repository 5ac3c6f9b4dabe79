// The pictures that go with the next question: thumbnails in their order, to be moved (drag, Alt+Left, Alt+Right) and
// removed (Delete, or the button on hover).
#pragma once

#include "ui/models/image_intake.h"
#include "ui/widgets/look.h"

#include <QListWidget>

namespace firstlight::ui {

class ImageWell : public QListWidget
{
    Q_OBJECT

public:
    explicit ImageWell(Look* look, QWidget* parent = nullptr);

    void add(const ChatImage& image);
    // The pictures in their present order; the well is empty afterwards.
    [[nodiscard]] std::vector<ChatImage> takeAll();
    [[nodiscard]] bool isEmpty() const { return count() == 0; }
    [[nodiscard]] QStringList names() const; // in order
    void moveCurrent(int by);
    void removeCurrent();
    void retranslate();

signals:
    void contentChanged();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] const ChatImage& imageAt(int row) const;
    [[nodiscard]] QRect crossOf(int row) const; // where a click removes the picture
    [[nodiscard]] QIcon iconOf(const ChatImage& image) const;
    void refreshIcons();

    Look* m_look;
    QHash<int, ChatImage> m_images; // by the key in the item: items travel through drags, pictures do not
    int m_nextKey = 0;
};

} // namespace firstlight::ui
