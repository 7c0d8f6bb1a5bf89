#include "core/script/reading/builtin_expressions.h"

#include "core/ir/limits.h"
#include "core/ir/make.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/operators.h"
#include "core/support/text_format.h"

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

Value ExpressionBuiltins::binaryCall(CallSite& site)
{
    const Span span = site.syntax->span;
    const auto* named = std::ranges::find(NamedBinaries, site.path, &NamedBinary::path);
    const Value* a = site.argument("a", 0);
    const Value* b = site.argument("b", 1);
    if (!a || !b || site.args.size() > 2)
        return fail(span, "missing-argument", quoted(site.path) + " takes two arguments");
    const Span spanA = site.spanOf(a);
    const Span spanB = site.spanOf(b);
    if (named->op == BinaryOp::And || named->op == BinaryOp::Or) {
        const Expr* left = m_values.toExprOf(*a, Bool, spanA);
        const Expr* right = m_values.toExprOf(*b, Bool, spanB);
        if (!left || !right)
            return {};
        if (!left->dtype.isBool() || left->dtype != right->dtype)
            return fail(span, "type-mismatch", quoted(site.path) + " takes booleans");
        return Value::ofExpr(made(m_arena.make<Binary>(named->op, left, right), span));
    }
    const Expr* left = nullptr;
    const Expr* right = nullptr;
    if (!m_operators.matchOperands(*a, *b, spanA, spanB, span, left, right))
        return {};
    if (named->folds)
        return Value::ofExpr(m_operators.arithmetic(named->op, left, right, span));
    return Value::ofExpr(made(m_arena.make<Binary>(named->op, left, right), span));
}

Value ExpressionBuiltins::notCall(CallSite& site)
{
    const Expr* operand = site.expr("a", 0);
    if (!operand)
        return {};
    operand = m_values.withType(operand, Bool, site.syntax->span);
    if (!operand->dtype.isBool())
        return fail(site.syntax->span, "type-mismatch", "'Not' takes a boolean");
    return Value::ofExpr(made(m_arena.make<Not>(operand), site.syntax->span));
}

/// `T.Cast("float16", x)` and `T.cast(x, "float16")`: a cast even of constants.
Value ExpressionBuiltins::castCall(CallSite& site)
{
    const bool isConstructor = site.path == "Cast";
    const Value* value = site.argument("value", isConstructor ? 1 : 0);
    const Value* wanted = site.argument("dtype", isConstructor ? 0 : 1);
    if (!value || !wanted)
        return fail(site.syntax->span, "missing-argument",
                    quoted(site.path) + " needs a data type and a value");
    DType type;
    const Expr* operand = m_values.toExpr(*value, site.spanOf(value));
    if (!operand || !m_values.toDType(*wanted, site.spanOf(wanted), type))
        return {};
    if (operand->dtype.lanes != type.lanes && operand->dtype.isScalar())
        type = type.element();
    if (operand->dtype.lanes != type.lanes)
        return fail(site.syntax->span, "type-mismatch",
                    "cannot cast " + toString(operand->dtype) + " to " + toString(type));
    return Value::ofExpr(made(m_arena.make<Cast>(type, operand), site.syntax->span));
}

Value ExpressionBuiltins::selectCall(CallSite& site)
{
    const Value* whenTrue = site.argument("true_value", 1);
    const Value* whenFalse = site.argument("false_value", 2);
    const Value* condition = site.argument("condition", 0);
    if (!whenTrue || !whenFalse || !condition)
        return fail(site.syntax->span, "missing-argument", "'Select' takes a condition and two values");
    const Expr* test = m_values.toExprOf(*condition, Bool, site.spanOf(condition));
    const Expr* a = nullptr;
    const Expr* b = nullptr;
    if (!test || !m_operators.matchOperands(*whenTrue, *whenFalse, site.spanOf(whenTrue),
                                            site.spanOf(whenFalse), site.syntax->span, a, b))
        return {};
    if (!test->dtype.isBool())
        return fail(site.spanOf(condition), "type-mismatch",
                    "the condition has type " + toString(test->dtype) + ", expected bool");
    return Value::ofExpr(made(m_arena.make<Select>(test, a, b), site.syntax->span));
}

Value ExpressionBuiltins::ifThenElseCall(CallSite& site)
{
    const Value* condition = site.argument("cond", 0);
    const Value* whenTrue = site.argument("t", 1);
    const Value* whenFalse = site.argument("f", 2);
    if (!condition || !whenTrue || !whenFalse)
        return fail(site.syntax->span, "missing-argument", "'if_then_else' takes a condition and two values");
    const Expr* test = m_values.toExprOf(*condition, Bool, site.spanOf(condition));
    const Expr* a = nullptr;
    const Expr* b = nullptr;
    if (!test || !m_operators.matchOperands(*whenTrue, *whenFalse, site.spanOf(whenTrue),
                                            site.spanOf(whenFalse), site.syntax->span, a, b))
        return {};
    // A constant prints as a plain number, which is a boolean when it is read.
    if (const auto* constant = as<IntImm>(test); constant && !test->dtype.isBool())
        test = boolImm(m_arena, constant->value != 0);
    return Value::ofExpr(
        made(callOp(m_arena, a->dtype, OpId::if_then_else, {test, a, b}), site.syntax->span));
}

