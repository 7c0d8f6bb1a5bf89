/// Expressions. (tvmscript.md 2.2, 7, 8)

#include "core/ir/make.h"
#include "core/script/kept_arguments.h"
#include "core/script/script_printer.h"

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

bool isConstant(const Expr* expr)
{
    return expr->kind == NodeKind::IntImm || expr->kind == NodeKind::FloatImm;
}

/// The names of a call's last arguments, when it is one that nobody knows.
std::span<const AttrValue> keptNames(const Call& call)
{
    const bool isKept = call.annotations.size() == 1 && call.annotations[0].key.text == KeptNames &&
                        call.annotations[0].value.items.size() <= call.args.size();
    return isKept ? call.annotations[0].value.items : std::span<const AttrValue>();
}

} // namespace

bool ScriptPrinter::isInfix(const Binary& binary) const
{
    if (!infixOf(binary.op) || (binary.op == BinaryOp::Div && !binary.a->dtype.isAnyFloat()))
        return false;
    // Nothing folds without a constant; and a division by the constant zero must not be tried.
    if (!isConstant(binary.a) && !isConstant(binary.b))
        return true;
    const bool divides =
        binary.op == BinaryOp::Div || binary.op == BinaryOp::FloorDiv || binary.op == BinaryOp::FloorMod;
    const auto* real = as<FloatImm>(binary.b);
    if (divides && (isConstInt(binary.b, 0) || (real && real->value == 0)))
        return false;
    return foldBinary(m_scratch, binary.op, binary.a, binary.b) == nullptr;
}

Binding ScriptPrinter::bindingOf(const Expr* expr) const
{
    if (const auto* binary = as<Binary>(expr))
        return isInfix(*binary) ? infixOf(binary->op)->binding : Binding::Atom;
    if (const auto* negation = as<Not>(expr))
        return isConstant(negation->value) ? Binding::Atom : Binding::Not;
    return Binding::Atom;
}

void ScriptPrinter::operand(const Expr* operand, Binding loosest)
{
    const bool needsParentheses = bindingOf(operand) < loosest;
    if (needsParentheses)
        plain("(");
    expr(operand);
    if (needsParentheses)
        plain(")");
}

void ScriptPrinter::binary(const Binary& binary)
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

void ScriptPrinter::expr(const Expr* expr)
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
        dtypeText(expr->dtype);
        plain(", ");
        this->expr(to<Cast>(*expr).value);
        plain(")");
        break;
    case NodeKind::FloatImm:
        dtype(expr->dtype);
        plain("(");
        floatLiteral(to<FloatImm>(*expr).value);
        plain(")");
        break;
    case NodeKind::IntImm: {
        const int64_t value = to<IntImm>(*expr).value;
        if (expr->dtype == Int32) {
            number(value);
            break;
        }
        dtype(expr->dtype);
        plain("(");
        if (expr->dtype.isBool())
            keyword(value ? "True" : "False");
        else
            number(value);
        plain(")");
        break;
    }
    case NodeKind::Let: {
        const auto& let = to<Let>(*expr);
        builtin("Let");
        plain("(");
        // Variables of the binding get their declarations before those of the body, which stands before it.
        PrintSink where(m_places.table() != nullptr);
        PrintSink* const out = std::exchange(m_out, &where);
        useVar(let.var);
        plain(": ");
        this->expr(let.value);
        m_out = out;
        this->expr(let.body);
        plain(", where={");
        m_out->insert(m_out->size(), where);
        plain("})");
        break;
    }
    case NodeKind::Not: {
        const Expr* value = to<Not>(*expr).value;
        if (isConstant(value)) {
            builtin("Not");
            list(std::array{value}, "(", ")");
        } else {
            keyword("not ");
            operand(value, Binding::Not);
        }
        break;
    }
    case NodeKind::OpaqueExpr:
        metadata(to<OpaqueExpr>(*expr).typeKey, to<OpaqueExpr>(*expr).index);
        break;
    case NodeKind::ProducerLoad:
        token(TokenKind::Buffer, to<ProducerLoad>(*expr).producer);
        indices(to<ProducerLoad>(*expr).indices);
        break;
    case NodeKind::Ramp:
        builtin("Ramp");
        plain("(");
        this->expr(to<Ramp>(*expr).base);
        plain(", ");
        this->expr(to<Ramp>(*expr).stride);
        plain(", ");
        lanes(expr->dtype.lanes);
        plain(")");
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
    case NodeKind::StringImm: {
        const std::string_view text = to<StringImm>(*expr).value;
        if (text.find('\n') == std::string_view::npos)
            string(text);
        else
            metadata("tirx.StringImm", metadataTable().numberOf(to<StringImm>(*expr)));
        break;
    }
    case NodeKind::Var:
        useVar(&to<Var>(*expr));
        break;
    default:
        TIR_CHECK(false) << "no expression: " << toString(expr->kind);
    }
}

