#include "core/script/reading/foreign_calls.h"

#include "core/ir/make.h"
#include "core/script/reading/builtin_values.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/module_scope.h"
#include "core/script/reading/open_scopes.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <cmath>

namespace tir::script {

/// `I.module_attrs({…})` and its siblings.
Value ForeignCalls::infraCall(const Syntax& call, const Syntax& callee, std::string_view base)
{
    const std::string_view path = base.empty() ? callee.text : base;
    const Syntax* root = &callee;
    while (root->kind == SyntaxKind::Attribute)
        root = root->base;
    if (root->text == "tvm" && m_scopes.function)
        return tvmCall(call, base.empty() ? std::string(callee.text)
                                          : std::string(base) + "." + std::string(callee.text));
    CallSite site(m_values, call, path);
    if (path == "module_attrs" || path == "module_global_infos") {
        if (!m_calls.arguments(call, site))
            return {};
        const Value* dict = site.argument("attrs", 0);
        if (!dict)
            return fail(call.span, "missing-argument", quoted(path) + " takes a dictionary");
        m_values.attrDict(*dict, site.spanOf(dict),
                          path == "module_attrs" ? m_attributes.attrs : m_attributes.infos);
        return Value::ofNone();
    }
    if (path == "Range")
        return m_calls.arguments(call, site) ? m_valueBuiltins.rangeCall(site) : Value();
    // Objects of other dialects are kept as their text.
    return Value::ofText(Value::Kind::String,
                         m_arena.intern(m_text.substr(call.span.begin, call.span.end - call.span.begin)));
}

/// Precondition: the callee is one of Python's names that the text does not define.
Value ForeignCalls::pythonCall(const Syntax& call)
{
    CallSite site(m_values, call, call.base->text);
    if (!m_calls.arguments(call, site))
        return {};
    const std::string_view name = site.path;
    const bool hasOne = site.args.size() == 1 && site.named.empty();
    const Value first = hasOne ? site.args[0] : Value();
    if (hasOne && name == "len" && (first.is(Value::Kind::Sequence) || first.is(Value::Kind::Dict)))
        return Value::ofInt(int64_t(first.items.size() + first.entries.size()));
    if (hasOne && (name == "tuple" || name == "list") && first.is(Value::Kind::Sequence))
        return first;
    if (hasOne && name == "int" && first.isNumber() && std::abs(first.asReal()) < 9e18)
        return Value::ofInt(first.is(Value::Kind::Float) ? int64_t(first.real) : first.integer);
    if (hasOne && name == "float" && first.isNumber())
        return Value::ofFloat(first.asReal());
    if (hasOne && name == "bool" && first.isNumber())
        return Value::ofBool(first.asReal() != 0);
    if (hasOne && name == "str" && first.is(Value::Kind::String))
        return first;
    if ((name == "min" || name == "max") && site.named.empty() && !site.args.empty()) {
        const std::span<const Value> items =
            hasOne && first.is(Value::Kind::Sequence) ? first.items : std::span<const Value>(site.args);
        if (!items.empty() && std::ranges::all_of(items, &Value::isNumber)) {
            const auto less = [](const Value& a, const Value& b) { return a.asReal() < b.asReal(); };
            return name == "min" ? *std::ranges::min_element(items, less)
                                 : *std::ranges::max_element(items, less);
        }
    }
    return needsPython(call.span, quoted(std::string(name) + "(...)"), "write what it gives in its place");
}

/// `tvm.tirx.const(1, "int32")`, `tvm.target.Target("cuda")`.
Value ForeignCalls::tvmCall(const Syntax& call, std::string_view path)
{
    CallSite site(m_values, call, path);
    if (path == "tirx.const" || path == "tir.const") {
        if (!m_calls.arguments(call, site))
            return {};
        const Value* value = site.argument("value", 0);
        const Value* wanted = site.argument("dtype", 1);
        DType type = Int32;
        if (!value || (wanted && !m_values.toDType(*wanted, site.spanOf(wanted), type)))
            return {};
        site.finish();
        return Value::ofExpr(wanted ? m_values.constantOrCast(*value, type, call.span)
                                    : m_values.toExpr(*value, call.span));
    }
    if (path == "target.Target")
        return m_calls.arguments(call, site) ? m_valueBuiltins.targetCall(site) : Value();
    return needsPython(call.base->span, quoted("tvm." + std::string(path)),
                       "write what it gives in its place");
}

} // namespace tir::script
