// Identities as types of their own, so that one cannot be passed for another.
#pragma once

#include <QHash>
#include <QString>

namespace firstlight::ui {

template <class Tag>
struct StrongId {
    QString value;

    [[nodiscard]] bool isEmpty() const { return value.isEmpty(); }
    friend bool operator==(const StrongId& a, const StrongId& b) { return a.value == b.value; }
    friend bool operator<(const StrongId& a, const StrongId& b) { return a.value < b.value; }
    friend std::size_t qHash(const StrongId& id, std::size_t seed = 0) { return qHash(id.value, seed); }
};

using DeploymentId = StrongId<struct DeploymentTag>;
using ChatId = StrongId<struct ChatTag>;

// "No rank" wherever a rank may be absent.
inline constexpr int kNoRank = -1;

} // namespace firstlight::ui
