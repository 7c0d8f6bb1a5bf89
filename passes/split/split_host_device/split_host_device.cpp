/// split_host_device: replaces every device region by a call of a new kernel.
///
///     main: attr target = cuda: launch …    becomes    main: main_kernel(X_ptr)
///                                                       main_kernel(X_ptr): launch …
///
/// Place: after merge_shared_memory_allocations in today's order; right before lower_device_kernel_launch,
///        which turns the calls into launches.
/// Leaves alone: functions without regions.
///
/// A variable that no host code defines becomes a parameter nevertheless, as in TVM, and the host passes it
/// without a value. The sound mode rejects it. It also passes scalars in a wider type if a launch cannot pass them, and
/// assigns a private function that was split to the host, and the allocations of a kernel have the size
/// given by the parameters of the kernel. In TVM, the renaming at the end leaves the host's variables there.

#include "core/ir/contains.h"
#include "core/ir/ssa.h"
#include "core/ir/use_def.h"
#include "core/ir/visitor.h"
#include "core/support/arena_text.h"
#include "core/support/pointer_map.h"
#include "core/support/text_format.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"
#include "passes/split/split_host_device/captures.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace tir::passes {
namespace {

/// The type in which a launch passes a scalar of this type: integers and floats of 32 and 64 bits, but not uint64.
/// Returns the same type if it is one of them, or a vector or pointer.
DType passedType(DType type)
{
    if (type.isHandle() || !type.isScalar())
        return type;
    if (type.isAnyFloat())
        return type == Float64 ? type : Float32;
    if (type.bits == 64)
        return Int64;
    return type.isUInt() && !type.isBool() ? UInt32 : Int32;
}

/// Whether the device reports by a return code whether the kernel succeeded.
bool canReportErrors(const Target& device)
{
    const DeviceType type = deviceType(device);
    return type == DeviceType::CPU || type == DeviceType::ExtDev || type == DeviceType::Hexagon;
}

class RegionSplitter : public PassMutator {
public:
    RegionSplitter(PassContext& context, const ModuleEntry& entry, UseDefAnalyzer& uses, NameSupply& names,
                   std::vector<ModuleEntry>& kernels)
        : PassMutator(context),
          m_function(to<PrimFunc>(*entry.function)),
          m_uses(uses),
          m_names(names),
          m_kernels(kernels)
    {
        if (context.mode() == Mode::Sound)
            m_definitions.emplace(m_function);
        const std::string_view symbol = globalSymbol(m_function);
        m_baseName = std::string(symbol.empty() ? entry.var->name : symbol) + "_kernel";
    }

    const PrimFunc* split() { return withBody(arena(), m_function, mutate(m_function.body)); }

private:
    const Stmt* visit(const AttrStmt& attr) override
    {
        return isDeviceRegion(attr) ? splitOff(attr) : Mutator::visit(attr);
    }

    const Stmt* splitOff(const AttrStmt& region)
    {
        const Target* device = withoutHost(arena(), as<Target>(region.node.node()));
        UseDef captured = m_uses.read(*region.body, {});
        captureStrides(captured);
        const std::vector<const Var*> params = sorted(captured.undefinedVars, *device);
        const auto* kernel = arena().make<GlobalVar>(copyText(arena(), m_names.fresh(m_baseName)));
        for (const Var* param : params)
            if (m_definitions && !m_definitions->isDefinedOnHost(param))
                fail("the region uses '" + std::string(param->name) + "', which the host does not define",
                     region, "ValueError");
        const std::vector<const Var*> passed = passedFor(params);
        m_kernels.push_back({kernel, makeKernel(region, device, params, passed, captured.undefinedBuffers)});
        context().explain([definitions = m_ofNotes, &region, made = m_kernels.back()](NoteWriter& notes) {
            explainCaptures(definitions->get(), region, made, notes);
        });

        std::vector<const Expr*> arguments;
        for (size_t i = 0; i < params.size(); ++i)
            arguments.push_back(cast(arena(), passed[i]->dtype, params[i]));
        if (!canReportErrors(*device))
            return makeFrom<Evaluate>(region, arena().make<Call>(Void, kernel, arena().copy(arguments)));
        const auto* code = arena().make<Var>("kernel_error_code", primType(arena(), Int32));
        const Expr* isZero = arena().make<Binary>(BinaryOp::EQ, code, int32(arena(), 0));
        const Expr* words = stringImm(arena(), "the kernel reports an error");
        return sequence(arena(), {makeFrom<Bind>(region, code,
                                                 arena().make<Call>(Int32, kernel, arena().copy(arguments))),
                                  makeFrom<AssertStmt>(region, isZero, "RuntimeError",
                                                       arena().copy(std::vector<const Expr*>{words}))});
    }

