#include "passes/memory/pointer_accesses.h"

#include "core/ir/visitor.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <numeric>

namespace tir::passes {
namespace {

/// Booleans are stored as bytes.
DType stored(DType type)
{
    return type.isBool() ? Int8.withLanes(type.lanes) : type;
}

void insert(std::vector<DType>& types, DType type)
{
    if (std::ranges::find(types, type) == types.end())
        types.push_back(type);
}

class AccessCollector : public Visitor {
public:
    AccessCollector(arith::Analyzer& analyzer, const PointerTypingOptions& options)
        : m_analyzer(analyzer),
          m_options(options)
    {}

    CollectedAccesses collect(const PrimFunc& function)
    {
        for (const BufferBinding& binding : function.bufferMap)
            declare(*binding.buffer, true);
        for (const Var* param : function.params) {
            const auto pointee = pointeeDType(param);
            if (pointee && !function.bufferOf(param))
                declare(*param, *pointee, nullptr, true, *param);
        }
        visit(function.body, Role::Scope);
        return std::move(m_made);
    }

private:
    using Visitor::visit;

    void fail(std::string message, const Node& node)
    {
        if (!m_made.error)
            m_made.error = PassError{.message = std::move(message), .node = &node};
    }

    void declare(const Buffer& buffer, bool isParam)
    {
        declare(*buffer.data, buffer.dtype, buffer.shape.empty() ? nullptr : buffer.shape.back(), isParam,
                buffer);
    }
    void declare(const Var& var, DType element, const Expr* extent, bool isParam, const Node& node)
    {
        if (!m_numbers.insert(&var, m_made.pointers.size()).second)
            return fail("the pointer " + quoted(var.name) + " is declared a second time", node);
        m_made.pointers.push_back(
            {.var = &var, .element = stored(element), .extent = extent, .isParam = isParam});
    }

    void visit(const AllocBuffer& alloc) override
    {
        declare(*alloc.buffer, false);
        visitChildren(alloc);
    }
    void visit(const Bind& bind) override
    {
        visitChildren(bind);
        declareValue(*bind.var, bind);
    }
    void visit(const Let& let) override
    {
        visit(let.value, Role::Value);
        declareValue(*let.var, let);
        visit(let.body, Role::Value);
    }
    void declareValue(const Var& var, const Node& node)
    {
        if (!var.dtype.isHandle())
            return;
        const auto pointee = pointeeDType(&var);
        if (!pointee && !m_options.allowsUntypedPointers)
            return fail("the type of the pointer " + quoted(var.name) + " does not say what it points to",
                        node);
        declare(var, pointee.value_or(Handle), nullptr, false, node);
    }

    void visit(const BufferLoad& load) override
    {
        access(load.dtype, load.buffer->data, load.indices, true, load);
        visitChildren(load);
    }
    void visit(const BufferStore& store) override
    {
        access(store.value->dtype, store.buffer->data, store.indices, false, store);
        visitChildren(store);
    }
    void visit(const Call& call) override
    {
        if (call.isOp(OpId::tvm_access_ptr)) {
            if (const auto* var = as<Var>(call.args[1]))
                access(call.args[0]->dtype, var, call.args.subspan(2, 1), false, call);
        } else if (call.isOp(OpId::address_of)) {
            if (const auto* load = as<BufferLoad>(call.args[0]))
                access(load->dtype, load->buffer->data, load->indices, false, call);
        }
        visitChildren(call);
    }

    /// The lanes of a vector that a coefficient is a multiple of.
    static int lanesOf(int64_t coefficient)
    {
        constexpr int64_t LargestVector = 1 << 14;
        const bool fits = coefficient >= 0 && coefficient <= DType::MaxLanes;
        return int(fits ? coefficient : std::gcd(coefficient, LargestVector));
    }

    void access(DType value, const Var* var, ExprList indices, bool isLoad, const Node& node)
    {
        const size_t* number = m_numbers.find(var);
        if (!number)
            return fail("memory is accessed through " + quoted(var->name) +
                            ", which is declared neither by a parameter nor before the access",
                        node);
        if (value.isScalable())
            return;
        value = stored(value);
        PointerAccesses& pointer = m_made.pointers[*number];
        if (pointer.element.isHandle())
            pointer.element = value.element();
        const Expr* last = indices.empty() ? nullptr : indices.back();
        const int indexLanes = last ? last->dtype.lanes : 1;
        int lanes = pointer.element.lanes;
        if (indexLanes * lanes != value.lanes) {
            if (indexLanes != value.lanes)
                return fail("an access of " + toString(value) +
                                " needs an index with as many lanes, but it has " +
                                std::to_string(indexLanes),
                            node);
            lanes = 1;
            pointer.element = pointer.element.element();
        }
        const auto* ramp = as<Ramp>(last);
        if (ramp && isConstInt(ramp->stride, 1) && !ramp->dtype.isScalable()) {
            const arith::ModularSet start = m_analyzer.modularSet(ramp->base);
            if (start.coeff % ramp->dtype.lanes == 0 && start.base % ramp->dtype.lanes == 0)
                lanes = ramp->dtype.lanes;
        }
        if (m_options.extractsLanes && isLoad && last && last->dtype.isScalar())
            insert(pointer.scalarReads, value.withLanes(lanesOf(m_analyzer.modularSet(last).coeff)));
        else
            insert(pointer.types, value.withLanes(lanes));
    }

    arith::Analyzer& m_analyzer;
    const PointerTypingOptions& m_options;
    CollectedAccesses m_made;
    PointerMap<Var, size_t> m_numbers; ///< into the pointers
};

} // namespace

DType PointerAccesses::preferredType(arith::Analyzer& analyzer) const
{
    std::vector<DType> bases;
    for (const std::vector<DType>* list : {&types, &scalarReads})
        for (const DType type : *list)
            insert(bases, type.element());
    if (bases.size() != 1)
        return element;
    int lanes = element.lanes;
    if (element.isScalar() && types.size() == 1) {
        const int wanted = types.front().lanes;
        if (std::ranges::any_of(scalarReads, [&](DType read) { return read.lanes % wanted != 0; }))
            return element;
        const arith::ModularSet size =
            extent ? analyzer.modularSet(extent) : arith::ModularSet{.coeff = 0, .base = 0};
        if (size.coeff % wanted == 0 && size.base % wanted == 0)
            lanes = wanted;
    }
    return bases.front().withLanes(lanes);
}

CollectedAccesses collectPointerAccesses(arith::Analyzer& analyzer, const PrimFunc& function,
                                         const PointerTypingOptions& options)
{
    return AccessCollector(analyzer, options).collect(function);
}

} // namespace tir::passes