void ScriptPrinter::fragment(const Expr& expr)
{
    m_isFragment = true;
    m_names.open(nullptr, "");
    this->expr(&expr);
    m_names.close();
}

void ScriptPrinter::list(ExprList exprs, std::string_view open, std::string_view close)
{
    plain(open);
    for (size_t i = 0; i < exprs.size(); ++i) {
        separator(i);
        expr(exprs[i]);
    }
    plain(close);
}

void ScriptPrinter::lanes(int lanes)
{
    if (lanes >= 0) {
        number(lanes);
        return;
    }
    builtin("vscale");
    plain("() * ");
    number(-lanes);
}

const Expr* ScriptPrinter::sum(const Expr* a, const Expr* b)
{
    return add(m_scratch, a, b);
}

void ScriptPrinter::index(const Expr* index)
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
        // The stop is no constant: base + vscale * lanes * stride, with a zero base left out.
        if (!isConstInt(ramp->base, 0)) {
            operand(ramp->base, Binding::Sum);
            plain(" + ");
        }
        lanes(ramp->dtype.lanes);
        if (stride->value != 1)
            plain(" * " + std::to_string(stride->value));
    } else {
        const DType type = ramp->base->dtype;
        expr(sum(ramp->base, intImm(m_scratch, type, ramp->dtype.lanes * stride->value)));
    }
    if (stride->value != 1) {
        plain(":");
        expr(ramp->stride);
    }
}

void ScriptPrinter::indices(ExprList indices)
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

/// `kept`: the element is its first argument, and its last ones are what nobody knows of the load.
void ScriptPrinter::load(const BufferLoad& load, const Call* kept)
{
    {
        const At at(*this, load.buffer);
        useBuffer(load.buffer);
    }
    if (load.predicate || kept) {
        plain(".");
        token(TokenKind::Builtin, "vload");
        plain("(");
        list(load.indices);
        if (load.predicate) {
            plain(", predicate=");
            expr(load.predicate);
        }
        if (kept)
            keptArguments(*kept);
        plain(")");
    } else if (!isBareElement(*load.buffer, load.indices)) {
        indices(load.indices);
    }
}

void ScriptPrinter::calleeName(const Call& call)
{
    if (call.function) {
        if (!m_isBare && !m_isFragment) {
            plain(m_moduleName);
            plain(".");
        }
        token(TokenKind::Function, call.function->name, call.function);
        return;
    }
    builtin(call.op->printedName);
}

void ScriptPrinter::call(const Call& call)
{
    const std::span<const AttrValue> names = keptNames(call);
    if (call.op && (call.op->is(ListOp) || call.op->is(TupleOp) || call.op->is(NoneOp))) {
        if (call.op->is(NoneOp))
            keyword("None");
        else
            list(call.args, call.op->is(ListOp) ? "[" : "(",
                 call.op->is(ListOp)     ? "]"
                 : call.args.size() == 1 ? ",)"
                                         : ")");
        return;
    }
    if (const auto* load = call.isOp(LoadOp) && !call.args.empty() ? as<BufferLoad>(call.args[0]) : nullptr) {
        this->load(*load, &call);
        return;
    }
    if (!call.annotations.empty() && names.empty()) {
        builtin("Call");
        plain("(");
        dtypeText(call.dtype);
        plain(", ");
        if (call.op)
            string(call.op->name);
        else
            calleeName(call);
        plain(", ");
        list(call.args);
        plain(", annotations=");
        dict(call.annotations);
        plain(")");
        return;
    }
    calleeName(call);
    plain("(");
    callArguments(call);
    plain(")");
}

