#include "ui/client/text_template.h"

namespace firstlight::ui {
namespace {

// The next "{name}" from `from` on; close < 0: none.
struct Place {
    qsizetype open = -1;
    qsizetype close = -1;

    [[nodiscard]] QString nameIn(const QString& pattern) const { return pattern.mid(open + 1, close - open - 1); }
};

Place nextPlace(const QString& pattern, qsizetype from)
{
    const qsizetype open = pattern.indexOf(u'{', from);
    return {open, open < 0 ? -1 : pattern.indexOf(u'}', open)};
}

} // namespace

QString fillIn(const QString& pattern, const QMap<QString, QString>& values)
{
    QString text;
    qsizetype from = 0;
    for (Place place = nextPlace(pattern, 0); place.close >= 0; place = nextPlace(pattern, from)) {
        const auto value = values.constFind(place.nameIn(pattern));
        text += pattern.mid(from, place.open - from);
        text += value == values.cend() ? pattern.mid(place.open, place.close - place.open + 1) : *value;
        from = place.close + 1;
    }
    return text + pattern.mid(from);
}

// Each place ends where the words after it are found first; the last words stand at the very end.
std::optional<QMap<QString, QString>> readBack(const QString& pattern, const QString& text)
{
    Place place = nextPlace(pattern, 0);
    if (place.close < 0) {
        return pattern == text ? std::optional(QMap<QString, QString>()) : std::nullopt;
    }
    if (!text.startsWith(QStringView(pattern).left(place.open))) {
        return std::nullopt;
    }
    QMap<QString, QString> values;
    qsizetype at = place.open;
    while (place.close >= 0) {
        const Place next = nextPlace(pattern, place.close + 1);
        const bool last = next.close < 0;
        const QString words = pattern.mid(place.close + 1, last ? -1 : next.open - place.close - 1);
        const bool endsRight = !last || text.endsWith(words);
        const qsizetype end = last ? text.size() - words.size() : text.indexOf(words, at + 1);
        if (!endsRight || end <= at) {
            return std::nullopt;
        }
        values.insert(place.nameIn(pattern), text.mid(at, end - at));
        at = end + words.size();
        place = next;
    }
    return values;
}

} // namespace firstlight::ui
