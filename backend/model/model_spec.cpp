#include "backend/model/model_spec.h"

#include <array>
#include <utility>

namespace firstlight::model {
namespace {

constexpr std::array<std::pair<SplitRule, std::string_view>, 8> kSplitRules{{ // in the order of the enumeration
    {SplitRule::kReplicate, "replicate"},
    {SplitRule::kColumn, "column"},
    {SplitRule::kRow, "row"},
    {SplitRule::kHeads, "heads"},
    {SplitRule::kKvHeads, "kv_heads"},
    {SplitRule::kVocab, "vocab"},
    {SplitRule::kExpertColumn, "expert_column"},
    {SplitRule::kExpertRow, "expert_row"},
}};

} // namespace

std::optional<SplitRule> splitRuleFromName(std::string_view name)
{
    for (const auto& [value, text] : kSplitRules) {
        if (text == name) {
            return value;
        }
    }
    return std::nullopt;
}

std::string_view splitRuleName(SplitRule rule)
{
    return kSplitRules[static_cast<std::size_t>(rule)].second;
}

} // namespace firstlight::model
