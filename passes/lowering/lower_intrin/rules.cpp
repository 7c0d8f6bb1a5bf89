#include "passes/lowering/lower_intrin/rules.h"

#include <algorithm>
#include <numbers>
#include <string>

namespace tir::passes {
namespace {

template <size_t N>
bool isIn(const std::string_view (&names)[N], std::string_view name)
{
    return std::ranges::find(names, name) != std::end(names);
}

/// Functions of CUDA's mathematical library.
constexpr std::string_view CudaMath[] = {
    "floor", "ceil", "trunc", "fabs", "round", "nearbyint", "exp",  "exp2", "exp10", "erf",   "log", "log2",
    "log10", "tan",  "cos",   "cosh", "sin",   "sinh",      "atan", "tanh", "sqrt",  "rsqrt", "pow", "fmod"};
constexpr std::string_view CudaFastMath[] = {"exp", "exp10", "log",  "log2", "log10",
                                             "cos", "sin",   "tanh", "pow"};
/// Built-in functions of OpenCL, which take every type.
constexpr std::string_view OpenClMath[] = {"floor", "ceil",  "trunc", "fabs", "round", "exp",
                                           "exp2",  "exp10", "log",   "log2", "log10", "tanh",
                                           "sqrt",  "pow",   "fmod",  "sin",  "cos",   "popcount"};
/// Intrinsics that LLVM has under the same name.
constexpr std::string_view LlvmMath[] = {"exp",   "exp2", "log",   "log2", "log10", "cos", "sin",
                                         "floor", "ceil", "trunc", "fabs", "sqrt",  "pow"};
/// Functions of C's mathematical library.
constexpr std::string_view CMath[] = {"exp",   "exp2",  "exp10", "erf",   "log",       "log2",    "log10",
                                      "log1p", "tan",   "cos",   "cosh",  "sin",       "sinh",    "asin",
                                      "acos",  "atan",  "asinh", "acosh", "atanh",     "atan2",   "tanh",
                                      "sqrt",  "floor", "ceil",  "trunc", "fabs",      "round",   "nearbyint",
                                      "pow",   "fmod",  "hypot", "ldexp", "nextafter", "copysign"};

/// CUDA's name for a type: `expf`, `hexp`, `exp`. Empty if there is none.
std::string cudaName(std::string_view name, DType type, bool isFastMath)
{
    if (name == "round")
        name = "nearbyint";
    if (!type.isAnyFloat() || type.bits < 16)
        return {};
    if (type.bits == 64)
        return std::string(name);
    if (type.bits == 32)
        return (isFastMath && isIn(CudaFastMath, name) ? "__" : "") + std::string(name) + "f";
    if (name == "fabs")
        return "__habs";
    return name == "nearbyint" ? "hrint" : "h" + std::string(name);
}

} // namespace

IntrinsicRules::IntrinsicRules(Arena& arena, const Target& target, bool isFastMath)
    : m_arena(arena),
      m_side(target.kindName == "cuda"     ? Side::Cuda
             : target.kindName == "opencl" ? Side::OpenCl
             : target.kindName == "llvm"   ? Side::Llvm
             : target.kindName == "c"      ? Side::C
                                           : Side::Other),
      m_isFastMath(isFastMath)
{}

const Expr* IntrinsicRules::lower(const Call& call) const
{
    if (call.opId() == OpId::Unknown)
        return nullptr;
    const std::string_view name = call.op->name.substr(std::string_view("tirx.").size());
    if (!isKnown())
        return lowerByDefault(call, name);
    if (m_side == Side::OpenCl && isIn(OpenClMath, name))
        return callNamed(call, OpId::call_pure_extern, name);
    const Expr* lowered = m_side == Side::Cuda   ? lowerForCuda(call, name)
                          : m_side == Side::Llvm ? lowerForLlvm(call, name)
                                                 : nullptr;
    return lowered ? lowered : lowerByDefault(call, name);
}

const Expr* IntrinsicRules::fusedMultiplyAdd(const Expr* a, const Expr* b, const Expr* c) const
{
    if (m_side != Side::Llvm || c->dtype.code != TypeCode::Float)
        return nullptr;
    return callOp(m_arena, c->dtype, OpId::call_llvm_pure_intrin,
                  {stringImm(m_arena, "llvm.fmuladd"), a, b, c});
}

const Expr* IntrinsicRules::lowerForCuda(const Call& call, std::string_view name) const
{
    const OpId op = call.opId();
    if (isIn(CudaMath, name)) {
        const std::string callee = cudaName(name, call.dtype.element(), m_isFastMath);
        return callee.empty() ? nullptr : callNamed(call, OpId::call_pure_extern, callee);
    }
    if (op == OpId::popcount && call.dtype.isUInt() && call.dtype.bits >= 32)
        return callNamed(call, OpId::call_pure_extern, call.dtype.bits == 32 ? "__popc" : "__popcll");
    // The size of a warp, the last argument, is the machine's own.
    if (op == OpId::tvm_warp_shuffle)
        return callSame(call, OpId::cuda_shfl_sync, 4);
    if (op == OpId::tvm_warp_shuffle_up)
        return callSame(call, OpId::cuda_shfl_up_sync, 4);
    if (op == OpId::tvm_warp_shuffle_down)
        return callSame(call, OpId::cuda_shfl_down_sync, 4);
    if (op == OpId::tvm_warp_shuffle_xor)
        return callSame(call, OpId::cuda_shfl_xor_sync, 4);
    if (op == OpId::tvm_warp_activemask)
        return callSame(call, OpId::cuda_activemask, 0);
    return nullptr;
}

const Expr* IntrinsicRules::lowerForLlvm(const Call& call, std::string_view name) const
{
    const OpId op = call.opId();
    const bool isFloat = call.dtype.code == TypeCode::Float;
    if (isIn(LlvmMath, name) && isFloat)
        return callNamed(call, OpId::call_llvm_pure_intrin, "llvm." + std::string(name));
    if ((op == OpId::round || op == OpId::nearbyint) && isFloat)
        return callNamed(call, OpId::call_llvm_pure_intrin, "llvm.nearbyint");
    if (op == OpId::popcount)
        return callNamed(call, OpId::call_llvm_pure_intrin, "llvm.ctpop");
    if (op == OpId::fma && isFloat)
        return callNamed(call, OpId::call_llvm_pure_intrin, "llvm.fmuladd");
    if (!isFloat || call.args.size() != 1)
        return nullptr;
    // Composed of operations that LLVM has.
    const Expr* x = call.args[0];
    const auto times = [&](double factor) { return mul(m_arena, number(x, factor), x); };
    const auto divide = [&](const Expr* a, const Expr* b) { return binary(m_arena, BinaryOp::Div, a, b); };
    const auto subtract = [&](const Expr* a, const Expr* b) { return binary(m_arena, BinaryOp::Sub, a, b); };
    const auto exp = [&](const Expr* value) { return unary(OpId::exp, value); };
    if (op == OpId::exp10)
        return exp(mul(m_arena, x, number(x, std::numbers::ln10)));
    if (op == OpId::tan)
        return divide(unary(OpId::sin, x), unary(OpId::cos, x));
    if (op == OpId::cosh)
        return mul(m_arena, number(x, 0.5), add(m_arena, exp(x), exp(times(-1))));
    if (op == OpId::sinh)
        return mul(m_arena, number(x, 0.5), subtract(exp(x), exp(times(-1))));
    if (op == OpId::tanh) {
        // Of the two forms the one whose exponential does not overflow.
        const Expr* one = number(x, 1);
        const Expr* down = exp(times(-2));
        const Expr* up = exp(times(2));
        return m_arena.make<Select>(binary(m_arena, BinaryOp::GE, x, number(x, 0)),
                                    divide(subtract(one, down), add(m_arena, one, down)),
                                    divide(subtract(up, one), add(m_arena, up, one)));
    }
    return nullptr;
}

const Expr* IntrinsicRules::lowerByDefault(const Call& call, std::string_view name) const
{
    const OpId op = call.opId();
    const DType type = call.dtype.element();
    if (isKnown() && isIn(CMath, name) && (type == Float32 || type == Float64))
        return callNamed(call, OpId::call_pure_extern, std::string(name) + (type == Float32 ? "f" : ""));
    if (isKnown() && op == OpId::rsqrt)
        return binary(m_arena, BinaryOp::Div, number(call.args[0], 1), unary(OpId::sqrt, call.args[0]));
    if (op == OpId::sigmoid) {
        const Expr* x = call.args[0];
        const Expr* one = number(x, 1);
        const Expr* opposite = binary(m_arena, BinaryOp::Sub, number(x, 0), x);
        return binary(m_arena, BinaryOp::Div, one, add(m_arena, one, unary(OpId::exp, opposite)));
    }
    if (op == OpId::large_uint_imm) {
        const auto part = [&](size_t i) { return cast(m_arena, call.dtype, call.args[i]); };
        const Expr* high =
            callOp(m_arena, call.dtype, OpId::shift_left, {part(1), intImm(m_arena, call.dtype, 32)});
        return callOp(m_arena, call.dtype, OpId::bitwise_or, {high, part(0)});
    }
    return op == OpId::tvm_access_ptr ? accessPointer(call) : nullptr;
}

/// (a value of the element type, pointer, offset, extent, access): the address of an element of a buffer
/// without a declaration, just large enough to hold it.
const Expr* IntrinsicRules::accessPointer(const Call& call) const
{
    const auto* pointer = call.args.size() == 5 ? as<Var>(call.args[1]) : nullptr;
    if (!pointer)
        return nullptr;
    const DType type = call.args[0]->dtype;
    const Expr* offset = call.args[2];
    const std::vector<const Expr*> shape{add(m_arena, offset, intImm(m_arena, offset->dtype, 1))};
    const auto* buffer = m_arena.make<Buffer>(pointer, type.element(), m_arena.copy(shape),
                                              intImm(m_arena, offset->dtype, 0), pointer->name);
    const Expr* index = offset;
    if (!type.isScalar())
        index = m_arena.make<Ramp>(mul(m_arena, offset, intImm(m_arena, offset->dtype, type.lanes)),
                                   intImm(m_arena, offset->dtype, 1), type.lanes);
    const std::vector<const Expr*> indices{index};
    return callOp(m_arena, Handle, OpId::address_of,
                  {m_arena.make<BufferLoad>(type, buffer, m_arena.copy(indices))});
}

const Expr* IntrinsicRules::callNamed(const Call& call, OpId op, std::string_view callee) const
{
    std::vector<const Expr*> args{stringImm(m_arena, callee)};
    args.insert(args.end(), call.args.begin(), call.args.end());
    return callOp(m_arena, call.dtype, op, args);
}

const Expr* IntrinsicRules::callSame(const Call& call, OpId op, size_t argumentCount) const
{
    const ExprList args = call.args.subspan(0, std::min(argumentCount, call.args.size()));
    return callOp(m_arena, call.dtype, op, std::vector<const Expr*>(args.begin(), args.end()));
}

const Expr* IntrinsicRules::unary(OpId op, const Expr* value) const
{
    return callOp(m_arena, value->dtype, op, {value});
}

const Expr* IntrinsicRules::number(const Expr* like, double value) const
{
    const DType type = like->dtype;
    const Expr* scalar = floatImm(m_arena, type.element(), value);
    return type.isScalar() ? scalar : m_arena.make<Broadcast>(scalar, type.lanes);
}

} // namespace tir::passes
