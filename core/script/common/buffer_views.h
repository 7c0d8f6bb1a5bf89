/// Views of a buffer: the reader builds them, the printer recognizes them.

#pragma once

#include "core/ir/buffer.h"

#include <optional>
#include <vector>

namespace tir::script {

/// The fields in which a view differs from its parent.
struct BufferView {
    DType dtype;
    std::vector<const Expr*> shape = {};
    std::vector<const Expr*> strides = {};
    const Layout* layout = nullptr;
};

/// The part that one thread owns: the layout without its thread axes, in one dimension if `shape` is empty. Nothing if
/// the layout has no thread axes.
std::optional<BufferView> localView(Arena& arena, const Buffer& parent, ExprList shape);

/// Dimension i is dimension axes[i] of the parent. Nothing when `axes` is not a permutation.
std::optional<BufferView> permutedView(Arena& arena, const Buffer& parent, const std::vector<size_t>& axes);

/// Twice the dimensions: which tile, and where in it. Nothing when the counts do not fit.
std::optional<BufferView> partitionedView(Arena& arena, const Buffer& parent, ExprList counts);

/// The layout of the same memory in elements of another type. Null when it is unknown.
const Layout* retypedLayout(Arena& arena, const Buffer& parent, DType type, ExprList shape);

/// `buffer` has just the fields of the view.
bool isView(const BufferView& view, const Buffer& buffer);

} // namespace tir::script
