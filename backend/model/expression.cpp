#include "backend/model/expression.h"

#include "backend/base/failure.h"
#include "backend/model/expression_node.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace firstlight::model {
namespace {

using Node = Expression::Node;

absl::Status problem(const std::string& text)
{
    return absl::InvalidArgumentError(text);
}

absl::StatusOr<Value> integerResult(NodeKind kind, std::int64_t left, std::int64_t right)
{
    std::int64_t result = 0;
    bool overflow = false;
    switch (kind) {
    case NodeKind::kAdd:
        overflow = __builtin_add_overflow(left, right, &result);
        break;
    case NodeKind::kSubtract:
        overflow = __builtin_sub_overflow(left, right, &result);
        break;
    case NodeKind::kMultiply:
        overflow = __builtin_mul_overflow(left, right, &result);
        break;
    default: // kDivide, kRemainder, kCeilDivide: of numbers that are not negative, by a positive one
        if (left < 0 || right <= 0) {
            return problem("a division needs a positive divisor and no negative number");
        }
        result = kind == NodeKind::kRemainder ? left % right : left / right;
        result += kind == NodeKind::kCeilDivide && left % right != 0 ? 1 : 0;
        break;
    }
    return overflow ? absl::StatusOr<Value>(problem("a number becomes too large")) : Value{result};
}

absl::StatusOr<Value> realResult(NodeKind kind, double left, double right)
{
    switch (kind) {
    case NodeKind::kAdd:
        return Value{left + right};
    case NodeKind::kSubtract:
        return Value{left - right};
    case NodeKind::kMultiply:
        return Value{left * right};
    default:
        return kind == NodeKind::kDivide && right != 0 ? absl::StatusOr<Value>(Value{left / right})
                                                       : problem("a remainder needs whole numbers");
    }
}

const double* asReal(const Value& value, double& storage)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) {
        storage = static_cast<double>(*whole);
        return &storage;
    }
    return std::get_if<double>(&value.data);
}

bool compare(NodeKind kind, double left, double right)
{
    switch (kind) {
    case NodeKind::kLess:
        return left < right;
    case NodeKind::kLessEqual:
        return left <= right;
    case NodeKind::kGreater:
        return left > right;
    default:
        return left >= right;
    }
}

absl::StatusOr<Value> numberResult(NodeKind kind, const Value& left, const Value& right)
{
    const auto* leftWhole = std::get_if<std::int64_t>(&left.data);
    const auto* rightWhole = std::get_if<std::int64_t>(&right.data);
    double storage[2];
    const double* leftReal = asReal(left, storage[0]);
    const double* rightReal = asReal(right, storage[1]);
    if (leftReal == nullptr || rightReal == nullptr) {
        return problem("a calculation needs numbers, not " + toText(leftReal == nullptr ? left : right));
    }
    if (kind >= NodeKind::kLess && kind <= NodeKind::kGreaterEqual) {
        return Value{std::int64_t{compare(kind, *leftReal, *rightReal)}};
    }
    if (kind == NodeKind::kMin || kind == NodeKind::kMax) {
        const bool leftWins = kind == NodeKind::kMin ? *leftReal <= *rightReal : *leftReal >= *rightReal;
        return leftWins ? left : right;
    }
    return leftWhole != nullptr && rightWhole != nullptr ? integerResult(kind, *leftWhole, *rightWhole)
                                                         : realResult(kind, *leftReal, *rightReal);
}

absl::StatusOr<std::int64_t> asInteger(const Value& value)
{
    const auto* whole = std::get_if<std::int64_t>(&value.data);
    return whole == nullptr ? absl::StatusOr<std::int64_t>(problem(toText(value) + " is not a whole number")) : *whole;
}

absl::StatusOr<std::int64_t> integerArgument(const Node& node, std::size_t number, const Scope& scope)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value value, evaluateNode(*node.arguments[number], scope));
    return asInteger(value);
}

absl::StatusOr<Value> evaluateLogic(const Node& node, const Scope& scope)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t first, integerArgument(node, 0, scope));
    switch (node.kind) {
    case NodeKind::kNot:
        return Value{std::int64_t{first == 0}};
    case NodeKind::kNegate:
        return integerResult(NodeKind::kSubtract, 0, first);
    case NodeKind::kChoose:
        return evaluateNode(*node.arguments[first != 0 ? 1 : 2], scope);
    default:
        break;
    }
    if ((first != 0) == (node.kind == NodeKind::kOr)) {
        return Value{std::int64_t{first != 0}}; // decided
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t second, integerArgument(node, 1, scope));
    return Value{std::int64_t{second != 0}};
}

