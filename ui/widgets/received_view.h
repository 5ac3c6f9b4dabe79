// What the model received: the prompt as tokens with the special ones marked, and each picture after resizing with its
// grid and its number of tokens.
#pragma once

#include "ui/client/chat_values.h"
#include "ui/widgets/look.h"

#include <QWidget>

class QLabel;
class QTextEdit;
class QVBoxLayout;

namespace firstlight::ui {

class ReceivedView : public QWidget
{
    Q_OBJECT

public:
    explicit ReceivedView(Look* look, QWidget* parent = nullptr);

    void setReceived(const ChatReceived& received);
    // As plain text: runs of one token of a picture are shortened to "<|image_pad|> ×80".
    [[nodiscard]] QString promptText() const;
    [[nodiscard]] QString imageSummary(int index) const;

private:
    void refresh();
    void writeTokens();
    void writeImages();
    [[nodiscard]] QWidget* makeTiles(const ReceivedImage& image);
    [[nodiscard]] QString samplingText() const;

    Look* m_look;
    ChatReceived m_received;
    QLabel* m_sampling;
    QTextEdit* m_tokens;
    QVBoxLayout* m_images;
};

} // namespace firstlight::ui
