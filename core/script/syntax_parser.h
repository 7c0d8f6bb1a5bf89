/// The recursive-descent parser behind parseSyntax: expressions here, statements on top of them.

#pragma once

#include "core/script/lexer.h"
#include "core/script/syntax.h"

#include <string>

namespace tir::script {

/// Python's expressions. A failed parse returns null and has been reported.
class ExpressionParser {
public:
    ExpressionParser(std::span<const Lexeme> lexemes, Arena& arena, Diagnostics& diagnostics)
        : m_lexemes(lexemes),
          m_arena(arena),
          m_diagnostics(diagnostics)
    {}

protected:
    const Syntax* expression();
    /// `a, b` without parentheses is a tuple.
    const Syntax* expressionList();
    /// Targets of `for` and `with`: no comparison, so that `in` ends them.
    const Syntax* targetList();

    const Lexeme& peek(size_t ahead = 0) const
    {
        return m_lexemes[std::min(m_at + ahead, m_lexemes.size() - 1)];
    }
    bool at(std::string_view symbolOrName) const { return peek().is(symbolOrName); }
    bool at(LexemeKind kind) const { return peek().kind == kind; }
    const Lexeme& take();
    bool accept(std::string_view symbolOrName);
    /// Reports and returns false when something else stands there.
    bool expect(std::string_view symbolOrName, std::string_view after);
    /// Null when nothing more is reported.
    Diagnostic* report(const Lexeme& found, const std::string& expected);
    Diagnostic* report(Span span, std::string code, std::string message);
    /// As `expect`; the note points at what was opened.
    bool expectClose(std::string_view symbol, std::string_view after, uint32_t opened);
    uint32_t lastEnd() const { return m_at == 0 ? 0 : m_lexemes[m_at - 1].span.end; }
    Arena& arena() { return m_arena; }
    template <class T>
    std::span<const T> keep(const std::vector<T>& items)
    {
        return m_arena.copy(items);
    }

private:
    struct DepthGuard;

    Syntax* make(SyntaxKind kind, uint32_t begin);
    /// Closes the span at the last lexeme and measures the height; null when it is too high.
    const Syntax* done(Syntax* node);
    const Syntax* withHeight(Syntax* node);

    const Syntax* conditional();
    const Syntax* lambda();
    const Syntax* disjunction();
    const Syntax* conjunction();
    const Syntax* negation();
    const Syntax* comparison();
    const Syntax* binary(int level);
    const Syntax* unary();
    const Syntax* power();
    const Syntax* postfix();
    const Syntax* atom();
    const Syntax* parenthesised();
    const Syntax* list();
    const Syntax* dict();
    const Syntax* arguments(const Syntax* callee);
    const Syntax* subscript(const Syntax* base);
    const Syntax* slice();
    const Syntax* starredOrExpression();
    /// A comprehension: read over, only Python can evaluate it.
    const Syntax* comprehension(uint32_t begin, std::string_view close);

    std::span<const Lexeme> m_lexemes;
    Arena& m_arena;
    Diagnostics& m_diagnostics;
    size_t m_at = 0;
    int m_depth = 0;

    friend class StatementParser;
};

} // namespace tir::script
