#include "core/analysis/verify/property_rules.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tir {
namespace {

bool hasHost(const FunctionFacts& function)
{
    return function.target && function.target->host;
}

/// Runs on the host, or will once its target is bound.
bool mayLaunch(const FunctionFacts& function)
{
    return function.function && (!function.target || function.target->host);
}

void checkTarget(const FunctionFacts& function, Diagnostics& found)
{
    if (!function.target) {
        found.push_back({.code = "function-without-target",
                         .message = quoted(function.name()) + " has no target",
                         .place = function.place});
        return;
    }
    const std::span<const LaunchFacts> launches = function.body->launches;
    if (!launches.empty() && function.isForCpu && !hasHost(function) && !function.isMadeBySplit)
        found.push_back({.code = "launch-without-device",
                         .message = quoted(function.name()) + " launches threads, but is compiled for " +
                                    std::string(function.target->kindName) +
                                    " alone: without a host in its target, it gets no device region",
                         .place = function.at(launches.front().place)});
}

/// The base of rules about single nodes.
class NodeRule : public Walker {
public:
    explicit NodeRule(Diagnostics& found) : m_found(found) {}

    /// `feature`: that every function with a violation has; nothing: all functions are walked.
    void check(const ModuleFacts& facts, std::optional<BodyFeature> feature = std::nullopt)
    {
        for (const FunctionFacts& function : facts.functions)
            if (!feature || function.body->has(*feature))
                walk(*function.entry->function, Role::Part, function.place);
    }

protected:
    void report(std::string code, std::string message, Place place)
    {
        m_found.push_back({.code = std::move(code), .message = std::move(message), .place = place});
    }

private:
    Diagnostics& m_found;
};

/// Launches that are still loops.
class LoopLaunches : public NodeRule {
    using NodeRule::NodeRule;

    void enter(const Node& node, Role, Place place) override
    {
        const auto* loop = as<For>(&node);
        if (loop && bindsThreads(*loop))
            report("loop-launch",
                   "a loop is bound to " + std::string(loop->threadBinding->threadTag) +
                       ", but launches must be thread_extent statements",
                   place);
    }
};

/// Accesses of shared memory with several indices, or none.
class SharedIndices : public NodeRule {
    using NodeRule::NodeRule;

    void enter(const Node& node, Role, Place place) override
    {
        if (const auto* load = as<BufferLoad>(&node))
            checkAccess(*load->buffer, load->indices.size(), place);
        else if (const auto* store = as<BufferStore>(&node))
            checkAccess(*store->buffer, store->indices.size(), place);
    }

    void checkAccess(const Buffer& buffer, size_t indices, Place place)
    {
        if (indices != 1 && buffer.scope().rank == StorageRank::Shared)
            report("several-indices",
                   "shared buffer " + quoted(buffer.name) + " is accessed with " + std::to_string(indices) +
                       " indices",
                   place);
    }
};

/// Thread axes that a launch opens again under another variable.
class RepeatedAxes : public NodeRule {
    using NodeRule::NodeRule;

    void enter(const Node& node, Role, Place place) override
    {
        const auto* attr = as<AttrStmt>(&node);
        if (!attr || !bindsThreads(*attr))
            return;
        const IterVar& axis = *attr->iterVar();
        const auto isOther = [&](const IterVar* open) {
            return open->threadTag == axis.threadTag && open->var != axis.var;
        };
        if (std::ranges::any_of(m_open, isOther))
            report("repeated-thread-axis",
                   "thread axis " + quoted(axis.threadTag) + " is opened again, as " + quoted(axis.var->name),
                   place);
        m_open.push_back(&axis);
    }

    void leave(const Node& node, Role, Place) override
    {
        if (as<AttrStmt>(&node) && bindsThreads(node))
            m_open.pop_back();
    }

    std::vector<const IterVar*> m_open;
};

/// Statements that still are executed for the instances of a virtual thread.
class VirtualThreads : public NodeRule {
    using NodeRule::NodeRule;

    void enter(const Node& node, Role, Place place) override
    {
        const auto* attr = as<AttrStmt>(&node);
        if (attr && attr->key == attr::VirtualThread && attr->iterVar())
            report("virtual-thread-left",
                   quoted(attr->iterVar()->var->name) +
                       " is a virtual thread, but its instances must be a loop",
                   place);
    }
};

/// Indices that are a ramp plus a broadcast, which generators do not take for a vector access.
class SplitRamps : public NodeRule {
    using NodeRule::NodeRule;

