// Threads: barriers, exchanges within a warp, atomics, asynchronous copies.

#include "core/codegen/cuda_c/function_writer.h"
#include "core/support/text_format.h"

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

std::string assemblyHelper(const std::string& signature, const std::string& assembly)
{
    return "__device__ __forceinline__ void " + signature + " {\n  " + assembly + "\n}\n";
}

} // namespace

std::optional<std::string> FunctionWriter::threadCall(const Call& call)
{
    const OpId op = call.opId();
    if (op == OpId::tvm_storage_sync) {
        const std::string_view scope = stringOf(*call.args[0]);
        if (scope == "shared" || scope == "shared.dyn")
            return "__syncthreads()";
        if (scope == "warp")
            return warpBarrier(call);
        if (scope == "global") {
            use(Feature::GridBarrier);
            return "__grid_barrier()";
        }
        refuse(call, "there is no barrier for memory of scope " + quoted(scope));
        return "";
    }
    if (const char* shuffle = shuffleFunction(op); shuffle && !canShuffle(call.args[1]->dtype)) {
        refuse(call, "CUDA C exchanges numbers of up to 64 bits within a warp, not " +
                         toString(call.args[1]->dtype));
        return "0";
    } else if (shuffle)
        return callOf(shuffle, call.args.subspan(0, 4)); // the fifth is the width of a warp
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
    if (op == OpId::cuda_cluster_sync)
        return clusterBarrier();
    if (op == OpId::cuda_grid_sync) {
        use(Feature::GridBarrier);
        return "__grid_barrier()";
    }
    if (op == OpId::cuda_printf)
        return callOf("printf", call.args);
    if (op == OpId::cuda_ldg)
        return callOf("__ldg", call.args.subspan(0, 1));
    if (op == OpId::atomic_add || op == OpId::cuda_atomic_add || op == OpId::cuda_atomic_cas) {
        // The 64-bit forms are declared for another spelling of the same type.
        const DType value = call.args[1]->dtype;
        if (isLocal(*call.args[0])) {
            refuse(call, "atomic operations are for memory that threads share");
            return "0";
        }
        if (!isAtomic(op, value)) {
            refuse(call, quoted(call.op->printedName) + " has no form for " + toString(value));
            return "0";
        }
        const std::string cast = value.isIntegral() && value.bits == 64 ? "(unsigned long long*)" : "";
        std::string text =
            (op == OpId::cuda_atomic_cas ? "atomicCAS(" : "atomicAdd(") + cast + expr(*call.args[0]);
        for (const Expr* arg : call.args.subspan(1))
            text += ", " + std::string(cast.empty() ? "" : "(unsigned long long)") + expr(*arg);
        return text + ")";
    }
    return std::nullopt;
}

/// Where some lanes may not come, for those that are there.
std::string FunctionWriter::warpBarrier(const Call& call)
{
    if (m_file.options().isSound)
        return m_file.isDivergent(call) ? "__syncwarp(__activemask())" : "__syncwarp()";
    if (!std::exchange(m_lacksWarpBarrier, true))
        m_file.warn(placeOf(call), MissingWarpBarrierCode,
                    "nothing is written for a barrier of a warp, as by TVM, though its lanes do not go in "
                    "lockstep: the mode 'sound' writes __syncwarp()");
    return "";
}

std::string FunctionWriter::clusterBarrier()
{
    needArch(90, "clusters of blocks");
    const std::string name = "__cluster_barrier";
    m_file.addHelper(name, assemblyHelper(name + "()", "asm volatile(\"barrier.cluster.arrive.aligned;\\n  "
                                                       "barrier.cluster.wait.aligned;\" ::: \"memory\");"));
    return name + "()";
}

std::string FunctionWriter::commitCopies()
{
    needArch(80, "asynchronous copies");
    const std::string name = "tvm_builtin_ptx_cp_async_commit_group";
    m_file.addHelper(name,
                     assemblyHelper(name + "()", "asm volatile(\"cp.async.commit_group;\" ::: \"memory\");"));
    return name + "()";
}

