/// storage_rewrite: lifts allocations to the start of their launch or function, and lets buffers share memory
/// that are not in use at the same time.
///
///     for k in range(4):                          S = alloc_shared(32)
///         S = alloc_shared(32)                    for k in range(4):
///         fill(S); use(S)            becomes          fill(S); use(S)
///         R = alloc_shared(32)                        R = view of S
///         fill(R); use(R)                             fill(R); use(R)
///
/// Place: after every pass that creates allocations in loops or changes their sizes; before thread_sync, which
///        must see which buffers share memory, and before the merge.
/// Leaves alone: registers (scopes warp and local), which the compiler of the target shares.

#include "core/analysis/text.h"
#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"
#include "passes/memory/pointer_value_types.h"
#include "passes/memory/storage_rewrite/plan.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace tir::passes {
namespace {

class StorageRewriter : public PassMutator {
public:
    StorageRewriter(PassContext& context, const LinearAccesses& accesses, const StoragePlan& plan)
        : PassMutator(context),
          m_accesses(accesses),
          m_plan(plan),
          m_analyzer(context.arena(), arithmeticOf(context))
    {
        for (const auto& entry : plan.entries)
            if (!entry->parent)
                m_allocations[entry->place].push_back(allocation(*entry));
    }

    const Stmt* rewrite(const Stmt* body) { return withAllocations(nullptr, mutate(body), body); }

private:
    using PassMutator::visit;

    const StorageEntry* entryOf(const Var* data) const
    {
        StorageEntry* const* found = m_plan.byData.find(data);
        return found ? *found : nullptr;
    }

    /// A buffer over the memory of its entry, named after it.
    const Buffer* moved(const Buffer* buffer)
    {
        const StorageEntry* entry = entryOf(buffer->data);
        if (!entry || (entry->data() == buffer->data && buffer->name == buffer->data->name))
            return buffer;
        if (const Buffer* const* known = m_buffers.find(buffer))
            return *known;
        Buffer* made = arena().make<Buffer>(*buffer);
        made->origin = buffer;
        made->data = entry->data();
        made->name = made->data->name;
        m_buffers.insert(buffer, made);
        return made;
    }

    // ---- the new allocations

    const Stmt* allocation(const StorageEntry& entry)
    {
        const AllocBuffer& first = *entry.users.front();
        const bool isUniform = !entry.hasParts && entry.isUniform();
        const Buffer* buffer = isUniform ? moved(first.buffer) : joined(entry);
        const bool isVolatile = std::ranges::any_of(
            entry.users, [](const AllocBuffer* user) { return find(user->annotations, attr::Volatile); });
        if (!isVolatile && buffer == first.buffer && first.annotations.empty())
            return &first;
        Dict annotations;
        if (isVolatile)
            annotations = withEntry(arena(), annotations, attr::Volatile, AttrValue::ofBool(true));
        return makeFrom<AllocBuffer>(first, buffer, annotations);
    }

    /// As large as the largest user, of the type with the most lanes.
    const Buffer* joined(const StorageEntry& entry)
    {
        const Buffer& first = *entry.users.front()->buffer;
        DType type = first.dtype;
        for (const AllocBuffer* user : entry.users)
            if (user->buffer->dtype.lanes > type.lanes)
                type = user->buffer->dtype;
        if (entry.hasParts)
            type = entry.element;
        Buffer* made = arena().make<Buffer>(first.data, type, extentsOf(entry, type), first.elemOffset,
                                            first.data->name);
        made->origin = &first;
        made->elemOffset = intImm(arena(), made->shape[0]->dtype, 0);
        return made;
    }

    ExprList extentsOf(const StorageEntry& entry, DType type)
    {
        const int64_t typeBits = int64_t(type.bits) * type.lanes;
        const Expr* size = nullptr;
        if (entry.hasParts) {
            const DType counted = entry.users.front()->buffer->shape[0]->dtype;
            size = intImm(arena(), counted, (entry.totalBits + typeBits - 1) / typeBits);
        } else {
            for (const AllocBuffer* user : entry.users) {
                const Expr* bits = bitsOf(*user->buffer);
                size = size ? binary(arena(), BinaryOp::Max, size, bits) : bits;
            }
            const Expr* unit = intImm(arena(), size->dtype, typeBits);
            const Expr* zero = intImm(arena(), size->dtype, 0);
            const Expr* rest = binary(arena(), BinaryOp::FloorMod, size, unit);
            const bool isMultiple = m_analyzer.canProve(binary(arena(), BinaryOp::EQ, rest, zero));
            size = floorDiv(arena(), size, unit);
            if (!isMultiple)
                size = add(arena(), size, intImm(arena(), size->dtype, 1));
            size = m_analyzer.simplify(size);
        }
        const std::vector<const Expr*> shape{size};
        return arena().copy(shape);
    }

