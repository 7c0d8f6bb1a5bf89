// Kernels, as one thread sees them: a plain function that a loop calls, or a coroutine that suspends at
// barriers. (LLVM's switched-resume coroutines: the handle's first word is the resume function.)

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function_emitter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {
namespace {

/// Alignment that tirscope_frame promises.
constexpr uint32_t FrameAlignment = 64;

} // namespace

/// Position of the thread (or its block) on the axis; read once, in the prologue.
llvm::Value* FunctionEmitter::threadIndex(ThreadAxis axis)
{
    Value*& known = m_threadIndices[size_t(axis)];
    if (!known) {
        llvm::IRBuilder<> prologue(m_prologue);
        const bool isBlock = axis < ThreadAxis::ThreadX;
        const size_t number = size_t(axis) % 3;
        const size_t offset = isBlock ? offsetof(GpuBlock, index) : offsetof(GpuThread, index);
        known = prologue.CreateLoad(prologue.getInt32Ty(),
                                    prologue.CreateConstGEP1_64(prologue.getInt8Ty(),
                                                                isBlock ? m_block : m_thread,
                                                                offset + number * sizeof(uint32_t)),
                                    std::string(toString(axis)));
    }
    return known;
}

void FunctionEmitter::emitThread(const Stmt& body, bool asCoroutine)
{
    m_isCoroutine = asCoroutine;
    m_environment = m_function->getArg(3);
    if (asCoroutine)
        startCoroutine();
    setUpPrologue();
    if (asCoroutine)
        llvm::IRBuilder<>(&m_function->getEntryBlock()).CreateBr(m_prologue);
    m_return.block = newBlock("exit");
    const size_t mark = enterScope();
    for (const Buffer* buffer : m_site->m_launchMemory.ofThreads)
        if (const Binding* binding = m_site->findBinding(buffer->data); binding && binding->perLaunch)
            emitThreadMemory(*buffer);
    emitScope(body);
    leaveScope(mark);
    continueIn(m_return.block);
    if (asCoroutine)
        finishCoroutine();
    else
        m_builder->CreateRetVoid();
    finishPrologue();
}

void FunctionEmitter::startCoroutine()
{
    m_function->setPresplitCoroutine();
    llvm::IRBuilder<> b(newBlock("entry"));
    llvm::Value* none = llvm::ConstantPointerNull::get(b.getPtrTy());
    llvm::Value* id =
        b.CreateIntrinsic(llvm::Intrinsic::coro_id, {}, {b.getInt32(FrameAlignment), none, none, none});
    llvm::Value* bytes = b.CreateIntrinsic(llvm::Intrinsic::coro_size, {b.getInt64Ty()}, {});
    llvm::Function* frame = m_module.external("tirscope_frame", b.getPtrTy(), {b.getPtrTy(), b.getInt64Ty()});
    llvm::Value* memory = b.CreateCall(frame, {m_block, bytes});
    m_coroutine = b.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, memory});
    m_suspend = newBlock("suspend");
}

/// Suspends; goes on in `next`, which is null where the thread ends.
void FunctionEmitter::suspend(llvm::BasicBlock* next)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Value* none = llvm::ConstantTokenNone::get(m_module.context());
    llvm::Value* result = b.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {}, {none, b.getInt1(!next)});
    llvm::SwitchInst* targets = b.CreateSwitch(result, m_suspend, 1);
    // 0: resumed. 1, destroyed, never happens: frames end with their block.
    if (next) {
        targets->addCase(b.getInt8(0), next);
        b.SetInsertPoint(next);
    }
}

void FunctionEmitter::finishCoroutine()
{
    llvm::IRBuilderBase& b = *m_builder;
    suspend(nullptr);
    b.SetInsertPoint(m_suspend);
    b.CreateIntrinsic(llvm::Intrinsic::coro_end, {},
                      {m_coroutine, b.getFalse(), llvm::ConstantTokenNone::get(m_module.context())});
    b.CreateRet(m_coroutine);
}

