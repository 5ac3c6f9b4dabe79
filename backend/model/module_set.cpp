#include "backend/model/module_set.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace firstlight::model {
namespace {

constexpr std::size_t kMostPatterns = 10'000;
constexpr std::size_t kMostNames = 1'000'000;

bool isPlain(std::string_view pattern)
{
    return !pattern.starts_with("re:") && pattern.find('*') == std::string_view::npos;
}

} // namespace

void ModuleSet::add(std::string_view pattern)
{
    m_hasNumbers = m_hasNumbers || pattern.find_first_of("0123456789") != std::string_view::npos;
    const bool plain = isPlain(pattern);
    if (plain && m_names.size() < kMostNames) {
        m_names.insert(std::string(pattern));
    }
    // A name of one part ("lm_head", "gate") means such a module wherever it is.
    const bool anywhere = plain && pattern.find('.') == std::string_view::npos;
    if ((!plain || anywhere) && m_patterns.size() < kMostPatterns) {
        m_patterns.emplace_back(anywhere ? "*." + std::string(pattern) : std::string(pattern));
    }
}

void ModuleSet::addAll(const nlohmann::json& list)
{
    if (!list.is_array()) {
        return;
    }
    for (const nlohmann::json& item : list) {
        if (item.is_string()) {
            add(item.get_ref<const std::string&>());
        }
    }
}

bool ModuleSet::contains(std::string_view module) const
{
    for (std::string_view part = module; !part.empty();) {
        if (m_names.contains(part)) {
            return true;
        }
        const auto dot = part.rfind('.');
        part = dot == std::string_view::npos ? std::string_view() : part.substr(0, dot);
    }
    return std::any_of(m_patterns.begin(), m_patterns.end(),
                       [&](const ModulePattern& pattern) { return pattern.matches(module); });
}

} // namespace firstlight::model
