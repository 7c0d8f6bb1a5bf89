#include "core/script/reading/builtin_values.h"

#include "core/ir/make.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/difference.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/operators.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {
namespace {

std::optional<IterType> iterTypeNamed(std::string_view name)
{
    for (int i = 0; i <= int(IterType::Tensorized); ++i)
        if (toString(IterType(i)) == name)
            return IterType(i);
    return std::nullopt;
}

} // namespace

Value ValueBuiltins::rangeCall(CallSite& site)
{
    if (site.args.size() == 1 && site.named.empty())
        return Value::ofNode(Value::Kind::Node, m_operators.rangeFrom(site.args[0], site.argSyntax[0]->span));
    const Value* begin = site.argument("begin", 0);
    const Value* end = site.argument("end", 1);
    if (!begin || !end)
        return fail(site.syntax->span, "missing-argument", "'Range' takes a begin and an end");
    const Expr* first = nullptr;
    const Expr* last = nullptr;
    if (!m_operators.matchBounds(*begin, *end, site.syntax->span, first, last))
        return {};
    return Value::ofNode(
        Value::Kind::Node,
        made(site.keeping(m_arena.make<Range>(first, difference(m_arena, last, first))), site.syntax->span));
}

/// `T.iter_var(v, T.Range(0, 8), "ThreadIndex", "threadIdx.x")`.
Value ValueBuiltins::iterVarCall(CallSite& site)
{
    const Value* variable = site.argument("var", 0);
    const Value* domain = site.argument("dom", 1);
    const Value* kind = site.argument("iter_type", 2);
    const Value* tagValue = site.argument("thread_tag", 3);
    const Span span = site.syntax->span;
    if (!variable || !kind)
        return fail(span, "missing-argument",
                    "'iter_var' takes a variable, a range, a kind and a thread tag");
    const Var* var = as<Var>(variable->expr());
    std::string_view name;
    if (!var && variable->is(Value::Kind::String))
        var = m_arena.make<Var>(variable->text, primType(m_arena, Int32));
    if (!var)
        return fail(site.spanOf(variable), "not-a-variable", "the first argument must be a variable");
    if (!m_values.toText(*kind, site.spanOf(kind), "the kind", name))
        return {};
    const std::optional<IterType> type = iterTypeNamed(name);
    if (!type)
        return fail(site.spanOf(kind), "unknown-kind", quoted(name) + " is not a kind of iteration variable");
    std::string_view tag;
    if (tagValue && !m_values.toText(*tagValue, site.spanOf(tagValue), "the thread tag", tag))
        return {};
    const Range* range = nullptr;
    if (domain && !domain->is(Value::Kind::None)) {
        range = m_operators.rangeFrom(*domain, site.spanOf(domain));
        if (!range)
            return {};
    }
    return Value::ofNode(Value::Kind::Node,
                         made(site.keeping(m_arena.make<IterVar>(range, var, *type, tag)), span));
}

/// `T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)])`.
Value ValueBuiltins::reducerCall(CallSite& site)
{
    const Value* combiner = site.argument("combiner", 0);
    const Value* identity = site.argument("identity", 1);
    const Span span = site.syntax->span;
    if (!combiner || !identity)
        return fail(span, "missing-argument", "'comm_reducer' takes a lambda and the identity elements");
    std::vector<const Expr*> identities;
    std::vector<DType> types;
    for (const Value& item : m_values.toSequence(*identity)) {
        const Expr* element = m_values.toExpr(item, site.spanOf(identity));
        if (!element)
            return {};
        identities.push_back(element);
        types.push_back(element->dtype);
    }
    std::vector<const Var*> vars;
    std::vector<const Expr*> results;
    if (!m_expressions.lambdaOf(*combiner, site.spanOf(combiner), types, vars, results))
        return {};
    if (vars.size() != 2 * identities.size() || results.size() != identities.size())
        return fail(span, "bad-reducer",
                    "a reducer of " + std::to_string(identities.size()) +
                        " values needs twice as many parameters, found " + std::to_string(vars.size()));
    const size_t half = identities.size();
    const VarList all = m_arena.copy(vars);
    auto* reducer = m_arena.make<CommReducer>(all.first(half), all.subspan(half), m_arena.copy(results),
                                              m_arena.copy(identities));
    return Value::ofNode(Value::Kind::Node, made(site.keeping(reducer), span));
}

