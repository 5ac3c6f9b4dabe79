#include "backend/model/tensor_expansion.h"

#include "backend/base/failure.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace firstlight::model {
namespace {

constexpr std::size_t kMostTensors = 2'000'000;
constexpr std::int64_t kMostSteps = 20'000'000; // of all counters together: what is left out costs time, too
constexpr std::int64_t kMostOfOneKind = 1'000'000;
constexpr std::int64_t kMostElements = std::int64_t{1} << 52; // of the model: a thousand times any that is known

// A pattern cut into fixed text and counters: "layers.{layer}.x" -> texts "layers.", ".x"; counters "layer".
struct Template {
    std::vector<std::string> texts; // one more than counters
    std::vector<std::string> counters;
};

Template cutPattern(std::string_view pattern, const Prefixes& prefixes)
{
    Template parts;
    std::string text;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        text += pattern.substr(0, open);
        if (open == std::string_view::npos) {
            break;
        }
        const auto close = pattern.find('}', open);
        const std::string_view name = pattern.substr(open + 1, close - open - 1);
        if (const auto prefix = prefixes.find(name); prefix != prefixes.end()) {
            text += prefix->second;
        } else {
            parts.texts.push_back(std::exchange(text, {}));
            parts.counters.emplace_back(name);
        }
        pattern.remove_prefix(close + 1);
    }
    parts.texts.push_back(std::move(text));
    return parts;
}

std::string fill(const Template& parts, const std::vector<std::int64_t>& numbers)
{
    std::string name = parts.texts.front();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        name += std::to_string(numbers[i]);
        name += parts.texts[i + 1];
    }
    return name;
}

std::string starred(const Template& parts)
{
    std::string text = parts.texts.front();
    for (std::size_t i = 1; i < parts.texts.size(); ++i) {
        text += "*" + parts.texts[i];
    }
    return text;
}

// Whether the checkpoint has the first tensor whose pattern begins with the placeholder.
bool hasFirst(const FamilyDescriptor& family, const std::string& placeholder, const std::string& alternative,
              const NameProbe& probe)
{
    const std::string start = "{" + placeholder + "}";
    const auto isThere = [&](const std::string& name) {
        const Template parts = cutPattern(name, {{placeholder, alternative}});
        return !name.empty() && probe(fill(parts, std::vector<std::int64_t>(parts.counters.size(), 0)));
    };
    for (const TensorPattern& pattern : family.tensors) {
        if (pattern.name.starts_with(start) && !pattern.optional) {
            return isThere(pattern.name) || isThere(pattern.otherName);
        }
    }
    return false;
}

Prefixes alternativesThere(const FamilyDescriptor& family, const NameProbe& probe)
{
    Prefixes chosen;
    for (const auto& [placeholder, alternatives] : family.prefixes) {
        auto match = alternatives.begin();
        if (probe) {
            match = std::ranges::find_if(alternatives, [&, &key = placeholder](const std::string& alternative) {
                return hasFirst(family, key, alternative, probe);
            });
        }
        chosen[placeholder] = match == alternatives.end() ? alternatives.front() : *match;
    }
    return chosen;
}

// Of the things that a counter counts.
absl::StatusOr<std::int64_t> countOf(const Expression& counter, const ConfigScope& scope)
{
    const auto count = counter.evaluateInteger(scope);
    if (!count.ok()) {
        return scope.failureOf(counter, std::string(count.status().message()));
    }
    if (*count < 0 || *count > kMostOfOneKind) {
        return scope.failureOf(counter, scope.subject(counter, counter.text(), std::to_string(*count)) +
                                            "; a whole number from 0 to " + std::to_string(kMostOfOneKind) +
                                            " is expected");
    }
    return count;
}

