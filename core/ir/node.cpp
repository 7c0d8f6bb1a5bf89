#include "core/ir/node.h"

#include "core/ir/buffer.h"
#include "core/ir/tirx.h"
#include "core/ir/type.h"

#include <cstdlib>

namespace tir {

std::string_view toString(NodeKind kind)
{
    switch (kind) {
#define TIR_EXPR(Name)   \
    case NodeKind::Name: \
        return #Name;
#define TIR_STMT(Name) TIR_EXPR(Name)
#define TIR_OTHER(Name) TIR_EXPR(Name)
#include "core/ir/node_list.def"
    }
    return "?";
}

bool isVoidType(const Type* type)
{
    const auto* tuple = as<TupleType>(type);
    return tuple && tuple->fields.empty();
}

DType runtimeDType(const Type* type)
{
    if (const auto* primitive = as<PrimType>(type))
        return primitive->dtype;
    if (isVoidType(type))
        return Void;
    return Handle;
}

std::string_view toString(BinaryOp op)
{
    static constexpr std::string_view Names[] = {
        "Add", "Sub", "Mul", "Div", "Mod", "FloorDiv", "FloorMod", "Min", "Max",
        "EQ",  "NE",  "LT",  "LE",  "GT",  "GE",       "And",      "Or",
    };
    return Names[size_t(op)];
}

std::string_view toString(IterType type)
{
    static constexpr std::string_view Names[] = {
        "DataPar",  "ThreadIndex", "CommReduce",   "Ordered",    "Opaque",
        "Unrolled", "Vectorized",  "Parallelized", "Tensorized",
    };
    return Names[size_t(type)];
}

std::string_view toString(ExecScopeKind kind)
{
    static constexpr std::string_view Names[] = {"world",     "kernel", "cluster", "cta",
                                                 "warpgroup", "warp",   "thread"};
    return Names[size_t(kind)];
}

std::string_view toString(ScopeBinding binding)
{
    static constexpr std::string_view Names[] = {
        "cluster_id",    "cta_id",  "cta_id_in_cluster", "warpgroup_id",    "warp_id",
        "warp_id_in_wg", "lane_id", "thread_id",         "thread_id_in_wg", "cta_id_in_pair",
    };
    return Names[size_t(binding)];
}

std::string_view Buffer::scopeText() const
{
    const auto* pointer = as<PointerType>(data->type);
    return pointer ? pointer->scope : std::string_view();
}

StorageScope Buffer::scope() const
{
    return storageScopeFromString(scopeText()).value_or(StorageScope{});
}

std::optional<DType> accessedType(const Buffer& buffer, ExprList indices)
{
    const int lanes = buffer.dtype.lanes * (indices.empty() ? 1 : indices.back()->dtype.lanes);
    return std::abs(lanes) <= DType::MaxLanes ? std::optional(buffer.dtype.withLanes(lanes)) : std::nullopt;
}

DType indexDType(const Buffer& buffer)
{
    return buffer.shape.empty() ? Int64 : buffer.shape[0]->dtype;
}

int64_t constantElementCount(const Buffer& buffer)
{
    int64_t count = 1;
    for (const Expr* extent : buffer.shape) {
        const auto* constant = as<IntImm>(extent);
        if (!constant || __builtin_mul_overflow(count, constant->value, &count))
            return -1;
    }
    return count;
}

} // namespace tir
