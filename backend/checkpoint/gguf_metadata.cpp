#include "backend/checkpoint/gguf_metadata.h"

namespace firstlight::checkpoint {

template <typename T>
const T* GgufMetadata::as(std::string_view key) const
{
    const auto place = values.find(key);
    return place == values.end() ? nullptr : std::get_if<T>(&place->second.content);
}

std::optional<std::int64_t> GgufMetadata::integer(std::string_view key) const
{
    const auto* value = as<std::int64_t>(key);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<double> GgufMetadata::real(std::string_view key) const
{
    if (const auto* value = as<double>(key); value != nullptr) {
        return *value;
    }
    const auto* whole = as<std::int64_t>(key);
    return whole == nullptr ? std::nullopt : std::optional(static_cast<double>(*whole));
}

std::optional<bool> GgufMetadata::boolean(std::string_view key) const
{
    const auto* value = as<bool>(key);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

std::string GgufMetadata::text(std::string_view key) const
{
    const auto* value = as<std::string>(key);
    return value == nullptr ? std::string() : *value;
}

const std::vector<std::int64_t>* GgufMetadata::integers(std::string_view key) const
{
    return as<std::vector<std::int64_t>>(key);
}

const std::vector<double>* GgufMetadata::reals(std::string_view key) const
{
    return as<std::vector<double>>(key);
}

const std::vector<std::string>* GgufMetadata::texts(std::string_view key) const
{
    return as<std::vector<std::string>>(key);
}

std::string GgufMetadata::modelKey(std::string_view key) const
{
    std::string full = architecture();
    full += '.';
    full += key;
    return full;
}

} // namespace firstlight::checkpoint
