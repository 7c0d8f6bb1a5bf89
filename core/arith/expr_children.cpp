#include "core/arith/expr_children.h"

namespace tir::arith {

void collectChildren(const Expr& expr, std::vector<const Expr*>& into)
{
    const auto all = [&](ExprList list) { into.insert(into.end(), list.begin(), list.end()); };
    switch (expr.kind) {
    case NodeKind::Binary:
        into.insert(into.end(), {to<Binary>(expr).a, to<Binary>(expr).b});
        break;
    case NodeKind::Broadcast:
        into.push_back(to<Broadcast>(expr).value);
        break;
    case NodeKind::BufferLoad:
        all(to<BufferLoad>(expr).indices);
        if (to<BufferLoad>(expr).predicate)
            into.push_back(to<BufferLoad>(expr).predicate);
        break;
    case NodeKind::Call:
        all(to<Call>(expr).args);
        break;
    case NodeKind::Cast:
        into.push_back(to<Cast>(expr).value);
        break;
    case NodeKind::Let:
        into.insert(into.end(), {to<Let>(expr).value, to<Let>(expr).body});
        break;
    case NodeKind::Not:
        into.push_back(to<Not>(expr).value);
        break;
    case NodeKind::ProducerLoad:
        all(to<ProducerLoad>(expr).indices);
        break;
    case NodeKind::Ramp:
        into.insert(into.end(), {to<Ramp>(expr).base, to<Ramp>(expr).stride});
        break;
    case NodeKind::Reduce:
        all(to<Reduce>(expr).source);
        all(to<Reduce>(expr).init);
        into.push_back(to<Reduce>(expr).condition);
        break;
    case NodeKind::Select: {
        const auto& select = to<Select>(expr);
        into.insert(into.end(), {select.condition, select.trueValue, select.falseValue});
        break;
    }
    case NodeKind::Shuffle:
        all(to<Shuffle>(expr).vectors);
        all(to<Shuffle>(expr).indices);
        break;
    default:
        break;
    }
}

Expr* remade(Arena& arena, const Expr& expr, ExprList children)
{
    switch (expr.kind) {
    case NodeKind::Binary:
        return arena.make<Binary>(to<Binary>(expr).op, children[0], children[1]);
    case NodeKind::Broadcast:
        return arena.make<Broadcast>(children[0], expr.dtype.lanes);
    case NodeKind::BufferLoad: {
        const auto& load = to<BufferLoad>(expr);
        return arena.make<BufferLoad>(load.dtype, load.buffer,
                                      arena.copy(children.first(load.indices.size())),
                                      load.predicate ? children.back() : nullptr);
    }
    case NodeKind::Call: {
        const auto& call = to<Call>(expr);
        const ExprList args = arena.copy(children);
        return call.function ? arena.make<Call>(call.dtype, call.function, args, call.annotations)
                             : arena.make<Call>(call.dtype, call.op, args, call.annotations);
    }
    case NodeKind::Cast:
        return arena.make<Cast>(expr.dtype, children[0]);
    case NodeKind::FloatImm:
        return arena.make<FloatImm>(expr.dtype, to<FloatImm>(expr).value);
    case NodeKind::IntImm:
        return arena.make<IntImm>(expr.dtype, to<IntImm>(expr).value);
    case NodeKind::Let:
        return arena.make<Let>(to<Let>(expr).var, children[0], children[1]);
    case NodeKind::Not:
        return arena.make<Not>(children[0]);
    case NodeKind::OpaqueExpr:
        return arena.make<OpaqueExpr>(to<OpaqueExpr>(expr).typeKey, to<OpaqueExpr>(expr).index);
    case NodeKind::ProducerLoad:
        return arena.make<ProducerLoad>(expr.dtype, to<ProducerLoad>(expr).producer, arena.copy(children));
    case NodeKind::Ramp:
        return arena.make<Ramp>(children[0], children[1], expr.dtype.lanes);
    case NodeKind::Reduce: {
        const auto& reduce = to<Reduce>(expr);
        const size_t count = reduce.source.size();
        return arena.make<Reduce>(reduce.combiner, arena.copy(children.first(count)),
                                  arena.copy(children.subspan(count, reduce.init.size())), reduce.axis,
                                  children.back(), reduce.valueIndex);
    }
    case NodeKind::Select:
        return arena.make<Select>(children[0], children[1], children[2]);
    case NodeKind::Shuffle: {
        const size_t count = to<Shuffle>(expr).vectors.size();
        return arena.make<Shuffle>(arena.copy(children.first(count)), arena.copy(children.subspan(count)));
    }
    case NodeKind::StringImm:
        return arena.make<StringImm>(to<StringImm>(expr).value);
    default:
        break;
    }
    TIR_CHECK(false) << "a " << toString(expr.kind) << " cannot be made anew";
    return nullptr;
}

} // namespace tir::arith
