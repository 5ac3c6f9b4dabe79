#include "ui/models/formatting.h"

#include <QDateTime>

#include <array>
#include <cmath>

namespace firstlight::ui {
namespace {

using namespace std::chrono_literals;

constexpr int kSignificantFigures = 3;

QDateTime localTime(TimePoint time)
{
    using std::chrono::duration_cast;
    return QDateTime::fromMSecsSinceEpoch(duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

// Rounded to three significant figures, e.g. 1023.6 -> 1020.
double rounded(double value)
{
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (kSignificantFigures - 1));
    return std::round(value / step) * step;
}

} // namespace

Formatter::Formatter(const QLocale& locale, ByteUnits units) : m_locale(locale), m_units(units) {}

QString Formatter::significant(double value) const
{
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    const double number = rounded(value);
    const int magnitude = number == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(number)) + 1e-9));
    const int decimals = number == 0 ? 0 : std::clamp(kSignificantFigures - 1 - magnitude, 0, 9);
    return m_locale.toString(number, 'f', decimals);
}

QString Formatter::count(std::int64_t value) const
{
    return m_locale.toString(static_cast<qlonglong>(value));
}

QString Formatter::shortCount(std::int64_t value) const
{
    struct Step {
        double size;
        const char* suffix;
    };
    static constexpr std::array steps = {Step{1e12, "T"}, Step{1e9, "B"}, Step{1e6, "M"}, Step{1e3, "k"}};
    const double number = rounded(static_cast<double>(value));
    for (const Step& step : steps) {
        if (std::abs(number) >= step.size) {
            return QStringLiteral("%1 %2").arg(significant(number / step.size), QLatin1String(step.suffix));
        }
    }
    return count(value);
}

QString Formatter::percent(double value) const
{
    return tr("%1 %", "a percentage").arg(significant(value));
}

Formatter::ByteScale Formatter::byteScale(double largest) const
{
    static constexpr std::array binary = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    static constexpr std::array decimal = {"B", "kB", "MB", "GB", "TB", "PB"};
    const double base = m_units == ByteUnits::Binary ? 1024.0 : 1000.0;
    const auto& names = m_units == ByteUnits::Binary ? binary : decimal;
    std::size_t index = 0;
    double scale = 1;
    // From 1000 on the next unit, or three figures would hide that 1024 KiB are 1 MiB.
    while (index + 1 < names.size() && rounded(std::abs(largest) / scale) >= 1000) {
        scale *= base;
        ++index;
    }
    return {QString::fromLatin1(names.at(index)), scale};
}

QString Formatter::bytes(std::int64_t value) const
{
    const ByteScale scale = byteScale(static_cast<double>(value));
    return QStringLiteral("%1 %2").arg(significant(static_cast<double>(value) / scale.bytes), scale.unit);
}

QString Formatter::exactBytes(std::int64_t value) const
{
    return tr("%1 bytes").arg(count(value));
}

QString Formatter::bytesPerSecond(double value) const
{
    const ByteScale scale = byteScale(value);
    return QStringLiteral("%1 %2/s").arg(significant(value / scale.bytes), scale.unit);
}

QString Formatter::duration(std::chrono::nanoseconds value) const
{
    const double ns = static_cast<double>(value.count());
    if (value == 0ns) {
        return tr("%1 s").arg(count(0));
    }
    if (value < 1us) {
        return tr("%1 ns").arg(significant(ns));
    }
    if (value < 1ms) {
        return tr("%1 µs").arg(significant(ns / 1e3));
    }
    if (value < 1s) {
        return tr("%1 ms").arg(significant(ns / 1e6));
    }
    if (value < 60s) {
        return tr("%1 s").arg(significant(ns / 1e9));
    }
    const auto seconds = std::chrono::round<std::chrono::seconds>(value).count();
    const auto twoDigits = [](std::int64_t n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600) {
        return tr("%1 min %2 s").arg(count(seconds / 60), twoDigits(seconds % 60));
    }
    return tr("%1 h %2 min").arg(count(seconds / 3600), twoDigits(seconds / 60 % 60));
}

QString Formatter::age(TimePoint at, TimePoint now) const
{
    if (!isKnown(at)) {
        return tr("unknown", "age of a value");
    }
    if (now - at < 1s) {
        return tr("now", "age of a value");
    }
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now - at);
    return seconds < 60s ? tr("%1 s ago").arg(count(seconds.count())) : tr("%1 ago").arg(duration(seconds));
}

QString Formatter::clockTime(TimePoint time) const
{
    return isKnown(time) ? localTime(time).toString(QStringLiteral("HH:mm:ss.zzz")) : QStringLiteral("–");
}

QString Formatter::shortTime(TimePoint time) const
{
    return isKnown(time) ? localTime(time).toString(QStringLiteral("HH:mm")) : QStringLiteral("–");
}

QString Formatter::dateTime(TimePoint time) const
{
    return isKnown(time) ? localTime(time).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : QStringLiteral("–");
}

} // namespace firstlight::ui
