/// Expressions.

#include "core/ir/make.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tir::script {
namespace {

struct Infix {
    BinaryOp op;
    std::string_view text;
    Binding binding;
};

constexpr std::array Infixes{
    Infix{BinaryOp::Add, " + ", Binding::Sum},           Infix{BinaryOp::Sub, " - ", Binding::Sum},
    Infix{BinaryOp::Mul, " * ", Binding::Product},       Infix{BinaryOp::Div, " / ", Binding::Product},
    Infix{BinaryOp::FloorDiv, " // ", Binding::Product}, Infix{BinaryOp::FloorMod, " % ", Binding::Product},
    Infix{BinaryOp::EQ, " == ", Binding::Comparison},    Infix{BinaryOp::NE, " != ", Binding::Comparison},
    Infix{BinaryOp::LT, " < ", Binding::Comparison},     Infix{BinaryOp::LE, " <= ", Binding::Comparison},
    Infix{BinaryOp::GT, " > ", Binding::Comparison},     Infix{BinaryOp::GE, " >= ", Binding::Comparison},
    Infix{BinaryOp::And, " and ", Binding::And},         Infix{BinaryOp::Or, " or ", Binding::Or},
};

/// A slice moves, and its end is a number of its type.
bool isSlice(const Ramp& ramp, int64_t stride)
{
    const int64_t bound = ramp.base->dtype.bits >= 64 ? INT64_MAX : int64_t(1) << (ramp.base->dtype.bits - 1);
    const int64_t lanes = std::max(1, std::abs(ramp.dtype.lanes));
    return stride != 0 && stride < bound / lanes && stride > -bound / lanes;
}

const Infix* infixOf(BinaryOp op)
{
    for (const Infix& infix : Infixes)
        if (infix.op == op)
            return &infix;
    return nullptr;
}

/// The call form of an operator.
std::string_view callName(BinaryOp op)
{
    switch (op) {
    case BinaryOp::Min:
        return "min";
    case BinaryOp::Max:
        return "max";
    case BinaryOp::Mod:
        return "truncmod";
    default:
        return toString(op);
    }
}

/// `not 5` would be folded by Python itself; `not T.bool(False)` is not.
bool printsAsLiteral(const Expr* expr)
{
    return expr->kind == NodeKind::IntImm && expr->dtype == Int32;
}

} // namespace

bool ExpressionPrinter::isInfix(const Binary& binary) const
{
    if (!infixOf(binary.op) || (binary.op == BinaryOp::Div && !binary.a->dtype.isAnyFloat()))
        return false;
    // Nothing folds without a constant; and a division by the constant zero must not be tried.
    if (!isConstNumber(binary.a) && !isConstNumber(binary.b))
        return true;
    const bool divides =
        binary.op == BinaryOp::Div || binary.op == BinaryOp::FloorDiv || binary.op == BinaryOp::FloorMod;
    const auto* real = as<FloatImm>(binary.b);
    if (divides && (isConstInt(binary.b, 0) || (real && real->value == 0)))
        return false;
    return foldBinary(m_context.scratch, binary.op, binary.a, binary.b) == nullptr;
}

Binding ExpressionPrinter::bindingOf(const Expr* expr) const
{
    if (const auto* binary = as<Binary>(expr))
        return isInfix(*binary) ? infixOf(binary->op)->binding : Binding::Atom;
    if (const auto* negation = as<Not>(expr))
        return printsAsLiteral(negation->value) ? Binding::Atom : Binding::Not;
    return Binding::Atom;
}

void ExpressionPrinter::operand(const Expr* operand, Binding loosest)
{
    const bool needsParentheses = bindingOf(operand) < loosest;
    if (needsParentheses)
        plain("(");
    expr(operand);
    if (needsParentheses)
        plain(")");
}

void ExpressionPrinter::binary(const Binary& binary)
{
    if (!isInfix(binary)) {
        builtin(callName(binary.op));
        list(std::array{binary.a, binary.b}, "(", ")");
        return;
    }
    const Infix& infix = *infixOf(binary.op);
    operand(binary.a, infix.binding);
    if (infix.binding == Binding::And || infix.binding == Binding::Or)
        keyword(infix.text);
    else
        plain(infix.text);
    operand(binary.b, Binding(int(infix.binding) + 1));
}

void ExpressionPrinter::integer(const IntImm& constant)
{
    const DType type = constant.dtype;
    if (type == Int32)
        return number(constant.value);
    m_values.dtype(type);
    plain("(");
    if (type.isBool())
        keyword(constant.value ? "True" : "False");
    else if (type.isUInt() && constant.value < 0) // from 2^63 on
        token(TokenKind::Number, std::to_string(uint64_t(constant.value)));
    else
        number(constant.value);
    plain(")");
}

void ExpressionPrinter::real(const FloatImm& constant)
{
    m_values.dtype(constant.dtype);
    plain("(");
    m_values.floatLiteral(constant.value);
    plain(")");
}

void ExpressionPrinter::text(const StringImm& constant)
{
    if (constant.value.find('\n') == std::string_view::npos)
        string(constant.value);
    else
        m_values.metadata("tirx.StringImm", m_values.metadataTable().numberOf(constant));
}

