#include "core/codegen/llvm_ir/nvptx_calls.h"
#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/nvptx_arch.h"
#include "core/codegen/llvm_ir/nvptx_module.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

namespace Intrinsic = llvm::Intrinsic;

constexpr unsigned GlobalSpace = 1;
constexpr uint32_t WarpSize = 32;

/// Whether libdevice has a variant __nv_fast_ for float32.
bool hasFastForm(std::string_view name)
{
    static constexpr std::string_view Names[] = {"cos",  "exp", "exp10", "log", "log10",
                                                 "log2", "pow", "sin",   "tan"};
    return std::find(std::begin(Names), std::end(Names), name) != std::end(Names);
}

} // namespace

NvptxCalls::NvptxCalls(NvptxModuleEmitter& module, FunctionParts& parts, NvptxArch& arch)
    : CallPart(parts.context),
      m_gpu(module),
      m_forms(parts.forms),
      m_conversions(parts.conversions),
      m_expressions(parts.expressions),
      m_addresses(parts.addresses),
      m_mathematics(parts.mathematics),
      m_bits(parts.bits),
      m_arch(arch)
{}

llvm::Value* NvptxCalls::intrinsic(unsigned id, const std::vector<Value*>& args)
{
    return m_builder.CreateIntrinsic(Intrinsic::ID(id), {}, args);
}

llvm::Value* NvptxCalls::sharedPointer(Value* pointer)
{
    return m_builder.CreateAddrSpaceCast(pointer, m_builder.getPtrTy(SharedSpace));
}

llvm::Value* NvptxCalls::globalPointer(Value* pointer)
{
    return m_builder.CreateAddrSpaceCast(pointer, m_builder.getPtrTy(GlobalSpace));
}

std::optional<llvm::Value*> NvptxCalls::emitOperation(const Call& call)
{
    using Self = NvptxCalls;
    static constexpr Handler<Self> Handlers[] = {
        {OpId::TVMBackendAllocWorkspace, 0, &Self::emitRefusedHere},
        {OpId::atomic_add, 2, &Self::emitAtomicAdd},
        {OpId::cuda_activemask, 0, &Self::emitActiveMask},
        {OpId::cuda_atomic_add, 2, &Self::emitAtomicAdd},
        {OpId::cuda_atomic_cas, 3, &Self::emitAtomicSwap},
        {OpId::cuda_ballot_sync, 2, &Self::emitBallot},
        {OpId::cuda_clock64, 0, &Self::emitClock},
        {OpId::cuda_cluster_sync, 0, &Self::emitClusterBarrier},
        {OpId::cuda_float_as_uint, 1, &Self::emitBits},
        {OpId::cuda_reduce_add_sync_u32, 2, &Self::emitWarpReduction},
        {OpId::cuda_reduce_min_sync_u32, 2, &Self::emitWarpReduction},
        {OpId::cuda_syncthreads_and, 1, &Self::emitBarrierVote},
        {OpId::cuda_syncthreads_or, 1, &Self::emitBarrierVote},
        {OpId::cuda_thread_fence, 0, &Self::emitFence},
        {OpId::cuda_uint_as_float, 1, &Self::emitBits},
        {OpId::dp4a, 2, &Self::emitDotProduct},
        {OpId::ptx_cp_async, 5, &Self::emitCopyAsync},
        {OpId::ptx_cp_async_commit_group, 0, &Self::emitCommitGroup},
        {OpId::ptx_cp_async_wait_group, 1, &Self::emitWaitGroup},
        {OpId::tvm_call_cpacked, 0, &Self::emitRefusedHere},
        {OpId::tvm_call_packed, 0, &Self::emitRefusedHere},
        {OpId::tvm_warp_activemask, 0, &Self::emitActiveMask},
    };
    std::string_view scope;
    if (isBarrier(call, scope))
        return emitBarrier(call, scope);
    if (const auto shuffle = warpShuffle(call))
        return emitShuffle(call, *shuffle);
    if (const auto value = emitListed(*this, Handlers, call))
        return value;
    if (isExternCall(call)) {
        bool isKnown = false;
        Value* value = emitForeignMath(call, isKnown);
        if (isKnown)
            return value;
    }
    return std::nullopt;
}

llvm::Value* NvptxCalls::emitRefusedHere(const Call& call)
{
    return refuse(call, "operation " + quoted(call.op->printedName) + " belongs to hosts, not to kernels",
                  call.dtype);
}

