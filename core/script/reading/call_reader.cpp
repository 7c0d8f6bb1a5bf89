#include "core/script/reading/call_reader.h"

#include "core/ir/make.h"
#include "core/ir/tile_names.h"
#include "core/script/reading/builtins.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/early_uses.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/foreign_calls.h"
#include "core/script/reading/layout_reader.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/method_calls.h"
#include "core/script/reading/module_scope.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/operation_calls.h"
#include "core/script/reading/tile_reader.h"
#include "core/script/syntax/python_names.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {

bool CallReader::arguments(const Syntax& call, CallSite& site)
{
    bool isGood = true;
    for (const Syntax* item : call.items) {
        const bool isStarred = item->kind == SyntaxKind::Starred;
        const Value value = m_expressions.evaluate(isStarred ? *item->base : *item);
        isGood &= !value.is(Value::Kind::Error);
        if (!isStarred) {
            site.args.push_back(value);
            site.argSyntax.push_back(item);
            continue;
        }
        for (const Value& part : m_values.toSequence(value)) {
            site.args.push_back(part);
            site.argSyntax.push_back(item);
        }
    }
    return keywords(call, site) && isGood;
}

bool CallReader::keywords(const Syntax& call, CallSite& site)
{
    const auto nameOf = [](const CallSite::Named& named) { return named.name.text; };
    bool isGood = true;
    for (const SyntaxKeyword& keyword : call.keywords()) {
        if (keyword.name.text.empty()) {
            fail(keyword.value->span, "needs-python", "only Python can spread a dictionary into arguments");
            isGood = false;
            continue;
        }
        if (std::ranges::find(site.named, keyword.name.text, nameOf) != site.named.end()) {
            fail(keyword.name.span, "duplicate-argument",
                 "argument " + quoted(keyword.name.text) + " is given twice");
            isGood = false;
            continue;
        }
        const Value value = keyword.name.text == "layout" ? m_layouts.layoutValue(*keyword.value)
                                                          : m_expressions.evaluate(*keyword.value);
        isGood &= !value.is(Value::Kind::Error);
        site.named.push_back({keyword.name, value, keyword.value});
    }
    return isGood;
}

/// A value with unknown arguments means something else than without them: the whole call is kept.
Value CallReader::finished(const Value& result, CallSite& site)
{
    const Expr* value = result.expr();
    const bool isKnown = !site.hasUnknown();
    if (isKnown || !value || as<Var>(value)) {
        if (!result.is(Value::Kind::Error))
            site.finish();
        return result;
    }
    return m_operations.callWithUnknownArguments(site, value->dtype);
}

