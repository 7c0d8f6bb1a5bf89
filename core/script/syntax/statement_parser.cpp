// Lines, suites, and statements with syntax errors.

#include "core/script/syntax/statement_parser.h"

#include <algorithm>

namespace tir::script {

Suite StatementParser::file()
{
    std::vector<const Statement*> statements;
    while (!at(Token::Kind::End)) {
        if (at(Token::Kind::Indent)) {
            statements.push_back(misplaced());
        } else if (at(Token::Kind::Dedent)) {
            take();
        } else {
            statement(statements);
        }
    }
    return keep(statements);
}

Suite StatementParser::suiteAt(size_t token)
{
    m_at = token;
    return suite();
}

Suite StatementParser::statementsAt(uint32_t& at, size_t tokens)
{
    std::vector<const Statement*> statements;
    m_at = at;
    const auto isAtEnd = [this] { return this->at(Token::Kind::Dedent) || this->at(Token::Kind::End); };
    while (!isAtEnd() && m_at < at + tokens) {
        if (this->at(Token::Kind::Indent))
            statements.push_back(misplaced());
        else
            statement(statements);
    }
    at = isAtEnd() ? 0 : uint32_t(m_at);
    return keep(statements);
}

Statement* StatementParser::make(StatementKind kind, uint32_t begin)
{
    auto* made = arena().make<Statement>();
    made->kind = kind;
    made->span.begin = begin;
    return made;
}

void StatementParser::statement(std::vector<const Statement*>& into)
{
    const uint32_t begin = peek().span.begin;
    if (m_progress && !m_progress->reached(begin)) {
        m_at = m_tokens.size() - 1; // the End
        return;
    }
    Statement* made = compound(begin);
    if (made) {
        made->span.end = made->body.empty() && made->bodyToCome == 0 ? lastTextEnd() : made->span.end;
        into.push_back(made);
        return;
    }
    size_t first = m_at;
    do {
        const uint32_t simpleBegin = peek().span.begin;
        first = m_at;
        made = simple(simpleBegin);
        made->span.end = std::max(lastEnd(), simpleBegin);
        made->head = made->span;
        into.push_back(made);
    } while (made->kind != StatementKind::Invalid && accept(";") && !at(Token::Kind::Newline));
    if (made->kind == StatementKind::Invalid) {
        made->targets = assignedNames(first);
        finishBroken(*made);
    } else if (!at(Token::Kind::Newline)) {
        report(peek(), "the end of the line");
        skipToLineEnd();
        take();
        if (at(Token::Kind::Indent))
            into.push_back(misplaced());
    } else {
        take();
    }
}

void StatementParser::finishBroken(Statement& broken)
{
    skipToLineEnd();
    if (at(Token::Kind::Newline))
        take();
    if (at(Token::Kind::Indent))
        broken.body = indented();
    broken.span.end = lastTextEnd();
}

Suite StatementParser::indented()
{
    std::vector<const Statement*> statements;
    take();
    while (!at(Token::Kind::Dedent) && !at(Token::Kind::End)) {
        if (at(Token::Kind::Indent))
            statements.push_back(misplaced());
        else
            statement(statements);
    }
    if (at(Token::Kind::Dedent))
        take();
    return keep(statements);
}

const Statement* StatementParser::misplaced()
{
    report(peek().span, "bad-indentation", "unexpected indentation");
    Statement* made = invalid(peek().span.begin);
    made->body = indented();
    made->span.end = lastTextEnd();
    return made;
}

std::span<const Syntax* const> StatementParser::namesOfLine(size_t first, TokenId from, TokenId stop)
{
    std::vector<const Syntax*> names;
    bool isCounted = !from;
    for (size_t i = first; i < m_tokens.size() && m_tokens[i].kind != Token::Kind::Newline; ++i) {
        const Token& token = m_tokens[i];
        if (stop && token.is(stop))
            break;
        isCounted |= from && token.is(from);
        const bool isAttribute = i > first && m_tokens[i - 1].is(".");
        if (!isCounted || isAttribute || token.kind != Token::Kind::Name)
            continue;
        Syntax* name = ExpressionParser::make(SyntaxKind::Name, token.span.begin);
        name->span = token.span;
        name->text = m_tokens.textOf(token);
        names.push_back(name);
    }
    return keep(names);
}

std::span<const Syntax* const> StatementParser::assignedNames(size_t first)
{
    for (size_t i = first; i < m_tokens.size() && m_tokens[i].kind != Token::Kind::Newline; ++i)
        for (const TokenId sign : {TokenId("="), TokenId(":")})
            if (m_tokens[i].is(sign))
                return namesOfLine(first, {}, sign);
    return {};
}

uint32_t StatementParser::lastTextEnd() const
{
    size_t index = m_at;
    while (index > 0 && (m_tokens[index - 1].kind == Token::Kind::Newline ||
                         m_tokens[index - 1].kind == Token::Kind::Dedent ||
                         m_tokens[index - 1].kind == Token::Kind::Indent))
        --index;
    return index == 0 ? 0 : m_tokens[index - 1].span.end;
}

Statement* StatementParser::broken(uint32_t begin, std::span<const Syntax* const> names)
{
    Statement* made = invalid(begin);
    made->targets = names;
    finishBroken(*made);
    return made;
}

Statement* StatementParser::withSuite(Statement* owner)
{
    owner->head = {owner->span.begin, lastEnd()};
    if (leavesOutSuite(*owner))
        owner->bodyToCome = skipSuite();
    else
        owner->body = suite();
    owner->span.end = lastTextEnd();
    return owner;
}

bool StatementParser::leavesOutSuite(const Statement& owner) const
{
    const bool isOnOwnLines =
        at(":") && peek(1).kind == Token::Kind::Newline && peek(2).kind == Token::Kind::Indent;
    if (!m_leavesOutSuites || owner.kind == StatementKind::Class || !isOnOwnLines)
        return false;
    constexpr size_t Large = 4096;
    const bool isMethod = m_isInClass && owner.kind == StatementKind::Function;
    return isMethod || m_tokens.endOfSuite(m_at + 2) - m_at >= Large;
}

uint32_t StatementParser::skipSuite()
{
    const auto start = uint32_t(m_at);
    m_at = m_tokens.endOfSuite(m_at + 2);
    return start;
}

Suite StatementParser::suite()
{
    if (!expect(":", "before the body")) {
        skipToLineEnd();
        if (at(Token::Kind::Newline))
            take();
        return at(Token::Kind::Indent) ? indented() : Suite();
    }
    if (!at(Token::Kind::Newline)) {
        std::vector<const Statement*> statements;
        statement(statements);
        return keep(statements);
    }
    take();
    if (!at(Token::Kind::Indent)) {
        report(peek(), "an indented body");
        return {};
    }
    return indented();
}

void StatementParser::skipToLineEnd()
{
    while (!at(Token::Kind::Newline) && !at(Token::Kind::End) && !at(Token::Kind::Indent) &&
           !at(Token::Kind::Dedent))
        take();
}

} // namespace tir::script
