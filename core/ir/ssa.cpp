/// One converter walks all functions in order and records every defined variable. A second definition gets a fresh
/// copy, which replaces the variable until the body it is defined in ends.

#include "core/ir/ssa.h"

#include "core/ir/contains.h"
#include "core/ir/mutator.h"
#include "core/ir/structural_equal.h"
#include "core/support/pointer_map.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace tir {

class SsaConverter::Rewriter : public Mutator {
public:
    Rewriter(Arena& arena, AllocExtents extents) : Mutator(arena), m_extents(extents) {}

    const PrimFunc* convert(const PrimFunc& function)
    {
        const ScopeEnd end(*this);
        std::vector<const Var*> params;
        for (const Var* param : function.params)
            params.push_back(define(param));
        m_implicit.clear();
        for (const BufferBinding& binding : function.bufferMap)
            defineImplicitly(*binding.buffer, function.params);
        std::vector<BufferBinding> buffers;
        for (const BufferBinding& binding : function.bufferMap)
            buffers.push_back({current(binding.param), remapped(binding.buffer)});
        const Dict attrs = convert(function.attrs);
        const Stmt* body = mutate(function.body);
        m_threadVars.clear();
        m_copies.clear(); // each has a variable of this function: none can be used in another one

        bool changed = body != function.body || attrs.data() != function.attrs.data();
        for (size_t i = 0; i < params.size(); ++i)
            changed |= params[i] != function.params[i];
        for (size_t i = 0; i < buffers.size(); ++i)
            changed |= buffers[i].buffer != function.bufferMap[i].buffer;
        if (!changed)
            return &function;
        return makeFrom<PrimFunc>(function, arena().copy(params), body, function.retType,
                                  arena().copy(buffers), attrs);
    }

private:
    /// Restores the redefinitions since its construction.
    class ScopeEnd {
    public:
        explicit ScopeEnd(Rewriter& converter) : m_converter(converter), m_size(converter.m_redefined.size())
        {}
        ~ScopeEnd()
        {
            while (m_converter.m_redefined.size() > m_size) {
                const auto& [var, outer] = m_converter.m_redefined.back();
                m_converter.m_renamed[var] = outer;
                m_converter.m_redefined.pop_back();
            }
        }
        ScopeEnd(const ScopeEnd&) = delete;
        ScopeEnd& operator=(const ScopeEnd&) = delete;

    private:
        Rewriter& m_converter;
        size_t m_size;
    };

    const Var* fresh(const Var* var) { return makeFrom<Var>(*var, var->name, var->type, var->isSize); }

    const Var* define(const Var* var)
    {
        if (m_defined.insert(var))
            return var;
        const Var*& name = m_renamed[var];
        m_redefined.emplace_back(var, name);
        return name = fresh(var);
    }

    /// A thread axis may be opened again in the same function and stays the same variable; a function
    /// that comes later gets its own, for the whole function.
    const Var* defineThread(const Var* var)
    {
        const auto [known, isNew] = m_threadVars.insert(var, var);
        if (isNew && !m_defined.insert(var))
            known = fresh(var);
        return known;
    }

    const Var* current(const Var* var) const
    {
        if (const Var* const* made = m_renamed.find(var); made && *made)
            return *made;
        const Var* const* thread = m_threadVars.find(var);
        return thread ? *thread : var;
    }

    /// Variables that the buffer of a parameter defines by being the first to name them, also as parts of an
    /// expression: no other function may use them.
    void defineImplicitly(const Buffer& buffer, VarList params)
    {
        const auto defineNew = [&](const Node& node) {
            const auto* var = as<Var>(&node);
            const auto isHere = [&](const Var* other) { return other == var; };
            if (var && std::ranges::none_of(params, isHere) && m_implicit.insert(var))
                define(var);
            return false;
        };
        const auto check = [&](const Expr* expr) { (void)contains(*expr, defineNew); };
        check(buffer.data);
        for (const Expr* extent : buffer.shape)
            check(extent);
        for (const Expr* stride : buffer.strides)
            check(stride);
        check(buffer.elemOffset);
    }

    /// The buffer over the variables that replace its own here.
    const Buffer* remapped(const Buffer* buffer)
    {
        const Var* data = current(buffer->data);
        const ExprList shape = mutate(buffer->shape);
        const ExprList strides = mutate(buffer->strides);
        const Expr* offset = mutate(buffer->elemOffset);
        const Layout* layout = mutateLayout(*buffer, shape);
        if (data == buffer->data && shape.data() == buffer->shape.data() &&
            strides.data() == buffer->strides.data() && offset == buffer->elemOffset &&
            layout == buffer->layout)
            return buffer;
        const Copy*& copies = m_copies[{buffer, data}];
        for (const Copy* copy = copies; copy; copy = copy->next)
            if (hasFields(*copy->buffer, shape, strides, offset, layout))
                return copy->buffer;
        copies = arena().make<Copy>(Copy{rebuilt(*buffer, data, shape, strides, offset, layout), copies});
        return copies->buffer;
    }

    static bool hasFields(const Buffer& buffer, ExprList shape, ExprList strides, const Expr* offset,
                          const Layout* layout)
    {
        const auto same = [](const Expr* left, const Expr* right) {
            return left == right || structuralEqual(*left, *right);
        };
        return std::ranges::equal(buffer.shape, shape, same) &&
               std::ranges::equal(buffer.strides, strides, same) && same(buffer.elemOffset, offset) &&
               (buffer.layout == layout ||
                (buffer.layout && layout && structuralEqual(*buffer.layout, *layout)));
    }

    const Buffer* mutateBufferDef(const Buffer* buffer) override { return remapped(buffer); }
    const Buffer* mutateBufferUse(const Buffer* buffer) override { return remapped(buffer); }
    const Var* mutateVarDef(const Var* var) override { return define(var); }

