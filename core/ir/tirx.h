/// The statements of TIRx, the tile dialect: a group of threads at work together, the numbers of its
/// members, and operations on whole tiles.

#pragma once

#include "core/ir/stmt.h"

#include <optional>

namespace tir {

/// TVM's numbers.
enum class ExecScopeKind : uint8_t { World, Kernel, Cluster, Cta, Warpgroup, Warp, Thread };
/// "cta": the name of the scope in the script.
std::string_view toString(ExecScopeKind kind);

/// Which group the numbers count, within which: TVM's numbers.
enum class ScopeBinding : uint8_t {
    KernelCluster,
    KernelCta,
    ClusterCta,
    CtaWarpgroup,
    CtaWarp,
    WarpgroupWarp,
    WarpThread,
    CtaThread,
    WarpgroupThread,
    ClusterCtaPair, // NOLINT
};
/// "cta_id": the name of the definition in the script.
std::string_view toString(ScopeBinding binding);

/// Defines the numbers of the members of a group, one variable per dimension.
struct ScopeIdDef : Node {
    static constexpr NodeKind Kind = NodeKind::ScopeIdDef;
    VarList defIds;
    ScopeBinding binding;
    std::optional<ExprList> extents; ///< nothing: known later
    std::optional<ExprList> preferredExtents;
    ScopeIdDef(VarList ids, ScopeBinding what, std::optional<ExprList> counts,
               std::optional<ExprList> preferred = std::nullopt)
        : Node(Kind),
          defIds(ids),
          binding(what),
          extents(counts),
          preferredExtents(preferred)
    {}
};

/// The body is executed by the scope as a whole. Its definitions are visible in later siblings: it does not end a scope
/// of definitions.
struct ExecScopeStmt : Stmt {
    static constexpr NodeKind Kind = NodeKind::ExecScopeStmt;
    ExecScopeKind scope;
    std::span<const ScopeIdDef* const> scopeIds;
    const Stmt* body;
    ExecScopeStmt(ExecScopeKind group, std::span<const ScopeIdDef* const> ids, const Stmt* inner)
        : Stmt(Kind),
          scope(group),
          scopeIds(ids),
          body(inner)
    {}
};

/// An operation on tiles. Arguments are regions, expressions, plain values, lists, predicates; those of
/// `tirx.compose_op` are statements, each a tile primitive.
struct TilePrimitiveCall : Stmt {
    static constexpr NodeKind Kind = NodeKind::TilePrimitiveCall;
    const Op* op;
    std::span<const AttrValue> args;
    Dict workspace; ///< buffers by name, sorted
    Dict config;    ///< sorted when all keys are texts
    std::optional<std::string_view> dispatch;
    TilePrimitiveCall(const Op* operation, std::span<const AttrValue> arguments, Dict buffers = {},
                      Dict options = {}, std::optional<std::string_view> variant = std::nullopt)
        : Stmt(Kind),
          op(operation),
          args(arguments),
          workspace(buffers),
          config(options),
          dispatch(variant)
    {}
};

/// A condition over positions: `lambda i, j: i < j`.
struct Predicate : Node {
    static constexpr NodeKind Kind = NodeKind::Predicate;
    VarList vars;
    const Expr* condition;
    Predicate(VarList parameters, const Expr* test) : Node(Kind), vars(parameters), condition(test) {}
};

} // namespace tir
