/// lower_opaque_block: takes blocks apart: allocations, conditions and launches become statements.
///
///     for bx in thread(4):                           becomes    launch blockIdx.x = 4:
///         with T.sblock(""):                                        L = T.alloc_buffer((8,))
///             T.where(bx < 3)                                       if bx < 3:
///             L = T.sblock_alloc_buffer((8,))                           L[0] = 1
///             L[0] = 1
///
/// Place: after every pass that reads the regions of blocks; before flatten_buffer, which handles
///        allocations as statements.
/// Leaves alone: the order of statements. Annotations of blocks go, except pragmas.

#include "core/analysis/text.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view DimAlign = "buffer_dim_align";

class BlockLowerer : public PassSubstituter {
public:
    using PassSubstituter::PassSubstituter;

private:
    using PassSubstituter::visit;

    using Pragma = std::pair<std::string_view, const Expr*>;

    const Stmt* visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        if (!block.iterVars.empty())
            fail("block " + quoted(block.name) + " has axes; ConvertBlocksToOpaque replaces them", block);
        if (block.init)
            fail("block " + quoted(block.name) + " has an init; LowerInitBlock lowers it", block);
        collectAlignments(block);
        std::vector<const Buffer*> buffers;
        for (const Buffer* buffer : block.allocBuffers)
            buffers.push_back(mutateBufferDef(buffer));
        const Stmt* body = mutate(block.body);
        if (const Expr* predicate = mutate(realize.predicate); !isTrue(predicate))
            body = makeFrom<IfThenElse>(realize, predicate, body);
        std::vector<const Stmt*> statements;
        for (size_t i = 0; i < buffers.size(); ++i)
            statements.push_back(allocation(*block.allocBuffers[i], buffers[i]));
        statements.push_back(body);
        body = sequence(arena(), statements);
        const std::vector<Pragma> pragmas = pragmasOf(block.annotations, block);
        for (size_t i = pragmas.size(); i-- > 0;)
            body = makeFrom<AttrStmt>(realize, AttrValue::ofNode(int32(arena(), 0)), pragmas[i].first,
                                      pragmas[i].second, body);
        explain(realize);
        return body;
    }

    const Stmt* visit(const For& loop) override
    {
        const Expr* min = mutate(loop.min);
        const Expr* extent = mutate(loop.extent);
        const bool isUnit = isConstInt(extent, 1) && loop.annotations.empty();
        if (isUnit)
            m_values[loop.loopVar] = cast(arena(), loop.loopVar->dtype, min);
        const Stmt* body = mutate(loop.body);
        const Stmt* made = body;
        if (isThreadLoop(loop))
            made = launch(loop, min, extent, body);
        else if (!isUnit)
            made = lowered(loop, min, extent, body);
        else
            context().explain([&loop](NoteWriter& notes) {
                notes.note("loop " + quoted(loop.loopVar->name) + " has one iteration: its variable is " +
                               shortText(*loop.min),
                           &loop);
            });
        const std::vector<Pragma> pragmas = pragmasOf(loop.annotations, loop);
        for (size_t i = pragmas.size(); i-- > 0;)
            made = makeFrom<AttrStmt>(loop, AttrValue::ofNode(loop.loopVar), pragmas[i].first,
                                      pragmas[i].second, made);
        return made;
    }

    const Stmt* launch(const For& loop, const Expr* min, const Expr* extent, const Stmt* body)
    {
        const std::string_view tag = threadTag(loop);
        const bool isVirtual =
            tag == "vthread" || tag == "vthread.x" || tag == "vthread.y" || tag == "vthread.z";
        const auto* axis =
            arena().make<IterVar>(arena().make<Range>(min, extent), loop.loopVar, IterType::ThreadIndex, tag);
        return makeFrom<AttrStmt>(loop, AttrValue::ofNode(axis),
                                  isVirtual ? attr::VirtualThread : attr::ThreadExtent, extent, body);
    }

    const Stmt* lowered(const For& loop, const Expr* min, const Expr* extent, const Stmt* body)
    {
        Dict kept = loop.annotations;
        for (const DictEntry& entry : loop.annotations)
            if (isPragma(entry.key.text()))
                kept = withoutEntry(arena(), kept, entry.key.text());
        if (min == loop.min && extent == loop.extent && body == loop.body &&
            kept.size() == loop.annotations.size())
            return &loop;
        return makeFrom<For>(loop, loop.loopVar, min, extent, loop.forKind, body, nullptr, kept, loop.step);
    }

    const Stmt* allocation(const Buffer& original, const Buffer* buffer)
    {
        std::vector<AttrValue> addresses;
        for (const Expr* address : buffer->allocatedAddr)
            addresses.push_back(AttrValue::ofNode(address));
        std::vector<DictEntry> annotations;
        const auto annotate = [&](std::string_view key, const AttrValue& value) {
            annotations.push_back({AttrValue::ofString(key), value});
        };
        annotate("buffer_allocated_addr", AttrValue::ofList(arena().copy(addresses)));
        annotate("buffer_data_alignment", AttrValue::ofInt(buffer->alignment));
        if (const auto* alignments = m_alignments.find(original.data))
            annotate(DimAlign, AttrValue::ofList(arena().copy(*alignments)));
        return makeFrom<AllocBuffer>(*buffer, buffer, arena().copy(annotations));
    }

    /// Entries [index among the writes, axis, factor, offset]: the index means nothing outside of the block.
    void collectAlignments(const SBlock& block)
    {
        const AttrValue* entries = find(block.annotations, DimAlign);
        if (!entries)
            return;
        for (const AttrValue& entry : entries->items()) {
            std::vector<AttrValue> fields(entry.items().begin(), entry.items().end());
            int64_t index = -1;
            if (fields.empty() || !fields[0].toInt(index) || index < 0 ||
                size_t(index) >= block.writes.size())
                continue;
            fields[0] = AttrValue::ofInt(-1);
            m_alignments[block.writes[size_t(index)]->buffer->data].push_back(
                AttrValue::ofList(arena().copy(fields)));
        }
    }

    static bool isPragma(std::string_view key) { return key.starts_with("pragma_"); }

    /// Sorted by key; the first becomes the outermost.
    std::vector<Pragma> pragmasOf(Dict annotations, const Node& node)
    {
        std::vector<Pragma> pragmas;
        for (const DictEntry& entry : annotations)
            if (isPragma(entry.key.text()))
                pragmas.emplace_back(entry.key.text(), valueOfPragma(entry, node));
        std::ranges::sort(pragmas);
        return pragmas;
    }

    const Expr* valueOfPragma(const DictEntry& entry, const Node& node)
    {
        const AttrValue& value = entry.value;
        switch (value.kind()) {
        case AttrValue::Kind::Bool:
            return boolImm(arena(), value.integer() != 0);
        case AttrValue::Kind::Int:
            return int32(arena(), value.integer());
        case AttrValue::Kind::Float:
            return floatImm(arena(), Float32, value.real());
        case AttrValue::Kind::String:
            return stringImm(arena(), value.text());
        case AttrValue::Kind::Node:
            if (value.node()->isExpr())
                return static_cast<const Expr*>(value.node());
            break;
        case AttrValue::Kind::None:
        case AttrValue::Kind::List:
        case AttrValue::Kind::Dict:
        case AttrValue::Kind::Opaque:
            break;
        }
        fail("the value of annotation \"" + std::string(entry.key.text()) + "\" must be a number or a string",
             node);
        return int32(arena(), 0);
    }

    void explain(const SBlockRealize& realize)
    {
        const SBlock& block = *realize.block;
        if (block.allocBuffers.empty() && isTrue(realize.predicate))
            return;
        context().explain([&realize, &block](NoteWriter& notes) {
            std::string text;
            for (const Buffer* buffer : block.allocBuffers)
                text += (text.empty() ? "it allocates " : ", ") + quoted(buffer->name);
            if (!isTrue(realize.predicate))
                text += (text.empty() ? "" : ", and ") + std::string("it runs where ") +
                        shortText(*realize.predicate);
            notes.note((block.name.empty() ? "the unnamed block" : "block " + quoted(block.name)) +
                           " is taken apart: " + text,
                       &realize);
        });
    }

    PointerMap<Var, std::vector<AttrValue>> m_alignments; ///< by data variable
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    BlockLowerer lowerer(context);
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body)
        context.note("nothing to do: no blocks, thread loops or loops over one iteration", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerOpaqueBlock()
{
    return {
        .name = "LowerOpaqueBlock",
        .summary = "Take blocks apart into allocations, conditions and launches",
        .required = {{ModuleProperty::NoBlockAxes, "what remains of a block must not depend on its axes"}},
        .established = {{ModuleProperty::LaunchesAsExtents,
                         "loops bound to threads become thread_extent statements"}},
        .invalidated = {{ModuleProperty::Blocks, "they become allocations, conditions and launches"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
