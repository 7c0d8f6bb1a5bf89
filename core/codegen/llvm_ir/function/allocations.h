/// Allocations: memory of a host, a block, a warp, a thread, or the threads that reduce together.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"
#include "core/codegen/llvm_ir/thread_memory.h"

namespace tir::llvm_ir {

class Bindings;
class BufferAddresses;
class Expressions;
class Platform;
struct ThreadReductions;

class Allocations : public FunctionPart {
public:
    Allocations(FunctionContext& context, Platform& platform, ThreadReductions& reductions,
                Bindings& bindings, Expressions& expressions, BufferAddresses& addresses)
        : FunctionPart(context),
          m_platform(platform),
          m_reductions(reductions),
          m_bindings(bindings),
          m_expressions(expressions),
          m_addresses(addresses)
    {}

    Value* allocationBytes(const Buffer& buffer);
    void emitAllocation(const AllocBuffer& alloc);
    void emitBlockAllocation(const Node& node, const Buffer& buffer);
    void emitThreadMemory(const Buffer& buffer);
    Value* emitSharedAllocation(const Buffer& buffer);

    void setLaunchMemory(LaunchMemory memory) { m_launchMemory = std::move(memory); }
    /// Buffers that every thread of a launch here allocates.
    std::vector<const Buffer*> perThread() const;

private:
    bool isOfLaunch(const Buffer& buffer) const;
    void emitWorkspace(const Buffer& buffer);
    Value* emitWarpAllocation(const Buffer& buffer);
    Value* emitGroupAllocation(const Buffer& buffer, AxisSet reduced);
    Value* checkedAllocation(Value* memory);

    Platform& m_platform;
    ThreadReductions& m_reductions;
    Bindings& m_bindings;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;

    LaunchMemory m_launchMemory; ///< allocations of launches
};

} // namespace tir::llvm_ir
