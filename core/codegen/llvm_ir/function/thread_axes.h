/// Axes of a launch: a host launches at the first one, a thread has an index on each.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"
#include "core/codegen/llvm_ir/scan.h"

namespace tir::llvm_ir {

class Bindings;
class Conversions;
class Expressions;
class Launches;
class MemoryChecks;
class Platform;
class Statements;

class ThreadAxes : public FunctionPart {
public:
    ThreadAxes(FunctionContext& context, Platform& platform, Bindings& bindings, Conversions& conversions,
               MemoryChecks& checks, Expressions& expressions, Statements& statements, Launches& launches)
        : FunctionPart(context),
          m_platform(platform),
          m_bindings(bindings),
          m_conversions(conversions),
          m_checks(checks),
          m_expressions(expressions),
          m_statements(statements),
          m_launches(launches)
    {}

    void emitThreadExtent(const AttrStmt& node, const IterVar& axis);
    void emitThreads(const Stmt& axisStmt, const Var* var, const Expr* min, ThreadAxis axis,
                     const Stmt& body);
    Value* threadIndex(ThreadAxis axis);

    /// The axis that the variable is a position on.
    std::optional<ThreadAxis> axisOf(const Var& var) const;
    /// Of the launch that the thread belongs to.
    void setExtents(const ThreadExtents& extents) { m_extents = extents; }

private:
    bool isExtentOf(ThreadAxis axis, const Expr& extent) const;

    Platform& m_platform;
    Bindings& m_bindings;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    Expressions& m_expressions;
    Statements& m_statements;
    Launches& m_launches;

    std::unordered_map<const Var*, ThreadAxis> m_axisOf;
    ThreadExtents m_extents = {};
    std::array<Value*, ThreadAxisCount> m_threadIndices = {};
};

} // namespace tir::llvm_ir
