#include "core/arith/same_expr.h"

#include "core/ir/contains.h"
#include "core/ir/structural_equal.h"

#include <vector>

namespace tir {
namespace {

std::vector<const Node*> buffersOf(const Expr& expr)
{
    std::vector<const Node*> buffers;
    contains(expr, [&](const Node& node) {
        if (const auto* load = as<BufferLoad>(&node))
            buffers.push_back(load->buffer);
        return false;
    });
    return buffers;
}

} // namespace

bool isSameExpr(const Expr& a, const Expr& b)
{
    return &a == &b || (a.kind == b.kind && structuralEqual(a, b) && buffersOf(a) == buffersOf(b));
}

} // namespace tir
