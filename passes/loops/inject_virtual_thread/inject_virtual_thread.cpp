/// inject_virtual_thread: runs the instances of a virtual thread one after another in the real thread.
///
///     vt = T.launch_thread("vthread", 2)           L = alloc(8)
///     L = alloc(4)                       becomes   for j in range(4):
///     for j in range(4):                               L[j] = A[j]
///         L[j] = A[vt * 4 + j]                         L[j + 4] = A[j + 4]
///
/// Ends with SSA conversion.
/// Place: after vectorization; before storage_rewrite, which must see the final sizes of allocations.
/// Leaves alone: statements and buffers that do not depend on the virtual thread. Branches with a constant
///        condition are decided on the way.
///
/// Allocations that depend on the thread get room for all instances. The smallest statement that depends on
/// it is repeated: as copies when there are fewer than 16 instances and no loop in it, as a loop otherwise.

#include "core/arith/mutator_with_analyzer.h"
#include "core/ir/ssa.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"
#include "passes/loops/inject_virtual_thread/touched_vars.h"

namespace tir::passes {
namespace {

constexpr int64_t FewInstances = 16;

/// Repeats the statements of a body that depend on one virtual thread.
class InstanceRepeater : public PassMutator {
public:
    InstanceRepeater(PassContext& context, arith::Analyzer& analyzer, const Var& thread, int64_t count,
                     PointerSet<Var> touched, bool sharesUntouched)
        : PassMutator(context),
          m_analyzer(analyzer),
          m_thread(thread),
          m_count(count),
          m_touched(std::move(touched)),
          m_sharesUntouched(sharesUntouched)
    {}

private:
    using Mutator::visit;

#define TIR_STMT(Name)                           \
    const Stmt* visit(const Name& stmt) override \
    {                                            \
        return repeatedIfNeeded(rebuilt(stmt));  \
    }
#include "core/ir/node_list.def"

    /// Around the statement that was just rebuilt, when something in it depends on the thread.
    const Stmt* repeatedIfNeeded(const Stmt* made)
    {
        if (!m_needsInstances)
            return made;
        if (!m_isRepeating)
            return repeated(made);
        m_needsInstances = false;
        return made;
    }

    /// A statement with a body whose own expressions depend on the thread is repeated as a whole.
    const Stmt* repeatedAsWhole(const Stmt& stmt)
    {
        m_needsInstances = false;
        m_isRepeating = true;
        const Stmt* made = mutate(&stmt);
        m_isRepeating = false;
        return repeated(made);
    }

    const Stmt* repeated(const Stmt* stmt)
    {
        m_needsInstances = false;
        const DType type = m_thread.dtype;
        const auto instance = [&](const Expr* index) {
            VarValues values;
            values.insert(&m_thread, index);
            return substitute(arena(), stmt, values);
        };
        if (m_loopDepth == 0 && m_count < FewInstances) {
            std::vector<const Stmt*> copies;
            for (int64_t i = 0; i < m_count; ++i)
                copies.push_back(instance(intImm(arena(), type, i)));
            return sequence(arena(), copies);
        }
        const auto* index =
            arena().make<Var>(arena().intern(std::string(m_thread.name) + ".s"), primType(arena(), type));
        return arena().make<For>(index, intImm(arena(), type, 0), intImm(arena(), type, m_count),
                                 ForKind::Serial, instance(index));
    }

    /// Whether the expressions that were just visited make the statement around them one to repeat. Otherwise
    /// its body decides for itself.
    bool takesWhole()
    {
        if (m_needsInstances && !m_isRepeating)
            return true;
        m_needsInstances = false;
        return false;
    }

    // ---- expressions

    const Expr* visit(const Var& var) override
    {
        m_needsInstances |= m_touched.contains(&var);
        return &var;
    }

    const Expr* inInstance(const Expr* index, const Expr* stride)
    {
        return m_analyzer.simplify(add(arena(), index, mul(arena(), &m_thread, stride)));
    }

    const Expr* visit(const Call& call) override
    {
        if (call.isOp(OpId::tvm_context_id) && !m_sharesUntouched)
            return &m_thread;
        const auto* pointer = call.isOp(OpId::tvm_access_ptr) ? as<Var>(call.args[1]) : nullptr;
        const Expr* const* stride = pointer ? m_strides.find(pointer) : nullptr;
        if (!stride)
            return Mutator::visit(call);
        m_needsInstances = true;
        const Expr* offset = mutate(call.args[2]);
        const Expr* extent = mutate(call.args[3]);
        const Expr* lanes = intImm(arena(), offset->dtype, call.args[0]->dtype.lanes);
        const std::vector<const Expr*> args{
            call.args[0], pointer, inInstance(offset, binary(arena(), BinaryOp::Div, *stride, lanes)), extent,
            call.args[4]};
        return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
    }

