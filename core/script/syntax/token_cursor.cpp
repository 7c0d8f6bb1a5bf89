/// The token functions of ExpressionParser: consumes tokens, reports missing ones, and completes nodes.

#include "core/script/syntax/reporting.h"
#include "core/script/syntax/syntax_parser.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {
namespace {

/// The tree of a long sum is high without being nested.
constexpr int MaxHeight = 1000;

} // namespace

const Token& ExpressionParser::take()
{
    const Token& token = peek();
    if (m_at + 1 < m_tokens.size())
        ++m_at;
    return token;
}

bool ExpressionParser::accept(TokenId word)
{
    if (!at(word))
        return false;
    take();
    return true;
}

bool ExpressionParser::expect(TokenId word, std::string_view after)
{
    if (accept(word))
        return true;
    report(peek(), quoted(word.text()) + " " + std::string(after));
    return false;
}

bool ExpressionParser::expectClose(TokenId symbol, std::string_view after, uint32_t opened)
{
    if (accept(symbol))
        return true;
    if (Diagnostic* diagnostic = report(peek(), quoted(symbol.text()) + " " + std::string(after)))
        diagnostic->notes.push_back({.message = "opened here", .span = Span{opened, opened + 1}});
    return false;
}

Diagnostic* ExpressionParser::report(const Token& found, const std::string& expected)
{
    std::string shown;
    switch (found.kind) {
    case Token::Kind::Newline:
    case Token::Kind::Indent:
    case Token::Kind::Dedent:
    case Token::Kind::End:
        shown = m_tokens.textOf(found);
        break;
    case Token::Kind::String:
    case Token::Kind::Foreign:
        shown = "a string";
        break;
    default:
        shown = quoted(m_tokens.textOf(found));
    }
    return report(found.span, "syntax", "found " + shown + ", expected " + expected);
}

Diagnostic* ExpressionParser::report(Span span, std::string code, std::string message)
{
    if (span.isEmpty())
        span.end = span.begin + 1;
    return reportBounded(m_diagnostics,
                         {.code = std::move(code), .message = std::move(message), .span = span, .notes = {}});
}

Syntax* ExpressionParser::make(SyntaxKind kind, uint32_t begin)
{
    auto* node = m_arena.make<Syntax>();
    node->kind = kind;
    node->span.begin = begin;
    return node;
}

const Syntax* ExpressionParser::withHeight(Syntax* node)
{
    int height = node->base ? node->base->height : 0;
    for (const Syntax* item : node->items)
        height = std::max(height, item ? int(item->height) : 0);
    // Chains become as high as they are long.
    if (node->kind == SyntaxKind::And || node->kind == SyntaxKind::Or || node->kind == SyntaxKind::Comparison)
        height += int(std::min<size_t>(node->items.size(), MaxHeight));
    for (const SyntaxKeyword& keyword : node->keywords())
        height = std::max(height, int(keyword.value->height));
    if (height >= MaxHeight) {
        report(node->span, "nested-too-deeply",
               "expression has more than " + std::to_string(MaxHeight) + " operations in each other");
        return nullptr;
    }
    node->height = uint16_t(height + 1);
    return node;
}

const Syntax* ExpressionParser::done(Syntax* node)
{
    node->span.end = lastEnd();
    return withHeight(node);
}

} // namespace tir::script