Value CallReader::evaluateCall(const Syntax& syntax, std::span<const Syntax* const> targets, bool isStatement)
{
    CallSite site(m_values, syntax, {});
    site.targets = targets;
    if (targets.size() == 1 && targets[0]->kind == SyntaxKind::Name)
        site.target = targets[0]->text;
    if (std::optional<std::string_view> path = m_names.builtinPath(*syntax.base)) {
        path = m_legacy.currentSpelling(*path, syntax.base->span);
        site.path = *path;
        if (m_legacy.refuseOldConstruct(*path, syntax, targets.size() == 1 ? targets[0] : nullptr))
            return {};
        if (LayoutReader::isLayoutCall(*path))
            return m_layouts.tileLayoutCall(syntax);
        const Type* type = path->find('.') == std::string_view::npos ? m_values.typeNamed(*path) : nullptr;
        if (!type && looksLikeDType(*path))
            return fail(syntax.base->span, "unknown-dtype",
                        "'" + std::string(*path) + "' is not a data type");
        if (!arguments(syntax, site))
            return {};
        if (type)
            return finished(typeCall(type, site), site);
        if (m_legacy.isOfTileLang(*path, site.args, syntax.span))
            return m_operations.callWithUnknownArguments(site, Int32);
        site.path = m_legacy.currentOperation(*path, syntax.base->span);
        if (isStatement && !m_legacy.isOld() && m_tiles.isTileCall(site))
            return m_tiles.tileCall(site);
        if (const std::optional<Value> result = m_builtins.call(site))
            return finished(*result, site);
        if (const std::optional<ScopeBinding> binding = scopeBindingFromString(*path))
            return m_tiles.scopeIdCall(site, *binding);
        return m_operations.opCall(site);
    }
    if (syntax.base->kind == SyntaxKind::Attribute) {
        const Value base = m_expressions.evaluate(*syntax.base->base);
        if (base.is(Value::Kind::Error))
            return {};
        site.path = syntax.base->text;
        if (base.is(Value::Kind::ModuleName)) {
            const Value callee = m_expressions.attributeOf(base, *syntax.base);
            return arguments(syntax, site) ? functionCall(callee, site) : Value();
        }
        if (base.is(Value::Kind::Infra))
            return m_foreign.infraCall(syntax, *syntax.base, base.text);
        return arguments(syntax, site) ? m_operations.methodWithUnknownArguments(
                                             m_methods.methodCall(base, *syntax.base, site), base, site)
                                       : Value();
    }
    // A function printed by itself calls others by their bare names.
    if (syntax.base->kind == SyntaxKind::Name && m_functions.isBare && !m_names.find(syntax.base->text) &&
        !isPythonName(syntax.base->text)) {
        site.path = syntax.base->text;
        const GlobalVar* global = m_functions.global(m_arena, syntax.base->text);
        return arguments(syntax, site) ? functionCall(Value::ofNode(Value::Kind::Function, global), site)
                                       : Value();
    }
    if (syntax.base->kind == SyntaxKind::Name && isPythonName(syntax.base->text) &&
        !m_names.find(syntax.base->text))
        return m_foreign.pythonCall(syntax);
    const Value callee = m_expressions.evaluate(*syntax.base);
    if (callee.is(Value::Kind::Error))
        return {};
    if (callee.is(Value::Kind::Function)) {
        site.path = as<GlobalVar>(callee.node)->name;
        return arguments(syntax, site) ? functionCall(callee, site) : Value();
    }
    if (callee.is(Value::Kind::Type))
        return arguments(syntax, site) ? finished(typeCall(callee.type(), site), site) : Value();
    return fail(syntax.base->span, "not-callable", std::string(describe(callee.kind)) + " cannot be called");
}

Value CallReader::functionCall(const Value& callee, CallSite& site)
{
    std::vector<const Expr*> args;
    for (size_t i = 0; i < site.args.size(); ++i)
        args.push_back(m_values.callArgument(site.args[i], site.argSyntax[i]->span));
    const Dict annotations = m_operations.namedArguments(site, args);
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    const auto* function = as<GlobalVar>(callee.node);
    const auto declared = m_functions.returnTypes.find(function->name);
    const DType type = declared == m_functions.returnTypes.end() ? Void : runtimeDType(declared->second);
    return Value::ofExpr(
        made(m_arena.make<Call>(type, function, m_arena.copy(args), annotations), site.syntax->span));
}

/// `T.int32()`, `T.float32(1.0)`, `T.int64(x)`, `T.handle("float32", "global")`.
Value CallReader::typeCall(const Type* type, CallSite& site)
{
    const Span span = site.syntax->span;
    if (const Value earlier = m_early.madeFor(*site.syntax); earlier.expr())
        return earlier;
    const auto* prim = as<PrimType>(type);
    if (!prim) { // a tensor map
        const auto* pointer = m_arena.make<PointerType>(type, "");
        return Value::ofNode(Value::Kind::Expr, made(m_arena.make<Var>(site.nameHint(), pointer), span));
    }
    if (prim->dtype == Handle && !site.args.empty() && !site.args[0].is(Value::Kind::Expr)) {
        DType element;
        if (!m_values.toDType(site.args[0], site.argSyntax[0]->span, element))
            return {};
        std::string_view scope;
        if (const Value* given = site.argument("storage_scope", 1))
            if (!m_values.toText(*given, site.spanOf(given), "the storage scope", scope))
                return {};
        return Value::ofNode(
            Value::Kind::Expr,
            made(m_arena.make<Var>(site.nameHint(), pointerType(m_arena, element, scope)), span));
    }
    int64_t isSize = 0;
    if (const Value* given = site.keyword("is_size_var"))
        if (!m_values.toInt(*given, site.spanOf(given), "is_size_var", isSize))
            return {};
    const Value* given = site.argument("expr", 0);
    if (!given || given->is(Value::Kind::None)) {
        const Var* var = made(m_arena.make<Var>(site.nameHint(), type, isSize != 0), span);
        m_variables.declared.insert(var);
        return Value::ofExpr(var);
    }
    return Value::ofExpr(m_values.constantOrCast(*given, prim->dtype, span));
}

} // namespace tir::script
