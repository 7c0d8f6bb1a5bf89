/// One walk over each function; core/analysis/facts_collector.h reads the facts off it.

#include "core/analysis/module_facts.h"

#include "core/analysis/calls.h"
#include "core/analysis/facts_collector.h"
#include "core/ir/place_walk.h"

#include <algorithm>

namespace tir {

void FactsCollector::begin()
{
    m_facts = {};
    m_launches.clear();
    m_axes.clear();
    m_allocations.clear();
    m_calls.clear();
    m_lastStatement = NoPlace;
    m_region = nullptr;
    m_launch = -1;
    m_depth = 0;
}

BodyFacts FactsCollector::take(Arena& arena)
{
    const std::span<const LaunchAxis> axes = arena.copy(m_axes);
    for (size_t i = 0; i < m_launches.size(); ++i) {
        const size_t first = m_firstAxis[i];
        const size_t end = i + 1 < m_launches.size() ? m_firstAxis[i + 1] : axes.size();
        m_launches[i].axes = axes.subspan(first, end - first);
    }
    m_facts.launches = arena.copy(m_launches);
    m_facts.sharedAllocations = arena.copy(m_allocations);
    m_facts.calls = arena.copy(m_calls);
    return m_facts;
}

void FactsCollector::enterRegion(const AttrStmt& attr, Place place)
{
    if (attr.key == attr::ThreadExtent && !attr.iterVar())
        add(BodyFeature::IrregularThreadAxis);
    if (attr.key != attr::Target || attr.node.kind() != AttrValue::Kind::Node)
        return;
    m_region = &attr;
    if (m_facts.deviceRegion == NoPlace)
        m_facts.deviceRegion = place;
}

void FactsCollector::enterLaunch(const Node& statement)
{
    if (m_depth++ == 0) {
        m_launch = int(m_launches.size());
        const Target* region = m_region ? as<Target>(m_region->node.node()) : nullptr;
        m_firstAxis.resize(m_launches.size());
        m_firstAxis.push_back(m_axes.size());
        m_launches.push_back({static_cast<const Stmt*>(&statement), m_lastStatement, region, {}});
    }
    const auto* attr = as<AttrStmt>(&statement);
    const IterVar* axis = attr ? attr->iterVar() : to<For>(statement).threadBinding;
    const Expr* extent = attr ? attr->value : to<For>(statement).extent;
    const auto known = std::find_if(m_axes.begin() + ptrdiff_t(m_firstAxis.back()), m_axes.end(),
                                    [&](const LaunchAxis& other) { return other.tag == axis->threadTag; });
    if (known != m_axes.end()) {
        add(BodyFeature::IrregularThreadAxis);
        known->extent = extent;
    } else {
        m_axes.push_back({axis->threadTag, extent});
    }
}

void FactsCollector::enterAllocation(const AllocBuffer& allocation, Place place)
{
    const StorageScope scope = allocation.buffer->scope();
    if (scope.rank == StorageRank::Shared)
        m_allocations.push_back({&allocation, place, m_launch, scope.isDynamicShared()});
    if (scope.rank == StorageRank::Shared && m_launch < 0)
        add(BodyFeature::SharedOutsideLaunch);
    const bool isGlobal =
        scope.rank == StorageRank::Global && allocation.buffer->scopeText().starts_with("global");
    if (isGlobal && m_launch >= 0 && m_facts.globalAllocation == NoPlace)
        m_facts.globalAllocation = place;
}

void FactsCollector::enterBlock(const SBlock& block)
{
    const auto isShared = [](const Buffer* buffer) { return buffer->scope().rank == StorageRank::Shared; };
    if (m_launch < 0 && std::ranges::any_of(block.allocBuffers, isShared))
        add(BodyFeature::SharedOutsideLaunch);
}

void FactsCollector::enterCall(const Call& call, Place place)
{
    if (call.function)
        add(BodyFeature::FunctionCall);
    else if (call.isOp(OpId::ret))
        add(BodyFeature::Return);
    if (call.function || isPackedCall(call) || isCPackedCall(call) || isExternCall(call))
        m_calls.push_back({&call, place, m_launch});
}

void FactsCollector::checkIndices(const Buffer& buffer)
{
    if (buffer.scope().rank == StorageRank::Shared)
        add(BodyFeature::SharedIndices);
}

bool bindsThreads(const Node& node)
{
    if (const auto* attr = as<AttrStmt>(&node))
        return attr->key == attr::ThreadExtent && attr->iterVar();
    const auto* loop = as<For>(&node);
    return loop && loop->threadBinding && !isVirtualThreadTag(loop->threadBinding->threadTag);
}

bool FunctionFacts::isHost() const
{
    return target && (target->host || isForCpu);
}

bool FunctionFacts::isDevice() const
{
    return target && !target->host && !isForCpu;
}

std::optional<ByteSize> FunctionFacts::sharedBytes(int launch, bool isDynamic) const
{
    std::optional<ByteSize> sum;
    for (const AllocationFacts& allocation : body->sharedAllocations) {
        if (allocation.launch != launch || allocation.isDynamic != isDynamic)
            continue;
        if (!sum)
            sum.emplace();
        *sum += byteSize(*allocation.statement->buffer);
    }
    return sum;
}

const FunctionFacts* ModuleFacts::findIn(Table& table, KeyOf keyOf, std::string_view key) const
{
    if (!table) {
        table.emplace();
        for (size_t i = 0; i < functions.size(); ++i)
            if (const std::string_view own = keyOf(functions[i]); !own.empty())
                table->insert(own, uint32_t(i));
    }
    const uint32_t* found = table->find(key);
    return found ? &functions[*found] : nullptr;
}

const FunctionFacts* ModuleFacts::find(std::string_view name) const
{
    return findIn(
        m_byName, [](const FunctionFacts& function) { return function.name(); }, name);
}

const FunctionFacts* ModuleFacts::findSymbol(std::string_view symbol) const
{
    const FunctionFacts* found = findIn(
        m_bySymbol, [](const FunctionFacts& function) { return function.symbol; }, symbol);
    return found ? found : find(symbol);
}

FunctionFacts FunctionFacts::of(const ModuleEntry& entry, const BodyFacts& body)
{
    FunctionFacts facts{.entry = &entry, .function = as<PrimFunc>(entry.function), .body = &body};
    for (const auto& [key, value] : entry.function->attrs) {
        if (key.kind() != AttrValue::Kind::String)
            continue;
        if (key.text() == attr::Target)
            facts.target = as<Target>(value.node());
        else if (key.text() == attr::GlobalSymbol)
            facts.symbol = value.text();
        else if (key.text() == attr::CallingConv) {
            int64_t number = 0;
            facts.convention = value.toInt(number) ? CallingConv(number) : CallingConv::Default;
        } else if (key.text() == attr::KernelLaunchParams)
            facts.launchParams = &value;
        else if (key.text() == attr::IsGlobalFunc)
            facts.isMadeBySplit = value.isTrue();
        else if (key.text() == attr::IsEntryFunc)
            facts.isEntry = value.isTrue();
    }
    facts.isForCpu = facts.target && deviceType(*facts.target) == DeviceType::CPU;
    return facts;
}

ModuleFacts collectFacts(const Module& module)
{
    ModuleFacts facts;
    const auto arena = std::make_shared<Arena>();
    facts.arena = arena;
    facts.functions.reserve(module.functions.size());
    FactsCollector collector;
    Place next = 1; // 0 is the module
    for (const ModuleEntry& entry : module.functions) {
        collector.begin();
        const Place count = walkPlaces(*entry.function, Role::Part, 0, collector);
        facts.functions.push_back(FunctionFacts::of(entry, *arena->make<BodyFacts>(collector.take(*arena))));
        facts.functions.back().place = next;
        next += count;
    }
    return facts;
}

uint16_t formsOf(const PrimFunc& function)
{
    FactsCollector collector;
    collector.begin();
    walkPlaces(function, Role::Part, 0, collector);
    return collector.features();
}

} // namespace tir
