// Lines, suites, and statements with syntax errors.

#include "core/script/syntax/statement_parser.h"

#include <algorithm>

namespace tir::script {

Suite StatementParser::file()
{
    std::vector<const Statement*> statements;
    while (!at(LexemeKind::End)) {
        if (at(LexemeKind::Indent)) {
            statements.push_back(misplaced());
        } else if (at(LexemeKind::Dedent)) {
            take();
        } else {
            statement(statements);
        }
    }
    return keep(statements);
}

Suite StatementParser::bodyAt(size_t lexeme)
{
    m_at = lexeme;
    return suite();
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
        m_at = m_lexemes.size() - 1; // the End
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
    } while (made->kind != StatementKind::Invalid && accept(";") && !at(LexemeKind::Newline));
    if (made->kind == StatementKind::Invalid) {
        made->targets = assignedNames(first);
        finishBroken(*made);
    } else if (!at(LexemeKind::Newline)) {
        report(peek(), "the end of the line");
        skipToLineEnd();
        take();
        if (at(LexemeKind::Indent))
            into.push_back(misplaced());
    } else {
        take();
    }
}

void StatementParser::finishBroken(Statement& broken)
{
    skipToLineEnd();
    if (at(LexemeKind::Newline))
        take();
    if (at(LexemeKind::Indent))
        broken.body = indented();
    broken.span.end = lastTextEnd();
}

Suite StatementParser::indented()
{
    std::vector<const Statement*> statements;
    take();
    while (!at(LexemeKind::Dedent) && !at(LexemeKind::End)) {
        if (at(LexemeKind::Indent))
            statements.push_back(misplaced());
        else
            statement(statements);
    }
    if (at(LexemeKind::Dedent))
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

std::span<const Syntax* const> StatementParser::namesOfLine(size_t first, Word from, Word stop)
{
    std::vector<const Syntax*> names;
    bool isCounted = !from;
    for (size_t i = first; i < m_lexemes.size() && m_lexemes[i].kind != LexemeKind::Newline; ++i) {
        const Lexeme& lexeme = m_lexemes[i];
        if (stop && lexeme.is(stop))
            break;
        isCounted |= from && lexeme.is(from);
        const bool isAttribute = i > first && m_lexemes[i - 1].is(".");
        if (!isCounted || isAttribute || lexeme.kind != LexemeKind::Name)
            continue;
        Syntax* name = ExpressionParser::make(SyntaxKind::Name, lexeme.span.begin);
        name->span = lexeme.span;
        name->text = lexeme.text;
        names.push_back(name);
    }
    return keep(names);
}

std::span<const Syntax* const> StatementParser::assignedNames(size_t first)
{
    for (size_t i = first; i < m_lexemes.size() && m_lexemes[i].kind != LexemeKind::Newline; ++i)
        for (const Word sign : {Word("="), Word(":")})
            if (m_lexemes[i].is(sign))
                return namesOfLine(first, {}, sign);
    return {};
}

uint32_t StatementParser::lastTextEnd() const
{
    size_t index = m_at;
    while (index > 0 && (m_lexemes[index - 1].kind == LexemeKind::Newline ||
                         m_lexemes[index - 1].kind == LexemeKind::Dedent ||
                         m_lexemes[index - 1].kind == LexemeKind::Indent))
        --index;
    return index == 0 ? 0 : m_lexemes[index - 1].span.end;
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
    owner->body = suite();
    owner->span.end = lastTextEnd();
    return owner;
}

void StatementParser::withoutSuite(Statement* owner)
{
    if (!at(":") || peek(1).kind != LexemeKind::Newline || peek(2).kind != LexemeKind::Indent) {
        withSuite(owner);
        return;
    }
    owner->head = {owner->span.begin, lastEnd()};
    owner->bodyToCome = uint32_t(m_at);
    m_bodiesToCome.insert(owner->bodyToCome);
    m_at += 2;
    int depth = 0;
    do {
        const LexemeKind kind = m_lexemes[m_at++].kind; // every Indent has its Dedent
        depth += kind == LexemeKind::Indent ? 1 : kind == LexemeKind::Dedent ? -1 : 0;
    } while (depth > 0);
    owner->span.end = lastTextEnd();
}

Suite StatementParser::suite()
{
    if (!expect(":", "before the body")) {
        skipToLineEnd();
        if (at(LexemeKind::Newline))
            take();
        return at(LexemeKind::Indent) ? indented() : Suite();
    }
    if (!at(LexemeKind::Newline)) {
        std::vector<const Statement*> statements;
        statement(statements);
        return keep(statements);
    }
    take();
    if (!at(LexemeKind::Indent)) {
        report(peek(), "an indented body");
        return {};
    }
    return indented();
}

void StatementParser::skipToLineEnd()
{
    while (!at(LexemeKind::Newline) && !at(LexemeKind::End) && !at(LexemeKind::Indent) &&
           !at(LexemeKind::Dedent))
        take();
}

} // namespace tir::script
