/// The values of variables, scope by scope. The function of a launch's threads takes variables that it does not define
/// from the launch site, through its environment parameter.

#pragma once

#include "core/codegen/llvm_ir/function/binding.h"
#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Allocations;
class Expressions;

/// A value of the launch site that a thread function uses, and its index in the environment.
struct Capture {
    llvm::Value* siteValue;
    int64_t offset;
};
struct Captures {
    std::vector<Capture> values;
    int64_t bytes = 0; ///< of the environment
};

class Bindings : public FunctionPart {
public:
    Bindings(FunctionContext& context, Expressions& expressions, Allocations& allocations)
        : FunctionPart(context),
          m_expressions(expressions),
          m_allocations(allocations)
    {}

    void define(const Var* var, Value* value) { define(var, Binding{value, nullptr, {}}); }
    void define(const Var* var, Binding binding);
    Value* lookup(const Var* var);
    const Binding* findBinding(const Var* var) const;
    size_t enterScope() const { return m_undo.size(); }
    void leaveScope(size_t mark);

    /// Memory of the runtime whose lifetime ends here.
    void release(Value* memory);
    /// Memory that is to be released when the scope ends.
    void releaseAtEnd(Value* memory) { m_undo.push_back({nullptr, {}, memory}); }
    /// As leaveScope(), for one of several virtual threads: the definitions are kept in `turn`, and its memory lives on
    /// in the enclosing scope.
    void leaveTurn(size_t mark, Variables& turn);

    /// State of the caller that a called kernel does not see.
    struct Caller {
        Variables vars;
        const Variables* outer;
        size_t mark;
    };
    /// `caller` must stay where it is until leaveKernel().
    void enterKernel(Caller& caller);
    void leaveKernel(Caller& caller);
    /// Bindings in the launch that its extents may use besides the variables in scope; may be null.
    void setLaunchBinds(const std::unordered_map<const Var*, const Expr*>* binds) { m_launchBinds = binds; }
    /// Whether the size of shared memory is being computed; returns the previous state.
    bool setAllocating(bool isAllocating) { return std::exchange(m_isAllocating, isAllocating); }

    /// From now on, variables that are not defined here are captured from `site` and loaded from `environment`.
    void captureFrom(Bindings& site, Value* environment);
    const Captures& captures() const { return m_captures; }

private:
    Value* capture(const Var* var);

    Expressions& m_expressions;
    Allocations& m_allocations;

    /// An allocation to release, or an old meaning to restore, when a scope ends.
    struct Undo {
        const Var* var = nullptr;
        Binding old;
        Value* release = nullptr;
    };
    Variables m_vars;
    std::vector<Undo> m_undo;
    const std::unordered_map<const Var*, const Expr*>* m_launchBinds = nullptr;
    const Variables* m_callerVars = nullptr;
    bool m_isAllocating = false;
    Bindings* m_site = nullptr; ///< of a thread function
    Value* m_environment = nullptr;
    Captures m_captures;
};

} // namespace tir::llvm_ir
