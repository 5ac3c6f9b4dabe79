// The parsed form of an expression; shared by the parser and the evaluator only.
#pragma once

#include "backend/model/expression.h"

namespace firstlight::model {

enum class NodeKind {
    kConstant,
    kName,
    kNot,
    kNegate,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kRemainder,
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kAnd,
    kOr,
    kChoose,
    kElement,
    kContains,
    kCount,
    kMin,
    kMax,
    kCeilDivide,
    kFloor,
    kDefined,
};

struct Expression::Node {
    NodeKind kind = NodeKind::kConstant;
    Value constant;
    std::string name; // of kName and kDefined
    std::vector<std::unique_ptr<const Node>> arguments;
};

struct ParsedExpression {
    std::unique_ptr<const Expression::Node> root;
    std::vector<std::string> names;
};

absl::StatusOr<ParsedExpression> parseExpression(std::string_view text);
absl::StatusOr<Value> evaluateNode(const Expression::Node& node, const Scope& scope);

} // namespace firstlight::model
