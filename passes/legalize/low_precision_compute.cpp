#include "core/analysis/text.h"
#include "core/ir/mutator.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/tvm_defects.h"
#include "passes/legalize/float_conversion.h"
#include "passes/legalize/low_precision.h"

#include <unordered_map>
#include <unordered_set>

namespace tir {
namespace {

struct ComputeOptions {
    LowPrecision family;
    DType wide;
    /// TVM's numbers for zero and below the smallest normal number, and its refusal of vector stores.
    bool asTvm;
    /// Only changes code outside of launches: the device has the arithmetic, its host does not.
    bool onlyOutsideLaunches = false;
};

/// The allocations of the family, and the pointers that are used without a buffer.
class AllocationFinder : public Visitor {
public:
    explicit AllocationFinder(LowPrecision family) : m_family(family) {}

    void find(const Stmt* body, LegalizedFunction& result)
    {
        Visitor::visit(body);
        for (const Buffer* buffer : m_allocated)
            (m_passedOn.contains(buffer->data) ? result.kept : result.widened).push_back(buffer);
    }

private:
    void visit(const AllocBuffer& alloc) override
    {
        if (isLowPrecision(m_family, alloc.buffer->dtype))
            m_allocated.push_back(alloc.buffer);
    }

    void visit(const Buffer&) override {}

    void visit(const AttrStmt& attr) override
    {
        Visitor::visit(attr.value);
        Visitor::visit(attr.body, Role::Scope);
    }

    void visit(const Var& var) override
    {
        if (var.dtype.isHandle())
            m_passedOn.insert(&var);
    }

    LowPrecision m_family;
    std::vector<const Buffer*> m_allocated;
    std::unordered_set<const Var*> m_passedOn;
};

class WideComputer : public Mutator {
public:
    WideComputer(Arena& arena, const ComputeOptions& options, const std::vector<const Buffer*>& allocations)
        : Mutator(arena),
          m_options(options),
          m_tiny(options.asTvm ? TinyValues::AsNormal : TinyValues::Exact)
    {
        for (const Buffer* buffer : allocations)
            m_vars.emplace(buffer->data, madeFrom(buffer->data, pointerType(arena, wideType(buffer->dtype),
                                                                            buffer->scopeText())));
    }

    void finish(LegalizedFunction& result)
    {
        result.refusal = std::move(m_refusal);
        result.refusesVectorStore = m_refusesVectorStore;
        result.mishandledSubnormals = std::move(m_mishandledSubnormals);
    }

private:
    bool isLowPrecision(DType type) const
    {
        return !m_isInLaunch && tir::isLowPrecision(m_options.family, type);
    }
    DType wideType(DType type) const { return m_options.wide.withLanes(type.lanes); }

    const Expr* widened(const Expr* value)
    {
        if (!isLowPrecision(value->dtype))
            return value;
        const auto* narrowing = as<Cast>(value);
        if (narrowing && narrowing->value->dtype == wideType(value->dtype))
            return narrowing->value;
        if (m_tiny == TinyValues::AsNormal && m_options.family == LowPrecision::Float8)
            m_mishandledSubnormals.push_back(value);
        return widenedByBits(arena(), wideType(value->dtype), value, m_tiny);
    }

    const Var* madeFrom(const Var* var, const Type* type)
    {
        Var* made = arena().make<Var>(var->name, type, var->isSize);
        made->origin = var;
        return made;
    }

    /// `var`, or its successor when the value it is bound to has become wider.
    const Var* boundTo(const Var* var, const Expr* value)
    {
        if (!isLowPrecision(var->dtype) || value->dtype == var->dtype)
            return mutateVarDef(var);
        return m_vars.emplace(var, madeFrom(var, primType(arena(), value->dtype))).first->second;
    }

    // ---- variables and buffers

    const Var* mutateVarDef(const Var* var) override
    {
        const auto found = m_vars.find(var);
        return found == m_vars.end() ? var : found->second;
    }

    /// A launch that is left alone narrows the variables that it captures.
    const Expr* visit(const Var& var) override
    {
        const Var* made = mutateVarDef(&var);
        return m_isInLaunch && made->dtype != var.dtype ? cast(arena(), var.dtype, made) : made;
    }

    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        if (const Buffer* const* known = m_buffers.find(buffer))
            return *known;
        const Buffer* made = Mutator::mutateBufferDef(buffer);
        if (made->data == buffer->data || !isLowPrecision(buffer->dtype))
            return made;
        Buffer* wide = arena().make<Buffer>(*made);
        wide->dtype = wideType(buffer->dtype);
        m_buffers[buffer] = wide;
        return wide;
    }

