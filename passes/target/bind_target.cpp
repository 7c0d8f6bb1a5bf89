/// bind_target: gives every function the target it is compiled for.
///
///     private add, called by main outside and inside a launch
///     becomes    add (device), add_host (host), main (device with host) calling both
///
/// Place: first; every later pass reads the target of a function.
/// Leaves alone: functions that are not TIR, and targets that are there already.
///
/// A private function that only the host calls gets the target of the host, as in TVM, even when it has a
/// launch, which then stays where it is. The sound mode gives it the device with its host, so that it is
/// split.

#include "core/analysis/module_facts.h"
#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/ir/mutator.h"
#include "core/ir/ssa.h"
#include "core/ir/visitor.h"
#include "core/support/list_text.h"
#include "passes/framework/axis_statement.h"
#include "passes/framework/first_error.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>

namespace tir::passes {
namespace {

bool opensGpuScope(const AttrStmt& attr)
{
    return isAxisStatement(attr);
}

bool opensGpuScope(const For& loop)
{
    return loop.forKind == ForKind::ThreadBinding;
}

/// A call that decides about the target of its callee.
struct CallSite {
    std::string caller;
    bool isOnDevice;
    const Call* call;
};

/// Functions that call a private one, from which side: exported ones, in sound mode private ones as well.
struct Callers {
    std::vector<std::string> host;
    std::vector<std::string> device;
    std::vector<CallSite> sites; ///< in program order
};

using CallersByName = std::map<std::string_view, Callers>;

class CallFinder : public Visitor {
public:
    /// With `runsOnDevice` the caller's whole body counts as code of a launch.
    CallFinder(CallersByName& callers, std::string_view caller, bool runsOnDevice = false)
        : m_callers(callers),
          m_caller(caller),
          m_onDevice(runsOnDevice)
    {}

private:
    void visit(const AttrStmt& attr) override { visitScope(attr, opensGpuScope(attr)); }
    void visit(const For& loop) override { visitScope(loop, opensGpuScope(loop)); }

    void visit(const Call& call) override
    {
        visitChildren(call);
        if (!call.function)
            return;
        Callers& callers = m_callers[call.function->name];
        std::vector<std::string>& side = m_onDevice ? callers.device : callers.host;
        if (std::ranges::find(side, m_caller) == side.end())
            side.emplace_back(m_caller);
        callers.sites.push_back({std::string(m_caller), m_onDevice, &call});
    }

    /// The whole statement counts, extents included.
    void visitScope(const Node& node, bool isGpu)
    {
        const bool outer = m_onDevice;
        m_onDevice |= isGpu;
        visitChildren(node);
        m_onDevice = outer;
    }

    CallersByName& m_callers;
    std::string_view m_caller;
    bool m_onDevice;
};

/// Sends calls outside of launches to the host copies.
class CallRedirector : public Mutator {
public:
    CallRedirector(Arena& arena, const std::map<std::string_view, const GlobalVar*>& copies)
        : Mutator(arena),
          m_copies(copies)
    {}

private:
    const Stmt* visit(const AttrStmt& attr) override
    {
        return opensGpuScope(attr) ? &attr : Mutator::visit(attr);
    }
    const Stmt* visit(const For& loop) override { return opensGpuScope(loop) ? &loop : Mutator::visit(loop); }

    const Expr* visit(const Call& call) override
    {
        const auto copy = call.function ? m_copies.find(call.function->name) : m_copies.end();
        if (copy == m_copies.end())
            return Mutator::visit(call);
        return makeFrom<Call>(call, call.dtype, copy->second, mutate(call.args), call.annotations);
    }

    const std::map<std::string_view, const GlobalVar*>& m_copies;
};

NoteTable siteTable(const Callers& callers)
{
    NoteTable table{.columns = {"caller", "side", "call"}, .rows = {}};
    for (const CallSite& site : callers.sites)
        table.rows.push_back(
            {site.caller, site.isOnDevice ? "inside a launch" : "on the host", shortText(*site.call)});
    return table;
}

std::string described(const Target& target)
{
    const std::string kind(target.kindName);
    return target.host ? kind + " with host " + std::string(target.host->kindName) : kind;
}

/// Null when the function launches nothing.
const Stmt* firstLaunch(const PrimFunc& function)
{
    const Stmt* launch = nullptr;
    (void)contains(*function.body, [&](const Node& node) {
        if (bindsThreads(node))
            launch = static_cast<const Stmt*>(&node);
        return launch != nullptr;
    });
    return launch;
}

class Binder : public FirstError {
public:
    Binder(const Module& module, PassContext& context, const Target* target)
        : m_module(module),
          m_context(context),
          m_arena(context.arena()),
          m_target(target),
          m_device(withoutHost(m_arena, target)),
          m_host(target->host),
          m_names(module)
    {
        if (!m_host)
            m_host = *targetFromText(m_arena, "llvm");
    }

