// Statements that end with their line.

#include "core/script/syntax/statement_parser.h"

#include <array>

namespace tir::script {
namespace {

struct AugmentedOperator {
    TokenId symbol;
    Operator op;
};

constexpr std::array AugmentedOperators{
    AugmentedOperator{"+=", Operator::Add},        AugmentedOperator{"-=", Operator::Sub},
    AugmentedOperator{"*=", Operator::Mul},        AugmentedOperator{"/=", Operator::Div},
    AugmentedOperator{"//=", Operator::FloorDiv},  AugmentedOperator{"%=", Operator::Mod},
    AugmentedOperator{"@=", Operator::MatMul},     AugmentedOperator{"**=", Operator::Pow},
    AugmentedOperator{"<<=", Operator::ShiftLeft}, AugmentedOperator{">>=", Operator::ShiftRight},
    AugmentedOperator{"&=", Operator::BitAnd},     AugmentedOperator{"|=", Operator::BitOr},
    AugmentedOperator{"^=", Operator::BitXor},
};

} // namespace

Statement* StatementParser::simple(uint32_t begin)
{
    if (accept("pass"))
        return make(StatementKind::Pass, begin);
    if (accept("break"))
        return make(StatementKind::Break, begin);
    if (accept("continue"))
        return make(StatementKind::Continue, begin);
    if (at("import") || at("from"))
        return import(begin);
    if (accept("return")) {
        Statement* made = make(StatementKind::Return, begin);
        if (at(Token::Kind::Newline))
            return made;
        made->value = expressionList();
        return made->value ? made : invalid(begin);
    }
    if (accept("assert")) {
        Statement* made = make(StatementKind::Assert, begin);
        made->value = expression();
        if (!made->value)
            return invalid(begin);
        if (accept(",")) {
            made->message = expression();
            if (!made->message)
                return invalid(begin);
        }
        return made;
    }
    return assignmentOrExpression(begin);
}

Statement* StatementParser::import(uint32_t begin)
{
    const bool isFrom = take().is("from");
    std::vector<SyntaxImport> imports;
    const SyntaxName module = isFrom ? dottedName() : SyntaxName();
    if (isFrom && !accept("import"))
        skipToLineEnd();
    accept("(");
    while (at(Token::Kind::Name)) {
        const SyntaxName name = isFrom ? SyntaxName{m_tokens.textOf(peek()), peek().span} : dottedName();
        if (isFrom)
            take();
        SyntaxName alias = name;
        if (accept("as") && at(Token::Kind::Name))
            alias = {m_tokens.textOf(peek()), take().span};
        if (isFrom)
            imports.push_back({module.text, name, alias});
        else
            imports.push_back({name.text, {}, alias});
        if (!accept(","))
            break;
    }
    skipToLineEnd();
    Statement* made = make(StatementKind::Import, begin);
    made->imports = keep(imports);
    return made;
}

SyntaxName StatementParser::dottedName()
{
    std::string text;
    Span span{peek().span.begin, peek().span.begin};
    while (at(Token::Kind::Name) || at(".") || at("...")) {
        if (at("import") || at("as"))
            break;
        text += m_tokens.textOf(peek());
        span.end = take().span.end;
    }
    return {arena().intern(text), span};
}

Statement* StatementParser::assignmentOrExpression(uint32_t begin)
{
    const Syntax* first = expressionList();
    if (!first)
        return invalid(begin);
    if (accept(":")) {
        Statement* made = make(StatementKind::Annotated, begin);
        made->targets = keep<const Syntax*>({first});
        made->annotation = expression();
        if (!made->annotation)
            return invalid(begin);
        if (accept("=")) {
            made->value = expressionList();
            if (!made->value)
                return invalid(begin);
        }
        return made;
    }
    for (const AugmentedOperator& candidate : AugmentedOperators) {
        if (!at(Token::Kind::Symbol) || !accept(candidate.symbol))
            continue;
        Statement* made = make(StatementKind::AugmentedAssign, begin);
        made->op = candidate.op;
        made->targets = keep<const Syntax*>({first});
        made->value = expressionList();
        return made->value ? made : invalid(begin);
    }
    if (!at("=")) {
        Statement* made = make(StatementKind::Expression, begin);
        made->value = first;
        return made;
    }
    Statement* made = make(StatementKind::Assign, begin);
    std::vector<const Syntax*> parts{first};
    while (accept("=")) {
        const Syntax* next = expressionList();
        if (!next)
            return invalid(begin);
        parts.push_back(next);
    }
    made->value = parts.back();
    parts.pop_back();
    made->targets = keep(parts);
    return made;
}

} // namespace tir::script
