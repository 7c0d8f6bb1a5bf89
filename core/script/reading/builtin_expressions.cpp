/// `T.Cast`, `T.min`, `T.Select` and the other constructors of expressions.

#include "core/ir/limits.h"
#include "core/script/reading/evaluator.h"
#include "core/script/syntax/literal.h"

#include <algorithm>
#include <cmath>

namespace tir::script {
namespace {

struct NamedBinary {
    std::string_view path;
    BinaryOp op;
    bool folds; ///< functions fold and match, constructors only match
};

constexpr NamedBinary NamedBinaries[] = {
    {"Add", BinaryOp::Add, false},
    {"Sub", BinaryOp::Sub, false},
    {"Mul", BinaryOp::Mul, false},
    {"Div", BinaryOp::Div, false},
    {"Mod", BinaryOp::Mod, false},
    {"FloorDiv", BinaryOp::FloorDiv, false},
    {"FloorMod", BinaryOp::FloorMod, false},
    {"Min", BinaryOp::Min, false},
    {"Max", BinaryOp::Max, false},
    {"EQ", BinaryOp::EQ, false},
    {"NE", BinaryOp::NE, false},
    {"LT", BinaryOp::LT, false},
    {"LE", BinaryOp::LE, false},
    {"GT", BinaryOp::GT, false},
    {"GE", BinaryOp::GE, false},
    {"And", BinaryOp::And, false},
    {"Or", BinaryOp::Or, false},
    {"min", BinaryOp::Min, true},
    {"max", BinaryOp::Max, true},
    {"truncmod", BinaryOp::Mod, true},
    {"truncdiv", BinaryOp::Div, true},
    {"floordiv", BinaryOp::FloorDiv, true},
    {"floormod", BinaryOp::FloorMod, true},
};

} // namespace

Value Evaluator::binaryCall(CallSite& site)
{
    const Span span = site.syntax->span;
    const auto* named = std::ranges::find(NamedBinaries, site.path, &NamedBinary::path);
    const Value* a = argument(site, "a", 0);
    const Value* b = argument(site, "b", 1);
    if (!a || !b || site.args.size() > 2)
        return fail(span, "missing-argument", "'" + std::string(site.path) + "' takes two arguments");
    const Span spanA = argumentSpan(site, a);
    const Span spanB = argumentSpan(site, b);
    if (named->op == BinaryOp::And || named->op == BinaryOp::Or) {
        const Expr* left = toExprOf(*a, Bool, spanA);
        const Expr* right = toExprOf(*b, Bool, spanB);
        if (!left || !right)
            return {};
        if (!left->dtype.isBool() || left->dtype != right->dtype)
            return fail(span, "type-mismatch", "'" + std::string(site.path) + "' takes booleans");
        return Value::ofExpr(made(m_arena.make<Binary>(named->op, left, right), span));
    }
    const Expr* left = nullptr;
    const Expr* right = nullptr;
    if (!matchOperands(*a, *b, spanA, spanB, span, left, right))
        return {};
    if (named->folds)
        return Value::ofExpr(arithmetic(named->op, left, right, span));
    return Value::ofExpr(made(m_arena.make<Binary>(named->op, left, right), span));
}

Value Evaluator::notCall(CallSite& site)
{
    const Expr* operand = exprArgument(site, "a", 0);
    if (!operand)
        return {};
    if (!operand->dtype.isBool())
        return fail(site.syntax->span, "type-mismatch", "'Not' takes a boolean");
    return Value::ofExpr(made(m_arena.make<Not>(operand), site.syntax->span));
}

/// `T.Cast("float16", x)` and `T.cast(x, "float16")`: a cast even of constants.
Value Evaluator::castCall(CallSite& site)
{
    const bool isConstructor = site.path == "Cast";
    const Value* value = argument(site, "value", isConstructor ? 1 : 0);
    const Value* wanted = argument(site, "dtype", isConstructor ? 0 : 1);
    if (!value || !wanted)
        return fail(site.syntax->span, "missing-argument",
                    "'" + std::string(site.path) + "' needs a data type and a value");
    DType type;
    const Expr* operand = toExpr(*value, argumentSpan(site, value));
    if (!operand || !toDType(*wanted, argumentSpan(site, wanted), type))
        return {};
    if (operand->dtype.lanes != type.lanes && operand->dtype.isScalar())
        type = type.element();
    if (operand->dtype.lanes != type.lanes)
        return fail(site.syntax->span, "type-mismatch",
                    "cannot cast " + toString(operand->dtype) + " to " + toString(type));
    return Value::ofExpr(made(m_arena.make<Cast>(type, operand), site.syntax->span));
}

Value Evaluator::selectCall(CallSite& site)
{
    const Value* whenTrue = argument(site, "true_value", 1);
    const Value* whenFalse = argument(site, "false_value", 2);
    const Value* condition = argument(site, "condition", 0);
    if (!whenTrue || !whenFalse || !condition)
        return fail(site.syntax->span, "missing-argument", "'Select' takes a condition and two values");
    const Expr* test = toExprOf(*condition, Bool, argumentSpan(site, condition));
    const Expr* a = nullptr;
    const Expr* b = nullptr;
    if (!test || !matchOperands(*whenTrue, *whenFalse, argumentSpan(site, whenTrue),
                                argumentSpan(site, whenFalse), site.syntax->span, a, b))
        return {};
    if (!test->dtype.isBool())
        return fail(argumentSpan(site, condition), "type-mismatch",
                    "the condition has type " + toString(test->dtype) + ", expected bool");
    return Value::ofExpr(made(m_arena.make<Select>(test, a, b), site.syntax->span));
}

Value Evaluator::ifThenElseCall(CallSite& site)
{
    const Value* condition = argument(site, "cond", 0);
    const Value* whenTrue = argument(site, "t", 1);
    const Value* whenFalse = argument(site, "f", 2);
    if (!condition || !whenTrue || !whenFalse)
        return fail(site.syntax->span, "missing-argument", "'if_then_else' takes a condition and two values");
    const Expr* test = toExprOf(*condition, Bool, argumentSpan(site, condition));
    const Expr* a = nullptr;
    const Expr* b = nullptr;
    if (!test || !matchOperands(*whenTrue, *whenFalse, argumentSpan(site, whenTrue),
                                argumentSpan(site, whenFalse), site.syntax->span, a, b))
        return {};
    // A constant prints as a plain number, which is a boolean when it is read.
    if (const auto* constant = as<IntImm>(test); constant && !test->dtype.isBool())
        test = boolImm(m_arena, constant->value != 0);
    return Value::ofExpr(
        made(callOp(m_arena, a->dtype, OpId::if_then_else, {test, a, b}), site.syntax->span));
}

bool Evaluator::toLanes(const Value& value, Span span, int& lanes)
{
    if (const Expr* expr = value.expr(); expr && !as<IntImm>(expr)) {
        const auto* product = as<Binary>(expr);
        const auto isVscale = [](const Expr* part) {
            const auto* call = as<Call>(part);
            return call && call->isOp(OpId::vscale);
        };
        const Expr* factor = !product || product->op != BinaryOp::Mul ? nullptr
                             : isVscale(product->a)                   ? product->b
                             : isVscale(product->b)                   ? product->a
                                                                      : nullptr;
        const auto* constant = as<IntImm>(factor);
        if (isVscale(expr) || (constant && constant->value >= 1 && constant->value <= INT16_MAX)) {
            lanes = isVscale(expr) ? -1 : -int(constant->value);
            return true;
        }
    }
    int64_t number = 0;
    if (!toInt(value, span, "the number of lanes", number))
        return false;
    if (number < 2 || number > INT16_MAX) {
        fail(span, "bad-lanes", "a vector of " + std::to_string(number) + " lanes");
        return false;
    }
    lanes = int(number);
    return true;
}

Value Evaluator::rampCall(CallSite& site)
{
    const Value* count = argument(site, "lanes", 2);
    const Value* step = argument(site, "stride", 1);
    const Expr* base = exprArgument(site, "base", 0);
    int lanes = 0;
    if (!base || !count || !step || !toLanes(*count, argumentSpan(site, count), lanes))
        return base && (!count || !step) ? fail(site.syntax->span, "missing-argument",
                                                "'Ramp' takes a base, a stride and a number of lanes")
                                         : Value();
    const Expr* stride = toExprOf(*step, base->dtype, argumentSpan(site, step));
    if (!stride)
        return {};
    if (!base->dtype.isScalar() || !base->dtype.isIntegral() || base->dtype.isBool() ||
        !stride->dtype.isScalar() || !stride->dtype.isIntegral())
        return fail(site.syntax->span, "type-mismatch", "base and stride of a ramp must be scalar integers");
    stride = cast(m_arena, base->dtype, stride);
    return Value::ofExpr(made(m_arena.make<Ramp>(base, stride, lanes), site.syntax->span));
}

Value Evaluator::broadcastCall(CallSite& site)
{
    const Expr* value = exprArgument(site, "value", 0);
    const Value* count = argument(site, "lanes", 1);
    int lanes = 0;
    if (!value)
        return {};
    if (!count)
        return fail(site.syntax->span, "missing-argument", "'Broadcast' takes a value and a number of lanes");
    if (!toLanes(*count, argumentSpan(site, count), lanes))
        return {};
    if (!value->dtype.isScalar() || value->dtype.isVoid())
        return fail(site.syntax->span, "type-mismatch", "only a scalar can be broadcast");
    return Value::ofExpr(made(m_arena.make<Broadcast>(value, lanes), site.syntax->span));
}

Value Evaluator::shuffleCall(CallSite& site)
{
    const Value* vectors = argument(site, "vectors", 0);
    const Value* picks = argument(site, "indices", 1);
    if (!vectors || !picks)
        return fail(site.syntax->span, "missing-argument", "'Shuffle' takes vectors and indices");
    std::vector<const Expr*> sources;
    std::vector<const Expr*> indices;
    for (const Value& item : toSequence(*vectors))
        sources.push_back(toExpr(item, argumentSpan(site, vectors)));
    for (const Value& item : toSequence(*picks))
        indices.push_back(toExpr(item, argumentSpan(site, picks)));
    if (std::ranges::count(sources, nullptr) + std::ranges::count(indices, nullptr) > 0)
        return {};
    if (sources.empty() || indices.empty() || indices.size() > INT16_MAX)
        return fail(site.syntax->span, "bad-lanes", "'Shuffle' needs at least one vector and one index");
    return Value::ofExpr(
        made(m_arena.make<Shuffle>(m_arena.copy(sources), m_arena.copy(indices)), site.syntax->span));
}

/// `T.Let(body, where={x: value})`.
Value Evaluator::letCall(CallSite& site)
{
    const Expr* body = exprArgument(site, "expr", 0);
    const Value* where = argument(site, "where", 1);
    if (!body)
        return {};
    if (!where || !where->is(Value::Kind::Dict))
        return fail(site.syntax->span, "missing-argument", "'Let' needs 'where', a dictionary of variables");
    for (size_t i = where->entries.size(); i-- > 0;) {
        const auto* var = as<Var>(where->entries[i].key.expr());
        if (!var)
            return fail(argumentSpan(site, where), "not-a-variable",
                        "'where' binds something that is no variable");
        const Expr* value = toExprOf(where->entries[i].value, var->dtype, argumentSpan(site, where));
        if (!value)
            return {};
        body = made(m_arena.make<Let>(var, value, body), site.syntax->span);
    }
    return Value::ofExpr(body);
}

Value Evaluator::immCall(CallSite& site)
{
    const Span span = site.syntax->span;
    if (site.path == "StringImm") {
        const Value* value = argument(site, "value", 0);
        std::string_view text;
        if (!value || !toText(*value, span, "the constant", text))
            return {};
        return Value::ofExpr(made(stringImm(m_arena, text), span));
    }
    const Value* wanted = argument(site, "dtype", 0);
    const Value* value = argument(site, "value", 1);
    DType type;
    if (!wanted || !value)
        return fail(span, "missing-argument",
                    "'" + std::string(site.path) + "' takes a data type and a number");
    if (!toDType(*wanted, argumentSpan(site, wanted), type))
        return {};
    const bool isFloat = site.path == "FloatImm";
    if (!value->isNumber() || !type.isScalar() || isFloat != type.isAnyFloat() ||
        (!isFloat && !type.isIntegral()))
        return fail(span, "type-mismatch", "no such constant of type " + toString(type));
    return Value::ofExpr(numberOf(*value, type, span));
}

Value Evaluator::varCall(CallSite& site)
{
    const Value* name = argument(site, "name", 0);
    const Value* wanted = argument(site, "dtype", 1);
    std::string_view text;
    if (!name || !toText(*name, site.syntax->span, "the name", text))
        return {};
    const Type* type = wanted ? typeFrom(*wanted, argumentSpan(site, wanted)) : primType(m_arena, Int32);
    if (!type)
        return {};
    return Value::ofExpr(
        made(m_arena.make<Var>(m_arena.intern(text), type, site.path == "SizeVar"), site.syntax->span));
}

/// `T.min_value("float32")`, `T.max_value`, `T.infinity`.
Value Evaluator::limitCall(CallSite& site)
{
    const Value* wanted = argument(site, "dtype", 0);
    DType type;
    if (!wanted)
        return fail(site.syntax->span, "missing-argument",
                    "'" + std::string(site.path) + "' needs a data type");
    if (!toDType(*wanted, argumentSpan(site, wanted), type))
        return {};
    const Span span = site.syntax->span;
    const Expr* value = nullptr;
    if (site.path == "infinity")
        value = type.isAnyFloat() ? floatImm(m_arena, type, HUGE_VAL) : nullptr;
    else
        value = site.path == "min_value" ? minValue(m_arena, type) : maxValue(m_arena, type);
    if (!value)
        return fail(span, "type-mismatch", "no known limit of type " + toString(type));
    return Value::ofExpr(made(value, span));
}

Value Evaluator::absCall(CallSite& site)
{
    const Expr* value = exprArgument(site, "x", 0);
    if (!value)
        return {};
    const Span span = site.syntax->span;
    if (value->dtype.isAnyFloat())
        return Value::ofExpr(made(callOp(m_arena, value->dtype, OpId::fabs, {value}), span));
    if (!value->dtype.isInt())
        return Value::ofExpr(value);
    const Expr* zero = constant(m_arena, value->dtype, 0);
    const Expr* isPositive = made(m_arena.make<Binary>(BinaryOp::GE, value, zero), span);
    const Expr* negated = made(m_arena.make<Binary>(BinaryOp::Sub, zero, value), span);
    return Value::ofExpr(made(m_arena.make<Select>(isPositive, value, negated), span));
}

Value Evaluator::ceilDivCall(CallSite& site)
{
    const Value* a = argument(site, "lhs", 0);
    const Value* b = argument(site, "rhs", 1);
    if (!a || !b)
        return fail(site.syntax->span, "missing-argument", "'ceildiv' takes two arguments");
    const Span span = site.syntax->span;
    const Span spanA = argumentSpan(site, a);
    const Span spanB = argumentSpan(site, b);
    const Value sum = binaryOperator(Operator::Add, *a, *b, spanA, spanB, span);
    const Value rounded = binaryOperator(Operator::Sub, sum, Value::ofInt(1), span, span, span);
    return binaryOperator(Operator::FloorDiv, rounded, *b, span, spanB, span);
}

/// `T.call_intrin("float32", "tirx.exp", x)`.
Value Evaluator::intrinsicCall(CallSite& site)
{
    const Span span = site.syntax->span;
    const Value* wanted = keyword(site, "dtype");
    const size_t first = wanted ? 0 : 1;
    if (!wanted && !site.args.empty())
        wanted = &site.args[0];
    DType type;
    std::string_view name;
    if (!wanted || site.args.size() <= first)
        return fail(span, "missing-argument", "'call_intrin' takes a data type and the name of an operation");
    if (!toDType(*wanted, argumentSpan(site, wanted), type) ||
        !toText(site.args[first], site.argSyntax[first]->span, "the operation", name))
        return {};
    std::vector<const Expr*> args;
    for (size_t i = first + 1; i < site.args.size(); ++i)
        args.push_back(callArgument(site.args[i], site.argSyntax[i]->span));
    if (std::ranges::find(args, nullptr) != args.end())
        return {};
    const std::string today =
        name.starts_with("tir.") ? "tirx." + std::string(name.substr(4)) : std::string(name);
    return Value::ofExpr(
        made(m_arena.make<Call>(type, opNamed(m_arena, m_arena.intern(today)), m_arena.copy(args)), span));
}

/// `T.Call("dtype", "tirx.op", [args], annotations={…})`: a call with its annotations.
Value Evaluator::genericCall(CallSite& site)
{
    const Value* wanted = argument(site, "dtype", 0);
    const Value* callee = argument(site, "op", 1);
    const Value* given = argument(site, "args", 2);
    const Value* notes = argument(site, "annotations", 3);
    const Span span = site.syntax->span;
    if (!wanted || !callee || !given)
        return fail(span, "missing-argument", "'Call' takes a data type, an operation and its arguments");
    DType type;
    if (!toDType(*wanted, argumentSpan(site, wanted), type))
        return {};
    std::vector<const Expr*> args;
    for (const Value& item : toSequence(*given))
        args.push_back(callArgument(item, argumentSpan(site, given)));
    std::vector<DictEntry> annotations;
    if (std::ranges::find(args, nullptr) != args.end() ||
        (notes && !attrDict(*notes, argumentSpan(site, notes), annotations)))
        return {};
    const Dict dict = m_arena.copy(annotations);
    if (callee->is(Value::Kind::Function))
        return Value::ofExpr(
            made(m_arena.make<Call>(type, as<GlobalVar>(callee->node), m_arena.copy(args), dict), span));
    std::string_view name;
    if (!toText(*callee, argumentSpan(site, callee), "the operation", name))
        return {};
    if (!isDottedName(name))
        return fail(argumentSpan(site, callee), "bad-operation",
                    "'" + std::string(name) + "' names no operation, expected something like \"tirx.exp\"");
    return Value::ofExpr(
        made(m_arena.make<Call>(type, opNamed(m_arena, name), m_arena.copy(args), dict), span));
}

} // namespace tir::script