    PassOutcome run()
    {
        for (const ModuleEntry& entry : m_module.functions)
            if (const auto* function = as<PrimFunc>(entry.function); function && isExposed(*function))
                static_cast<Visitor&&>(CallFinder(m_callers, entry.var->name)).visit(function->body);
        if (m_context.mode() == Mode::Sound)
            followPrivateCalls();
        std::vector<ModuleEntry> functions;
        for (const ModuleEntry& entry : m_module.functions) {
            const auto* function = as<PrimFunc>(entry.function);
            functions.push_back({entry.var, function ? bind(*entry.var, *function) : entry.function});
            if (m_context.mode() == Mode::AsTvm)
                redirectCalls(functions.back());
        }
        if (error())
            return *error();
        if (m_context.mode() == Mode::AsTvm)
            explainMissedCalls(functions);
        functions.insert(functions.end(), m_copies.begin(), m_copies.end());
        if (m_context.mode() == Mode::Sound)
            for (ModuleEntry& entry : functions)
                redirectCalls(entry);
        return withFunctions(m_arena, m_module, functions);
    }

private:
    /// TVM only follows the calls of exported functions. Callees of a private helper run wherever the helper does,
    /// which may be known only after its own callers have been followed.
    void followPrivateCalls()
    {
        std::map<std::string_view, std::pair<bool, bool>> followed; // on the host, on the device
        for (bool isGrowing = true; isGrowing;) {
            isGrowing = false;
            for (const ModuleEntry& entry : m_module.functions) {
                const auto* function = as<PrimFunc>(entry.function);
                if (!function || isExposed(*function))
                    continue;
                const Callers callers = m_callers[entry.var->name];
                auto& [onHost, onDevice] = followed[entry.var->name];
                const auto follow = [&](bool isCalled, bool& isDone, bool runsOnDevice) {
                    if (!isCalled || isDone)
                        return;
                    isDone = isGrowing = true;
                    static_cast<Visitor&&>(CallFinder(m_callers, entry.var->name, runsOnDevice))
                        .visit(function->body);
                };
                follow(!callers.host.empty(), onHost, false);
                follow(!callers.device.empty(), onDevice, true);
            }
        }
    }

    const PrimFunc* bind(const GlobalVar& var, const PrimFunc& function)
    {
        const std::string name(var.name);
        if (const Target* own = targetOf(function)) {
            if (!m_target->host || own->host || !isExposed(function)) {
                m_context.note(name + " keeps the target it has: " + described(*own), &function);
                return &function;
            }
            m_context.note(name + " keeps its target " + described(*own) +
                               " and, being exported, gets the host " + std::string(m_target->host->kindName),
                           &function);
            return with(function, withHost(m_arena, own, m_target->host));
        }
        if (const AttrValue* mark = find(function.attrs, attr::IsHostFunc); mark && mark->isTrue()) {
            m_context.note(name + " is marked as a host function: target " + described(*m_host), &function);
            return withoutAttr(m_arena, *with(function, withHost(m_arena, m_host, m_host)), attr::IsHostFunc);
        }
        if (isExposed(function)) {
            m_context.explain([&var, &function, target = m_target](NoteWriter& notes) {
                notes.note(std::string(var.name) + " is exported: target " + described(*target), &function);
            });
            return with(function, m_target);
        }
        return bindPrivate(var, function, m_callers[var.name]);
    }