// A probe with a counter is answered by any of its numbers: not every layer has experts, say.
absl::StatusOr<bool> answer(const std::string& pattern, const FamilyDescriptor& family, const ConfigScope& scope,
                            const Prefixes& prefixes, const NameProbe& probe)
{
    const Template parts = cutPattern(pattern, prefixes);
    if (!probe || parts.counters.size() > 1) {
        return false;
    }
    if (parts.counters.empty()) {
        return probe(parts.texts.front());
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t count,
                                countOf(family.counters.find(parts.counters.front())->second, scope));
    for (std::int64_t number = 0; number < count; ++number) {
        if (probe(fill(parts, {number}))) {
            return true;
        }
    }
    return false;
}

// Of all patterns so far.
struct Effort {
    std::int64_t elements = 0;
    std::int64_t steps = 0;
};

// Expands one pattern: its conditions and shapes are computed as soon as the counters that they use are known.
class Expansion
{
public:
    Expansion(const TensorPattern& pattern, const Prefixes& prefixes, const NameProbe& probe,
              const std::vector<LayerParts>& layers, ConfigScope& scope, std::vector<ExpectedTensor>& tensors,
              Effort& effort)
        : m_pattern(pattern)
        , m_parts(cutPattern(pattern.name, prefixes))
        , m_otherParts(cutPattern(pattern.otherName, prefixes))
        , m_probe(probe)
        , m_layers(layers)
        , m_scope(scope)
        , m_tensors(tensors)
        , m_effort(effort)
    {
        for (const Expression* expression : expressions()) {
            for (const std::string& name : expression->names()) {
                const bool ofLayer = name == "mixer" || name == "ffn" || scope.differsByLayer(name);
                m_needed = std::max(m_needed, positionOf(ofLayer ? "layer" : name));
            }
        }
    }

    absl::Status run(const FieldExpressions& counters)
    {
        for (const std::string& counter : m_parts.counters) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t count, countOf(counters.find(counter)->second, m_scope));
            m_counts.push_back(count);
        }
        return descend(0);
    }