    /// Undeclared buffers over a widened allocation change as well.
    const Buffer* mutateBufferUse(const Buffer* buffer) override
    {
        return m_vars.contains(buffer->data) ? mutateBufferDef(buffer) : Mutator::mutateBufferUse(buffer);
    }

    // ---- expressions

    const Expr* visit(const BufferLoad& load) override
    {
        const Expr* made = Mutator::visit(load);
        if (load.predicate && made != &load)
            refuse("a load with a predicate cannot change its type", load);
        return made;
    }

    const Expr* visit(const FloatImm& constant) override
    {
        return isLowPrecision(constant.dtype)
                   ? makeFrom<FloatImm>(constant, wideType(constant.dtype), constant.value)
                   : &constant;
    }

    const Expr* visit(const Cast& node) override
    {
        const Expr* value = widened(mutate(node.value));
        const DType type = isLowPrecision(node.dtype) ? wideType(node.dtype) : node.dtype;
        if (value == node.value && type == node.dtype)
            return &node;
        const Expr* made = cast(arena(), type, value);
        return made != value && as<Cast>(made) ? makeFrom<Cast>(node, type, value) : made;
    }

    const Expr* visit(const Binary& node) override
    {
        const Expr* a = widened(mutate(node.a));
        const Expr* b = widened(mutate(node.b));
        if (a == node.a && b == node.b)
            return &node;
        const Expr* folded = foldBinary(arena(), node.op, a, b);
        return folded ? folded : makeFrom<Binary>(node, node.op, a, b);
    }

    const Expr* visit(const Select& node) override
    {
        const Expr* condition = mutate(node.condition);
        const Expr* whenTrue = widened(mutate(node.trueValue));
        const Expr* whenFalse = widened(mutate(node.falseValue));
        if (condition == node.condition && whenTrue == node.trueValue && whenFalse == node.falseValue)
            return &node;
        return makeFrom<Select>(node, condition, whenTrue, whenFalse);
    }

    const Expr* visit(const Broadcast& node) override
    {
        const Expr* value = widened(mutate(node.value));
        return value == node.value ? &node : makeFrom<Broadcast>(node, value, node.dtype.lanes);
    }

    const Expr* visit(const Shuffle& node) override
    {
        const ExprList vectors = widened(node.vectors);
        const ExprList indices = mutate(node.indices);
        if (vectors.data() == node.vectors.data() && indices.data() == node.indices.data())
            return &node;
        return makeFrom<Shuffle>(node, vectors, indices);
    }

    const Expr* visit(const Let& node) override
    {
        const Expr* value = widened(mutate(node.value));
        const Var* var = boundTo(node.var, value);
        const Expr* body = mutate(node.body);
        if (value == node.value && var == node.var && body == node.body)
            return &node;
        return makeFrom<Let>(node, var, value, body);
    }

    /// Bits stay bits, and the address of an element is that of the element, whatever its type.
    const Expr* visit(const Call& call) override
    {
        if (call.isOp(OpId::reinterpret) || call.isOp(OpId::address_of))
            return Mutator::visit(call);
        const ExprList args = widened(call.args);
        const DType type = isLowPrecision(call.dtype) ? wideType(call.dtype) : call.dtype;
        if (args.data() == call.args.data() && type == call.dtype)
            return &call;
        if (call.function)
            return makeFrom<Call>(call, type, call.function, args, call.annotations);
        return makeFrom<Call>(call, type, call.op, args, call.annotations);
    }

    /// The same list when nothing in it changes.
    ExprList widened(ExprList exprs)
    {
        std::vector<const Expr*> made;
        bool isSame = true;
        for (const Expr* expr : exprs) {
            made.push_back(widened(mutate(expr)));
            isSame &= made.back() == expr;
        }
        return isSame ? exprs : arena().copy(made);
    }

    // ---- statements

    const Stmt* visit(const Bind& bind) override
    {
        const Expr* value = widened(mutate(bind.value));
        const Var* var = boundTo(bind.var, value);
        return value == bind.value && var == bind.var ? &bind : makeFrom<Bind>(bind, var, value);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Buffer* buffer = mutateBufferUse(store.buffer);
        const Expr* value = mutate(store.value);
        const ExprList indices = mutate(store.indices);
        if (buffer == store.buffer && value == store.value && indices.data() == store.indices.data())
            return &store;
        if (store.predicate)
            refuse("a store with a predicate cannot change its type", store);
        return makeFrom<BufferStore>(store, buffer, asStored(store, *buffer, value), indices,
                                     store.predicate);
    }

