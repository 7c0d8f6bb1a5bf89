/// texture_flatten: accesses to textures become operations on rows, columns and depth of an image.
///
///     A: T.Buffer((2, 3, 4), "float32", scope="global.texture")
///     B[i] = A[h, w, c]      becomes      B[i] = T.texture2d_load(A.data, w, h, 0, 128, c)
///
/// Place: first, while buffers have the dimensions that the layout is about.
/// Leaves alone: allocations (inject_texture_alloc), regions of blocks, and all other memory.

#include "core/arith/analyzer.h"
#include "core/arith/side_effect.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/axis_statement.h"
#include "passes/framework/pass_mutator.h"
#include "passes/memory/texture_layout.h"

namespace tir::passes {
namespace {

/// Adds all ranges and values of a function to the analyzer.
class RangeCollector : public Visitor {
public:
    explicit RangeCollector(arith::Analyzer& analyzer) : m_analyzer(analyzer) {}
    void read(const Stmt& body) { visit(&body, Role::Scope); }

private:
    using Visitor::visit;

    void visit(const For& loop) override
    {
        m_analyzer.bind(loop.loopVar, loop.min, loop.extent);
        visitChildren(loop);
    }
    void visit(const AttrStmt& attr) override
    {
        if (const IterVar* axis = axisOfStatement(attr))
            m_analyzer.bind(axis->var, intImm(m_analyzer.arena(), attr.value->dtype, 0), attr.value);
        visitChildren(attr);
    }
    void visit(const SBlock& block) override
    {
        for (const IterVar* axis : block.iterVars)
            if (axis->dom)
                m_analyzer.bind(axis->var, *axis->dom);
        visitChildren(block);
    }
    void visit(const Bind& bind) override
    {
        if (arith::isPure(*bind.value))
            m_analyzer.bind(bind.var, bind.value);
        visitChildren(bind);
    }

    arith::Analyzer& m_analyzer;
};

class TextureFlattener : public PassMutator {
public:
    TextureFlattener(PassContext& context, arith::Analyzer& analyzer)
        : PassMutator(context),
          m_analyzer(analyzer)
    {}

private:
    using PassMutator::visit;

    const Expr* visit(const BufferLoad& original) override
    {
        const auto& load = to<BufferLoad>(*PassMutator::visit(original));
        if (!isTexture(*load.buffer))
            return &load;
        std::vector<const Expr*> args = position(*load.buffer, load.indices, original);
        args.push_back(load.indices.back());
        return makeFrom<Call>(original, load.buffer->dtype, opOf(OpId::texture2d_load), arena().copy(args));
    }

    const Stmt* visit(const BufferStore& original) override
    {
        const auto& store = to<BufferStore>(*PassMutator::visit(original));
        if (!isTexture(*store.buffer))
            return &store;
        std::vector<const Expr*> args = position(*store.buffer, store.indices, original);
        args.push_back(store.value);
        return makeFrom<Evaluate>(original, callOp(arena(), Handle, OpId::texture2d_store, args));
    }

    /// The pointer, row, column, depth, and the bits of a texel.
    std::vector<const Expr*> position(const Buffer& buffer, ExprList indices, const Node& node)
    {
        const auto found = textureLayout(buffer);
        if (const auto* refusal = std::get_if<std::string>(&found)) {
            fail(*refusal, node);
            return {buffer.data};
        }
        const auto& layout = std::get<TextureLayout>(found);
        const auto offset = [&](TextureAxis axis) { return offsetIn(axis, layout, buffer, indices); };
        return {buffer.data, offset(TextureAxis::Width), offset(TextureAxis::Height),
                offset(TextureAxis::Depth), int32(arena(), layout.channelBits)};
    }

    const Expr* offsetIn(TextureAxis axis, const TextureLayout& layout, const Buffer& buffer,
                         ExprList indices)
    {
        const Expr* offset = nullptr;
        for (size_t i = 0; i + 1 < layout.rank; ++i) {
            if (layout.axisOf(i) != axis)
                continue;
            offset =
                offset ? m_analyzer.simplify(add(arena(), mul(arena(), offset, buffer.shape[i]), indices[i]))
                       : indices[i];
        }
        return offset ? offset : int32(arena(), 0);
    }

    arith::Analyzer& m_analyzer;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    arith::Analyzer analyzer(context.arena(), arithmeticOf(context));
    RangeCollector(analyzer).read(*function.body);
    TextureFlattener flattener(context, analyzer);
    const Stmt* body = flattener.mutate(function.body);
    if (flattener.error())
        return *flattener.error();
    if (body == function.body)
        context.note("nothing to do: no texture is accessed", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo textureFlatten()
{
    return {.name = "TextureFlatten",
            .summary = "Access textures by row, column and depth",
            .run = functionPass(run)};
}

} // namespace tir::passes
