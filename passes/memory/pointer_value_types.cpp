#include "passes/memory/pointer_value_types.h"

#include "core/analysis/text.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

/// A variable and its replacement.
struct RetypedPointer {
    const Var* var;
    const Var* replacement;
    DType type;
    int factor; ///< old elements in a new one
};

class PointerRetyper : public PassMutatorOf<Substituter> {
public:
    PointerRetyper(PassContext& context, arith::Analyzer& analyzer,
                   const std::vector<RetypedPointer>& pointers)
        : PassMutatorOf(context),
          m_analyzer(analyzer)
    {
        for (const RetypedPointer& pointer : pointers)
            m_pointers.insert(pointer.var, &pointer);
    }

private:
    using PassMutatorOf::visit;

    const RetypedPointer* retyped(const Var* var) const
    {
        const RetypedPointer* const* found = m_pointers.find(var);
        return found ? *found : nullptr;
    }

    const Expr* valueOf(const Var& var) override
    {
        const RetypedPointer* pointer = retyped(&var);
        return pointer ? pointer->replacement : nullptr;
    }

    const Expr* divided(const Expr* value, int64_t divisor)
    {
        return binary(arena(), BinaryOp::Div, value, intImm(arena(), value->dtype, divisor));
    }

    /// The buffer of accesses: of vectors, with so many fewer elements.
    const Buffer* mutateBufferUse(const Buffer* buffer) override
    {
        const RetypedPointer* pointer = retyped(buffer->data);
        if (!pointer)
            return buffer;
        if (const Buffer* const* known = m_accessed.find(buffer))
            return *known;
        Buffer* made = arena().make<Buffer>(*buffer);
        made->origin = buffer;
        made->data = pointer->replacement;
        made->dtype = pointer->type;
        made->layout = nullptr;
        if (!buffer->shape.empty()) {
            std::vector<const Expr*> shape(buffer->shape.begin(), buffer->shape.end());
            shape.back() = divided(shape.back(), pointer->factor);
            made->shape = arena().copy(shape);
        }
        m_accessed.insert(buffer, made);
        return made;
    }

    const Buffer* mutateBufferDef(const Buffer* buffer) override { return mutateBufferUse(buffer); }

    /// As in TVM, a declared view keeps its own type; only its data variable changes.
    const Stmt* visit(const DeclBuffer& decl) override
    {
        const RetypedPointer* pointer = retyped(decl.buffer->data);
        if (!pointer)
            return PassMutatorOf::visit(decl);
        return makeFrom<DeclBuffer>(decl, rebuilt(*decl.buffer, pointer->replacement, decl.buffer->shape,
                                                  decl.buffer->strides, decl.buffer->elemOffset,
                                                  decl.buffer->layout));
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const auto& visited = to<BufferLoad>(*PassMutatorOf::visit(load));
        const RetypedPointer* pointer = retyped(load.buffer->data);
        if (!pointer || isScalable(*load.buffer, visited.indices))
            return &visited;
        int lane = -1;
        const ExprList indices = vectorIndices(visited.indices, *pointer, load, &lane);
        DType type = pointer->type;
        if (!indices.empty())
            type = type.withLanes(type.lanes * indices.back()->dtype.lanes);
        const Expr* made = makeFrom<BufferLoad>(load, type, visited.buffer, indices, visited.predicate);
        if (lane < 0)
            return made;
        const std::vector<const Expr*> vectors{made};
        const std::vector<const Expr*> picks{int32(arena(), lane)};
        return makeFrom<Shuffle>(load, arena().copy(vectors), arena().copy(picks));
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const auto& visited = to<BufferStore>(*PassMutatorOf::visit(store));
        const RetypedPointer* pointer = retyped(store.buffer->data);
        if (!pointer || isScalable(*store.buffer, visited.indices))
            return &visited;
        const ExprList indices = vectorIndices(visited.indices, *pointer, store, nullptr);
        return makeFrom<BufferStore>(store, visited.buffer, visited.value, indices, visited.predicate);
    }

