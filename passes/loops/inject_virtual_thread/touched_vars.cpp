#include "passes/loops/inject_virtual_thread/touched_vars.h"

#include "core/analysis/thread_allreduce.h"
#include "core/ir/visitor.h"

#include <unordered_map>
#include <vector>

namespace tir::passes {
namespace {

class TouchFinder : public Visitor {
public:
    TouchFinder(const Stmt& body, const Var& thread, Mode mode) : m_mode(mode)
    {
        touch(&thread);
        visit(&body, Role::Scope);
        while (!m_pending.empty()) {
            const Var* var = m_pending.back();
            m_pending.pop_back();
            for (const Var* affected : m_affected[var])
                touch(affected);
        }
    }

    PointerSet<Var> take() { return std::move(m_touched); }

private:
    using Visitor::visit;

    /// The variables that an expression reads and writes.
    struct Uses {
        std::vector<const Var*> read;
        std::vector<const Var*> written;
    };

    void visitChild(const Node& child, Role role) override
    {
        if (!child.isExpr())
            visit(&child, role);
    }

    void visit(const Bind& bind) override { record(bind.var, {bind.value}); }

    void visit(const BufferStore& store) override
    {
        std::vector<const Expr*> sources(store.indices.begin(), store.indices.end());
        sources.push_back(store.value);
        record(store.buffer->data, sources);
    }

    void visit(const For& loop) override
    {
        record(loop.loopVar, {loop.min, loop.extent});
        visitChildren(loop);
    }

    void visit(const AllocBuffer& alloc) override
    {
        record(alloc.buffer->data, {alloc.buffer->shape.begin(), alloc.buffer->shape.end()});
    }

    void visit(const Evaluate& call) override
    {
        Uses uses;
        collect(call.value, uses);
        const auto* called = as<Call>(call.value);
        if (m_mode == Mode::Sound && called && called->isOp(OpId::tvm_thread_allreduce))
            for (const Expr* result : reductionResults(*called))
                if (const BufferLoad* element = resultElement(*result))
                    uses.written.push_back(element->buffer->data);
        for (const Var* var : uses.written)
            record(var, uses);
    }

    void record(const Var* var, const std::vector<const Expr*>& sources)
    {
        Uses uses;
        for (const Expr* source : sources)
            collect(source, uses);
        record(var, uses);
    }

    /// `var` differs when something that is read does, now or as it turns out later.
    void record(const Var* var, const Uses& uses)
    {
        for (const Var* source : uses.read) {
            if (m_touched.contains(source))
                touch(var);
            else if (source != var)
                m_affected[source].push_back(var);
        }
    }

    void touch(const Var* var)
    {
        if (m_touched.insert(var))
            m_pending.push_back(var);
    }

    static void collect(const Expr* expr, Uses& uses)
    {
        const auto* call = as<Call>(expr);
        const auto* pointer = call && call->isOp(OpId::tvm_access_ptr) ? as<Var>(call->args[1]) : nullptr;
        if (pointer) {
            const auto* mask = as<IntImm>(call->args[4]);
            const int64_t access = mask ? mask->value : 3;
            if ((access & 1) != 0)
                uses.read.push_back(pointer);
            if ((access & 2) != 0)
                uses.written.push_back(pointer);
            collect(call->args[2], uses);
            return;
        }
        if (const auto* var = as<Var>(expr))
            uses.read.push_back(var);
        if (const auto* load = as<BufferLoad>(expr))
            uses.read.push_back(load->buffer->data);
        forEachChild(*expr, Role::Value, [&](const Node& child, Role role) {
            if (child.isExpr() && role == Role::Value)
                collect(static_cast<const Expr*>(&child), uses);
        });
    }

    Mode m_mode;
    PointerSet<Var> m_touched;
    std::vector<const Var*> m_pending;
    std::unordered_map<const Var*, std::vector<const Var*>> m_affected; ///< by their dependencies
};

} // namespace

PointerSet<Var> touchedVars(const Stmt& body, const Var& thread, Mode mode)
{
    return TouchFinder(body, thread, mode).take();
}

} // namespace tir::passes
