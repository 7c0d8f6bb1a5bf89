/// Short texts of expressions, statements and sizes for labels: extents of a grid, bytes of a buffer, a row of the
/// timeline. For display only; core/script prints text that can be parsed again.

#pragma once

#include "core/ir/stmt.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// `bx * 64 + tx`: names are the hints of the variables.
std::string shortText(const Expr& expr);

/// The first line of a statement: `A[tx] = B[tx] + 1`, `for k in range(16)`; at most `limit` bytes, then "…".
std::string shortText(const Stmt& statement, size_t limit = 80);

/// `void`, `int32`, `handle("float32", "global")`.
std::string typeText(const Type* type);

/// The bytes of a buffer, with its lanes. With strides it is the span of the outermost dimension, as in FlattenBuffer.
struct ByteSize {
    int64_t constant = 0; ///< the constant part
    std::string symbolic; ///< the rest as a sum, empty when all is known

    bool isConstant() const { return symbolic.empty(); }
    ByteSize& operator+=(const ByteSize& other);
    std::string text() const; ///< `512`, `512 + n * 4`
};
ByteSize byteSize(const Buffer& buffer);
/// Whose product is how many elements the buffer spans.
std::vector<const Expr*> spannedExtents(const Buffer& buffer);

} // namespace tir
