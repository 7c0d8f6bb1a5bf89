#include "core/script/reading/names.h"

#include "core/support/text_format.h"

namespace tir::script {

void Names::define(const Syntax& target, const Value& value)
{
    if (target.kind == SyntaxKind::Name) {
        define(target.text, value, target.span);
        if (value.node && !value.is(Value::Kind::Function))
            made(value.node, target.span);
        return;
    }
    if (target.kind == SyntaxKind::Tuple || target.kind == SyntaxKind::List)
        for (const Syntax* item : target.items)
            define(*item, {});
}

std::optional<std::string_view> Names::builtinPath(const Syntax& syntax) const
{
    if (syntax.kind == SyntaxKind::Name) {
        const NameTable::Binding* binding = find(syntax.text);
        if (binding && binding->value.is(Value::Kind::Builtin))
            return binding->value.text;
        return std::nullopt;
    }
    if (syntax.kind != SyntaxKind::Attribute)
        return std::nullopt;
    const std::optional<std::string_view> base = builtinPath(*syntax.base);
    if (!base || base->empty())
        return base ? std::optional(syntax.text) : std::nullopt;
    return m_arena.intern(std::string(*base) + "." + std::string(syntax.text));
}

void Names::noteDeclaration(const Buffer* buffer)
{
    const NameTable::Binding* declared = find(buffer->name);
    if (m_context.errors.empty() || !declared || declared->value.node != buffer || declared->span.isEmpty())
        return;
    m_context.errors.back().notes.push_back(
        {.message = quoted(buffer->name) + " is declared here", .span = declared->span});
}

} // namespace tir::script
