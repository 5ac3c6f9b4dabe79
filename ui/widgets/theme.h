// Every colour of the console, read from a token file in resources/themes: light and dark are the same code.
#pragma once

#include "ui/client/checkpoint_values.h"
#include "ui/client/connection.h"
#include "ui/client/deployment_values.h"
#include "ui/models/launch_progress.h"

#include <QColor>
#include <QMap>

#include <optional>

namespace firstlight::ui {

enum class ColorToken {
    Window,
    Surface,
    SurfaceAlternate,
    Raised,
    RaisedHover,
    Border,
    FieldBorder, // of what takes input
    Text,
    TextMuted,
    TextDisabled,
    Accent,
    AccentHover,
    AccentText,
    Selection,
    SelectionText,
    Focus,
    Link,
    Good,
    GoodBackground,
    Warning,
    WarningBackground,
    Bad,
    BadBackground,
    Info,
    InfoBackground,
    ChartGrid,
    ChartAxis,
    SpecialToken,
    SpecialTokenBackground,
    ImageTokenBackground,
};

// How a state is meant; shown with its word and icon, never by colour alone.
enum class Tone { Neutral, Info, Good, Warning, Bad };

class Theme
{
public:
    // nullopt, and what is wrong in `error`, when a token is missing or is no colour.
    static std::optional<Theme> fromJson(const QByteArray& json, QString* error = nullptr);
    // "light" or "dark", from the embedded files.
    static Theme builtIn(const QString& name);

    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] bool isDark() const;

    [[nodiscard]] QColor color(ColorToken token) const { return m_colors.value(token); }
    [[nodiscard]] QColor memoryClassColor(MemoryClass memoryClass) const { return m_memory.value(memoryClass); }
    // Reserved and other process are drawn hatched, so that they are told apart without colour.
    [[nodiscard]] static bool isHatched(MemoryClass memoryClass);
    [[nodiscard]] QColor phaseColor(LaunchPhase phase) const;
    [[nodiscard]] QColor toneColor(Tone tone) const;
    [[nodiscard]] QColor toneBackground(Tone tone) const;
    // The perceptually even scale, 0 to 1.
    [[nodiscard]] QColor heat(double share) const;

    // Replaces each "@token@" of a style sheet by its colour.
    [[nodiscard]] QString fillIn(QString styleSheet) const;

    static const QMap<ColorToken, QString>& tokenNames();

private:
    QString m_name;
    QMap<ColorToken, QColor> m_colors;
    QMap<MemoryClass, QColor> m_memory;
    QMap<LaunchPhase, QColor> m_phases;
    QList<QColor> m_heat;
};

[[nodiscard]] Tone severityTone(Severity severity);
[[nodiscard]] Tone nodeStateTone(NodeState state);
[[nodiscard]] Tone rankStateTone(RankState state);
[[nodiscard]] Tone verdictTone(VerdictState state);
[[nodiscard]] Tone connectionTone(ConnectionPhase phase);
[[nodiscard]] Tone stageTone(Stage stage);

// The icon that goes with a tone: "info", "ok", "warning", "error"; empty for Neutral.
[[nodiscard]] QString toneIcon(Tone tone);

// As WCAG 2 defines it, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

} // namespace firstlight::ui
