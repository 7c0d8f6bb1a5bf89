#include "core/arith/unique_exprs.h"

#include "core/arith/const_int_bound.h"
#include "core/arith/expr_head.h"
#include "core/ir/integers.h"

#include <algorithm>

namespace tir::arith {
namespace {

bool isExtremeConstant(const Expr& expr)
{
    const auto* constant = as<IntImm>(&expr);
    return constant && isExtreme(constant->dtype, constant->value);
}

bool isZero(const FloatImm* real)
{
    return real && real->value == 0;
}

/// One operand is zero, and the other one is not a constant.
bool isZeroOfFloats(BinaryOp op, const Expr* a, const Expr* b)
{
    const auto* realA = as<FloatImm>(a);
    const auto* realB = as<FloatImm>(b);
    return (op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::Div) && !(realA && realB) &&
           (isZero(realA) || isZero(realB));
}

/// The operands are constants whose result does not fit a type for which overflow is undefined.
bool overflows(BinaryOp op, const Expr* a, const Expr* b)
{
    const auto* left = as<IntImm>(a);
    const auto* right = as<IntImm>(b);
    if (!left || !right || !isArithmetic(op) || wraps(left->dtype))
        return false;
    const std::optional<int64_t> exact = evaluateBinary(op, left->value, right->value);
    return !exact || !fits({*exact, *exact}, left->dtype);
}

} // namespace

bool isExtreme(DType type, int64_t value)
{
    constexpr int FewestBits = 32; // results of fewer bits may wrap anyway
    if (type.bits < FewestBits)
        return false;
    const int64_t half = int64_t(1) << (type.bits - 2);
    return value >= half || value <= -half;
}

// ---- the table

void UniqueExprs::grow()
{
    std::vector<Slot> old(m_slots.empty() ? 64 : m_slots.size() * 2);
    old.swap(m_slots);
    const size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (!slot.expr)
            continue;
        size_t at = slot.hash & mask;
        while (m_slots[at].expr)
            at = (at + 1) & mask;
        m_slots[at] = slot;
    }
}

/// `made` with unique children. A temporary is copied if it is new.
const Expr* UniqueExprs::unique(const Expr& made, bool isTemporary)
{
    if ((m_size + 1) * 2 > m_slots.size())
        grow();
    const size_t start = m_children.size();
    collectChildren(made, m_children);
    const size_t count = m_children.size() - start;
    uint64_t hash = hashOfHead(made);
    for (size_t i = start; i < m_children.size(); ++i)
        hash = mixHash(hash, hashOfAddress(m_children[i]));
    const size_t mask = m_slots.size() - 1;
    size_t at = hash & mask;
    const Expr* found = nullptr;
    for (; m_slots[at].expr && !found; at = (at + 1) & mask) {
        const Expr& candidate = *m_slots[at].expr;
        if (m_slots[at].hash != hash || !isSameHead(candidate, made))
            continue;
        const size_t middle = m_children.size();
        collectChildren(candidate, m_children);
        const bool isSame = m_children.size() - middle == count &&
                            std::equal(m_children.begin() + std::ptrdiff_t(middle), m_children.end(),
                                       m_children.begin() + std::ptrdiff_t(start));
        m_children.resize(middle);
        if (isSame)
            found = &candidate;
    }
    if (!found) {
        found = isTemporary ? remade(m_arena, made, ExprList(m_children).subspan(start)) : &made;
        m_slots[at] = {hash, found};
        ++m_size;
        m_known.insert(found, found);
        const ExprList children = ExprList(m_children).subspan(start);
        if (isExtremeConstant(made) ||
            std::ranges::any_of(children, [this](const Expr* child) { return hasExtremeConstant(child); }))
            m_extreme.insert(found);
    }
    m_children.resize(start);
    return found;
}

const Expr* UniqueExprs::of(const Expr* expr)
{
    if (expr->kind == NodeKind::Var)
        return expr;
    if (const Expr* const* known = m_known.find(expr))
        return *known;
    const size_t start = m_children.size();
    collectChildren(*expr, m_children);
    const size_t end = m_children.size();
    for (size_t i = start; i < end; ++i) {
        const Expr* child = of(m_children[i]);
        m_children[i] = child;
    }
    const Expr* made = remade(m_arena, *expr, ExprList(m_children).subspan(start));
    m_children.resize(start);
    const Expr* found = unique(*made, false);
    m_known.insert(expr, found);
    return found;
}

// ---- constructors

const IntImm* UniqueExprs::number(DType type, int64_t value)
{
    const IntImm* wrapped = intImm(m_arena, type, value);
    return &to<IntImm>(*unique(*wrapped, false));
}

const FloatImm* UniqueExprs::real(DType type, double value)
{
    return &to<FloatImm>(*unique(FloatImm(type, value), true));
}

const Expr* UniqueExprs::constant(DType type, int64_t value)
{
    return of(tir::constant(m_arena, type, value));
}

const Expr* UniqueExprs::binary(BinaryOp op, const Expr* a, const Expr* b)
{
    return unique(Binary(op, a, b), true);
}

