#include "core/arith/expr_head.h"

#include <bit>

namespace tir::arith {
namespace {

uint64_t mixText(uint64_t seed, std::string_view text)
{
    return mixHash(seed, std::hash<std::string_view>()(text));
}

} // namespace

uint64_t hashOfHead(const Expr& expr)
{
    const uint64_t type = uint64_t(expr.dtype.code) << 24 | uint64_t(expr.dtype.bits) << 16 |
                          uint64_t(uint16_t(expr.dtype.lanes));
    const uint64_t hash = mixHash(uint64_t(expr.kind) << 40, type);
    switch (expr.kind) {
    case NodeKind::IntImm:
        return mixHash(hash, uint64_t(to<IntImm>(expr).value));
    case NodeKind::FloatImm:
        return mixHash(hash, std::bit_cast<uint64_t>(to<FloatImm>(expr).value));
    case NodeKind::StringImm:
        return mixText(hash, to<StringImm>(expr).value);
    case NodeKind::OpaqueExpr:
        return mixHash(mixText(hash, to<OpaqueExpr>(expr).typeKey), uint64_t(to<OpaqueExpr>(expr).index));
    case NodeKind::Binary:
        return mixHash(hash, uint64_t(to<Binary>(expr).op));
    case NodeKind::BufferLoad:
        return mixHash(hash, hashOfAddress(to<BufferLoad>(expr).buffer));
    case NodeKind::Call: {
        const auto& call = to<Call>(expr);
        return mixHash(mixText(hash, call.op ? call.op->name : call.function->name),
                       call.annotations.empty() ? 0 : hashOfAddress(call.annotations.data()));
    }
    case NodeKind::Let:
        return mixHash(hash, hashOfAddress(to<Let>(expr).var));
    case NodeKind::ProducerLoad:
        return mixText(hash, to<ProducerLoad>(expr).producer);
    case NodeKind::Reduce:
        return mixHash(mixHash(hash, hashOfAddress(to<Reduce>(expr).combiner)),
                       hashOfAddress(to<Reduce>(expr).axis.data()));
    case NodeKind::Broadcast:
    case NodeKind::Cast:
    case NodeKind::Not:
    case NodeKind::Ramp:
    case NodeKind::Select:
    case NodeKind::Shuffle:
    case NodeKind::Var:
#define TIR_STMT(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break; // the kind, the type, and the operands say all
    }
    return hash;
}

bool isSameHead(const Expr& a, const Expr& b)
{
    if (a.kind != b.kind || a.dtype != b.dtype)
        return false;
    switch (a.kind) {
    case NodeKind::IntImm:
        return to<IntImm>(a).value == to<IntImm>(b).value;
    case NodeKind::FloatImm:
        return std::bit_cast<uint64_t>(to<FloatImm>(a).value) ==
               std::bit_cast<uint64_t>(to<FloatImm>(b).value);
    case NodeKind::StringImm:
        return to<StringImm>(a).value == to<StringImm>(b).value;
    case NodeKind::OpaqueExpr:
        return to<OpaqueExpr>(a).typeKey == to<OpaqueExpr>(b).typeKey &&
               to<OpaqueExpr>(a).index == to<OpaqueExpr>(b).index;
    case NodeKind::Binary:
        return to<Binary>(a).op == to<Binary>(b).op;
    case NodeKind::BufferLoad: {
        const auto& left = to<BufferLoad>(a);
        const auto& right = to<BufferLoad>(b);
        return left.buffer == right.buffer && !left.predicate == !right.predicate;
    }
    case NodeKind::Call: {
        const auto& left = to<Call>(a);
        const auto& right = to<Call>(b);
        const bool isSameCallee = left.op && right.op
                                      ? left.op->is(*right.op)
                                      : !left.op && !right.op && left.function->name == right.function->name;
        // Annotations are not compared: calls that have some equal only calls that share them.
        return isSameCallee && left.annotations.size() == right.annotations.size() &&
               (left.annotations.empty() || left.annotations.data() == right.annotations.data());
    }
    case NodeKind::Let:
        return to<Let>(a).var == to<Let>(b).var;
    case NodeKind::ProducerLoad:
        return to<ProducerLoad>(a).producer == to<ProducerLoad>(b).producer;
    case NodeKind::Reduce: {
        const auto& left = to<Reduce>(a);
        const auto& right = to<Reduce>(b);
        return left.combiner == right.combiner && left.axis.data() == right.axis.data() &&
               left.valueIndex == right.valueIndex && left.init.size() == right.init.size();
    }
    case NodeKind::Shuffle:
        return to<Shuffle>(a).vectors.size() == to<Shuffle>(b).vectors.size();
    case NodeKind::Broadcast:
    case NodeKind::Cast:
    case NodeKind::Not:
    case NodeKind::Ramp:
    case NodeKind::Select:
    case NodeKind::Var:
#define TIR_STMT(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
    return true;
}

} // namespace tir::arith
