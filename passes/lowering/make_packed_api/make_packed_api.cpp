/// make_packed_api: gives every exported host function the one signature that any caller can use.
///
///     main(X: Buffer[64], n: int32)    becomes    main(self, args, num_args, result) -> int32
///
/// The new function checks the number and types of its arguments, reads them, checks every tensor against
/// the description of its buffer, and then runs the old body. A failed check raises an error that names the
/// argument; 0 means success, and the value that the old function returned is in `result`.
///
/// Place: after lower_device_kernel_launch in today's order, since this pass recognizes kernels by the
///        calling convention set there; before the storage legalizations, which require functions without buffers
///        among their parameters.
/// Leaves alone: kernels, private functions, functions whose target has no host (all noted).
/// Rejects what TVM does not: thousands of buffers (MostBuffers).
///
/// In the faithful mode, calls of packed functions end with a null pointer, as in TVM; it is counted
/// as one argument too many, and the callee rejects the call. The sound mode omits it.

#include "core/analysis/text.h"
#include "core/ir/mutator.h"
#include "core/ir/use_def.h"
#include "core/ir/visitor.h"
#include "core/support/arena_text.h"
#include "passes/framework/tvm_defects.h"
#include "passes/lowering/make_packed_api/arguments.h"
#include "passes/lowering/make_packed_api/returns.h"

namespace tir::passes {
namespace {

constexpr std::string_view SymbolPrefix = "__tvm_ffi_";
/// The alignment of every buffer is an attribute around the rest of the body: of so many, each traversal still has enough
/// stack, and the text, whose indentation grows with their square, fits into memory.
constexpr size_t MostBuffers = 3000;

bool isExportedHostFunction(const PrimFunc& function)
{
    return callingConv(function) == CallingConv::Default && isExposed(function);
}

/// Calls of functions that become packed go through the packed convention as well.
class CallPacker : public Mutator {
public:
    CallPacker(const Module& module, PassContext& context)
        : Mutator(context.arena()),
          m_module(module),
          m_context(context)
    {}

    const PrimFunc* pack(std::string_view name, const PrimFunc& function)
    {
        m_caller = name;
        return withBody(arena(), function, mutate(function.body));
    }

private:
    const Expr* visit(const Call& call) override
    {
        const auto& inside = to<Call>(*Mutator::visit(call));
        const ModuleEntry* callee = call.function ? m_module.find(call.function->name) : nullptr;
        const auto* function = callee ? as<PrimFunc>(callee->function) : nullptr;
        if (!function || !isExportedHostFunction(*function))
            return &inside;
        m_context.note(std::string(m_caller) + " calls " + std::string(call.function->name) +
                           ", which is exported: the call packs its arguments",
                       &call);
        std::vector<const Expr*> args{stringImm(arena(), globalSymbol(*function))};
        args.insert(args.end(), inside.args.begin(), inside.args.end());
        if (m_context.mode() == Mode::AsTvm) {
            m_context.reportDefect(
                tvm_defect::ArgumentCount,
                std::string(call.function->name) + " is called with " + std::to_string(call.args.size()) +
                    " arguments and a null pointer, which it counts as one more and refuses",
                &call);
            args.push_back(callOp(arena(), Handle, OpId::reinterpret, {intImm(arena(), UInt64, 0)}));
        }
        return makeFrom<Call>(call, call.dtype, opOf(OpId::tvm_call_cpacked), arena().copy(args));
    }

    const Module& m_module;
    PassContext& m_context;
    std::string_view m_caller;
};

/// Whether a function allocates something under a name: where a variable that the host lacks may be instead.
class AllocationFinder : public Visitor {
public:
    AllocationFinder(const PrimFunc& function, std::string_view name) : m_name(name)
    {
        Visitor::visit(function.body);
    }
    bool isFound() const { return m_isFound; }

private:
    void visit(const AllocBuffer& alloc) override { m_isFound |= alloc.buffer->data->name == m_name; }

    std::string_view m_name;
    bool m_isFound = false;
};

/// The checks in front of the body of a packed function, as a table.
class CheckTable : public Visitor {
public:
    explicit CheckTable(const Stmt& body) { Visitor::visit(&body); }
    NoteTable take() { return std::move(m_table); }

private:
    void visit(const AttrStmt& attr) override
    {
        if (attr.key != attr::ComputeScope)
            visitChildren(attr);
    }

    void visit(const AssertStmt& check) override
    {
        std::string words;
        for (const Expr* part : check.messageParts)
            if (const auto* text = as<StringImm>(part))
                words += text->value;
        m_table.rows.push_back({shortText(*check.condition), std::string(check.errorKind), words});
    }