    /// TVM does not capture the strides of captured buffers, through which the kernel addresses them.
    void captureStrides(UseDef& captured)
    {
        for (const Buffer* buffer : captured.undefinedBuffers)
            for (const Expr* stride : buffer->strides)
                contains(*stride, [&](const Node& node) {
                    const auto* var = as<Var>(&node);
                    if (!var ||
                        std::ranges::find(captured.undefinedVars, var) != captured.undefinedVars.end())
                        return false;
                    if (context().mode() == Mode::Sound)
                        captured.undefinedVars.push_back(var);
                    else
                        context().reportDefect(tvm_defect::StridesOfTheHost,
                                               "the kernel addresses " + quoted(buffer->name) +
                                                   " through the stride " + quoted(var->name) +
                                                   ", which it does not get",
                                               buffer);
                    return false;
                });
    }

    /// The parameters of the kernel: `captured` themselves, but in the sound mode for scalars that no launch
    /// can pass, which travel in a wider type.
    std::vector<const Var*> passedFor(const std::vector<const Var*>& captured)
    {
        std::vector<const Var*> passed;
        for (const Var* var : captured) {
            const DType type = passedType(var->dtype);
            if (type == var->dtype || context().mode() == Mode::AsTvm)
                passed.push_back(var);
            else
                passed.push_back(makeFrom<Var>(*var, var->name, primType(arena(), type)));
            if (type != var->dtype && context().mode() == Mode::AsTvm)
                context().reportDefect(tvm_defect::NarrowParameter,
                                       "the kernel takes '" + std::string(var->name) + "' of type " +
                                           toString(var->dtype) + ", which no launch can pass",
                                       var);
        }
        return passed;
    }

    const PrimFunc* makeKernel(const AttrStmt& region, const Target* device,
                               const std::vector<const Var*>& captured, const std::vector<const Var*>& params,
                               const std::vector<const Buffer*>& buffers)
    {
        const bool returnsCode = canReportErrors(*device);
        std::vector<const Stmt*> body;
        for (size_t i = 0; i < params.size(); ++i)
            if (params[i] != captured[i])
                body.push_back(
                    makeFrom<Bind>(region, captured[i], cast(arena(), captured[i]->dtype, params[i])));
        for (size_t i = buffers.size(); i-- > 0;)
            body.push_back(makeFrom<DeclBuffer>(*buffers[i], buffers[i]));
        body.push_back(region.body);
        if (returnsCode)
            body.push_back(arena().make<Evaluate>(callOp(arena(), Int32, OpId::ret, {int32(arena(), 0)})));

        const Type* returnType = returnsCode ? primType(arena(), Int32) : voidType(arena());
        return makeFrom<PrimFunc>(region, arena().copy(params), sequence(arena(), body), returnType,
                                  std::span<const BufferBinding>(), attributesFor(device));
    }

    /// All kernels of a function that are for one device share them.
    Dict attributesFor(const Target* device)
    {
        if (device == m_attrsDevice)
            return m_attrs;
        const auto entry = [](std::string_view key, const AttrValue& value) {
            return DictEntry{AttrValue::ofString(key), value};
        };
        std::vector<DictEntry> attrs{entry(attr::Target, AttrValue::ofNode(device)),
                                     entry(attr::NoAlias, AttrValue::ofBool(true)),
                                     entry(attr::IsGlobalFunc, AttrValue::ofBool(true))};
        for (const std::string_view key :
             {attr::STir, attr::NumInputs, attr::PersistentKernel, attr::EntryClusterSync})
            if (const AttrValue* value = find(m_function.attrs, key))
                attrs.push_back(entry(key, *value));
        m_attrsDevice = device;
        return m_attrs = arena().copy(attrs);
    }

    /// Handles first, then by name; Trainium keeps the order of the caller's parameters.
    std::vector<const Var*> sorted(std::vector<const Var*> vars, const Target& device) const
    {
        if (device.kindName == "trn")
            std::ranges::stable_sort(vars, {}, [&](const Var* var) { return ownerPosition(var); });
        else
            std::ranges::stable_sort(
                vars, {}, [](const Var* var) { return std::tuple(!var->dtype.isHandle(), var->name); });
        return vars;
    }

    /// The position of the parameter that is `var` or whose buffer is on it; past the last if there is none.
    size_t ownerPosition(const Var* var) const
    {
        for (size_t i = 0; i < m_function.params.size(); ++i) {
            const Buffer* buffer = m_function.bufferOf(m_function.params[i]);
            if (m_function.params[i] == var || (buffer && buffer->data == var))
                return i;
        }
        return m_function.params.size();
    }

