#include "core/codegen/llvm_ir/called_axes.h"

#include "core/analysis/calls.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"

#include <string>
#include <unordered_set>
#include <utility>

namespace tir::llvm_ir {
namespace {

class CalleeVisitor : public Visitor {
public:
    CalleeVisitor(const Module& module, const std::array<const Expr*, ThreadAxisCount>& extents)
        : m_module(module),
          m_extents(extents)
    {}

    void visitBody(const Stmt& body) { Visitor::visit(&body, Role::Scope); }

    std::vector<WrongAxis> wrong;

protected:
    void visit(const AttrStmt& node) override
    {
        if (m_callee && node.key == attr::ThreadExtent && node.iterVar() && !isVirtualThread(node))
            if (const auto axis = threadAxis(node.iterVar()->threadTag))
                check(node, *axis, *node.value, /*mayBeLess=*/false);
        visitChildren(node);
    }
    void visit(const For& node) override
    {
        // Threads beyond the extent of a loop do not execute it.
        if (const auto axis = m_callee ? threadAxis(node) : std::nullopt)
            check(node, *axis, *node.extent, /*mayBeLess=*/true);
        visitChildren(node);
    }
    void visit(const Call& call) override
    {
        const ModuleEntry* entry = calledFunction(call, m_module);
        const auto* callee = entry ? as<PrimFunc>(entry->function) : nullptr;
        if (callee && m_seen.insert(callee).second) {
            const auto* caller = std::exchange(m_callee, entry);
            visitBody(*callee->body);
            m_callee = caller;
        }
        visitChildren(call);
    }

private:
    void check(const Node& node, ThreadAxis axis, const Expr& extent, bool mayBeLess)
    {
        const Expr* const launched = m_extents[size_t(axis)];
        const auto* own = as<IntImm>(&extent);
        const auto* known = as<IntImm>(launched);
        const int64_t count = launched ? (known ? known->value : -1) : 1;
        if (own && count >= 0 && (own->value == count || (mayBeLess && own->value < count)))
            return;
        const std::string what = quoted(m_callee->var->name) + " opens " + std::string(toString(axis)) +
                                 (own ? " with an extent of " + std::to_string(own->value) : "") +
                                 ", but is called in a launch ";
        wrong.push_back({&node, what +
                                    (!launched      ? "without that axis"
                                     : own && known ? "with one of " + std::to_string(count)
                                                    : "whose extent may be another one") +
                                    ": on a device nothing is launched"});
    }

    const Module& m_module;
    const std::array<const Expr*, ThreadAxisCount>& m_extents;
    const ModuleEntry* m_callee = nullptr; ///< whose body is visited; null: that of the launch
    std::unordered_set<const PrimFunc*> m_seen;
};

} // namespace

std::vector<WrongAxis> wrongAxesOfCallees(const Stmt& body, const Module& module,
                                          const std::array<const Expr*, ThreadAxisCount>& extents)
{
    CalleeVisitor visitor(module, extents);
    visitor.visitBody(body);
    return std::move(visitor.wrong);
}

} // namespace tir::llvm_ir
