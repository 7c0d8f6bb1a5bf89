/// Writes one function. Each expression becomes the text of one lane: vectors are written lane by lane, so that C needs
/// no vector types. Variables have a separate name for each definition, because bodies of attributes do not open a
/// block in C.

#pragma once

#include "core/codegen/c_host/file_writer.h"
#include "core/codegen/c_like/statement_writer.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tir::c_host {

class FunctionWriter : public c_like::StatementWriter {
public:
    FunctionWriter(FileWriter& file, const ModuleEntry& entry, c_like::FunctionLines& lines);
    c_like::FunctionText write();

private:
    // ---- lines, names (function_writer.cpp)
    std::string define(const Var& var);
    std::string type(DType dtype);
    std::string pointerType(const Var& var);
    std::string refuse(const std::string& message);
    void declareParameters();

    // ---- statements (write_stmt.cpp)
    void writeBlock(const Stmt& body);
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
    void writeReturn(const Call& call);
    /// The return value of a function that fails.
    std::string failure() const;

    // ---- expressions (write_expr.cpp)
    std::string expr(const Expr& node, int lane = 0);
    std::string unmarked(const Expr& node, int lane);
    std::string condition(const Expr& node, int lane = 0);
    std::string binary(const Binary& node, int lane);
    std::string infix(DType dtype, const std::string& a, const char* op, const std::string& b);
    std::string cast(DType to, DType from, const std::string& value);
    std::string constant(const IntImm& node);
    std::string constant(const FloatImm& node);
    std::string let(const Let& node, int lane);
    std::string shuffle(const Shuffle& node, int lane);
    std::string variable(const Var& var, int lane);
    std::string element(const Buffer& buffer, ExprList indices, int lane);

    // ---- calls (write_call.cpp)
    std::string call(const Call& call, int lane);
    std::optional<std::string> pointerCall(const Call& call, int lane);
    std::optional<std::string> bitCall(const Call& call, int lane);
    std::optional<std::string> mathCall(std::string_view name, DType dtype, ExprList args, int lane);
    std::string functionCall(const Call& call);
    std::string externCall(const Call& call, int lane);
    std::string structField(const Call& call);
    std::string arguments(ExprList args);

    // ---- packed calls (write_packed.cpp)
    bool writeStackMemory(const Var& var, const Call& call);
    bool writeStructSet(const Call& call);
    /// Writes the call, and its result into `target` unless that is empty; false for other calls.
    bool writePackedCall(const Call& call, const std::string& target);
    std::string packedArguments(ExprList args);

    FileWriter& m_file;
    const PrimFunc& m_function;
    std::string m_name;
    DType m_returns;
    c_like::Names m_names;
    std::unordered_map<const Var*, std::string> m_variables;
    std::unordered_map<const Var*, DType>
        m_pointees;                        ///< element type of the C pointer or array of a variable
    std::unordered_set<const Var*> m_used; ///< variables that are read somewhere
};

} // namespace tir::c_host
