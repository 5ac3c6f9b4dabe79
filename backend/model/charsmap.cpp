#include "backend/model/charsmap.h"

#include "backend/model/utf8.h"

#include <algorithm>
#include <cstring>

namespace firstlight::model {

namespace {

// The units of the array, as the library "darts-clone" packs them.
constexpr std::uint32_t kIsValue = std::uint32_t{1} << 31;

bool hasValue(std::uint32_t unit)
{
    return (unit >> 8 & 1U) != 0;
}

std::uint32_t labelOf(std::uint32_t unit)
{
    return unit & (kIsValue | 0xFFU);
}

std::size_t offsetOf(std::uint32_t unit)
{
    return std::size_t{unit >> 10} << ((unit & 1U << 9) >> 6);
}

} // namespace

absl::StatusOr<Charsmap> Charsmap::parse(std::string_view blob)
{
    std::uint32_t size = 0;
    if (blob.size() < sizeof size) {
        return absl::InvalidArgumentError("the precompiled charsmap is cut off");
    }
    std::memcpy(&size, blob.data(), sizeof size);
    blob.remove_prefix(sizeof size);
    if (size > blob.size() || size == 0 || size % sizeof(std::uint32_t) != 0) {
        return absl::InvalidArgumentError("the precompiled charsmap does not have the size that it states");
    }
    Charsmap map;
    map.m_units.resize(size / sizeof(std::uint32_t));
    std::memcpy(map.m_units.data(), blob.data(), size);
    map.m_replacements = blob.substr(size);
    if (!isValidUtf8(map.m_replacements)) {
        return absl::InvalidArgumentError("the precompiled charsmap's replacements are not UTF-8 text");
    }
    const std::size_t root = offsetOf(map.m_units[0]);
    for (std::size_t byte = 0; byte < 256; ++byte) {
        const std::size_t at = root ^ byte;
        map.m_first[byte] = at < map.m_units.size() && labelOf(map.m_units[at]) == byte;
    }
    return map;
}

// Calls visit(length, place of the replacement) for each rule from the shortest on, until it returns false.
template <typename Visit>
void Charsmap::forEachRule(std::string_view text, Visit visit) const
{
    std::size_t at = offsetOf(m_units[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        at ^= byte;
        if (at >= m_units.size() || labelOf(m_units[at]) != byte) {
            return;
        }
        const std::uint32_t unit = m_units[at];
        at ^= offsetOf(unit);
        if (hasValue(unit) && at < m_units.size() && !visit(i + 1, std::size_t{m_units[at] & ~kIsValue})) {
            return;
        }
    }
}

// A place inside a character is none that a sound charsmap has.
std::string_view Charsmap::replacementAt(std::size_t at) const
{
    const std::string_view rest = std::string_view(m_replacements).substr(std::min(at, m_replacements.size()));
    const bool inside = !rest.empty() && (static_cast<unsigned char>(rest[0]) & 0xC0) == 0x80;
    return inside ? std::string_view() : rest.substr(0, rest.find('\0'));
}

std::optional<Charsmap::Rule> Charsmap::longest(std::string_view text) const
{
    std::optional<Rule> found;
    forEachRule(text, [&](std::size_t length, std::size_t at) {
        found = Rule{length, replacementAt(at)};
        return true;
    });
    return found;
}

std::optional<Charsmap::Rule> Charsmap::shortest(std::string_view text) const
{
    std::optional<Rule> found;
    forEachRule(text, [&](std::size_t length, std::size_t at) {
        found = Rule{length, replacementAt(at)};
        return false;
    });
    return found;
}

} // namespace firstlight::model
