/// The recursive-descent parser of parseSyntax: expressions here, statements on top of them.

#pragma once

#include "core/script/syntax/lexer.h"
#include "core/script/syntax/syntax.h"

#include <initializer_list>
#include <string>

namespace tir::script {

/// A list that grows while its items are parsed: on a stack that all lists of a parser share, since most of them have
/// one or two items.
template <class T>
class PendingList {
public:
    explicit PendingList(std::vector<T>& stack) : m_stack(stack), m_first(stack.size()) {}
    PendingList(const PendingList&) = delete;
    PendingList& operator=(const PendingList&) = delete;
    ~PendingList() { m_stack.resize(m_first); }

    /// Precondition: every list that was begun after this one has ended.
    void push_back(const T& item) { m_stack.push_back(item); }
    size_t size() const { return m_stack.size() - m_first; }
    std::span<const T> items() const { return std::span<const T>(m_stack).subspan(m_first); }
    const T& operator[](size_t index) const { return m_stack[m_first + index]; }

private:
    std::vector<T>& m_stack;
    size_t m_first;
};

/// Python's expressions. A failed parse returns null and has been reported.
class ExpressionParser {
public:
    ExpressionParser(const Tokens& tokens, Arena& arena, Diagnostics& diagnostics)
        : m_tokens(tokens),
          m_arena(arena),
          m_diagnostics(diagnostics)
    {}

protected:
    const Syntax* expression();
    /// `a, b` without parentheses is a tuple.
    const Syntax* expressionList();
    /// Targets of `for` and `with`: no comparison, so that `in` ends them.
    const Syntax* targetList();

    const Token& peek() const { return m_tokens[m_at]; }
    const Token& peek(size_t ahead) const { return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)]; }
    bool at(TokenId word) const { return peek().is(word); }
    bool at(Token::Kind kind) const { return peek().kind == kind; }
    const Token& take();
    std::string_view takeText() { return m_tokens.textOf(take()); }
    bool accept(TokenId word);
    /// Reports and returns false when something else is there.
    bool expect(TokenId word, std::string_view after);
    /// Null when nothing more is reported.
    Diagnostic* report(const Token& found, const std::string& expected);
    Diagnostic* report(Span span, std::string code, std::string message);
    /// As `expect`; the note points at the opening bracket.
    bool expectClose(TokenId symbol, std::string_view after, uint32_t opened);
    uint32_t lastEnd() const { return m_at == 0 ? 0 : m_tokens[m_at - 1].span.end; }
    Arena& arena() { return m_arena; }
    template <class T>
    std::span<const T> keep(const std::vector<T>& items)
    {
        return m_arena.copy(items);
    }
    template <class T>
    std::span<const T> keep(const PendingList<T>& items)
    {
        return m_arena.copy(items.items());
    }
    template <class T>
    std::span<const T> keep(std::initializer_list<T> items)
    {
        return m_arena.copy(std::span<const T>(items.begin(), items.size()));
    }

private:
    struct DepthGuard;

    Syntax* make(SyntaxKind kind, uint32_t begin);
    /// Closes the span at the last token and measures the height; null when it is too high.
    const Syntax* done(Syntax* node);
    const Syntax* withHeight(Syntax* node);

    const Syntax* conditional();
    const Syntax* lambda();
    const Syntax* disjunction();
    const Syntax* conjunction();
    const Syntax* negation();
    const Syntax* comparison();
    /// Operators that bind at least as tightly as `level`.
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
    const Syntax* comprehension(uint32_t begin, TokenId close);

    const Tokens& m_tokens;
    Arena& m_arena;
    Diagnostics& m_diagnostics;
    size_t m_at = 0; ///< never past the End, which is the last token
    int m_depth = 0;
    std::vector<const Syntax*> m_items;    ///< of the lists that are open
    std::vector<SyntaxKeyword> m_keywords; ///< of the calls that are open
    bool m_hasLambda = false;

    friend class StatementParser;
};

} // namespace tir::script
