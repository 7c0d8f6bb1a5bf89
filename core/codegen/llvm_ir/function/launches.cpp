#include "core/codegen/llvm_ir/function/launches.h"

#include "core/analysis/declared_threads.h"
#include "core/codegen/llvm_ir/called_axes.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/allocations.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/fragments.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/thread_launch.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/thread_reductions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tir::llvm_ir {
namespace {

/// Runs a thread function for every thread of a block.
llvm::Function* emitBlockFunction(ModuleEmitter& module, llvm::Function* thread, const std::string& name)
{
    llvm::LLVMContext& context = module.context();
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, pointer}, false);
    llvm::Function* function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module.output());
    llvm::Value* emulator = function->getArg(0);
    llvm::Value* block = function->getArg(1);
    thread->addFnAttr(llvm::Attribute::AlwaysInline);

    llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", function));
    llvm::Value* state = b.CreateAlloca(b.getInt8Ty(), b.getInt64(sizeof(GpuThread)));
    llvm::cast<llvm::AllocaInst>(state)->setAlignment(llvm::Align(alignof(GpuThread)));
    llvm::BasicBlock* outerNext = nullptr;
    llvm::BasicBlock* exit = nullptr;
    llvm::Value* number = b.getInt32(0);
    for (size_t axis : {size_t(2), size_t(1), size_t(0)}) { // x is innermost
        llvm::Value* count = b.CreateLoad(
            b.getInt32Ty(), b.CreateConstGEP1_64(b.getInt8Ty(), block,
                                                 offsetof(GpuBlock, threadCounts) + axis * sizeof(uint32_t)));
        llvm::BasicBlock* from = b.GetInsertBlock();
        llvm::BasicBlock* head = llvm::BasicBlock::Create(context, "head", function);
        llvm::BasicBlock* inside = llvm::BasicBlock::Create(context, "body", function);
        llvm::BasicBlock* next = llvm::BasicBlock::Create(context, "next", function);
        llvm::BasicBlock* after = outerNext ? outerNext : llvm::BasicBlock::Create(context, "exit", function);
        exit = exit ? exit : after;
        b.CreateBr(head);
        b.SetInsertPoint(head);
        llvm::PHINode* index = b.CreatePHI(b.getInt32Ty(), 2);
        index->addIncoming(b.getInt32(0), from);
        b.CreateCondBr(b.CreateICmpULT(index, count), inside, after);
        b.SetInsertPoint(next);
        index->addIncoming(b.CreateAdd(index, b.getInt32(1)), next);
        b.CreateBr(head);
        b.SetInsertPoint(inside);
        b.CreateStore(index, b.CreateConstGEP1_64(b.getInt8Ty(), state,
                                                  offsetof(GpuThread, index) + axis * sizeof(uint32_t)));
        number = b.CreateAdd(b.CreateMul(number, count), index);
        outerNext = next;
    }
    if (module.checks())
        b.CreateStore(number, b.CreateConstGEP1_64(b.getInt8Ty(), state, offsetof(GpuThread, number)));
    b.CreateCall(thread, {emulator, block, state, function->getArg(2)});
    b.CreateBr(outerNext);
    b.SetInsertPoint(exit);
    b.CreateRetVoid();
    return function;
}

} // namespace

