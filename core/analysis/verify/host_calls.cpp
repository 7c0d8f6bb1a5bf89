/// Calls from the host: it cannot call a function that is compiled for the device only and returns a value, and after
/// LowerDeviceKernelLaunch it reaches device functions through packed launches only.

#include "core/analysis/calls.h"
#include "core/analysis/verify/rules.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir {
namespace {

/// The function of the module that a plain call before all launches and device regions calls; else null. Extents
/// of launches and virtual threads count as code of the device, so later calls are left out.
const FunctionFacts* hostCallee(const ModuleFacts& facts, const FunctionFacts& caller, const CallFacts& call)
{
    const BodyFacts& body = *caller.body;
    const bool isOnHost =
        body.deviceRegion == NoPlace && (body.launches.empty() || call.place < body.launches.front().place);
    const GlobalVar* plain = isOnHost ? call.call->function : nullptr;
    const FunctionFacts* callee = plain ? facts.find(plain->name) : nullptr;
    return callee && callee->function ? callee : nullptr;
}

class HostCallChecker {
public:
    HostCallChecker(const ModuleFacts& facts, Diagnostics& found) : m_facts(facts), m_found(found) {}

    void check()
    {
        for (const FunctionFacts& caller : m_facts.functions)
            if (caller.isHost())
                for (const CallFacts& call : caller.body->calls)
                    check(caller, call);
        for (const FunctionFacts* kernel : m_calledFromHost)
            checkConvention(*kernel);
    }

private:
    void check(const FunctionFacts& caller, const CallFacts& call)
    {
        if (isExternCall(*call.call))
            return;
        const GlobalVar* plain = call.call->function;
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

    /// A kernel made from a helper without a launch, which is not intended for a device. Kernels for a CPU device do
    /// have a launch.
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
                        quoted(callee.name()) + " directly, without a launch",
             .place = place,
             .notes = {{quoted(callee.name()) + " is compiled for " + std::string(callee.target->kindName),
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
            .notes = {{quoted(callee.name()) + " is compiled for " + std::string(callee.target->kindName) +
                           " and has no launch of its own",
                       callee.place,
                       {}}}};
        if (callee.target->host)
            found.notes.push_back({"an exported function has the target of the whole module and counts as "
                                   "device code, so a call from the host becomes a launch; a private "
                                   "function would get the target of its callers",
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

    const ModuleFacts& m_facts;
    Diagnostics& m_found;
    std::vector<const FunctionFacts*> m_calledFromHost;
    std::vector<bool> m_isCalledFromHost; ///< by position in the module
};

} // namespace

void checkLaunches(const ModuleFacts& facts, Diagnostics& found)
{
    HostCallChecker(facts, found).check();
}

namespace {

/// The functions that run on the host. Without targets: the exported ones, and their callees.
std::vector<const FunctionFacts*> functionsOfHost(const ModuleFacts& facts)
{
    std::vector<const FunctionFacts*> found;
    for (const FunctionFacts& function : facts.functions)
        if (function.function && (function.target ? function.isHost() : !function.symbol.empty()))
            found.push_back(&function);
    for (size_t next = 0; next < found.size(); ++next)
        for (const CallFacts& call : found[next]->body->calls) {
            const FunctionFacts* callee = hostCallee(facts, *found[next], call);
            if (callee && !callee->target && std::ranges::find(found, callee) == found.end())
                found.push_back(callee);
        }
    return found;
}

} // namespace

void checkCallsOfDevice(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts* caller : functionsOfHost(facts))
        for (const CallFacts& call : caller->body->calls) {
            const FunctionFacts* callee = hostCallee(facts, *caller, call);
            // A kernel may return 0, which its launch drops.
            if (!callee || !callee->isDevice() || !callee->body->launches.empty() ||
                callee->convention != CallingConv::Default || isVoidType(callee->function->retType))
                continue;
            found.push_back({.code = "device-function-on-host",
                             .message = "host function " + quoted(caller->name()) + " calls " +
                                        quoted(callee->name()) + ", which is compiled for " +
                                        std::string(callee->target->kindName) +
                                        " alone: the host can only launch it, and a launch returns no value",
                             .place = caller->at(call.place),
                             .notes = {{quoted(callee->name()) + " is defined here", callee->place, {}}}});
        }
}

} // namespace tir
