/// Writes one function. Expressions become texts of one lane: of a vector, every lane is written by itself,
/// so that C needs no vectors. Variables have a name of their own for each definition, because bodies of
/// attributes open no block in C.

#pragma once

#include "core/codegen/artifact.h"
#include "core/codegen/c_host/file_writer.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tir::c_host {

struct FunctionText {
    std::string declaration; ///< without the semicolon
    std::string definition;
    std::vector<ArtifactRange> ranges; ///< of the definition
};

class FunctionWriter {
public:
    FunctionWriter(FileWriter& file, const ModuleEntry& entry);
    FunctionText write();

private:
    // ---- lines, names (function_writer.cpp)
    void line(const std::string& text);
    std::string define(const Var& var);
    std::string type(DType dtype);
    std::string pointerType(const Var& var);
    std::string refuse(const std::string& message);
    void declareParameters();

    // ---- statements (write_stmt.cpp)
    void write(const Stmt& stmt);
    void writeBlock(const Stmt& body);
    void write(const AllocBuffer& node);
    void write(const AssertStmt& node);
    void write(const AttrStmt& node);
    void write(const Bind& node);
    void write(const BufferStore& node);
    void write(const Evaluate& node);
    void write(const For& node);
    void write(const IfThenElse& node);
    void writeReturn(const Call& call);
    /// What a function answers when it fails.
    std::string failure() const;

    // ---- expressions (write_expr.cpp)
    std::string expr(const Expr& node, int lane = 0);
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
    Names m_names;
    PlaceCursor m_cursor;
    std::string m_text;
    std::vector<ArtifactRange> m_ranges;
    int m_indent = 0;
    std::unordered_map<const Var*, std::string> m_variables;
    std::unordered_map<const Var*, DType> m_pointees; ///< what the C pointer or array of a variable points to
    std::unordered_set<const Var*> m_used;            ///< variables that are read somewhere
};

} // namespace tir::c_host