    const Expr* asStored(const BufferStore& store, const Buffer& buffer, const Expr* value)
    {
        const DType type = buffer.dtype.element().withLanes(value->dtype.lanes);
        if (isLowPrecision(buffer.dtype) && value->dtype == wideType(value->dtype)) {
            if (m_options.asTvm && !type.isScalar() && losesRange(type, value->dtype))
                refuseVectorStore("a vector of " + toString(value->dtype.element()) + " is narrowed to " +
                                      toString(type.element()) +
                                      "; TVM chooses zeros by a condition that has to be a scalar",
                                  store);
            return narrowedByBits(arena(), type, value, m_tiny);
        }
        if (isLowPrecision(value->dtype) && !isLowPrecision(buffer.dtype))
            return widened(value);
        if (m_options.asTvm && !isLowPrecision(buffer.dtype) && value->dtype != buffer.dtype)
            refuseVectorStore("a vector of " + toString(value->dtype.element()) + " is stored to '" +
                                  std::string(buffer.name) +
                                  "', whose elements are scalars; TVM compares the two types with their "
                                  "lanes",
                              store);
        return value;
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const Node* subject = attr.node.node();
        if (const auto* reducer = as<CommReducer>(subject))
            for (const VarList side : {reducer->lhs, reducer->rhs})
                for (const Var* var : side)
                    if (isLowPrecision(var->dtype))
                        m_vars.emplace(var, madeFrom(var, primType(arena(), wideType(var->dtype))));
        return visitInside(attr, attr.key == attr::ThreadExtent);
    }

    const Stmt* visit(const For& loop) override
    {
        return visitInside(loop, loop.forKind == ForKind::ThreadBinding);
    }

    template <class Owner>
    const Stmt* visitInside(const Owner& owner, bool isLaunch)
    {
        const bool outer = m_isInLaunch;
        m_isInLaunch |= m_options.onlyOutsideLaunches && isLaunch;
        const Stmt* made = Mutator::visit(owner);
        m_isInLaunch = outer;
        return made;
    }

    /// Rejected in the faithful mode only.
    void refuseVectorStore(std::string message, const BufferStore& store)
    {
        m_refusesVectorStore |= !m_refusal;
        refuse(std::move(message), store);
    }

    void refuse(std::string message, const Node& node)
    {
        if (!m_refusal)
            m_refusal = LegalizeRefusal{std::move(message), &node};
    }

    const ComputeOptions m_options;
    const TinyValues m_tiny;
    std::unordered_map<const Var*, const Var*> m_vars;
    std::optional<LegalizeRefusal> m_refusal;
    bool m_refusesVectorStore = false;
    std::vector<const Node*> m_mishandledSubnormals;
    bool m_isInLaunch = false; ///< one that stays as it is
};

LegalizedFunction computedWide(Arena& arena, const PrimFunc& function, const ComputeOptions& options)
{
    LegalizedFunction result;
    if (!options.onlyOutsideLaunches)
        AllocationFinder(options.family).find(function.body, result);
    WideComputer computer(arena, options, result.widened);
    result.function = withBody(arena, function, static_cast<Mutator&>(computer).mutate(function.body));
    computer.finish(result);
    return result;
}

} // namespace

FunctionOutcome legalizeCompute(const PrimFunc& function, PassContext& context, LowPrecision family,
                                DType wide)
{
    const std::string name(toString(family));
    const Target* target = targetOf(function);
    const bool isNative = hasArithmetic(target, family);
    if (isNative && !(target->host && context.mode() == Mode::Sound)) {
        context.note("nothing to do: the target computes with " + name, &function);
        return &function;
    }
    const LegalizedFunction made = computedWide(context.arena(), function,
                                                {.family = family,
                                                 .wide = wide,
                                                 .asTvm = context.mode() == Mode::AsTvm,
                                                 .onlyOutsideLaunches = isNative});
    if (made.refusesVectorStore)
        context.reportDefect(tvm_defect::VectorStore, made.refusal->message, made.refusal->node);
    if (made.refusal)
        return PassError{.message = made.refusal->message, .node = made.refusal->node};
    if (!made.mishandledSubnormals.empty())
        context.reportDefect(tvm_defect::Float8Zero,
                             std::to_string(made.mishandledSubnormals.size()) +
                                 (made.mishandledSubnormals.size() == 1 ? " value is" : " values are") +
                                 " widened here so that zero becomes a tiny normal number",
                             made.mishandledSubnormals.front());
    const int bits = family == LowPrecision::BFloat16 ? 16 : 8;
    const std::string times = wide.bits / bits == 4 ? "four times" : "twice";
    for (const Buffer* buffer : made.widened)
        context.note(quoted(buffer->name) + " gets " + toString(wide) + " elements, " + times + " its bytes",
                     buffer);
    for (const Buffer* buffer : made.kept)
        context.note(quoted(buffer->name) + " keeps " + name + ": its pointer is passed on", buffer);
    if (made.function == &function)
        context.note("nothing to do: the function does not compute with " + name, &function);
    return made.function;
}

} // namespace tir
