/// Operators, by their precedence. Atoms and their suffixes are in atom_parser.cpp, tokens and errors in
/// token_cursor.cpp.

#include "core/script/syntax/syntax_parser.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tir::script {
namespace {

/// Of brackets and operators in each other.
constexpr int MaxDepth = 200;

/// What a word does between two operands.
struct Infix {
    Operator op = Operator::Add;
    int8_t level = 0; ///< how tightly an arithmetic operator binds: from 1; 0 for anything else
    bool isComparison = false;
};

constexpr auto Infixes = [] {
    std::array<Infix, TokenTexts.size()> infixes{};
    const auto arithmetic = [&](TokenId word, Operator op, int8_t level) {
        infixes[word.number()] = {op, level, false};
    };
    arithmetic("|", Operator::BitOr, 1);
    arithmetic("^", Operator::BitXor, 2);
    arithmetic("&", Operator::BitAnd, 3);
    arithmetic("<<", Operator::ShiftLeft, 4);
    arithmetic(">>", Operator::ShiftRight, 4);
    arithmetic("+", Operator::Add, 5);
    arithmetic("-", Operator::Sub, 5);
    arithmetic("*", Operator::Mul, 6);
    arithmetic("/", Operator::Div, 6);
    arithmetic("//", Operator::FloorDiv, 6);
    arithmetic("%", Operator::Mod, 6);
    arithmetic("@", Operator::MatMul, 6);
    const auto comparison = [&](TokenId word, Operator op) { infixes[word.number()] = {op, 0, true}; };
    comparison("<", Operator::Less);
    comparison("<=", Operator::LessEqual);
    comparison("==", Operator::Equal);
    comparison("!=", Operator::NotEqual);
    comparison(">", Operator::Greater);
    comparison(">=", Operator::GreaterEqual);
    comparison("in", Operator::In);
    comparison("is", Operator::Is);
    return infixes;
}();

Infix infix(TokenId word)
{
    return word ? Infixes[word.number()] : Infix();
}

} // namespace

struct ExpressionParser::DepthGuard {
    explicit DepthGuard(ExpressionParser& owner) : parser(owner) { ++parser.m_depth; }
    ~DepthGuard() { --parser.m_depth; }
    bool isTooDeep() const
    {
        if (parser.m_depth <= MaxDepth)
            return false;
        parser.report(parser.peek().span, "nested-too-deeply",
                      "expression is nested more than " + std::to_string(MaxDepth) + " levels deep");
        return true;
    }
    ExpressionParser& parser;
};

const Syntax* ExpressionParser::expression()
{
    const DepthGuard guard(*this);
    if (guard.isTooDeep())
        return nullptr;
    return at("lambda") ? lambda() : conditional();
}

const Syntax* ExpressionParser::expressionList()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* first = starredOrExpression();
    if (!first || !at(","))
        return first;
    std::vector<const Syntax*> items{first};
    while (accept(",")) {
        if (at(Token::Kind::Newline) || at("=") || at(")") || at(":"))
            break;
        const Syntax* item = starredOrExpression();
        if (!item)
            return nullptr;
        items.push_back(item);
    }
    Syntax* tuple = make(SyntaxKind::Tuple, begin);
    tuple->items = keep(items);
    return done(tuple);
}

const Syntax* ExpressionParser::targetList()
{
    const uint32_t begin = peek().span.begin;
    std::vector<const Syntax*> items;
    bool isTuple = false;
    do {
        if (!items.empty() && (at("in") || at(":")))
            break; // after the last comma
        const uint32_t itemBegin = peek().span.begin;
        const bool isStarred = accept("*");
        const Syntax* item = postfix();
        if (!item)
            return nullptr;
        if (isStarred) {
            Syntax* starred = make(SyntaxKind::Starred, itemBegin);
            starred->base = item;
            item = done(starred);
        }
        items.push_back(item);
        isTuple |= at(",");
    } while (accept(","));
    if (items.size() == 1 && !isTuple)
        return items[0];
    Syntax* tuple = make(SyntaxKind::Tuple, begin);
    tuple->items = keep(items);
    return done(tuple);
}

const Syntax* ExpressionParser::starredOrExpression()
{
    if (!at("*"))
        return expression();
    Syntax* starred = make(SyntaxKind::Starred, take().span.begin);
    starred->base = expression();
    return starred->base ? done(starred) : nullptr;
}

const Syntax* ExpressionParser::conditional()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* value = disjunction();
    if (!value || !at("if"))
        return value;
    take();
    const Syntax* condition = disjunction();
    if (!condition || !expect("else", "after the condition"))
        return nullptr;
    const Syntax* other = expression();
    if (!other)
        return nullptr;
    Syntax* node = make(SyntaxKind::Conditional, begin);
    node->items = keep<const Syntax*>({value, condition, other});
    return done(node);
}

