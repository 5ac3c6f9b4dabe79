// Asks once before something is lost. Does not block: the answer comes to `confirmed`; the safe button is the default.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace firstlight::ui {

struct Confirmation {
    QString objectName; // of the message box; its buttons are "confirm" and "cancel"
    QString question;
    QString consequence; // what will be lost
    QString actionWord;  // on the button that does it
};

void askBefore(QWidget* parent, const Confirmation& confirmation, std::function<void()> confirmed);

} // namespace firstlight::ui