    static bool isScalable(const Buffer& buffer, ExprList indices)
    {
        return buffer.dtype.isScalable() || (!indices.empty() && indices.back()->dtype.isScalable());
    }

    /// `lane`: that of a single element in its vector; null where single elements cannot be accessed.
    ExprList vectorIndices(ExprList indices, const RetypedPointer& pointer, const Node& node, int* lane)
    {
        if (indices.empty())
            return indices;
        std::vector<const Expr*> made(indices.begin(), indices.end());
        const Expr*& last = made.back();
        if (const auto* ramp = as<Ramp>(last); ramp && isConstInt(ramp->stride, 1)) {
            const int lanes = ramp->dtype.lanes;
            last = divided(ramp->base, lanes);
            if (lanes % pointer.factor != 0)
                fail("an access of " + std::to_string(lanes) + " elements cannot be one of vectors of " +
                         std::to_string(pointer.factor),
                     node);
            else if (const int count = lanes / pointer.factor; count > 1)
                last = arena().make<Ramp>(mul(arena(), last, intImm(arena(), last->dtype, count)),
                                          ramp->stride, count);
        } else if (last->dtype.isScalar() && pointer.factor > 1) {
            const arith::ModularSet position = m_analyzer.modularSet(last);
            if (!lane || (position.coeff != 0 && pointer.factor % position.coeff != 0))
                fail("the lane of the element " + shortText(*last) + " in vectors of " +
                         std::to_string(pointer.factor) + " is not known",
                     node);
            else
                *lane = int(position.base % pointer.factor);
            last = divided(last, pointer.factor);
        }
        return arena().copy(made);
    }

    const Expr* visit(const Call& call) override
    {
        const auto* var = call.isOp(OpId::tvm_access_ptr) ? as<Var>(call.args[1]) : nullptr;
        const RetypedPointer* pointer = var ? retyped(var) : nullptr;
        if (!pointer)
            return PassMutatorOf::visit(call);
        const Expr* offset = divided(mutate(call.args[2]), pointer->factor);
        const Expr* extent = divided(mutate(call.args[3]), pointer->factor);
        const std::vector<const Expr*> args{callOp(arena(), pointer->type, OpId::type_annotation, {}),
                                            pointer->replacement, offset, extent, mutate(call.args[4])};
        return makeFrom<Call>(call, Handle, call.op, arena().copy(args));
    }

    arith::Analyzer& m_analyzer;
    PointerMap<Var, const RetypedPointer*> m_pointers;
    PointerMap<Buffer, const Buffer*> m_accessed;
};

} // namespace

FunctionOutcome withPointerTypes(const PrimFunc& function, PassContext& context,
                                 const PointerTypingOptions& options)
{
    Arena& arena = context.arena();
    arith::Analyzer analyzer(arena, arithmeticOf(context));
    const CollectedAccesses accesses = collectPointerAccesses(analyzer, function, options);
    if (accesses.error)
        return *accesses.error;
    std::vector<RetypedPointer> retyped;
    for (const PointerAccesses& pointer : accesses.pointers) {
        const DType type = pointer.preferredType(analyzer);
        if (type == pointer.element || (pointer.isParam && !options.retypesParams))
            continue;
        const auto* old = as<PointerType>(pointer.var->type);
        Var* var = arena.make<Var>(pointer.var->name, pointerType(arena, type, old ? old->scope : ""));
        var->origin = pointer.var;
        retyped.push_back({pointer.var, var, type, type.lanes / pointer.element.lanes});
        context.explain([&var = *pointer.var, from = pointer.element, type](NoteWriter& notes) {
            notes.note(quoted(var.name) + " becomes memory of " + toString(type) + " instead of " +
                           toString(from) + ": all accesses allow it",
                       &var);
        });
    }
    if (retyped.empty())
        return &function;
    PointerRetyper retyper(context, analyzer, retyped);
    const PrimFunc* made = retyper.mutate(function);
    if (retyper.error())
        return *retyper.error();
    return made;
}

} // namespace tir::passes