private:
    std::vector<const Expression*> expressions() const
    {
        std::vector<const Expression*> all;
        for (const Expression& dimension : m_pattern.shape) {
            all.push_back(&dimension);
        }
        for (const Expression& dimension : m_pattern.alternateShape) {
            all.push_back(&dimension);
        }
        if (m_pattern.when) {
            all.push_back(&*m_pattern.when);
        }
        return all;
    }

    // How many counters must be bound before this name has a value.
    std::size_t positionOf(std::string_view name) const
    {
        const auto place = std::find(m_parts.counters.begin(), m_parts.counters.end(), name);
        return place == m_parts.counters.end() ? 0 : static_cast<std::size_t>(place - m_parts.counters.begin()) + 1;
    }

    absl::Status descend(std::size_t depth)
    {
        if (depth == m_needed) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(const bool wanted, prepare());
            if (!wanted) {
                return absl::OkStatus();
            }
        }
        return depth == m_parts.counters.size() ? add() : repeat(depth);
    }

    absl::Status repeat(std::size_t depth)
    {
        const std::string& counter = m_parts.counters[depth];
        for (std::int64_t number = 0; number < m_counts[depth]; ++number) {
            if (++m_effort.steps > kMostSteps) {
                return tooLarge();
            }
            m_numbers.push_back(number);
            bind(counter, number);
            FIRSTLIGHT_RETURN_IF_ERROR(descend(depth + 1));
            m_numbers.pop_back();
        }
        m_scope.unset(counter);
        m_scope.unset("mixer");
        m_scope.unset("ffn");
        return absl::OkStatus();
    }

    void bind(const std::string& counter, std::int64_t number)
    {
        if (m_needed == 0) {
            return;
        }
        m_scope.set(counter, {number});
        if (counter == "layer" && static_cast<std::size_t>(number) < m_layers.size()) {
            m_scope.set("mixer", {m_layers[number].mixer});
            m_scope.set("ffn", {m_layers[number].ffn});
        }
    }

    absl::StatusOr<bool> prepare()
    {
        if (m_pattern.when) {
            const auto wanted = m_pattern.when->evaluateCondition(m_scope);
            if (!wanted.ok()) {
                return failure(*m_pattern.when, std::string(wanted.status().message()));
            }
            if (!*wanted) {
                return false;
            }
        }
        FIRSTLIGHT_ASSIGN_OR_RETURN(m_shape, evaluateShape(m_pattern.shape));
        FIRSTLIGHT_ASSIGN_OR_RETURN(m_alternate, evaluateShape(m_pattern.alternateShape));
        return true;
    }

    absl::StatusOr<std::vector<std::int64_t>> evaluateShape(const std::vector<Expression>& dimensions) const
    {
        std::vector<std::int64_t> shape;
        std::int64_t elements = 1;
        for (const Expression& dimension : dimensions) {
            const auto size = dimension.evaluateExactInteger(m_scope);
            if (!size.ok()) {
                return failure(dimension, std::string(size.status().message()));
            }
            if (*size <= 0 || __builtin_mul_overflow(elements, *size, &elements) || elements > kMostElements) {
                return failure(dimension,
                               "\"" + dimension.text() + "\" gives the impossible size " + std::to_string(*size));
            }
            shape.push_back(*size);
        }
        return shape;
    }

    absl::Status failure(const Expression& expression, const std::string& problem) const
    {
        return m_scope.failureOf(expression, "tensor " + m_pattern.name + ": " + problem);
    }

    absl::Status tooLarge() const
    {
        std::string counts;
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            counts += (i == 0 ? " with " : " and ") + std::to_string(m_counts[i]) + " of " + m_parts.counters[i];
        }
        return configFailure("tensor " + m_pattern.name + ": the model would be impossibly large" + counts);
    }

    std::string name() const
    {
        std::string usual = fill(m_parts, m_numbers);
        if (m_pattern.otherName.empty() || !m_probe || m_probe(usual)) {
            return usual;
        }
        std::string other = fill(m_otherParts, m_numbers);
        return m_probe(other) ? other : usual;
    }

    absl::Status add()
    {
        m_effort.elements += std::accumulate(m_shape.begin(), m_shape.end(), std::int64_t{1}, std::multiplies<>());
        if (m_tensors.size() >= kMostTensors || m_effort.elements > kMostElements) {
            return tooLarge();
        }
        ExpectedTensor tensor;
        tensor.name = name();
        tensor.role = {.role = m_pattern.role, .bias = m_pattern.bias};
        for (std::size_t i = m_numbers.size(); i-- > 0;) {
            (m_parts.counters[i] == "expert" ? tensor.role.expert : tensor.role.layer) =
                static_cast<std::int32_t>(m_numbers[i]);
        }
        tensor.shape = m_shape;
        tensor.alternateShape = m_alternate;
        tensor.split = m_pattern.split;
        tensor.optional = m_pattern.optional;
        m_tensors.push_back(std::move(tensor));
        return absl::OkStatus();
    }

    const TensorPattern& m_pattern;
    const Template m_parts;
    const Template m_otherParts;
    const NameProbe& m_probe;
    const std::vector<LayerParts>& m_layers;
    ConfigScope& m_scope;
    std::vector<ExpectedTensor>& m_tensors;
    Effort& m_effort;
    std::size_t m_needed = 0;
    std::vector<std::int64_t> m_counts;
    std::vector<std::int64_t> m_numbers;
    std::vector<std::int64_t> m_shape;
    std::vector<std::int64_t> m_alternate;
};

// Load order: what the first stage needs first, then layer by layer.
std::int64_t loadPosition(const ExpectedTensor& tensor)
{
    const TensorRole& role = tensor.role;
    if (role.role.starts_with("vision.")) {
        return -2;
    }
    if (role.role == "embedding") {
        return -1;
    }
    return role.layer >= 0 ? role.layer : std::numeric_limits<std::int64_t>::max();
}

void sortForLoading(std::vector<ExpectedTensor>& tensors)
{
    std::vector<std::pair<std::int64_t, std::size_t>> order; // the second keeps what is equal in order
    order.reserve(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        order.emplace_back(loadPosition(tensors[i]), i);
    }
    std::sort(order.begin(), order.end());
    std::vector<ExpectedTensor> sorted;
    sorted.reserve(tensors.size());
    for (const auto& [position, index] : order) {
        sorted.push_back(std::move(tensors[index]));
    }
    tensors = std::move(sorted);
}