void Launches::emitLaunch(const Stmt& body, const std::string& name,
                          const std::array<Value*, ThreadAxisCount>& given, Value* dynamicBytes)
{
    if (m_platform.emitLaunch(body))
        return;
    llvm::IRBuilderBase& b = m_builder;
    const LaunchScan scan = scanLaunch(body);
    const size_t mark = m_bindings.enterScope();
    m_bindings.setLaunchBinds(&scan.binds);
    std::array<Value*, ThreadAxisCount> counts = given;
    for (size_t axis = 0; axis < ThreadAxisCount; ++axis)
        if (!counts[axis])
            counts[axis] =
                scan.extents[axis] ? m_expressions.emitAs(*scan.extents[axis], Int64) : int64Value(1);
    m_bindings.setLaunchBinds(nullptr);
    m_bindings.leaveScope(mark);

    for (const WrongAxis& wrong : wrongAxesOfCallees(body, m_module.module(), scan.extents))
        refuse(*wrong.node, wrong.message, Void);

    // The kernel captures variables from here while it is emitted; they are stored in the environment.
    const Stmt* const statement = m_context.statement;
    const Cooperation cooperates = cooperation(body, m_module.module());
    LockstepPlan lockstep;
    if (m_module.isLockstep())
        lockstep = LockstepPlan(body, m_module.module(), m_reductions);
    // Without a wait for copies, they complete immediately.
    const bool copiesLate = cooperates.copiesAsync && cooperates.waitsForCopies;
    const bool hasBarriers = cooperates.waits || copiesLate || !lockstep.isEmpty();
    llvm::Type* pointer = b.getPtrTy();
    auto* type = llvm::FunctionType::get(hasBarriers ? pointer : b.getVoidTy(),
                                         std::vector<llvm::Type*>(4, pointer), false);
    llvm::Function* function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, name + ".thread", m_module.output());
    FunctionEmitter thread(m_module, function, Side::Device);
    const Captures& captures = thread.emitThread(body, {.site = m_bindings,
                                                        .target = m_context.target,
                                                        .reductions = m_reductions,
                                                        .extents = scan.extents,
                                                        .lockstep = std::move(lockstep),
                                                        .fragmentShapes = m_fragments.shapes(),
                                                        .memory = m_allocations.perThread(),
                                                        .copiesLate = copiesLate,
                                                        .isCoroutine = hasBarriers});
    llvm::Function* run = hasBarriers ? function : emitBlockFunction(m_module, function, name + ".block");
    m_context.statement = statement;

    Value* launch = stackMemory(sizeof(GpuLaunch), alignof(GpuLaunch));
    const auto set = [&](size_t offset, Value* value) {
        b.CreateStore(value, b.CreateConstGEP1_64(b.getInt8Ty(), launch, offset));
    };
    set(offsetof(GpuLaunch, kernel), textValue(name));
    for (size_t axis = 0; axis < 3; ++axis) {
        set(offsetof(GpuLaunch, blockCounts) + axis * sizeof(int64_t),
            counts[size_t(ThreadAxis::BlockX) + axis]);
        set(offsetof(GpuLaunch, threadCounts) + axis * sizeof(int64_t),
            counts[size_t(ThreadAxis::ThreadX) + axis]);
    }
    // A launch in place starts the threads that it declares.
    const bool isCalled = std::ranges::any_of(given, [](Value* count) { return count != nullptr; });
    set(offsetof(GpuLaunch, declaredThreads), int64Value(isCalled ? declaredThreads(body).value_or(0) : 0));
    set(offsetof(GpuLaunch, dynamicBytes), dynamicBytes ? dynamicBytes : int64Value(-1));
    set(offsetof(GpuLaunch, isLockstep), int64Value(m_module.isLockstep()));
    set(offsetof(GpuLaunch, isOrdered), int64Value(cooperates.isAtomic || cooperates.prints));
    set(offsetof(GpuLaunch, environment), environmentOf(captures));
    Value* none = llvm::ConstantPointerNull::get(b.getPtrTy());
    set(offsetof(GpuLaunch, runBlock), hasBarriers ? none : run);
    set(offsetof(GpuLaunch, startThread), hasBarriers ? run : none);
    b.CreateCall(m_module.external("tirscope_launch", b.getVoidTy(), {pointer, pointer}),
                 {m_context.emulator, launch});
}

/// The captures of the thread function, stored at the positions where it loads them.
llvm::Value* Launches::environmentOf(const Captures& captures)
{
    Value* environment = stackMemory(std::max<int64_t>(captures.bytes, 1), 16);
    for (const Capture& capture : captures.values)
        m_builder.CreateStore(
            capture.siteValue,
            m_builder.CreateConstGEP1_64(m_builder.getInt8Ty(), environment, uint64_t(capture.offset)));
    return environment;
}

} // namespace tir::llvm_ir
