#include "core/arith/modular_set.h"

#include "core/arith/analyzer_core.h"
#include "core/arith/constraints.h"
#include "core/ir/integers.h"

#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>

namespace tir::arith {
namespace {

constexpr ModularSet Everything = {1, 0};

/// Values of one or the other.
ModularSet unite(ModularSet a, ModularSet b)
{
    const int64_t coeff = zeroAwareGcd(a.coeff, b.coeff);
    if (coeff == 0)
        return a.base == b.base ? a : Everything;
    const int64_t left = a.base % coeff;
    const int64_t right = b.base % coeff;
    if (left == right)
        return ModularSet::of(coeff, left);
    return ModularSet::of(zeroAwareGcd(zeroAwareGcd(left, right), coeff), left);
}

struct Bezout {
    int64_t gcd;
    int64_t x;
    int64_t y;
};

/// a * x + b * y == gcd
Bezout extendedEuclid(int64_t a, int64_t b)
{
    int64_t x = 1;
    int64_t nextX = 0;
    int64_t y = 0;
    int64_t nextY = 1;
    while (b != 0) {
        const int64_t quotient = a / b;
        std::tie(a, b) = std::pair(b, a - quotient * b);
        std::tie(x, nextX) = std::pair(nextX, x - quotient * nextX);
        std::tie(y, nextY) = std::pair(nextY, y - quotient * nextY);
    }
    return {a, x, y};
}

/// The values that are in both, by the Chinese remainder theorem. Returns `a` if they share none, and if the common
/// period does not fit in 64 bits.
ModularSet intersect(ModularSet a, ModularSet b)
{
    if (a.coeff == 0 || b.coeff == 0)
        return a.coeff == 0 ? a : b;
    const Bezout bezout = extendedEuclid(a.coeff, b.coeff);
    const int64_t difference = b.base - a.base;
    if (difference % bezout.gcd != 0)
        return a;
    const int64_t step = b.coeff / bezout.gcd;
    int64_t coeff = 0;
    if (__builtin_mul_overflow(a.coeff, step, &coeff))
        return a;
    const WideInteger product = WideInteger(floorModulo(bezout.x, step)) * (difference / bezout.gcd % step);
    const auto times = int64_t(floorModulo<WideInteger>(product, step));
    return ModularSet::of(coeff, a.base + times * a.coeff); // times < step
}

/// n for 2^n; nothing otherwise.
std::optional<int> exponentOfTwo(int64_t value)
{
    if (value <= 0 || (value & (value - 1)) != 0)
        return std::nullopt;
    return __builtin_ctzll(uint64_t(value));
}

/// The set of the values that are reduced to the bits of the type.
ModularSet wrapped(ModularSet set, DType type)
{
    constexpr int LargestPower = 62;
    const int64_t modulus = int64_t(1) << std::min<int>(type.bits, LargestPower);
    if (set.coeff == 0 && fits({set.base, set.base}, type))
        return set;
    return ModularSet::of(zeroAwareGcd(set.coeff, modulus), set.base);
}

} // namespace

int64_t zeroAwareGcd(int64_t a, int64_t b)
{
    // std::gcd takes magnitudes, and that of the smallest integer does not fit.
    constexpr int64_t Smallest = std::numeric_limits<int64_t>::min();
    return a == Smallest || b == Smallest ? 1 : std::gcd(a, b);
}

ModularSet ModularSet::of(int64_t coeff, int64_t base)
{
    if (coeff == std::numeric_limits<int64_t>::min() || base == std::numeric_limits<int64_t>::min())
        return Everything;
    if (coeff < 0) {
        coeff = -coeff;
        base = -base;
    }
    return {coeff, coeff == 0 ? base : floorModulo(base, coeff)};
}

void ModularSetAnalyzer::enter(const Expr* condition)
{
    const auto* equality = as<Binary>(condition);
    if (!equality || equality->op != BinaryOp::EQ)
        return;
    const auto* base = as<IntImm>(equality->b);
    const auto* division = as<Binary>(equality->a);
    if (!base || !division || (division->op != BinaryOp::FloorMod && division->op != BinaryOp::Mod))
        return;
    const auto* var = as<Var>(division->a);
    const auto* coeff = as<IntImm>(division->b);
    if (!var || !coeff || coeff->value == 0 || coeff->value == std::numeric_limits<int64_t>::min())
        return;
    const VarSet before = m_vars[var];
    const ModularSet known = before.isSet ? before.set : Everything;
    // TVM turns the sign of the base around with that of the divisor.
    const int64_t divisor = m_core.options.isSound ? std::abs(coeff->value) : coeff->value;
    m_undo.push_back({var, before});
    m_vars[var] = {intersect(known, ModularSet::of(divisor, base->value)), true};
}

void ModularSetAnalyzer::leave(size_t mark)
{
    while (m_undo.size() > mark) {
        m_vars[m_undo.back().var] = m_undo.back().before;
        m_undo.pop_back();
    }
}

ModularSet ModularSetAnalyzer::of(const Expr* expr)
{
    if (const auto* constant = as<IntImm>(expr)) {
        const bool isWrapped = constant->dtype.isUInt() && constant->value < 0; // from 2^63 on
        return isWrapped ? Everything : ModularSet{0, constant->value};
    }
    if (const Memo* memo = m_memo.find(expr); memo && memo->version == m_core.version)
        return memo->set;
    const DepthGuard guard(m_core);
    const ModularSet set = guard.isTooDeep() ? Everything : ofNode(expr);
    m_memo[expr] = {set, m_core.version};
    return set;
}

ModularSet ModularSetAnalyzer::ofNode(const Expr* expr)
{
    switch (expr->kind) {
    case NodeKind::Var: {
        const VarSet* found = m_vars.find(&to<Var>(*expr));
        return found && found->isSet ? found->set : Everything;
    }
    case NodeKind::Binary: {
        if (!expr->dtype.isIntegral())
            return Everything;
        const ModularSet set = ofBinary(to<Binary>(*expr));
        return m_core.options.isSound && wraps(expr->dtype) ? wrapped(set, expr->dtype) : set;
    }
    case NodeKind::Call:
        return ofCall(to<Call>(*expr));
    case NodeKind::Cast: {
        const Expr* value = to<Cast>(*expr).value;
        if (!value->dtype.isIntegral())
            return Everything;
        return m_core.options.isSound && !fits(m_core.bounds.of(value), expr->dtype)
                   ? wrapped(of(value), expr->dtype)
                   : of(value);
    }
    case NodeKind::Let: {
        const auto& let = to<Let>(*expr);
        if (const VarSet* found = m_vars.find(let.var); !found || !found->isSet) {
            update(let.var, of(let.value));
            ++m_core.version;
        }
        return of(let.body);
    }
    case NodeKind::Select:
        return unite(of(to<Select>(*expr).trueValue), of(to<Select>(*expr).falseValue));
    default:
        return Everything;
    }
}

ModularSet ModularSetAnalyzer::ofBinary(const Binary& node)
{
    const bool isFloor = node.op == BinaryOp::FloorDiv || node.op == BinaryOp::FloorMod;
    const auto* divisor = as<IntImm>(node.b);
    switch (node.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: {
        const ModularSet a = of(node.a);
        const ModularSet b = of(node.b);
        const std::optional<int64_t> base = evaluateBinary(node.op, a.base, b.base);
        return base ? ModularSet::of(zeroAwareGcd(a.coeff, b.coeff), *base) : Everything;
    }
    case BinaryOp::Mul: {
        // (p x + n) (q y + m) = p q x y + p m x + q n y + n m
        const ModularSet a = of(node.a);
        const ModularSet b = of(node.b);
        int64_t pq = 0;
        int64_t pm = 0;
        int64_t qn = 0;
        int64_t nm = 0;
        if (__builtin_mul_overflow(a.coeff, b.coeff, &pq) || __builtin_mul_overflow(a.coeff, b.base, &pm) ||
            __builtin_mul_overflow(a.base, b.coeff, &qn) || __builtin_mul_overflow(a.base, b.base, &nm))
            return Everything;
        return ModularSet::of(zeroAwareGcd(zeroAwareGcd(pq, pm), qn), nm);
    }
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
        return divisor && divisor->value != 0 ? divided(node.a, divisor->value, isFloor) : Everything;
    case BinaryOp::Mod:
    case BinaryOp::FloorMod:
        return divisor && divisor->value != 0 ? remainder(node.a, divisor->value, isFloor) : Everything;
    case BinaryOp::Min:
    case BinaryOp::Max:
        return unite(of(node.a), of(node.b));
    default:
        return Everything;
    }
}

ModularSet ModularSetAnalyzer::ofCall(const Call& call)
{
    if (call.args.size() != 2 || !call.dtype.isIntegral())
        return Everything;
    const auto* constant = as<IntImm>(call.args[1]);
    if (!constant)
        return Everything;
    const int64_t value = constant->value;
    const bool isShift = value >= 0 && value < 62;
    if (call.isOp(OpId::shift_right) && isShift)
        return divided(call.args[0], int64_t(1) << value, true);
    if (call.isOp(OpId::shift_left) && isShift) {
        const ModularSet operand = of(call.args[0]);
        const int64_t factor = int64_t(1) << value;
        int64_t coeff = 0;
        int64_t base = 0;
        const bool overflows = __builtin_mul_overflow(operand.coeff, factor, &coeff) ||
                               __builtin_mul_overflow(operand.base, factor, &base);
        if (overflows)
            return Everything;
        const ModularSet set = ModularSet::of(coeff, base);
        return m_core.options.isSound ? wrapped(set, call.dtype) : set;
    }
    if (call.isOp(OpId::bitwise_and) && value < std::numeric_limits<int64_t>::max())
        if (const std::optional<int> bits = exponentOfTwo(value + 1))
            return remainder(call.args[0], int64_t(1) << *bits, true);
    return Everything;
}

/// Rounding is known for a positive base and divisor, and for a base of 0.
ModularSet ModularSetAnalyzer::divided(const Expr* dividend, int64_t divisor, bool isFloor)
{
    const ModularSet a = of(dividend);
    if (a.coeff % divisor != 0)
        return Everything;
    if (a.base == 0)
        return ModularSet::of(std::abs(a.coeff / divisor), 0);
    if (a.base > 0 && divisor > 0 && (isFloor || m_core.canProveGreaterEqual(dividend, 0)))
        return ModularSet::of(a.coeff / divisor, a.base / divisor);
    return Everything;
}

ModularSet ModularSetAnalyzer::remainder(const Expr* dividend, int64_t divisor, bool isFloor)
{
    const ModularSet a = of(dividend);
    const int64_t coeff = zeroAwareGcd(a.coeff, divisor);
    if (a.base % coeff == 0 || (a.base > 0 && (isFloor || m_core.canProveGreaterEqual(dividend, 0))))
        return ModularSet::of(coeff, a.base % coeff);
    return Everything;
}

} // namespace tir::arith
