/// Sums, products, roots, and the functions that PTX has instructions for. Those marked `approx` are as exact as the
/// C library's; `ftz` changes nothing here.

#include "tests/support/host_ptx/ptx_types.h"

#include <cfenv>

namespace tir::testing {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// Computes in the rounding mode of the instruction.
template <class T, class F>
auto rounded(const PtxInstruction& instruction, F compute)
{
    if (instruction.rounding == FE_TONEAREST)
        return compute();
    std::fesetround(instruction.rounding);
    volatile auto result = compute();
    std::fesetround(FE_TONEAREST);
    return decltype(compute())(result);
}

template <class T, class F, class... Wide>
T computed(const PtxInstruction& instruction, Wide... operands)
{
    if constexpr (std::is_floating_point_v<T>) {
        const auto hidden = [](T value) { // so that it is computed when the rounding is set
            volatile T copy = value;
            return T(copy);
        };
        T result = instruction.rounding == FE_TONEAREST
                       ? T(F()(operands...))
                       : rounded<T>(instruction, [&] { return T(F()(hidden(operands)...)); });
        if (instruction.isSaturated)
            result = result > 0 ? std::min<T>(result, 1) : T(0);
        return result;
    } else {
        return T(F()(operands...));
    }
}

template <class T, class F>
T applied(const PtxInstruction& i, T a)
{
    if constexpr (IsPair<T>::value)
        return {applied<decltype(a.low), F>(i, a.low), applied<decltype(a.low), F>(i, a.high)};
    else
        return computed<T, F>(i, wide(a));
}
template <class T, class F>
T applied(const PtxInstruction& i, T a, T b)
{
    if constexpr (IsPair<T>::value)
        return {applied<decltype(a.low), F>(i, a.low, b.low), applied<decltype(a.low), F>(i, a.high, b.high)};
    else
        return computed<T, F>(i, wide(a), wide(b));
}
template <class T, class F>
T applied(const PtxInstruction& i, T a, T b, T c)
{
    if constexpr (IsPair<T>::value)
        return {applied<decltype(a.low), F>(i, a.low, b.low, c.low),
                applied<decltype(a.low), F>(i, a.high, b.high, c.high)};
    else
        return computed<T, F>(i, wide(a), wide(b), wide(c));
}

template <class T, class F>
void unary(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.set(r[0], applied<T, F>(i, t.get<T>(r[1])));
}
template <class T, class F>
void binary(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.set(r[0], applied<T, F>(i, t.get<T>(r[1]), t.get<T>(r[2])));
}
template <class T, class F>
void ternary(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.set(r[0], applied<T, F>(i, t.get<T>(r[1]), t.get<T>(r[2]), t.get<T>(r[3])));
}

template <class F>
PtxStep unaryOf(const std::string& type, F)
{
    return forNumber(type, [](auto example) { return PtxStep(&unary<decltype(example), F>); });
}
template <class F>
PtxStep binaryOf(const std::string& type, F)
{
    return forNumber(type, [](auto example) { return PtxStep(&binary<decltype(example), F>); });
}
template <class F>
PtxStep floatUnaryOf(const std::string& type, F)
{
    return forFloat(type, [](auto example) { return PtxStep(&unary<decltype(example), F>); });
}

/// Unsigned where that is the same, so that nothing overflows.
template <class T>
auto unsignedOf(T value)
{
    if constexpr (std::is_integral_v<T>)
        return uint64_t(value);
    else
        return value;
}

constexpr auto Add = [](auto a, auto b) { return unsignedOf(a) + unsignedOf(b); };
constexpr auto Subtract = [](auto a, auto b) { return unsignedOf(a) - unsignedOf(b); };
constexpr auto Multiply = [](auto a, auto b) { return unsignedOf(a) * unsignedOf(b); };
constexpr auto Negate = [](auto a) {
    if constexpr (std::is_integral_v<decltype(a)>)
        return 0 - uint64_t(a);
    else
        return -a;
};
constexpr auto Absolute = [](auto a) {
    if constexpr (std::is_integral_v<decltype(a)>)
        return a < 0 ? 0 - uint64_t(a) : uint64_t(a);
    else
        return std::fabs(a);
};
constexpr auto Divide = [](auto a, auto b) -> decltype(a) {
    if constexpr (std::is_integral_v<decltype(a)>) {
        if (b == 0)
            return decltype(a)(-1);
        if (std::is_signed_v<decltype(a)> && b == decltype(a)(-1))
            return decltype(a)(0 - uint64_t(a));
    }
    return decltype(a)(a / b);
};
constexpr auto Remainder = [](auto a, auto b) -> decltype(a) {
    return b == 0                                                  ? a
           : std::is_signed_v<decltype(a)> && b == decltype(a)(-1) ? decltype(a)(0)
                                                                   : decltype(a)(a % b);
};
/// Of a number and a NaN the number; -0 is less than 0.
constexpr auto Least = [](auto a, auto b) -> decltype(a) {
    if constexpr (!std::is_integral_v<decltype(a)>) {
        if (std::isnan(a) || std::isnan(b))
            return std::isnan(a) ? b : a;
        if (a == b)
            return std::signbit(a) ? a : b;
    }
    return b < a ? b : a;
};
constexpr auto Greatest = [](auto a, auto b) -> decltype(a) {
    if constexpr (!std::is_integral_v<decltype(a)>) {
        if (std::isnan(a) || std::isnan(b))
            return std::isnan(a) ? b : a;
        if (a == b)
            return std::signbit(a) ? b : a;
    }
    return a < b ? b : a;
};
constexpr auto Fused = [](auto a, auto b, auto c) { return std::fma(a, b, c); };

/// The product of two integers, `i.bits` bits of it shifted out, and a third one.
template <class T, bool IsSum>
void highProduct(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    using Wide = std::conditional_t<std::is_signed_v<T>, Int128, UInt128>;
    const uint32_t* r = i.registers.data();
    const Wide product = Wide(t.get<T>(r[1])) * Wide(t.get<T>(r[2])) >> i.bits;
    t.set(r[0], T(uint64_t(product) + (IsSum ? uint64_t(t.get<T>(r[3])) : 0)));
}

template <class T, bool IsSum>
void wideProduct(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    using Wide =
        std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
                           std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    const uint32_t* r = i.registers.data();
    const uint64_t product = uint64_t(t.get<T>(r[1])) * uint64_t(t.get<T>(r[2]));
    t.set(r[0], Wide(product + (IsSum ? uint64_t(t.get<Wide>(r[3])) : 0)));
}

template <bool IsSum>
PtxStep productOf(PtxInstruction& instruction, const std::string& type)
{
    if (hasPart(instruction, "wide"))
        return forInteger(type, [](auto example) { return PtxStep(&wideProduct<decltype(example), IsSum>); });
    instruction.bits = hasPart(instruction, "hi") ? bitsOf(type) : 0;
    return forInteger(type, [](auto example) { return PtxStep(&highProduct<decltype(example), IsSum>); });
}

/// add.cc, addc, sub.cc, subc, mad.lo.cc, madc.hi: with the carry of the instruction before, or for the one after.
template <class T>
void carried(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    using Wide = UInt128;
    const uint32_t* r = i.registers.data();
    const std::string& op = i.op[0];
    const Wide mask = std::numeric_limits<T>::max();
    const bool isDifference = op.starts_with("sub");
    const bool takes = op.ends_with('c');
    Wide a = t.get<T>(r[1]);
    Wide b = t.get<T>(r[2]);
    if (op.starts_with("mad")) {
        a = a * b >> i.bits & mask;
        b = t.get<T>(r[3]);
    }
    const Wide carry = takes && t.hasCarry ? 1 : 0;
    const Wide result = isDifference ? a - b - carry : a + b + carry;
    if (hasPart(i, "cc"))
        t.hasCarry = (result & ~mask) != 0;
    t.set(r[0], T(result));
}

bool decodeCarried(PtxInstruction& instruction, const std::string& type)
{
    const std::string& op = instruction.op[0];
    if (!hasPart(instruction, "cc") && op != "addc" && op != "subc" && op != "madc")
        return false;
    instruction.bits = hasPart(instruction, "hi") ? bitsOf(type) : 0;
    instruction.run = bitsOf(type) == 64 ? &carried<uint64_t> : &carried<uint32_t>;
    return true;
}

PtxStep functionOf(const std::string& op, const std::string& type)
{
    if (op == "rcp")
        return floatUnaryOf(type, [](auto a) { return 1 / a; });
    if (op == "sqrt")
        return floatUnaryOf(type, [](auto a) { return std::sqrt(a); });
    if (op == "rsqrt")
        return floatUnaryOf(type, [](auto a) { return 1 / std::sqrt(a); });
    if (op == "sin")
        return floatUnaryOf(type, [](auto a) { return std::sin(a); });
    if (op == "cos")
        return floatUnaryOf(type, [](auto a) { return std::cos(a); });
    if (op == "ex2")
        return floatUnaryOf(type, [](auto a) { return std::exp2(a); });
    if (op == "lg2")
        return floatUnaryOf(type, [](auto a) { return std::log2(a); });
    if (op == "tanh")
        return floatUnaryOf(type, [](auto a) { return std::tanh(a); });
    return nullptr;
}

} // namespace

