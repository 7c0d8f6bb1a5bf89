/// Tile layouts: which position of memory, or which thread of a group, holds an element of a buffer. A
/// layout is data of a buffer, but the expressions in it are uses of their variables.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// Base of TileLayout, SwizzleLayout and ComposeLayout. A buffer without a layout has null.
struct Layout : Node {
    Dict kept; ///< arguments that the text gave and this version does not know

protected:
    using Node::Node;
};

/// The node as a layout, or null when it is of another kind (or null itself).
const Layout* asLayout(const Node* node);

/// The axis of linear memory, which is written without its name.
inline constexpr std::string_view MemoryAxis = "m";

/// TVM's axes: "laneid", "tx", "m" …
bool isAxis(std::string_view name);
/// The axes that number threads or blocks; all others address memory.
bool isThreadAxis(std::string_view name);

/// `extent` steps of `stride` along an axis.
struct Iter : Node {
    static constexpr NodeKind Kind = NodeKind::Iter;
    const Expr* extent;
    const Expr* stride;
    std::string_view axis;
    Dict kept; ///< arguments that the text gave and this version does not know
    Iter(const Expr* count, const Expr* step, std::string_view along)
        : Node(Kind),
          extent(count),
          stride(step),
          axis(along)
    {}
};
using IterList = std::span<const Iter* const>;

struct AxisOffset {
    std::string_view axis;
    const Expr* value;
};

/// Element (i0, i1, …), counted in row-major order over the extents of `shard`, is at the sum of its coordinates times
/// the strides, plus `offset`, and again at every position of `replica`.
struct TileLayout : Layout {
    static constexpr NodeKind Kind = NodeKind::TileLayout;
    IterList shard;
    IterList replica;
    std::span<const AxisOffset> offset; ///< sorted by axis
    explicit TileLayout(IterList split, IterList copies = {}, std::span<const AxisOffset> start = {})
        : Layout(Kind),
          shard(split),
          replica(copies),
          offset(start)
    {}
};

/// Exclusive-or of address bits, as CUTLASS has it. All three numbers are binary logarithms.
struct SwizzleLayout : Layout {
    static constexpr NodeKind Kind = NodeKind::SwizzleLayout;
    int perElement;
    int swizzleLen;
    int atomLen;
    bool swizzleInner;
    SwizzleLayout(int element, int length, int atom, bool isInner)
        : Layout(Kind),
          perElement(element),
          swizzleLen(length),
          atomLen(atom),
          swizzleInner(isInner)
    {}
};

/// Applies the tile layout first, then the swizzle.
struct ComposeLayout : Layout {
    static constexpr NodeKind Kind = NodeKind::ComposeLayout;
    const SwizzleLayout* swizzle;
    const TileLayout* tile;
    ComposeLayout(const SwizzleLayout* outer, const TileLayout* inner)
        : Layout(Kind),
          swizzle(outer),
          tile(inner)
    {}
};

/// Row-major strides on the memory axis.
const TileLayout* defaultLayout(Arena& arena, ExprList shape);
/// Whether it equals defaultLayout; false for null.
bool isDefaultLayout(const Layout* layout, ExprList shape);

} // namespace tir