void ExpressionPrinter::negation(const Expr& value)
{
    if (printsAsLiteral(&value)) {
        builtin("Not");
        list(std::array{&value}, "(", ")");
    } else {
        keyword("not ");
        operand(&value, Binding::Not);
    }
}

void ExpressionPrinter::ramp(const Ramp& ramp)
{
    builtin("Ramp");
    plain("(");
    expr(ramp.base);
    plain(", ");
    expr(ramp.stride);
    plain(", ");
    lanes(ramp.dtype.lanes);
    plain(")");
}

void ExpressionPrinter::let(const Let& let)
{
    builtin("Let");
    plain("(");
    // Variables of the binding get their declarations before those of the body, which is before it.
    const PrintSink where = printed([&] {
        m_declarations.useVar(let.var);
        plain(": ");
        expr(let.value);
    });
    expr(let.body);
    plain(", where={");
    append(where);
    plain("})");
}

void ExpressionPrinter::expr(const Expr* expr)
{
    const At at(*this, expr);
    switch (expr->kind) {
    case NodeKind::Binary:
        binary(to<Binary>(*expr));
        break;
    case NodeKind::Broadcast:
        builtin("Broadcast");
        plain("(");
        this->expr(to<Broadcast>(*expr).value);
        plain(", ");
        lanes(expr->dtype.lanes);
        plain(")");
        break;
    case NodeKind::BufferLoad:
        load(to<BufferLoad>(*expr));
        break;
    case NodeKind::Call:
        call(to<Call>(*expr));
        break;
    case NodeKind::Cast:
        builtin("Cast");
        plain("(");
        m_values.dtypeText(expr->dtype);
        plain(", ");
        this->expr(to<Cast>(*expr).value);
        plain(")");
        break;
    case NodeKind::FloatImm:
        real(to<FloatImm>(*expr));
        break;
    case NodeKind::IntImm:
        integer(to<IntImm>(*expr));
        break;
    case NodeKind::Let:
        let(to<Let>(*expr));
        break;
    case NodeKind::Not:
        negation(*to<Not>(*expr).value);
        break;
    case NodeKind::OpaqueExpr:
        m_values.metadata(to<OpaqueExpr>(*expr).typeKey, to<OpaqueExpr>(*expr).index);
        break;
    case NodeKind::ProducerLoad:
        token(TokenKind::Buffer, to<ProducerLoad>(*expr).producer);
        indices(to<ProducerLoad>(*expr).indices);
        break;
    case NodeKind::Ramp:
        ramp(to<Ramp>(*expr));
        break;
    case NodeKind::Reduce:
        reduce(to<Reduce>(*expr));
        break;
    case NodeKind::Select: {
        const auto& select = to<Select>(*expr);
        builtin("Select");
        list(std::array{select.condition, select.trueValue, select.falseValue}, "(", ")");
        break;
    }
    case NodeKind::Shuffle:
        builtin("Shuffle");
        plain("(");
        list(to<Shuffle>(*expr).vectors);
        plain(", ");
        list(to<Shuffle>(*expr).indices);
        plain(")");
        break;
    case NodeKind::StringImm:
        text(to<StringImm>(*expr));
        break;
    case NodeKind::Var:
        m_declarations.useVar(&to<Var>(*expr));
        break;
    default:
        TIR_CHECK(false) << "no expression: " << toString(expr->kind);
    }
}

void ExpressionPrinter::list(ExprList exprs, std::string_view open, std::string_view close)
{
    plain(open);
    for (size_t i = 0; i < exprs.size(); ++i) {
        separator(i);
        expr(exprs[i]);
    }
    plain(close);
}

void ExpressionPrinter::lanes(int lanes)
{
    if (lanes >= 0) {
        number(lanes);
        return;
    }
    builtin("vscale");
    plain("() * ");
    number(-lanes);
}

const Expr* ExpressionPrinter::sum(const Expr* a, const Expr* b)
{
    return add(m_context.scratch, a, b);
}

void ExpressionPrinter::index(const Expr* index)
{
    const auto* ramp = as<Ramp>(index);
    const auto* stride = ramp ? as<IntImm>(ramp->stride) : nullptr;
    if (!stride || !isSlice(*ramp, stride->value)) {
        expr(index);
        return;
    }
    const At at(*this, ramp);
    expr(ramp->base);
    plain(":");
    if (ramp->dtype.isScalable()) {
        // The stop is not a constant: base + vscale * lanes * stride, with a zero base left out.
        if (!isConstInt(ramp->base, 0)) {
            operand(ramp->base, Binding::Sum);
            plain(" + ");
        }
        lanes(ramp->dtype.lanes);
        if (stride->value != 1)
            plain(" * " + std::to_string(stride->value));
    } else {
        const DType type = ramp->base->dtype;
        expr(sum(ramp->base, intImm(m_context.scratch, type, ramp->dtype.lanes * stride->value)));
    }
    if (stride->value != 1) {
        plain(":");
        expr(ramp->stride);
    }
}

void ExpressionPrinter::indices(ExprList indices)
{
    plain("[");
    if (indices.empty())
        plain("()");
    for (size_t i = 0; i < indices.size(); ++i) {
        separator(i);
        index(indices[i]);
    }
    plain("]");
}

} // namespace tir::script
