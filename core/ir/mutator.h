/// Mutator: rebuilds changed nodes and shares all others. Overrides return the replacement of a node; the same pointer
/// means unchanged. New nodes have the node that they replace as their origin.

#pragma once

#include "core/ir/make.h"
#include "core/ir/module.h"
#include "core/support/pointer_map.h"

namespace tir {

/// Flat statements are deleted by returning `noOp(arena)`: sequences drop it.
class Mutator {
public:
    explicit Mutator(Arena& arena) : m_arena(arena) {}
    virtual ~Mutator() = default;

    const Expr* mutate(const Expr* expr);
    const Stmt* mutate(const Stmt* stmt);
    const PrimFunc* mutate(const PrimFunc& function);
    /// Null stays null.
    ExprList mutate(ExprList exprs);

protected:
#define TIR_EXPR(Name) virtual const Expr* visit(const Name& node);
#define TIR_STMT(Name) virtual const Stmt* visit(const Name& node);
#include "core/ir/node_list.def"

    /// A buffer where it is declared (allocation, declaration, match, parameter). The default rebuilds it
    /// when its extents, strides, offset or data variable change, and remembers the result for its uses.
    virtual const Buffer* mutateBufferDef(const Buffer* buffer);
    /// A use of a buffer. The default returns the result of mutateBufferDef.
    virtual const Buffer* mutateBufferUse(const Buffer* buffer);
    /// A variable where it is defined, or in a buffer's data field. The default keeps it.
    virtual const Var* mutateVarDef(const Var* var)
    {
        return var;
    }

    const BufferRegion* mutate(const BufferRegion* region);
    const IterVar* mutate(const IterVar* axis);
    const Range* mutate(const Range* range);
    const CommReducer* mutate(const CommReducer* reducer);
    const Iter* mutate(const Iter* iter);
    const Layout* mutate(const Layout* layout);
    const Predicate* mutate(const Predicate* predicate);
    const ScopeIdDef* mutate(const ScopeIdDef* definition);
    /// The layout of `buffer` when its extents become `shape`.
    const Layout* mutateLayout(const Buffer& buffer, ExprList shape);

    Arena& arena() const
    {
        return m_arena;
    }

    /// Creates a T that replaces `from` and keeps its unknown arguments.
    template <class T, class... Args>
    const T* makeFrom(const Node& from, Args&&... args)
    {
        T* made = m_arena.make<T>(std::forward<Args>(args)...);
        made->origin = &from;
        if constexpr (requires { made->kept; })
            if (const auto* source = as<T>(&from))
                made->kept = source->kept;
        return made;
    }
    /// `buffer` with another data variable, extents, strides, offset and layout; all else kept.
    const Buffer* rebuilt(const Buffer& buffer, const Var* data, ExprList shape, ExprList strides,
                          const Expr* elemOffset, const Layout* layout);

    PointerMap<Buffer, const Buffer*> m_buffers;

private:
    // Arguments of tile primitives: whatever IR is in them.
    AttrValue mutateArgument(const AttrValue& value);
    std::span<const AttrValue> mutateArguments(std::span<const AttrValue> values);
    Dict mutateArguments(Dict entries);
    const Node* mutateObject(const Node* object);

    Arena& m_arena;
};

} // namespace tir