    const PrimFunc* bindPrivate(const GlobalVar& var, const PrimFunc& function, const Callers& callers)
    {
        const std::string name(var.name);
        const std::string hostSide = "on the host by " + listText(callers.host);
        const std::string deviceSide = "inside a launch of " + listText(callers.device);
        if (callers.host.empty()) {
            m_context.note(name + " is private and called " +
                               (callers.device.empty() ? "by no exported function" : deviceSide) +
                               ": target " + described(*m_device),
                           &function, siteTable(callers));
            return with(function, m_device);
        }
        if (callers.device.empty()) {
            const Stmt* launch = firstLaunch(function);
            if (launch && m_target->host && m_context.mode() == Mode::AsTvm)
                m_context.reportDefect(tvm_defect::PrivateLaunch,
                                       name + " is private and called by the host, so it gets the target " +
                                           described(*m_host) + ", and no kernel is made of its launch",
                                       launch);
            const bool staysWhole = launch && m_target->host && m_context.mode() == Mode::Sound;
            const Target* target = staysWhole ? m_target : m_host;
            m_context.note(name + " is private and called only " + hostSide + ": target " +
                               described(*target),
                           &function, siteTable(callers));
            return with(function, target);
        }
        const std::string copyName = duplicate(var, function);
        m_context.note(name + " is private and called " + hostSide + " and " + deviceSide +
                           ": it stays for " + described(*m_device) + ", and " + copyName +
                           " is its copy for " + described(*m_host),
                       &function, siteTable(callers));
        return with(function, m_device);
    }

    std::string duplicate(const GlobalVar& var, const PrimFunc& function)
    {
        for (const Var* param : function.params)
            if (m_context.mode() == Mode::AsTvm && param->dtype.isHandle() && !function.bufferOf(param))
                fail("'" + std::string(var.name) +
                         "' is called from both sides and has to be copied, but its handle parameter '" +
                         std::string(param->name) + "' has no buffer, which the copying of TVM insists on",
                     *param, "KeyError");
        const std::string name = m_names.fresh(std::string(var.name) + "_host");
        const auto* copyVar = m_arena.make<GlobalVar>(m_arena.intern(name));
        m_copies.push_back({copyVar, with(*withFreshVars(m_arena, function), m_host)});
        m_hostNames.emplace(var.name, copyVar);
        return name;
    }

    /// TVM rewrites only exported functions, in order: copies that are made later are not known yet, and a private
    /// helper keeps calling the device versions. The sound mode rewrites all host code.
    void redirectCalls(ModuleEntry& entry)
    {
        const auto* function = as<PrimFunc>(entry.function);
        if (m_hostNames.empty() || !function ||
            !(isExposed(*function) || (m_context.mode() == Mode::Sound && isForHost(*function))))
            return;
        entry.function =
            withBody(m_arena, *function, CallRedirector(m_arena, m_hostNames).mutate(function->body));
    }

    bool isForHost(const PrimFunc& function) const
    {
        const Target* target = targetOf(function);
        return target && toString(*target) == toString(*m_host);
    }

    void explainMissedCalls(const std::vector<ModuleEntry>& functions)
    {
        if (m_hostNames.empty())
            return;
        for (const ModuleEntry& entry : functions) {
            const auto* function = as<PrimFunc>(entry.function);
            if (function && isExposed(*function) &&
                CallRedirector(m_arena, m_hostNames).mutate(function->body) != function->body)
                m_context.note(
                    std::string(entry.var->name) +
                        " goes on calling a device version on the host: it comes before the function "
                        "that was copied, and TVM rewrites calls only in functions that come later",
                    function);
        }
    }

    const PrimFunc* with(const PrimFunc& function, const Target* target)
    {
        return withAttr(m_arena, function, attr::Target, AttrValue::ofNode(target));
    }

    const Module& m_module;
    PassContext& m_context;
    Arena& m_arena;
    const Target* m_target;
    const Target* m_device;
    const Target* m_host;
    NameSupply m_names;
    CallersByName m_callers;
    std::vector<ModuleEntry> m_copies;
    std::map<std::string_view, const GlobalVar*> m_hostNames; ///< function -> its host copy
};

PassOutcome run(const Module& module, PassContext& context)
{
    const Target* target = context.target();
    if (const std::string text = context.textArgument("target", 0, ""); !text.empty()) {
        const Result<const Target*> given = targetFromText(context.arena(), text);
        if (!given)
            return PassError{.kind = "ValueError", .message = given.diagnostics().front().message};
        target = *given;
    }
    return Binder(module, context, target).run();
}

} // namespace

PassInfo bindTarget()
{
    return {.name = "BindTarget",
            .summary = "Give every function the target it is compiled for",
            .options = {{"target", "kind or JSON text", "instead of the target of the run"}},
            .established = {{ModuleProperty::Targets,
                             "functions without a target get the one their callers ask for"}},
            .isOutsideSequences = true,
            .run = run};
}

} // namespace tir::passes
