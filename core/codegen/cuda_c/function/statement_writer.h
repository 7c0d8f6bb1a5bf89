/// Statements.

#pragma once

#include "core/codegen/c_like/statement_writer.h"
#include "core/codegen/cuda_c/function/expression_writer.h"

namespace tir::cuda_c {

class AsyncWriter;
class DataPointers;
class FragmentWriter;

class StatementWriter : public c_like::StatementWriter, public FunctionPart {
public:
    StatementWriter(FunctionContext& context, FunctionNames& names, DataPointers& pointers,
                    ConstantWriter& constants, ExpressionWriter& expressions, MemoryWriter& memory,
                    CallWriter& calls, AsyncWriter& async, FragmentWriter& fragments)
        : c_like::StatementWriter(context.lines),
          FunctionPart(context),
          m_names(names),
          m_pointers(pointers),
          m_constants(constants),
          m_expressions(expressions),
          m_memory(memory),
          m_calls(calls),
          m_async(async),
          m_fragments(fragments)
    {}

    /// Opens and closes the scope of a body.
    void body(const Stmt& stmt);

private:
    using FunctionPart::expression;
    using FunctionPart::line;

    void write(const AllocBuffer& node) override;
    void write(const AssertStmt& node) override;
    void write(const AttrStmt& node) override;
    void write(const Bind& node) override;
    void write(const BufferStore& node) override;
    void write(const Evaluate& node) override;
    void write(const For& node) override;
    void write(const IfThenElse& node) override;
    void write(const While& node) override;
    void refuseStatement(const Stmt& stmt) override;
    /// Forgets the names of values that the statement may have changed.
    void endStatement() override;
    void bindThread(const AttrStmt& node);
    void writeAsync(const AttrStmt& node);
    std::string expr(const Expr& node) { return m_expressions.expr(node); }

    FunctionNames& m_names;
    DataPointers& m_pointers;
    ConstantWriter& m_constants;
    ExpressionWriter& m_expressions;
    MemoryWriter& m_memory;
    CallWriter& m_calls;
    AsyncWriter& m_async;
    FragmentWriter& m_fragments;
};

} // namespace tir::cuda_c
