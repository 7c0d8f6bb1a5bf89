/// Kernels and hosts: after LowerDeviceKernelLaunch the host reaches a device function through a packed
/// launch and in no other way; shared memory belongs to one launch.

#include "core/analysis/text.h"
#include "core/analysis/verify_rules.h"

#include <string>

namespace tir {
namespace {

class CallChecker {
public:
    CallChecker(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found)
        : m_facts(facts),
          m_context(context),
          m_found(found)
    {}

    void check()
    {
        for (const FunctionFacts& caller : m_facts.functions) {
            for (const CallFacts& call : caller.body->calls)
                check(caller, call);
            if (m_context.afterSplit)
                checkSplit(caller);
        }
        for (const FunctionFacts* kernel : m_calledFromHost)
            checkConvention(*kernel);
    }

private:
    void check(const FunctionFacts& caller, const CallFacts& call)
    {
        const GlobalVar* plain = call.call->function;
        if (plain && !m_facts.find(plain->name)) {
            m_found.push_back({.code = "undefined-function",
                               .message = quoted(caller.name()) + " calls " + quoted(plain->name) +
                                          ", which the module does not hold",
                               .place = caller.at(call.place)});
            return;
        }
        if (!m_context.afterLaunchLowering || !caller.isHost() || isExternCall(*call.call))
            return;
        const FunctionFacts* callee =
            plain ? m_facts.find(plain->name) : m_facts.findSymbol(calleeText(*call.call));
        if (!callee || !callee->function)
            return;
        checkLaunchArguments(caller, call, *callee, m_found);
        if (callee->isDevice()) {
            if (plain)
                reportDirectCall(caller, *callee, caller.at(call.place));
            noteCalledFromHost(*callee);
        } else if (!plain && isHostHelper(*callee)) {
            reportHostLaunch(caller, *callee, caller.at(call.place));
        }
    }

    /// A kernel made from a helper that has no launch of its own and is not meant for a device. Kernels
    /// for a CPU device do have one.
    static bool isHostHelper(const FunctionFacts& callee)
    {
        return callee.isHost() && callee.body->launches.empty() &&
               callee.convention == CallingConv::DeviceKernelLaunch;
    }

    void reportDirectCall(const FunctionFacts& caller, const FunctionFacts& callee, Place place)
    {
        m_found.push_back(
            {.code = "kernel-called-directly",
             .message = "host function " + quoted(caller.name()) + " calls device function " +
                        quoted(callee.name()) + " directly, and nothing launches it",
             .place = place,
             .notes = {{quoted(callee.name()) + " is made for " + std::string(callee.target->kindName),
                        callee.place,
                        {}}}});
    }

    void reportHostLaunch(const FunctionFacts& caller, const FunctionFacts& callee, Place place)
    {
        Diagnostic found{
            .code = "host-function-launched",
            .message =
                quoted(caller.name()) + " launches host function " + quoted(callee.name()) + " as a kernel",
            .place = place,
            .notes = {{quoted(callee.name()) + " is made for " + std::string(callee.target->kindName) +
                           " and has no launch of its own",
                       callee.place,
                       {}}}};
        if (callee.target->host)
            found.notes.push_back(
                {"an exported function has the target of the whole module and counts as device "
                 "code, so a call from the host becomes a launch; a private one would count as "
                 "what calls it",
                 callee.place,
                 {}});
        m_found.push_back(std::move(found));
    }

    void noteCalledFromHost(const FunctionFacts& callee)
    {
        m_isCalledFromHost.resize(m_facts.functions.size());
        const auto index = size_t(&callee - m_facts.functions.data());
        if (!m_isCalledFromHost[index])
            m_calledFromHost.push_back(&callee);
        m_isCalledFromHost[index] = true;
    }

