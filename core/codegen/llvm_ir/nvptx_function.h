/// The emitter of one function of a GPU module: thread axes are special registers, shared memory is a
/// variable of its own address space, barriers, shuffles and copies are NVVM's intrinsics, mathematics is
/// libdevice's. Pointers are generic; LLVM finds out again which memory they point to. Private to this
/// folder.

#pragma once

#include "core/codegen/llvm_ir/function_emitter.h"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace tir::llvm_ir {

/// What dynamic shared memory is aligned to at least, and what pointers from the host are aligned to.
inline constexpr int64_t MaxVectorBytes = 16;

class NvptxModuleEmitter : public ModuleEmitter {
public:
    /// `architecture`: 90 for sm_90. `fastMath`: float32 functions are approximated where libdevice can.
    NvptxModuleEmitter(const Module& module, llvm::Module& output, int architecture, bool fastMath);

    llvm::Function* function(const ModuleEntry& entry, Side side) override;
    int architecture() const { return m_architecture; }
    bool fastMath() const { return m_fastMath; }

    /// Shared memory of a kernel; null when the kernel has dynamic shared memory already.
    llvm::Value* sharedMemory(const llvm::Function& kernel, const Buffer& buffer, int64_t bytes);
    /// A function of libdevice, to be linked.
    llvm::Function* libdevice(const std::string& name, llvm::Type* result,
                              const std::vector<llvm::Type*>& params);
    /// Its users name it in messages when there is no libdevice.
    const std::set<std::string>& usedFromLibdevice() const { return m_usedFromLibdevice; }

private:
    llvm::Function* declare(const ModuleEntry& entry, const PrimFunc& function);

    int m_architecture;
    bool m_fastMath;
    std::map<const llvm::Function*, std::string_view> m_dynamicMemory; ///< name of the allocation
    std::set<std::string> m_usedFromLibdevice;
};

class NvptxFunctionEmitter : public FunctionEmitter {
public:
    NvptxFunctionEmitter(NvptxModuleEmitter& module, llvm::Function* function, const PrimFunc& primFunc);

protected:
    Value* emitOwnCall(const Call& call, bool& known) override;
    Value* parameter(const Var& param, Value* argument) override;
    Value* argument(const Var& param, Value* value) override;
    void fail(std::string_view kind, std::string_view message) override;
    Value* memoryValue(DType dtype, Value* value) override;
    Value* registerValue(DType dtype, Value* value) override;
    llvm::Type* memoryType(DType dtype) override;
    Value* widenedFloat(Value* value, DType to) override;
    Value* floatToInt(DType to, DType from, Value* value) override;
    Value* guardedDivisor(const Binary& node, Value* dividend, Value*& divisor) override;
    llvm::Function* libraryFunction(std::string_view function, DType element,
                                    const std::vector<llvm::Type*>& params) override;
    uint64_t accessAlignment(const Buffer& buffer, const Expr& index, int lanes) override;
    uint64_t elementAlignment(DType dtype) const override { return uint64_t(dtype.bytes()); }
    bool isVolatile(const Buffer& buffer) const override;
    Value* emitFunctionCall(const Call& call, const ModuleEntry& callee) override;
    void emitAllocation(const AllocBuffer& alloc) override;
    void emitAttr(const AttrStmt& node) override;
    void emitAssert(const AssertStmt& node) override;
    void emitThreadExtent(const AttrStmt& node, const IterVar& axis) override;
    Value* threadIndex(ThreadAxis axis) override;

private:
    // ---- nvptx_calls.cpp
    Value* emitOwnBarrier(const Call& call, std::string_view scope);
    Value* emitOwnShuffle(const Call& call, const WarpShuffle& shuffle);
    Value* emitOwnActiveMask(const Call& call);
    Value* emitOwnCopyAsync(const Call& call);
    Value* emitCommitGroup(const Call& call);
    Value* emitWaitGroup(const Call& call);
    Value* emitAtomicAdd(const Call& call);
    Value* emitAtomicSwap(const Call& call);
    Value* emitBallot(const Call& call);
    Value* emitBarrierVote(const Call& call);
    Value* emitWarpSum(const Call& call);
    Value* emitFence(const Call& call);
    Value* emitClusterBarrier(const Call& call);
    /// Whether the GPU has what sm_`number` is the first to have. Else `node` is refused: LLVM ends the process at
    /// instructions that the architecture lacks.
    bool hasArch(int number, const Node& node, std::string_view what);
    bool hasClusters(const Node& node);
    bool hasAsyncCopies(const Node& node);
    Value* emitClock(const Call& call);
    Value* emitDotProduct(const Call& call);
    Value* emitBits(const Call& call);
    Value* emitForeignMath(const Call& call, bool& known);
    Value* emitRefusedHere(const Call& call);
    Value* intrinsic(unsigned id, const std::vector<Value*>& args);
    Value* sharedPointer(Value* pointer);
    Value* globalPointer(Value* pointer);

    // ---- nvptx_fragments.cpp
    struct Fragment {
        const Buffer* buffer = nullptr;
        int64_t m = 0;
        int64_t n = 0;
        int64_t k = 0;
        std::string layout;         ///< "row", "col"; accumulators have none
        Value* memory = nullptr;    ///< of all fragments of the buffer, once the shape is known
        llvm::Type* type = nullptr; ///< of one fragment
    };
    void allocateFragments(const AllocBuffer& alloc);
    void noteFragment(const AttrStmt& node);
    Fragment* fragmentOf(const Expr& data);
    Value* fragmentAddress(Fragment& fragment, const Expr& index);
    bool giveType(Fragment& fragment, llvm::Type* type);
    Value* emitFragmentLoad(const Call& call);
    Value* emitFragmentStore(const Call& call);
    Value* emitFragmentFill(const Call& call);
    Value* emitFragmentMultiply(const Call& call);

    Value* refuseConversion(DType dtype);

    NvptxModuleEmitter& m_gpu;
    const PrimFunc& m_primFunc;
    std::unordered_set<const Var*> m_volatile; ///< data of allocations that are marked so
    std::unordered_map<const Var*, Fragment> m_fragments;
};

} // namespace tir::llvm_ir