const Expr* UniqueExprs::folded(BinaryOp op, const Expr* a, const Expr* b)
{
    const bool isDivision = op >= BinaryOp::Div && op <= BinaryOp::FloorMod;
    const auto* real = as<FloatImm>(b);
    if (isDivision && (isConstInt(b, 0) || (real && real->value == 0)))
        return binary(op, a, b);
    if (m_isSound && (isZeroOfFloats(op, a, b) || overflows(op, a, b)))
        return binary(op, a, b);
    const Expr* result = foldBinary(m_arena, op, a, b);
    return result ? of(result) : binary(op, a, b);
}

const Expr* UniqueExprs::matched(BinaryOp op, const Expr* a, const Expr* b)
{
    if (a->dtype != b->dtype) {
        TIR_CHECK(matchTypes(m_arena, a, b)) << "operands of types " << toString(a->dtype) << " and "
                                             << toString(b->dtype) << " cannot be brought together";
        a = of(a);
        b = of(b);
    }
    return folded(op, a, b);
}

const Expr* UniqueExprs::cast(DType type, const Expr* value)
{
    const auto* ramp = as<Ramp>(value);
    if (ramp && type.isIntegral() && !type.isBool() && value->dtype != type)
        return this->ramp(cast(type.element(), ramp->base), cast(type.element(), ramp->stride), type.lanes);
    return of(tir::cast(m_arena, type, value));
}

const Expr* UniqueExprs::negation(const Expr* condition)
{
    return unique(Not(condition), true);
}

const Expr* UniqueExprs::select(const Expr* condition, const Expr* whenTrue, const Expr* whenFalse)
{
    return unique(Select(condition, whenTrue, whenFalse), true);
}

const Expr* UniqueExprs::ramp(const Expr* base, const Expr* stride, int lanes)
{
    return unique(Ramp(base, stride, lanes), true);
}

const Expr* UniqueExprs::broadcast(const Expr* value, int lanes)
{
    return unique(Broadcast(value, lanes), true);
}

const Expr* UniqueExprs::call(const Call& like, std::initializer_list<const Expr*> args)
{
    return unique(Call(like.dtype, like.op, ExprList(args.begin(), args.size()), like.annotations), true);
}

const Expr* UniqueExprs::reduce(const Reduce& like, const CommReducer& combiner,
                                const std::vector<bool>& isKept)
{
    const auto kept = [&](const auto& list) {
        std::vector<typename std::remove_cvref_t<decltype(list)>::value_type> some;
        for (size_t i = 0; i < list.size(); ++i)
            if (isKept[i])
                some.push_back(list[i]);
        return m_arena.copy(some);
    };
    const auto* own = m_arena.make<CommReducer>(kept(combiner.lhs), kept(combiner.rhs), kept(combiner.result),
                                                kept(combiner.identity));
    m_ownCombiners.insert(own);
    const auto dropped = std::count(isKept.begin(), isKept.begin() + like.valueIndex, false);
    return unique(Reduce(own, kept(like.source), kept(like.init), like.axis, like.condition,
                         like.valueIndex - int(dropped)),
                  true);
}

const Expr* UniqueExprs::withChildren(const Expr* expr, ExprList children)
{
    return unique(*remade(m_arena, *expr, children), false);
}

// ---- results

/// Maps unique nodes to the parts of an expression that they represent, and copies the others.
class Copier {
public:
    Copier(UniqueExprs& exprs, Arena& arena) : m_exprs(exprs), m_arena(arena) {}

    void enter(const Expr& part)
    {
        if (part.kind == NodeKind::Var || !m_made.insert(m_exprs.of(&part), &part).second)
            return;
        std::vector<const Expr*> children;
        collectChildren(part, children);
        for (const Expr* child : children)
            enter(*child);
    }

    const Expr* copy(const Expr* expr, const Node* origin = nullptr)
    {
        if (expr->kind == NodeKind::Var)
            return expr;
        if (const Expr* const* known = m_made.find(expr))
            return *known;
        std::vector<const Expr*> children;
        collectChildren(*expr, children);
        for (const Expr*& child : children)
            child = copy(child);
        Expr* made = remade(m_arena, *expr, children);
        if (made->kind == NodeKind::Reduce)
            copyCombiner(static_cast<Reduce&>(*made));
        made->origin = origin;
        m_made.insert(expr, made);
        return made;
    }

private:
    void copyCombiner(Reduce& reduce)
    {
        if (!m_exprs.m_ownCombiners.contains(reduce.combiner))
            return;
        const auto copies = [this](ExprList list) {
            std::vector<const Expr*> made;
            for (const Expr* expr : list)
                made.push_back(copy(expr));
            return m_arena.copy(made);
        };
        const CommReducer& own = *reduce.combiner;
        reduce.combiner = m_arena.make<CommReducer>(m_arena.copy(own.lhs), m_arena.copy(own.rhs),
                                                    copies(own.result), copies(own.identity));
    }

    UniqueExprs& m_exprs;
    Arena& m_arena;
    PointerMap<Expr, const Expr*> m_made;
};

const Expr* UniqueExprs::copyOut(Arena& arena, const Expr* result, const Expr* source)
{
    if (result->kind == NodeKind::Var)
        return result;
    Copier copier(*this, arena);
    if (source) {
        if (of(source) == result)
            return source;
        copier.enter(*source);
    }
    return copier.copy(result, source);
}

} // namespace tir::arith
