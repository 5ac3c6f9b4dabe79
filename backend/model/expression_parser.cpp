#include "backend/model/expression_node.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <utility>

namespace firstlight::model {
namespace {

using Node = Expression::Node;
using NodePointer = std::unique_ptr<const Node>;

struct Operator {
    std::string_view sign;
    NodeKind kind;
};

struct Function {
    std::string_view name;
    NodeKind kind;
    std::size_t argumentCount;
};

constexpr std::array<Function, 7> kFunctions{{{"contains", NodeKind::kContains, 2},
                                              {"count", NodeKind::kCount, 1},
                                              {"min", NodeKind::kMin, 2},
                                              {"max", NodeKind::kMax, 2},
                                              {"ceil_div", NodeKind::kCeilDivide, 2},
                                              {"floor", NodeKind::kFloor, 1},
                                              {"defined", NodeKind::kDefined, 1}}};

template <typename... Arguments>
NodePointer makeNode(NodeKind kind, Arguments... arguments)
{
    auto node = std::make_unique<Node>();
    node->kind = kind;
    (node->arguments.push_back(std::move(arguments)), ...);
    return node;
}

// Recursive descent. A null pointer means that m_problem says what is wrong.
class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    absl::StatusOr<ParsedExpression> parse()
    {
        NodePointer root = parseChoice();
        skipSpace();
        if (root != nullptr && m_place < m_text.size()) {
            root = fail("something else follows");
        }
        if (root == nullptr) {
            return absl::InvalidArgumentError("\"" + std::string(m_text) + "\": " + m_problem);
        }
        return ParsedExpression{std::move(root), std::move(m_names)};
    }

private:
    static constexpr int kDeepest = 50;

    NodePointer fail(const std::string& problem)
    {
        if (m_problem.empty()) {
            m_problem = problem + " at character " + std::to_string(m_place + 1);
        }
        return nullptr;
    }

    void skipSpace()
    {
        while (m_place < m_text.size() && m_text[m_place] == ' ') {
            ++m_place;
        }
    }

    bool take(std::string_view sign)
    {
        skipSpace();
        if (!m_text.substr(m_place).starts_with(sign)) {
            return false;
        }
        m_place += sign.size();
        return true;
    }

    NodePointer parseChoice()
    {
        if (++m_depth > kDeepest) {
            return fail("it nests too deeply");
        }
        NodePointer node = parseOr();
        if (node != nullptr && take("?")) {
            NodePointer yes = parseChoice();
            if (yes == nullptr || !take(":")) {
                return fail("a \":\" is missing");
            }
            NodePointer no = parseChoice();
            node =
                no == nullptr ? nullptr : makeNode(NodeKind::kChoose, std::move(node), std::move(yes), std::move(no));
        }
        --m_depth;
        return node;
    }

    // Operands of one strength, joined from left to right.
    NodePointer parseChain(std::initializer_list<Operator> operators, NodePointer (Parser::*operand)())
    {
        NodePointer left = (this->*operand)();
        while (left != nullptr) {
            const auto* found = std::find_if(operators.begin(), operators.end(),
                                             [&](const Operator& candidate) { return take(candidate.sign); });
            if (found == operators.end()) {
                return left;
            }
            NodePointer right = (this->*operand)();
            left = right == nullptr ? nullptr : makeNode(found->kind, std::move(left), std::move(right));
            if (left != nullptr && dividesByZero(*left)) {
                return fail("a division by zero");
            }
        }
        return nullptr;
    }

    NodePointer parseOr() { return parseChain({{"||", NodeKind::kOr}}, &Parser::parseAnd); }
    NodePointer parseAnd() { return parseChain({{"&&", NodeKind::kAnd}}, &Parser::parseComparison); }

    NodePointer parseComparison()
    {
        return parseChain({{"==", NodeKind::kEqual},
                           {"!=", NodeKind::kNotEqual},
                           {"<=", NodeKind::kLessEqual},
                           {">=", NodeKind::kGreaterEqual},
                           {"<", NodeKind::kLess},
                           {">", NodeKind::kGreater}},
                          &Parser::parseSum);
    }

    NodePointer parseSum()
    {
        return parseChain({{"+", NodeKind::kAdd}, {"-", NodeKind::kSubtract}}, &Parser::parseProduct);
    }

    NodePointer parseProduct()
    {
        return parseChain({{"*", NodeKind::kMultiply}, {"/", NodeKind::kDivide}, {"%", NodeKind::kRemainder}},
                          &Parser::parseUnary);
    }

    // Found when a description is read, not only when a model first needs it.
    static bool dividesByZero(const Node& node)
    {
        const bool divides =
            node.kind == NodeKind::kDivide || node.kind == NodeKind::kRemainder || node.kind == NodeKind::kCeilDivide;
        const auto* divisor = divides && node.arguments.size() == 2 && node.arguments[1]->kind == NodeKind::kConstant
                                  ? std::get_if<std::int64_t>(&node.arguments[1]->constant.data)
                                  : nullptr;
        return divisor != nullptr && *divisor == 0;
    }

