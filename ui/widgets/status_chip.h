// A state as icon, word and tint.
#pragma once

#include "ui/widgets/look.h"

#include <QFrame>

class QLabel;

namespace firstlight::ui {

class StatusChip : public QFrame
{
    Q_OBJECT

public:
    explicit StatusChip(Look* look, QWidget* parent = nullptr);

    void setState(Tone tone, const QString& word);
    void setState(Tone tone, const QString& word, const QString& icon);
    [[nodiscard]] QString word() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

private:
    void refresh();

    Look* m_look;
    QLabel* m_icon;
    QLabel* m_word;
    QString m_iconName;
    Tone m_tone = Tone::Neutral;
};

} // namespace firstlight::ui
