/// Atoms, calls, subscripts: what operators work on.

#include "core/script/syntax_parser.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

constexpr std::array<std::string_view, 26> Keywords{
    "and",  "as",  "assert", "break", "class",  "continue", "def",  "del",    "elif",
    "else", "for", "from",   "if",    "import", "in",       "is",   "lambda", "nonlocal",
    "not",  "or",  "pass",   "raise", "return", "while",    "with", "yield",
};

bool isKeyword(const Lexeme& lexeme)
{
    return lexeme.kind == LexemeKind::Name && std::ranges::find(Keywords, lexeme.text) != Keywords.end();
}

} // namespace

const Syntax* ExpressionParser::postfix()
{
    const Syntax* node = atom();
    while (node) {
        if (at("(")) {
            node = arguments(node);
        } else if (at("[")) {
            node = subscript(node);
        } else if (accept(".")) {
            if (!at(LexemeKind::Name)) {
                report(peek(), "a name after '.'");
                return nullptr;
            }
            Syntax* attribute = make(SyntaxKind::Attribute, node->span.begin);
            attribute->base = node;
            attribute->nameSpan = peek().span;
            attribute->text = take().text;
            node = done(attribute);
        } else {
            break;
        }
    }
    return node;
}

const Syntax* ExpressionParser::atom()
{
    const Lexeme& first = peek();
    switch (first.kind) {
    case LexemeKind::Integer:
    case LexemeKind::Float: {
        Syntax* number = make(first.kind == LexemeKind::Integer ? SyntaxKind::Integer : SyntaxKind::Float,
                              first.span.begin);
        number->text = take().text;
        return done(number);
    }
    case LexemeKind::String:
    case LexemeKind::Foreign: {
        // Strings that stand side by side are one string.
        bool isForeign = false;
        std::string bytes;
        int count = 0;
        std::string_view text;
        for (; at(LexemeKind::String) || at(LexemeKind::Foreign); ++count) {
            isForeign |= at(LexemeKind::Foreign);
            text = take().text;
            bytes += text;
        }
        Syntax* string = make(isForeign ? SyntaxKind::Foreign : SyntaxKind::String, first.span.begin);
        string->text = count == 1 ? text : m_arena.intern(bytes);
        return done(string);
    }
    case LexemeKind::Name: {
        if (isKeyword(first))
            break;
        SyntaxKind kind = SyntaxKind::Name;
        if (first.text == "True")
            kind = SyntaxKind::True;
        else if (first.text == "False")
            kind = SyntaxKind::False;
        else if (first.text == "None")
            kind = SyntaxKind::None;
        Syntax* name = make(kind, first.span.begin);
        name->text = take().text;
        return done(name);
    }
    case LexemeKind::Symbol:
        if (at("("))
            return parenthesised();
        if (at("["))
            return list();
        if (at("{"))
            return dict();
        break;
    default:
        break;
    }
    report(first, "an expression");
    return nullptr;
}

const Syntax* ExpressionParser::comprehension(uint32_t begin, std::string_view close)
{
    int open = 0;
    while (!at(LexemeKind::Newline) && !at(LexemeKind::End) && (open > 0 || !at(close))) {
        open += at("(") || at("[") || at("{");
        open -= at(")") || at("]") || at("}");
        take();
    }
    if (!expect(close, "at the end of the comprehension"))
        return nullptr;
    return done(make(SyntaxKind::Foreign, begin));
}

const Syntax* ExpressionParser::parenthesised()
{
    const uint32_t begin = take().span.begin;
    std::vector<const Syntax*> items;
    bool isTuple = at(")");
    while (!at(")")) {
        const Syntax* item = starredOrExpression();
        if (!item)
            return nullptr;
        items.push_back(item);
        if (at("for"))
            return comprehension(begin, ")");
        if (!accept(","))
            break;
        isTuple = true;
    }
    if (!expectClose(")", "to close the parenthesis", begin))
        return nullptr;
    if (!isTuple)
        return items[0];
    Syntax* tuple = make(SyntaxKind::Tuple, begin);
    tuple->items = keep(items);
    return done(tuple);
}

