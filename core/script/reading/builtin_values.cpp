/// Ranges, iteration variables, reducers, index maps, targets, attribute values: what calls of the dialect
/// make that is not an expression.

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"

#include <algorithm>
#include <array>
#include <cmath>

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

const Range* Evaluator::rangeFrom(const Value& value, Span span)
{
    if (const auto* range = as<Range>(value.node); range && value.is(Value::Kind::Node))
        return range;
    if (value.is(Value::Kind::Sequence)) {
        if (value.items.size() != 2)
            return failNode(span, "bad-range",
                            "a range has two bounds, found " + std::to_string(value.items.size()));
        const Expr* begin = nullptr;
        const Expr* end = nullptr;
        if (!matchBounds(value.items[0], value.items[1], span, begin, end))
            return nullptr;
        return made(m_arena.make<Range>(begin, difference(end, begin)), span);
    }
    const Expr* extent = toExpr(value, span);
    if (!extent)
        return nullptr;
    if (!extent->dtype.isIntegral())
        return failNode(span, "bad-range",
                        "an extent has type " + toString(extent->dtype) + ", expected an integer");
    return made(m_arena.make<Range>(intImm(m_arena, extent->dtype, 0), extent), span);
}

bool Evaluator::matchBounds(const Value& begin, const Value& end, Span span, const Expr*& first,
                            const Expr*& last)
{
    if (begin.isNumber() && end.isNumber()) {
        first = toExpr(begin, span);
        last = toExpr(end, span);
        if (first && last && first->dtype != last->dtype)
            matchTypes(m_arena, first, last);
    } else if (!matchOperands(begin, end, span, span, span, first, last)) {
        return false;
    }
    if (!first || !last)
        return false;
    if (first->dtype.isIntegral() && first->dtype.isScalar())
        return true;
    fail(span, "bad-range", "bounds have type " + toString(first->dtype) + ", expected integers");
    return false;
}

Value Evaluator::rangeCall(CallSite& site)
{
    if (site.args.size() == 1 && site.named.empty())
        return Value::ofNode(Value::Kind::Node, rangeFrom(site.args[0], site.argSyntax[0]->span));
    const Value* begin = argument(site, "begin", 0);
    const Value* end = argument(site, "end", 1);
    if (!begin || !end)
        return fail(site.syntax->span, "missing-argument", "'Range' takes a begin and an end");
    const Expr* first = nullptr;
    const Expr* last = nullptr;
    if (!matchBounds(*begin, *end, site.syntax->span, first, last))
        return {};
    return Value::ofNode(
        Value::Kind::Node,
        made(keeping(m_arena.make<Range>(first, difference(last, first)), site), site.syntax->span));
}

/// `T.iter_var(v, T.Range(0, 8), "ThreadIndex", "threadIdx.x")`.
Value Evaluator::iterVarCall(CallSite& site)
{
    const Value* variable = argument(site, "var", 0);
    const Value* domain = argument(site, "dom", 1);
    const Value* kind = argument(site, "iter_type", 2);
    const Value* tagValue = argument(site, "thread_tag", 3);
    const Span span = site.syntax->span;
    if (!variable || !kind)
        return fail(span, "missing-argument",
                    "'iter_var' takes a variable, a range, a kind and a thread tag");
    const Var* var = as<Var>(variable->expr());
    std::string_view name;
    if (!var && variable->is(Value::Kind::String))
        var = m_arena.make<Var>(variable->text, primType(m_arena, Int32));
    if (!var)
        return fail(argumentSpan(site, variable), "not-a-variable", "the first argument must be a variable");
    if (!toText(*kind, argumentSpan(site, kind), "the kind", name))
        return {};
    const std::optional<IterType> type = iterTypeNamed(name);
    if (!type)
        return fail(argumentSpan(site, kind), "unknown-kind",
                    "'" + std::string(name) + "' is no kind of iteration variable");
    std::string_view tag;
    if (tagValue && !toText(*tagValue, argumentSpan(site, tagValue), "the thread tag", tag))
        return {};
    const Range* range = nullptr;
    if (domain && !domain->is(Value::Kind::None)) {
        range = rangeFrom(*domain, argumentSpan(site, domain));
        if (!range)
            return {};
    }
    return Value::ofNode(Value::Kind::Node,
                         made(keeping(m_arena.make<IterVar>(range, var, *type, tag), site), span));
}

