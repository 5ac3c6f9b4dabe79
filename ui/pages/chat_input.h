// Where the question is written: Enter sends, Shift+Enter breaks the line; pictures that are pasted or dropped here go
// to the picture well, everything else is text.
#pragma once

#include <QPlainTextEdit>

namespace firstlight::ui {

class ChatInput : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ChatInput(QWidget* parent = nullptr);

signals:
    void sendRequested();
    void picturesOffered(const QMimeData* data);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] bool canInsertFromMimeData(const QMimeData* data) const override;
    void insertFromMimeData(const QMimeData* data) override;
};

} // namespace firstlight::ui
