#include "ui/widgets/theme.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace firstlight::ui {
namespace {

const QMap<MemoryClass, QString>& memoryNames()
{
    static const QMap<MemoryClass, QString> names = {
        {MemoryClass::Weights, QStringLiteral("weights")},
        {MemoryClass::KvCache, QStringLiteral("kv_cache")},
        {MemoryClass::State, QStringLiteral("state")},
        {MemoryClass::Activations, QStringLiteral("activations")},
        {MemoryClass::Workspace, QStringLiteral("workspace")},
        {MemoryClass::Comm, QStringLiteral("comm")},
        {MemoryClass::Vision, QStringLiteral("vision")},
        {MemoryClass::Graphs, QStringLiteral("graphs")},
        {MemoryClass::Reserved, QStringLiteral("reserved")},
        {MemoryClass::OtherProcess, QStringLiteral("other_process")},
    };
    return names;
}

const QMap<LaunchPhase, QString>& phaseNames()
{
    static const QMap<LaunchPhase, QString> names = {
        {LaunchPhase::Prepare, QStringLiteral("prepare")}, {LaunchPhase::Connect, QStringLiteral("connect")},
        {LaunchPhase::Read, QStringLiteral("read")},       {LaunchPhase::Allocate, QStringLiteral("allocate")},
        {LaunchPhase::Load, QStringLiteral("load")},       {LaunchPhase::WarmUp, QStringLiteral("warmUp")},
        {LaunchPhase::Probe, QStringLiteral("probe")},     {LaunchPhase::Serving, QStringLiteral("serving")},
        {LaunchPhase::Failed, QStringLiteral("failed")},
    };
    return names;
}

QByteArray readResource(const QString& path)
{
    QFile file(path);
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT(opened);
    return file.readAll();
}

// Reads the colours of one section; the name of the first one that is missing or invalid goes to `bad`.
template <class Key>
QMap<Key, QColor> readColors(const QJsonObject& section, const QMap<Key, QString>& names, QString& bad)
{
    QMap<Key, QColor> colors;
    for (auto it = names.begin(); it != names.end(); ++it) {
        const QColor color(section.value(it.value()).toString());
        if (!color.isValid() && bad.isEmpty()) {
            bad = it.value();
        }
        colors.insert(it.key(), color);
    }
    return colors;
}

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const QMap<ColorToken, QString>& Theme::tokenNames()
{
    static const QMap<ColorToken, QString> names = {
        {ColorToken::Window, QStringLiteral("window")},
        {ColorToken::Surface, QStringLiteral("surface")},
        {ColorToken::SurfaceAlternate, QStringLiteral("surfaceAlternate")},
        {ColorToken::Raised, QStringLiteral("raised")},
        {ColorToken::RaisedHover, QStringLiteral("raisedHover")},
        {ColorToken::Border, QStringLiteral("border")},
        {ColorToken::FieldBorder, QStringLiteral("fieldBorder")},
        {ColorToken::Text, QStringLiteral("text")},
        {ColorToken::TextMuted, QStringLiteral("textMuted")},
        {ColorToken::TextDisabled, QStringLiteral("textDisabled")},
        {ColorToken::Accent, QStringLiteral("accent")},
        {ColorToken::AccentHover, QStringLiteral("accentHover")},
        {ColorToken::AccentText, QStringLiteral("accentText")},
        {ColorToken::Selection, QStringLiteral("selection")},
        {ColorToken::SelectionText, QStringLiteral("selectionText")},
        {ColorToken::Focus, QStringLiteral("focus")},
        {ColorToken::Link, QStringLiteral("link")},
        {ColorToken::Good, QStringLiteral("good")},
        {ColorToken::GoodBackground, QStringLiteral("goodBackground")},
        {ColorToken::Warning, QStringLiteral("warning")},
        {ColorToken::WarningBackground, QStringLiteral("warningBackground")},
        {ColorToken::Bad, QStringLiteral("bad")},
        {ColorToken::BadBackground, QStringLiteral("badBackground")},
        {ColorToken::Info, QStringLiteral("info")},
        {ColorToken::InfoBackground, QStringLiteral("infoBackground")},
        {ColorToken::ChartGrid, QStringLiteral("chartGrid")},
        {ColorToken::ChartAxis, QStringLiteral("chartAxis")},
        {ColorToken::SpecialToken, QStringLiteral("specialToken")},
        {ColorToken::SpecialTokenBackground, QStringLiteral("specialTokenBackground")},
        {ColorToken::ImageTokenBackground, QStringLiteral("imageTokenBackground")},
    };
    return names;
}

std::optional<Theme> Theme::fromJson(const QByteArray& json, QString* error)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    Theme theme;
    QString bad;
    theme.m_name = root.value(QLatin1String("name")).toString();
    theme.m_colors = readColors(root.value(QLatin1String("colors")).toObject(), tokenNames(), bad);
    theme.m_memory = readColors(root.value(QLatin1String("memory")).toObject(), memoryNames(), bad);
    theme.m_phases = readColors(root.value(QLatin1String("phases")).toObject(), phaseNames(), bad);
    for (const QJsonValue& value : root.value(QLatin1String("heat")).toArray()) {
        theme.m_heat += QColor(value.toString());
    }
    if (theme.m_heat.size() < 2 && bad.isEmpty()) {
        bad = QStringLiteral("heat");
    }
    if (!bad.isEmpty()) {
        if (error != nullptr) {
            *error = bad;
        }
        return std::nullopt;
    }
    return theme;
}