    const Expr* bitsOf(const Buffer& buffer)
    {
        const int64_t bits = int64_t(buffer.dtype.bits) * buffer.dtype.lanes;
        const Expr* extent = buffer.shape[0];
        const auto* constant = as<IntImm>(extent);
        if (constant && constant->value > std::numeric_limits<int32_t>::max() / bits)
            extent = intImm(arena(), Int64, constant->value);
        return mul(arena(), extent, intImm(arena(), extent->dtype, bits));
    }

    /// `made` after the allocations of a place; `original` if nothing changed.
    const Stmt* withAllocations(const Stmt* place, const Stmt* made, const Stmt* original)
    {
        const auto found = m_allocations.find(place);
        if (found == m_allocations.end())
            return made;
        std::vector<const Stmt*> statements = found->second;
        statements.push_back(made);
        const Stmt* joined = sequence(arena(), statements);
        const auto* now = as<SeqStmt>(joined);
        const auto* before = as<SeqStmt>(original);
        return now && before && std::ranges::equal(now->seq, before->seq) ? original : joined;
    }

    // ---- statements

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const StorageEntry* entry = entryOf(alloc.buffer->data);
        if (!entry) {
            context().explain([&alloc](NoteWriter& notes) {
                notes.note(quoted(alloc.buffer->name) + " is never accessed: its allocation is deleted",
                           &alloc);
            });
            return noOp(arena());
        }
        const bool isOwner = entry->users.front() == &alloc && !entry->parent;
        return isOwner ? noOp(arena()) : makeFrom<DeclBuffer>(alloc, moved(alloc.buffer));
    }

    const Stmt* visit(const DeclBuffer& decl) override
    {
        if (!m_accesses.accessed.contains(decl.buffer))
            return noOp(arena());
        const Buffer* buffer = moved(decl.buffer);
        return buffer == decl.buffer ? &decl : makeFrom<DeclBuffer>(decl, buffer);
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const auto& made = to<AttrStmt>(*PassMutator::visit(attr));
        const Stmt* body = withAllocations(&attr, made.body, attr.body);
        return body == made.body ? &made
               : body == attr.body && made.value == attr.value && &made != &attr
                   ? sameUnlessSubjectChanged(attr, made)
                   : makeFrom<AttrStmt>(attr, made.node, made.key, made.value, body);
    }
    const Stmt* sameUnlessSubjectChanged(const AttrStmt& attr, const AttrStmt& made)
    {
        return made.node.node() == attr.node.node()
                   ? static_cast<const Stmt*>(&attr)
                   : makeFrom<AttrStmt>(attr, made.node, made.key, made.value, attr.body);
    }

    const Stmt* visit(const For& loop) override
    {
        if (loop.forKind == ForKind::Vectorized)
            fail("a vectorized loop is left; VectorizeLoop replaces it", loop);
        const Expr* min = mutate(loop.min);
        const Expr* extent = mutate(loop.extent);
        const Stmt* body = withAllocations(&loop, mutate(loop.body), loop.body);
        if (min == loop.min && extent == loop.extent && body == loop.body)
            return &loop;
        return makeFrom<For>(loop, loop.loopVar, min, extent, loop.forKind, body, loop.threadBinding,
                             loop.annotations, loop.step);
    }

    // ---- accesses

    const Buffer* mutateBufferUse(const Buffer* buffer) override { return moved(buffer); }

    const Expr* visit(const Var& var) override
    {
        const StorageEntry* entry = entryOf(&var);
        return entry ? entry->data() : &var;
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const auto& made = to<BufferLoad>(*PassMutator::visit(load));
        const ExprList indices = withOffset(*load.buffer, made.indices);
        if (indices.data() == made.indices.data())
            return &made;
        return makeFrom<BufferLoad>(load, made.dtype, made.buffer, indices, made.predicate);
    }
    const Stmt* visit(const BufferStore& store) override
    {
        const auto& made = to<BufferStore>(*PassMutator::visit(store));
        const ExprList indices = withOffset(*store.buffer, made.indices);
        if (indices.data() == made.indices.data())
            return &made;
        return makeFrom<BufferStore>(store, made.buffer, made.value, indices, made.predicate);
    }

    /// In a part of special memory, elements are counted from the begin of the whole.
    ExprList withOffset(const Buffer& buffer, ExprList indices)
    {
        const StorageEntry* entry = entryOf(buffer.data);
        if (!entry || entry->offset == 0 || indices.empty())
            return indices;
        std::vector<const Expr*> made(indices.begin(), indices.end());
        const Expr* first = intImm(arena(), made.back()->dtype.element(), entry->offset / buffer.dtype.bits);
        made.back() = add(arena(), first, made.back());
        return arena().copy(made);
    }

