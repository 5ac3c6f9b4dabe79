// Greys what lies below while it is out of date. Lets every click through.
#pragma once

#include "ui/widgets/look.h"

#include <QWidget>

namespace firstlight::ui {

class StaleVeil : public QWidget
{
    Q_OBJECT

public:
    // Covers `covered`, whatever its size.
    StaleVeil(Look* look, QWidget* covered);

    void setStale(bool stale);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Look* m_look;
};

} // namespace firstlight::ui
