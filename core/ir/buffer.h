/// Buffers: typed views on memory. A buffer is an alias description: several may share one data
/// variable, with other shapes and types. Identity is the address; structural equality looks inside.

#pragma once

#include "core/ir/expr.h"
#include "core/ir/layout.h"
#include "core/ir/storage_scope.h"

namespace tir {

enum class BufferType : uint8_t { Default = 1, AutoBroadcast = 2 };

/// Element i is element i of the memory of `data` *viewed as* `dtype`, whatever the pointee type of
/// `data` says: the shared-memory merge creates float32 buffers over uint8 pointers.
struct Buffer : Node {
    static constexpr NodeKind Kind = NodeKind::Buffer;
    static constexpr int DefaultAlignment = 64; ///< bytes

    const Var* data; ///< of a PointerType, which carries the storage scope
    DType dtype;
    ExprList shape;
    ExprList strides; ///< empty: compact, row-major
    std::span<const int64_t> axisSeparators;
    const Expr* elemOffset; ///< in elements; never null
    std::string_view name;
    int alignment = DefaultAlignment; ///< bytes
    int offsetFactor = 1;
    BufferType bufferType = BufferType::Default;
    const Layout* layout = nullptr; ///< null in most functions with s_tir
    ExprList allocatedAddr;
    Dict kept; ///< arguments that the text gave and this version does not know

    Buffer(const Var* pointer, DType type, ExprList extents, const Expr* offset, std::string_view hint)
        : Node(Kind),
          data(pointer),
          dtype(type),
          shape(extents),
          elemOffset(offset),
          name(hint)
    {}

    /// The scope text of the data variable's pointer type; "" for the default.
    std::string_view scopeText() const;
    /// Global when the text is unknown.
    StorageScope scope() const;
};

/// Type of indices of the buffer: that of its first extent, int64 if it has none.
DType indexDType(const Buffer& buffer);

/// Type of what an access with these indices reads or writes. Nothing if it has more lanes than a vector has; readers
/// refuse such accesses.
std::optional<DType> accessedType(const Buffer& buffer, ExprList indices);

/// Elements when all extents are constants; -1 otherwise.
int64_t constantElementCount(const Buffer& buffer);

struct BufferRegion : Node {
    static constexpr NodeKind Kind = NodeKind::BufferRegion;
    const Buffer* buffer;
    std::span<const Range* const> region;
    BufferRegion(const Buffer* source, std::span<const Range* const> ranges)
        : Node(Kind),
          buffer(source),
          region(ranges)
    {}
};

struct MatchBufferRegion : Node {
    static constexpr NodeKind Kind = NodeKind::MatchBufferRegion;
    const Buffer* buffer;
    const BufferRegion* source;
    MatchBufferRegion(const Buffer* view, const BufferRegion* region)
        : Node(Kind),
          buffer(view),
          source(region)
    {}
};

} // namespace tir
