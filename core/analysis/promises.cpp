#include "core/analysis/promises.h"

#include "core/analysis/promises_narrow_floats.h"
#include "core/analysis/text.h"
#include "core/analysis/verify_rules.h"

#include <algorithm>
#include <set>

namespace tir {
namespace {

bool hasHost(const FunctionFacts& function)
{
    return function.target && function.target->host;
}

/// Each is asked about one TIR function.

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
                         .message = quoted(function.name()) + " launches threads, but is made for " +
                                    std::string(function.target->kindName) +
                                    " alone: without a host in its target, no device region is made of them",
                         .place = function.at(launches.front().place)});
}

void checkRegions(const FunctionFacts& function, Diagnostics& found)
{
    if (function.target && !hasHost(function))
        return;
    for (const LaunchFacts& launch : function.body->launches)
        if (!launch.regionTarget)
            found.push_back(
                {.code = "launch-outside-region",
                 .message = "a launch of " + quoted(function.name()) + " stands outside of any device region",
                 .place = function.at(launch.place)});
}

void checkNoLaunchOnHost(const FunctionFacts& function, Diagnostics& found)
{
    if (function.target && !hasHost(function))
        return;
    for (const LaunchFacts& launch : function.body->launches)
        found.push_back({.code = "launch-left-in-host",
                         .message = "a launch still stands in " + quoted(function.name()) +
                                    ", which is a function of the host",
                         .place = function.at(launch.place)});
}

void checkOneLaunch(const FunctionFacts& function, Diagnostics& found)
{
    const auto isDynamic = [](const AllocationFacts& allocation) { return allocation.isDynamic; };
    if (function.body->launches.size() < 2 ||
        std::ranges::count_if(function.body->sharedAllocations, isDynamic) < 2)
        return;
    found.push_back({.code = "several-launches",
                     .message = quoted(function.name()) + " has " +
                                std::to_string(function.body->launches.size()) +
                                " launches and several dynamic shared buffers",
                     .place = function.at(function.body->launches[1].place)});
}

void checkStaticMerged(const FunctionFacts& function, Diagnostics& found)
{
    std::set<int> launches;
    for (const AllocationFacts& allocation : function.body->sharedAllocations)
        if (allocation.launch >= 0 && allocation.statement->buffer->scope().isStaticShared() &&
            !launches.insert(allocation.launch).second)
            found.push_back({.code = "several-static-allocations",
                             .message = "a second static shared buffer, " +
                                        quoted(allocation.statement->buffer->name) +
                                        ", is allocated in one launch",
                             .place = function.at(allocation.place)});
}

void checkUnsplit(const FunctionFacts& function, Diagnostics& found)
{
    if (function.isMadeBySplit)
        found.push_back({.code = "already-split",
                         .message = quoted(function.name()) + " has been made by the split",
                         .place = function.place});
}

void checkPacked(const FunctionFacts& function, Diagnostics& found)
{
    if (hasHost(function) && !function.symbol.empty() && function.convention == CallingConv::Default)
        found.push_back({.code = "function-not-packed",
                         .message = "exported host function " + quoted(function.name()) +
                                    " does not take its arguments packed",
                         .place = function.place});
}

void checkNoBufferParams(const FunctionFacts& function, Diagnostics& found)
{
    if (!function.function->bufferMap.empty())
        found.push_back({.code = "buffer-parameter",
                         .message = quoted(function.name()) + " takes buffer " +
                                    quoted(function.function->bufferMap.front().buffer->name) +
                                    " as a parameter",
                         .place = function.place});
}

void checkEach(const ModuleFacts& facts, void (*check)(const FunctionFacts&, Diagnostics&),
               Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function)
            check(function, found);
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
    if (count != 1 || !candidate->function)
        return;
    if (!candidate->isEntry)
        found.push_back({.code = "entry-not-marked",
                         .message = quoted(candidate->name()) + " is the entry, but is not marked as such",
                         .place = candidate->place});
}

