// The small expression language of family descriptors: whole numbers, reals, texts and lists; no loops, no side
// effects.
//
//   a + b - c * d / e % f    "/" rounds down, in sizes of tensors it must leave nothing over; overflow is an error
//   == != < <= > >=  && || !  a ? b : c      conditions are 0 or 1; "&&", "||" and "?" skip what they do not need
//   list[i]  contains(list, x)  count(list)  min(a, b)  max(a, b)  ceil_div(a, b)  floor(x)  defined(name)
//   'text'    text[i] and count(text): of its letters
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace firstlight::model {

struct Value;
using ValueList = std::vector<Value>;

struct Value {
    std::variant<std::int64_t, double, std::string, ValueList> data;

    bool operator==(const Value& other) const;
};

std::string toText(const Value& value); // for people: 4096, [0, 2], silu

// Where names get their values.
class Scope
{
public:
    virtual ~Scope() = default;
    // nullptr: it has no value here. Valid until the scope changes.
    virtual const Value* find(std::string_view name) const = 0;
    // Says why there is none.
    virtual absl::StatusOr<Value> get(std::string_view name) const = 0;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    // What people call it: the key of config.json that it was read from.
    virtual std::string label(std::string_view name) const { return std::string(name); }
};

// Immutable once parsed; copies share the tree. Failures are InvalidArgument with a sentence.
class Expression
{
public:
    static absl::StatusOr<Expression> parse(std::string_view text);
    static Expression constant(Value value);

    absl::StatusOr<Value> evaluate(const Scope& scope) const;
    absl::StatusOr<std::int64_t> evaluateInteger(const Scope& scope) const;
    // As evaluateInteger(); a division must leave nothing over, unless it is within floor().
    absl::StatusOr<std::int64_t> evaluateExactInteger(const Scope& scope) const;
    absl::StatusOr<double> evaluateReal(const Scope& scope) const;
    absl::StatusOr<std::string> evaluateText(const Scope& scope) const;
    absl::StatusOr<bool> evaluateCondition(const Scope& scope) const { return truth(evaluateInteger(scope)); }

    const std::vector<std::string>& names() const { return m_names; } // that it uses
    const std::string& text() const { return m_text; }

    // Where it stands in its file: a JSON pointer, for messages.
    const std::string& place() const { return m_place; }
    Expression at(std::string place) const;

    struct Node;
    const Node& root() const { return *m_root; }

private:
    static absl::StatusOr<bool> truth(const absl::StatusOr<std::int64_t>& number);

    std::shared_ptr<const Node> m_root;
    std::vector<std::string> m_names;
    std::string m_text;
    std::string m_place;
};

} // namespace firstlight::model
