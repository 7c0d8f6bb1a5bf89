/// Operations of kernels: barriers, exchange within a warp, asynchronous copies, atomics, bits, and the
/// mathematics of libdevice under CUDA's names. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"
#include "core/codegen/llvm_ir/scan.h"

namespace tir::llvm_ir {

class BitOperations;
class BufferAddresses;
class Conversions;
class Expressions;
struct FunctionParts;
class Mathematics;
class NvptxArch;
class NvptxModuleEmitter;
class ValueForms;

class NvptxCalls : public CallPart {
public:
    NvptxCalls(NvptxModuleEmitter& module, FunctionParts& parts, NvptxArch& arch);

    std::optional<Value*> emitOperation(const Call& call) override;
    llvm::Function* libraryFunction(std::string_view function, DType element,
                                    const std::vector<llvm::Type*>& params);

private:
    Value* emitBarrier(const Call& call, std::string_view scope);
    Value* warpMask(const Call& barrier);
    Value* emitShuffle(const Call& call, const WarpShuffle& shuffle);
    Value* emitActiveMask(const Call& call);
    Value* emitCopyAsync(const Call& call);
    Value* emitCommitGroup(const Call& call);
    Value* emitWaitGroup(const Call& call);
    Value* emitAtomicAdd(const Call& call);
    Value* emitAtomicSwap(const Call& call);
    Value* emitBallot(const Call& call);
    Value* emitBarrierVote(const Call& call);
    Value* emitWarpReduction(const Call& call);
    Value* emitFence(const Call& call);
    Value* emitClusterBarrier(const Call& call);
    Value* emitClock(const Call& call);
    Value* emitDotProduct(const Call& call);
    Value* emitBits(const Call& call);
    Value* emitForeignMath(const Call& call, bool& known);
    Value* emitRefusedHere(const Call& call);
    Value* intrinsic(unsigned id, const std::vector<Value*>& args);
    Value* sharedPointer(Value* pointer);
    Value* globalPointer(Value* pointer);

    NvptxModuleEmitter& m_gpu;
    ValueForms& m_forms;
    Conversions& m_conversions;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;
    Mathematics& m_mathematics;
    BitOperations& m_bits;
    NvptxArch& m_arch;
};

} // namespace tir::llvm_ir
