// A "precompiled charsmap": what sentencepiece compiles its normalization rules to. Immutable, thread-safe.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class Charsmap
{
public:
    struct Rule {
        std::size_t length = 0; // bytes that it replaces
        std::string_view replacement;
    };

    // `blob`: the size of a double array (32 bits, little-endian), the array, the replacements, each ended by a zero.
    // InvalidArgument: it is none of that.
    static absl::StatusOr<Charsmap> parse(std::string_view blob);

    // The rule for the longest or the shortest beginning of `text` that has one.
    std::optional<Rule> longest(std::string_view text) const;
    std::optional<Rule> shortest(std::string_view text) const;

    // Whether a rule may begin with this byte.
    bool mayBegin(char byte) const { return m_first[static_cast<unsigned char>(byte)]; }

private:
    template <typename Visit>
    void forEachRule(std::string_view text, Visit visit) const;
    std::string_view replacementAt(std::size_t at) const;

    std::vector<std::uint32_t> m_units;
    std::string m_replacements;
    std::vector<bool> m_first = std::vector<bool>(256);
};

} // namespace firstlight::model