llvm::Value* NvptxCalls::emitBarrier(const Call& call, std::string_view scope)
{
    if (scope == "warp")
        intrinsic(Intrinsic::nvvm_bar_warp_sync, {warpMask(call)});
    else if (scope == "shared" || scope == "shared.dyn")
        intrinsic(Intrinsic::nvvm_barrier0, {});
    else
        refuse(call, "a barrier of scope " + quoted(scope) + " " + std::string(m_module.cannot()), Void);
    return undefined(call.dtype);
}

/// The lanes that a barrier of a warp names: all of them, except where some may not come. There, it is those that are
/// active.
llvm::Value* NvptxCalls::warpMask(const Call& barrier)
{
    if (!isWarpBarrier(barrier)) // it has a mask, which follows the name of an external function
        return m_expressions.emitAs(*barrier.args[barrier.isOp(OpId::cuda_warp_sync) ? 0 : 1], UInt32);
    return m_gpu.isDivergent(barrier) ? intrinsic(Intrinsic::nvvm_activemask, {}) : int32Value(~uint32_t(0));
}

/// Lanes exchange 32 bits at a time: wider values go in pieces.
llvm::Value* NvptxCalls::emitShuffle(const Call& call, const WarpShuffle& shuffle)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType dtype = shuffle.value->dtype;
    const auto* width = as<IntImm>(shuffle.width);
    if (!width || width->value <= 0 || width->value > int64_t(WarpSize))
        return refuse(call, "the width of a shuffle must be a constant between 1 and 32", call.dtype);
    const auto id = shuffle.choice == LaneChoice::Index  ? Intrinsic::nvvm_shfl_sync_idx_i32
                    : shuffle.choice == LaneChoice::Up   ? Intrinsic::nvvm_shfl_sync_up_i32
                    : shuffle.choice == LaneChoice::Down ? Intrinsic::nvvm_shfl_sync_down_i32
                                                         : Intrinsic::nvvm_shfl_sync_bfly_i32;
    // Bits 0 to 4: the last lane that may be read (the first, for up); bits 8 to 12: which lanes form groups.
    const uint32_t groups = (WarpSize - uint32_t(width->value)) << 8;
    Value* bounds = int32Value(groups | (shuffle.choice == LaneChoice::Up ? 0 : WarpSize - 1));
    Value* mask = m_expressions.emitAs(*call.args[0], UInt32);
    Value* value = m_forms.toMemory(dtype, m_expressions.emit(*shuffle.value));
    Value* operand = m_expressions.emitAs(*shuffle.operand, Int32);
    const unsigned bits = unsigned(dtype.vectorBytes()) * 8;
    const unsigned words = (bits + 31) / 32;
    Value* whole = b.CreateZExt(b.CreateBitCast(value, b.getIntNTy(bits)), b.getIntNTy(words * 32));
    Value* result = llvm::Constant::getNullValue(whole->getType());
    for (unsigned word = 0; word < words; ++word) {
        Value* piece = b.CreateTrunc(b.CreateLShr(whole, word * 32), b.getInt32Ty());
        Value* read = intrinsic(id, {mask, piece, operand, bounds});
        result = b.CreateOr(result, b.CreateShl(b.CreateZExt(read, result->getType()), word * 32));
    }
    return m_forms.fromMemory(
        dtype, b.CreateBitCast(b.CreateTrunc(result, b.getIntNTy(bits)), m_forms.memoryType(dtype)));
}

llvm::Value* NvptxCalls::emitActiveMask(const Call& call)
{
    return m_conversions.emitCast(call.dtype, UInt32, intrinsic(Intrinsic::nvvm_activemask, {}));
}

/// As Copies::emitCopyAsync, but asynchronous. The source size encodes the predicate.
llvm::Value* NvptxCalls::emitCopyAsync(const Call& call)
{
    const auto* bytes = as<IntImm>(call.args[4]);
    if (!bytes || (bytes->value != 4 && bytes->value != 8 && bytes->value != 16) || call.args.size() > 6)
        return refuse(call, "ptx_cp_async copies 4, 8 or 16 bytes and has 5 or 6 arguments", call.dtype);
    if (!m_arch.hasAsyncCopies(call))
        return undefined(call.dtype);
    const auto address = [&](size_t index) {
        const auto* var = as<Var>(call.args[index]);
        const DType element = var ? pointeeDType(var).value_or(Int8) : Int8;
        return m_addresses.elementAddress(m_expressions.emitAs(*call.args[index], Handle), element,
                                          m_expressions.emitAs(*call.args[index + 1], Int64));
    };
    Value* destination = sharedPointer(address(0));
    Value* source = globalPointer(address(2));
    if (call.args.size() == 5) {
        intrinsic(bytes->value == 4   ? Intrinsic::nvvm_cp_async_ca_shared_global_4
                  : bytes->value == 8 ? Intrinsic::nvvm_cp_async_ca_shared_global_8
                                      : Intrinsic::nvvm_cp_async_cg_shared_global_16,
                  {destination, source});
        return undefined(call.dtype);
    }
    Value* read = m_builder.CreateSelect(m_expressions.emitBool(*call.args[5]),
                                         int32Value(uint32_t(bytes->value)), int32Value(0));
    intrinsic(bytes->value == 4   ? Intrinsic::nvvm_cp_async_ca_shared_global_4_s
              : bytes->value == 8 ? Intrinsic::nvvm_cp_async_ca_shared_global_8_s
                                  : Intrinsic::nvvm_cp_async_cg_shared_global_16_s,
              {destination, source, read});
    return undefined(call.dtype);
}