const Syntax* ExpressionParser::lambda()
{
    m_hasLambda = true;
    Syntax* node = make(SyntaxKind::Lambda, take().span.begin);
    std::vector<SyntaxName> names;
    while (!at(":")) {
        if (at("*"))
            take();
        if (!at(Token::Kind::Name)) {
            report(peek(), "a parameter of the lambda");
            return nullptr;
        }
        const Token& name = take();
        names.push_back({m_tokens.textOf(name), name.span});
        if (!accept(","))
            break;
    }
    if (!expect(":", "after the parameters of the lambda"))
        return nullptr;
    node->lists = arena().make<SyntaxLists>(SyntaxLists{{}, {}, keep(names)});
    node->base = expression();
    return node->base ? done(node) : nullptr;
}

const Syntax* ExpressionParser::disjunction()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* first = conjunction();
    if (!first || !at("or"))
        return first;
    std::vector<const Syntax*> items{first};
    while (accept("or")) {
        const Syntax* item = conjunction();
        if (!item)
            return nullptr;
        items.push_back(item);
    }
    Syntax* node = make(SyntaxKind::Or, begin);
    node->items = keep(items);
    return done(node);
}

const Syntax* ExpressionParser::conjunction()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* first = negation();
    if (!first || !at("and"))
        return first;
    std::vector<const Syntax*> items{first};
    while (accept("and")) {
        const Syntax* item = negation();
        if (!item)
            return nullptr;
        items.push_back(item);
    }
    Syntax* node = make(SyntaxKind::And, begin);
    node->items = keep(items);
    return done(node);
}

const Syntax* ExpressionParser::negation()
{
    if (!at("not"))
        return comparison();
    const DepthGuard guard(*this);
    if (guard.isTooDeep())
        return nullptr;
    Syntax* node = make(SyntaxKind::Unary, take().span.begin);
    node->op = Operator::Not;
    node->base = negation();
    return node->base ? done(node) : nullptr;
}

const Syntax* ExpressionParser::comparison()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* first = binary(1);
    if (!first)
        return nullptr;
    std::vector<const Syntax*> items;
    std::vector<Operator> operators;
    while (true) {
        const Infix found = infix(peek().id);
        Operator op = found.op;
        if (at("not") && peek(1).is("in"))
            op = Operator::NotIn;
        else if (!found.isComparison)
            break;
        if (op == Operator::NotIn)
            take();
        take();
        if (op == Operator::Is && accept("not"))
            op = Operator::IsNot;
        const Syntax* next = binary(1);
        if (!next)
            return nullptr;
        if (items.empty())
            items.push_back(first);
        items.push_back(next);
        operators.push_back(op);
    }
    if (items.empty())
        return first;
    Syntax* node = make(SyntaxKind::Comparison, begin);
    node->items = keep(items);
    node->lists = arena().make<SyntaxLists>(SyntaxLists{{}, keep(operators), {}});
    return done(node);
}

const Syntax* ExpressionParser::binary(int level)
{
    const uint32_t begin = peek().span.begin;
    const Syntax* left = unary();
    while (left) {
        const Infix found = infix(peek().id);
        if (found.level < level)
            break;
        take();
        const Syntax* right = binary(found.level + 1);
        if (!right)
            return nullptr;
        Syntax* node = make(SyntaxKind::Binary, begin);
        node->op = found.op;
        node->items = keep<const Syntax*>({left, right});
        left = done(node);
    }
    return left;
}

const Syntax* ExpressionParser::unary()
{
    std::optional<Operator> op;
    if (at("-"))
        op = Operator::Minus;
    else if (at("+"))
        op = Operator::Plus;
    else if (at("~"))
        op = Operator::Invert;
    if (!op)
        return power();
    const DepthGuard guard(*this);
    if (guard.isTooDeep())
        return nullptr;
    Syntax* node = make(SyntaxKind::Unary, take().span.begin);
    node->op = *op;
    node->base = unary();
    return node->base ? done(node) : nullptr;
}

const Syntax* ExpressionParser::power()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* base = postfix();
    if (!base || !accept("**"))
        return base;
    const DepthGuard guard(*this);
    const Syntax* exponent = guard.isTooDeep() ? nullptr : unary();
    if (!exponent)
        return nullptr;
    Syntax* node = make(SyntaxKind::Binary, begin);
    node->op = Operator::Pow;
    node->items = keep<const Syntax*>({base, exponent});
    return done(node);
}

} // namespace tir::script
