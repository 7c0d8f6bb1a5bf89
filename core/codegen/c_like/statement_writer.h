/// The base of the C writers: visits the statements of one function and adds its lines.

#pragma once

#include "core/codegen/c_like/function_lines.h"
#include "core/ir/stmt.h"

namespace tir::c_like {

class StatementWriter {
public:
    virtual ~StatementWriter() = default;

protected:
    explicit StatementWriter(FunctionLines& lines) : m_lines(lines) {}

    void statement(const Stmt& stmt);
    /// `write` returns the text of the expression; the lines that it adds are attributed to the expression.
    template <class Write>
    std::string expression(const Expr& expr, const Write& write)
    {
        return m_lines.expression(expr, write);
    }
    void line(const std::string& text) { m_lines.add(text); }
    FunctionLines& lines() { return m_lines; }
    /// Of the statement that is being written.
    Place place() const { return m_lines.statement(); }

    virtual void write(const AllocBuffer& node) = 0;
    virtual void write(const AssertStmt& node) = 0;
    virtual void write(const AttrStmt& node) = 0;
    virtual void write(const Bind& node) = 0;
    virtual void write(const BufferStore& node) = 0;
    virtual void write(const Evaluate& node) = 0;
    virtual void write(const For& node) = 0;
    virtual void write(const IfThenElse& node) = 0;
    virtual void write(const While& node) = 0;
    /// A statement without a counterpart in C.
    virtual void refuseStatement(const Stmt& stmt) = 0;
    /// After each statement.
    virtual void endStatement() {}

private:
    FunctionLines& m_lines;
};

} // namespace tir::c_like
