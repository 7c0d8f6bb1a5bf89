/// The rules about declared buffers: their elements have a size, their extents are valid, and their size in bytes can
/// be represented.

#include "core/analysis/verify/types.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

namespace tir {
namespace {

void checkElements(const Buffer& buffer, NodeReport report)
{
    if (!storageScopeFromString(buffer.scopeText()))
        report.error("unknown-scope", "buffer " + quoted(buffer.name) + " has the unknown storage scope " +
                                          quoted(buffer.scopeText()) +
                                          "; a GPU has global, shared, shared.dyn, warp, and local");
    if (buffer.dtype.isVoid())
        report.error("buffer-type", "buffer " + quoted(buffer.name) + " has elements of type void");
    else if (!as<PointerType>(buffer.data->type))
        report.error("buffer-type", "the data variable " + quoted(buffer.data->name) + " of buffer " +
                                        quoted(buffer.name) + " is not a typed pointer");
    else if (const std::optional<DType> pointee = pointeeDType(buffer.data); pointee && pointee->isVoid())
        report.error("buffer-type", "the data variable " + quoted(buffer.data->name) + " of buffer " +
                                        quoted(buffer.name) + " points to void");
}

void checkExtents(const Buffer& buffer, NodeReport report)
{
    for (const Expr* extent : buffer.shape) {
        if (!isIndexType(extent->dtype) || !extent->dtype.isScalar())
            report.error("invalid-extent", "an extent of buffer " + quoted(buffer.name) + " has type " +
                                               toString(extent->dtype) + ", but it must be a scalar integer");
        const auto* constant = as<IntImm>(extent);
        if (constant && constant->value < 0)
            report.error("invalid-extent", "an extent of buffer " + quoted(buffer.name) + " is " +
                                               std::to_string(constant->value) +
                                               ", but it must not be negative");
    }
}

/// Counts the bytes of the constant extents; the others may only add to them, except for zero.
void checkSize(const Buffer& buffer, NodeReport report)
{
    int64_t bytes = buffer.dtype.isScalable() ? buffer.dtype.bytes() : buffer.dtype.vectorBytes();
    for (const Expr* extent : buffer.shape) {
        const auto* constant = as<IntImm>(extent);
        if (constant && constant->value == 0)
            return;
    }
    for (const Expr* extent : buffer.shape) {
        const auto* constant = as<IntImm>(extent);
        if (constant && __builtin_mul_overflow(bytes, constant->value, &bytes)) {
            report.error("buffer-size",
                         "the size of buffer " + quoted(buffer.name) + " in bytes does not fit into 64 bits");
            return;
        }
    }
}

} // namespace

void checkBuffer(const Buffer& buffer, NodeReport report)
{
    checkElements(buffer, report);
    checkExtents(buffer, report);
    for (const Expr* stride : buffer.strides)
        if (!isIndexType(stride->dtype) || !stride->dtype.isScalar())
            report.error("invalid-extent", "a stride of buffer " + quoted(buffer.name) + " has type " +
                                               toString(stride->dtype) + ", but it must be a scalar integer");
    if (!isIndexType(buffer.elemOffset->dtype) || !buffer.elemOffset->dtype.isScalar())
        report.error("invalid-extent", "the offset of buffer " + quoted(buffer.name) + " has type " +
                                           toString(buffer.elemOffset->dtype) +
                                           ", but it must be a scalar integer");
    checkSize(buffer, report);
}

} // namespace tir