llvm::Value* NvptxCalls::emitCommitGroup(const Call& call)
{
    if (m_arch.hasAsyncCopies(call))
        intrinsic(Intrinsic::nvvm_cp_async_commit_group, {});
    return undefined(call.dtype);
}

llvm::Value* NvptxCalls::emitWaitGroup(const Call& call)
{
    const auto* count = as<IntImm>(call.args[0]);
    if (!count || count->value < 0)
        return refuse(call, "operation 'ptx.cp_async.wait_group' needs a constant number of groups",
                      call.dtype);
    if (m_arch.hasAsyncCopies(call))
        intrinsic(Intrinsic::nvvm_cp_async_wait_group, {int32Value(uint32_t(count->value))});
    return undefined(call.dtype);
}

llvm::Value* NvptxCalls::emitAtomicAdd(const Call& call)
{
    const DType dtype = call.args[1]->dtype;
    if (!dtype.isScalar() || (dtype.isAnyFloat() ? dtype.bits < 32 : dtype.bits < 32 || dtype.isHandle()))
        return refuse(call,
                      "atomic_add adds scalars of 32 or 64 bits, but " + tir::toString(dtype) + " is given",
                      call.dtype);
    Value* address = m_expressions.emitAs(*call.args[0], Handle);
    Value* value = m_expressions.emit(*call.args[1]);
    Value* old = m_builder.CreateAtomicRMW(
        dtype.isAnyFloat() ? llvm::AtomicRMWInst::FAdd : llvm::AtomicRMWInst::Add, address, value,
        llvm::Align(uint64_t(dtype.bytes())), llvm::AtomicOrdering::Monotonic);
    return call.dtype.isHandle() ? undefined(Handle)
           : call.dtype.isVoid() ? nullptr
                                 : m_conversions.emitCast(call.dtype, dtype, old);
}

llvm::Value* NvptxCalls::emitAtomicSwap(const Call& call)
{
    const DType dtype = call.args[1]->dtype;
    if (!dtype.isIntegral() || !dtype.isScalar() || dtype.bits < 32)
        return refuse(
            call, "atomic_cas compares integers of 32 or 64 bits, but " + tir::toString(dtype) + " is given",
            call.dtype);
    Value* address = m_expressions.emitAs(*call.args[0], Handle);
    Value* expected = m_expressions.emit(*call.args[1]);
    Value* pair = m_builder.CreateAtomicCmpXchg(
        address, expected, m_expressions.emitAs(*call.args[2], dtype), llvm::Align(uint64_t(dtype.bytes())),
        llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic);
    Value* old = m_builder.CreateExtractValue(pair, 0);
    return call.dtype.isHandle() ? undefined(Handle)
           : call.dtype.isVoid() ? nullptr
                                 : m_conversions.emitCast(call.dtype, dtype, old);
}

llvm::Value* NvptxCalls::emitBallot(const Call& call)
{
    Value* mask = m_expressions.emitAs(*call.args[0], UInt32);
    return m_conversions.emitCast(
        call.dtype, UInt32,
        intrinsic(Intrinsic::nvvm_vote_ballot_sync, {mask, m_expressions.emitBool(*call.args[1])}));
}

llvm::Value* NvptxCalls::emitBarrierVote(const Call& call)
{
    const auto id =
        call.isOp(OpId::cuda_syncthreads_and) ? Intrinsic::nvvm_barrier0_and : Intrinsic::nvvm_barrier0_or;
    return m_conversions.emitCast(
        call.dtype, Int32,
        intrinsic(id, {m_conversions.emitCast(Int32, Bool, m_expressions.emitBool(*call.args[0]))}));
}

