#include "core/codegen/cuda_c/function/memory_writer.h"

#include "core/codegen/cuda_c/function/data_pointers.h"
#include "core/codegen/cuda_c/function/expression_writer.h"
#include "core/codegen/cuda_c/function/fragment_writer.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/function/vector_writer.h"
#include "core/codegen/cuda_c/types.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

#include <numeric>

namespace tir::cuda_c {
namespace {

/// Every value is `base` modulo `step`; step 0: exactly `base`.
struct Residue {
    int64_t step = 1;
    int64_t base = 0;
};

Residue residueOf(const Expr& node)
{
    if (const auto* constant = as<IntImm>(&node))
        return {0, constant->value};
    if (const auto* cast = as<Cast>(&node))
        return cast->value->dtype.isIntegral() ? residueOf(*cast->value) : Residue();
    const auto* call = as<Call>(&node);
    if (call && call->isOp(OpId::shift_left)) {
        const auto* count = as<IntImm>(call->args[1]);
        const Residue value = residueOf(*call->args[0]);
        if (count && count->value >= 0 && count->value < 32)
            return {value.step << count->value, value.base << count->value};
    }
    const auto* binary = as<Binary>(&node);
    if (!binary)
        return {};
    const Residue a = residueOf(*binary->a);
    const Residue b = residueOf(*binary->b);
    switch (binary->op) {
    case BinaryOp::Add:
        return {std::gcd(a.step, b.step), a.base + b.base};
    case BinaryOp::Sub:
        return {std::gcd(a.step, b.step), a.base - b.base};
    case BinaryOp::Mul:
        return {std::gcd(std::gcd(a.step * b.step, a.step * b.base), a.base * b.step), a.base * b.base};
    default:
        return {};
    }
}

/// Whether the vector at this index starts where a vector of its width may.
bool isAligned(const Expr& base, int lanes)
{
    const Residue residue = residueOf(base);
    return residue.step % lanes == 0 && residue.base % lanes == 0;
}

std::string alignmentOf(const AllocBuffer& node)
{
    int64_t alignment = node.buffer->alignment;
    if (const AttrValue* annotated = find(node.annotations, "buffer_data_alignment"))
        annotated->toInt(alignment);
    return std::to_string(alignment);
}

} // namespace

const Expr* MemoryWriter::indexOf(const Buffer& buffer, ExprList indices)
{
    if (indices.size() == 1 && buffer.strides.empty())
        return indices[0];
    if (indices.empty() || (buffer.strides.empty() && indices.size() != buffer.shape.size())) {
        refuse("buffer " + quoted(buffer.name) + " is accessed with " + std::to_string(indices.size()) +
               " indices");
        return nullptr;
    }
    // A vector may be in the last dimension only, where its lanes stay together.
    Arena& arena = m_file.arena();
    const auto* ramp = as<Ramp>(indices.back());
    const Expr* position = nullptr;
    for (size_t axis = 0; axis < indices.size(); ++axis) {
        const Expr* index = ramp && axis + 1 == indices.size() ? ramp->base : indices[axis];
        if (index->dtype.lanes != 1) {
            refuse("buffer " + quoted(buffer.name) + " is accessed along several dimensions at once");
            return nullptr;
        }
        if (!buffer.strides.empty())
            index = mul(arena, index, buffer.strides[axis]);
        else if (position)
            position = mul(arena, position, buffer.shape[axis]);
        position = position ? add(arena, position, index) : index;
    }
    position = add(arena, position, buffer.elemOffset);
    if (!ramp)
        return position;
    const Expr* stride =
        buffer.strides.empty() ? ramp->stride : mul(arena, ramp->stride, buffer.strides.back());
    return arena.make<Ramp>(position, tir::cast(arena, position->dtype, stride), ramp->dtype.lanes);
}

std::string MemoryWriter::pointer(const Buffer& buffer, DType dtype)
{
    const std::string name = m_names.nameOf(*buffer.data);
    const std::optional<DType> known = m_pointers.elementType(*buffer.data);
    if (isVolatile(buffer))
        return "((volatile " + storage(dtype) + "*)" + name + ")";
    if (known && storageName(*known) == storageName(dtype))
        return name;
    return "((" + storage(dtype) + "*)" + name + ")";
}

std::string MemoryWriter::element(const Buffer& buffer, DType dtype, const std::string& index)
{
    if (dtype.bits == 4 && dtype.lanes == 1)
        refuse("single elements of " + toString(dtype) + " share a byte, which CUDA C cannot address");
    return pointer(buffer, dtype) + "[" + index + "]";
}

std::string MemoryWriter::vectorElement(const Buffer& buffer, DType dtype, const std::string& base)
{
    const std::string index = dtype.bits == 4 ? "(" + base + ") / 2" : base;
    return "*(" + type(dtype) + "*)(" +
           (dtype.bits == 4 ? "((uchar*)" + m_names.nameOf(*buffer.data) + ")"
                            : pointer(buffer, dtype.element())) +
           " + " + index + ")";
}

std::string MemoryWriter::load(const BufferLoad& node)
{
    if (node.predicate) {
        refuse(node, "a load under a mask is not lowered yet");
        return "0";
    }
    const Buffer& buffer = *node.buffer;
    const Expr* index = indexOf(buffer, node.indices);
    if (!index)
        return "0";
    const DType dtype = node.dtype;
    const bool isHalf = dtype.element() == Float16 || dtype.isBFloat16();
    const auto whole = [&](DType type, const std::string& at) {
        const std::string text = element(buffer, type, at);
        if (type == Bool)
            return "((bool)" + text + ")";
        // Volatile halves have no operators.
        return isVolatile(buffer) && isHalf ? "(" + *typeName(type) + ")(" + text + ")" : text;
    };
    if (dtype.lanes == buffer.dtype.lanes)
        return whole(dtype, m_expressions.expr(*index));
    const auto* ramp = as<Ramp>(index);
    const auto* stride = ramp ? as<IntImm>(ramp->stride) : nullptr;
    const bool isContiguous = stride && stride->value == 1 && isAligned(*ramp->base, dtype.lanes);
    if (isContiguous && !isVolatile(buffer) && storageName(dtype) == typeName(dtype))
        return vectorElement(buffer, dtype, m_expressions.base(*ramp));
    if (!typeName(dtype)) {
        type(dtype);
        return "0";
    }
    const std::string indices = m_names.named(m_expressions.expr(*index), index->dtype);
    std::vector<std::string> lanes;
    for (int at = 0; at < dtype.lanes; ++at)
        lanes.push_back(whole(dtype.element(), lane(index->dtype, indices, at)));
    return m_vectors.vectorOf(dtype, lanes, ",");
}

bool MemoryWriter::isVolatile(const Buffer& buffer) const
{
    return m_pointers.isVolatile(*buffer.data);
}

/// Kernels share the names of dynamic memory.
void MemoryWriter::allocateDynamic(const AllocBuffer& node)
{
    const Buffer& buffer = *node.buffer;
    m_pointers.setElementType(*buffer.data, buffer.dtype);
    const std::string declared =
        "extern __shared__ __align__(" + alignmentOf(node) + ") " + storage(buffer.dtype);
    std::string name = m_names.define(*buffer.data);
    while (!m_file.declareShared(name, declared))
        name = m_names.define(*buffer.data);
    line(declared + " " + name + "[];");
}

void MemoryWriter::allocate(const AllocBuffer& node)
{
    const Buffer& buffer = *node.buffer;
    const StorageScope scope = buffer.scope();
    const DType dtype = buffer.dtype;
    if (scope.isDynamicShared())
        return allocateDynamic(node);
    const int64_t count = constantElementCount(buffer);
    if (count <= 0)
        return refuse("buffer " + quoted(buffer.name) + " is allocated with a size that is " +
                      (count == 0 ? "zero" : "not constant"));
    std::string prefix;
    switch (scope.rank) {
    case StorageRank::Shared:
        prefix = "__shared__ ";
        break;
    case StorageRank::Local:
        break;
    case StorageRank::Global:
        if (!buffer.scopeText().empty())
            return refuse("a kernel cannot allocate global memory, but " + quoted(buffer.name) +
                          " is allocated in it");
        break;
    case StorageRank::WmmaMatrixA:
    case StorageRank::WmmaMatrixB:
    case StorageRank::WmmaAccumulator:
        return m_fragments.allocate(node, scope.rank);
    case StorageRank::Warp:
        return refuse("warp memory is not lowered yet: LowerWarpMemory comes first");
    default:
        return refuse("CUDA C has no memory of scope " + quoted(buffer.scopeText()));
    }
    const AttrValue* isMarked = find(node.annotations, attr::Volatile);
    if (isMarked && isMarked->isTrue())
        m_pointers.setVolatile(*buffer.data);
    // Elements narrower than a byte are packed in words.
    const bool isSubByte = dtype.bits < 8 && dtype.isIntegral();
    const int64_t words = isSubByte ? (count * dtype.bits * dtype.lanes + 31) / 32 : count;
    m_pointers.setElementType(*buffer.data, dtype);
    const std::string name = m_names.define(*buffer.data);
    line(prefix + "alignas(" + alignmentOf(node) + ") " + (isSubByte ? "int" : storage(dtype)) + " " + name +
         "[" + std::to_string(words) + "];");
}

} // namespace tir::cuda_c
