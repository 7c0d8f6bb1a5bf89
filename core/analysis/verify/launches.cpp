/// Arguments of launches: all that the kernel and the device functions that it calls require, as many as the kernel has
/// parameters, and none that the host would have to read from the memory of the device.

#include "core/analysis/host_accesses.h"
#include "core/analysis/verify/rules.h"
#include "core/ir/place_walk.h"
#include "core/ir/places.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <string>

namespace tir {
namespace {

bool isKernel(const FunctionFacts& function)
{
    return function.function && function.convention == CallingConv::DeviceKernelLaunch;
}

/// An axis or the bytes; the other launch parameters are flags.
bool hasArgument(std::string_view tag)
{
    return tag == attr::UseDynSharedMemory || tag.find("Idx.") != std::string_view::npos;
}

/// The place of one node in a function.
class NodePlace : public Walker {
public:
    explicit NodePlace(const Node& node) : m_node(node) {}

    Place in(const FunctionFacts& function)
    {
        walk(*function.function, Role::Part, function.place);
        return m_place;
    }

private:
    void enter(const Node& node, Role, Place place) override
    {
        if (&node == &m_node && m_place == NoPlace)
            m_place = place;
    }

    const Node& m_node;
    Place m_place = NoPlace;
};

/// One kernel, with everything it calls on its own side.
class KernelChecker {
public:
    KernelChecker(const ModuleFacts& facts, const FunctionFacts& kernel, Diagnostics& found)
        : m_facts(facts),
          m_kernel(kernel),
          m_found(found)
    {
        if (kernel.launchParams)
            m_passed = kernel.launchParams->items();
    }

    void check() { check(m_kernel, NoPlace); }

private:
    /// `from`: the call in the kernel that leads to `function`; NoPlace for the kernel itself.
    void check(const FunctionFacts& function, Place from)
    {
        for (const LaunchFacts& launch : function.body->launches)
            for (const LaunchAxis& axis : launch.axes)
                if (!isPassed(axis.tag))
                    report(function, "opens " + std::string(axis.tag),
                           "its launch passes no extent of that axis", from, launch.place);
        for (const AllocationFacts& allocation : function.body->sharedAllocations)
            if (allocation.isDynamic && !isPassed(attr::UseDynSharedMemory))
                report(function,
                       "allocates dynamic shared memory " + quoted(allocation.statement->buffer->name),
                       "its launch passes no number of bytes", from, allocation.place);
        if (!function.body->calls.empty())
            m_visited.push_back(&function);
        for (const CallFacts& call : function.body->calls) {
            const FunctionFacts* callee =
                call.call->function ? m_facts.find(call.call->function->name) : nullptr;
            if (callee && callee->function && callee->isDevice() &&
                std::ranges::find(m_visited, callee) == m_visited.end())
                check(*callee, from == NoPlace ? m_kernel.at(call.place) : from);
        }
    }

    bool isPassed(std::string_view tag) const
    {
        return std::ranges::find(m_passed, tag, &AttrValue::text) != m_passed.end();
    }

    void report(const FunctionFacts& function, const std::string& need, const std::string& lack, Place from,
                Place inFunction)
    {
        const bool isOwn = from == NoPlace;
        const Place place = function.at(inFunction);
        Diagnostic found{.code = "launch-parameter-missing",
                         .message = "kernel " + quoted(m_kernel.name()) +
                                    (isOwn ? " " : " calls " + quoted(function.name()) + ", which ") + need +
                                    ", but " + lack,
                         .place = isOwn ? place : from};
        if (!isOwn)
            found.notes.push_back({quoted(function.name()) + " does so here", place, {}});
        m_found.push_back(std::move(found));
    }

    const ModuleFacts& m_facts;
    const FunctionFacts& m_kernel;
    Diagnostics& m_found;
    std::span<const AttrValue> m_passed; ///< launch parameters
    std::vector<const FunctionFacts*> m_visited;
};

/// Whether no function launches anything or calls what might: the program was not written for a GPU, or its loops are
/// not bound.
bool hasNoLaunch(const ModuleFacts& facts)
{
    return std::ranges::all_of(facts.functions, [](const FunctionFacts& function) {
        return function.body->launches.empty() && function.body->calls.empty();
    });
}

/// Precondition: the function is TIR and compiled for a device with memory of its own.
void addHostAccess(const ModuleFacts& facts, const FunctionFacts& function, Diagnostics& found)
{
    const HostAccesses accesses(*function.function);
    if (accesses.accessed().empty())
        return;
    found.push_back({.code = "device-memory-on-host",
                     .message = "host code of " + quoted(function.name()) +
                                " accesses device memory through " +
                                quoted(accesses.accessed().front()->name),
                     .place = NodePlace(*accesses.firstAccess()).in(function)});
    if (hasNoLaunch(facts))
        found.back().notes.push_back(
            {"the program launches no kernel: bind a loop to threads, or choose a CPU as target",
             NoPlace,
             {}});
}

void checkHostMemoryOf(const ModuleFacts& facts, const FunctionFacts& function, Diagnostics& found)
{
    // To those accesses, a loop over threads is not a launch.
    const bool hasAccess =
        function.body->has(BodyFeature::AccessOutsideLaunch) || function.body->has(BodyFeature::LoopLaunch);
    if (hasAccess && function.function && hasDeviceMemory(*function.function))
        addHostAccess(facts, function, found);
}

} // namespace

void checkLaunchArguments(const FunctionFacts& caller, const CallFacts& call, const FunctionFacts& callee,
                          Diagnostics& found)
{
    if (!isKernel(callee) || !call.call->isOp(OpId::tvm_call_packed))
        return;
    const AttrValue* tags = callee.launchParams;
    if (!tags)
        return;
    const auto launchArguments =
        std::ranges::count_if(tags->items(), [](const AttrValue& tag) { return hasArgument(tag.text()); });
    const size_t expected = callee.function->params.size() + size_t(launchArguments);
    const size_t given = call.call->args.size() - 1; // after the name
    if (given != expected)
        found.push_back({.code = "launch-argument-count",
                         .message = quoted(caller.name()) + " launches " + quoted(callee.name()) + " with " +
                                    std::to_string(given) + " arguments, but it takes " +
                                    std::to_string(callee.function->params.size()) + " and its launch " +
                                    std::to_string(launchArguments),
                         .place = caller.at(call.place)});
}

void checkHostMemory(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkHostMemoryOf(facts, function, found);
}

Diagnostics hostAccessesOnceBound(const ModuleFacts& facts, const Target& target)
{
    Diagnostics found;
    const bool isAllHost = hasNoLaunch(facts);
    for (const FunctionFacts& function : facts.functions) {
        const Target& own = function.target ? *function.target : target;
        const bool isHost = own.host && (isAllHost || !function.body->launches.empty());
        // What else the input lacks decides where the launches are.
        const bool isKnown = !function.body->has(BodyFeature::LoopLaunch);
        if (isHost && isKnown && function.function && function.body->has(BodyFeature::AccessOutsideLaunch) &&
            hasDeviceMemory(*function.function, own))
            addHostAccess(facts, function, found);
    }
    return found;
}

void checkHostArguments(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.target && function.target->host)
            checkHostMemoryOf(facts, function, found);
}

void checkLaunchParameters(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (isKernel(function) && function.isDevice())
            KernelChecker(facts, function, found).check();
}

} // namespace tir
