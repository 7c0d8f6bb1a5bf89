#include "passes/cleanup/common_subexpr_elim/expr_numbers.h"

#include <bit>

namespace tir::passes {

size_t ExprNumbers::KeyHash::operator()(const Key& key) const
{
    uint64_t hash = 0;
    for (const uint64_t part : key)
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u + (hash >> 29);
    return size_t(hash);
}

void ExprNumbers::define(const Var& var)
{
    if (m_separatesDefinitions && ++m_definitions[&var] > 1)
        m_known.clear();
}

void ExprNumbers::restart()
{
    m_definitions.clear();
    m_known.clear();
}

int ExprNumbers::of(const Expr& expr)
{
    if (const int* known = m_known.find(&expr))
        return *known;
    const int number = find(expr);
    m_known.insert(&expr, number);
    return number;
}

int ExprNumbers::find(const Expr& expr)
{
    Key key{uint64_t(expr.kind) | uint64_t(expr.dtype.code) << 16 | uint64_t(expr.dtype.bits) << 24 |
                uint64_t(uint16_t(expr.dtype.lanes)) << 32,
            0, 0, 0};
    bool isComparable = true;
    const auto part = [&](size_t position, const Expr* child) {
        const int number = of(*child);
        key[position] = uint64_t(number);
        isComparable &= number != None;
    };
    switch (expr.kind) {
    case NodeKind::Binary:
        key[3] = uint64_t(to<Binary>(expr).op);
        part(1, to<Binary>(expr).a);
        part(2, to<Binary>(expr).b);
        break;
    case NodeKind::Broadcast:
        part(1, to<Broadcast>(expr).value);
        break;
    case NodeKind::Cast:
        part(1, to<Cast>(expr).value);
        break;
    case NodeKind::FloatImm:
        key[1] = std::bit_cast<uint64_t>(to<FloatImm>(expr).value);
        break;
    case NodeKind::IntImm:
        key[1] = uint64_t(to<IntImm>(expr).value);
        break;
    case NodeKind::Not:
        part(1, to<Not>(expr).value);
        break;
    case NodeKind::Ramp:
        part(1, to<Ramp>(expr).base);
        part(2, to<Ramp>(expr).stride);
        break;
    case NodeKind::Select:
        part(1, to<Select>(expr).condition);
        part(2, to<Select>(expr).trueValue);
        part(3, to<Select>(expr).falseValue);
        break;
    case NodeKind::Var:
        key[1] = uint64_t(reinterpret_cast<uintptr_t>(&expr));
        if (const uint64_t* definition = m_definitions.find(&to<Var>(expr)))
            key[2] = *definition;
        break;
    default:
        isComparable = false;
    }
    return isComparable ? m_numbers.try_emplace(key, int(m_numbers.size()) + 1).first->second : None;
}

} // namespace tir::passes
