#include "ui/shell/stale_veil.h"

#include <QEvent>
#include <QPainter>

namespace firstlight::ui {
namespace {

constexpr int kOpacity = 130; // of 255

} // namespace

StaleVeil::StaleVeil(Look* look, QWidget* covered) : QWidget(covered), m_look(look)
{
    setObjectName(QStringLiteral("staleVeil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    covered->installEventFilter(this);
    hide();
}

void StaleVeil::setStale(bool stale)
{
    setGeometry(parentWidget()->rect());
    setVisible(stale);
    raise();
}

void StaleVeil::paintEvent(QPaintEvent*)
{
    QColor grey = m_look->color(ColorToken::Window);
    grey.setAlpha(kOpacity);
    QPainter(this).fillRect(rect(), grey);
}

bool StaleVeil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace firstlight::ui
