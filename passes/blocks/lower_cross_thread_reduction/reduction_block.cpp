#include "passes/blocks/lower_cross_thread_reduction/reduction_block.h"

#include "core/analysis/text.h"
#include "core/arith/same_expr.h"
#include "core/support/pointer_map.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::passes {
namespace {

std::span<const Stmt* const> statementsOf(const Stmt* const& body)
{
    const auto* seq = as<SeqStmt>(body);
    return seq ? seq->seq : std::span(&body, 1);
}

bool isSame(ExprList a, ExprList b)
{
    return std::ranges::equal(a, b, [](const Expr* x, const Expr* y) { return isSameExpr(*x, *y); });
}

/// The stores and bindings of a reduction block. The conditions on them come in TVM's order.
class Recognizer {
public:
    explicit Recognizer(const SBlock& block) : m_block(block) {}

    /// The reason why the block is not supported; empty if it is.
    std::string check()
    {
        for (const auto step : {&Recognizer::readInit, &Recognizer::readBindings, &Recognizer::readUpdates,
                                &Recognizer::checkStores})
            if (std::string fault = (this->*step)(); !fault.empty())
                return fault;
        return {};
    }

    const std::vector<const BufferStore*>& inits() const { return m_inits; }

    /// The new value of every accumulator, in the order of the inits.
    std::vector<const Expr*> updates() const
    {
        std::vector<const Expr*> values;
        for (const BufferStore* init : m_inits) {
            const BufferStore* update = *findStore(m_updates, init->buffer);
            const auto bind = std::ranges::find(m_binds, update->value, &Bind::var);
            values.push_back(bind == m_binds.end() ? update->value : (*bind)->value);
        }
        return values;
    }

private:
    using Stores = std::vector<const BufferStore*>;

    std::string readInit()
    {
        for (const Stmt* stmt : statementsOf(m_block.init)) {
            const auto* store = as<BufferStore>(stmt);
            if (!store || store->predicate)
                return "its init must consist of stores";
            if (hasStore(m_inits, store->buffer))
                return "its init stores twice to " + quoted(store->buffer->name);
            m_inits.push_back(store);
        }
        return {};
    }

    std::string readBindings()
    {
        for (const Stmt* stmt : statementsOf(m_block.body)) {
            const auto* bind = as<Bind>(stmt);
            if (!bind)
                break;
            if (std::ranges::find(m_binds, bind->var, &Bind::var) != m_binds.end())
                return quoted(bind->var->name) + " is bound twice";
            m_binds.push_back(bind);
        }
        if (!m_binds.empty() && m_binds.size() != m_inits.size())
            return "it must bind one value for each accumulator: there are " +
                   std::to_string(m_binds.size()) + " bindings and " + std::to_string(m_inits.size()) +
                   " accumulators";
        return {};
    }

    std::string readUpdates()
    {
        PointerSet<Var> stored;
        for (const Stmt* stmt : statementsOf(m_block.body).subspan(m_binds.size())) {
            const auto* store = as<BufferStore>(stmt);
            if (!store || store->predicate)
                return "its body may only bind and store the new values, but it contains " + shortText(*stmt);
            if (hasStore(m_updates, store->buffer))
                return "its body stores twice to " + quoted(store->buffer->name);
            if (!hasStore(m_inits, store->buffer))
                return "its init does not store to " + quoted(store->buffer->name);
            if (!m_binds.empty()) {
                const auto bind = std::ranges::find(m_binds, store->value, &Bind::var);
                if (bind == m_binds.end())
                    return "it must store the bound values, but it stores " + shortText(*store->value);
                if (!stored.insert((*bind)->var))
                    return "it stores " + quoted((*bind)->var->name) + " twice";
            }
            m_updates.push_back(store);
        }
        if (m_updates.size() != m_inits.size())
            return "it stores " + std::to_string(m_updates.size()) + " new values and has " +
                   std::to_string(m_inits.size()) + " accumulators";
        return {};
    }

    std::string checkStores()
    {
        const BufferStore& first = *m_inits.front();
        for (const Stores* stores : {&m_inits, &m_updates})
            for (const BufferStore* store : *stores) {
                if (!isSame(store->buffer->shape, first.buffer->shape))
                    return "its accumulators must have one shape";
                if (!isSame(store->indices, first.indices))
                    return "all its stores must have the same indices";
            }
        return {};
    }

    static Stores::const_iterator findStore(const Stores& stores, const Buffer* buffer)
    {
        return std::ranges::find(stores, buffer, &BufferStore::buffer);
    }
    static bool hasStore(const Stores& stores, const Buffer* buffer)
    {
        return findStore(stores, buffer) != stores.end();
    }

    const SBlock& m_block;
    Stores m_inits;
    std::vector<const Bind*> m_binds;
    Stores m_updates;
};

} // namespace

std::variant<ReductionBlock, std::string> recognizeReduction(Arena& arena, const SBlock& block)
{
    Recognizer recognizer(block);
    if (std::string fault = recognizer.check(); !fault.empty())
        return fault;
    std::vector<const Expr*> identities;
    std::vector<const Expr*> accumulators;
    for (const BufferStore* init : recognizer.inits()) {
        identities.push_back(init->value);
        accumulators.push_back(arena.make<BufferLoad>(init->buffer->dtype, init->buffer, init->indices));
    }
    auto match = findReducer(arena, identities, recognizer.updates(), accumulators);
    if (!match)
        return "its update and its start value are not a reduction that is known to be commutative: sum, "
               "product, "
               "minimum, maximum, two sums, argmax or argmin, with the accumulator as the left operand";
    return ReductionBlock{recognizer.inits(), std::move(*match)};
}

} // namespace tir::passes