absl::StatusOr<Value> evaluateFloor(const Node& node, const Scope& scope)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value value, evaluateNode(*node.arguments[0], scope));
    const auto* real = std::get_if<double>(&value.data);
    if (real == nullptr) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t whole, asInteger(value));
        return Value{whole};
    }
    constexpr double kLargest = 9e18; // fits 64 bits
    if (!(std::abs(*real) <= kLargest)) {
        return problem("a number becomes too large");
    }
    return Value{static_cast<std::int64_t>(std::floor(*real))};
}

// Lists of configs are counted from 0.
absl::StatusOr<std::size_t> positionIn(const std::string& list, std::size_t count, const Value& position)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t whole, asInteger(position));
    if (whole < 0 || static_cast<std::size_t>(whole) >= count) {
        return problem(list + " has " + std::to_string(count) + " elements and none of number " +
                       std::to_string(whole) + ", counted from 0");
    }
    return static_cast<std::size_t>(whole);
}

std::string listName(const Node& node, const Scope& scope)
{
    const Node& source = *node.arguments[0];
    return source.kind == NodeKind::kName ? scope.label(source.name) : "the list";
}

absl::StatusOr<Value> evaluateLetters(const Node& node, const std::string& text, const Scope& scope)
{
    if (node.kind == NodeKind::kCount) {
        return Value{static_cast<std::int64_t>(text.size())};
    }
    if (node.kind == NodeKind::kContains) {
        return problem(text + " is not a list");
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value wanted, evaluateNode(*node.arguments[1], scope));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::size_t position, positionIn(listName(node, scope), text.size(), wanted));
    return Value{std::string(1, text[position])};
}

absl::StatusOr<Value> evaluateElements(const Node& node, const ValueList& list, const Scope& scope)
{
    if (node.kind == NodeKind::kCount) {
        return Value{static_cast<std::int64_t>(list.size())};
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value second, evaluateNode(*node.arguments[1], scope));
    if (node.kind == NodeKind::kContains) {
        return Value{std::int64_t{std::find(list.begin(), list.end(), second) != list.end()}};
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::size_t position, positionIn(listName(node, scope), list.size(), second));
    return list[position];
}

absl::StatusOr<Value> evaluateList(const Node& node, const Scope& scope)
{
    // A named list is looked at where it is: copying a long one for every layer would take its time.
    const Node& source = *node.arguments[0];
    const Value* value = source.kind == NodeKind::kName ? scope.find(source.name) : nullptr;
    Value computed;
    if (value == nullptr) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(computed, evaluateNode(source, scope));
        value = &computed;
    }
    if (const auto* text = std::get_if<std::string>(&value->data)) {
        return evaluateLetters(node, *text, scope);
    }
    const auto* list = std::get_if<ValueList>(&value->data);
    return list == nullptr ? absl::StatusOr<Value>(problem(toText(*value) + " is not a list"))
                           : evaluateElements(node, *list, scope);
}

// Numbers by their size, whichever way they are written.
bool areEqual(const Value& left, const Value& right)
{
    double storage[2];
    const double* leftReal = asReal(left, storage[0]);
    const double* rightReal = asReal(right, storage[1]);
    const bool mixed = leftReal != nullptr && rightReal != nullptr && left.data.index() != right.data.index();
    return mixed ? *leftReal == *rightReal : left == right;
}

absl::StatusOr<Value> evaluatePair(const Node& node, const Scope& scope)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value left, evaluateNode(*node.arguments[0], scope));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value right, evaluateNode(*node.arguments[1], scope));
    if (node.kind == NodeKind::kEqual || node.kind == NodeKind::kNotEqual) {
        return Value{std::int64_t{areEqual(left, right) == (node.kind == NodeKind::kEqual)}};
    }
    return numberResult(node.kind, left, right);
}