/// Nodes that tell of a form that is to be gone: all of them, once a walk has seen that there are any.
class FormChecker : public Walker {
public:
    FormChecker(Promise promise, Diagnostics& found) : m_promise(promise), m_found(found) {}

    void check(const ModuleFacts& facts)
    {
        const Form form = m_promise == Promise::LaunchesAsExtents ? Form::LoopLaunch : Form::SharedIndices;
        for (const FunctionFacts& function : facts.functions)
            if (function.body->has(form))
                walk(*function.entry->function, Role::Part, function.place);
    }

private:
    void enter(const Node& node, Role, Place place) override
    {
        if (m_promise == Promise::LaunchesAsExtents)
            checkLoop(node, place);
        else if (const auto* load = as<BufferLoad>(&node))
            checkAccess(*load->buffer, load->indices.size(), place);
        else if (const auto* store = as<BufferStore>(&node))
            checkAccess(*store->buffer, store->indices.size(), place);
    }

    void checkLoop(const Node& node, Place place)
    {
        const auto* loop = as<For>(&node);
        if (loop && bindsThreads(*loop))
            m_found.push_back({.code = "loop-launch",
                               .message = "a loop is bound to " +
                                          std::string(loop->threadBinding->threadTag) +
                                          " and is no thread_extent statement yet",
                               .place = place});
    }

    void checkAccess(const Buffer& buffer, size_t indices, Place place)
    {
        if (indices != 1 && buffer.scope().rank == StorageRank::Shared)
            m_found.push_back({.code = "several-indices",
                               .message = "shared buffer " + quoted(buffer.name) + " is accessed with " +
                                          std::to_string(indices) + " indices",
                               .place = place});
    }

    Promise m_promise;
    Diagnostics& m_found;
};

Diagnostics errorsOf(Diagnostics found)
{
    std::erase_if(found, [](const Diagnostic& diagnostic) { return diagnostic.severity != Severity::Error; });
    return found;
}

} // namespace

Diagnostics brokenPromises(Promise promise, const ModuleFacts& facts)
{
    Diagnostics found;
    switch (promise) {
    case Promise::Targets:
        checkEach(facts, checkTarget, found);
        break;
    case Promise::Entry:
        checkEntry(facts, found);
        break;
    case Promise::FlatBuffers:
    case Promise::LaunchesAsExtents:
        FormChecker(promise, found).check(facts);
        break;
    case Promise::OneLaunch:
        checkEach(facts, checkOneLaunch, found);
        break;
    case Promise::Merged:
        checkSharedMemory(facts, {.afterMerge = true}, found);
        break;
    case Promise::StaticMerged:
        checkEach(facts, checkStaticMerged, found);
        break;
    case Promise::Regions:
        checkEach(facts, checkRegions, found);
        break;
    case Promise::Unsplit:
        checkEach(facts, checkUnsplit, found);
        break;
    case Promise::Split:
        checkEach(facts, checkNoLaunchOnHost, found);
        break;
    case Promise::Launches:
        checkCalls(facts, {.afterLaunchLowering = true}, found);
        break;
    case Promise::Packed:
        checkEach(facts, checkPacked, found);
        break;
    case Promise::NoBufferParams:
        checkEach(facts, checkNoBufferParams, found);
        break;
    case Promise::HostMemory:
        checkEach(facts, checkHostMemory, found);
        break;
    case Promise::NoBFloat16Arithmetic:
        checkNoArithmetic(facts, NarrowFloat::BFloat16, found);
        break;
    case Promise::NoFloat8Arithmetic:
        checkNoArithmetic(facts, NarrowFloat::Float8, found);
        break;
    case Promise::NoBFloat16Storage:
        checkNoStorage(facts, NarrowFloat::BFloat16, found);
        break;
    case Promise::NoFloat8Storage:
        checkNoStorage(facts, NarrowFloat::Float8, found);
        break;
    }
    return errorsOf(std::move(found));
}

} // namespace tir
