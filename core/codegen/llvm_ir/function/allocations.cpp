#include "core/codegen/llvm_ir/function/allocations.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/buffer_addresses.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/thread_reductions.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

/// Larger allocations of a thread do not go on the stack.
constexpr int64_t MaxStackBytes = 64 << 10;
constexpr int64_t MaxAlignment = 64;

} // namespace

llvm::Value* Allocations::allocationBytes(const Buffer& buffer)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* bytes = int64Value(std::max(buffer.dtype.vectorBytes(), 1));
    if (!buffer.strides.empty() && !buffer.shape.empty()) // the outermost stride spans the rest
        return b.CreateMul(bytes, b.CreateMul(m_expressions.emitAs(*buffer.shape[0], Int64),
                                              m_expressions.emitAs(*buffer.strides[0], Int64)));
    for (const Expr* extent : buffer.shape)
        bytes = b.CreateMul(bytes, m_expressions.emitAs(*extent, Int64));
    return bytes;
}

void Allocations::emitAllocation(const AllocBuffer& alloc)
{
    if (m_platform.emitAllocation(alloc))
        return;
    const Buffer& buffer = *alloc.buffer;
    const StorageRank rank = buffer.scope().rank;
    if (!m_addresses.isAddressable(alloc, buffer, buffer.shape.size()))
        return m_bindings.define(buffer.data, undefined(Handle));
    if (rank == StorageRank::Shared) {
        // Shared memory of a host does not exist until a launch requests it.
        if (m_context.side == Side::Host)
            return m_bindings.define(buffer.data, Binding{nullptr, &buffer});
        return m_bindings.define(buffer.data, emitSharedAllocation(buffer));
    }
    emitBlockAllocation(alloc, buffer);
}

/// Memory in the scope of the buffer. That of a host is ordinary memory, except for allocations of its launches: before
/// lowering, it contains the parts of all blocks and threads.
void Allocations::emitBlockAllocation(const Node& node, const Buffer& buffer)
{
    const StorageRank rank = buffer.scope().rank;
    const bool isOfWarp = rank == StorageRank::Warp || isFragment(rank);
    const bool isPlain = rank == StorageRank::Local || rank == StorageRank::Global ||
                         rank == StorageRank::Shared || (m_context.emulator && isOfWarp);
    if (m_context.side == Side::Host && isOfLaunch(buffer))
        return m_bindings.define(buffer.data, Binding{nullptr, &buffer});
    if (!isPlain) {
        refuse(node,
               "buffer " + quoted(buffer.name) + " is in " + quoted(buffer.scopeText()) +
                   ", which cannot be emulated on the CPU",
               Handle);
        return m_bindings.define(buffer.data, undefined(Handle));
    }
    if (m_context.side == Side::Device && m_context.emulator)
        return emitThreadMemory(buffer);
    emitWorkspace(buffer);
}

/// Memory of the thread, or of the threads that it shares the buffer with.
void Allocations::emitThreadMemory(const Buffer& buffer)
{
    const StorageRank rank = buffer.scope().rank;
    if (rank == StorageRank::Shared)
        return m_bindings.define(buffer.data, emitSharedAllocation(buffer));
    if (rank == StorageRank::Warp || isFragment(rank))
        return m_bindings.define(buffer.data, emitWarpAllocation(buffer));
    if (const auto reduced = m_reductions.axes.find(buffer.data); reduced != m_reductions.axes.end())
        return m_bindings.define(buffer.data, emitGroupAllocation(buffer, reduced->second));
    emitWorkspace(buffer);
}

std::vector<const Buffer*> Allocations::perThread() const
{
    std::vector<const Buffer*> buffers;
    for (const Buffer* buffer : m_launchMemory.ofThreads)
        if (const Binding* binding = m_bindings.findBinding(buffer->data); binding && binding->perLaunch)
            buffers.push_back(buffer);
    return buffers;
}

bool Allocations::isOfLaunch(const Buffer& buffer) const
{
    const std::vector<const Buffer*>& ofThreads = m_launchMemory.ofThreads;
    return m_launchMemory.ofBlocks.contains(&buffer) ||
           std::find(ofThreads.begin(), ofThreads.end(), &buffer) != ofThreads.end();
}