    const Expr* visit(const BufferLoad& original) override
    {
        const Expr* made = Mutator::visit(original);
        const auto& load = to<BufferLoad>(*made);
        m_needsInstances |= m_touched.contains(load.buffer->data);
        const Expr* const* stride = m_strides.find(load.buffer->data);
        if (!stride)
            return made;
        return makeFrom<BufferLoad>(load, load.dtype, forAccess(load.buffer, *stride),
                                    indexInInstance(load.indices, *stride, load), load.predicate);
    }

    ExprList indexInInstance(ExprList indices, const Expr* stride, const Node& access)
    {
        if (indices.size() != 1) {
            fail("a buffer of a virtual thread is accessed with " + std::to_string(indices.size()) +
                     " indices; one was expected",
                 access);
            return indices;
        }
        return arena().copy(std::vector<const Expr*>{inInstance(indices[0], stride)});
    }

    /// As in TVM: the buffer of accesses gets an additional extent, which nothing depends on.
    const Buffer* forAccess(const Buffer* buffer, const Expr* stride)
    {
        const Buffer*& made = m_accessBuffers[buffer];
        if (!made && buffer->shape.size() == 1) {
            const std::vector<const Expr*> shape{mul(arena(), buffer->shape[0], stride)};
            made = Mutator::rebuilt(*buffer, buffer->data, arena().copy(shape), buffer->strides,
                                    buffer->elemOffset, buffer->layout);
        }
        return made ? made : buffer;
    }

    // ---- statements

    template <class Other>
    const Stmt* rebuilt(const Other& stmt)
    {
        return Mutator::visit(stmt);
    }

    const Stmt* rebuilt(const Evaluate& call)
    {
        m_needsInstances |= !m_sharesUntouched;
        return Mutator::visit(call);
    }

    const Stmt* rebuilt(const BufferStore& original)
    {
        const Stmt* made = Mutator::visit(original);
        const auto& store = to<BufferStore>(*made);
        m_needsInstances |= !m_sharesUntouched || m_touched.contains(store.buffer->data);
        const Expr* const* stride = m_strides.find(store.buffer->data);
        if (!stride)
            return made;
        return makeFrom<BufferStore>(store, forAccess(store.buffer, *stride), store.value,
                                     indexInInstance(store.indices, *stride, store), store.predicate);
    }

    const Stmt* rebuilt(const AttrStmt& attr)
    {
        const Expr* value = mutate(attr.value);
        if (takesWhole())
            return repeatedAsWhole(attr);
        const Stmt* body = mutate(attr.body);
        return value == attr.value && body == attr.body
                   ? &attr
                   : makeFrom<AttrStmt>(attr, attr.node, attr.key, value, body);
    }

    const Stmt* rebuilt(const For& loop)
    {
        if (!isConstInt(loop.min, 0))
            fail("the loop over " + quoted(loop.loopVar->name) + " in a virtual thread must start at 0",
                 loop);
        const Expr* extent = mutate(loop.extent);
        const Stmt* made = nullptr;
        if (takesWhole()) {
            made = repeatedAsWhole(loop);
        } else {
            const Stmt* body = mutate(loop.body);
            made = extent == loop.extent && body == loop.body
                       ? static_cast<const Stmt*>(&loop)
                       : makeFrom<For>(loop, loop.loopVar, loop.min, extent, loop.forKind, body,
                                       loop.threadBinding, loop.annotations, loop.step);
        }
        ++m_loopDepth;
        return made;
    }

    const Stmt* rebuilt(const IfThenElse& branch)
    {
        const Expr* condition = mutate(branch.condition);
        if (takesWhole())
            return repeatedAsWhole(branch);
        const Stmt* thenCase = mutate(branch.thenCase);
        const Stmt* elseCase = branch.elseCase ? mutateNext(branch.elseCase) : nullptr;
        if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
            return &branch;
        return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
    }

    const Stmt* rebuilt(const While& loop)
    {
        fail("a while loop in a virtual thread is not supported", loop);
        return &loop;
    }