bool ExpressionBuiltins::toLanes(const Value& value, Span span, int& lanes)
{
    if (const Expr* expr = value.expr(); expr && !as<IntImm>(expr)) {
        if (const std::optional<int> scalable = scalableLanes(expr)) {
            lanes = *scalable;
            return true;
        }
    }
    int64_t number = 0;
    if (!m_values.toInt(value, span, "the number of lanes", number))
        return false;
    if (number < 2 || number > DType::MaxLanes) {
        fail(span, "bad-lanes", "a vector of " + std::to_string(number) + " lanes");
        return false;
    }
    lanes = int(number);
    return true;
}

Value ExpressionBuiltins::rampCall(CallSite& site)
{
    const Value* count = site.argument("lanes", 2);
    const Value* step = site.argument("stride", 1);
    const Expr* base = site.expr("base", 0);
    int lanes = 0;
    if (!base || !count || !step || !toLanes(*count, site.spanOf(count), lanes))
        return base && (!count || !step) ? fail(site.syntax->span, "missing-argument",
                                                "'Ramp' takes a base, a stride and a number of lanes")
                                         : Value();
    const Expr* stride = m_values.toExprOf(*step, base->dtype, site.spanOf(step));
    if (!stride)
        return {};
    if (!base->dtype.isScalar() || !base->dtype.isIntegral() || base->dtype.isBool() ||
        !stride->dtype.isScalar() || !stride->dtype.isIntegral())
        return fail(site.syntax->span, "type-mismatch", "base and stride of a ramp must be scalar integers");
    stride = cast(m_arena, base->dtype, stride);
    return Value::ofExpr(made(m_arena.make<Ramp>(base, stride, lanes), site.syntax->span));
}

Value ExpressionBuiltins::broadcastCall(CallSite& site)
{
    const Expr* value = site.expr("value", 0);
    const Value* count = site.argument("lanes", 1);
    int lanes = 0;
    if (!value)
        return {};
    if (!count)
        return fail(site.syntax->span, "missing-argument", "'Broadcast' takes a value and a number of lanes");
    if (!toLanes(*count, site.spanOf(count), lanes))
        return {};
    if (!value->dtype.isScalar() || value->dtype.isVoid())
        return fail(site.syntax->span, "type-mismatch", "only a scalar can be broadcast");
    return Value::ofExpr(made(m_arena.make<Broadcast>(value, lanes), site.syntax->span));
}

Value ExpressionBuiltins::shuffleCall(CallSite& site)
{
    const Value* vectors = site.argument("vectors", 0);
    const Value* picks = site.argument("indices", 1);
    if (!vectors || !picks)
        return fail(site.syntax->span, "missing-argument", "'Shuffle' takes vectors and indices");
    std::vector<const Expr*> sources;
    std::vector<const Expr*> indices;
    for (const Value& item : m_values.toSequence(*vectors))
        sources.push_back(m_values.toExpr(item, site.spanOf(vectors)));
    for (const Value& item : m_values.toSequence(*picks))
        indices.push_back(m_values.toExpr(item, site.spanOf(picks)));
    if (std::ranges::count(sources, nullptr) + std::ranges::count(indices, nullptr) > 0)
        return {};
    if (sources.empty() || indices.empty() || indices.size() > DType::MaxLanes)
        return fail(site.syntax->span, "bad-lanes", "'Shuffle' needs at least one vector and one index");
    return Value::ofExpr(
        made(m_arena.make<Shuffle>(m_arena.copy(sources), m_arena.copy(indices)), site.syntax->span));
}

/// `T.Let(body, where={x: value})`.
Value ExpressionBuiltins::letCall(CallSite& site)
{
    const Expr* body = site.expr("expr", 0);
    const Value* where = site.argument("where", 1);
    if (!body)
        return {};
    if (!where || !where->is(Value::Kind::Dict))
        return fail(site.syntax->span, "missing-argument", "'Let' needs 'where', a dictionary of variables");
    for (size_t i = where->entries.size(); i-- > 0;) {
        const auto* var = as<Var>(where->entries[i].key.expr());
        if (!var)
            return fail(site.spanOf(where), "not-a-variable",
                        "'where' binds something that is not a variable");
        const Expr* value = m_values.toExprOf(where->entries[i].value, var->dtype, site.spanOf(where));
        if (!value)
            return {};
        body = made(m_arena.make<Let>(var, value, body), site.syntax->span);
    }
    return Value::ofExpr(body);
}