bool Evaluator::lambdaOf(const Value& value, Span span, const std::vector<DType>& types,
                         std::vector<const Var*>& vars, std::vector<const Expr*>& results)
{
    if (!value.is(Value::Kind::Lambda)) {
        if (!value.is(Value::Kind::Error))
            fail(span, "not-a-lambda", "found " + std::string(describe(value.kind)) + ", expected a lambda");
        return false;
    }
    const Syntax& lambda = *value.syntax;
    m_names.push();
    for (size_t i = 0; i < lambda.names.size(); ++i) {
        const DType type = types.empty() ? Int32 : types[i % types.size()];
        const SyntaxName& name = lambda.names[i];
        const Var* var =
            made(m_arena.make<Var>(m_arena.intern(name.text), primType(m_arena, type)), name.span);
        vars.push_back(var);
        m_names.define(name.text, Value::ofExpr(var), name.span);
    }
    const Value result = evaluate(*lambda.base);
    for (const Value& item : toSequence(result))
        results.push_back(toExpr(item, lambda.base->span));
    m_names.pop();
    return std::ranges::find(results, nullptr) == results.end();
}

/// `T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)])`.
Value Evaluator::reducerCall(CallSite& site)
{
    const Value* combiner = argument(site, "combiner", 0);
    const Value* identity = argument(site, "identity", 1);
    const Span span = site.syntax->span;
    if (!combiner || !identity)
        return fail(span, "missing-argument", "'comm_reducer' takes a lambda and the identity elements");
    std::vector<const Expr*> identities;
    std::vector<DType> types;
    for (const Value& item : toSequence(*identity)) {
        const Expr* element = toExpr(item, argumentSpan(site, identity));
        if (!element)
            return {};
        identities.push_back(element);
        types.push_back(element->dtype);
    }
    std::vector<const Var*> vars;
    std::vector<const Expr*> results;
    if (!lambdaOf(*combiner, argumentSpan(site, combiner), types, vars, results))
        return {};
    if (vars.size() != 2 * identities.size() || results.size() != identities.size())
        return fail(span, "bad-reducer",
                    "a reducer of " + std::to_string(identities.size()) +
                        " values needs twice as many parameters, found " + std::to_string(vars.size()));
    const size_t half = identities.size();
    const VarList all = m_arena.copy(vars);
    auto* reducer = m_arena.make<CommReducer>(all.first(half), all.subspan(half), m_arena.copy(results),
                                              m_arena.copy(identities));
    return Value::ofNode(Value::Kind::Node, made(keeping(reducer, site), span));
}

Value Evaluator::reduceCall(CallSite& site)
{
    const Value* combiner = argument(site, "combiner", 0);
    const Value* source = argument(site, "source", 1);
    const Value* init = argument(site, "init", 2);
    const Value* axis = argument(site, "axis", 3);
    const Value* condition = argument(site, "condition", 4);
    const Value* number = argument(site, "value_index", 5);
    const Span span = site.syntax->span;
    const auto* reducer = combiner ? as<CommReducer>(combiner->node) : nullptr;
    if (!reducer || !source)
        return fail(span, "missing-argument", "'reduce' needs a reducer and its sources");
    std::vector<const Expr*> sources;
    std::vector<const Expr*> inits;
    std::vector<const IterVar*> axes;
    for (const Value& item : toSequence(*source))
        sources.push_back(toExpr(item, span));
    if (init)
        for (const Value& item : toSequence(*init))
            inits.push_back(toExpr(item, span));
    if (axis)
        for (const Value& item : toSequence(*axis))
            axes.push_back(as<IterVar>(item.node));
    int64_t index = 0;
    if (number && !toInt(*number, span, "value_index", index))
        return {};
    const Expr* guard = condition ? toExprOf(*condition, Bool, span) : boolImm(m_arena, true);
    if (!guard || std::ranges::count(sources, nullptr) + std::ranges::count(inits, nullptr) > 0)
        return {};
    if (std::ranges::find(axes, nullptr) != axes.end() || index < 0 || size_t(index) >= sources.size())
        return fail(span, "bad-reduce", "an axis is no iteration variable, or 'value_index' is out of range");
    return Value::ofExpr(made(m_arena.make<Reduce>(reducer, m_arena.copy(sources), m_arena.copy(inits),
                                                   m_arena.copy(axes), guard, int(index)),
                              span));
}

