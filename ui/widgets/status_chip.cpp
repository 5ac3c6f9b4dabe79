#include "ui/widgets/status_chip.h"

#include <QHBoxLayout>
#include <QLabel>

namespace firstlight::ui {

StatusChip::StatusChip(Look* look, QWidget* parent)
    : QFrame(parent), m_look(look), m_icon(new QLabel(this)), m_word(new QLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(4);
    layout->addWidget(m_icon);
    layout->addWidget(m_word);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(look, &Look::changed, this, &StatusChip::refresh);
    refresh();
}

void StatusChip::setState(Tone tone, const QString& word)
{
    setState(tone, word, toneIcon(tone));
}

void StatusChip::setState(Tone tone, const QString& word, const QString& icon)
{
    m_tone = tone;
    m_iconName = icon;
    m_word->setText(word);
    setAccessibleName(word);
    refresh();
}

QString StatusChip::word() const
{
    return m_word->text();
}

void StatusChip::refresh()
{
    const Theme& theme = m_look->theme();
    const QColor color = theme.toneColor(m_tone);
    setStyleSheet(
        QStringLiteral("firstlight--ui--StatusChip { background: %1; border-radius: 4px; } QLabel { color: %2; }")
            .arg(theme.toneBackground(m_tone).name(), color.name()));
    m_icon->setVisible(!m_iconName.isEmpty());
    if (!m_iconName.isEmpty()) {
        m_icon->setPixmap(m_look->pixmap(m_iconName, 16, color, devicePixelRatioF()));
    }
}

} // namespace firstlight::ui
