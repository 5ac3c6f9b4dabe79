#include "backend/model/value_use.h"

#include "backend/model/expression_node.h"

#include <utility>

namespace firstlight::model {
namespace {

using Node = Expression::Node;

bool isText(const Value& value)
{
    return std::holds_alternative<std::string>(value.data);
}

bool isList(const Value& value)
{
    return std::holds_alternative<ValueList>(value.data);
}

bool isReal(const Value& value)
{
    return std::holds_alternative<double>(value.data);
}

std::string misfit(const Value& constant, Wanted wanted)
{
    const std::string text = isText(constant) ? "'" + toText(constant) + "'" : toText(constant);
    switch (wanted) {
    case Wanted::kNumber:
    case Wanted::kWhole:
    case Wanted::kFlag:
        if (isText(constant)) {
            return text + " is a text, where a number is needed; a name stands without quotes";
        }
        if (isList(constant)) {
            return text + " is a list, where a number is needed";
        }
        return wanted == Wanted::kWhole && isReal(constant) ? text + " is not a whole number" : std::string();
    case Wanted::kText:
        return isText(constant) ? std::string() : text + " is not a text";
    case Wanted::kList:
        return isList(constant) ? std::string() : text + " is not a list";
    case Wanted::kLetters:
        return isList(constant) || isText(constant) ? std::string() : text + " is neither a list nor a text";
    case Wanted::kAny:
        break;
    }
    return {};
}

// What one side of "==" says about the other. 0 and 1 may be conditions.
Wanted comparedWith(const Node& other)
{
    if (other.kind != NodeKind::kConstant) {
        return Wanted::kAny;
    }
    if (isText(other.constant)) {
        return Wanted::kText;
    }
    const auto* whole = std::get_if<std::int64_t>(&other.constant.data);
    const bool mayBeCondition = whole != nullptr && (*whole == 0 || *whole == 1);
    return isList(other.constant) ? Wanted::kList : mayBeCondition ? Wanted::kAny : Wanted::kNumber;
}

class Finder
{
public:
    explicit Finder(const UseVisitor& visitor) : m_visitor(visitor) {}

    void visit(const Node& node, Wanted wanted)
    {
        switch (node.kind) {
        case NodeKind::kConstant:
            note(misfit(node.constant, wanted));
            break;
        case NodeKind::kName:
            m_visitor(node.name, useOf(wanted));
            break;
        case NodeKind::kDefined:
            break;
        case NodeKind::kChoose:
            visit(*node.arguments[0], Wanted::kFlag);
            visit(*node.arguments[1], wanted);
            visit(*node.arguments[2], wanted);
            break;
        case NodeKind::kNot:
        case NodeKind::kAnd:
        case NodeKind::kOr:
            visitAll(node, Wanted::kFlag);
            break;
        case NodeKind::kEqual:
        case NodeKind::kNotEqual:
            visit(*node.arguments[0], comparedWith(*node.arguments[1]));
            visit(*node.arguments[1], comparedWith(*node.arguments[0]));
            break;
        case NodeKind::kElement:
            visitElement(node);
            break;
        case NodeKind::kContains:
            visit(*node.arguments[0], Wanted::kList);
            visit(*node.arguments[1], Wanted::kAny);
            break;
        case NodeKind::kCount:
            visit(*node.arguments[0], Wanted::kLetters);
            break;
        default:
            visitAll(node, calculated(node.kind, wanted));
            break;
        }
    }

    std::string takeProblem() { return std::move(m_problem); }

private:
    static Wanted calculated(NodeKind kind, Wanted wanted)
    {
        const bool compares = kind >= NodeKind::kLess && kind <= NodeKind::kGreaterEqual;
        if (kind == NodeKind::kRemainder || kind == NodeKind::kCeilDivide) {
            return Wanted::kWhole;
        }
        const bool whole = wanted == Wanted::kWhole && !compares && kind != NodeKind::kFloor;
        return whole ? Wanted::kWhole : Wanted::kNumber;
    }

    void visitAll(const Node& node, Wanted wanted)
    {
        for (const auto& argument : node.arguments) {
            visit(*argument, wanted);
        }
    }

    void visitElement(const Node& node)
    {
        const Node& list = *node.arguments[0];
        const Node& position = *node.arguments[1];
        visit(list, Wanted::kLetters);
        visit(position, Wanted::kWhole);
        if (list.kind == NodeKind::kName && position.kind == NodeKind::kName && position.name == "layer") {
            m_visitor(list.name, {.perLayer = true});
        }
    }

    void note(std::string problem)
    {
        if (m_problem.empty()) {
            m_problem = std::move(problem);
        }
    }

    const UseVisitor& m_visitor;
    std::string m_problem;
};

} // namespace

void ValueUse::add(const ValueUse& other)
{
    number = number || other.number;
    whole = whole || other.whole;
    flag = flag || other.flag;
    flagDefault = flagDefault || other.flagDefault;
    text = text || other.text;
    list = list || other.list;
    perLayer = perLayer || other.perLayer;
}

ValueUse useOf(Wanted wanted)
{
    switch (wanted) {
    case Wanted::kNumber:
        return {.number = true};
    case Wanted::kWhole:
        return {.number = true, .whole = true};
    case Wanted::kFlag:
        return {.flag = true};
    case Wanted::kText:
        return {.text = true};
    case Wanted::kList:
        return {.list = true};
    case Wanted::kLetters: // one letter for each layer is as good as a list
        return {.text = true, .list = true};
    case Wanted::kAny:
        break;
    }
    return {};
}

std::string findUses(const Expression& expression, Wanted wanted, const UseVisitor& visitor)
{
    Finder finder(visitor);
    finder.visit(expression.root(), wanted);
    return finder.takeProblem();
}

bool isCondition(const Expression& expression)
{
    switch (expression.root().kind) {
    case NodeKind::kNot:
    case NodeKind::kAnd:
    case NodeKind::kOr:
    case NodeKind::kEqual:
    case NodeKind::kNotEqual:
    case NodeKind::kLess:
    case NodeKind::kLessEqual:
    case NodeKind::kGreater:
    case NodeKind::kGreaterEqual:
    case NodeKind::kContains:
    case NodeKind::kDefined:
        return true;
    default:
        return false;
    }
}

std::string_view expectedInstead(const Value& value, bool isBoolean, const ValueUse& use)
{
    const std::string_view expected = use.whole      ? "a whole number"
                                      : use.number   ? "a number"
                                      : use.flag     ? "true or false"
                                      : use.perLayer ? "a list with one entry for each layer"
                                      : use.list     ? "a list"
                                                     : "a text";
    const bool anything = !use.number && !use.flag && !use.text && !use.list;
    bool fits = anything;
    if (isBoolean) {
        fits = fits || use.flagDefault || (use.flag && !use.number);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value.data); whole != nullptr) {
        fits = fits || use.number || (use.flag && (*whole == 0 || *whole == 1));
    } else if (isReal(value)) {
        fits = fits || (use.number && !use.whole);
    } else {
        fits = fits || (isText(value) ? use.text : use.list);
    }
    return fits ? std::string_view() : expected;
}

std::string_view conflictOf(const ValueUse& use)
{
    const bool isNumber = use.number || use.flag;
    if (isNumber && use.text && use.list) {
        return "a list and as a number";
    }
    if (isNumber && (use.text || use.list)) {
        return use.text ? "a text and as a number" : "a list and as a number";
    }
    return {};
}

} // namespace firstlight::model
