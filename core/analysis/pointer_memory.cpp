#include "core/analysis/pointer_memory.h"

#include "core/ir/buffer.h"
#include "core/ir/type.h"

namespace tir {

StorageRank memoryOfPointer(const Expr& pointer)
{
    if (const auto* var = as<Var>(&pointer)) {
        const auto* type = as<PointerType>(var->type);
        const auto scope = type ? storageScopeFromString(type->scope) : std::nullopt;
        return scope ? scope->rank : StorageRank::Global;
    }
    const auto* call = as<Call>(&pointer);
    if (!call || call->args.empty())
        return StorageRank::Global;
    if (const auto* load = as<BufferLoad>(call->args[0]); load && call->isOp(OpId::address_of))
        return load->buffer->scope().rank;
    return memoryOfPointer(*call->args[call->isOp(OpId::tvm_access_ptr) && call->args.size() > 1 ? 1 : 0]);
}

} // namespace tir
