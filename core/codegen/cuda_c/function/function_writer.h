/// Writes one function: its head, and its body by parts, each with references to the parts that it uses.

#pragma once

#include "core/codegen/cuda_c/function/async_writer.h"
#include "core/codegen/cuda_c/function/bit_writer.h"
#include "core/codegen/cuda_c/function/call_writer.h"
#include "core/codegen/cuda_c/function/constant_writer.h"
#include "core/codegen/cuda_c/function/data_pointers.h"
#include "core/codegen/cuda_c/function/expression_writer.h"
#include "core/codegen/cuda_c/function/fragment_writer.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/function/head_writer.h"
#include "core/codegen/cuda_c/function/math_writer.h"
#include "core/codegen/cuda_c/function/memory_writer.h"
#include "core/codegen/cuda_c/function/pointer_writer.h"
#include "core/codegen/cuda_c/function/ptx_writer.h"
#include "core/codegen/cuda_c/function/statement_writer.h"
#include "core/codegen/cuda_c/function/thread_writer.h"
#include "core/codegen/cuda_c/function/vector_writer.h"

namespace tir::cuda_c {

class FunctionWriter {
public:
    FunctionWriter(FileWriter& file, const PrimFunc& function, const std::string& name);
    FunctionWriter(const FunctionWriter&) = delete;
    FunctionWriter& operator=(const FunctionWriter&) = delete;

    c_like::FunctionText write();

private:
    c_like::FunctionLines m_lines;
    FunctionContext m_context;
    DataPointers m_pointers;
    FunctionNames m_names;
    HeadWriter m_head;
    ConstantWriter m_constants;
    ExpressionWriter m_expressions;
    VectorWriter m_vectors;
    MemoryWriter m_memory;
    BitWriter m_bits;
    MathWriter m_math;
    PointerWriter m_addresses;
    ThreadWriter m_threads;
    AsyncWriter m_async;
    FragmentWriter m_fragments;
    PtxWriter m_ptx;
    CallWriter m_calls;
    StatementWriter m_statements;
};

} // namespace tir::cuda_c