    const Expr* visit(const Var& var) override { return current(&var); }

    const Expr* visit(const Let& let) override
    {
        const ScopeEnd end(*this);
        return Mutator::visit(let);
    }

    const Expr* visit(const Reduce& reduce) override
    {
        const ScopeEnd end(*this);
        return Mutator::visit(reduce);
    }

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const Var* data = define(alloc.buffer->data);
        if (data == alloc.buffer->data && m_extents == AllocExtents::AsTvm)
            return &alloc;
        const Buffer* buffer = remapped(alloc.buffer);
        return buffer == alloc.buffer ? &alloc : makeFrom<AllocBuffer>(alloc, buffer, alloc.annotations);
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const ScopeEnd end(*this);
        const IterVar* axis = attr.iterVar();
        if (!axis)
            return Mutator::visit(attr);
        const Range* dom = mutate(axis->dom);
        const Expr* value = mutate(attr.value);
        const Var* var = defineThread(axis->var);
        const Stmt* body = mutate(attr.body);
        if (dom == axis->dom && value == attr.value && var == axis->var && body == attr.body)
            return &attr;
        const IterVar* made = axis;
        if (dom != axis->dom || var != axis->var)
            made = makeFrom<IterVar>(*axis, dom, var, axis->iterType, axis->threadTag);
        return makeFrom<AttrStmt>(attr, AttrValue::ofNode(made), attr.key, value, body);
    }

    const Stmt* visit(const For& loop) override
    {
        const ScopeEnd end(*this);
        return Mutator::visit(loop);
    }

    const Stmt* visit(const While& loop) override
    {
        const ScopeEnd end(*this);
        return Mutator::visit(loop);
    }

    const Stmt* visit(const IfThenElse& branch) override
    {
        const Expr* condition = mutate(branch.condition);
        const Stmt* thenCase = mutateScope(branch.thenCase);
        const Stmt* elseCase = mutateScope(branch.elseCase);
        if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
            return &branch;
        return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
    }

    const Stmt* visit(const SBlock& block) override
    {
        const ScopeEnd end(*this);
        for (const Buffer* buffer : block.allocBuffers)
            define(buffer->data);
        for (const MatchBufferRegion* match : block.matchBuffers)
            define(match->buffer->data);
        return Mutator::visit(block);
    }

    const Stmt* mutateScope(const Stmt* body)
    {
        const ScopeEnd end(*this);
        return mutate(body);
    }

    /// Expressions in attributes are rewritten too.
    Dict convert(Dict attrs)
    {
        std::vector<DictEntry> entries; // empty as long as nothing changes
        for (size_t i = 0; i < attrs.size(); ++i) {
            const AttrValue& value = attrs[i].value;
            if (value.kind() != AttrValue::Kind::Node || !value.node()->isExpr())
                continue;
            const Node* made = mutate(static_cast<const Expr*>(value.node()));
            if (made == value.node())
                continue;
            if (entries.empty())
                entries.assign(attrs.begin(), attrs.end());
            entries[i].value = AttrValue::ofNode(made);
        }
        return entries.empty() ? attrs : arena().copy(entries);
    }

    AllocExtents m_extents;
    PointerSet<Var> m_defined;
    PointerMap<Var, const Var*> m_renamed; ///< replacement of a variable here; null: itself
    std::vector<std::pair<const Var*, const Var*>> m_redefined; ///< with the previous replacement
    PointerSet<Var> m_implicit;               ///< defined by a parameter's buffer of this function
    PointerMap<Var, const Var*> m_threadVars; ///< of this function
    /// The replacement of a buffer at some places.
    struct Copy {
        const Buffer* buffer;
        const Copy* next; ///< an older one
    };
    /// An unrolled loop replaces the data of a buffer once per iteration.
    struct CopyKey {
        const Buffer* original;
        const Var* data;
        bool operator==(const CopyKey&) const = default;
    };
    struct CopyHash {
        size_t operator()(const CopyKey& key) const
        {
            return std::hash<const void*>()(key.original) * 31 + std::hash<const void*>()(key.data);
        }
    };
    std::unordered_map<CopyKey, const Copy*, CopyHash> m_copies;
};

SsaConverter::SsaConverter(Arena& arena, AllocExtents extents)
    : m_rewriter(std::make_unique<Rewriter>(arena, extents))
{}
SsaConverter::~SsaConverter() = default;

const PrimFunc* SsaConverter::convert(const PrimFunc& function)
{
    return m_rewriter->convert(function);
}

namespace {

class Renewer : public Mutator {
public:
    using Mutator::Mutator;

private:
    const Var* mutateVarDef(const Var* var) override
    {
        const Var*& made = m_made[var];
        if (!made)
            made = makeFrom<Var>(*var, var->name, var->type, var->isSize);
        return made;
    }

    const Expr* visit(const Var& var) override { return mutateVarDef(&var); }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.iterVar();
        if (!axis)
            return Mutator::visit(attr);
        const Expr* value = mutate(attr.value);
        return makeFrom<AttrStmt>(attr, AttrValue::ofNode(mutate(axis)), attr.key, value, mutate(attr.body));
    }

    std::unordered_map<const Var*, const Var*> m_made;
};

} // namespace

const PrimFunc* withFreshVars(Arena& arena, const PrimFunc& function)
{
    return Renewer(arena).mutate(function);
}

const Module* convertToSsa(Arena& arena, const Module& module)
{
    SsaConverter converter(arena);
    std::vector<ModuleEntry> functions;
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        functions.push_back({entry.var, function ? converter.convert(*function) : entry.function});
    }
    return withFunctions(arena, module, functions);
}

} // namespace tir