llvm::Value* NvptxCalls::emitWarpReduction(const Call& call)
{
    const auto id = call.isOp(OpId::cuda_reduce_add_sync_u32) ? Intrinsic::nvvm_redux_sync_add
                                                              : Intrinsic::nvvm_redux_sync_umin;
    if (!m_arch.has(80, call, "reductions within a warp"))
        return undefined(call.dtype);
    Value* mask = m_expressions.emitAs(*call.args[0], UInt32);
    return m_conversions.emitCast(call.dtype, UInt32,
                                  intrinsic(id, {m_expressions.emitAs(*call.args[1], UInt32), mask}));
}

llvm::Value* NvptxCalls::emitFence(const Call& call)
{
    intrinsic(Intrinsic::nvvm_membar_gl, {});
    return undefined(call.dtype);
}

llvm::Value* NvptxCalls::emitClusterBarrier(const Call& call)
{
    if (!m_arch.hasClusters(call))
        return undefined(call.dtype);
    intrinsic(Intrinsic::nvvm_barrier_cluster_arrive, {});
    intrinsic(Intrinsic::nvvm_barrier_cluster_wait, {});
    return undefined(call.dtype);
}

llvm::Value* NvptxCalls::emitClock(const Call& call)
{
    return m_conversions.emitCast(call.dtype, UInt64, intrinsic(Intrinsic::nvvm_read_ptx_sreg_clock64, {}));
}

/// Four products of bytes and their sum.
llvm::Value* NvptxCalls::emitDotProduct(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto letter = [&](size_t index) { return call.args[index]->dtype.isUInt() ? "u32" : "s32"; };
    const auto word = [&](size_t index) {
        return b.CreateBitCast(
            m_forms.toMemory(call.args[index]->dtype, m_expressions.emit(*call.args[index])), b.getInt32Ty());
    };
    if (call.args[0]->dtype.vectorBytes() != 4 || call.args[1]->dtype.vectorBytes() != 4)
        return refuse(call, "dp4a multiplies vectors of four bytes", call.dtype);
    Value* sum = call.args.size() > 2 ? m_expressions.emitAs(*call.args[2], Int32) : int32Value(0);
    llvm::Type* type = b.getInt32Ty();
    auto* signature = llvm::FunctionType::get(type, {type, type, type}, false);
    auto* assembly = llvm::InlineAsm::get(
        signature, "dp4a." + std::string(letter(0)) + "." + letter(1) + " $0, $1, $2, $3;", "=r,r,r,r",
        false);
    return m_conversions.emitCast(call.dtype, Int32,
                                  b.CreateCall(signature, assembly, {word(0), word(1), sum}));
}

llvm::Value* NvptxCalls::emitBits(const Call& call)
{
    return m_bits.emitReinterpret(call);
}

/// libdevice's function: __nv_expf for float32 and narrower, __nv_exp for float64.
llvm::Function* NvptxCalls::libraryFunction(std::string_view function, DType element,
                                            const std::vector<llvm::Type*>& params)
{
    // As TVM: fast mathematics leaves the tangent alone.
    const bool isFast = m_gpu.fastMath() && element.bits == 32 && hasFastForm(function) && function != "tan";
    return m_gpu.libdevice((isFast ? "__nv_fast_" : "__nv_") + std::string(function) +
                               (element.bits == 64 ? "" : "f"),
                           valueType(element), params);
}

/// CUDA's names of operations of TIR: expf and __expf, hexp, __popc.
llvm::Value* NvptxCalls::emitForeignMath(const Call& call, bool& known)
{
    known = false;
    const auto* symbol = as<StringImm>(call.args[0]);
    if (!symbol || call.args.size() < 2 || m_module.module().find(symbol->value))
        return nullptr;
    std::string_view name = symbol->value;
    const DType dtype = call.args[1]->dtype;
    if (dtype.isIntegral() && name.starts_with("__")) {
        name.remove_prefix(2);
        if (name.ends_with("ll"))
            name.remove_suffix(2);
        return m_mathematics.emitMath(call, name == "popc" ? "popcount" : name, known);
    }
    if (name == "__habs")
        return m_mathematics.emitMath(call, "fabs", known);
    if (name.starts_with("__") && dtype == Float32 && name.ends_with("f")) {
        const std::string_view plain = name.substr(2, name.size() - 3);
        if (!hasFastForm(plain))
            return m_mathematics.emitMath(call, plain, known);
        known = true;
        std::vector<Value*> values;
        for (const Expr* arg : call.args.subspan(1))
            values.push_back(m_expressions.emitAs(*arg, dtype));
        return m_mathematics.emitLibraryCall("fast_" + std::string(plain), dtype, values);
    }
    if (dtype.bits == 16 && dtype.isAnyFloat() && name.starts_with("h")) {
        name.remove_prefix(1);
        return m_mathematics.emitMath(call, name, known);
    }
    return nullptr;
}

} // namespace tir::llvm_ir
