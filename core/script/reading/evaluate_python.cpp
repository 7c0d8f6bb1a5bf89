/// What Python itself would evaluate: a few functions on values that are known while reading, and a name for
/// everything else that only Python can do. (tvmscript.md 13)

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"

#include <algorithm>
#include <cmath>

namespace tir::script {

Value Evaluator::needsPython(Span span, std::string what, std::string_view advice)
{
    return fail(span, "needs-python",
                "only Python can evaluate " + std::move(what) + "; " + std::string(advice));
}

/// Precondition: the callee is one of Python's names that the text does not define.
Value Evaluator::pythonCall(const Syntax& call)
{
    CallSite site;
    site.syntax = &call;
    site.path = call.base->text;
    if (!arguments(call, site))
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
    return needsPython(call.span, "'" + std::string(name) + "(...)'", "write what it gives in its place");
}

/// `tvm.tirx.const(1, "int32")`, `tvm.target.Target("cuda")`.
Value Evaluator::tvmCall(const Syntax& call, std::string_view path)
{
    CallSite site;
    site.syntax = &call;
    site.path = path;
    if (path == "tirx.const" || path == "tir.const") {
        if (!arguments(call, site))
            return {};
        const Value* value = argument(site, "value", 0);
        const Value* wanted = argument(site, "dtype", 1);
        DType type = Int32;
        if (!value || (wanted && !toDType(*wanted, argumentSpan(site, wanted), type)))
            return {};
        finish(site);
        return Value::ofExpr(wanted ? constantOrCast(*value, type, call.span) : toExpr(*value, call.span));
    }
    if (path == "target.Target")
        return arguments(call, site) ? targetCall(site) : Value();
    return needsPython(call.base->span, "'tvm." + std::string(path) + "'",
                       "write what it gives in its place");
}

} // namespace tir::script
