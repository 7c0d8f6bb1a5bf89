#include "core/codegen/cuda_c/function/thread_writer.h"

#include "core/support/text_format.h"

#include <unordered_map>
#include <utility>

namespace tir::cuda_c {
namespace {

/// Operations that are one CUDA function with the same arguments.
const std::unordered_map<OpId, const char*>& sameFunctions()
{
    static const std::unordered_map<OpId, const char*> Table = {
        {OpId::tvm_warp_activemask, "__activemask"},
        {OpId::cuda_ballot_sync, "__ballot_sync"},
        {OpId::cuda_bfloat162float, "__bfloat162float"},
        {OpId::cuda_clock64, "clock64"},
        {OpId::cuda_cta_sync, "__syncthreads"},
        {OpId::cuda_ffs_u32, "__ffs"},
        {OpId::cuda_float_as_uint, "__float_as_uint"},
        {OpId::cuda_half2float, "__half2float"},
        {OpId::cuda_nano_sleep, "__nanosleep"},
        {OpId::cuda_reduce_add_sync_u32, "__reduce_add_sync"},
        {OpId::cuda_reduce_min_sync_u32, "__reduce_min_sync"},
        {OpId::cuda_syncthreads_and, "__syncthreads_and"},
        {OpId::cuda_syncthreads_or, "__syncthreads_or"},
        {OpId::cuda_thread_fence, "__threadfence"},
        {OpId::cuda_uint_as_float, "__uint_as_float"},
        {OpId::cuda_warp_sync, "__syncwarp"},
        {OpId::ptx_any_sync, "__any_sync"},
    };
    return Table;
}

const char* shuffleFunction(OpId op)
{
    if (op == OpId::tvm_warp_shuffle)
        return "__shfl_sync";
    if (op == OpId::tvm_warp_shuffle_up)
        return "__shfl_up_sync";
    if (op == OpId::tvm_warp_shuffle_down)
        return "__shfl_down_sync";
    if (op == OpId::tvm_warp_shuffle_xor)
        return "__shfl_xor_sync";
    return nullptr;
}

bool canShuffle(DType dtype)
{
    const bool isNarrowFloat = dtype.isAnyFloat() && dtype.bits < 16;
    return dtype.isScalar() && !isNarrowFloat && dtype.bits >= 8;
}

/// Whether atomicAdd and atomicCAS support the type.
bool isAtomic(OpId op, DType dtype)
{
    if (!dtype.isScalar() || dtype.isHandle())
        return false;
    return dtype.isIntegral() ? dtype.bits >= 32 : op != OpId::cuda_atomic_cas && dtype.bits >= 16;
}

/// Whether the pointer surely is to memory of one thread.
bool isLocal(const Expr& pointer)
{
    const auto* call = as<Call>(&pointer);
    const auto* load = call && call->isOp(OpId::address_of) ? as<BufferLoad>(call->args[0]) : nullptr;
    return load && load->buffer->scope().rank == StorageRank::Local;
}

} // namespace

std::string ThreadWriter::barrier(const Call& call)
{
    const std::string_view scope = stringOf(*call.args[0]);
    if (scope == "shared" || scope == "shared.dyn")
        return "__syncthreads()";
    if (scope == "warp")
        return warpBarrier(call);
    if (scope == "global")
        return gridBarrier();
    refuse(call, "there is no barrier for memory of scope " + quoted(scope));
    return "";
}

/// Where some lanes may not come, for those that are there.
std::string ThreadWriter::warpBarrier(const Call& call)
{
    if (m_file.options().isSound)
        return m_file.isDivergent(call) ? "__syncwarp(__activemask())" : "__syncwarp()";
    if (!std::exchange(m_lacksWarpBarrier, true))
        m_file.warn(placeOf(call), MissingWarpBarrierCode,
                    "as in TVM, no code is generated for a warp barrier, although the lanes of a warp do not "
                    "execute in lockstep: the mode 'sound' generates __syncwarp()");
    return "";
}

std::string ThreadWriter::gridBarrier()
{
    use(Feature::GridBarrier);
    return "__grid_barrier()";
}

std::string ThreadWriter::clusterBarrier()
{
    needArch(90, "clusters of blocks");
    const std::string name = "__cluster_barrier";
    m_file.addAssembly(name, "()",
                       "asm volatile(\"barrier.cluster.arrive.aligned;\\n  "
                       "barrier.cluster.wait.aligned;\" ::: \"memory\");");
    return name + "()";
}

std::string ThreadWriter::shuffle(const char* function, const Call& call)
{
    if (!canShuffle(call.args[1]->dtype)) {
        refuse(call, "CUDA C exchanges numbers of up to 64 bits within a warp, not " +
                         toString(call.args[1]->dtype));
        return "0";
    }
    return callOf(function, call.args.subspan(0, 4)); // the fifth is the width of a warp
}

std::string ThreadWriter::atomic(const Call& call)
{
    const OpId op = call.opId();
    const DType value = call.args[1]->dtype;
    if (isLocal(*call.args[0])) {
        refuse(call, "atomic operations are for memory that threads share");
        return "0";
    }
    if (!isAtomic(op, value)) {
        refuse(call, quoted(call.op->printedName) + " has no form for " + toString(value));
        return "0";
    }
    // The 64-bit forms are declared for another spelling of the same type.
    const std::string cast = value.isIntegral() && value.bits == 64 ? "(unsigned long long*)" : "";
    std::string text =
        (op == OpId::cuda_atomic_cas ? "atomicCAS(" : "atomicAdd(") + cast + expr(*call.args[0]);
    for (const Expr* arg : call.args.subspan(1))
        text += ", " + std::string(cast.empty() ? "" : "(unsigned long long)") + expr(*arg);
    return text + ")";
}

std::optional<std::string> ThreadWriter::operation(const Call& call)
{
    const OpId op = call.opId();
    if (op == OpId::tvm_storage_sync)
        return barrier(call);
    if (const char* function = shuffleFunction(op))
        return shuffle(function, call);
    // Operations that already have CUDA's name, from LowerIntrin.
    if (constexpr std::string_view Cuda = "tirx.cuda."; call.op->name.starts_with(Cuda))
        return callOf(std::string(call.op->name.substr(Cuda.size())), call.args);
    if (const auto same = sameFunctions().find(op); same != sameFunctions().end()) {
        if (op == OpId::cuda_reduce_add_sync_u32 || op == OpId::cuda_reduce_min_sync_u32)
            needArch(80, "reductions within a warp");
        if (op == OpId::cuda_half2float)
            use(Feature::Half);
        if (op == OpId::cuda_bfloat162float)
            use(Feature::BFloat16);
        return callOf(same->second, call.args);
    }
    switch (op) {
    case OpId::cuda_cluster_sync:
        return clusterBarrier();
    case OpId::cuda_grid_sync:
        return gridBarrier();
    case OpId::cuda_printf:
        return callOf("printf", call.args);
    case OpId::cuda_ldg:
        return callOf("__ldg", call.args.subspan(0, 1));
    case OpId::atomic_add:
    case OpId::cuda_atomic_add:
    case OpId::cuda_atomic_cas:
        return atomic(call);
    default:
        return std::nullopt;
    }
}

} // namespace tir::cuda_c
