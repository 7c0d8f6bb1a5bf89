#include "core/arith/side_effect.h"

#include "core/ir/contains.h"

#include <algorithm>

namespace tir::arith {
namespace {

CallEffect effectOf(const Call& call)
{
    return !call.op || call.op->effect == CallEffect::None ? CallEffect::Opaque : call.op->effect;
}

} // namespace

CallEffect sideEffect(const Expr& expr)
{
    CallEffect strongest = CallEffect::ExprAnnotation;
    contains(expr, [&](const Node& node) {
        if (node.kind == NodeKind::BufferLoad || node.kind == NodeKind::ProducerLoad)
            strongest = std::max(strongest, CallEffect::ReadState);
        else if (const auto* call = as<Call>(&node))
            strongest = std::max(strongest, effectOf(*call));
        return strongest == CallEffect::ControlJump;
    });
    return strongest;
}

} // namespace tir::arith
