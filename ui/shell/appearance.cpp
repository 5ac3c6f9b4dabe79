#include "ui/shell/appearance.h"

#include "ui/shell/console_style.h"

#include <QApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QStyleFactory>

namespace firstlight::ui {
namespace {

QString readStyleSheet()
{
    QFile file(QStringLiteral(":/themes/console.qss"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

Appearance::Appearance(QApplication* application, const ConsoleSettings* settings, Look* look, QObject* parent)
    : QObject(parent)
    , m_application(application)
    , m_settings(settings)
    , m_look(look)
    , m_systemIsDark(application->palette().color(QPalette::Window).lightness() < 128)
{
    application->setStyle(new ConsoleStyle(look));
    application->setFont(Look::font(TextSize::Base));
    connect(settings, &ConsoleSettings::changed, this, &Appearance::apply);
}

Appearance::~Appearance()
{
    m_application->removeTranslator(&m_translator);
    m_application->removeTranslator(&m_qtTranslator);
    m_application->setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); // ours looks at the Look
}

void Appearance::apply()
{
    applyLanguage();
    applyTheme();
}

QString Appearance::languageCode() const
{
    const QString chosen = m_settings->language();
    if (!chosen.isEmpty()) {
        return chosen;
    }
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Appearance::applyLanguage()
{
    const QString code = languageCode();
    m_look->setFormatter(Formatter(QLocale(code), m_settings->units()));
    if (std::exchange(m_language, code) == code) {
        return;
    }
    m_application->removeTranslator(&m_translator);
    m_application->removeTranslator(&m_qtTranslator);
    // English has a file too, for its plurals.
    if (m_translator.load(QStringLiteral(":/i18n/firstlight_%1.qm").arg(code))) {
        m_application->installTranslator(&m_translator);
    }
    if (m_qtTranslator.load(QStringLiteral("qtbase_%1").arg(code),
                            QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        m_application->installTranslator(&m_qtTranslator);
    }
}

void Appearance::applyTheme()
{
    const ThemeChoice choice = m_settings->theme();
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && m_systemIsDark);
    const Theme theme = Theme::builtIn(dark ? QStringLiteral("dark") : QStringLiteral("light"));
    m_application->setPalette(paletteOf(theme));
    m_application->setStyleSheet(theme.fillIn(readStyleSheet()));
    m_look->setTheme(theme);
}

QPalette Appearance::paletteOf(const Theme& theme)
{
    const std::pair<QPalette::ColorRole, ColorToken> roles[] = {
        {QPalette::Window, ColorToken::Window},
        {QPalette::WindowText, ColorToken::Text},
        {QPalette::Base, ColorToken::Surface},
        {QPalette::AlternateBase, ColorToken::SurfaceAlternate},
        {QPalette::Text, ColorToken::Text},
        {QPalette::PlaceholderText, ColorToken::TextMuted},
        {QPalette::Button, ColorToken::Raised},
        {QPalette::ButtonText, ColorToken::Text},
        {QPalette::BrightText, ColorToken::Bad},
        {QPalette::ToolTipBase, ColorToken::Raised},
        {QPalette::ToolTipText, ColorToken::Text},
        {QPalette::Highlight, ColorToken::Selection},
        {QPalette::HighlightedText, ColorToken::SelectionText},
        {QPalette::Link, ColorToken::Link},
        {QPalette::LinkVisited, ColorToken::Link},
        {QPalette::Light, ColorToken::Surface},
        {QPalette::Midlight, ColorToken::RaisedHover},
        {QPalette::Mid, ColorToken::Border},
        {QPalette::Dark, ColorToken::Border},
        {QPalette::Shadow, ColorToken::Border},
    };
    QPalette palette;
    for (const auto& [role, token] : roles) {
        palette.setColor(role, theme.color(token));
    }
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
        palette.setColor(QPalette::Disabled, role, theme.color(ColorToken::TextDisabled));
    }
    palette.setColor(QPalette::Disabled, QPalette::Base, theme.color(ColorToken::Window));
    return palette;
}

} // namespace firstlight::ui
