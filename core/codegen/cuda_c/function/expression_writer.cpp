#include "core/codegen/cuda_c/function/expression_writer.h"

#include "core/codegen/c_like/marked_text.h"
#include "core/codegen/c_like/operators.h"
#include "core/codegen/cuda_c/function/call_writer.h"
#include "core/codegen/cuda_c/function/constant_writer.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/function/memory_writer.h"
#include "core/codegen/cuda_c/function/vector_writer.h"
#include "core/support/text_format.h"

namespace tir::cuda_c {
namespace {

/// C computes narrower types in int: the result may need to be converted back to its type.
bool isWidened(BinaryOp op, DType type)
{
    if (!type.isIntegral() || type.isBool() || type.bits >= 32)
        return false;
    return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul || op == BinaryOp::Div;
}

/// The least and the largest integer of the type: "-127 - 1, 127". C has no constant for the least one of 64 bits.
std::string limitsOf(DType type)
{
    const uint64_t ones = UINT64_MAX >> (64 - type.bits);
    const std::string largest = std::to_string(type.isInt() ? ones >> 1 : ones);
    return type.isInt() ? "-" + largest + " - 1, " + largest : "0, " + largest + "u";
}

} // namespace

std::string ExpressionWriter::combined(BinaryOp op, DType dtype, const std::string& a, const std::string& b,
                                       bool isLane)
{
    if (dtype.isAnyFloat() && dtype.bits < 16) {
        // 8-bit floats and narrower ones have conversions only.
        const std::string value = combined(op, Float32, "((float)" + a + ")", "((float)" + b + ")", isLane);
        return isComparison(op) ? value : "((" + type(dtype) + ")" + value + ")";
    }
    const std::string arguments = "(" + a + ", " + b + ")";
    switch (op) {
    case BinaryOp::Min:
    case BinaryOp::Max:
        if (dtype == Float16)
            use(Feature::HalfMinMax);
        else if (dtype.isBFloat16())
            use(Feature::BFloat16MinMax);
        return (op == BinaryOp::Min ? "min" : "max") + arguments;
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
        if (dtype.isUInt())
            return "(" + a + (op == BinaryOp::FloorDiv ? " / " : " % ") + b + ")";
        if (!dtype.isInt())
            refuse("division of " + toString(dtype) + " with rounding is not lowered yet");
        use(Feature::FloorDivision);
        return (op == BinaryOp::FloorDiv ? "__floordiv<" : "__floormod<") + type(dtype) + ">" + arguments;
    case BinaryOp::Mod:
        if (dtype.isAnyFloat() && dtype.bits == 16)
            return "((" + type(dtype) + ")fmodf((float)" + a + ", (float)" + b + "))";
        if (dtype == Float32 || dtype == Float64)
            return (dtype == Float32 ? "fmodf" : "fmod") + arguments;
        break;
    default:
        break;
    }
    const std::string space = isLane ? "" : " ";
    const std::string text = "(" + a + space + std::string(symbolOf(op)) + space + b + ")";
    return isWidened(op, dtype) ? "((" + type(dtype) + ")" + text + ")" : text;
}

std::string ExpressionWriter::binary(const Binary& node)
{
    const DType operand = node.a->dtype;
    if (node.dtype.lanes == 1) {
        const std::string a = expr(*node.a);
        return combined(node.op, operand, a, expr(*node.b), false);
    }
    return m_vectors.laneByLane(node.dtype, {node.a, node.b}, VectorWriter::OwnScope::Yes,
                                [&](const std::vector<std::string>& lanes) {
                                    return combined(node.op, operand.element(), lanes[0], lanes[1], true);
                                });
}

std::string ExpressionWriter::cast(DType dtype, DType from, const std::string& value)
{
    if (m_file.options().isSound && from.isAnyFloat() && dtype.isIntegral() && !dtype.isBool())
        return saturated(dtype, from, value);
    // There is no direct conversion between the two 16-bit floats, nor from bool to either.
    const bool viaFloat = (dtype.isBFloat16() && from == Float16) || (dtype == Float16 && from.isBFloat16());
    const bool viaInt = from.isBool() && (dtype.isAnyFloat() && dtype.bits < 32);
    const std::string inner = viaFloat ? "((float)" + value + ")" : viaInt ? "((int)" + value + ")" : value;
    return "(" + type(dtype) + ")" + inner;
}

std::string ExpressionWriter::saturated(DType dtype, DType from, const std::string& value)
{
    use(Feature::SaturatedCast);
    return "__saturated<" + type(dtype) + ", " + limitsOf(dtype) + ">(" +
           (from.bits < 32 ? "(float)" + value : c_like::withoutOuterParentheses(value)) + ")";
}

std::string ExpressionWriter::castNode(const Cast& node)
{
    const DType dtype = node.dtype;
    const DType from = node.value->dtype;
    if (dtype.lanes == 1)
        return "(" + cast(dtype, from, expr(*node.value)) + ")";
    return m_vectors.laneByLane(dtype, {node.value}, VectorWriter::OwnScope::No,
                                [&](const std::vector<std::string>& lanes) {
                                    return cast(dtype.element(), from.element(), "(" + lanes[0] + ")");
                                });
}

std::string ExpressionWriter::chosen(DType dtype, const Expr& condition, const Expr& whenTrue,
                                     const Expr& whenFalse)
{
    const std::string test = expr(condition);
    const std::string result = m_names.declare(dtype, "condval");
    const auto branch = [&](const Expr& value) {
        m_names.openScope();
        line(result + " = " + expr(value) + ";");
        m_names.closeScope();
    };
    line("if (" + test + ") {");
    branch(whenTrue);
    line("} else {");
    branch(whenFalse);
    line("}");
    return result;
}

std::string ExpressionWriter::select(const Select& node)
{
    if (node.dtype.lanes == 1 || node.condition->dtype.lanes == 1)
        return chosen(node.dtype, *node.condition, *node.trueValue, *node.falseValue);
    if (const auto* same = as<Broadcast>(node.condition))
        return chosen(node.dtype, *same->value, *node.trueValue, *node.falseValue);
    return m_vectors.laneByLane(node.dtype, {node.condition, node.trueValue, node.falseValue},
                                VectorWriter::OwnScope::Yes, [](const std::vector<std::string>& lanes) {
                                    return "(" + lanes[0] + " ? " + lanes[1] + " : " + lanes[2] + ")";
                                });
}

std::string ExpressionWriter::let(const Let& node)
{
    const std::string value = expr(*node.value);
    line(type(node.var->dtype) + " " + m_names.define(*node.var) + " = " + value + ";");
    return expr(*node.body);
}

std::string ExpressionWriter::negated(const Not& node)
{
    if (node.dtype.lanes == 1)
        return "!" + expr(*node.value);
    return m_vectors.laneByLane(node.dtype, {node.value}, VectorWriter::OwnScope::Yes,
                                [](const std::vector<std::string>& lanes) { return "!" + lanes[0]; });
}

std::string ExpressionWriter::base(const Ramp& ramp)
{
    return expression(ramp, [&] { return expr(*ramp.base); });
}

std::string ExpressionWriter::callOf(const std::string& name, ExprList args)
{
    std::string text = name + "(";
    for (size_t at = 0; at < args.size(); ++at)
        text += (at == 0 ? "" : ", ") + expr(*args[at]);
    return text + ")";
}

/// A few operations are statements only: they have no text.
std::string ExpressionWriter::valueOf(const Call& node)
{
    if (node.isOp(OpId::tvm_storage_sync)) {
        refuse(node, "a barrier inside an expression is not supported: not all threads may reach it");
        return "0";
    }
    std::string text = m_calls.call(node);
    if (text.empty())
        refuse(node, "operation " + quoted(node.op->printedName) + " is a statement: it has no value");
    return text;
}

std::string ExpressionWriter::expr(const Expr& node)
{
    return expression(node, [&] { return unmarked(node); });
}

std::string ExpressionWriter::unmarked(const Expr& node)
{
    switch (node.kind) {
    case NodeKind::Binary:
        return binary(to<Binary>(node));
    case NodeKind::Broadcast:
        return m_vectors.broadcast(to<Broadcast>(node));
    case NodeKind::BufferLoad:
        return m_memory.load(to<BufferLoad>(node));
    case NodeKind::Call:
        return valueOf(to<Call>(node));
    case NodeKind::Cast:
        return castNode(to<Cast>(node));
    case NodeKind::FloatImm:
        return m_constants.constant(to<FloatImm>(node));
    case NodeKind::IntImm:
        return m_constants.constant(to<IntImm>(node));
    case NodeKind::Let:
        return let(to<Let>(node));
    case NodeKind::Not:
        return negated(to<Not>(node));
    case NodeKind::Ramp:
        return m_vectors.ramp(to<Ramp>(node));
    case NodeKind::Select:
        return select(to<Select>(node));
    case NodeKind::Shuffle:
        return m_vectors.shuffle(to<Shuffle>(node));
    case NodeKind::StringImm:
        return m_constants.constant(to<StringImm>(node));
    case NodeKind::Var:
        return m_names.nameOf(to<Var>(node));
    default:
        refuse(node, "a " + std::string(toString(node.kind)) + " cannot be written in CUDA C");
        return "0";
    }
}

} // namespace tir::cuda_c
