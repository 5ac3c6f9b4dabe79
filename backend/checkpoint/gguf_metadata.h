// The key-value part of a GGUF file: what the model is, and its vocabulary.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace firstlight::checkpoint {

// All signed and unsigned whole numbers of the format are std::int64_t; one that leaves it is std::uint64_t, and in a
// list its bits are kept. Lists of truth values are lists of 0 and 1. Text need not be valid UTF-8.
struct GgufValue {
    std::variant<std::int64_t, std::uint64_t, double, bool, std::string, std::vector<std::int64_t>, std::vector<double>,
                 std::vector<std::string>, std::vector<GgufValue>>
        content;
};

// Values only; safe to share between threads.
class GgufMetadata
{
public:
    std::uint32_t version = 0; // of the format: 2 or 3
    std::map<std::string, GgufValue, std::less<>> values;

    // Each is empty (or nullptr) when there is no such key or its value is of another kind.
    std::optional<std::int64_t> integer(std::string_view key) const;
    std::optional<double> real(std::string_view key) const; // also of a whole number
    std::optional<bool> boolean(std::string_view key) const;
    std::string text(std::string_view key) const; // empty: not there
    const std::vector<std::int64_t>* integers(std::string_view key) const;
    const std::vector<double>* reals(std::string_view key) const;
    const std::vector<std::string>* texts(std::string_view key) const;

    std::string architecture() const { return text("general.architecture"); }
    std::string modelKey(std::string_view key) const; // "block_count" -> "llama.block_count"

private:
    template <typename T>
    const T* as(std::string_view key) const;
};

} // namespace firstlight::checkpoint