/// The arguments by name at the end of a call.
void ScriptPrinter::keptArguments(const Call& call)
{
    const std::span<const AttrValue> names = keptNames(call);
    for (size_t i = 0; i < names.size(); ++i) {
        plain(", ");
        plain(names[i].text);
        plain("=");
        expr(call.args[call.args.size() - names.size() + i]);
    }
}

void ScriptPrinter::callArguments(const Call& call)
{
    size_t count = 0;
    const DTypePosition position = call.op ? call.op->dtypePosition : DTypePosition::None;
    if (position == DTypePosition::First) {
        dtypeText(call.dtype);
        ++count;
    }
    ExprList args = call.args;
    const bool hasSource = call.isOp("tirx.cuda_func_call") && args.size() > 1;
    if (hasSource)
        args = args.first(args.size() - 1);
    const std::span<const AttrValue> names = keptNames(call);
    for (size_t i = 0; i < args.size(); ++i) {
        separator(count++);
        if (i + names.size() >= args.size()) {
            plain(names[i + names.size() - args.size()].text);
            plain("=");
        }
        expr(args[i]);
    }
    if (position == DTypePosition::Last) {
        separator(count);
        dtypeText(call.dtype);
    }
    if (!hasSource)
        return;
    separator(count);
    plain("source_code=");
    const auto* source = as<StringImm>(call.args.back());
    if (source)
        string(source->value);
    else
        expr(call.args.back());
    if (!call.dtype.isVoid()) {
        plain(", return_type=");
        dtypeText(call.dtype);
    }
}

void ScriptPrinter::lambda(VarList params, VarList more, ExprList results, bool isTuple)
{
    keyword("lambda ");
    size_t count = 0;
    for (const VarList& part : {params, more}) {
        for (const Var* param : part) {
            separator(count++);
            define(param, param->name);
            name(param);
        }
    }
    plain(": ");
    if (results.size() == 1 && !isTuple)
        expr(results[0]);
    else
        list(results, "(", results.size() == 1 ? ",)" : ")");
}

void ScriptPrinter::reducer(const CommReducer& reducer)
{
    builtin("comm_reducer");
    plain("(");
    m_names.open(&reducer, frame().indent);
    lambda(reducer.lhs, reducer.rhs, reducer.result, false);
    m_names.close();
    plain(", ");
    list(reducer.identity);
    keptArguments(reducer.kept);
    plain(")");
}

void ScriptPrinter::reduce(const Reduce& reduce)
{
    builtin("reduce");
    plain("(");
    reducer(*reduce.combiner);
    plain(", source=");
    list(reduce.source);
    plain(", init=");
    list(reduce.init);
    plain(", axis=[");
    for (size_t i = 0; i < reduce.axis.size(); ++i) {
        separator(i);
        iterVar(*reduce.axis[i]);
    }
    plain("], condition=");
    expr(reduce.condition);
    plain(", value_index=");
    number(reduce.valueIndex);
    plain(")");
}

void ScriptPrinter::indexMap(const IndexMap& map)
{
    builtin("index_map");
    plain("(");
    const auto mapping = [this](const IndexMap& given) {
        m_names.open(&given, frame().indent);
        lambda(given.initial, {}, given.final, true);
        m_names.close();
    };
    mapping(map);
    if (map.inverse) {
        plain(", inverse_index_map=");
        mapping(*map.inverse);
    }
    plain(")");
}

void ScriptPrinter::range(const Range& range)
{
    builtin("Range");
    plain("(");
    expr(range.min);
    plain(", ");
    expr(sum(range.min, range.extent));
    keptArguments(range.kept);
    plain(")");
}

void ScriptPrinter::iterVar(const IterVar& axis)
{
    builtin("iter_var");
    plain("(");
    useVar(axis.var);
    plain(", ");
    if (axis.dom)
        range(*axis.dom);
    else
        keyword("None");
    plain(", ");
    string(toString(axis.iterType));
    plain(", ");
    string(axis.threadTag);
    keptArguments(axis.kept);
    plain(")");
}

} // namespace tir::script