/// Memory of this thread of execution, until the scope ends.
void Allocations::emitWorkspace(const Buffer& buffer)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* pointer = b.getPtrTy();
    const int64_t alignment = std::clamp<int64_t>(buffer.alignment, 1, MaxAlignment);
    const int64_t count = constantElementCount(buffer);
    const int64_t bytes = count < 0 ? -1 : count * std::max(buffer.dtype.vectorBytes(), 1);
    // Code for other platforms than the emulator can only allocate this way.
    const bool isWatched = m_module.checks() && !m_module.checks()->isSettled(buffer.data);
    const bool isOnStack = !m_context.emulator || (bytes <= MaxStackBytes && !isWatched);
    if (!m_context.emulator && (bytes < 0 || !buffer.strides.empty())) {
        return m_bindings.define(
            buffer.data, refuse(buffer,
                                "memory " + quoted(buffer.name) +
                                    " has no constant size; LowerTVMBuiltin takes it from the runtime",
                                Handle));
    }
    if (bytes >= 0 && isOnStack && buffer.strides.empty()) {
        Value* memory = stackMemory(std::max<int64_t>(bytes, 1), alignment);
        b.CreateMemSet(memory, b.getInt8(FreshMemoryByte), uint64_t(bytes), llvm::Align(uint64_t(alignment)));
        return m_bindings.define(buffer.data, memory);
    }
    const bool isForBlocks = m_context.side == Side::Host && buffer.scope().rank != StorageRank::Global;
    llvm::Function* allocate =
        m_module.external(isForBlocks ? "tirscope_allocate_for_blocks" : "tirscope_allocate", pointer,
                          {pointer, b.getInt64Ty(), b.getInt64Ty()});
    Value* memory =
        b.CreateCall(allocate, {m_context.emulator, allocationBytes(buffer), int64Value(alignment)});
    m_bindings.define(buffer.data, memory);
    m_bindings.releaseAtEnd(memory);
}

llvm::Value* Allocations::emitSharedAllocation(const Buffer& buffer)
{
    llvm::IRBuilderBase& b = m_builder;
    if (m_module.checks() && buffer.dtype.bytes() == 1 && buffer.dtype.isScalar())
        m_module.checks()->addPool(buffer.data);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* shared =
        m_module.external("tirscope_shared", pointer,
                          {pointer, pointer, b.getInt32Ty(), b.getInt64Ty(), b.getInt64Ty(), b.getInt1Ty()});
    shared->addParamAttr(5, llvm::Attribute::ZExt);
    const bool outer = m_bindings.setAllocating(true);
    Value* bytes = allocationBytes(buffer);
    m_bindings.setAllocating(outer);
    return checkedAllocation(
        b.CreateCall(shared, {m_context.emulator, m_context.block, int32Value(m_module.nextSharedSlot()),
                              bytes, int64Value(std::clamp<int64_t>(buffer.alignment, 1, MaxAlignment)),
                              b.getInt1(buffer.scope().isDynamicShared())}));
}

/// Threads that share memory keep its address. A checked program notes that they allocate it, since an allocation in a
/// loop has new contents in each iteration.
llvm::Value* Allocations::checkedAllocation(llvm::Value* memory)
{
    if (!m_module.checks())
        return memory;
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* check =
        m_module.external("tirscope_check_allocation", b.getVoidTy(), {pointer, pointer, pointer});
    b.CreateCall(check, {m_context.emulator, m_context.thread, memory});
    return memory;
}

/// One piece of memory for the lanes of a warp.
llvm::Value* Allocations::emitWarpAllocation(const Buffer& buffer)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* allocate = m_module.external("tirscope_warp_memory", pointer,
                                                 {pointer, pointer, pointer, b.getInt32Ty(), b.getInt64Ty()});
    return checkedAllocation(
        b.CreateCall(allocate, {m_context.emulator, m_context.block, m_context.thread,
                                int32Value(m_module.nextSharedSlot()), allocationBytes(buffer)}));
}

/// One piece of memory for the threads that reduce into the buffer together: they differ in `reduced` only.
llvm::Value* Allocations::emitGroupAllocation(const Buffer& buffer, AxisSet reduced)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* allocate =
        m_module.external("tirscope_group_memory", pointer,
                          {pointer, pointer, pointer, b.getInt32Ty(), b.getInt64Ty(), b.getInt32Ty()});
    return checkedAllocation(
        b.CreateCall(allocate, {m_context.emulator, m_context.block, m_context.thread,
                                int32Value(m_module.nextSharedSlot()), allocationBytes(buffer),
                                int32Value(reduced >> size_t(ThreadAxis::ThreadX))}));
}

} // namespace tir::llvm_ir
