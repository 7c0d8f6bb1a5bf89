#include "core/codegen/llvm_ir/scan.h"

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
        if (const auto axis = threadAxis(node))
            result.extents[size_t(*axis)] = node.extent;
        visitChildren(node);
    }
    void visit(const Bind& node) override
    {
        result.binds.emplace(node.var, node.value);
        visitChildren(node);
    }
};

class BarrierFinder : public Visitor {
public:
    explicit BarrierFinder(const Module& module) : m_module(module) {}
    bool found = false;

protected:
    void visit(const Call& call) override
    {
        std::string_view scope;
        if (isBarrier(call, scope) || warpShuffle(call))
            found = true;
        if (call.function && !found) {
            const ModuleEntry* entry = m_module.find(call.function->name);
            if (entry && m_seen.insert(entry->function).second)
                if (const auto* callee = as<PrimFunc>(entry->function))
                    Visitor::visit(callee->body, Role::Scope);
        }
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
    BlockFinder blocks;
    static_cast<Visitor&>(blocks).visit(loop.body, Role::Scope);
    return blocks.found ? std::nullopt : threadAxis(loop.threadBinding->threadTag);
}

std::string_view toString(ThreadAxis axis)
{
    return Tags[size_t(axis)];
}

bool isVirtualThread(const AttrStmt& node)
{
    if (!node.iterVar())
        return false;
    const std::string_view tag = node.iterVar()->threadTag;
    return node.key == attr::VirtualThread ||
           (node.key == attr::ThreadExtent && (tag.starts_with("vthread") || tag == "cthread"));
}

LaunchScan scanLaunch(const Stmt& body)
{
    LaunchScanner scanner;
    static_cast<Visitor&>(scanner).visit(&body, Role::Scope);
    return std::move(scanner.result);
}

bool hasBarrier(const Stmt& body, const Module& module)
{
    BarrierFinder finder(module);
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
    return finder.found;
}

bool isBarrier(const Call& call, std::string_view& scope)
{
    if (call.isOp("tirx.tvm_storage_sync") && !call.args.empty()) {
        const auto* text = as<StringImm>(call.args[0]);
        scope = text ? text->value : std::string_view();
        return true;
    }
    if (call.isOp("tirx.cuda_cta_sync")) {
        scope = "shared";
        return true;
    }
    if (call.isOp("tirx.cuda_warp_sync")) {
        scope = "warp";
        return true;
    }
    return false;
}

std::optional<WarpShuffle> warpShuffle(const Call& call)
{
    // (mask, value, lane, width[, size of a warp]): TVM's, and CUDA's that they are lowered to.
    static constexpr std::pair<std::string_view, LaneChoice> Names[] = {
        {"tirx.tvm_warp_shuffle", LaneChoice::Index},     {"tirx.tvm_warp_shuffle_up", LaneChoice::Up},
        {"tirx.tvm_warp_shuffle_down", LaneChoice::Down}, {"tirx.tvm_warp_shuffle_xor", LaneChoice::Xor},
        {"tirx.cuda.__shfl_sync", LaneChoice::Index},     {"tirx.cuda.__shfl_up_sync", LaneChoice::Up},
        {"tirx.cuda.__shfl_down_sync", LaneChoice::Down}, {"tirx.cuda.__shfl_xor_sync", LaneChoice::Xor},
    };
    for (const auto& [name, choice] : Names)
        if (call.isOp(name) && call.args.size() >= 4)
            return WarpShuffle{choice, call.args[1], call.args[2], call.args[3]};
    return std::nullopt;
}

bool isKernel(const PrimFunc& function)
{
    if (callingConv(function) == CallingConv::DeviceKernelLaunch)
        return true;
    const Target* target = targetOf(function);
    return target && !target->host && deviceType(*target) != DeviceType::CPU;
}

} // namespace tir::llvm_ir
