#include "core/codegen/llvm_ir/function/bindings.h"

#include "core/codegen/llvm_ir/function/allocations.h"
#include "core/codegen/llvm_ir/function/expressions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

/// Alignment of a captured value in the environment; enough for every scalar and pointer.
constexpr int64_t CaptureAlignment = 16;

} // namespace

void Bindings::define(const Var* var, Binding binding)
{
    Binding& current = m_vars[var];
    m_undo.push_back({var, current, nullptr});
    current = binding;
}

void Bindings::release(Value* memory)
{
    llvm::Type* pointer = m_builder.getPtrTy();
    m_builder.CreateCall(m_module.external("tirscope_release", m_builder.getVoidTy(), {pointer, pointer}),
                         {m_context.emulator, memory});
}

void Bindings::leaveScope(size_t mark)
{
    while (m_undo.size() > mark) {
        const Undo& undo = m_undo.back();
        if (undo.release)
            release(undo.release);
        if (undo.var && !undo.old.value && !undo.old.perLaunch)
            m_vars.erase(undo.var);
        else if (undo.var)
            m_vars[undo.var] = undo.old;
        m_undo.pop_back();
    }
}

void Bindings::leaveTurn(size_t mark, Variables& turn)
{
    std::vector<Undo> releases; // when the scope around ends
    for (size_t at = mark; at < m_undo.size(); ++at) {
        if (m_undo[at].var)
            turn[m_undo[at].var] = *findBinding(m_undo[at].var);
        if (m_undo[at].release)
            releases.push_back({nullptr, {}, std::exchange(m_undo[at].release, nullptr)});
    }
    leaveScope(mark);
    m_undo.insert(m_undo.end(), releases.begin(), releases.end());
}

void Bindings::enterKernel(Caller& caller)
{
    caller.vars = std::exchange(m_vars, {});
    caller.mark = enterScope();
    caller.outer = std::exchange(m_callerVars, &caller.vars);
}

void Bindings::leaveKernel(Caller& caller)
{
    leaveScope(caller.mark);
    m_callerVars = caller.outer;
    m_vars = std::move(caller.vars);
}

void Bindings::captureFrom(Bindings& site, Value* environment)
{
    m_site = &site;
    m_environment = environment;
}

const Binding* Bindings::findBinding(const Var* var) const
{
    const auto found = m_vars.find(var);
    return found == m_vars.end() ? nullptr : &found->second;
}

/// The value of the variable here; null if it is not in scope.
llvm::Value* Bindings::lookup(const Var* var)
{
    if (const Binding* binding = findBinding(var))
        return binding->value;
    if (m_launchBinds) {
        const auto found = m_launchBinds->find(var);
        if (found != m_launchBinds->end()) {
            Value* value = m_expressions.emit(*found->second);
            define(var, value);
            return value;
        }
    }
    return m_site ? capture(var) : nullptr;
}

llvm::Value* Bindings::capture(const Var* var)
{
    const Binding* binding = m_site->findBinding(var);
    if (binding && binding->perLaunch) {
        const llvm::IRBuilderBase::InsertPointGuard guard(m_builder);
        m_builder.SetInsertPoint(m_context.prologue);
        m_vars[var].value = m_allocations.emitSharedAllocation(*binding->perLaunch);
        return m_vars[var].value;
    }
    Value* value = m_site->lookup(var);
    // ConvertSSA leaves the host's variable in the extents of a kernel's allocation. No generator reads them there: the
    // launch passes the number of bytes.
    if (!value && m_isAllocating && m_site->m_callerVars) {
        const auto found = m_site->m_callerVars->find(var);
        value = found == m_site->m_callerVars->end() ? nullptr : found->second.value;
    }
    if (!value)
        return nullptr;
    if (!llvm::isa<llvm::Constant>(value)) {
        llvm::IRBuilder<> prologue(m_context.prologue);
        llvm::Value* address = prologue.CreateConstInBoundsGEP1_64(prologue.getInt8Ty(), m_environment,
                                                                   uint64_t(m_captures.bytes));
        llvm::Type* type = value->getType();
        m_captures.values.push_back({value, m_captures.bytes});
        const int64_t bytes = int64_t(m_module.output().getDataLayout().getTypeAllocSize(type));
        m_captures.bytes += (bytes + CaptureAlignment - 1) / CaptureAlignment * CaptureAlignment;
        value =
            prologue.CreateAlignedLoad(type, address, llvm::Align(CaptureAlignment), std::string(var->name));
    }
    m_vars[var].value = value;
    return value;
}

} // namespace tir::llvm_ir