    NodePointer parseUnary()
    {
        if (++m_depth > kDeepest) {
            return fail("it nests too deeply");
        }
        NodePointer node;
        if (take("!")) {
            node = parseUnary();
            node = node == nullptr ? nullptr : makeNode(NodeKind::kNot, std::move(node));
        } else if (take("-")) {
            node = parseUnary();
            node = node == nullptr ? nullptr : makeNode(NodeKind::kNegate, std::move(node));
        } else {
            node = parseElement();
        }
        --m_depth;
        return node;
    }

    NodePointer parseElement()
    {
        NodePointer node = parsePrimary();
        while (node != nullptr && take("[")) {
            NodePointer position = parseChoice();
            if (position == nullptr || !take("]")) {
                return fail("a \"]\" is missing");
            }
            node = makeNode(NodeKind::kElement, std::move(node), std::move(position));
        }
        return node;
    }

    NodePointer parsePrimary()
    {
        skipSpace();
        const char next = m_place < m_text.size() ? m_text[m_place] : '\0';
        if (take("(")) {
            NodePointer node = parseChoice();
            return node != nullptr && !take(")") ? fail("a \")\" is missing") : std::move(node);
        }
        if (next == '\'') {
            return parseText();
        }
        if (std::isdigit(static_cast<unsigned char>(next)) != 0) {
            return parseNumber();
        }
        if (std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '_') {
            return parseName();
        }
        return fail("a value is missing");
    }

    NodePointer constant(Value value)
    {
        auto node = std::make_unique<Node>();
        node->constant = std::move(value);
        return node;
    }

    NodePointer parseText()
    {
        const auto end = m_text.find('\'', m_place + 1);
        if (end == std::string_view::npos) {
            return fail("a text does not end");
        }
        std::string text(m_text.substr(m_place + 1, end - m_place - 1));
        m_place = end + 1;
        return constant({std::move(text)});
    }

    NodePointer parseNumber()
    {
        const char* begin = m_text.data() + m_place;
        const char* end = m_text.data() + m_text.size();
        std::int64_t whole = 0;
        const auto integer = std::from_chars(begin, end, whole);
        const bool isWhole = integer.ptr == end || (*integer.ptr != '.' && *integer.ptr != 'e');
        if (isWhole && integer.ec != std::errc()) {
            return fail("a number is too large");
        }
        if (isWhole) {
            m_place += static_cast<std::size_t>(integer.ptr - begin);
            return constant({whole});
        }
        double real = 0;
        const auto number = std::from_chars(begin, end, real);
        if (number.ec != std::errc()) {
            return fail("a number is too large");
        }
        m_place += static_cast<std::size_t>(number.ptr - begin);
        return constant({real});
    }

    std::string takeName()
    {
        const std::size_t start = m_place;
        const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        while (m_place < m_text.size() && belongs(static_cast<unsigned char>(m_text[m_place]))) {
            ++m_place;
        }
        return std::string(m_text.substr(start, m_place - start));
    }

    NodePointer parseName()
    {
        std::string name = takeName();
        if (take("(")) {
            return parseCall(name);
        }
        return nameNode(NodeKind::kName, std::move(name));
    }

    NodePointer nameNode(NodeKind kind, std::string name)
    {
        if (std::find(m_names.begin(), m_names.end(), name) == m_names.end()) {
            m_names.push_back(name);
        }
        auto node = std::make_unique<Node>();
        node->kind = kind;
        node->name = std::move(name);
        return node;
    }

    NodePointer parseCall(const std::string& name)
    {
        const auto* function = std::find_if(kFunctions.begin(), kFunctions.end(),
                                            [&](const Function& candidate) { return candidate.name == name; });
        if (function == kFunctions.end()) {
            return fail("there is no function \"" + name + "\"");
        }
        if (function->kind == NodeKind::kDefined) {
            skipSpace();
            std::string argument = takeName();
            return argument.empty() || !take(")") ? fail("defined() takes one name")
                                                  : nameNode(NodeKind::kDefined, std::move(argument));
        }
        auto node = std::make_unique<Node>();
        node->kind = function->kind;
        do {
            node->arguments.push_back(parseChoice());
            if (node->arguments.back() == nullptr) {
                return nullptr;
            }
        } while (take(","));
        if (!take(")")) {
            return fail("a \")\" is missing");
        }
        if (node->arguments.size() != function->argumentCount) {
            return fail(name + "() has the wrong number of arguments");
        }
        return dividesByZero(*node) ? fail("a division by zero") : NodePointer(std::move(node));
    }

    std::string_view m_text;
    std::size_t m_place = 0;
    int m_depth = 0;
    std::string m_problem;
    std::vector<std::string> m_names;
};

} // namespace

absl::StatusOr<ParsedExpression> parseExpression(std::string_view text)
{
    constexpr std::size_t kLongest = 1000;
    if (text.size() > kLongest) {
        return absl::InvalidArgumentError("an expression has at most " + std::to_string(kLongest) + " characters");
    }
    return Parser(text).parse();
}

} // namespace firstlight::model