    NoteTable m_table{.columns = {"check", "else", "message"}, .rows = {}};
};

/// State shared by all functions.
struct Shared {
    SharedConstants constants;
    UseDefAnalyzer uses;
};

/// Converts one function.
class FunctionPacker {
public:
    FunctionPacker(const PrimFunc& function, const Module& module, PassContext& context, const Target& target,
                   Shared& shared)
        : m_function(function),
          m_module(module),
          m_context(context),
          m_arena(context.arena()),
          m_target(target),
          m_device(deviceType(target)),
          m_uses(shared.uses),
          m_arguments(m_arena, shared.constants, function, m_device)
    {}

    FunctionOutcome pack()
    {
        if (auto refusal = m_arguments.read())
            return *refusal;
        const PackedReturns returns = packReturns(m_arena, m_function.body, m_arguments.result());
        if (returns.error)
            return *returns.error;
        const Stmt* body = m_arguments.prologue().around(withDevice(afterBindings(returns.body)));
        if (auto refusal = undefinedVariables(*body))
            return *refusal;
        m_context.explain([function = &m_function, target = &m_target, body, sources = m_arguments.sources()](
                              NoteWriter& notes) { explain(notes, *function, *target, *body, sources); });
        return packedFunction(body);
    }

private:
    const Stmt* afterBindings(const Stmt* body)
    {
        std::vector<const Stmt*> statements = m_arguments.prologue().deferredChecks();
        const auto& last = m_arguments.prologue().lastChecks();
        statements.insert(statements.end(), last.begin(), last.end());
        for (const BufferBinding& binding : m_function.bufferMap) {
            DeclBuffer* declared = m_arena.make<DeclBuffer>(binding.buffer);
            declared->origin = binding.buffer;
            statements.push_back(declared);
        }
        if (m_arguments.deviceId() && m_device != DeviceType::CPU)
            statements.push_back(m_arena.make<Evaluate>(
                callOp(m_arena, Int32, OpId::tvm_call_packed,
                       {stringImm(m_arena, "__tvm_set_device"), deviceNumber(), m_arguments.deviceId()})));
        const std::string scope = std::string(globalSymbol(m_function)) + "_compute_";
        statements.push_back(m_arena.make<AttrStmt>(AttrValue::ofNode(int32(m_arena, 0)), attr::ComputeScope,
                                                    stringImm(m_arena, scope), body));
        statements.push_back(m_arena.make<Evaluate>(callOp(m_arena, Int32, OpId::ret, {int32(m_arena, 0)})));
        return sequence(m_arena, statements);
    }

    /// Allocations of the host inside `body` depend on the device that they are for.
    const Stmt* withDevice(const Stmt* body)
    {
        if (!m_arguments.deviceId())
            return body;
        const AttrValue node = AttrValue::ofString("default");
        const Stmt* typed = m_arena.make<AttrStmt>(node, "device_type", deviceNumber(), body);
        return m_arena.make<AttrStmt>(node, "device_id", m_arguments.deviceId(), typed);
    }

    const Expr* deviceNumber() { return int32(m_arena, int(m_device)); }

    std::optional<PassError> undefinedVariables(const Stmt& body) const
    {
        const UseDef uses = m_uses.read(body, m_arguments.packedParams());
        if (uses.undefinedVars.empty())
            return std::nullopt;
        std::string names;
        std::string elsewhere;
        for (const Var* var : uses.undefinedVars) {
            names += (names.empty() ? "'" : ", '") + std::string(var->name) + "'";
            elsewhere += allocatedElsewhere(*var);
        }
        const bool isOne = uses.undefinedVars.size() == 1;
        return PassError{.message = "'" + std::string(globalSymbol(m_function)) + "' uses " + names +
                                    (isOne ? ", which is" : ", which are") +
                                    " neither among its parameters nor defined in it" + elsewhere,
                         .node = uses.undefinedVars.front()};
    }

    std::string allocatedElsewhere(const Var& var) const
    {
        std::string text;
        for (const ModuleEntry& entry : m_module.functions)
            if (const auto* function = as<PrimFunc>(entry.function);
                function && AllocationFinder(*function, var.name).isFound())
                text += "; '" + std::string(entry.var->name) + "' allocates '" + std::string(var.name) +
                        "' for itself";
        return text;
    }

