/// Calls: finding out what is called, binding arguments, and calls of functions and types.

#include "core/ir/make.h"
#include "core/ir/tile_names.h"
#include "core/script/reading/evaluator.h"
#include "core/script/syntax/python_names.h"

#include <algorithm>
#include <cmath>

namespace tir::script {

bool Evaluator::arguments(const Syntax& call, CallSite& site)
{
    bool isGood = true;
    for (const Syntax* item : call.items) {
        const bool isStarred = item->kind == SyntaxKind::Starred;
        const Value value = evaluate(isStarred ? *item->base : *item);
        isGood &= !value.is(Value::Kind::Error);
        if (!isStarred) {
            site.args.push_back(value);
            site.argSyntax.push_back(item);
            continue;
        }
        for (const Value& part : toSequence(value)) {
            site.args.push_back(part);
            site.argSyntax.push_back(item);
        }
    }
    return keywords(call, site) && isGood;
}

bool Evaluator::keywords(const Syntax& call, CallSite& site)
{
    const auto nameOf = [](const CallSite::Named& named) { return named.name.text; };
    bool isGood = true;
    for (const SyntaxKeyword& keyword : call.keywords) {
        if (keyword.name.text.empty()) {
            fail(keyword.value->span, "needs-python", "only Python can spread a dictionary into arguments");
            isGood = false;
            continue;
        }
        if (std::ranges::find(site.named, keyword.name.text, nameOf) != site.named.end()) {
            fail(keyword.name.span, "duplicate-argument",
                 "argument '" + std::string(keyword.name.text) + "' is given twice");
            isGood = false;
            continue;
        }
        const Value value =
            keyword.name.text == "layout" ? layoutValue(*keyword.value) : evaluate(*keyword.value);
        isGood &= !value.is(Value::Kind::Error);
        site.named.push_back({keyword.name, value, keyword.value});
    }
    return isGood;
}

const Value* Evaluator::keyword(CallSite& site, std::string_view name)
{
    site.asked.push_back(name);
    for (CallSite::Named& named : site.named) {
        if (named.name.text == name) {
            named.isUsed = true;
            return &named.value;
        }
    }
    return nullptr;
}

const Value* Evaluator::argument(CallSite& site, std::string_view name, size_t position)
{
    const Value* named = keyword(site, name);
    site.positions = std::max(site.positions, position + 1);
    if (position >= site.args.size())
        return named;
    if (named && !site.hasError) {
        site.hasError = true;
        fail(argumentSpan(site, named), "duplicate-argument",
             "argument '" + std::string(name) + "' is given twice, by position and by name");
    }
    return &site.args[position];
}

Span Evaluator::argumentSpan(const CallSite& site, const Value* value) const
{
    for (size_t i = 0; i < site.args.size(); ++i)
        if (&site.args[i] == value)
            return site.argSyntax[i]->span;
    for (const CallSite::Named& named : site.named)
        if (&named.value == value)
            return named.syntax->span;
    return site.syntax->span;
}

const Expr* Evaluator::exprArgument(CallSite& site, std::string_view name, size_t position)
{
    const Value* value = argument(site, name, position);
    if (!value)
        return failNode(site.syntax->span, "missing-argument",
                        "'" + std::string(site.path) + "' needs an argument '" + std::string(name) + "'");
    return toExpr(*value, argumentSpan(site, value));
}

void Evaluator::finish(CallSite& site)
{
    if (site.positions > 0 && site.args.size() > site.positions)
        fail(site.argSyntax[site.positions]->span, "too-many-arguments",
             "'" + std::string(site.path) + "' takes " + std::to_string(site.positions) +
                 (site.positions == 1 ? " argument" : " arguments"));
    for (CallSite::Named& named : site.named)
        if (!std::exchange(named.isUsed, true))
            unknownArgument(site, named);
}

/// A value with unknown arguments means something else than without them: the whole call is kept.
Value Evaluator::finished(const Value& result, CallSite& site)
{
    const Expr* value = result.expr();
    const bool isKnown = std::ranges::all_of(site.named, &CallSite::Named::isUsed);
    if (isKnown || !value || as<Var>(value)) {
        if (!result.is(Value::Kind::Error))
            finish(site);
        return result;
    }
    return callWithUnknownArguments(site, value->dtype);
}

Value Evaluator::evaluateCall(const Syntax& syntax, std::span<const Syntax* const> targets, bool isStatement)
{
    CallSite site;
    site.syntax = &syntax;
    site.targets = targets;
    if (targets.size() == 1 && targets[0]->kind == SyntaxKind::Name)
        site.target = targets[0]->text;
    if (std::optional<std::string_view> path = builtinPath(*syntax.base)) {
        path = currentSpelling(*path, syntax.base->span);
        site.path = *path;
        if (refuseOldConstruct(*path, syntax, targets.size() == 1 ? targets[0] : nullptr))
            return {};
        if (isLayoutCall(*path))
            return tileLayoutCall(syntax);
        const Type* type = path->find('.') == std::string_view::npos ? typeNamed(*path) : nullptr;
        if (!arguments(syntax, site))
            return {};
        if (type)
            return finished(typeCall(type, site), site);
        if (isStatement && isTileCall(site))
            return tileCall(site);
        if (const Handler handler = findBuiltin(*path)) {
            return finished((this->*handler)(site), site);
        }
        if (const std::optional<ScopeBinding> binding = scopeBindingFromString(*path))
            return scopeIdCall(site, *binding);
        return opCall(site);
    }
    if (syntax.base->kind == SyntaxKind::Attribute) {
        const Value base = evaluate(*syntax.base->base);
        if (base.is(Value::Kind::Error))
            return {};
        site.path = syntax.base->text;
        if (base.is(Value::Kind::ModuleName)) {
            const Value callee = attributeOf(base, *syntax.base);
            return arguments(syntax, site) ? functionCall(callee, site) : Value();
        }
        if (base.is(Value::Kind::Infra))
            return infraCall(syntax, *syntax.base, base.text);
        return arguments(syntax, site)
                   ? methodWithUnknownArguments(methodCall(base, *syntax.base, site), base, site)
                   : Value();
    }
    // A function printed by itself calls others by their bare names.
    if (syntax.base->kind == SyntaxKind::Name && m_isBare && !m_names.find(syntax.base->text) &&
        !isPythonName(syntax.base->text)) {
        site.path = syntax.base->text;
        const GlobalVar*& global = m_globals[syntax.base->text];
        if (!global)
            global = m_arena.make<GlobalVar>(m_arena.intern(syntax.base->text));
        return arguments(syntax, site) ? functionCall(Value::ofNode(Value::Kind::Function, global), site)
                                       : Value();
    }
    if (syntax.base->kind == SyntaxKind::Name && isPythonName(syntax.base->text) &&
        !m_names.find(syntax.base->text))
        return pythonCall(syntax);
    const Value callee = evaluate(*syntax.base);
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

Value Evaluator::functionCall(const Value& callee, CallSite& site)
{
    std::vector<const Expr*> args;
    for (size_t i = 0; i < site.args.size(); ++i)
        args.push_back(callArgument(site.args[i], site.argSyntax[i]->span));
    const Dict annotations = namedArguments(site, args);
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    const auto* function = as<GlobalVar>(callee.node);
    const auto declared = m_returnTypes.find(function->name);
    const DType type = declared == m_returnTypes.end() ? Void : runtimeDType(declared->second);
    return Value::ofExpr(
        made(m_arena.make<Call>(type, function, m_arena.copy(args), annotations), site.syntax->span));
}

/// `T.int32()`, `T.float32(1.0)`, `T.int64(x)`, `T.handle("float32", "global")`.
Value Evaluator::typeCall(const Type* type, CallSite& site)
{
    const Span span = site.syntax->span;
    if (const auto earlier = m_madeEarlier.find(site.syntax); earlier != m_madeEarlier.end())
        if (earlier->second.expr())
            return earlier->second;
    const auto* prim = as<PrimType>(type);
    if (!prim) { // a tensor map
        const auto* pointer = m_arena.make<PointerType>(type, "");
        return Value::ofNode(Value::Kind::Expr, made(m_arena.make<Var>(nameFor(site), pointer), span));
    }
    if (prim->dtype == Handle && !site.args.empty() && !site.args[0].is(Value::Kind::Expr)) {
        DType element;
        if (!toDType(site.args[0], site.argSyntax[0]->span, element))
            return {};
        std::string_view scope;
        if (const Value* given = argument(site, "storage_scope", 1))
            if (!toText(*given, argumentSpan(site, given), "the storage scope", scope))
                return {};
        return Value::ofNode(
            Value::Kind::Expr,
            made(m_arena.make<Var>(nameFor(site), pointerType(m_arena, element, scope)), span));
    }
    int64_t isSize = 0;
    if (const Value* given = keyword(site, "is_size_var"))
        if (!toInt(*given, argumentSpan(site, given), "is_size_var", isSize))
            return {};
    const Value* given = argument(site, "expr", 0);
    if (!given || given->is(Value::Kind::None)) {
        const Var* var = made(m_arena.make<Var>(nameFor(site), type, isSize != 0), span);
        m_declared.insert(var);
        return Value::ofExpr(var);
    }
    return Value::ofExpr(constantOrCast(*given, prim->dtype, span));
}

const Expr* Evaluator::constantOrCast(const Value& value, DType type, Span span)
{
    if (value.isNumber() && !type.isHandle() && !type.isVoid()) {
        if (value.is(Value::Kind::Float) && type.isIntegral()) {
            // Out of range is undefined in C++. The comparison is false for NaN, too.
            if (!(std::abs(value.real) < 9.2e18))
                return failNode(span, "bad-constant",
                                "the number does not fit into " + std::string(toString(type)));
            return made(constant(m_arena, type, int64_t(value.real)), span);
        }
        return numberOf(value, type, span);
    }
    if (value.is(Value::Kind::String) && type.isAnyFloat()) {
        std::string_view text = value.text;
        const bool isNegative = text.starts_with('-');
        if (isNegative)
            text.remove_prefix(1);
        double number = 0;
        if (text == "inf")
            number = HUGE_VAL;
        else if (text == "nan")
            number = NAN;
        else
            return failNode(span, "bad-constant", "'" + std::string(value.text) + "' is no float constant");
        return made(floatImm(m_arena, type, isNegative ? -number : number), span);
    }
    const Expr* operand = toExpr(value, span);
    if (!operand)
        return nullptr;
    if (operand->dtype == type)
        return operand;
    if (type.isVoid())
        return failNode(span, "type-mismatch", "nothing can be cast to void");
    if (operand->dtype.lanes != type.lanes && operand->dtype.isScalar())
        return made(
            cast(m_arena, type, m_arena.make<Broadcast>(cast(m_arena, type.element(), operand), type.lanes)),
            span);
    if (operand->dtype.lanes != type.lanes)
        return failNode(span, "type-mismatch",
                        "cannot cast " + toString(operand->dtype) + " to " + toString(type));
    return made(cast(m_arena, type, operand), span);
}

std::string_view Evaluator::nameFor(const CallSite& site) const
{
    return site.target.empty() ? "v" : m_arena.intern(site.target);
}

} // namespace tir::script
