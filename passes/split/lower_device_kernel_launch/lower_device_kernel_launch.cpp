/// lower_device_kernel_launch: turns calls from the host to a kernel into launches.
///
///     main_kernel(X_ptr)    becomes    call_packed("main_kernel", X_ptr, 32, 256)
///
/// with the extents of the kernel's thread axes and its dynamic shared bytes as last arguments.
///
/// Place: right after split_host_device; before make_packed_api, which leaves kernels alone because they
///        carry the calling convention given here. In the old order it runs last.
/// Leaves alone: calls between functions of one side.
///
/// mode="legacy" ignores whether the caller is the host: it compares the targets without host, so a
/// `cuda` kernel called from a function for `cuda` with host looks like a call on one side.

#include "passes/split/lower_device_kernel_launch/kernels.h"

#include "core/analysis/text.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <unordered_set>

namespace tir::passes {
namespace {

/// How a function is called.
struct Usage {
    bool isExtern = false;
    const Call* launch = nullptr; ///< the first one, in the module before; null when nothing launches it
    std::string_view launcher;    ///< the function that it is in
};
using UsageTable = std::unordered_map<std::string_view, Usage>;

class CallLowerer : public PassMutator {
public:
    CallLowerer(PassContext& context, const KernelTable& kernels, UsageTable& usage, bool isLegacy)
        : PassMutator(context),
          m_kernels(kernels),
          m_usage(usage),
          m_isLegacy(isLegacy)
    {}

    const PrimFunc* lower(std::string_view name, const PrimFunc& function)
    {
        m_caller = name;
        const Target* target = targetOf(function);
        m_callerIsHost = !m_isLegacy && target->host;
        m_callerTarget = m_callerIsHost ? target->host : withoutHost(arena(), target);
        return withBody(arena(), function, mutate(function.body));
    }

private:
    const Expr* visit(const Call& call) override
    {
        const Expr* inside = Mutator::visit(call);
        return call.function ? lowerCall(to<Call>(*inside), call) : inside;
    }

    const Expr* lowerCall(const Call& call, const Call& original)
    {
        const std::string_view name = call.function->name;
        const auto found = m_kernels.find(call.function->name);
        if (found == m_kernels.end()) {
            fail("'" + std::string(name) + "' is called, but the module has no such function", original);
            return &call;
        }
        const Kernel& callee = found->second;
        const auto edge = [&] { return std::string(m_caller) + " calls " + std::string(name) + ": "; };
        if (!(callee.isLaunchable() && m_callerIsHost)) {
            if (toString(*m_callerTarget) == toString(*callee.target)) {
                explainPlainCall(edge(), callee, original);
                return &call;
            }
            if (deviceType(*m_callerTarget) == deviceType(*callee.target)) {
                m_usage[call.function->name].isExtern = true;
                context().note(edge() +
                                   "other target on the same kind of device, so it is called by its name",
                               &original);
                return callExtern(call, name);
            }
        }
        if (callee.params.size() != call.args.size()) {
            fail("'" + std::string(name) + "' has " + std::to_string(callee.params.size()) +
                     " parameters, but " + std::to_string(call.args.size()) + " arguments are given",
                 original);
            return &call;
        }
        Usage& usage = m_usage[call.function->name];
        if (!usage.launch) {
            usage.launch = &original;
            usage.launcher = m_caller;
        }
        const Expr* launched = launch(call, callee);
        context().explain([caller = m_caller, &original, launched, params = callee.params,
                           tags = callee.tags](NoteWriter& notes) {
            notes.note(std::string(caller) + " calls " + std::string(original.function->name) + ": " +
                           launchWords(tags),
                       &original, argumentTable(to<Call>(*launched), params, tags));
        });
        return launched;
    }

    void explainPlainCall(const std::string& edge, const Kernel& callee, const Call& call)
    {
        if (m_isLegacy && callee.isLaunchable())
            context().note(
                edge + "both targets are equal without their hosts, so the call stays a plain call and " +
                    "the kernel is never launched",
                &call);
        else
            context().note(edge + "same target, so the call stays", &call);
    }

    using Tags = std::span<const std::string_view>;

    static std::string launchWords(Tags passed)
    {
        if (passed.empty())
            return "other device, so it is a launch, here without thread axes";
        std::string tags;
        for (const std::string_view tag : passed)
            tags += (tags.empty() ? "" : ", ") +
                    std::string(tag == attr::UseDynSharedMemory ? "dynamic shared bytes" : tag);
        return "host to device, so it is a launch that also passes " + tags;
    }