    const PrimFunc& m_function;
    std::optional<Definitions> m_definitions; ///< sound mode
    std::shared_ptr<LazyDefinitions> m_ofNotes = std::make_shared<LazyDefinitions>(m_function);
    UseDefAnalyzer& m_uses;
    NameSupply& m_names;
    std::vector<ModuleEntry>& m_kernels;
    std::string m_baseName;
    const Target* m_attrsDevice = nullptr;
    Dict m_attrs; ///< of kernels for m_attrsDevice
};

/// Allocations of a kernel whose sizes use the names of its parameters before renaming. Shared memory is left out: the
/// launch passes its size, and no generator reads its extents.
class SizesOfTheHost : public Visitor {
public:
    SizesOfTheHost(PassContext& context, const PrimFunc& before, const PrimFunc& after) : m_context(context)
    {
        for (size_t i = 0; i < before.params.size(); ++i)
            if (before.params[i] != after.params[i] && !before.params[i]->dtype.isHandle())
                m_ofHost.insert(before.params[i]);
        if (m_ofHost.size() > 0)
            visitChildren(after);
    }

private:
    void visitChild(const Node& child, Role role) override
    {
        if (child.isStmt())
            Visitor::visitChild(child, role);
    }

    void visit(const AllocBuffer& alloc) override
    {
        const Buffer& buffer = *alloc.buffer;
        if (buffer.scope().rank == StorageRank::Shared)
            return;
        contains(
            buffer, [&](const Node& node) { return report(buffer, as<Var>(&node)); }, Role::BufferAlloc);
    }

    bool report(const Buffer& buffer, const Var* var)
    {
        if (!var || !m_ofHost.contains(var))
            return false;
        m_context.reportDefect(tvm_defect::SizeOfTheHost,
                               "the size of buffer '" + std::string(buffer.name) +
                                   "' depends on the host's '" + std::string(var->name) +
                                   "', not on the kernel's parameter of that name",
                               &buffer);
        return true;
    }

    PassContext& m_context;
    PointerSet<Var> m_ofHost;
};

PassOutcome run(const Module& module, PassContext& context)
{
    const bool isSound = context.mode() == Mode::Sound;
    NameSupply names(module);
    UseDefAnalyzer uses(isSound ? PredicateUses::Counted : PredicateUses::AsTvm);
    SsaConverter ssa(context.arena(), isSound ? AllocExtents::Renamed : AllocExtents::AsTvm);
    std::vector<ModuleEntry> kernels;
    std::vector<ModuleEntry> functions(module.functions.begin(), module.functions.end());
    for (ModuleEntry& entry : functions) {
        if (!as<PrimFunc>(entry.function))
            continue;
        const size_t firstKernel = kernels.size();
        RegionSplitter splitter(context, entry, uses, names, kernels);
        const PrimFunc* split = splitter.split();
        if (splitter.error())
            return *splitter.error();
        // MakePackedAPI moves exported functions to the host permanently, and leaves private ones where they are.
        const Target* target = targetOf(*split);
        const bool isPrivateHost = !isExposed(*split) && target && target->host && split != entry.function;
        if (isPrivateHost && isSound)
            split = withAttr(context.arena(), *split, attr::Target, AttrValue::ofNode(target->host));
        // Variables that a function and its kernels share are renamed while they are still in the cache.
        const auto finish = [&](ModuleEntry& made, const PrimFunc& function) {
            made.function = ssa.convert(function);
        };
        finish(entry, *split);
        for (size_t i = firstKernel; i < kernels.size(); ++i) {
            const auto& kernel = to<PrimFunc>(*kernels[i].function);
            finish(kernels[i], kernel);
            if (!isSound)
                SizesOfTheHost(context, kernel, to<PrimFunc>(*kernels[i].function));
        }
    }
    if (kernels.empty())
        context.note("nothing to split: no function contains a device region");
    functions.insert(functions.end(), kernels.begin(), kernels.end());
    return withFunctions(context.arena(), module, functions);
}

} // namespace

PassInfo splitHostDevice()
{
    return {.name = "SplitHostDevice",
            .summary = "Make every device region a kernel and call it",
            .required = {{ModuleProperty::Regions, "it takes out exactly the marked regions"},
                         {ModuleProperty::NoVirtualThreads,
                          "the host would have to pass the number of a virtual thread to the kernel"},
                         {ModuleProperty::LaunchMemory,
                          "the host would have to pass shared memory to the kernels"}},
            .established = {{ModuleProperty::Split, "each region is a function with the device target"},
                            {ModuleProperty::OneLaunch,
                             "a kernel is one region, and the host function keeps no launch"},
                            {ModuleProperty::Ssa, "host and kernels share no variable"},
                            {ModuleProperty::OwnDeclarations,
                             "buffers from outside are declared again in the kernel"}},
            .invalidated = {{ModuleProperty::Unsplit, "kernels are new functions without a host"}},
            .runs = {"ConvertSSA"},
            .changesFirst = true,
            .run = run};
}

} // namespace tir::passes
