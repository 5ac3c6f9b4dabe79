// The model of a tokenizer: it turns a piece of text into token ids. Immutable and thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstlight::model {

class TokenModel
{
public:
    virtual ~TokenModel() = default;

    // Adds the ids of `piece` (not empty) to `out`.
    virtual void encode(std::string_view piece, std::vector<std::int32_t>& out) const = 0;

    virtual std::optional<std::string> tokenOf(std::int32_t id) const = 0; // as the file writes it
    virtual std::int32_t idOf(std::string_view token) const = 0;           // -1: none
    virtual std::int32_t size() const = 0;                                 // highest id + 1
};

} // namespace firstlight::model
