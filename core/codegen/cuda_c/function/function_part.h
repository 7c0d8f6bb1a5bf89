/// The base of the parts that write one function, and what they share. A part holds references to the other parts that
/// it uses, and to nothing else.

#pragma once

#include "core/codegen/c_like/function_lines.h"
#include "core/codegen/cuda_c/file_writer.h"
#include "core/ir/expr.h"

#include <string>
#include <string_view>

namespace tir::cuda_c {

/// The text of a string argument, or nothing.
std::string_view stringOf(const Expr& arg);

struct FunctionContext {
    FileWriter& file;
    const PrimFunc& function;
    const std::string name;
    c_like::FunctionLines& lines;
};

class FunctionPart {
protected:
    explicit FunctionPart(FunctionContext& context) : m_context(context), m_file(context.file) {}

    /// `write` returns the text of the expression; the lines that it adds are attributed to the expression.
    template <class Write>
    std::string expression(const Expr& expr, const Write& write)
    {
        return m_context.lines.expression(expr, write);
    }
    void line(const std::string& text) { m_context.lines.add(text); }

    /// The spelling of a type; refuses those that CUDA C lacks.
    std::string type(DType type);
    /// The same for an element in memory.
    std::string storage(DType type);
    std::string lane(DType type, const std::string& vector, int index);
    void use(Feature feature) { m_file.use(feature); }

    void refuse(const std::string& message);
    void refuse(const Node& node, const std::string& message);
    /// Of the node in the statement that is written; that of the statement if the node is not in it.
    Place placeOf(const Node& node) const;
    /// Rejects the operation if the GPU is older than sm_NN.
    void needArch(int number, const std::string& what);
    bool isOlderThan(int number) const;

    FunctionContext& m_context;
    FileWriter& m_file;
};

} // namespace tir::cuda_c