    const Stmt* rebuilt(const AllocBuffer& alloc)
    {
        const Buffer& buffer = *alloc.buffer;
        if (!m_touched.contains(buffer.data) && m_sharesUntouched)
            return &alloc;
        if (buffer.shape.size() != 1) {
            fail(quoted(buffer.name) + " in a virtual thread has " + std::to_string(buffer.shape.size()) +
                     " dimensions; one was expected",
                 alloc);
            return &alloc;
        }
        m_strides.insert(buffer.data, buffer.shape[0]);
        const std::vector<const Expr*> shape{
            mul(arena(), buffer.shape[0], intImm(arena(), buffer.shape[0]->dtype, m_count))};
        const Buffer* larger = Mutator::rebuilt(buffer, buffer.data, arena().copy(shape), buffer.strides,
                                                buffer.elemOffset, buffer.layout);
        return makeFrom<AllocBuffer>(alloc, larger, alloc.annotations);
    }

    /// Statements after a binding that depends on the thread are repeated with it.
    const Stmt* rebuilt(const SeqStmt& statements)
    {
        std::vector<const Stmt*> made;
        bool isSame = true;
        for (size_t i = 0; i < statements.seq.size(); ++i) {
            const auto* bind = as<Bind>(statements.seq[i]);
            const bool isLast = i + 1 == statements.seq.size();
            if (bind && !m_isRepeating && !isLast && dependsOnThread(*bind)) {
                made.push_back(repeatedAsWhole(*sequence(arena(), statements.seq.subspan(i))));
                return sequence(arena(), made);
            }
            made.push_back(mutateNext(statements.seq[i]));
            isSame &= made.back() == statements.seq[i];
        }
        return isSame ? &statements : sequence(arena(), made);
    }

    bool dependsOnThread(const Bind& bind)
    {
        mutate(bind.value);
        return std::exchange(m_needsInstances, false);
    }

    /// One of several statements: loops in the others do not count for it.
    const Stmt* mutateNext(const Stmt* stmt)
    {
        const int outer = std::exchange(m_loopDepth, 0);
        const Stmt* made = mutate(stmt);
        m_loopDepth = std::max(m_loopDepth, outer);
        return made;
    }

    arith::Analyzer& m_analyzer;
    const Var& m_thread;
    int64_t m_count;
    PointerSet<Var> m_touched;
    bool m_sharesUntouched; ///< of one kind of virtual thread every statement is repeated
    bool m_needsInstances = false;
    bool m_isRepeating = false;             ///< within a statement that is repeated already
    int m_loopDepth = 0;                    ///< of loops in the statement that was just rebuilt
    PointerMap<Var, const Expr*> m_strides; ///< elements of one instance, by data variable
    PointerMap<Buffer, const Buffer*> m_accessBuffers;
};

class VirtualThreads : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    explicit VirtualThreads(PassContext& context) : PassMutatorOf(context, arithmeticOf(context)) {}

private:
    using MutatorWithAnalyzer::visit;

    const Stmt* visit(const AttrStmt& original) override
    {
        const Stmt* made = Mutator::visit(original);
        const auto& attr = to<AttrStmt>(*made);
        const IterVar* axis = attr.iterVar();
        if (attr.key != attr::VirtualThread || !axis || error())
            return made;
        const auto* count = as<IntImm>(attr.value);
        if (!count) {
            fail("the number of instances of a virtual thread must be constant", original);
            return made;
        }
        PointerSet<Var> touched = touchedVars(*attr.body, *axis->var, context().mode());
        context().note("the " + std::to_string(count->value) + " instances of " + quoted(axis->var->name) +
                           " run one after another",
                       &original);
        InstanceRepeater repeater(context(), analyzer(), *axis->var, count->value, std::move(touched),
                                  axis->threadTag.starts_with("vthread"));
        const Stmt* body = repeater.mutate(attr.body);
        if (repeater.error())
            fail(repeater.error()->message, *repeater.error()->node);
        return body;
    }
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    VirtualThreads threads(context);
    const Stmt* body = threads.mutate(function.body);
    if (threads.error())
        return *threads.error();
    if (body == function.body) {
        context.note("nothing to do: there is no virtual thread", &function);
        return &function;
    }
    return SsaConverter(context.arena()).convert(*withBody(context.arena(), function, body));
}

} // namespace

PassInfo injectVirtualThread()
{
    return {.name = "InjectVirtualThread",
            .summary = "Run the instances of virtual threads one after another",
            .required = {{ModuleProperty::FlatBuffers, "an instance of a buffer is an offset"},
                         {ModuleProperty::OwnMemory, "each virtual thread gets an instance of a buffer"}},
            .established = {{ModuleProperty::NoVirtualThreads, "each becomes a loop or copies of its body"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