// A pattern that names a value (the first layer behind the last one, say) gets its number.
absl::StatusOr<Prefixes> withValues(const Prefixes& prefixes, const FamilyDescriptor& family, const ConfigScope& scope)
{
    Prefixes all = prefixes;
    for (const ConfigValue& value : family.values) {
        if (scope.has(value.name)) {
            FIRSTLIGHT_ASSIGN_OR_RETURN(const Value found, scope.get(value.name));
            all.try_emplace(value.name, toText(found));
        }
    }
    return all;
}

absl::StatusOr<std::vector<std::string>> ignoredPatterns(const FamilyDescriptor& family, const ConfigScope& scope,
                                                         const Prefixes& chosenPrefixes)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Prefixes prefixes, withValues(chosenPrefixes, family, scope));
    std::vector<std::string> patterns;
    for (const IgnoredPattern& ignored : family.ignored) {
        if (ignored.when) {
            const auto applies = ignored.when->evaluateCondition(scope);
            if (!applies.ok()) {
                return scope.failureOf(*ignored.when, std::string(applies.status().message()));
            }
            if (!*applies) {
                continue;
            }
        }
        patterns.push_back(starred(cutPattern(ignored.pattern, prefixes)));
    }
    return patterns;
}

// Of a description that no test has seen: conditions of patterns with one name may hold together. `ends` says for each
// pattern where its tensors end.
absl::Status checkNamesDiffer(const FamilyDescriptor& family, const std::vector<ExpectedTensor>& tensors,
                              const std::vector<std::size_t>& ends)
{
    std::unordered_map<std::string_view, std::size_t> patternOf;
    std::size_t next = 0;
    for (std::size_t pattern = 0; pattern < ends.size(); ++pattern) {
        for (; next < ends[pattern]; ++next) {
            const auto [place, isNew] = patternOf.emplace(tensors[next].name, pattern);
            if (!isNew) {
                return descriptorFailure(family, "/tensors/" + std::to_string(pattern) + "/name",
                                         "tensor " + tensors[next].name + " is described twice, by entry " +
                                             std::to_string(place->second) + " of the list, counted from 0, too",
                                         "Correct the name, or the conditions (\"when\") of the two");
            }
        }
    }
    return absl::OkStatus();
}

} // namespace

absl::StatusOr<Prefixes> choosePrefixes(const FamilyDescriptor& family, ConfigScope& scope, const NameProbe& probe)
{
    Prefixes prefixes = alternativesThere(family, probe);
    for (const auto& [name, pattern] : family.probes) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const bool found, answer(pattern, family, scope, prefixes, probe));
        scope.set(name, {std::int64_t{found}});
    }
    return prefixes;
}

std::vector<std::string> patternTemplates(const FamilyDescriptor& family, const NameProbe& probe)
{
    const Prefixes prefixes = alternativesThere(family, probe);
    std::vector<std::string> names;
    for (const TensorPattern& pattern : family.tensors) {
        names.push_back(starred(cutPattern(pattern.name, prefixes)));
    }
    return names;
}

absl::StatusOr<ExpandedTensors> expandTensors(const FamilyDescriptor& family, ConfigScope& scope,
                                              const std::vector<LayerParts>& layers, const Prefixes& prefixes,
                                              const NameProbe& probe)
{
    ExpandedTensors result;
    Effort effort;
    std::vector<std::size_t> ends;
    for (const TensorPattern& pattern : family.tensors) {
        FIRSTLIGHT_RETURN_IF_ERROR(
            Expansion(pattern, prefixes, probe, layers, scope, result.tensors, effort).run(family.counters));
        ends.push_back(result.tensors.size());
    }
    if (family.own) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkNamesDiffer(family, result.tensors, ends));
    }
    sortForLoading(result.tensors);
    FIRSTLIGHT_ASSIGN_OR_RETURN(result.ignoredPatterns, ignoredPatterns(family, scope, prefixes));
    return result;
}

} // namespace firstlight::model
