// Numbers, amounts and times as text: three significant figures, binary prefixes unless told otherwise, the user's
// locale. Pure functions of their arguments.
#pragma once

#include "ui/client/common_values.h"

#include <QCoreApplication>
#include <QLocale>

#include <chrono>

namespace firstlight::ui {

enum class ByteUnits { Binary, Decimal };

class Formatter
{
    Q_DECLARE_TR_FUNCTIONS(Formatter)

public:
    explicit Formatter(const QLocale& locale = QLocale::c(), ByteUnits units = ByteUnits::Binary);

    [[nodiscard]] const QLocale& locale() const { return m_locale; }
    [[nodiscard]] ByteUnits units() const { return m_units; }

    [[nodiscard]] QString significant(double value) const;      // 1234.5 -> "1,230"; 0.012345 -> "0.0123"
    [[nodiscard]] QString count(std::int64_t value) const;      // all digits, grouped
    [[nodiscard]] QString shortCount(std::int64_t value) const; // 5640000 -> "5.64 M"
    [[nodiscard]] QString percent(double value) const;          // 12.345 -> "12.3 %"
    [[nodiscard]] QString bytes(std::int64_t value) const;      // "1.25 GiB"
    [[nodiscard]] QString exactBytes(std::int64_t value) const; // "1,342,177,280 bytes"
    [[nodiscard]] QString bytesPerSecond(double value) const;
    [[nodiscard]] QString duration(std::chrono::nanoseconds value) const; // "850 ms", "12.3 s", "3 min 05 s"
    [[nodiscard]] QString age(TimePoint at, TimePoint now) const;         // "now", "3 s ago"; "unknown" without a time
    // Times are local and look the same in every language, so that they can be compared with logs.
    [[nodiscard]] QString clockTime(TimePoint time) const; // "14:03:22.123"
    [[nodiscard]] QString shortTime(TimePoint time) const; // "14:03"
    [[nodiscard]] QString dateTime(TimePoint time) const;  // "2026-03-01 14:03:22"

    // The unit that amounts up to `largest` share on an axis or in a column, and how many bytes it stands for.
    struct ByteScale {
        QString unit;
        double bytes = 1;
    };
    [[nodiscard]] ByteScale byteScale(double largest) const;

    bool operator==(const Formatter&) const = default;

private:
    QLocale m_locale;
    ByteUnits m_units;
};

} // namespace firstlight::ui
