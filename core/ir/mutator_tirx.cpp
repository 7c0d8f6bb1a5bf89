/// Rebuilding layouts and the statements of the tile dialect.

#include "core/ir/mutator.h"

#include <vector>

namespace tir {
namespace {

bool same(const AttrValue& a, const AttrValue& b)
{
    return a.node() == b.node() && a.items().data() == b.items().data() &&
           a.entries().data() == b.entries().data();
}

} // namespace

const Layout* Mutator::mutateLayout(const Buffer& buffer, ExprList shape)
{
    // A default layout follows the shape: its strides are computed again, so that they fold in the same way.
    if (!isDefaultLayout(buffer.layout, buffer.shape))
        return mutate(buffer.layout);
    return shape.data() == buffer.shape.data() ? buffer.layout : defaultLayout(m_arena, shape);
}

const Layout* Mutator::mutate(const Layout* layout)
{
    if (const auto* compose = as<ComposeLayout>(layout)) {
        const Layout* tile = mutate(static_cast<const Layout*>(compose->tile));
        return tile == compose->tile
                   ? layout
                   : makeFrom<ComposeLayout>(*layout, compose->swizzle, as<TileLayout>(tile));
    }
    const auto* tile = as<TileLayout>(layout);
    if (!tile)
        return layout;
    bool changed = false;
    const auto iters = [&](IterList list) {
        std::vector<const Iter*> made;
        for (const Iter* iter : list) {
            made.push_back(mutate(iter));
            changed |= made.back() != iter;
        }
        return made;
    };
    const std::vector<const Iter*> shard = iters(tile->shard);
    const std::vector<const Iter*> replica = iters(tile->replica);
    std::vector<AxisOffset> offsets(tile->offset.begin(), tile->offset.end());
    for (AxisOffset& offset : offsets) {
        const Expr* value = mutate(offset.value);
        changed |= value != offset.value;
        offset.value = value;
    }
    if (!changed)
        return layout;
    return makeFrom<TileLayout>(*layout, m_arena.copy(shard), m_arena.copy(replica), m_arena.copy(offsets));
}

const Iter* Mutator::mutate(const Iter* iter)
{
    const Expr* extent = mutate(iter->extent);
    const Expr* stride = mutate(iter->stride);
    return extent == iter->extent && stride == iter->stride
               ? iter
               : makeFrom<Iter>(*iter, extent, stride, iter->axis);
}

const Predicate* Mutator::mutate(const Predicate* predicate)
{
    std::vector<const Var*> vars;
    bool changed = false;
    for (const Var* var : predicate->vars) {
        vars.push_back(mutateVarDef(var));
        changed |= vars.back() != var;
    }
    const Expr* condition = mutate(predicate->condition);
    return changed || condition != predicate->condition
               ? makeFrom<Predicate>(*predicate, m_arena.copy(vars), condition)
               : predicate;
}

AttrValue Mutator::mutateArgument(const AttrValue& value)
{
    if (value.kind() == AttrValue::Kind::List)
        return AttrValue::ofList(mutateArguments(value.items()));
    if (value.kind() == AttrValue::Kind::Dict)
        return AttrValue::ofDict(mutateArguments(value.entries()));
    if (value.kind() == AttrValue::Kind::Node)
        return AttrValue::ofNode(mutateObject(value.node()));
    return value;
}

const Node* Mutator::mutateObject(const Node* object)
{
    if (object->isExpr())
        return mutate(static_cast<const Expr*>(object));
    if (object->isStmt())
        return mutate(static_cast<const Stmt*>(object));
    if (const auto* buffer = as<Buffer>(object))
        return mutateBufferUse(buffer);
    if (const auto* region = as<BufferRegion>(object))
        return mutate(region);
    if (const auto* reducer = as<CommReducer>(object))
        return mutate(reducer);
    if (const auto* iter = as<Iter>(object))
        return mutate(iter);
    if (const auto* axis = as<IterVar>(object))
        return mutate(axis);
    if (const auto* predicate = as<Predicate>(object))
        return mutate(predicate);
    if (const auto* range = as<Range>(object))
        return mutate(range);
    if (const Layout* layout = asLayout(object))
        return mutate(layout);
    return object;
}

std::span<const AttrValue> Mutator::mutateArguments(std::span<const AttrValue> values)
{
    std::vector<AttrValue> made;
    bool changed = false;
    for (const AttrValue& value : values) {
        made.push_back(mutateArgument(value));
        changed |= !same(made.back(), value);
    }
    return changed ? m_arena.copy(made) : values;
}

Dict Mutator::mutateArguments(Dict entries)
{
    std::vector<DictEntry> made(entries.begin(), entries.end());
    bool changed = false;
    for (DictEntry& entry : made) {
        const AttrValue value = mutateArgument(entry.value);
        changed |= !same(value, entry.value);
        entry.value = value;
    }
    return changed ? m_arena.copy(made) : entries;
}

const Stmt* Mutator::visit(const ExecScopeStmt& node)
{
    std::vector<const ScopeIdDef*> definitions;
    bool changed = false;
    for (const ScopeIdDef* definition : node.scopeIds) {
        definitions.push_back(mutate(definition));
        changed |= definitions.back() != definition;
    }
    const Stmt* body = mutate(node.body);
    if (!changed && body == node.body)
        return &node;
    return makeFrom<ExecScopeStmt>(node, node.scope, m_arena.copy(definitions), body);
}

const ScopeIdDef* Mutator::mutate(const ScopeIdDef* definition)
{
    bool changed = false;
    const auto list = [&](const std::optional<ExprList>& exprs) -> std::optional<ExprList> {
        if (!exprs)
            return std::nullopt;
        const ExprList made = mutate(*exprs);
        changed |= made.data() != exprs->data();
        return made;
    };
    const std::optional<ExprList> extents = list(definition->extents);
    const std::optional<ExprList> preferred = list(definition->preferredExtents);
    std::vector<const Var*> ids;
    for (const Var* id : definition->defIds) {
        ids.push_back(mutateVarDef(id));
        changed |= ids.back() != id;
    }
    if (!changed)
        return definition;
    return makeFrom<ScopeIdDef>(*definition, m_arena.copy(ids), definition->binding, extents, preferred);
}

const Stmt* Mutator::visit(const TilePrimitiveCall& node)
{
    const std::span<const AttrValue> args = mutateArguments(node.args);
    const Dict workspace = mutateArguments(node.workspace);
    const Dict config = mutateArguments(node.config);
    if (args.data() == node.args.data() && workspace.data() == node.workspace.data() &&
        config.data() == node.config.data())
        return &node;
    return makeFrom<TilePrimitiveCall>(node, node.op, args, workspace, config, node.dispatch);
}

} // namespace tir