Theme Theme::builtIn(const QString& name)
{
    const auto theme = fromJson(readResource(QStringLiteral(":/themes/%1.json").arg(name)));
    Q_ASSERT(theme.has_value());
    return *theme;
}

bool Theme::isDark() const
{
    return color(ColorToken::Window).lightness() < 128;
}

bool Theme::isHatched(MemoryClass memoryClass)
{
    return memoryClass == MemoryClass::Reserved || memoryClass == MemoryClass::OtherProcess;
}

QColor Theme::phaseColor(LaunchPhase phase) const
{
    return m_phases.value(phase);
}

QColor Theme::toneColor(Tone tone) const
{
    switch (tone) {
    case Tone::Neutral:
        return color(ColorToken::TextMuted);
    case Tone::Info:
        return color(ColorToken::Info);
    case Tone::Good:
        return color(ColorToken::Good);
    case Tone::Warning:
        return color(ColorToken::Warning);
    case Tone::Bad:
        return color(ColorToken::Bad);
    }
    return {};
}

QColor Theme::toneBackground(Tone tone) const
{
    switch (tone) {
    case Tone::Neutral:
        return color(ColorToken::SurfaceAlternate);
    case Tone::Info:
        return color(ColorToken::InfoBackground);
    case Tone::Good:
        return color(ColorToken::GoodBackground);
    case Tone::Warning:
        return color(ColorToken::WarningBackground);
    case Tone::Bad:
        return color(ColorToken::BadBackground);
    }
    return {};
}

QColor Theme::heat(double share) const
{
    const double position = std::clamp(share, 0.0, 1.0) * static_cast<double>(m_heat.size() - 1);
    const auto index = std::min(static_cast<qsizetype>(position), m_heat.size() - 2);
    const auto part = static_cast<float>(position - static_cast<double>(index));
    const QColor& a = m_heat.at(index);
    const QColor& b = m_heat.at(index + 1);
    const auto mix = [part](float x, float y) { return x + (y - x) * part; };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QString Theme::fillIn(QString styleSheet) const
{
    for (auto it = tokenNames().begin(); it != tokenNames().end(); ++it) {
        styleSheet.replace(QStringLiteral("@%1@").arg(it.value()), color(it.key()).name());
    }
    return styleSheet;
}

Tone severityTone(Severity severity)
{
    switch (severity) {
    case Severity::Warning:
        return Tone::Warning;
    case Severity::Error:
        return Tone::Bad;
    default:
        return Tone::Neutral;
    }
}

Tone nodeStateTone(NodeState state)
{
    switch (state) {
    case NodeState::Online:
        return Tone::Good;
    case NodeState::Late:
        return Tone::Warning;
    case NodeState::Lost:
        return Tone::Bad;
    case NodeState::Starting:
        return Tone::Info;
    case NodeState::Unknown:
        break;
    }
    return Tone::Neutral;
}

Tone rankStateTone(RankState state)
{
    switch (state) {
    case RankState::Running:
        return Tone::Good;
    case RankState::Late:
        return Tone::Warning;
    case RankState::Exited:
        return Tone::Bad;
    case RankState::Starting:
        return Tone::Info;
    case RankState::Unknown:
        break;
    }
    return Tone::Neutral;
}

Tone verdictTone(VerdictState state)
{
    switch (state) {
    case VerdictState::Yes:
        return Tone::Good;
    case VerdictState::Partly:
        return Tone::Warning;
    case VerdictState::No:
        return Tone::Bad;
    case VerdictState::Unknown:
        break;
    }
    return Tone::Neutral;
}

Tone connectionTone(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Online:
        return Tone::Good;
    case ConnectionPhase::Degraded:
        return Tone::Warning;
    case ConnectionPhase::Offline:
        return Tone::Bad;
    case ConnectionPhase::Connecting:
        break;
    }
    return Tone::Info;
}

Tone stageTone(Stage stage)
{
    switch (stage) {
    case Stage::Serving:
        return Tone::Good;
    case Stage::Failed:
        return Tone::Bad;
    case Stage::Draining:
        return Tone::Warning;
    case Stage::Stopped:
    case Stage::Unknown:
        return Tone::Neutral;
    default:
        return Tone::Info;
    }
}

QString toneIcon(Tone tone)
{
    switch (tone) {
    case Tone::Info:
        return QStringLiteral("info");
    case Tone::Good:
        return QStringLiteral("ok");
    case Tone::Warning:
        return QStringLiteral("warning");
    case Tone::Bad:
        return QStringLiteral("error");
    case Tone::Neutral:
        break;
    }
    return {};
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

} // namespace firstlight::ui