    const PrimFunc* packedFunction(const Stmt* body)
    {
        const std::string symbol = std::string(SymbolPrefix) + std::string(globalSymbol(m_function));
        const Dict attrs =
            withEntries(m_arena, m_function.attrs,
                        {{attr::CallingConv, AttrValue::ofInt(int64_t(CallingConv::CPackedFunc))},
                         {attr::Target, AttrValue::ofNode(m_target.host)},
                         {attr::GlobalSymbol, AttrValue::ofString(copyText(m_arena, symbol))}});
        PrimFunc* made = m_arena.make<PrimFunc>(m_arguments.packedParams(), body, primType(m_arena, Int32),
                                                std::span<const BufferBinding>(), attrs);
        made->origin = &m_function;
        return made;
    }

    static void explain(NoteWriter& notes, const PrimFunc& function, const Target& target, const Stmt& body,
                        const std::vector<std::pair<const Var*, std::string_view>>& sources)
    {
        const size_t count = function.params.size();
        notes.note(std::string(globalSymbol(function)) + " becomes a packed function for " +
                       std::string(target.host->kindName) + ": it takes " + std::to_string(count) +
                       (count == 1 ? " argument" : " arguments") + " from an array and checks " +
                       (count == 0 ? "their number" : "each"),
                   &function, CheckTable(body).take());
        for (const auto& [var, path] : sources)
            notes.note("'" + std::string(var->name) + "' is read from " + std::string(path), var);
    }

    const PrimFunc& m_function;
    const Module& m_module;
    PassContext& m_context;
    Arena& m_arena;
    const Target& m_target;
    DeviceType m_device;
    UseDefAnalyzer& m_uses;
    ArgumentReader m_arguments;
};

FunctionOutcome packed(const ModuleEntry& entry, const PrimFunc& function, const Module& module,
                       PassContext& context, Shared& shared)
{
    const std::string name(entry.var->name);
    const auto leave = [&](auto why) -> FunctionOutcome {
        context.explain([var = entry.var, &function, why](NoteWriter& notes) {
            notes.note(std::string(var->name) + " stays as it is: " + why, &function);
        });
        return &function;
    };
    switch (callingConv(function)) {
    case CallingConv::CPackedFunc:
        return leave("it is a packed function already");
    case CallingConv::DeviceKernelLaunch:
        return leave("it is a kernel, and launches have a convention of their own");
    case CallingConv::Default:
        break;
    }
    const Target* target = targetOf(function);
    if (!isExposed(function)) {
        const auto* returned = as<PrimType>(function.retType);
        const bool returns = returned && !returned->dtype.isVoid();
        if (context.mode() == Mode::AsTvm && returns && target && target->kindName == "llvm")
            context.reportDefect(tvm_defect::PrivateReturn,
                                 "private host function '" + name +
                                     "' returns a value, which TVM's generator for LLVM refuses",
                                 &function);
        return leave("it is private, so only this module calls it");
    }
    if (!target)
        return PassError{.message = "'" + name + "' has no target; BindTarget gives it one",
                         .node = &function};
    if (!target->host)
        return leave("its target " + std::string(target->kindName) + " has no host");
    const size_t buffers = function.bufferMap.size();
    if (buffers > MostBuffers)
        return PassError{.kind = "",
                         .message =
                             "'" + name + "' has " + std::to_string(buffers) +
                             " buffers as parameters, each of which nests the statements deeper; at most " +
                             std::to_string(MostBuffers) + " are supported",
                         .node = &function};
    return FunctionPacker(function, module, context, *target, shared).pack();
}

PassOutcome run(const Module& module, PassContext& context)
{
    CallPacker calls(module, context);
    Shared shared{SharedConstants(context.arena()), {}};
    return runOnFunctions(module, context, [&](const ModuleEntry& entry, const PrimFunc& function) {
        return packed(entry, *calls.pack(entry.var->name, function), module, context, shared);
    });
}

} // namespace

PassInfo makePackedApi()
{
    return {.name = "MakePackedAPI",
            .summary = "Give exported host functions the packed calling convention",
            .required =
                {{ModuleProperty::Targets,
                  "the target says which host a function is for, and whether it has one"},
                 {ModuleProperty::Split, "a launch inside a host function would be packed with it"},
                 {ModuleProperty::Launches,
                  "launch lowering gives kernels their calling convention, by which packing knows to leave "
                  "them alone; kernels that are not exported are left alone, too",
                  true}},
            .established = {{ModuleProperty::Packed,
                             "exported host functions read their arguments from an array"},
                            {ModuleProperty::NoBufferParams, "buffers are taken out of signatures"}},
            .invalidated = {{ModuleProperty::HostCalls,
                             "the device is set, and exported functions are called, by packed calls"}},
            .run = run};
}

} // namespace tir::passes
