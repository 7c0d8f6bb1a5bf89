#include "passes/split/lower_device_kernel_launch/kernels.h"

#include "core/ir/mutator.h"
#include "core/ir/structural_equal.h"
#include "core/ir/visitor.h"
#include "passes/framework/first_error.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <optional>

namespace tir::passes {
namespace {

class LaunchCollector : public Visitor, public FirstError {
public:
    LaunchCollector(PassContext& context, const Module& module)
        : m_context(context),
          m_module(module),
          m_arena(context.arena()),
          m_isSound(context.mode() == Mode::Sound)
    {}

    /// `target`: of the function.
    void collect(const PrimFunc& function, const Target& target, Kernel& kernel)
    {
        m_target = &target;
        m_tags.clear();
        m_extents.clear();
        m_axes.clear();
        m_values.clear();
        m_dynamicAllocation = nullptr;
        m_dynamicBytes = nullptr;
        m_entered.assign(1, &function);
        static_cast<Visitor&>(*this).visit(function.body);
        std::vector<const Expr*> arguments;
        arguments.reserve(m_tags.size() + 1);
        for (const std::string_view tag : m_tags)
            arguments.push_back(*extentOf(tag));
        if (m_dynamicBytes) {
            m_tags.push_back(attr::UseDynSharedMemory);
            arguments.push_back(m_dynamicBytes);
        }
        if (!std::ranges::equal(m_tags, m_shared.tags))
            shareTags();
        kernel.tags = m_shared.tags;
        kernel.launchParams = m_shared.launchParams;
        kernel.launchArguments = m_arena.copy(arguments);
    }

private:
    /// Kernels that follow one another often have the same tags.
    void shareTags()
    {
        std::vector<AttrValue> values;
        values.reserve(m_tags.size());
        for (const std::string_view tag : m_tags)
            values.push_back(AttrValue::ofString(tag));
        m_shared = {m_arena.copy(m_tags), m_arena.copy(values)};
    }

    /// Expressions can only contain calls of interest.
    void visitChild(const Node& child, Role role) override
    {
        if (child.isStmt() || m_isSound)
            Visitor::visitChild(child, role);
    }
    void visit(const BufferStore& store) override { lookForCalls(store); }
    void visit(const Evaluate& evaluate) override { lookForCalls(evaluate); }

    void lookForCalls(const Stmt& leaf)
    {
        if (m_isSound)
            visitChildren(leaf);
    }

    void visit(const Bind& bind) override
    {
        lookForCalls(bind);
        setValue(bind.var, bind.value);
    }

    /// TVM examines the kernel alone; the sound mode also the device functions that it calls, because the launch must
    /// provide for them as well.
    void visit(const Call& call) override
    {
        visitChildren(call);
        const ModuleEntry* entry = call.function ? m_module.find(call.function->name) : nullptr;
        const auto* callee = entry ? as<PrimFunc>(entry->function) : nullptr;
        if (!callee || m_target->host || !isForSameTarget(*callee) ||
            callee->params.size() != call.args.size() ||
            std::ranges::find(m_entered, callee) != m_entered.end())
            return;
        for (size_t i = 0; i < call.args.size(); ++i)
            setValue(callee->params[i], call.args[i]);
        m_entered.push_back(callee);
        static_cast<Visitor&>(*this).visit(callee->body);
        m_entered.pop_back();
    }

    bool isForSameTarget(const PrimFunc& callee) const
    {
        const Target* target = targetOf(callee);
        return target && toString(*target) == toString(*m_target);
    }

    void setValue(const Var* var, const Expr* value)
    {
        const Expr* inside = inParams(value);
        m_values.insert(var, inside).first = inside;
    }

    /// Null when no axis of that tag has been opened yet.
    const Expr** extentOf(std::string_view tag)
    {
        const auto found = std::ranges::find(m_extents, tag, &Extent::tag);
        return found == m_extents.end() ? nullptr : &found->value;
    }

    void visit(const AttrStmt& attr) override
    {
        if (attr.key == attr::ThreadExtent)
            addExtent(attr);
        visitChildren(attr);
    }