// Of the numbers that the result is made of: not of conditions, positions in lists and what floor() rounds.
absl::Status checkDivisions(const Node& node, const Scope& scope)
{
    if (node.kind == NodeKind::kChoose) {
        FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t condition, integerArgument(node, 0, scope));
        return checkDivisions(*node.arguments[condition != 0 ? 1 : 2], scope);
    }
    const bool isArithmetic = (node.kind >= NodeKind::kNegate && node.kind <= NodeKind::kRemainder) ||
                              (node.kind >= NodeKind::kMin && node.kind <= NodeKind::kCeilDivide);
    if (!isArithmetic) {
        return absl::OkStatus();
    }
    for (const auto& argument : node.arguments) {
        FIRSTLIGHT_RETURN_IF_ERROR(checkDivisions(*argument, scope));
    }
    if (node.kind != NodeKind::kDivide) {
        return absl::OkStatus();
    }
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value left, evaluateNode(*node.arguments[0], scope));
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value right, evaluateNode(*node.arguments[1], scope));
    const auto* dividend = std::get_if<std::int64_t>(&left.data);
    const auto* divisor = std::get_if<std::int64_t>(&right.data);
    const bool isWhole = dividend == nullptr || divisor == nullptr || *dividend % *divisor == 0;
    return isWhole ? absl::OkStatus() : problem(toText(left) + " / " + toText(right) + " is not a whole number");
}

std::string listText(const ValueList& list)
{
    std::string text = "[";
    for (const Value& value : list) {
        text += (text.size() > 1 ? ", " : "") + toText(value);
    }
    return text + "]";
}

} // namespace

bool Value::operator==(const Value& other) const
{
    return data == other.data;
}

std::string toText(const Value& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) {
        return std::to_string(*whole);
    }
    if (const auto* text = std::get_if<std::string>(&value.data)) {
        return *text;
    }
    if (const auto* list = std::get_if<ValueList>(&value.data)) {
        return listText(*list);
    }
    std::ostringstream stream;
    stream << std::get<double>(value.data);
    return stream.str();
}

absl::StatusOr<Value> evaluateNode(const Node& node, const Scope& scope)
{
    switch (node.kind) {
    case NodeKind::kConstant:
        return node.constant;
    case NodeKind::kName:
        return scope.get(node.name);
    case NodeKind::kDefined:
        return Value{std::int64_t{scope.has(node.name)}};
    case NodeKind::kNot:
    case NodeKind::kNegate:
    case NodeKind::kChoose:
    case NodeKind::kAnd:
    case NodeKind::kOr:
        return evaluateLogic(node, scope);
    case NodeKind::kElement:
    case NodeKind::kContains:
    case NodeKind::kCount:
        return evaluateList(node, scope);
    case NodeKind::kFloor:
        return evaluateFloor(node, scope);
    default:
        return evaluatePair(node, scope);
    }
}

absl::StatusOr<Expression> Expression::parse(std::string_view text)
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(ParsedExpression parsed, parseExpression(text));
    Expression expression;
    expression.m_root = std::move(parsed.root);
    expression.m_names = std::move(parsed.names);
    expression.m_text = text;
    return expression;
}

Expression Expression::constant(Value value)
{
    Expression expression;
    auto node = std::make_shared<Node>();
    node->constant = std::move(value);
    expression.m_text = toText(node->constant);
    expression.m_root = std::move(node);
    return expression;
}

Expression Expression::at(std::string place) const
{
    Expression placed = *this;
    placed.m_place = std::move(place);
    return placed;
}

absl::StatusOr<Value> Expression::evaluate(const Scope& scope) const
{
    return evaluateNode(*m_root, scope);
}

absl::StatusOr<std::int64_t> Expression::evaluateInteger(const Scope& scope) const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value value, evaluate(scope));
    return asInteger(value);
}

absl::StatusOr<std::int64_t> Expression::evaluateExactInteger(const Scope& scope) const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const std::int64_t result, evaluateInteger(scope)); // so that no divisor is 0
    FIRSTLIGHT_RETURN_IF_ERROR(checkDivisions(*m_root, scope));
    return result;
}

absl::StatusOr<double> Expression::evaluateReal(const Scope& scope) const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value value, evaluate(scope));
    double storage = 0;
    const double* real = asReal(value, storage);
    return real == nullptr ? absl::StatusOr<double>(problem(toText(value) + " is not a number")) : *real;
}

absl::StatusOr<std::string> Expression::evaluateText(const Scope& scope) const
{
    FIRSTLIGHT_ASSIGN_OR_RETURN(const Value value, evaluate(scope));
    const auto* text = std::get_if<std::string>(&value.data);
    return text == nullptr ? absl::StatusOr<std::string>(problem(toText(value) + " is not a text")) : *text;
}

absl::StatusOr<bool> Expression::truth(const absl::StatusOr<std::int64_t>& number)
{
    return number.ok() ? absl::StatusOr<bool>(*number != 0) : number.status();
}

} // namespace firstlight::model
