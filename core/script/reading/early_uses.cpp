#include "core/script/reading/early_uses.h"

#include "core/ir/structural_equal.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/statement_sink.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <utility>

namespace tir::script {

EarlyUses::EarlyUses(ReadContext& context, SyntaxReader& syntax, Names& names, OpenScopes& scopes,
                     StatementSink& sink, Conversions& values, CallReader& calls)
    : ReaderPart(context),
      m_syntax(syntax),
      m_names(names),
      m_scopes(scopes),
      m_sink(sink),
      m_values(values),
      m_calls(calls)
{}

void EarlyUses::clear()
{
    m_madeEarlier.clear();
    m_undeclared.clear();
}

Value EarlyUses::madeFor(const Syntax& call) const
{
    const auto found = m_madeEarlier.find(call.span.begin);
    return found == m_madeEarlier.end() ? Value() : found->second;
}

Value EarlyUses::declaredLater(const Syntax& name)
{
    const Statement* function = m_scopes.function ? m_scopes.function->definition : nullptr;
    const Syntax* call = function ? findDeclaration(m_syntax.wholeBody(*function), name) : nullptr;
    if (!call)
        return {};
    const std::optional<std::string_view> path = m_names.builtinPath(*call->base);
    const bool makesBuffer = path == "Buffer" || path == "alloc_buffer" || path == "alloc_shared" ||
                             path == "alloc_local" || path == "decl_buffer" || path == "sblock_alloc_buffer";
    if (!path || (!makesBuffer && !m_values.typeNamed(*path)))
        return {};
    if (const auto found = m_madeEarlier.find(call->span.begin); found != m_madeEarlier.end())
        return found->second;
    m_madeEarlier[call->span.begin] = {}; // a declaration that needs itself finds nothing
    std::vector<const Stmt*> dropped;
    std::vector<const Stmt*>* const outer = std::exchange(m_sink.statements, &dropped);
    BlockContext* const block = std::exchange(m_scopes.block, nullptr);
    const size_t rootAllocs = m_scopes.function->rootAllocs.size();
    const Syntax* const targets[] = {&name};
    const Value value = m_calls.evaluateCall(*call, targets);
    m_scopes.function->rootAllocs.resize(rootAllocs);
    m_scopes.block = block;
    m_sink.statements = outer;
    m_madeEarlier[call->span.begin] = value;
    if (!value.is(Value::Kind::Error))
        remark(name.span, "used-before-declared",
               quoted(name.text) + " is used before the line that declares it");
    return value;
}

/// The call in `name = call(…)` in later statements; null if there is none.
const Syntax* EarlyUses::findDeclaration(Suite statements, const Syntax& name)
{
    for (const Statement* statement : statements) {
        if (statement->span.end < name.span.begin)
            continue;
        if (statement->kind == StatementKind::Assign && statement->targets[0]->kind == SyntaxKind::Name &&
            statement->targets[0]->text == name.text && statement->value->kind == SyntaxKind::Call)
            return statement->value;
        for (const Suite inner : {m_syntax.wholeBody(*statement), m_syntax.wholeOtherwise(*statement)})
            if (const Syntax* found = findDeclaration(inner, name))
                return found;
    }
    return nullptr;
}

/// A buffer that is used before its defining statement is printed under one name twice: at its first use, and at its
/// definition.
const Buffer* EarlyUses::declaredNow(std::string_view name, const Var* data, const Buffer* made) const
{
    const NameTable::Binding* known = name.empty() ? nullptr : m_names.find(name);
    const auto found = known ? m_undeclared.find(known->value.buffer()) : m_undeclared.end();
    if (found == m_undeclared.end())
        return made;
    const Buffer* earlier = found->first;
    const auto equal = [](const Node* a, const Node* b) {
        return a == b || (a && b && structuralEqual(*a, *b));
    };
    const bool isOnSameData =
        data ? data == earlier->data : found->second && made->scopeText() == earlier->scopeText();
    const bool isSame =
        isOnSameData && made->dtype == earlier->dtype && made->alignment == earlier->alignment &&
        made->offsetFactor == earlier->offsetFactor && made->bufferType == earlier->bufferType &&
        equal(made->elemOffset, earlier->elemOffset) &&
        std::ranges::equal(made->shape, earlier->shape, equal) &&
        std::ranges::equal(made->strides, earlier->strides, equal) &&
        std::ranges::equal(made->axisSeparators, earlier->axisSeparators) &&
        equal(made->layout, earlier->layout) && made->kept.empty() == earlier->kept.empty();
    return isSame ? earlier : made;
}

} // namespace tir::script
