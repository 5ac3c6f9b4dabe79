// How things look right now: theme, icons tinted by it, the four text sizes, the number format. One object, made by
// the composition root and handed to every window and page; changed() says "paint again".
#pragma once

#include "ui/models/formatting.h"
#include "ui/widgets/theme.h"

#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>

namespace firstlight::ui {

enum class TextSize { Small = 9, Base = 10, Large = 12, Title = 16 }; // points

class Look : public QObject
{
    Q_OBJECT

public:
    explicit Look(Theme theme, Formatter formatter, QObject* parent = nullptr);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const Formatter& formatter() const { return m_formatter; }
    [[nodiscard]] QColor color(ColorToken token) const { return m_theme.color(token); }

    void setTheme(Theme theme);
    void setFormatter(Formatter formatter);

    // An own SVG of resources/icons by its name without ending, in the text colour (accent when on, grey when off).
    [[nodiscard]] QIcon icon(const QString& name) const;
    [[nodiscard]] QPixmap pixmap(const QString& name, int size, const QColor& color, qreal ratio = 1) const;

    [[nodiscard]] static QFont font(TextSize size, QFont::Weight weight = QFont::Normal); // tabular figures
    [[nodiscard]] static QFont monospace(TextSize size = TextSize::Small);

signals:
    void changed();

private:
    Theme m_theme;
    Formatter m_formatter;
    mutable QHash<QString, QIcon> m_icons;
};

} // namespace firstlight::ui
