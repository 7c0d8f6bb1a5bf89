#include "core/script/reading/buffer_accesses.h"

#include "core/ir/make.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/names.h"
#include "core/support/text_format.h"

namespace tir::script {

bool BufferAccesses::hasRank(const Buffer* buffer, size_t count, Span span)
{
    if (buffer->shape.size() == count)
        return true;
    const size_t rank = buffer->shape.size();
    fail(span, "wrong-rank",
         "buffer " + quoted(buffer->name) + " has " + std::to_string(rank) +
             (rank == 1 ? " dimension" : " dimensions") + ", but " + std::to_string(count) +
             (count == 1 ? " index is given" : " indices are given"));
    m_names.noteDeclaration(buffer);
    return false;
}

std::nullptr_t BufferAccesses::mismatchedStore(const Buffer* buffer, DType found, DType expected, Span span)
{
    fail(span, "type-mismatch",
         "a value of type " + toString(found) + " is stored where " + toString(expected) + " is expected");
    m_names.noteDeclaration(buffer);
    return nullptr;
}

const Stmt* BufferAccesses::storeTo(const Buffer* buffer, const std::vector<const Expr*>& indices,
                                    const Value& value, Span valueSpan, const Expr* predicate, Span span)
{
    const std::optional<DType> accessed = m_values.typeOfAccess(*buffer, indices, span);
    if (!accessed)
        return nullptr;
    const DType type = *accessed;
    const Expr* stored = m_values.toExprOf(value, type.isScalar() ? type : type.element(), valueSpan);
    if (!stored)
        return nullptr;
    stored = m_values.withType(stored, type, valueSpan);
    if (stored->dtype.isVoid() || stored->dtype.lanes != type.lanes)
        return mismatchedStore(buffer, stored->dtype, type, valueSpan);
    if (stored->dtype != type && !(stored->dtype.isHandle() && type.isHandle())) {
        if (stored->dtype.isHandle() || type.isHandle())
            return mismatchedStore(buffer, stored->dtype, type, valueSpan);
        stored = made(cast(m_arena, type, stored), valueSpan);
    }
    return made(m_arena.make<BufferStore>(buffer, stored, m_arena.copy(indices), predicate), span);
}

} // namespace tir::script
