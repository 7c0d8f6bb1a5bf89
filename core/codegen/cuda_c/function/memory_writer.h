/// Memory: allocations, loads, and the lvalues of buffers.

#pragma once

#include "core/codegen/cuda_c/function/function_part.h"
#include "core/ir/stmt.h"

namespace tir::cuda_c {

class DataPointers;
class ExpressionWriter;
class FragmentWriter;
class FunctionNames;
class VectorWriter;

class MemoryWriter : public FunctionPart {
public:
    MemoryWriter(FunctionContext& context, FunctionNames& names, DataPointers& pointers,
                 ExpressionWriter& expressions, VectorWriter& vectors, FragmentWriter& fragments)
        : FunctionPart(context),
          m_names(names),
          m_pointers(pointers),
          m_expressions(expressions),
          m_vectors(vectors),
          m_fragments(fragments)
    {}

    void allocate(const AllocBuffer& node);
    std::string load(const BufferLoad& node);
    /// An lvalue of type `type`.
    std::string element(const Buffer& buffer, DType type, const std::string& index);
    std::string vectorElement(const Buffer& buffer, DType type, const std::string& base);
    /// The data pointer of the buffer as a pointer to `type`.
    std::string pointer(const Buffer& buffer, DType type);
    /// The index of the element in memory: row-major, or by strides. Null if rejected. Flat buffers are addressed from
    /// their data pointer, regardless of their offset.
    const Expr* indexOf(const Buffer& buffer, ExprList indices);
    bool isVolatile(const Buffer& buffer) const;

private:
    void allocateDynamic(const AllocBuffer& node);

    FunctionNames& m_names;
    DataPointers& m_pointers;
    ExpressionWriter& m_expressions;
    VectorWriter& m_vectors;
    FragmentWriter& m_fragments;
};

} // namespace tir::cuda_c
