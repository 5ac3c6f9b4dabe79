#include "backend/model/descriptor_check.h"

#include "backend/model/descriptor_cursor.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace firstlight::model {
namespace {

using Names = std::set<std::string, std::less<>>;

std::vector<std::string> placeholders(const std::string& name)
{
    std::vector<std::string> found;
    for (auto open = name.find('{'); open != std::string::npos; open = name.find('{', open + 1)) {
        const auto close = name.find('}', open);
        const auto length = close == std::string::npos ? close : close - open - 1;
        found.push_back(name.substr(open + 1, length));
    }
    return found;
}

// Every {placeholder} must be one of `known`.
void checkPlaceholders(const std::string& place, const std::string& name, const Names& known, const std::string& kinds)
{
    const bool openEnd = name.rfind('{') != std::string::npos && name.find('}', name.rfind('{')) == std::string::npos;
    for (const std::string& placeholder : placeholders(name)) {
        if (openEnd || !known.contains(placeholder)) {
            throw Defect{place, "\"{" + placeholder + "}\" is no " + kinds, "Declare it, or correct its spelling"};
        }
    }
}

void checkAllPlaceholders(const FamilyDescriptor& family)
{
    Names known;
    for (const auto& [name, alternatives] : family.prefixes) {
        known.insert(name);
    }
    for (const auto& [name, count] : family.counters) {
        known.insert(name);
    }
    const auto countersIn = [&](const std::string& name) {
        std::vector<std::string> counters = placeholders(name);
        std::erase_if(counters, [&](const std::string& placeholder) { return family.prefixes.contains(placeholder); });
        return counters;
    };
    for (std::size_t i = 0; i < family.tensors.size(); ++i) {
        const TensorPattern& pattern = family.tensors[i];
        const std::string place = "/tensors/" + std::to_string(i);
        checkPlaceholders(place, pattern.name, known, "prefix and no counter");
        checkPlaceholders(place, pattern.otherName, known, "prefix and no counter");
        if (!pattern.otherName.empty() && countersIn(pattern.otherName) != countersIn(pattern.name)) {
            throw Defect{place + "/other_name", "\"" + pattern.otherName + "\" does not count what the name counts",
                         "Give it the counters of \"" + pattern.name + "\", in the same order"};
        }
    }
    for (const auto& [name, pattern] : family.probes) {
        checkPlaceholders("/probes/" + name, pattern, known, "prefix and no counter");
    }
    for (const ConfigValue& value : family.values) {
        known.insert(value.name);
    }
    for (std::size_t i = 0; i < family.ignored.size(); ++i) {
        checkPlaceholders("/ignored/" + std::to_string(i), family.ignored[i].pattern, known,
                          "prefix, counter or value");
    }
}

std::string_view conditionOf(const TensorPattern& pattern)
{
    return pattern.when ? std::string_view(pattern.when->text()) : std::string_view("1");
}

// Two patterns of one name must differ in their conditions; whether those exclude each other shows with a config.
void checkTensorsDiffer(const FamilyDescriptor& family)
{
    std::map<std::string_view, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < family.tensors.size(); ++i) {
        const TensorPattern& pattern = family.tensors[i];
        std::vector<std::size_t>& others = places[pattern.name];
        for (const std::size_t other : others) {
            const std::string_view condition = conditionOf(family.tensors[other]);
            if (!pattern.when || condition == "1" || condition == conditionOf(pattern)) {
                throw Defect{"/tensors/" + std::to_string(i) + "/name",
                             "tensor \"" + pattern.name + "\" is there twice, as entry " + std::to_string(other) +
                                 " of the list, counted from 0, too",
                             "Remove one of the two, or give each a condition (\"when\") that excludes the other"};
            }
        }
        others.push_back(i);
    }
}