    /// The arguments of the launch after those of the call.
    static NoteTable argumentTable(const Call& launched, VarList params, Tags tags)
    {
        NoteTable table{.columns = {"argument", "value"}, .rows = {}};
        for (size_t i = 1; i < launched.args.size(); ++i) {
            const size_t tag = i - 1 - params.size();
            table.rows.push_back({std::string(i <= params.size() ? params[i - 1]->name : tags[tag]),
                                  shortText(*launched.args[i])});
        }
        return table;
    }

    const Expr* callExtern(const Call& call, std::string_view name)
    {
        std::vector<const Expr*> args{stringImm(arena(), name)};
        args.insert(args.end(), call.args.begin(), call.args.end());
        return makeFrom<Call>(call, call.dtype, opOf(OpId::call_extern), arena().copy(args));
    }

    const Expr* launch(const Call& call, const Kernel& callee)
    {
        std::vector<const Expr*> args{stringImm(arena(), callee.symbol)};
        args.reserve(1 + call.args.size() + callee.launchArguments.size());
        args.insert(args.end(), call.args.begin(), call.args.end());
        const auto isConstant = [](const Expr* argument) { return as<IntImm>(argument) != nullptr; };
        VarValues values; // not needed for constants
        for (size_t i = 0;
             i < callee.params.size() && !std::ranges::all_of(callee.launchArguments, isConstant); ++i)
            values.insert(callee.params[i], call.args[i]);
        for (const Expr* argument : callee.launchArguments)
            args.push_back(substitute(arena(), argument, values));
        const DType type = call.dtype.isVoid() ? Int32 : call.dtype;
        return makeFrom<Call>(call, type, opOf(OpId::tvm_call_packed), arena().copy(args));
    }

    const KernelTable& m_kernels;
    UsageTable& m_usage;
    bool m_isLegacy;
    std::string_view m_caller;
    bool m_callerIsHost = false;
    const Target* m_callerTarget = nullptr;
};

/// The statements after which a body ends.
void collectLast(const Stmt& stmt, std::unordered_set<const Stmt*>& last)
{
    last.insert(&stmt);
    if (const auto* seq = as<SeqStmt>(&stmt); seq && !seq->seq.empty()) {
        collectLast(*seq->seq.back(), last);
    } else if (const auto* attr = as<AttrStmt>(&stmt)) {
        collectLast(*attr->body, last);
    } else if (const auto* branch = as<IfThenElse>(&stmt)) {
        collectLast(*branch->thenCase, last);
        if (branch->elseCase)
            collectLast(*branch->elseCase, last);
    }
}

/// Kernels return nothing: `return 0` is removed, any other return is rejected. TVM also erases a return that ends the
/// thread early; the sound mode keeps it as a thread_return.
class ReturnRemover : public PassMutator {
public:
    using PassMutator::PassMutator;

    const Stmt* remove(const Stmt& body)
    {
        collectLast(body, m_last);
        return mutate(&body);
    }

private:
    const Stmt* visit(const Evaluate& evaluate) override
    {
        const auto* call = as<Call>(evaluate.value);
        if (!call || !call->isOp(OpId::ret))
            return Mutator::visit(evaluate);
        if (call->args.size() != 1 || !isConstInt(call->args[0], 0)) {
            fail("a kernel can return nothing but 0", evaluate);
            return &evaluate;
        }
        if (m_last.contains(&evaluate))
            return noOp(arena());
        if (context().mode() == Mode::Sound)
            return makeFrom<Evaluate>(evaluate, callOp(arena(), Void, OpId::thread_return, {}));
        const Stmt* nothing = makeFrom<Evaluate>(evaluate, int32(arena(), 0));
        context().reportDefect(tvm_defect::ErasedReturn,
                               "an early return is erased: the threads that come here go on", nothing);
        return nothing;
    }

    const Expr* visit(const Call& call) override
    {
        if (call.isOp(OpId::ret))
            fail("a kernel returns from inside an expression", call);
        return Mutator::visit(call);
    }

