/// One walk over the module; a launch is open while the walk is inside the body of its outermost axis, so
/// that its extents still belong to the function around it.

#include "core/analysis/module_facts.h"

#include <algorithm>

namespace tir {
namespace {

bool isVirtualThread(std::string_view tag)
{
    return tag.starts_with("vthread") || tag == "cthread";
}

class Collector : public Walker {
public:
    explicit Collector(ModuleFacts& facts) : m_facts(facts) {}

private:
    void enter(const Node& node, Role role, Place place) override
    {
        if (role == Role::Scope && bindsThreads(*parent()))
            enterLaunch(*parent());
        if (node.isStmt())
            m_lastStatement = place;
        if (as<PrimFunc>(&node) || as<OpaqueFunc>(&node))
            enterFunction(place);
        else if (const auto* allocation = as<AllocBuffer>(&node))
            addAllocation(*allocation, place);
        else if (const auto* attr = as<AttrStmt>(&node))
            enterRegion(*attr, place);
        else if (const auto* call = as<Call>(&node))
            addCall(*call, place);
    }

    void leave(const Node& node, Role role, Place) override
    {
        if (&node == m_region)
            m_region = nullptr;
        if (role == Role::Scope && bindsThreads(*parent()) && --m_depth == 0)
            m_launch = -1;
    }

    void enterFunction(Place place)
    {
        m_function = &m_facts.functions[m_nextFunction++];
        m_function->place = place;
    }

    void enterRegion(const AttrStmt& attr, Place place)
    {
        if (attr.key != attr::Target || attr.node.kind != AttrValue::Kind::Node)
            return;
        m_region = &attr;
        if (m_function->deviceRegion == NoPlace)
            m_function->deviceRegion = place;
    }

    void enterLaunch(const Node& statement)
    {
        if (m_depth++ == 0) {
            m_launch = int(m_function->launches.size());
            const Target* region = m_region ? as<Target>(m_region->node.node) : nullptr;
            const bool hasHost = m_function->target && m_function->target->host;
            m_function->launches.push_back(
                {static_cast<const Stmt*>(&statement), m_lastStatement, region, {}, hasHost});
        }
        const auto* attr = as<AttrStmt>(&statement);
        const IterVar* axis = attr ? attr->iterVar() : to<For>(statement).threadBinding;
        const Expr* extent = attr ? attr->value : to<For>(statement).extent;
        std::vector<LaunchAxis>& axes = m_function->launches.back().axes;
        const auto known = std::find_if(
            axes.begin(), axes.end(), [&](const LaunchAxis& other) { return other.tag == axis->threadTag; });
        if (known != axes.end())
            known->extent = extent;
        else
            axes.push_back({axis->threadTag, extent});
    }

    void addAllocation(const AllocBuffer& allocation, Place place)
    {
        if (allocation.buffer->scope().rank == StorageRank::Shared)
            m_function->sharedAllocations.push_back({&allocation, place, m_launch});
    }

    void addCall(const Call& call, Place place)
    {
        if (call.function || isPackedCall(call) || isCPackedCall(call) || isExternCall(call))
            m_function->calls.push_back({&call, place, m_launch});
    }

    ModuleFacts& m_facts;
    size_t m_nextFunction = 0;
    FunctionFacts* m_function = nullptr;
    Place m_lastStatement = NoPlace; ///< the extents of an axis hold none: at its body, it is the axis
    const AttrStmt* m_region = nullptr;
    int m_launch = -1;
    int m_depth = 0; ///< enclosing thread axes
};

} // namespace

bool bindsThreads(const Node& node)
{
    if (const auto* attr = as<AttrStmt>(&node))
        return attr->key == attr::ThreadExtent && attr->iterVar();
    const auto* loop = as<For>(&node);
    return loop && loop->threadBinding && !isVirtualThread(loop->threadBinding->threadTag);
}

bool FunctionFacts::isHost() const
{
    return target && (target->host || deviceType(*target) == DeviceType::CPU);
}

bool FunctionFacts::isDevice() const
{
    return target && !target->host && deviceType(*target) != DeviceType::CPU;
}

std::optional<ByteSize> FunctionFacts::sharedBytes(int launch, bool isDynamic) const
{
    std::optional<ByteSize> sum;
    for (const AllocationFacts& allocation : sharedAllocations) {
        const Buffer& buffer = *allocation.statement->buffer;
        if (allocation.launch != launch || buffer.scope().isDynamicShared() != isDynamic)
            continue;
        if (!sum)
            sum.emplace();
        *sum += byteSize(buffer);
    }
    return sum;
}

const FunctionFacts* ModuleFacts::find(std::string_view name) const
{
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &functions[found->second];
}

const FunctionFacts* ModuleFacts::findSymbol(std::string_view symbol) const
{
    const auto found = bySymbol.find(symbol);
    return found == bySymbol.end() ? find(symbol) : &functions[found->second];
}

ModuleFacts collectFacts(const Module& module)
{
    ModuleFacts facts;
    facts.functions.reserve(module.functions.size());
    for (const ModuleEntry& entry : module.functions) {
        FunctionFacts& function = facts.functions.emplace_back();
        function.entry = &entry;
        function.function = as<PrimFunc>(entry.function);
        function.target = targetOf(*entry.function);
        facts.byName.emplace(entry.var->name, facts.functions.size() - 1);
        if (isExposed(*entry.function))
            facts.bySymbol.emplace(globalSymbol(*entry.function), facts.functions.size() - 1);
    }
    Collector(facts).walk(module);
    return facts;
}

std::string_view calleeText(const Call& call)
{
    const bool named = isPackedCall(call) || isCPackedCall(call) || isExternCall(call);
    const auto* text = named && !call.args.empty() ? as<StringImm>(call.args[0]) : nullptr;
    return text ? text->value : std::string_view();
}

bool isPackedCall(const Call& call)
{
    return call.isOp("tirx.tvm_call_packed") || call.isOp("tirx.tvm_call_packed_lowered");
}

bool isCPackedCall(const Call& call)
{
    return call.isOp("tirx.tvm_call_cpacked") || call.isOp("tirx.tvm_call_cpacked_lowered");
}

bool isExternCall(const Call& call)
{
    return call.isOp("tirx.call_extern") || call.isOp("tirx.call_pure_extern");
}

} // namespace tir
