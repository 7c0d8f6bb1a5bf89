#include "core/analysis/carried_lanes.h"

#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/substitute.h"

#include <algorithm>
#include <vector>

namespace tir {
namespace {

/// Loops of more iterations are not vectors.
constexpr int64_t MaxLanes = 64;
/// Up to here every pair of iterations is looked at.
constexpr int64_t FewLanes = 8;

struct Access {
    const Node* node;
    const Buffer* buffer;
    ExprList indices;
    size_t statement; ///< its number in the body
    bool isStore;
};

bool isIn(const std::vector<const Var*>& vars, const Var* var)
{
    return std::find(vars.begin(), vars.end(), var) != vars.end();
}

/// The accesses of every iteration, in the order of their statements.
class LaneAccessCollector {
public:
    void collect(const Stmt& stmt)
    {
        if (const auto* sequence = as<SeqStmt>(&stmt)) {
            for (const Stmt* member : sequence->seq)
                collect(*member);
        } else if (const auto* attr = as<AttrStmt>(&stmt)) {
            collect(*attr->body);
        } else if (const auto* bind = as<Bind>(&stmt)) {
            addLoads(*bind->value);
            m_bound.push_back(bind->var);
        } else if (const auto* store = as<BufferStore>(&stmt)) {
            addLoads(*store->value);
            if (!store->predicate)
                add({store, store->buffer, store->indices, m_statement, true});
        }
        ++m_statement;
    }
    std::vector<Access> take() { return std::move(m_accesses); }

private:
    void addLoads(const Node& node)
    {
        const auto* call = as<Call>(&node);
        if (as<Select>(&node) || (call && call->isOp(OpId::if_then_else)))
            return; // values read there may not be used
        if (const auto* load = as<BufferLoad>(&node); load && !load->predicate)
            add({load, load->buffer, load->indices, m_statement, false});
        forEachChild(node, Role::Value, [&](const Node& child, Role) { addLoads(child); });
    }
    void add(Access access)
    {
        for (const Expr* index : access.indices)
            if (!index->dtype.isScalar() || contains(*index, [&](const Node& node) {
                    const auto* var = as<Var>(&node);
                    return as<BufferLoad>(&node) || as<Call>(&node) || (var && isIn(m_bound, var));
                }))
                return;
        m_accesses.push_back(access);
    }

    std::vector<Access> m_accesses;
    std::vector<const Var*> m_bound; ///< variables that differ from one iteration to the next
    size_t m_statement = 0;
};

/// Whether the store `first` of iteration `a` and the access `second` of iteration `b` change their order when all
/// iterations do each statement together.
bool changesOrder(const Access& first, int64_t a, const Access& second, int64_t b)
{
    if (a == b)
        return false;
    if (first.statement == second.statement) // all read, then all write
        return !second.isStore && a < b;
    return (first.statement < second.statement) != (a < b);
}

class LaneComparison {
public:
    explicit LaneComparison(const For& loop) : m_loop(loop) {}

    bool isSameElement(const Access& first, int64_t a, const Access& second, int64_t b)
    {
        if (first.buffer != second.buffer || first.indices.size() != second.indices.size())
            return false;
        for (size_t axis = 0; axis < first.indices.size(); ++axis)
            if (!m_analyzer.canProveEqual(inLane(first.indices[axis], a), inLane(second.indices[axis], b)))
                return false;
        return true;
    }

private:
    const Expr* inLane(const Expr* index, int64_t lane)
    {
        const Var* var = m_loop.loopVar;
        const Expr* value = add(m_arena, m_loop.min, intImm(m_arena, var->dtype, lane));
        VarValues values;
        values[var] = value;
        return substitute(m_arena, index, values);
    }

    const For& m_loop;
    Arena m_arena;
    arith::Analyzer m_analyzer{m_arena};
};

} // namespace

const Node* carriedAccess(const For& loop)
{
    const auto* extent = as<IntImm>(loop.extent);
    if (loop.forKind != ForKind::Vectorized || !extent || extent->value > MaxLanes || loop.step)
        return nullptr;
    LaneAccessCollector collector;
    collector.collect(*loop.body);
    const std::vector<Access> accesses = collector.take();
    LaneComparison lanes(loop);
    const int64_t firstLanes = extent->value <= FewLanes ? extent->value : 1;
    for (const Access& first : accesses)
        for (const Access& second : accesses) {
            if (!first.isStore || first.buffer != second.buffer || first.node == second.node)
                continue;
            for (int64_t a = 0; a < firstLanes; ++a)
                for (int64_t b = 0; b < extent->value; ++b)
                    if ((changesOrder(first, a, second, b) && lanes.isSameElement(first, a, second, b)) ||
                        (changesOrder(first, b, second, a) && lanes.isSameElement(first, b, second, a)))
                        return second.node;
        }
    return nullptr;
}

} // namespace tir
