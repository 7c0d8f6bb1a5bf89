// Reads patterns and conditions.

#include "core/arith/rewrite/pattern.h"

#include <charconv>

namespace tir::arith {

size_t Letters::indexOf(std::string_view name)
{
    for (size_t i = 0; i < m_names.size(); ++i)
        if (m_names[i] == name)
            return i;
    TIR_CHECK(m_names.size() < Bindings::MaxLetters) << "too many letters in a rule: " << name;
    m_names.push_back(name);
    return m_names.size() - 1;
}

namespace {

struct OperatorText {
    std::string_view text;
    BinaryOp op;
};

// By precedence; longer texts first.
constexpr OperatorText Disjunction[] = {{"or ", BinaryOp::Or}};
constexpr OperatorText Conjunction[] = {{"and ", BinaryOp::And}};
constexpr OperatorText Comparisons[] = {{"<=", BinaryOp::LE}, {">=", BinaryOp::GE}, {"==", BinaryOp::EQ},
                                        {"!=", BinaryOp::NE}, {"<", BinaryOp::LT},  {">", BinaryOp::GT}};
constexpr OperatorText Sums[] = {{"+", BinaryOp::Add}, {"-", BinaryOp::Sub}};
constexpr OperatorText Products[] = {
    {"*", BinaryOp::Mul}, {"//", BinaryOp::FloorDiv}, {"%", BinaryOp::FloorMod}};
constexpr OperatorText Functions[] = {{"truncdiv(", BinaryOp::Div},
                                      {"truncmod(", BinaryOp::Mod},
                                      {"min(", BinaryOp::Min},
                                      {"max(", BinaryOp::Max}};
constexpr std::span<const OperatorText> Levels[] = {Disjunction, Conjunction, Comparisons, Sums, Products};
constexpr size_t SumLevel = 3;
constexpr size_t ComparisonLevel = 2;

} // namespace

class PatternParser {
public:
    PatternParser(std::string_view text, Letters& letters, bool isMirrored)
        : m_rest(text),
          m_letters(letters),
          m_isMirrored(isMirrored)
    {}

    Pattern parse(size_t level = 0)
    {
        Pattern pattern;
        m_pattern = &pattern;
        pattern.m_root = operators(level);
        return pattern;
    }

    bool take(std::string_view text)
    {
        skipBlanks();
        if (!m_rest.starts_with(text))
            return false;
        m_rest.remove_prefix(text.size());
        return true;
    }
    void expect(std::string_view text)
    {
        TIR_CHECK(take(text)) << "expected '" << text << "' in a rule at '" << m_rest << "'";
    }
    bool isAtEnd()
    {
        skipBlanks();
        return m_rest.empty();
    }

private:
    void skipBlanks()
    {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
    }

    uint8_t add(Pattern::Node node)
    {
        m_pattern->m_nodes.push_back(node);
        return uint8_t(m_pattern->m_nodes.size() - 1);
    }

    uint8_t operators(size_t level)
    {
        if (level == ComparisonLevel && take("not "))
            return add({.kind = Pattern::Kind::Not, .children = {operators(level)}});
        if (level == std::size(Levels))
            return atom();
        uint8_t left = operators(level + 1);
        while (const OperatorText* found = takeOperator(Levels[level])) {
            const uint8_t right = operators(level + 1);
            left = add({.kind = Pattern::Kind::Binary, .op = found->op, .children = {left, right}});
        }
        return left;
    }

    const OperatorText* takeOperator(std::span<const OperatorText> operators)
    {
        for (const OperatorText& candidate : operators)
            if (take(candidate.text))
                return &candidate;
        return nullptr;
    }

    uint8_t atom()
    {
        if (take("(")) {
            const uint8_t inner = operators(0);
            expect(")");
            return inner;
        }
        if (take("-")) {
            const uint8_t zero = add({.kind = Pattern::Kind::Number});
            return add({.kind = Pattern::Kind::Binary, .op = BinaryOp::Sub, .children = {zero, atom()}});
        }
        if (const OperatorText* function = takeOperator(Functions))
            return binaryFunction(function->op);
        if (take("select("))
            return function(Pattern::Kind::Select, 3);
        if (take("ramp("))
            return function(Pattern::Kind::Ramp, 2);
        if (take("broadcast("))
            return function(Pattern::Kind::Broadcast, 1);
        if (take("true"))
            return add({.kind = Pattern::Kind::Boolean, .number = 1});
        if (take("false"))
            return add({.kind = Pattern::Kind::Boolean, .number = 0});
        return letterOrNumber();
    }

