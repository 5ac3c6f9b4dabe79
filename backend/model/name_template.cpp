#include "backend/model/name_template.h"

#include <algorithm>
#include <charconv>

namespace firstlight::model {
namespace {

bool isNumber(std::string_view part)
{
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <typename Visitor>
void forEachPart(std::string_view name, Visitor visit)
{
    while (true) {
        const auto dot = name.find('.');
        if (!visit(name.substr(0, dot)) || dot == std::string_view::npos) {
            return;
        }
        name.remove_prefix(dot + 1);
    }
}

} // namespace

std::string nameTemplate(std::string_view name)
{
    std::string result;
    result.reserve(name.size());
    bool first = true;
    forEachPart(name, [&](std::string_view part) {
        result += first ? "" : ".";
        first = false;
        result += isNumber(part) ? std::string_view("*") : part;
        return true;
    });
    return result;
}

int firstNumber(std::string_view name)
{
    int number = -1;
    forEachPart(name, [&](std::string_view part) {
        if (!isNumber(part)) {
            return true;
        }
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
        number = error == std::errc() ? number : -1;
        return false;
    });
    return number;
}

} // namespace firstlight::model
