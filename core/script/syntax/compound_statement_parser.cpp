// Statements with a suite: loops, branches, blocks, functions and classes.

#include "core/script/syntax/statement_parser.h"

#include <utility>

namespace tir::script {

Statement* StatementParser::compound(uint32_t begin)
{
    if (at("for"))
        return forLoop(begin);
    if (at("while"))
        return whileLoop(begin);
    if (at("if"))
        return ifElse(begin);
    if (at("with"))
        return with(begin);
    if (at("@") || at("def") || at("class"))
        return definition(begin);
    return nullptr;
}

Statement* StatementParser::forLoop(uint32_t begin)
{
    Statement* loop = make(StatementKind::For, begin);
    const size_t first = m_at + 1;
    take();
    const Syntax* target = targetList();
    if (!target || !expect("in", "after the loop variables"))
        return broken(begin, namesOfLine(first, {}, "in"));
    loop->targets = keep<const Syntax*>({target});
    loop->value = expressionList();
    return loop->value ? withSuite(loop) : broken(begin, namesOfLine(first, {}, "in"));
}

Statement* StatementParser::whileLoop(uint32_t begin)
{
    Statement* loop = make(StatementKind::While, begin);
    take();
    loop->value = expression();
    return loop->value ? withSuite(loop) : broken(begin);
}

Statement* StatementParser::ifElse(uint32_t begin)
{
    Statement* branch = make(StatementKind::If, begin);
    take();
    branch->value = expression();
    if (branch->value)
        withSuite(branch);
    else
        branch = broken(begin);
    const uint32_t elseBegin = peek().span.begin;
    if (at("elif")) {
        if (m_elifs >= MaxElif) {
            report(peek().span, "nested-too-deeply", "more than 200 branches follow each other");
            while (at("elif"))
                broken(peek().span.begin);
            return branch;
        }
        ++m_elifs;
        const Statement* next = ifElse(elseBegin);
        --m_elifs;
        branch->otherwise = keep<const Statement*>({next});
        branch->span.end = next->span.end;
    } else if (accept("else")) {
        if (leavesOutSuite(*branch))
            branch->otherwiseToCome = skipSuite();
        else
            branch->otherwise = suite();
        branch->span.end = lastTextEnd();
    }
    return branch;
}

Statement* StatementParser::with(uint32_t begin)
{
    Statement* block = make(StatementKind::With, begin);
    const size_t first = m_at;
    take();
    std::vector<WithItem> items;
    do {
        const Syntax* value = expression();
        if (!value)
            return broken(begin, namesOfLine(first, "as", {}));
        const Syntax* target = nullptr;
        if (accept("as")) {
            target = at("(") ? expression() : postfix();
            if (!target)
                return broken(begin, namesOfLine(first, "as", {}));
        }
        items.push_back({value, target});
    } while (accept(","));
    block->items = keep(items);
    return withSuite(block);
}

Statement* StatementParser::definition(uint32_t begin)
{
    std::vector<const Syntax*> decorators;
    bool isBroken = false;
    while (accept("@")) {
        const Syntax* decorator = expression();
        if (decorator)
            decorators.push_back(decorator);
        if (decorator && !at(Token::Kind::Newline))
            report(peek(), "the end of the line after a decorator");
        isBroken |= !decorator || !at(Token::Kind::Newline);
        skipToLineEnd();
        if (at(Token::Kind::Newline))
            take();
    }
    const size_t first = m_at;
    const bool isClass = at("class");
    if (!isClass && !at("def")) {
        if (!isBroken)
            report(peek(), "'def' or 'class' after a decorator");
        return broken(begin);
    }
    Statement* made = make(isClass ? StatementKind::Class : StatementKind::Function, begin);
    made->decorators = keep(decorators);
    take();
    if (!at(Token::Kind::Name)) {
        report(peek(), isClass ? "the name of a class" : "the name of a function");
        return broken(begin);
    }
    const Token& name = take();
    made->name = {m_tokens.textOf(name), name.span};
    if (isClass) {
        if (accept("("))
            while (!at(":") && !at(Token::Kind::Newline) && !at(Token::Kind::End))
                take();
    } else if (!signature(*made)) {
        return broken(begin, namesOfLine(first, {}, {}));
    }
    const bool isOuterClass = std::exchange(m_isInClass, isClass || m_isInClass);
    withSuite(made);
    m_isInClass = isOuterClass;
    if (made->bodyToCome > 0)
        m_bodiesToCome.insert(made->bodyToCome);
    if (isBroken) {
        made->kind = StatementKind::Invalid;
        made->targets = namesOfLine(first, {}, {});
    }
    return made;
}

bool StatementParser::signature(Statement& function)
{
    if (!expect("(", "after the name of the function"))
        return false;
    std::vector<SyntaxParameter> parameters;
    while (!at(")")) {
        if (!at(Token::Kind::Name)) {
            report(peek(), "a parameter or ')'");
            return false;
        }
        const Token& name = take();
        const Syntax* annotation = nullptr;
        if (accept(":")) {
            annotation = expression();
            if (!annotation)
                return false;
        }
        if (at("=")) {
            report(peek().span, "default-value", "a parameter has a default value; TVMScript has none");
            take();
            if (!expression())
                return false;
        }
        parameters.push_back({{m_tokens.textOf(name), name.span}, annotation});
        if (!accept(","))
            break;
    }
    if (!expect(")", "or ',' after a parameter"))
        return false;
    if (accept("->")) {
        function.annotation = expression();
        if (!function.annotation)
            return false;
    }
    function.parameters = keep(parameters);
    return true;
}

} // namespace tir::script
