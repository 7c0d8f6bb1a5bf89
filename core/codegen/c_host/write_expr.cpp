// Expressions, one lane at a time. Arithmetic narrower than int is cut back to its type, which C would leave
// in an int.

#include "core/codegen/c_host/function_writer.h"
#include "core/support/text_format.h"

#include "core/codegen/c_like/marked_text.h"
#include "core/codegen/c_like/operators.h"

#include <charconv>
#include <cmath>

namespace tir::c_host {
namespace {

/// A function of C for an operation without an operator.
struct Helper {
    std::string_view word; ///< in its name
    std::string body;
};

Helper helperFor(BinaryOp op, DType dtype)
{
    const bool isSigned = dtype.isInt();
    // As on a GPU: of a number and a NaN, the number.
    const std::string orNoNumber = dtype.isAnyFloat() ? " || b != b" : "";
    switch (op) {
    case BinaryOp::Min:
        return {"min", "return a < b" + orNoNumber + " ? a : b;"};
    case BinaryOp::Max:
        return {"max", "return a > b" + orNoNumber + " ? a : b;"};
    case BinaryOp::FloorDiv:
        return {"floordiv", dtype.isAnyFloat() ? "return floor(a / b);"
                            : isSigned         ? "return a / b - (a % b != 0 && (a < 0) != (b < 0));"
                                               : "return a / b;"};
    case BinaryOp::FloorMod:
        return {"floormod", dtype.isAnyFloat() ? "return a - floor(a / b) * b;"
                            : isSigned         ? "return a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0);"
                                               : "return a % b;"};
    case BinaryOp::Mod:
    case BinaryOp::Add: // these have an operator
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return {"mod", "return fmod(a, b);"}; // of floats
}

} // namespace

std::string FunctionWriter::expr(const Expr& node, int lane)
{
    return expression(node, [&] { return unmarked(node, lane); });
}

std::string FunctionWriter::unmarked(const Expr& node, int lane)
{
    switch (node.kind) {
    case NodeKind::Binary:
        return binary(to<Binary>(node), lane);
    case NodeKind::Broadcast:
        return expr(*to<Broadcast>(node).value);
    case NodeKind::BufferLoad: {
        const auto& load = to<BufferLoad>(node);
        return load.predicate ? refuse("a load with a predicate has no counterpart on a host")
                              : element(*load.buffer, load.indices, lane);
    }
    case NodeKind::Call:
        return call(to<Call>(node), lane);
    case NodeKind::Cast:
        return cast(node.dtype, to<Cast>(node).value->dtype, expr(*to<Cast>(node).value, lane));
    case NodeKind::FloatImm:
        return constant(to<FloatImm>(node));
    case NodeKind::IntImm:
        return constant(to<IntImm>(node));
    case NodeKind::Let:
        return let(to<Let>(node), lane);
    case NodeKind::Not:
        return "!" + expr(*to<Not>(node).value, lane);
    case NodeKind::Ramp: {
        const auto& ramp = to<Ramp>(node);
        return infix(ramp.base->dtype, expr(*ramp.base), "+",
                     infix(ramp.base->dtype, expr(*ramp.stride), "*", std::to_string(lane)));
    }
    case NodeKind::Select: {
        const auto& select = to<Select>(node);
        return "(" + expr(*select.condition, select.condition->dtype.lanes > 1 ? lane : 0) + " ? " +
               expr(*select.trueValue, lane) + " : " + expr(*select.falseValue, lane) + ")";
    }
    case NodeKind::Shuffle:
        return shuffle(to<Shuffle>(node), lane);
    case NodeKind::StringImm:
        return stringLiteral(to<StringImm>(node).value);
    case NodeKind::Var:
        return variable(to<Var>(node), lane);
    default:
        return refuse(std::string(toString(node.kind)) + " has no meaning in a lowered host function");
    }
}

/// Without parentheses around it: a statement brings its own.
std::string FunctionWriter::condition(const Expr& node, int lane)
{
    return c_like::withoutOuterParentheses(expr(node, lane));
}

std::string FunctionWriter::infix(DType dtype, const std::string& a, const char* op, const std::string& b)
{
    const std::string text = "(" + a + " " + op + " " + b + ")";
    return dtype.isIntegral() && !dtype.isBool() && dtype.bits < 32 ? "((" + type(dtype) + ")" + text + ")"
                                                                    : text;
}

std::string FunctionWriter::binary(const Binary& node, int lane)
{
    const DType dtype = node.a->dtype.element();
    const std::string a = expr(*node.a, lane);
    const std::string b = expr(*node.b, lane);
    const std::string_view symbol = symbolOf(node.op);
    if (isComparison(node.op) || node.op == BinaryOp::And || node.op == BinaryOp::Or)
        return "(" + a + " " + std::string(symbol) + " " + b + ")";
    if (!symbol.empty() && !(node.op == BinaryOp::Mod && dtype.isAnyFloat()))
        return infix(dtype, a, std::string(symbol).c_str(), b);
    const std::string word = type(dtype);
    const Helper helper = helperFor(node.op, dtype);
    const std::string name = "tir_" + std::string(helper.word) + "_" + tir::toString(dtype);
    m_file.addHelper(name, "static inline " + word + " " + name + "(" + word + " a, " + word + " b) {\n  " +
                               helper.body + "\n}\n");
    return name + "(" + a + ", " + b + ")";
}

std::string FunctionWriter::cast(DType toType, DType from, const std::string& value)
{
    toType = toType.element();
    from = from.element();
    if (toType == from)
        return value;
    // Pointers and integers meet in uintptr_t, which is as wide as the former.
    if (from.isHandle() != toType.isHandle() && !toType.isBool())
        return "((" + type(toType) + ")(uintptr_t)" + value + ")";
    return "((" + type(toType) + ")" + value + ")";
}

std::string FunctionWriter::constant(const IntImm& node)
{
    const int64_t value = node.value;
    if (node.dtype.isBool())
        return value ? "true" : "false";
    if (node.dtype.isHandle())
        return value == 0 ? "NULL" : "((void*)(uintptr_t)" + std::to_string(uint64_t(value)) + "U)";
    if (node.dtype.isUInt())
        return node.dtype.bits == 32 ? std::to_string(uint64_t(value)) + "U"
                                     : "((" + type(node.dtype) + ")" + std::to_string(uint64_t(value)) + "U)";
    if (value == INT64_MIN)
        return "INT64_MIN";
    if (node.dtype.bits == 32)
        return value == INT32_MIN ? "INT32_MIN"
               : value < 0        ? "(" + std::to_string(value) + ")"
                                  : std::to_string(value);
    return "((" + type(node.dtype) + ")" + std::to_string(value) + ")";
}

std::string FunctionWriter::constant(const FloatImm& node)
{
    const std::string word = type(node.dtype);
    if (std::isnan(node.value))
        return "((" + word + ")NAN)";
    if (std::isinf(node.value))
        return "((" + word + ")" + (node.value < 0 ? "-" : "") + "INFINITY)";
    char digits[64];
    const bool isDouble = node.dtype.bits == 64;
    const auto written = isDouble ? std::to_chars(digits, digits + sizeof digits, node.value)
                                  : std::to_chars(digits, digits + sizeof digits, float(node.value));
    std::string text(digits, written.ptr);
    if (text.find_first_of(".e") == text.npos)
        text += ".0";
    if (!isDouble)
        text += "f";
    if (node.dtype.bits < 32)
        return "((" + word + ")" + text + ")";
    return node.value < 0 ? "(" + text + ")" : text;
}

/// A block as an expression (of GCC and Clang): the bound value is only computed where the expression is evaluated.
std::string FunctionWriter::let(const Let& node, int lane)
{
    const std::string value = expr(*node.value, lane);
    const std::string declared = pointerType(*node.var);
    const std::string name = define(*node.var);
    return "(__extension__ ({ " + declared + " " + name + " = " +
           (declared.ends_with('*') && declared != "void*" ? "(" + declared + ")" : "") + value + "; " +
           expr(*node.body, lane) + "; }))";
}

std::string FunctionWriter::shuffle(const Shuffle& node, int lane)
{
    const auto* index = as<IntImm>(node.indices[size_t(lane) < node.indices.size() ? size_t(lane) : 0]);
    int64_t rest = index ? index->value : -1;
    for (const Expr* vector : node.vectors) {
        if (rest >= 0 && rest < vector->dtype.lanes)
            return expr(*vector, int(rest));
        rest -= vector->dtype.lanes;
    }
    return refuse("a shuffle needs constant indices within its vectors");
}

std::string FunctionWriter::variable(const Var& var, int lane)
{
    const auto found = m_variables.find(&var);
    if (found == m_variables.end())
        return refuse("variable " + quoted(var.name) + " is used where no definition of it is in scope");
    return var.dtype.lanes > 1 ? found->second + "[" + std::to_string(lane) + "]" : found->second;
}

/// An element, as something that can be read and assigned. `lane` counts lanes of the access: those of the
/// index, and within each of them those of the buffer's elements.
std::string FunctionWriter::element(const Buffer& buffer, ExprList indices, int lane)
{
    if (indices.size() != buffer.shape.size())
        return refuse("buffer " + quoted(buffer.name) + " has " + std::to_string(buffer.shape.size()) +
                      " dimensions, but " + std::to_string(indices.size()) + " indices are given");
    if (!buffer.dtype.isBool() && buffer.dtype.bits % 8 != 0)
        return refuse("buffer " + quoted(buffer.name) + " of " + tir::toString(buffer.dtype) +
                      " packs several elements into a byte, which has no counterpart on a host");
    const auto found = m_variables.find(buffer.data);
    if (found == m_variables.end())
        return refuse("buffer " + quoted(buffer.name) + " is accessed where no definition of its data " +
                      quoted(buffer.data->name) + " is in scope");
    const int parts = buffer.dtype.lanes;
    std::string index;
    for (size_t axis = 0; axis < indices.size(); ++axis) {
        std::string term = expr(*indices[axis], lane / parts);
        if (!buffer.strides.empty())
            term = "(" + term + " * " + expr(*buffer.strides[axis]) + ")";
        else if (axis > 0)
            index = "(" + index + " * " + expr(*buffer.shape[axis]) + ")";
        index = index.empty() ? term : "(" + index + " + " + term + ")";
    }
    if (index.empty())
        index = "0";
    if (indices.size() > 1 || !buffer.strides.empty())
        if (const auto* offset = as<IntImm>(buffer.elemOffset); !offset || offset->value != 0)
            index = "(" + index + " + " + expr(*buffer.elemOffset) + ")";
    if (parts > 1)
        index = "(" + index + " * " + std::to_string(parts) + " + " + std::to_string(lane % parts) + ")";
    index = c_like::withoutOuterParentheses(std::move(index));
    const DType dtype = buffer.dtype.element();
    const auto pointee = m_pointees.find(buffer.data);
    if (pointee != m_pointees.end() && pointee->second == dtype)
        return found->second + "[" + index + "]";
    return "((" + type(dtype) + "*)" + found->second + ")[" + index + "]";
}

} // namespace tir::c_host