Value ExpressionBuiltins::immCall(CallSite& site)
{
    const Span span = site.syntax->span;
    if (site.path == "StringImm") {
        const Value* value = site.argument("value", 0);
        std::string_view text;
        if (!value || !m_values.toText(*value, span, "the constant", text))
            return {};
        return Value::ofExpr(made(stringImm(m_arena, text), span));
    }
    const Value* wanted = site.argument("dtype", 0);
    const Value* value = site.argument("value", 1);
    DType type;
    if (!wanted || !value)
        return fail(span, "missing-argument", quoted(site.path) + " takes a data type and a number");
    if (!m_values.toDType(*wanted, site.spanOf(wanted), type))
        return {};
    const bool isFloat = site.path == "FloatImm";
    if (!value->isNumber() || !type.isScalar() || isFloat != type.isAnyFloat() ||
        (!isFloat && !type.isIntegral()))
        return fail(span, "type-mismatch", "no such constant of type " + toString(type));
    return Value::ofExpr(m_values.numberOf(*value, type, span));
}

Value ExpressionBuiltins::varCall(CallSite& site)
{
    const Value* name = site.argument("name", 0);
    const Value* wanted = site.argument("dtype", 1);
    std::string_view text;
    if (!name || !m_values.toText(*name, site.syntax->span, "the name", text))
        return {};
    const Type* type = wanted ? m_values.typeFrom(*wanted, site.spanOf(wanted)) : primType(m_arena, Int32);
    if (!type)
        return {};
    return Value::ofExpr(
        made(m_arena.make<Var>(m_arena.intern(text), type, site.path == "SizeVar"), site.syntax->span));
}

/// `T.min_value("float32")`, `T.max_value`, `T.infinity`.
Value ExpressionBuiltins::limitCall(CallSite& site)
{
    const Value* wanted = site.argument("dtype", 0);
    DType type;
    if (!wanted)
        return fail(site.syntax->span, "missing-argument", quoted(site.path) + " needs a data type");
    if (!m_values.toDType(*wanted, site.spanOf(wanted), type))
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

Value ExpressionBuiltins::absCall(CallSite& site)
{
    const Expr* value = site.expr("x", 0);
    if (!value)
        return {};
    const Span span = site.syntax->span;
    if (value->dtype.isAnyFloat())
        return Value::ofExpr(made(callOp(m_arena, value->dtype, OpId::fabs, {value}), span));
    if (!value->dtype.isInt())
        return Value::ofExpr(value);
    const Expr* zero = constant(m_arena, value->dtype, 0);
    const Expr* isNonNegative = made(m_arena.make<Binary>(BinaryOp::GE, value, zero), span);
    const Expr* negated = made(m_arena.make<Binary>(BinaryOp::Sub, zero, value), span);
    return Value::ofExpr(made(m_arena.make<Select>(isNonNegative, value, negated), span));
}

Value ExpressionBuiltins::finiteCall(CallSite& site)
{
    const Expr* value = site.expr("x", 0);
    if (!value)
        return {};
    const Span span = site.syntax->span;
    const DType type = value->dtype;
    const DType element = type.element();
    const DType boolean = Bool.withLanes(type.lanes);
    const bool isFinite = site.path == "isfinite";
    if (element.isIntegral())
        return Value::ofExpr(made(constant(m_arena, boolean, isFinite ? 1 : 0), span));
    if (element.code != TypeCode::Float && !element.isBFloat16())
        return fail(span, "type-mismatch", "no infinity of type " + toString(type) + " is known");
    const auto operation = [&](DType result, OpId op) {
        return made(callOp(m_arena, result, op, {value}), span);
    };
    const auto binary = [&](BinaryOp op, const Expr* a, const Expr* b) {
        return made(m_arena.make<Binary>(op, a, b), span);
    };
    const auto negated = [&](const Expr* condition) { return made(m_arena.make<Not>(condition), span); };
    const auto isNumber = [&] { return negated(operation(boolean, OpId::isnan)); };
    const Expr* infinity = floatImm(m_arena, element, HUGE_VAL);
    if (type.lanes > 1)
        infinity = m_arena.make<Broadcast>(infinity, type.lanes);
    const Expr* isInfinite =
        binary(BinaryOp::And, binary(BinaryOp::EQ, operation(type, OpId::fabs), infinity), isNumber());
    return Value::ofExpr(isFinite ? binary(BinaryOp::And, negated(isInfinite), isNumber()) : isInfinite);
}

Value ExpressionBuiltins::ceilDivCall(CallSite& site)
{
    const Value* a = site.argument("lhs", 0);
    const Value* b = site.argument("rhs", 1);
    if (!a || !b)
        return fail(site.syntax->span, "missing-argument", "'ceildiv' takes two arguments");
    const Span span = site.syntax->span;
    const Span spanA = site.spanOf(a);
    const Span spanB = site.spanOf(b);
    const Value sum = m_operators.binaryOperator(Operator::Add, *a, *b, spanA, spanB, span);
    const Value rounded = m_operators.binaryOperator(Operator::Sub, sum, Value::ofInt(1), span, span, span);
    return m_operators.binaryOperator(Operator::FloorDiv, rounded, *b, span, spanB, span);
}

} // namespace tir::script
