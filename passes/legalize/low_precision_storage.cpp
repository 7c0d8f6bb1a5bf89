#include "core/ir/contains.h"
#include "core/ir/mutator.h"
#include "passes/legalize/float_conversion.h"
#include "passes/legalize/low_precision.h"

#include <unordered_map>

namespace tir {
namespace {

class IntegerStorer : public Mutator {
public:
    IntegerStorer(Arena& arena, LowPrecision family) : Mutator(arena), m_family(family) {}

    const std::optional<LegalizeRefusal>& refusal() const { return m_refusal; }

private:
    bool isLowPrecision(DType type) const { return tir::isLowPrecision(m_family, type); }

    /// Pointers to the family become pointers to integers where they are defined.
    const Var* mutateVarDef(const Var* var) override
    {
        if (const auto known = m_vars.find(var); known != m_vars.end())
            return known->second;
        const std::optional<DType> element = pointeeDType(var);
        if (!element || !isLowPrecision(*element))
            return var;
        const std::string_view scope = to<PointerType>(*var->type).scope;
        Var* made = arena().make<Var>(var->name, pointerType(arena(), storageType(*element), scope));
        made->origin = var;
        return m_vars.emplace(var, made).first->second;
    }

    const Expr* visit(const Var& var) override
    {
        const auto found = m_vars.find(&var);
        return found == m_vars.end() ? &var : found->second;
    }

    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        if (const Buffer* const* known = m_buffers.find(buffer))
            return *known;
        const Buffer* made = Mutator::mutateBufferDef(buffer);
        if (!isLowPrecision(buffer->dtype))
            return made;
        if (made->data == buffer->data && !m_refusal)
            m_refusal = LegalizeRefusal{
                "buffer '" + std::string(buffer->name) + "' of type " + toString(buffer->dtype) + " is on '" +
                    std::string(buffer->data->name) + "', which points to another type",
                buffer->data};
        Buffer* stored = arena().make<Buffer>(*made);
        stored->dtype = storageType(buffer->dtype);
        stored->origin = buffer;
        m_buffers[buffer] = stored;
        return stored;
    }

    const Buffer* mutateBufferUse(const Buffer* buffer) override { return mutateBufferDef(buffer); }

    /// A value of the family as the integer that is stored: bits that were only seen as a float stay bits.
    const Expr* asInteger(const Expr* value)
    {
        if (!isLowPrecision(value->dtype))
            return value;
        const auto* call = as<Call>(value);
        const Expr* bits = call && call->isOp(OpId::reinterpret) ? call->args[0] : value;
        return reinterpreted(arena(), storageType(value->dtype), bits);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Buffer* buffer = mutateBufferUse(store.buffer);
        const Expr* value = asInteger(mutate(store.value));
        const ExprList indices = mutate(store.indices);
        const Expr* predicate = mutate(store.predicate);
        if (buffer == store.buffer && value == store.value && indices.data() == store.indices.data() &&
            predicate == store.predicate)
            return &store;
        return makeFrom<BufferStore>(store, buffer, value, indices, predicate);
    }

    const Expr* visit(const Call& call) override
    {
        if (!call.isOp(OpId::reinterpret))
            return Mutator::visit(call);
        const Expr* value = mutate(call.args[0]);
        const DType type = isLowPrecision(call.dtype) ? storageType(call.dtype) : call.dtype;
        if (value == call.args[0] && type == call.dtype)
            return &call;
        return reinterpreted(arena(), type, value);
    }

    LowPrecision m_family;
    std::unordered_map<const Var*, const Var*> m_vars;
    std::optional<LegalizeRefusal> m_refusal;
};

bool pointsTo(const Var& var, LowPrecision family)
{
    const std::optional<DType> element = var.dtype.isHandle() ? pointeeDType(&var) : std::nullopt;
    return element && isLowPrecision(family, *element);
}

bool isOfFamily(const Node& node, LowPrecision family)
{
    if (node.isExpr())
        return isLowPrecision(family, static_cast<const Expr&>(node).dtype) ||
               (node.kind == NodeKind::Var && pointsTo(static_cast<const Var&>(node), family));
    const auto* buffer = as<Buffer>(&node);
    return buffer && (isLowPrecision(family, buffer->dtype) || pointsTo(*buffer->data, family));
}

bool containsFamily(const PrimFunc& function, LowPrecision family)
{
    // Fast path: most expressions of host code have ordinary types, whose type code decides without a call.
    const auto isOrdinary = [](const Node& node) {
        const DType type = node.isExpr() ? static_cast<const Expr&>(node).dtype : Handle;
        return type.code < TypeCode::Handle || type.isBool();
    };
    return contains(
        function, [&](const Node& node) { return !isOrdinary(node) && isOfFamily(node, family); },
        Role::Part);
}

/// Whether the node computes with values of the family, or contains one: integers of the same bits cannot replace them.
/// A conversion into the family, the variable it is bound to, and a conversion of that access no storage: they stay as
/// they are.
bool computes(const Node& node, LowPrecision family)
{
    const auto isNarrowExpr = [family](const Expr* expr) { return isLowPrecision(family, expr->dtype); };
    if (const auto* binary = as<Binary>(&node))
        return isNarrowExpr(binary->a);
    if (const auto* cast = as<Cast>(&node))
        return isNarrowExpr(cast->value) && !as<Var>(cast->value);
    if (const auto* select = as<Select>(&node))
        return isNarrowExpr(select);
    if (const auto* call = as<Call>(&node))
        return isNarrowExpr(call) && !call->isOp(OpId::reinterpret) && !call->isOp(OpId::type_annotation);
    if (const auto* bind = as<Bind>(&node))
        return isNarrowExpr(bind->var) && !as<Cast>(bind->value);
    const auto* let = as<Let>(&node);
    return let && isNarrowExpr(let->var) && !as<Cast>(let->value);
}

LegalizedFunction storedAsIntegers(Arena& arena, const PrimFunc& function, LowPrecision family)
{
    LegalizedFunction result;
    if (!containsFamily(function, family)) {
        result.function = &function;
        return result;
    }
    const Node* left = nullptr;
    contains(
        function,
        [&](const Node& node) {
            left = computes(node, family) ? &node : nullptr;
            return left != nullptr;
        },
        Role::Part);
    if (left) {
        result.refusal = LegalizeRefusal{"arithmetic in " + std::string(toString(family)) +
                                             " is left, which integers cannot take the place of",
                                         left};
        return result;
    }
    IntegerStorer storer(arena, family);
    result.function = static_cast<Mutator&>(storer).mutate(function);
    result.refusal = storer.refusal();
    return result;
}

} // namespace

FunctionOutcome legalizeStorage(const PrimFunc& function, PassContext& context, LowPrecision family)
{
    const std::string name(toString(family));
    if (hasArithmetic(targetOf(function), family)) {
        context.note("nothing to do: the target stores " + name, &function);
        return &function;
    }
    if (!function.bufferMap.empty())
        return PassError{.message = "buffer '" + std::string(function.bufferMap.front().buffer->name) +
                                    "' is a parameter; MakePackedAPI takes buffers out of signatures",
                         .node = function.bufferMap.front().buffer};
    const LegalizedFunction made = storedAsIntegers(context.arena(), function, family);
    if (made.refusal)
        return PassError{.message = made.refusal->message, .node = made.refusal->node};
    const std::string integer = family == LowPrecision::BFloat16 ? "uint16" : "uint8";
    context.note(made.function == &function ? "nothing to do: the function stores no " + name
                                            : name + " is stored as " + integer + " here",
                 &function);
    return made.function;
}

} // namespace tir