    std::unordered_set<const Stmt*> m_last;
};

FunctionOutcome asKernel(const PrimFunc& function, const Kernel& kernel, PassContext& context)
{
    Arena& arena = context.arena();
    ReturnRemover remover(context);
    const Stmt* body = remover.remove(*function.body);
    if (remover.error())
        return *remover.error();
    PrimFunc* made = arena.make<PrimFunc>(*withBody(arena, function, body));
    made->retType = voidType(arena);
    made->origin = &function;
    made->attrs =
        withEntries(arena, made->attrs,
                    {{attr::IsGlobalFunc, AttrValue::ofBool(true)},
                     {attr::CallingConv, AttrValue::ofInt(int64_t(CallingConv::DeviceKernelLaunch))},
                     {attr::KernelLaunchParams, AttrValue::ofList(kernel.launchParams)},
                     {attr::GlobalSymbol, AttrValue::ofString(kernel.symbol)}});
    return made;
}

/// Reports an operation that a kernel cannot perform together with the call that makes the function a kernel.
PassError accusingLaunch(const PassError& error, const GlobalVar& var, const Usage& usage)
{
    return {.message = "'" + std::string(usage.launcher) + "' launches '" + std::string(var.name) +
                       "', but " + error.message,
            .node = usage.launch};
}

FunctionOutcome afterCalls(const GlobalVar& var, const PrimFunc& function, const Kernel& kernel,
                           const Usage& usage, PassContext& context)
{
    Arena& arena = context.arena();
    if (usage.launch && usage.isExtern)
        return PassError{.message = "'" + std::string(var.name) +
                                    "' is launched by one caller and called by its name by " +
                                    "another; it cannot be a kernel and a plain function",
                         .node = &function};
    if (usage.launch) {
        const FunctionOutcome made = asKernel(function, kernel, context);
        const auto* error = std::get_if<PassError>(&made);
        return error ? FunctionOutcome(accusingLaunch(*error, var, usage)) : made;
    }
    if (!usage.isExtern)
        return &function;
    const PrimFunc* made = withAttr(arena, function, attr::IsGlobalFunc, AttrValue::ofBool(true));
    return isExposed(*made) ? made
                            : withAttr(arena, *made, attr::GlobalSymbol, AttrValue::ofString(var.name));
}

PassOutcome run(const Module& module, PassContext& context)
{
    Arena& arena = context.arena();
    const auto kernels = collectKernels(context, module);
    if (const auto* refusal = std::get_if<PassError>(&kernels))
        return *refusal;
    const auto& table = std::get<KernelTable>(kernels);
    const bool isLegacy = context.textArgument("mode", 0, "") == "legacy";
    UsageTable usage;
    CallLowerer lowerer(context, table, usage, isLegacy);
    std::vector<ModuleEntry> functions(module.functions.begin(), module.functions.end());
    for (ModuleEntry& entry : functions)
        if (const auto* function = as<PrimFunc>(entry.function))
            entry.function = lowerer.lower(entry.var->name, *function);
    if (lowerer.error())
        return *lowerer.error();
    for (ModuleEntry& entry : functions) {
        const auto used = usage.find(entry.var->name);
        if (used == usage.end())
            continue;
        const FunctionOutcome outcome = afterCalls(*entry.var, to<PrimFunc>(*entry.function),
                                                   table.at(used->first), used->second, context);
        if (const auto* refusal = std::get_if<PassError>(&outcome))
            return *refusal;
        entry.function = std::get<const PrimFunc*>(outcome);
    }
    if (!context.hasNotes())
        context.note("nothing to lower: no function calls another one");
    return withFunctions(arena, module, functions);
}

} // namespace

PassInfo lowerDeviceKernelLaunch()
{
    return {
        .name = "LowerDeviceKernelLaunch",
        .summary = "Turn calls from the host to kernels into launches",
        .options = {{.name = "mode",
                     .values = "\"legacy\"",
                     .summary = "compare targets as before the host was taken into account",
                     .choices = {"legacy"}}},
        .required = {{ModuleProperty::Targets, "caller and callee are compared by their targets"},
                     {ModuleProperty::Split, "it rewrites the calls that the split has made"},
                     {ModuleProperty::Merged,
                      "a launch passes one byte count, so a kernel may hold one dynamic allocation"},
                     {.property = ModuleProperty::Packed,
                      .reason =
                          "it compares targets without their hosts, so functions of the host must carry the "
                          "target of the host by then",
                      .with = "legacy"}},
        .established = {{ModuleProperty::Launches,
                         "kernels carry their calling convention and launch parameters"}},
        .invalidated = {{ModuleProperty::HostCalls, "a launch is a packed call"}},
        .run = run};
}

} // namespace tir::passes