std::string FunctionWriter::waitForCopies(int64_t groups)
{
    needArch(80, "asynchronous copies");
    const std::string number = std::to_string(groups);
    const std::string name = "tvm_builtin_ptx_cp_async_wait_group_" + number;
    m_file.addHelper(name, assemblyHelper(name + "()", "asm volatile(\"cp.async.wait_group " + number +
                                                           ";\" ::: \"memory\");"));
    return name + "()";
}

std::optional<std::string> FunctionWriter::asyncCall(const Call& call)
{
    const OpId op = call.opId();
    if (op == OpId::ptx_cp_async_commit_group) {
        return commitCopies();
    }
    if (op == OpId::ptx_cp_async_wait_group) {
        const auto* count = call.args.empty() ? nullptr : as<IntImm>(call.args[0]);
        if (!count && !call.args.empty())
            refuse(call, "operation 'ptx.cp_async.wait_group' needs a constant number of groups");
        return waitForCopies(count ? count->value : 0);
    }
    if ((op != OpId::ptx_cp_async && op != OpId::ptx_cp_async_legacy) ||
        (call.args.size() != 5 && call.args.size() != 6))
        return std::nullopt;
    const auto* bytes = as<IntImm>(call.args[4]);
    if (!bytes || (bytes->value != 4 && bytes->value != 8 && bytes->value != 16)) {
        refuse(call, "an asynchronous copy moves 4, 8 or 16 bytes" +
                         (bytes ? ", not " + std::to_string(bytes->value) : std::string()));
        return "";
    }
    needArch(80, "asynchronous copies");
    const bool isGuarded = call.args.size() == 6;
    const std::string count = std::to_string(bytes->value);
    const std::string cache = bytes->value == 16 ? "cg" : "ca";
    const std::string to = std::to_string(pointeeBytes(*call.args[0]));
    const std::string from = std::to_string(pointeeBytes(*call.args[2]));
    const std::string name = std::string("ptx_cp_async_legacy_") + (isGuarded ? "predicated_" : "") + cache +
                             "_" + count + "_" + to + "_" + from;
    const std::string copy = "cp.async." + cache + ".shared.global [%0], [%1], " + count + ";";
    // Bytes that are not copied are zero, as in TVM's helper.
    const std::string clear = bytes->value == 4   ? "st.shared.b32 [%0], 0;"
                              : bytes->value == 8 ? "st.shared.v2.b32 [%0], {0, 0};"
                                                  : "st.shared.v4.b32 [%0], {0, 0, 0, 0};";
    m_file.addHelper(
        name,
        assemblyHelper(
            name + "(void* dst, int dst_offset, const void* src, int src_offset" +
                (isGuarded ? ", bool is_taken)" : ")"),
            "uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * " + to +
                ");\n  const char* from = (const char*)src + src_offset * " + from + ";\n  " +
                (isGuarded ? "asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %2, 0; @p " + copy + " @!p " +
                                 clear + " }\" :: \"r\"(to), \"l\"(from), \"r\"((int)is_taken) : \"memory\");"
                           : "asm volatile(\"" + copy + "\" :: \"r\"(to), \"l\"(from) : \"memory\");")));
    // The number of bytes is part of the name.
    const std::string text = callOf(name, call.args.subspan(0, 4));
    return isGuarded ? text.substr(0, text.size() - 1) + ", " + expr(*call.args[5]) + ")" : text;
}

void FunctionWriter::writeAsync(const AttrStmt& node)
{
    const auto* queue = as<IntImm>(node.value);
    if (!queue || queue->value != 0)
        return refuse("there is one queue of asynchronous copies, 0");
    if (node.key == "async_commit_queue_scope") {
        statement(*node.body);
        return line(commitCopies() + ";");
    }
    const auto* inner = as<AttrStmt>(node.body);
    const auto* count =
        inner && inner->key == "async_wait_inflight_count" ? as<IntImm>(inner->value) : nullptr;
    if (!count)
        return refuse("a wait for asynchronous copies must say how many may stay in flight");
    line(waitForCopies(count->value) + ";");
    lines().enter(inner);
    statement(*inner->body);
    lines().leave();
}

} // namespace tir::cuda_c