    void enter(const Node& node, Role, Place place) override
    {
        const auto* load = as<BufferLoad>(&node);
        const auto* store = as<BufferStore>(&node);
        const ExprList indices = load ? load->indices : store ? store->indices : ExprList();
        const auto* sum = indices.empty() ? nullptr : as<Binary>(indices.back());
        if (!sum || sum->op != BinaryOp::Add)
            return;
        if ((as<Ramp>(sum->a) && as<Broadcast>(sum->b)) || (as<Broadcast>(sum->a) && as<Ramp>(sum->b)))
            report("ramp-plus-broadcast",
                   "the index of buffer " + quoted((load ? load->buffer : store->buffer)->name) +
                       " is a ramp plus a broadcast, but it must be a plain ramp",
                   place);
    }
};

constexpr std::array<ModuleRule*, ModulePropertyCount> RulesByProperty{{
#define TIR_RULE_Never(identifier) nullptr
#define TIR_RULE_InputOnly(identifier) check##identifier
#define TIR_RULE_Once(identifier) check##identifier
#define TIR_RULE_Always(identifier) check##identifier
#define TIR_PROPERTY(identifier, detection, name, meaning) TIR_RULE_##detection(identifier),
#include "core/analysis/verify/property_list.def"
#undef TIR_PROPERTY
#undef TIR_RULE_Always
#undef TIR_RULE_Once
#undef TIR_RULE_InputOnly
#undef TIR_RULE_Never
}};

} // namespace

void checkTargets(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function)
            checkTarget(function, found);
}

/// The marked function is the only one, or the only exported one, as AnnotateEntryFunc counts.
void checkEntry(const ModuleFacts& facts, Diagnostics& found)
{
    const FunctionFacts* candidate = nullptr;
    int count = 0;
    for (const FunctionFacts& function : facts.functions) {
        if (function.symbol.empty() && facts.functions.size() != 1)
            continue;
        candidate = &function;
        ++count;
    }
    if (count != 1 || !candidate->function || candidate->isEntry)
        return;
    found.push_back({.code = "entry-not-marked",
                     .message = quoted(candidate->name()) + " is the entry, but is not marked as such",
                     .place = candidate->place});
}

void checkFlatBuffers(const ModuleFacts& facts, Diagnostics& found)
{
    SharedIndices(found).check(facts, BodyFeature::SharedIndices);
}

void checkLaunchesAsExtents(const ModuleFacts& facts, Diagnostics& found)
{
    LoopLaunches(found).check(facts, BodyFeature::LoopLaunch);
}

void checkThreadsUnified(const ModuleFacts& facts, Diagnostics& found)
{
    RepeatedAxes(found).check(facts, BodyFeature::IrregularThreadAxis);
}

void checkNoVirtualThreads(const ModuleFacts& facts, Diagnostics& found)
{
    VirtualThreads(found).check(facts);
}

void checkRegions(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions) {
        if (!mayLaunch(function))
            continue;
        for (const LaunchFacts& launch : function.body->launches)
            if (!launch.regionTarget)
                found.push_back(
                    {.code = "launch-outside-region",
                     .message = "a launch of " + quoted(function.name()) + " is outside of any device region",
                     .place = function.at(launch.place)});
    }
}

void checkUnsplit(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function && function.isMadeBySplit)
            found.push_back({.code = "already-split",
                             .message = quoted(function.name()) + " was created by the host/device split",
                             .place = function.place});
}

void checkSplit(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions) {
        if (!mayLaunch(function))
            continue;
        for (const LaunchFacts& launch : function.body->launches)
            found.push_back({.code = "launch-left-in-host",
                             .message = "a launch is still in " + quoted(function.name()) +
                                        ", which is a function of the host",
                             .place = function.at(launch.place)});
    }
}

void checkPacked(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function && hasHost(function) && !function.symbol.empty() &&
            function.convention == CallingConv::Default)
            found.push_back({.code = "function-not-packed",
                             .message = "exported host function " + quoted(function.name()) +
                                        " does not take its arguments packed",
                             .place = function.place});
}

void checkHostCalls(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions) {
        if (!function.isHost())
            continue;
        for (const CallFacts& call : function.body->calls)
            if (call.call->isOp(OpId::tvm_call_packed) || call.call->isOp(OpId::tvm_call_cpacked))
                found.push_back({.code = "packed-call-left",
                                 .message = "a packed call of " + quoted(function.name()) +
                                            " does not pass its arguments on the stack",
                                 .place = function.at(call.place)});
    }
}

void checkNoBufferParams(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function && !function.function->bufferMap.empty())
            found.push_back({.code = "buffer-parameter",
                             .message = quoted(function.name()) + " takes buffer " +
                                        quoted(function.function->bufferMap.front().buffer->name) +
                                        " as a parameter",
                             .place = function.place});
}

void checkPlainRamps(const ModuleFacts& facts, Diagnostics& found)
{
    SplitRamps(found).check(facts);
}

ModuleRule* ruleOf(ModuleProperty property)
{
    return RulesByProperty[size_t(property)];
}

Diagnostics violationsOf(ModuleProperty property, const ModuleFacts& facts)
{
    Diagnostics found;
    if (ModuleRule* rule = ruleOf(property))
        rule(facts, found);
    return found;
}

} // namespace tir
