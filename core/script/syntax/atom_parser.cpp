/// Atoms, calls, subscripts: the operands of operators.

#include "core/script/syntax/syntax_parser.h"

#include <array>

namespace tir::script {
const Syntax* ExpressionParser::postfix()
{
    const Syntax* node = atom();
    while (node) {
        if (at("(")) {
            node = arguments(node);
        } else if (at("[")) {
            node = subscript(node);
        } else if (accept(".")) {
            if (!at(Token::Kind::Name)) {
                report(peek(), "a name after '.'");
                return nullptr;
            }
            Syntax* attribute = make(SyntaxKind::Attribute, node->span.begin);
            attribute->base = node;
            attribute->text = takeText();
            node = done(attribute);
        } else {
            break;
        }
    }
    return node;
}

const Syntax* ExpressionParser::atom()
{
    const Token& first = peek();
    switch (first.kind) {
    case Token::Kind::Integer:
    case Token::Kind::Float: {
        Syntax* number = make(first.kind == Token::Kind::Integer ? SyntaxKind::Integer : SyntaxKind::Float,
                              first.span.begin);
        number->text = takeText();
        return done(number);
    }
    case Token::Kind::String:
    case Token::Kind::Foreign: {
        // Adjacent strings are one string.
        bool isForeign = at(Token::Kind::Foreign);
        std::string_view text = takeText();
        if (at(Token::Kind::String) || at(Token::Kind::Foreign)) {
            std::string bytes(text);
            while (at(Token::Kind::String) || at(Token::Kind::Foreign)) {
                isForeign |= at(Token::Kind::Foreign);
                bytes += takeText();
            }
            text = m_arena.intern(bytes);
        }
        Syntax* string = make(isForeign ? SyntaxKind::Foreign : SyntaxKind::String, first.span.begin);
        string->text = text;
        return done(string);
    }
    case Token::Kind::Name: {
        if (first.id.isReserved())
            break;
        SyntaxKind kind = SyntaxKind::Name;
        if (at("True"))
            kind = SyntaxKind::True;
        else if (at("False"))
            kind = SyntaxKind::False;
        else if (at("None"))
            kind = SyntaxKind::None;
        Syntax* name = make(kind, first.span.begin);
        name->text = takeText();
        return done(name);
    }
    case Token::Kind::Symbol:
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

const Syntax* ExpressionParser::comprehension(uint32_t begin, TokenId close)
{
    int open = 0;
    while (!at(Token::Kind::Newline) && !at(Token::Kind::End) && (open > 0 || !at(close))) {
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
    PendingList<const Syntax*> items(m_items);
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
    PendingList<const Syntax*> items(m_items);
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
    PendingList<const Syntax*> items(m_items);
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
    PendingList<const Syntax*> items(m_items);
    PendingList<SyntaxKeyword> keywords(m_keywords);
    while (!at(")")) {
        if (accept("**")) {
            const Syntax* value = expression();
            if (!value)
                return nullptr;
            keywords.push_back({{}, value});
        } else if (at(Token::Kind::Name) && peek(1).is("=")) {
            const Token& name = take();
            take();
            const Syntax* value = expression();
            if (!value)
                return nullptr;
            keywords.push_back({{m_tokens.textOf(name), name.span}, value});
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
    if (keywords.size() > 0)
        call->lists = arena().make<SyntaxLists>(SyntaxLists{keep(keywords), {}, {}});
    return done(call);
}

const Syntax* ExpressionParser::subscript(const Syntax* base)
{
    const uint32_t opened = take().span.begin;
    PendingList<const Syntax*> items(m_items);
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
    std::array<const Syntax*, 3> parts{start, nullptr, nullptr};
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
    node->items = keep<const Syntax*>({parts[0], parts[1], parts[2]});
    return done(node);
}

} // namespace tir::script
