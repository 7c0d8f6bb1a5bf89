#include "core/codegen/llvm_ir/scan.h"

#include "core/analysis/calls.h"
#include "core/ir/visitor.h"

#include <algorithm>
#include <unordered_set>

namespace tir::llvm_ir {
namespace {

constexpr std::array<std::string_view, ThreadAxisCount> Tags = {"blockIdx.x",  "blockIdx.y",  "blockIdx.z",
                                                                "threadIdx.x", "threadIdx.y", "threadIdx.z"};

class LaunchScanner : public Visitor {
public:
    LaunchScan result;

protected:
    void visit(const AttrStmt& node) override
    {
        if (node.key == attr::ThreadExtent && node.iterVar() && !isVirtualThread(node))
            if (const auto axis = threadAxis(node.iterVar()->threadTag))
                result.extents[size_t(*axis)] = node.value;
        visitChildren(node);
    }
    void visit(const For& node) override
    {
        if (const auto axis = threadAxis(node)) {
            const Expr*& extent = result.extents[size_t(*axis)];
            const auto* known = as<IntImm>(extent);
            const auto* other = as<IntImm>(node.extent);
            if (!known || !other || known->value < other->value)
                extent = node.extent;
        }
        visitChildren(node);
    }
    void visit(const Bind& node) override
    {
        result.binds.emplace(node.var, node.value);
        visitChildren(node);
    }
};

class CooperationFinder : public Visitor {
public:
    explicit CooperationFinder(const Module& module) : m_module(module) {}
    Cooperation result;

protected:
    void visit(const AttrStmt& node) override
    {
        if (node.key == "async_wait_queue_scope")
            result.waitsForCopies = true;
        visitChildren(node);
    }
    void visit(const Call& call) override
    {
        std::string_view scope;
        const OpId op = call.opId();
        const bool isMeeting = isBarrier(call, scope);
        if (isMeeting || warpShuffle(call) || isExchange(op))
            result.waits = true;
        if (isMeeting)
            result.hasBarriers = true;
        if (isFragmentOperation(op))
            result.waits = true;
        if (atomicOperation(call))
            result.isAtomic = true;
        if (op == OpId::cuda_printf)
            result.prints = true;
        if (op == OpId::ptx_cp_async)
            result.copiesAsync = true;
        if (op == OpId::ptx_cp_async_wait_group)
            result.waitsForCopies = true;
        const ModuleEntry* entry = calledFunction(call, m_module);
        if (entry && m_seen.insert(entry->function).second)
            if (const auto* callee = as<PrimFunc>(entry->function))
                Visitor::visit(callee->body, Role::Scope);
        visitChildren(call);
    }

private:
    const Module& m_module;
    std::unordered_set<const Function*> m_seen;
};

class BlockFinder : public Visitor {
public:
    bool found = false;

protected:
    void visit(const SBlockRealize&) override { found = true; }
};

} // namespace

std::optional<ThreadAxis> threadAxis(std::string_view tag)
{
    const auto found = std::find(Tags.begin(), Tags.end(), tag);
    if (found == Tags.end())
        return std::nullopt;
    return ThreadAxis(found - Tags.begin());
}

std::optional<ThreadAxis> threadAxis(const For& loop)
{
    if (loop.forKind != ForKind::ThreadBinding || !loop.threadBinding)
        return std::nullopt;
    return threadAxis(loop.threadBinding->threadTag);
}

std::string_view toString(ThreadAxis axis)
{
    return Tags[size_t(axis)];
}

bool isVirtualThread(const AttrStmt& node)
{
    if (!node.iterVar())
        return false;
    return node.key == attr::VirtualThread ||
           (node.key == attr::ThreadExtent && isVirtualThreadTag(node.iterVar()->threadTag));
}

bool isVirtualThread(const For& loop)
{
    return loop.forKind == ForKind::ThreadBinding && loop.threadBinding &&
           isVirtualThreadTag(loop.threadBinding->threadTag);
}

LaunchScan scanLaunch(const Stmt& body)
{
    LaunchScanner scanner;
    static_cast<Visitor&>(scanner).visit(&body, Role::Scope);
    return std::move(scanner.result);
}

bool hasThreadAxes(const Stmt& body)
{
    const LaunchScan scan = scanLaunch(body);
    return std::any_of(scan.extents.begin(), scan.extents.end(),
                       [](const Expr* extent) { return extent != nullptr; });
}

Cooperation cooperation(const Stmt& body, const Module& module)
{
    CooperationFinder finder(module);
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
    return finder.result;
}

bool isFragment(StorageRank rank)
{
    return rank == StorageRank::WmmaMatrixA || rank == StorageRank::WmmaMatrixB ||
           rank == StorageRank::WmmaAccumulator;
}

bool isFragmentOperation(OpId op)
{
    return op == OpId::tvm_load_matrix_sync || op == OpId::tvm_store_matrix_sync ||
           op == OpId::tvm_mma_sync || op == OpId::tvm_fill_fragment;
}

bool isExchange(OpId op)
{
    static constexpr OpId Exchanges[] = {
        OpId::cuda_activemask,
        OpId::cuda_ballot_sync,
        OpId::cuda_reduce_add_sync_u32,
        OpId::cuda_reduce_min_sync_u32,
        OpId::cuda_syncthreads_and,
        OpId::cuda_syncthreads_or,
        OpId::ptx_any_sync,
        OpId::ptx_ldmatrix,
        OpId::ptx_ldmatrix_legacy,
        OpId::ptx_mma,
        OpId::ptx_mma_legacy,
        OpId::tvm_thread_allreduce,
        OpId::tvm_warp_activemask,
    };
    return std::ranges::find(Exchanges, op) != std::end(Exchanges);
}

std::optional<AtomicOperation> atomicOperation(const Call& call)
{
    static constexpr std::pair<OpId, AtomicKind> Operations[] = {
        {OpId::atomic_add, AtomicKind::Add},
        {OpId::cuda_atomic_add, AtomicKind::Add},
        {OpId::cuda_atomic_cas, AtomicKind::CompareExchange},
    };
    static constexpr std::pair<std::string_view, AtomicKind> Functions[] = {
        {"atomicAdd", AtomicKind::Add},
        {"atomicSub", AtomicKind::Sub},
        {"atomicMin", AtomicKind::Min},
        {"atomicMax", AtomicKind::Max},
        {"atomicAnd", AtomicKind::And},
        {"atomicOr", AtomicKind::Or},
        {"atomicXor", AtomicKind::Xor},
        {"atomicExch", AtomicKind::Exchange},
        {"atomicCAS", AtomicKind::CompareExchange},
    };
    const std::string_view function = externName(call);
    const ExprList args = function.empty() ? call.args : call.args.subspan(1);
    const auto matching = [&](const auto& table, auto callee) -> std::optional<AtomicOperation> {
        for (const auto& [known, kind] : table)
            if (callee == known && args.size() >= (kind == AtomicKind::CompareExchange ? 3 : 2))
                return AtomicOperation{kind, args};
        return std::nullopt;
    };
    return function.empty() ? matching(Operations, call.opId()) : matching(Functions, function);
}

bool isBarrier(const Call& call, std::string_view& scope)
{
    if (call.isOp(OpId::tvm_storage_sync) && !call.args.empty()) {
        const auto* text = as<StringImm>(call.args[0]);
        scope = text ? text->value : std::string_view();
        return true;
    }
    if (call.isOp(OpId::cuda_cta_sync)) {
        scope = "shared";
        return true;
    }
    if (call.isOp(OpId::cuda_warp_sync)) {
        scope = "warp";
        return true;
    }
    if (const std::string_view function = externName(call); !function.empty()) {
        scope = function == "__syncthreads" ? "shared" : "warp";
        return function == "__syncthreads" || function == "__syncwarp";
    }
    return false;
}

std::optional<WarpShuffle> warpShuffle(const Call& call)
{
    // (mask, value, lane, width[, size of a warp]): TVM's, and CUDA's that they are lowered to.
    static constexpr std::pair<OpId, LaneChoice> Shuffles[] = {
        {OpId::tvm_warp_shuffle, LaneChoice::Index},     {OpId::tvm_warp_shuffle_up, LaneChoice::Up},
        {OpId::tvm_warp_shuffle_down, LaneChoice::Down}, {OpId::tvm_warp_shuffle_xor, LaneChoice::Xor},
        {OpId::cuda_shfl_sync, LaneChoice::Index},       {OpId::cuda_shfl_up_sync, LaneChoice::Up},
        {OpId::cuda_shfl_down_sync, LaneChoice::Down},   {OpId::cuda_shfl_xor_sync, LaneChoice::Xor},
    };
    for (const auto& [op, choice] : Shuffles)
        if (call.isOp(op) && call.args.size() >= 4)
            return WarpShuffle{choice, call.args[1], call.args[2], call.args[3]};
    return std::nullopt;
}

std::vector<std::string_view> launchTags(const PrimFunc& kernel)
{
    std::vector<std::string_view> result;
    if (const AttrValue* tags = find(kernel.attrs, attr::KernelLaunchParams))
        for (const AttrValue& tag : tags->items())
            if (tag.text() != UseCooperativeLaunch && tag.text() != UseProgrammaticLaunch)
                result.push_back(tag.text());
    return result;
}

bool hasBlocks(const Module& module)
{
    BlockFinder finder;
    for (const ModuleEntry& entry : module.functions)
        if (const auto* function = as<PrimFunc>(entry.function))
            static_cast<Visitor&>(finder).visit(function->body, Role::Scope);
    return finder.found;
}

bool isKernel(const PrimFunc& function)
{
    if (callingConv(function) == CallingConv::DeviceKernelLaunch)
        return true;
    const Target* target = targetOf(function);
    return target && !target->host && deviceType(*target) != DeviceType::CPU;
}

} // namespace tir::llvm_ir
