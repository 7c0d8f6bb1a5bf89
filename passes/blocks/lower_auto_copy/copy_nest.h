/// The body of a copy block: perfectly nested loops around one store. And the facts about the block that the rewriting
/// rules use.

#pragma once

#include "core/ir/stmt.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir::passes {

struct CopyNest {
    std::vector<const For*> loops;   ///< outermost first
    const Expr* condition = nullptr; ///< of an `if` around the store
    const BufferStore* store = nullptr;

    /// The statement in the loops.
    const Stmt* inner(Arena& arena) const;
};

/// Nothing for a statement of another form: each loop must start at 0 and have a constant extent of at least 1.
/// The store runs at most MostIterations times, so that products of extents do not overflow.
std::optional<CopyNest> readNest(const Stmt* body);
inline constexpr int64_t MostIterations = int64_t(1) << 40;
inline constexpr const char* NoNest = "its body must be loops with constant extents around one store";

/// A copy of the loops around another body.
const Stmt* inLoops(Arena& arena, std::span<const For* const> loops, const Stmt* body);
/// A serial loop from 0.
const For* serialLoop(Arena& arena, const Var* var, const Expr* extent);
/// Precondition: a loop of a nest.
int64_t extentOf(const For& loop);
const Var* variableLike(Arena& arena, const Var& var, const std::string& name);

/// A copy of a buffer with other extents in another scope, without strides.
const Buffer* cacheOf(Arena& arena, const Buffer& buffer, const std::string& name, ExprList shape,
                      std::string_view scope);

/// Extents of thread axes, by tag.
using ThreadExtents = std::map<std::string_view, int64_t>;

/// A block with an automatic copy.
struct CopyBlock {
    const SBlock* block;
    const BufferRegion* source;
    const BufferRegion* target;
    const ThreadExtents& threads;
    const std::vector<const For*>& outerLoops;

    int64_t number(std::string_view annotation, int64_t fallback) const;
};

/// The body of a block after applying a rule.
struct RewrittenCopy {
    const Stmt* body = nullptr;
    const Buffer* added = nullptr; ///< a new buffer; null without one
    const Buffer* padded =
        nullptr; ///< its rows get at least `padding` elements more, if any; null without one
    int64_t padding = 1;
    std::string fault = {}; ///< why the body cannot be rewritten; empty if it was
};

} // namespace tir::passes