    uint8_t binaryFunction(BinaryOp op)
    {
        if (m_isMirrored && (op == BinaryOp::Min || op == BinaryOp::Max))
            op = op == BinaryOp::Min ? BinaryOp::Max : BinaryOp::Min;
        const uint8_t a = operators(0);
        expect(",");
        const uint8_t b = operators(0);
        expect(")");
        return add({.kind = Pattern::Kind::Binary, .op = op, .children = {a, b}});
    }

    uint8_t function(Pattern::Kind kind, size_t arity)
    {
        Pattern::Node node{.kind = kind};
        for (size_t i = 0; i < arity; ++i) {
            if (i != 0)
                expect(",");
            node.children[i] = operators(0);
        }
        if (kind != Pattern::Kind::Select)
            expect(", L");
        expect(")");
        return add(node);
    }

    uint8_t letterOrNumber()
    {
        skipBlanks();
        size_t length = 0;
        while (length < m_rest.size() && (std::isalnum(uint8_t(m_rest[length])) || m_rest[length] == '.'))
            ++length;
        TIR_CHECK(length > 0) << "expected a letter or a number in a rule at '" << m_rest << "'";
        const std::string_view token = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        if (token == "0.0")
            return add({.kind = Pattern::Kind::Real});
        if (std::isdigit(uint8_t(token.front()))) {
            int64_t value = 0;
            std::from_chars(token.data(), token.data() + token.size(), value);
            return add({.kind = Pattern::Kind::Number, .number = value});
        }
        const auto letter = uint8_t(m_letters.indexOf(token));
        return add({.kind = Letters::isConstant(token) ? Pattern::Kind::Constant : Pattern::Kind::Letter,
                    .letter = letter});
    }

    std::string_view m_rest;
    Letters& m_letters;
    bool m_isMirrored;
    Pattern* m_pattern = nullptr;
};

Pattern Pattern::parse(std::string_view text, Letters& letters, bool isMirrored)
{
    PatternParser parser(text, letters, isMirrored);
    Pattern pattern = parser.parse();
    TIR_CHECK(parser.isAtEnd()) << "a rule goes on after its pattern: " << text;
    return pattern;
}

std::vector<Condition> Condition::parseAll(std::string_view text, Letters& letters)
{
    std::vector<Condition> conditions;
    PatternParser parser(text, letters, false);
    while (!parser.isAtEnd()) {
        if (!conditions.empty())
            parser.expect(",");
        Condition condition{.kind = Kind::Numeric, .left = {}, .right = {}};
        const bool isDiscardable = parser.take("discardable(");
        if (isDiscardable || parser.take("exact(")) {
            condition.kind = isDiscardable ? Kind::Discardable : Kind::Exact;
            condition.left = parser.parse(SumLevel);
            parser.expect(")");
            conditions.push_back(std::move(condition));
            continue;
        }
        condition.left = parser.parse(SumLevel);
        if (parser.take("divides")) {
            condition.kind = Kind::Divides;
            condition.right = parser.parse(SumLevel);
            conditions.push_back(std::move(condition));
            continue;
        }
        for (const OperatorText& comparison : Comparisons)
            if (parser.take(comparison.text)) {
                condition.op = comparison.op;
                break;
            }
        condition.right = parser.parse(SumLevel);
        if (!condition.left.isNumeric()) {
            TIR_CHECK(condition.right.isNumeric()) << "cannot prove a condition of a rule: " << text;
            condition.kind = condition.op == BinaryOp::GE   ? Kind::AtLeast
                             : condition.op == BinaryOp::LT ? Kind::LessThan
                                                            : Kind::Equal;
        }
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

} // namespace tir::arith