bool decodeArithmetic(PtxInstruction& instruction)
{
    const std::string& op = instruction.op[0];
    const std::string& type = instruction.op.back();
    if (decodeCarried(instruction, type))
        return true;
    const bool isInteger = type[0] == 's' || type[0] == 'u';
    if (op == "add")
        instruction.run = binaryOf(type, Add);
    else if (op == "sub")
        instruction.run = binaryOf(type, Subtract);
    else if (op == "mul")
        instruction.run = isInteger ? productOf<false>(instruction, type) : binaryOf(type, Multiply);
    else if (op == "mad" && isInteger)
        instruction.run = productOf<true>(instruction, type);
    else if (op == "fma" || op == "mad")
        instruction.run = forFloat(
            type, [](auto example) { return PtxStep(&ternary<decltype(example), decltype(Fused)>); });
    else if (op == "div")
        instruction.run = binaryOf(type, Divide);
    else if (op == "rem")
        instruction.run = forInteger(
            type, [](auto example) { return PtxStep(&binary<decltype(example), decltype(Remainder)>); });
    else if (op == "min")
        instruction.run = binaryOf(type, Least);
    else if (op == "max")
        instruction.run = binaryOf(type, Greatest);
    else if (op == "neg")
        instruction.run = unaryOf(type, Negate);
    else if (op == "abs")
        instruction.run = unaryOf(type, Absolute);
    else
        instruction.run = functionOf(op, type);
    return instruction.run;
}

} // namespace tir::testing
