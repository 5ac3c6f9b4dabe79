#include "ui/widgets/look.h"

#include <QFile>
#include <QFontDatabase>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <array>

namespace firstlight::ui {

Look::Look(Theme theme, Formatter formatter, QObject* parent)
    : QObject(parent), m_theme(std::move(theme)), m_formatter(std::move(formatter))
{
}

void Look::setTheme(Theme theme)
{
    m_theme = std::move(theme);
    m_icons.clear();
    emit changed();
}

void Look::setFormatter(Formatter formatter)
{
    m_formatter = std::move(formatter);
    emit changed();
}

QPixmap Look::pixmap(const QString& name, int size, const QColor& color, qreal ratio) const
{
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.fill(Qt::transparent);
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (file.open(QIODevice::ReadOnly)) {
        QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toLatin1()));
        QPainter painter(&pixmap);
        renderer.render(&painter);
    }
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

QIcon Look::icon(const QString& name) const
{
    const auto known = m_icons.constFind(name);
    if (known != m_icons.cend()) {
        return *known;
    }
    QIcon icon;
    for (const int size : {16, 20, 24, 32}) {
        for (const qreal ratio : {1.0, 2.0}) {
            const auto add = [&](ColorToken token, QIcon::Mode mode, QIcon::State state) {
                icon.addPixmap(pixmap(name, size, color(token), ratio), mode, state);
            };
            add(ColorToken::Text, QIcon::Normal, QIcon::Off);
            add(ColorToken::Accent, QIcon::Normal, QIcon::On);
            add(ColorToken::SelectionText, QIcon::Selected, QIcon::Off);
            add(ColorToken::TextDisabled, QIcon::Disabled, QIcon::Off);
        }
    }
    m_icons.insert(name, icon);
    return icon;
}

QFont Look::font(TextSize size, QFont::Weight weight)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSize(static_cast<int>(size));
    font.setWeight(weight);
    return font;
}

QFont Look::monospace(TextSize size)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSize(static_cast<int>(size));
    return font;
}

} // namespace firstlight::ui