    const Expr* visit(const Call& call) override
    {
        const auto* var = call.isOp(OpId::tvm_access_ptr) ? as<Var>(call.args[1]) : nullptr;
        const StorageEntry* entry = var ? entryOf(var) : nullptr;
        if (!entry || entry->offset == 0)
            return PassMutator::visit(call);
        const DType type = call.args[0]->dtype;
        const Expr* offset = mutate(call.args[2]);
        offset =
            add(arena(), intImm(arena(), offset->dtype, entry->offset / (int64_t(type.bits) * type.lanes)),
                offset);
        const std::vector<const Expr*> args{call.args[0], entry->data(), offset, mutate(call.args[3]),
                                            call.args[4]};
        return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
    }

    const LinearAccesses& m_accesses;
    const StoragePlan& m_plan;
    arith::Analyzer m_analyzer;
    PointerMap<Buffer, const Buffer*> m_buffers;
    std::unordered_map<const Stmt*, std::vector<const Stmt*>> m_allocations; ///< by place
};

void noteSharing(PassContext& context, const StoragePlan& plan)
{
    for (const SharingDecision& decision : plan.decisions)
        context.explain([decision](NoteWriter& notes) {
            const std::string user = quoted(decision.user->buffer->name);
            const std::string before = quoted(decision.before->buffer->name);
            notes.note(decision.inPlace
                           ? user + " takes the memory of " + before +
                                 " in place: each element is read for the last time where it is replaced"
                           : user + " takes the memory of " + before + " after its last use, " +
                                 shortText(*decision.lastUse) + "; its own first use is " +
                                 shortText(*decision.firstUse),
                       decision.user);
        });
}

/// The first thread axis around a statement that it does not depend on, so that threads along it do the same; null if
/// there is none.
const IterVar* redundantAxis(const Stmt& body, const Stmt& stmt)
{
    const IterVar* found = nullptr;
    const auto isInside = [](const Node& outer, const Node& inner) {
        return contains(
            outer, [&](const Node& node) { return &node == &inner; }, Role::Scope);
    };
    const auto isRedundant = [&](const Node& node) {
        const auto* attr = as<AttrStmt>(&node);
        const IterVar* axis = attr && attr->key == attr::ThreadExtent ? attr->iterVar() : nullptr;
        if (!axis || !axis->threadTag.starts_with("threadIdx.") || isConstInt(attr->value, 1))
            return false;
        if (isInside(*attr->body, stmt) && !isInside(stmt, *axis->var))
            found = axis;
        return found != nullptr;
    };
    contains(body, isRedundant, Role::Scope);
    return found;
}

void reportInPlaceSharing(const PrimFunc& function, PassContext& context, const StoragePlan& plan)
{
    for (const SharingDecision& decision : plan.decisions) {
        const Buffer& user = *decision.user->buffer;
        if (!decision.inPlace || user.scope().rank != StorageRank::Shared)
            continue;
        if (const IterVar* axis = redundantAxis(*function.body, *decision.inPlace))
            context.reportDefect(tvm_defect::InPlaceSharing,
                                 quoted(user.name) + " replaces " + quoted(decision.before->buffer->name) +
                                     " in place, but all threads along " + std::string(axis->threadTag) +
                                     " replace the same elements",
                                 decision.user);
    }
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const LinearAccesses accesses = linearAccesses(*function.body);
    if (accesses.error)
        return *accesses.error;
    const Target* target = targetOf(function);
    const bool hasTypedMemory = target && (target->kindName == "vulkan" || target->kindName == "webgpu");
    const StoragePlan plan =
        planStorage(accesses, {.isEnabled = !context.configFlag("tirx.merge_static_smem"),
                               .needsSameType = hasTypedMemory,
                               .hasSharedInPlace = context.mode() == Mode::AsTvm,
                               .mixesSharedTypes = context.mode() == Mode::AsTvm});
    if (plan.error)
        return *plan.error;
    StorageRewriter rewriter(context, accesses, plan);
    const Stmt* body = rewriter.rewrite(function.body);
    if (rewriter.error())
        return *rewriter.error();
    noteSharing(context, plan);
    reportInPlaceSharing(function, context, plan);
    const PrimFunc* made = withBody(context.arena(), function, body);
    const FunctionOutcome outcome = withPointerTypes(
        *made, context, {.retypesParams = false, .allowsUntypedPointers = true, .extractsLanes = false});
    const auto* retyped = std::get_if<const PrimFunc*>(&outcome);
    if (retyped && *retyped == &function)
        context.note("nothing to do: allocations are where they belong, and no two of them can share",
                     &function);
    return outcome;
}

} // namespace

PassInfo storageRewrite()
{
    return {
        .name = "StorageRewrite",
        .summary = "Lift allocations out of loops, and share memory between them",
        .required = {{ModuleProperty::Unmerged,
                      "it changes the sizes of allocations, which must be final before they are merged, and "
                      "lifts shared ones to the start of the launch"},
                     {ModuleProperty::LaunchesAsExtents,
                      "allocations inside of loops bound to threads would be shared by all launches"}},
        .invalidated = {{ModuleProperty::OwnMemory, "a buffer may take the memory of another one"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
