#include "backend/base/text.h"

#include <nlohmann/json.hpp>

namespace firstlight::base {

std::string_view cutText(std::string_view text, std::size_t most)
{
    if (text.size() <= most) {
        return text;
    }
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) {
        --most;
    }
    return text.substr(0, most);
}

std::string validText(std::string_view text)
{
    const nlohmann::json value = std::string(text);
    return nlohmann::json::parse(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        .get<std::string>();
}

} // namespace firstlight::base