const Syntax* ExpressionParser::list()
{
    const uint32_t begin = take().span.begin;
    std::vector<const Syntax*> items;
    while (!at("]")) {
        const Syntax* item = starredOrExpression();
        if (!item)
            return nullptr;
        items.push_back(item);
        if (at("for"))
            return comprehension(begin, "]");
        if (!accept(","))
            break;
    }
    if (!expectClose("]", "to close the list", begin))
        return nullptr;
    Syntax* node = make(SyntaxKind::List, begin);
    node->items = keep(items);
    return done(node);
}

const Syntax* ExpressionParser::dict()
{
    const uint32_t begin = take().span.begin;
    std::vector<const Syntax*> items;
    while (!at("}")) {
        if (at("**"))
            return comprehension(begin, "}");
        const Syntax* key = expression();
        if (!key || !expect(":", "after the key"))
            return nullptr;
        const Syntax* value = expression();
        if (!value)
            return nullptr;
        items.push_back(key);
        items.push_back(value);
        if (at("for"))
            return comprehension(begin, "}");
        if (!accept(","))
            break;
    }
    if (!expectClose("}", "to close the dictionary", begin))
        return nullptr;
    Syntax* node = make(SyntaxKind::Dict, begin);
    node->items = keep(items);
    return done(node);
}

const Syntax* ExpressionParser::arguments(const Syntax* callee)
{
    const uint32_t opened = take().span.begin;
    std::vector<const Syntax*> items;
    std::vector<SyntaxKeyword> keywords;
    while (!at(")")) {
        if (accept("**")) {
            const Syntax* value = expression();
            if (!value)
                return nullptr;
            keywords.push_back({{}, value});
        } else if (at(LexemeKind::Name) && peek(1).is("=")) {
            const Lexeme& name = take();
            take();
            const Syntax* value = expression();
            if (!value)
                return nullptr;
            keywords.push_back({{name.text, name.span}, value});
        } else {
            const Syntax* item = starredOrExpression();
            if (!item)
                return nullptr;
            if (at("for")) {
                item = comprehension(item->span.begin, ")");
                if (!item)
                    return nullptr;
                --m_at; // the parenthesis closes the call too
            }
            items.push_back(item);
        }
        if (!accept(","))
            break;
    }
    if (!expectClose(")", "or ',' in the arguments", opened))
        return nullptr;
    Syntax* call = make(SyntaxKind::Call, callee->span.begin);
    call->base = callee;
    call->items = keep(items);
    call->keywords = keep(keywords);
    return done(call);
}

const Syntax* ExpressionParser::subscript(const Syntax* base)
{
    const uint32_t opened = take().span.begin;
    std::vector<const Syntax*> items;
    while (!at("]")) {
        const Syntax* item = slice();
        if (!item)
            return nullptr;
        items.push_back(item);
        if (!accept(","))
            break;
    }
    if (!expectClose("]", "to close the indices", opened))
        return nullptr;
    // A[()] and A[(i, j)] are A with the indices of the tuple.
    Syntax* node = make(SyntaxKind::Subscript, base->span.begin);
    node->base = base;
    node->items = items.size() == 1 && items[0]->kind == SyntaxKind::Tuple ? items[0]->items : keep(items);
    return done(node);
}

const Syntax* ExpressionParser::slice()
{
    const uint32_t begin = peek().span.begin;
    const Syntax* start = nullptr;
    if (!at(":")) {
        start = starredOrExpression();
        if (!start || !at(":"))
            return start;
    }
    take();
    std::vector<const Syntax*> parts{start, nullptr, nullptr};
    for (size_t part = 1; part < parts.size(); ++part) {
        if (part == 2 && !accept(":"))
            break;
        if (at(":") || at(",") || at("]"))
            continue;
        parts[part] = expression();
        if (!parts[part])
            return nullptr;
    }
    Syntax* node = make(SyntaxKind::Slice, begin);
    node->items = keep(parts);
    return done(node);
}

} // namespace tir::script