void FunctionEmitter::emitBarrier(const Call& call, std::string_view scope)
{
    const bool isBlock = scope == "shared" || scope == "shared.dyn";
    if (!isBlock && scope != "warp") {
        refuse(call, "a barrier of scope '" + std::string(scope) + "' cannot be run on the CPU", Void);
        return;
    }
    if (!m_isCoroutine) {
        refuse(call, "barrier '" + std::string(call.op->printedName) + "' is outside of any launch", Void);
        return;
    }
    wait(isBlock ? Wait::Block : Wait::Warp, scope);
}

/// Of GpuThread.
llvm::Value* FunctionEmitter::threadField(size_t offset)
{
    return m_builder->CreateConstGEP1_64(m_builder->getInt8Ty(), m_thread, offset);
}

/// Suspends until the others have come to the same place. `mask`: lanes to wait for; null: all.
void FunctionEmitter::wait(Wait wait, std::string_view scope, Value* mask)
{
    const auto set = [&](size_t offset, Value* value) { m_builder->CreateStore(value, threadField(offset)); };
    ++m_barrierCount;
    set(offsetof(GpuThread, wait), int32Value(uint32_t(wait)));
    set(offsetof(GpuThread, barrier),
        textValue("barrier " + std::to_string(m_barrierCount) + " ('" + std::string(scope) + "')"));
    set(offsetof(GpuThread, place), int32Value(m_barrierCount));
    set(offsetof(GpuThread, mask), mask ? mask : int32Value(AllLanes));
    if (CheckSites* checks = m_module.checks(); checks && m_statement)
        set(offsetof(GpuThread, site), int32Value(checks->at(SiteKind::Barrier, *m_statement, m_statement)));
    suspend(newBlock("resumed"));
}

/// Every lane offers its value, waits for the others, and reads the one it chose.
llvm::Value* FunctionEmitter::emitShuffle(const Call& call, const WarpShuffle& shuffle)
{
    llvm::IRBuilderBase& b = *m_builder;
    const DType dtype = shuffle.value->dtype;
    if (!m_isCoroutine)
        return refuse(call, "a shuffle between lanes stands outside of any launch", call.dtype);
    if (dtype.vectorBytes() > int(sizeof(GpuThread::offered[0])))
        return refuse(call, "lanes exchange at most 8 bytes at a time", call.dtype);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Type* word = b.getInt32Ty();
    Value* value = toMemory(dtype, emit(*shuffle.value));
    Value* operand = emitAs(*shuffle.operand, Int32);
    Value* width = emitAs(*shuffle.width, Int32);
    b.CreateAlignedStore(value,
                         b.CreateCall(m_module.external("tirscope_offer", pointer, {pointer}), {m_thread}),
                         llvm::Align(1));
    CheckSites* checks = m_module.checks();
    if (checks)
        b.CreateCall(m_module.external("tirscope_check_offer", b.getVoidTy(), {pointer, pointer}),
                     {m_emulator, m_thread});
    wait(Wait::Warp, "shuffle", emitAs(*call.args[0], UInt32));
    if (checks)
        b.CreateCall(m_module.external("tirscope_check_receive", b.getVoidTy(),
                                       {pointer, pointer, pointer, word, word, word, word}),
                     {m_emulator, m_block, m_thread, int32Value(checks->receive(call, m_statement)),
                      int32Value(uint32_t(shuffle.choice)), operand, width});
    llvm::Function* offered =
        m_module.external("tirscope_offered", pointer, {pointer, pointer, word, word, word});
    Value* source =
        b.CreateCall(offered, {m_block, m_thread, int32Value(uint32_t(shuffle.choice)), operand, width});
    return fromMemory(dtype, b.CreateAlignedLoad(memoryType(dtype), source, llvm::Align(1)));
}

/// Runs a thread function for every thread of a block.
llvm::Function* FunctionEmitter::emitBlockFunction(llvm::Function* thread, const std::string& name)
{
    llvm::LLVMContext& context = m_module.context();
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, pointer}, false);
    llvm::Function* function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, name, m_module.output());
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
    if (m_module.checks())
        b.CreateStore(number, b.CreateConstGEP1_64(b.getInt8Ty(), state, offsetof(GpuThread, number)));
    b.CreateCall(thread, {emulator, block, state, function->getArg(2)});
    b.CreateBr(outerNext);
    b.SetInsertPoint(exit);
    b.CreateRetVoid();
    return function;
}

} // namespace tir::llvm_ir