    void checkConvention(const FunctionFacts& kernel)
    {
        const bool hasConvention = kernel.convention == CallingConv::DeviceKernelLaunch;
        if (hasConvention && kernel.launchParams)
            return;
        m_found.push_back(
            {.code = "kernel-without-convention",
             .message = quoted(kernel.name()) + " is called from the host, but has no " +
                        (hasConvention ? "list of launch parameters" : "kernel calling convention"),
             .place = kernel.place});
    }

    /// What SplitHostDevice takes out of a function is gone from it, and what only a launch can have does
    /// not come from the host.
    void checkSplit(const FunctionFacts& function)
    {
        if (function.isDevice() && !function.body->launches.empty())
            checkKernelParams(function);
        if (function.body->deviceRegion != NoPlace)
            m_found.push_back(
                {.code = "device-region-left",
                 .message = "a device region still stands in " + quoted(function.name()) + " after the split",
                 .place = function.at(function.body->deviceRegion)});
    }

    void checkKernelParams(const FunctionFacts& kernel)
    {
        const VarList params = kernel.function->params;
        for (size_t i = 0; i < params.size(); ++i) {
            const auto* pointer = as<PointerType>(params[i]->type);
            const std::optional<StorageScope> scope = storageScopeFromString(pointer ? pointer->scope : "");
            const bool isShared = scope && scope->rank == StorageRank::Shared;
            if (!isShared && !(scope && scope->rank == StorageRank::Local))
                continue;
            m_found.push_back({.code = isShared ? "shared-memory-parameter" : "local-memory-parameter",
                               .message = "kernel " + quoted(kernel.name()) + " takes " +
                                          (isShared ? "shared" : "local") + " memory " +
                                          quoted(params[i]->name) +
                                          (isShared ? " as a parameter, and no host can pass it"
                                                    : " of its host as a parameter, and cannot reach it"),
                               .place = kernel.place + 1 + Place(i)}); // parameters are its first children
        }
    }

    const ModuleFacts& m_facts;
    const VerifyContext& m_context;
    Diagnostics& m_found;
    std::vector<const FunctionFacts*> m_calledFromHost;
    std::vector<bool> m_isCalledFromHost; ///< by position in the module
};

void checkSharedMemoryOf(const FunctionFacts& function, const VerifyContext& context, Diagnostics& found)
{
    if (function.body->sharedAllocations.empty())
        return;
    const AllocationFacts* first = nullptr; // of the launch; launches come one after another
    int firstLaunch = -1;
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (allocation.launch < 0 && !function.body->launches.empty())
            found.push_back({.severity = Severity::Note,
                             .code = "shared-memory-outside-launch",
                             .message = "shared buffer " + quoted(allocation.statement->buffer->name) +
                                        " is allocated outside of any launch",
                             .place = function.at(allocation.place),
                             .notes = {{"the first launch of " + quoted(function.name()) + " is here",
                                        function.at(function.body->launches.front().place),
                                        {}}}});
        const bool counts = allocation.launch >= 0 || function.isDevice();
        if (!context.afterMerge || !counts || !allocation.isDynamic)
            continue;
        // After the split a device function is one kernel, whatever stands outside of its axes.
        const int launch = function.isDevice() ? 0 : allocation.launch;
        const bool isFirst = !first || launch != firstLaunch;
        if (isFirst) {
            first = &allocation;
            firstLaunch = launch;
        } else {
            found.push_back(
                {.code = "several-dynamic-allocations",
                 .message = "a second dynamic shared buffer, " + quoted(allocation.statement->buffer->name) +
                            ", is allocated in one launch",
                 .place = function.at(allocation.place),
                 .notes = {
                     {"the first one, " + quoted(first->statement->buffer->name) + ", is allocated here",
                      function.at(first->place),
                      {}}}});
        }
    }
}

} // namespace

void checkCalls(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found)
{
    CallChecker(facts, context, found).check();
}

void checkSharedMemory(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkSharedMemoryOf(function, context, found);
}

} // namespace tir
