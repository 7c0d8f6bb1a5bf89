/// One walk over each function; core/analysis/facts_collector.h reads the facts off it.

#include "core/analysis/module_facts.h"

#include "core/analysis/facts_collector.h"
#include "core/ir/place_walk.h"

#include <algorithm>

namespace tir {
namespace {

bool isVirtualThread(std::string_view tag)
{
    return tag.starts_with("vthread") || tag == "cthread";
}

} // namespace

void FactsCollector::enterRegion(const AttrStmt& attr, Place place)
{
    if (attr.key != attr::Target || attr.node.kind != AttrValue::Kind::Node)
        return;
    m_region = &attr;
    if (m_function->deviceRegion == NoPlace)
        m_function->deviceRegion = place;
}

void FactsCollector::enterLaunch(const Node& statement)
{
    if (m_depth++ == 0) {
        m_launch = int(m_function->launches.size());
        const Target* region = m_region ? as<Target>(m_region->node.node) : nullptr;
        m_function->launches.push_back({static_cast<const Stmt*>(&statement), m_lastStatement, region, {}});
    }
    const auto* attr = as<AttrStmt>(&statement);
    const IterVar* axis = attr ? attr->iterVar() : to<For>(statement).threadBinding;
    const Expr* extent = attr ? attr->value : to<For>(statement).extent;
    std::vector<LaunchAxis>& axes = m_function->launches.back().axes;
    const auto known = std::find_if(axes.begin(), axes.end(),
                                    [&](const LaunchAxis& other) { return other.tag == axis->threadTag; });
    if (known != axes.end())
        known->extent = extent;
    else
        axes.push_back({axis->threadTag, extent});
}

void FactsCollector::addAllocation(const AllocBuffer& allocation, Place place)
{
    if (allocation.buffer->scope().rank == StorageRank::Shared)
        m_function->sharedAllocations.push_back({&allocation, place, m_launch});
}

void FactsCollector::addCall(const Call& call, Place place)
{
    if (call.function || isPackedCall(call) || isCPackedCall(call) || isExternCall(call))
        m_function->calls.push_back({&call, place, m_launch});
}

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

void ModuleFacts::add(const ModuleEntry& entry, FunctionFacts function)
{
    function.entry = &entry;
    function.function = as<PrimFunc>(entry.function);
    function.target = targetOf(*entry.function);
    for (LaunchFacts& launch : function.launches)
        launch.isInHostFunction = function.target && function.target->host;
    byName.emplace(entry.var->name, functions.size());
    if (isExposed(*entry.function))
        bySymbol.emplace(globalSymbol(*entry.function), functions.size());
    functions.push_back(std::move(function));
}

ModuleFacts collectFacts(const Module& module)
{
    ModuleFacts facts;
    facts.functions.reserve(module.functions.size());
    FactsCollector collector;
    Place next = 1; // 0 is the module
    for (const ModuleEntry& entry : module.functions) {
        FunctionFacts function;
        collector.begin(function, next);
        next = walkPlaces(*entry.function, Role::Part, next, collector);
        facts.add(entry, std::move(function));
    }
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
