#include "core/ir/tile_names.h"

#include <algorithm>
#include <array>

namespace tir {
namespace {

constexpr std::array<std::string_view, 31> TilePrimitives{
    "tirx.add",
    "tirx.binary_chain",
    "tirx.binary_reduce",
    "tirx.cast",
    "tirx.compose_op",
    "tirx.copy",
    "tirx.copy_async",
    "tirx.exp",
    "tirx.exp2",
    "tirx.fdiv",
    "tirx.fill",
    "tirx.fma",
    "tirx.gemm",
    "tirx.gemm_async",
    "tirx.max",
    "tirx.maximum",
    "tirx.memset",
    "tirx.min",
    "tirx.minimum",
    "tirx.mul",
    "tirx.permute_dims",
    "tirx.reciprocal",
    "tirx.reduce_negate",
    "tirx.select",
    "tirx.silu",
    "tirx.sqrt",
    "tirx.sub",
    "tirx.sum",
    "tirx.tvm_kernel_replace_point",
    "tirx.unary_reduce",
    "tirx.zero",
};

} // namespace

std::optional<ExecScopeKind> execScopeFromString(std::string_view name)
{
    for (int kind = 0; kind <= int(ExecScopeKind::Thread); ++kind)
        if (toString(ExecScopeKind(kind)) == name)
            return ExecScopeKind(kind);
    return std::nullopt;
}

std::optional<ScopeBinding> scopeBindingFromString(std::string_view name)
{
    for (int binding = 0; binding <= int(ScopeBinding::ClusterCtaPair); ++binding)
        if (toString(ScopeBinding(binding)) == name)
            return ScopeBinding(binding);
    return std::nullopt;
}

bool isTilePrimitive(std::string_view registeredName)
{
    static_assert(std::ranges::is_sorted(TilePrimitives));
    return std::ranges::binary_search(TilePrimitives, registeredName);
}

} // namespace tir
