#include "ui/models/console_settings.h"

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr char kTheme[] = "look/theme";
constexpr char kLanguage[] = "look/language";
constexpr char kUnits[] = "look/units";
constexpr char kController[] = "controller/kind";
constexpr char kAddress[] = "controller/address";
constexpr char kTokenFile[] = "controller/tokenFile";
constexpr char kNodes[] = "controller/nodes";
constexpr char kCheckpoint[] = "session/checkpoint";

constexpr int kDefaultNodes = 2;
constexpr int kMaxNodes = 16;

// What a settings file says may be of another version or written by hand.
template <class Enum>
Enum enumOf(const QVariant& value, Enum last)
{
    const int number = value.toInt();
    return number >= 0 && number <= static_cast<int>(last) ? static_cast<Enum>(number) : Enum{};
}

} // namespace

ConsoleSettings::ConsoleSettings(QSettings* store, QObject* parent) : QObject(parent), m_store(store) {}

void ConsoleSettings::write(const char* key, const QVariant& value, void (ConsoleSettings::*signal)())
{
    if (m_store->value(QLatin1String(key)) != value) {
        m_store->setValue(QLatin1String(key), value);
        (this->*signal)();
    }
}

ThemeChoice ConsoleSettings::theme() const
{
    return enumOf(m_store->value(QLatin1String(kTheme)), ThemeChoice::Dark);
}

void ConsoleSettings::setTheme(ThemeChoice choice)
{
    write(kTheme, static_cast<int>(choice), &ConsoleSettings::changed);
}

QString ConsoleSettings::language() const
{
    return m_store->value(QLatin1String(kLanguage)).toString();
}

void ConsoleSettings::setLanguage(const QString& code)
{
    write(kLanguage, code, &ConsoleSettings::changed);
}

ByteUnits ConsoleSettings::units() const
{
    return enumOf(m_store->value(QLatin1String(kUnits)), ByteUnits::Decimal);
}

void ConsoleSettings::setUnits(ByteUnits units)
{
    write(kUnits, static_cast<int>(units), &ConsoleSettings::changed);
}

ControllerChoice ConsoleSettings::controller() const
{
    return enumOf(m_store->value(QLatin1String(kController)), ControllerChoice::Address);
}

void ConsoleSettings::setController(ControllerChoice choice)
{
    write(kController, static_cast<int>(choice), &ConsoleSettings::controllerChanged);
}

QString ConsoleSettings::controllerAddress() const
{
    return m_store->value(QLatin1String(kAddress)).toString();
}

void ConsoleSettings::setControllerAddress(const QString& address)
{
    write(kAddress, address, &ConsoleSettings::controllerChanged);
}

QString ConsoleSettings::tokenFile() const
{
    return m_store->value(QLatin1String(kTokenFile)).toString();
}

void ConsoleSettings::setTokenFile(const QString& path)
{
    write(kTokenFile, path, &ConsoleSettings::controllerChanged);
}

int ConsoleSettings::nodeCount() const
{
    return std::clamp(m_store->value(QLatin1String(kNodes), kDefaultNodes).toInt(), 1, kMaxNodes);
}

void ConsoleSettings::setNodeCount(int count)
{
    write(kNodes, count, &ConsoleSettings::controllerChanged);
}

QString ConsoleSettings::lastCheckpoint() const
{
    return m_store->value(QLatin1String(kCheckpoint)).toString();
}

void ConsoleSettings::setLastCheckpoint(const QString& path)
{
    m_store->setValue(QLatin1String(kCheckpoint), path);
}

} // namespace firstlight::ui