Wanted wantedOfField(std::string_view field)
{
    constexpr std::array<std::pair<std::string_view, Wanted>, 14> kFields{{{"norm_epsilon", Wanted::kNumber},
                                                                           {"theta", Wanted::kNumber},
                                                                           {"tied_head", Wanted::kFlag},
                                                                           {"mrope_interleaved", Wanted::kFlag},
                                                                           {"qk_norm", Wanted::kFlag},
                                                                           {"qkv_bias", Wanted::kFlag},
                                                                           {"output_bias", Wanted::kFlag},
                                                                           {"normalize_top_k", Wanted::kFlag},
                                                                           {"stacked", Wanted::kFlag},
                                                                           {"mrope_section", Wanted::kList},
                                                                           {"deepstack", Wanted::kList},
                                                                           {"kind", Wanted::kText},
                                                                           {"cache", Wanted::kText},
                                                                           {"activation", Wanted::kText}}};
    const auto* place =
        std::find_if(kFields.begin(), kFields.end(), [&](const auto& row) { return row.first == field; });
    return place == kFields.end() ? Wanted::kWhole : place->second;
}

// An expression, what its place takes, and the names that are known there besides the values.
using ExpressionVisitor = std::function<void(const Expression&, Wanted, const Names&)>;

class Expressions
{
public:
    Expressions(const FamilyDescriptor& family, const ExpressionVisitor& visitor) : m_family(family), m_visitor(visitor)
    {
    }

    void visitAll() const
    {
        const Names none;
        for (const FieldExpressions* fields : {&m_family.spec, &m_family.rope, &m_family.vision, &m_family.counters}) {
            visit(*fields, none);
        }
        visit(m_family.visionWhen, none);
        visit(m_family.operators, none);
        for (const auto* parts : {&m_family.mixers, &m_family.ffns}) {
            for (const LayerPart& part : *parts) {
                const Names layer{"layer"};
                visit(part.when, layer);
                visit(part.fields, layer);
                visit(part.operators, layer);
            }
        }
        for (const TensorPattern& pattern : m_family.tensors) {
            visit(pattern);
        }
        for (const IgnoredPattern& pattern : m_family.ignored) {
            visit(pattern.when, none);
        }
    }

private:
    void visit(const std::optional<Expression>& condition, const Names& names) const
    {
        if (condition) {
            m_visitor(*condition, Wanted::kFlag, names);
        }
    }
    void visit(const FieldExpressions& fields, const Names& names) const
    {
        for (const auto& [field, expression] : fields) {
            m_visitor(expression, wantedOfField(field), names);
        }
    }
    void visit(const std::vector<std::pair<std::string, std::optional<Expression>>>& operators,
               const Names& names) const
    {
        for (const auto& [name, when] : operators) {
            visit(when, names);
        }
    }
    void visit(const TensorPattern& pattern) const
    {
        Names names;
        for (const std::string& placeholder : placeholders(pattern.name)) {
            names.insert(placeholder);
        }
        if (names.contains("layer")) {
            names.insert({"mixer", "ffn"});
        }
        visit(pattern.when, names);
        for (const auto* shape : {&pattern.shape, &pattern.alternateShape}) {
            for (const Expression& dimension : *shape) {
                m_visitor(dimension, Wanted::kWhole, names);
            }
        }
    }

    const FamilyDescriptor& m_family;
    const ExpressionVisitor& m_visitor;
};

// Names must be values, probes, or counters of that place.
void checkNames(const FamilyDescriptor& family)
{
    Names declared;
    for (const ConfigValue& value : family.values) {
        declared.insert(value.name);
    }
    for (const auto& [name, pattern] : family.probes) {
        declared.insert(name);
    }
    const ExpressionVisitor check = [&](const Expression& expression, Wanted, const Names& others) {
        for (const std::string& name : expression.names()) {
            if (declared.contains(name) || others.contains(name)) {
                continue;
            }
            const bool elsewhere =
                name == "layer" || name == "mixer" || name == "ffn" || family.counters.contains(name);
            throw Defect{expression.place(),
                         "\"" + expression.text() + "\" uses \"" + name +
                             (elsewhere ? "\", which has no value here" : "\", which is not declared"),
                         elsewhere ? "Counters are known in tensors that have them in their names, \"layer\" in layer "
                                     "parts, too; use something else"
                                   : "Declare \"" + name + "\" in \"values\", or correct its spelling"};
        }
    };
    Expressions(family, check).visitAll();
}