/// `T.index_map(lambda i, j: (j, i), inverse_index_map=lambda …)`.
Value Evaluator::indexMapCall(CallSite& site)
{
    const Value* mapping = argument(site, "mapping", 0);
    const Value* inverseValue = argument(site, "inverse_index_map", 1);
    const Span span = site.syntax->span;
    if (!mapping)
        return fail(span, "missing-argument", "'index_map' takes a lambda");
    const auto mapFrom = [&](const Value& value, const IndexMap* inverse) -> const IndexMap* {
        std::vector<const Var*> vars;
        std::vector<const Expr*> results;
        if (!lambdaOf(value, span, {}, vars, results))
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

Value Evaluator::metaVarCall(CallSite& site)
{
    const Value* value = argument(site, "value", 0);
    return value ? *value : fail(site.syntax->span, "missing-argument", "'meta_var' takes a value");
}

Value Evaluator::targetCall(CallSite& site)
{
    const Value* config = argument(site, "target_config", 0);
    const Value* hostValue = argument(site, "host", 1);
    const Span span = site.syntax->span;
    if (!config)
        return fail(span, "missing-argument", "'target' takes a kind or a dictionary");
    const auto targetFrom = [&](const Value& value) -> const Target* {
        if (const auto* target = as<Target>(value.node); target && value.is(Value::Kind::Node))
            return target;
        Result<const Target*> result = nullptr;
        if (value.is(Value::Kind::Dict)) {
            std::vector<DictEntry> entries;
            if (!attrDict(value, span, entries))
                return nullptr;
            result = targetFromDict(m_arena, m_arena.copy(entries));
        } else {
            std::string_view text;
            if (!toText(value, span, "the target", text))
                return nullptr;
            result = targetFromText(m_arena, text);
        }
        if (!result) {
            for (Diagnostic diagnostic : result.diagnostics()) {
                diagnostic.span = span;
                m_diagnostics.push_back(std::move(diagnostic));
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

AttrValue Evaluator::attrValue(const Value& value, Span span)
{
    switch (value.kind) {
    case Value::Kind::Bool:
        return AttrValue::ofBool(value.integer != 0);
    case Value::Kind::Int:
        return AttrValue::ofInt(value.integer);
    case Value::Kind::Float:
        return AttrValue::ofFloat(value.real);
    case Value::Kind::String:
        return AttrValue::ofString(value.text);
    case Value::Kind::Sequence: {
        std::vector<AttrValue> items;
        for (const Value& item : value.items)
            items.push_back(attrValue(item, span));
        return AttrValue::ofList(m_arena.copy(items));
    }
    case Value::Kind::Dict: {
        std::vector<DictEntry> entries;
        attrDict(value, span, entries);
        return AttrValue::ofDict(m_arena.copy(entries));
    }
    case Value::Kind::Opaque:
        return AttrValue::ofOpaque(m_arena, value.text, value.integer);
    case Value::Kind::Expr:
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject:
    case Value::Kind::Node:
    case Value::Kind::Function:
        return AttrValue::ofNode(value.node);
    case Value::Kind::Type:
        if (const auto* prim = as<PrimType>(value.type()))
            return AttrValue::ofString(m_arena.intern(toString(prim->dtype)));
        break;
    case Value::Kind::None:
    case Value::Kind::Error:
        return {};
    default:
        break;
    }
    fail(span, "bad-attribute", std::string(describe(value.kind)) + " cannot be the value of an attribute");
    return {};
}

bool Evaluator::attrDict(const Value& value, Span span, std::vector<DictEntry>& entries)
{
    if (!value.is(Value::Kind::Dict)) {
        if (!value.is(Value::Kind::Error))
            fail(span, "not-a-dictionary",
                 "found " + std::string(describe(value.kind)) + ", expected a dictionary");
        return false;
    }
    for (const ValueEntry& entry : value.entries) {
        AttrValue key = attrValue(entry.key, span);
        if (key.kind() == AttrValue::Kind::Float && !std::isfinite(key.real())) // it is printed as a text
            key = AttrValue::ofString(std::isnan(key.real()) ? "nan" : key.real() > 0 ? "inf" : "-inf");
        entries.push_back({key, attrValue(entry.value, span)});
    }
    return true;
}

const Type* Evaluator::typeFrom(const Value& value, Span span)
{
    switch (value.kind) {
    case Value::Kind::Type:
        return value.type();
    case Value::Kind::Expr: // `T.handle("float32")` and `T.int32()` make variables: their type counts
        if (const auto* var = as<Var>(value.expr()))
            return var->type;
        break;
    case Value::Kind::String: {
        DType type;
        return toDType(value, span, type) ? primType(m_arena, type) : nullptr;
    }
    case Value::Kind::None:
        return voidType(m_arena);
    case Value::Kind::Error:
        return nullptr;
    default:
        break;
    }
    return failNode(span, "not-a-type", "found " + std::string(describe(value.kind)) + ", expected a type");
}

} // namespace tir::script
