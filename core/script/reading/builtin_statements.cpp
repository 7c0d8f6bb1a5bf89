#include "core/script/reading/builtin_statements.h"

#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/reading/buffer_accesses.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/operation_calls.h"
#include "core/script/reading/statement_sink.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {

Value StatementBuiltins::evaluateStatementCall(CallSite& site)
{
    const Expr* value = site.expr("value", 0);
    if (value && site.hasUnknown())
        return m_operations.callWithUnknownArguments(site, value->dtype);
    if (value)
        m_sink.emit(m_arena.make<Evaluate>(value));
    return value ? Value::ofNone() : Value();
}

/// `T.buffer_store(A, value, [i])`.
Value StatementBuiltins::storeCall(CallSite& site)
{
    const Value* target = site.argument("buffer", 0);
    const Value* value = site.argument("value", 1);
    const Value* where = site.argument("indices", 2);
    const Value* mask = site.argument("predicate", 3);
    if (!target || !target->buffer() || !value || !where)
        return fail(site.syntax->span, "missing-argument",
                    "'buffer_store' takes a buffer, a value and indices");
    return storeWith(site, target->buffer(), *value, *where, mask);
}

Value StatementBuiltins::storeWith(CallSite& site, const Buffer* buffer, const Value& value,
                                   const Value& where, const Value* mask)
{
    std::vector<const Expr*> indices;
    for (const Value& index : m_values.toSequence(where))
        indices.push_back(m_values.toExpr(index, site.spanOf(&where)));
    const Expr* predicate = nullptr;
    if (mask && !mask->is(Value::Kind::None)) {
        predicate = m_values.toExpr(*mask, site.spanOf(mask));
        if (!predicate)
            return {};
    }
    if (std::ranges::find(indices, nullptr) != indices.end() ||
        !m_accesses.hasRank(buffer, indices.size(), site.syntax->span))
        return {};
    const Stmt* stmt =
        m_accesses.storeTo(buffer, indices, value, site.spanOf(&value), predicate, site.syntax->span);
    if (!stmt)
        return {};
    std::vector<DictEntry> kept;
    site.keepUnknown(kept, site.path == "vstore" ? site.path : std::string_view());
    if (!kept.empty())
        stmt = m_arena.make<AttrStmt>(AttrValue::ofDict(m_arena.copy(kept)), UnknownStore, int32(m_arena, 0),
                                      stmt);
    m_sink.emit(stmt);
    return Value::ofNone();
}

/// `x = T.bind(e[, type])`, `T.bind(e, var=v)`; `T.LetStmt` in an old text.
Value StatementBuiltins::bindCall(CallSite& site)
{
    const Expr* value = site.expr("value", 0);
    const Value* wanted = site.argument("type_annotation", 1);
    const Value* given = site.keyword("var");
    if (!value)
        return {};
    const Var* var = given ? as<Var>(given->expr()) : nullptr;
    if (!var) {
        const Type* type = wanted && !wanted->is(Value::Kind::None)
                               ? m_values.typeFrom(*wanted, site.spanOf(wanted))
                               : m_values.typeOf(value);
        if (!type)
            return {};
        var = m_arena.make<Var>(site.nameHint(), type);
    }
    value = m_values.withType(value, var->dtype, site.syntax->span);
    if (var->dtype != value->dtype)
        return fail(site.syntax->span, "type-mismatch",
                    quoted(var->name) + " has type " + toString(var->dtype) + ", its value has type " +
                        toString(value->dtype));
    made(var, site.syntax->span);
    if (site.hasUnknown()) {
        std::erase_if(site.named, &CallSite::Named::isUsed);
        site.args = {Value::ofExpr(value)};
        site.argSyntax.resize(1, site.syntax);
        value = m_operations.callWithUnknownArguments(site, value->dtype).expr();
        if (!value)
            return {};
    }
    m_sink.emit(m_arena.make<Bind>(var, value));
    return Value::ofExpr(var);
}

Value StatementBuiltins::funcAttrCall(CallSite& site)
{
    const Value* dict = site.argument("attrs", 0);
    if (!dict)
        return fail(site.syntax->span, "missing-argument", "'func_attr' takes a dictionary");
    if (!m_scopes.function)
        return fail(site.syntax->span, "outside-function", "'func_attr' is outside of a function");
    std::vector<DictEntry> entries;
    if (!m_values.attrDict(*dict, site.spanOf(dict), entries))
        return {};
    m_legacy.useCurrentKeys(entries, site.spanOf(dict));
    for (const DictEntry& entry : entries) {
        const bool isKnown = std::ranges::any_of(m_scopes.function->attrs, [&](const DictEntry& known) {
            return known.key.text() == entry.key.text();
        });
        if (isKnown)
            return fail(site.syntax->span, "duplicate-attribute",
                        "attribute " + quoted(entry.key.text()) + " is given twice");
        m_scopes.function->attrs.push_back(entry);
    }
    site.keepUnknown(m_scopes.function->attrs, "func_attr");
    return Value::ofNone();
}

} // namespace tir::script