Value ValueBuiltins::reduceCall(CallSite& site)
{
    const Value* combiner = site.argument("combiner", 0);
    const Value* source = site.argument("source", 1);
    const Value* init = site.argument("init", 2);
    const Value* axis = site.argument("axis", 3);
    const Value* condition = site.argument("condition", 4);
    const Value* number = site.argument("value_index", 5);
    const Span span = site.syntax->span;
    const auto* reducer = combiner ? as<CommReducer>(combiner->node) : nullptr;
    if (!reducer || !source)
        return fail(span, "missing-argument", "'reduce' needs a reducer and its sources");
    std::vector<const Expr*> sources;
    std::vector<const Expr*> inits;
    std::vector<const IterVar*> axes;
    for (const Value& item : m_values.toSequence(*source))
        sources.push_back(m_values.toExpr(item, span));
    if (init)
        for (const Value& item : m_values.toSequence(*init))
            inits.push_back(m_values.toExpr(item, span));
    if (axis)
        for (const Value& item : m_values.toSequence(*axis))
            axes.push_back(as<IterVar>(item.node));
    int64_t index = 0;
    if (number && !m_values.toInt(*number, span, "value_index", index))
        return {};
    const Expr* guard = condition ? m_values.toExprOf(*condition, Bool, span) : boolImm(m_arena, true);
    if (!guard || std::ranges::count(sources, nullptr) + std::ranges::count(inits, nullptr) > 0)
        return {};
    if (std::ranges::find(axes, nullptr) != axes.end() || index < 0 || size_t(index) >= sources.size())
        return fail(span, "bad-reduce",
                    "an axis is not an iteration variable, or 'value_index' is out of range");
    return Value::ofExpr(made(m_arena.make<Reduce>(reducer, m_arena.copy(sources), m_arena.copy(inits),
                                                   m_arena.copy(axes), guard, int(index)),
                              span));
}

/// `T.index_map(lambda i, j: (j, i), inverse_index_map=lambda …)`.
Value ValueBuiltins::indexMapCall(CallSite& site)
{
    const Value* mapping = site.argument("mapping", 0);
    const Value* inverseValue = site.argument("inverse_index_map", 1);
    const Span span = site.syntax->span;
    if (!mapping)
        return fail(span, "missing-argument", "'index_map' takes a lambda");
    const auto mapFrom = [&](const Value& value, const IndexMap* inverse) -> const IndexMap* {
        std::vector<const Var*> vars;
        std::vector<const Expr*> results;
        if (!m_expressions.lambdaOf(value, span, {}, vars, results))
            return nullptr;
        return m_arena.make<IndexMap>(m_arena.copy(vars), m_arena.copy(results), inverse);
    };
    const IndexMap* inverse = nullptr;
    if (inverseValue && !inverseValue->is(Value::Kind::None)) {
        inverse = mapFrom(*inverseValue, nullptr);
        if (!inverse)
            return {};
    }
    return Value::ofNode(Value::Kind::Node, mapFrom(*mapping, inverse));
}

Value ValueBuiltins::metaVarCall(CallSite& site)
{
    const Value* value = site.argument("value", 0);
    return value ? *value : fail(site.syntax->span, "missing-argument", "'meta_var' takes a value");
}

Value ValueBuiltins::targetCall(CallSite& site)
{
    const Value* config = site.argument("target_config", 0);
    const Value* hostValue = site.argument("host", 1);
    const Span span = site.syntax->span;
    if (!config)
        return fail(span, "missing-argument", "'target' takes a kind or a dictionary");
    const auto targetFrom = [&](const Value& value) -> const Target* {
        if (const auto* target = as<Target>(value.node); target && value.is(Value::Kind::Node))
            return target;
        Result<const Target*> result = nullptr;
        if (value.is(Value::Kind::Dict)) {
            std::vector<DictEntry> entries;
            if (!m_values.attrDict(value, span, entries))
                return nullptr;
            result = targetFromDict(m_arena, m_arena.copy(entries));
        } else {
            std::string_view text;
            if (!m_values.toText(value, span, "the target", text))
                return nullptr;
            result = targetFromText(m_arena, text);
        }
        if (!result) {
            for (Diagnostic diagnostic : result.diagnostics()) {
                diagnostic.span = span;
                m_context.errors.push_back(std::move(diagnostic));
            }
            return nullptr;
        }
        return *std::move(result);
    };
    const Target* target = targetFrom(*config);
    if (target && hostValue && !hostValue->is(Value::Kind::None)) {
        const Target* host = targetFrom(*hostValue);
        target = host ? withHost(m_arena, target, host) : nullptr;
    }
    return Value::ofNode(Value::Kind::Node, target);
}

} // namespace tir::script