    /// Distinct axes of one tag each add it: the arguments then repeat the last extent, as in TVM.
    void addExtent(const AttrStmt& attr)
    {
        const IterVar* axis = attr.iterVar();
        if (!axis || axis->threadTag.empty()) {
            fail("a launch without the name of its thread axis", attr);
            return;
        }
        const bool isAgain = std::ranges::find(m_axes, axis) != m_axes.end();
        if (isAgain && !m_isSound)
            return;
        m_axes.push_back(axis);
        const Expr** known = extentOf(axis->threadTag);
        if (known && m_isSound) {
            if (!structuralEqual(**known, *inParams(attr.value)))
                fail("two extents for " + std::string(axis->threadTag) + " in one kernel", attr);
            return;
        }
        if (known)
            m_context.reportDefect(
                tvm_defect::RepeatedAxis,
                std::string(axis->threadTag) +
                    " is opened a second time under another variable, so the launch passes its "
                    "extent twice",
                &attr);
        m_tags.push_back(axis->threadTag);
        const Expr* extent = inParams(attr.value);
        if (known)
            *known = extent;
        else
            m_extents.push_back({axis->threadTag, extent});
    }

    void visit(const AllocBuffer& alloc) override
    {
        if (!alloc.buffer->scope().isDynamicShared())
            return;
        if (m_dynamicAllocation && m_dynamicAllocation != &alloc)
            fail("a second dynamic shared allocation, '" + std::string(alloc.buffer->name) +
                     (m_entered.size() > 1 ? "', in one kernel and what it calls" : "', in one function") +
                     "; a launch can pass the size of one",
                 alloc);
        m_dynamicAllocation = &alloc;
        const Expr* size = nullptr;
        for (const Expr* extent : alloc.buffer->shape)
            size = size ? mul(m_arena, size, extent) : extent;
        const DType type = indexDType(*alloc.buffer);
        if (!size)
            size = intImm(m_arena, type, 1);
        if (const int lanes = alloc.buffer->dtype.lanes; lanes > 1 && !m_isSound)
            m_context.reportDefect(tvm_defect::VectorLanes,
                                   "'" + std::string(alloc.buffer->name) + "' has elements of " +
                                       std::to_string(lanes) +
                                       " lanes, but the launch requests the bytes of one lane",
                                   &alloc);
        const int bytes = m_isSound ? alloc.buffer->dtype.vectorBytes() : alloc.buffer->dtype.bytes();
        const Expr* known = m_dynamicBytes;
        m_dynamicBytes = inParams(mul(m_arena, size, intImm(m_arena, type, bytes)));
        if (known && !structuralEqual(*known, *m_dynamicBytes))
            fail("'" + std::string(alloc.buffer->name) + "' has two sizes in one kernel", alloc);
    }

    const Expr* inParams(const Expr* expr) { return substitute(m_arena, expr, m_values); }

    PassContext& m_context;
    const Module& m_module;
    Arena& m_arena;
    bool m_isSound;
    const Target* m_target = nullptr;       ///< of the function
    std::vector<const PrimFunc*> m_entered; ///< the function, and callees down to the one being looked into
    std::vector<std::string_view> m_tags;
    struct Extent {
        std::string_view tag;
        const Expr* value;
    };
    std::vector<Extent> m_extents; ///< one per tag: axes are few
    std::vector<const IterVar*> m_axes;
    struct SharedTags {
        std::span<const std::string_view> tags;
        std::span<const AttrValue> launchParams;
    };
    SharedTags m_shared; ///< of the function before
    const AllocBuffer* m_dynamicAllocation = nullptr;
    const Expr* m_dynamicBytes = nullptr;
    VarValues m_values;
};

} // namespace

std::variant<KernelTable, PassError> collectKernels(PassContext& context, const Module& module)
{
    Arena& arena = context.arena();
    KernelTable table;
    table.reserve(module.functions.size());
    LaunchCollector collector(context, module);
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (!function)
            continue;
        const Target* target = targetOf(*function);
        if (!target)
            return PassError{.message = "'" + std::string(entry.var->name) +
                                        "' has no target; BindTarget gives it one",
                             .node = function};
        const std::string_view symbol = globalSymbol(*function);
        Kernel kernel{.target = withoutHost(arena, target),
                      .params = function->params,
                      .symbol = symbol.empty() ? entry.var->name : symbol};
        collector.collect(*function, *target, kernel);
        if (collector.error())
            return *collector.error();
        table.emplace(entry.var->name, std::move(kernel));
    }
    return table;
}

} // namespace tir::passes