class UseCollector
{
public:
    explicit UseCollector(FamilyDescriptor& family) : m_family(family)
    {
        for (std::size_t i = 0; i < family.values.size(); ++i) {
            m_positions.emplace(family.values[i].name, i);
        }
    }

    void run()
    {
        const ExpressionVisitor collect = [&](const Expression& expression, Wanted wanted, const Names&) {
            add(expression, wanted);
        };
        Expressions(m_family, collect).visitAll();
        // What is needed of a value is needed of its default, which uses only values before it.
        for (std::size_t i = m_family.values.size(); i-- > 0;) {
            addDefault(m_family.values[i]);
        }
    }

private:
    void add(const Expression& expression, Wanted wanted)
    {
        const std::string problem = findUses(
            expression, wanted, [&](const std::string& name, const ValueUse& use) { add(name, use, expression); });
        if (!problem.empty()) {
            throw Defect{expression.place(), problem, "Correct the expression"};
        }
    }

    void add(const std::string& name, const ValueUse& use, const Expression& expression)
    {
        const auto place = m_positions.find(name);
        if (place == m_positions.end()) {
            return;
        }
        ValueUse& all = m_family.values[place->second].use;
        all.add(use);
        if (const std::string_view conflict = conflictOf(all); !conflict.empty()) {
            throw Defect{expression.place(),
                         "\"" + expression.text() + "\" uses \"" + name + "\" as " + kindText(use) +
                             ", and another expression does otherwise: it cannot serve as " + std::string(conflict),
                         "Correct the name in one of the two"};
        }
    }

    static std::string kindText(const ValueUse& use) { return use.list ? "a list" : use.text ? "a text" : "a number"; }

    void addDefault(const ConfigValue& value)
    {
        if (!value.fallback) {
            return;
        }
        const ValueUse& use = value.use;
        const Wanted wanted = use.whole              ? Wanted::kWhole
                              : use.number           ? Wanted::kNumber
                              : use.flag             ? Wanted::kFlag
                              : use.text && use.list ? Wanted::kLetters
                              : use.text             ? Wanted::kText
                              : use.list             ? Wanted::kList
                                                     : Wanted::kAny;
        add(*value.fallback, wanted);
    }

    FamilyDescriptor& m_family;
    std::map<std::string, std::size_t, std::less<>> m_positions;
};

} // namespace

void checkDescriptor(FamilyDescriptor& family)
{
    checkAllPlaceholders(family);
    checkTensorsDiffer(family);
    checkNames(family);
    UseCollector(family).run();
}

absl::Status checkValuesUsed(const FamilyDescriptor& family)
{
    Names used{"extra_layers"}; // of ConfigScope::checkLayerLists()
    const auto note = [&](const Expression& expression) {
        used.insert(expression.names().begin(), expression.names().end());
    };
    const ExpressionVisitor visit = [&](const Expression& expression, Wanted, const Names&) { note(expression); };
    Expressions(family, visit).visitAll();
    for (const ConfigValue& value : family.values) {
        if (value.fallback) {
            note(*value.fallback);
        }
    }
    for (const IgnoredPattern& ignored : family.ignored) {
        for (std::string& name : placeholders(ignored.pattern)) {
            used.insert(std::move(name));
        }
    }
    for (const ConfigValue& value : family.values) {
        if (!used.contains(value.name) && value.section.empty() && value.oneOf.empty()) {
            return descriptorFailure(
                family, value.place, "nothing uses \"" + value.name + "\"",
                "Use it where it belongs (\"spec\", \"rope\", \"mixers\", \"ffns\", shapes), give it a section "
                "and title, or remove it");
        }
    }
    return absl::OkStatus();
}

} // namespace firstlight::model
