#include "passes/blocks/lower_auto_copy/copy_nest.h"

#include "core/ir/make.h"
#include "core/support/checked_math.h"

namespace tir::passes {

const Stmt* CopyNest::inner(Arena& arena) const
{
    return condition ? arena.make<IfThenElse>(condition, store) : static_cast<const Stmt*>(store);
}

std::optional<CopyNest> readNest(const Stmt* body)
{
    CopyNest nest;
    int64_t iterations = 1;
    for (const auto* loop = as<For>(body); loop; loop = as<For>(body)) {
        const auto* extent = as<IntImm>(loop->extent);
        if (!isConstInt(loop->min, 0) || !extent || extent->value < 1 || loop->step)
            return std::nullopt;
        iterations = limitedProduct(iterations, extent->value);
        if (iterations > MostIterations)
            return std::nullopt;
        nest.loops.push_back(loop);
        body = loop->body;
    }
    if (const auto* branch = as<IfThenElse>(body); branch && !branch->elseCase) {
        nest.condition = branch->condition;
        body = branch->thenCase;
    }
    nest.store = as<BufferStore>(body);
    return nest.store ? std::optional(nest) : std::nullopt;
}

const Stmt* inLoops(Arena& arena, std::span<const For* const> loops, const Stmt* body)
{
    for (size_t i = loops.size(); i-- > 0;) {
        auto* loop = arena.make<For>(*loops[i]);
        loop->body = body;
        loop->origin = loops[i];
        body = loop;
    }
    return body;
}

const For* serialLoop(Arena& arena, const Var* var, const Expr* extent)
{
    return arena.make<For>(var, intImm(arena, var->dtype, 0), extent, ForKind::Serial, nullptr);
}

int64_t extentOf(const For& loop)
{
    return to<IntImm>(*loop.extent).value;
}

const Var* variableLike(Arena& arena, const Var& var, const std::string& name)
{
    auto* made = arena.make<Var>(arena.intern(name), var.type);
    made->origin = &var;
    return made;
}

const Buffer* cacheOf(Arena& arena, const Buffer& buffer, const std::string& name, ExprList shape,
                      std::string_view scope)
{
    auto* made = arena.make<Buffer>(buffer);
    made->name = arena.intern(name);
    made->data = arena.make<Var>(made->name, pointerType(arena, buffer.dtype, scope));
    made->shape = shape;
    made->strides = {};
    made->origin = &buffer;
    return made;
}

int64_t CopyBlock::number(std::string_view annotation, int64_t fallback) const
{
    const AttrValue* value = find(block->annotations, annotation);
    int64_t number = fallback;
    return value && value->toInt(number) ? number : fallback;
}

} // namespace tir::passes
