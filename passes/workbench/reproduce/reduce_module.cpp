#include "passes/workbench/reproduce/reduce_module.h"

#include "core/ir/make.h"
#include "core/ir/places.h"
#include "core/support/check.h"
#include "core/support/checked_math.h"
#include "core/support/child_spawn.h"
#include "passes/workbench/reproduce/module_edit.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace tir {
namespace {

using Clock = std::chrono::steady_clock;

bool counts(const PlaceTable::Entry& entry)
{
    return entry.node->isStmt() && !as<SeqStmt>(entry.node) && !isNoOp(static_cast<const Stmt*>(entry.node));
}

class Reducer {
public:
    Reducer(const OwnedModule& module, const StillShows& stillShows, const ReduceOptions& options)
        : m_stillShows(stillShows),
          m_options(options),
          m_deadline(deadlineAfter(options.timeLimitSeconds))
    {
        m_result.module = module;
        m_result.statementsBefore = m_result.statements = statementCount(*module.module);
    }

    ReducedModule reduce()
    {
        constexpr bool (Reducer::*Stages[])() = {&Reducer::removeFunctions,     &Reducer::removeStatements,
                                                 &Reducer::unwrapStatements,    &Reducer::removeParameters,
                                                 &Reducer::simplifyExpressions, &Reducer::shrinkIntegers};
        bool isSmaller = true;
        while (isSmaller && !isOver()) {
            isSmaller = false;
            for (const auto stage : Stages)
                isSmaller |= !isOver() && (this->*stage)();
        }
        m_result.isFinished = !isOver();
        m_result.isCancelled = isCancelled();
        return std::move(m_result);
    }

private:
    bool isOver() const { return Clock::now() >= m_deadline || isCancelled(); }

    bool isCancelled() const { return m_options.cancelled && m_options.cancelled->load(); }

    const Module& module() const { return *m_result.module.module; }

    /// Keeps the result of the edit if it still shows the error.
    bool attempt(const ModuleEdit& edit)
    {
        if (isOver())
            return false;
        const OwnedModule smaller = edited(edit);
        if (!smaller.module)
            return false;
        ++m_result.tried;
        const bool isKept = shows(smaller);
        if (isKept) {
            m_result.module = smaller;
            m_result.statements = statementCount(*smaller.module);
        }
        if (m_options.progress)
            m_options.progress({m_result.tried, m_result.statements});
        return isKept;
    }

    /// A reduced module may violate an invariant that is not checked otherwise: it is rejected then.
    OwnedModule edited(const ModuleEdit& edit) const
    {
        const auto arena = std::make_shared<Arena>();
        arena->keepAlive(m_result.module.arena);
        try {
            const Module* smaller = apply(*arena, module(), edit);
            return smaller == &module() ? OwnedModule() : OwnedModule{arena, smaller};
        } catch (const InternalError&) {
            return {};
        }
    }

    bool shows(const OwnedModule& module) const
    {
        try {
            return m_stillShows(module);
        } catch (const InternalError&) {
            return false;
        }
    }

    bool removeFunctions()
    {
        bool isSmaller = false;
        for (size_t at = module().functions.size(); at > 0; --at) {
            ModuleEdit edit;
            edit.functions.insert(module().functions[at - 1].function);
            isSmaller |= module().functions.size() > 1 && attempt(edit);
        }
        return isSmaller;
    }

    /// The statements that `depth` others enclose.
    std::vector<const Node*> statementsAt(size_t depth) const
    {
        const PlaceTable places(module());
        std::vector<size_t> depths(places.size());
        std::vector<const Node*> found;
        for (Place place = 0; place < places.size(); ++place) {
            const PlaceTable::Entry& entry = places[place];
            const size_t around = entry.parent == NoPlace ? 0 : depths[entry.parent];
            depths[place] = around + counts(entry);
            if (counts(entry) && around == depth)
                found.push_back(entry.node);
        }
        return found;
    }

    /// Level by level, in pieces that become smaller. From the end: uses come after definitions.
    bool removeStatements()
    {
        bool isSmaller = false;
        for (size_t depth = 0; !isOver(); ++depth) {
            std::vector<const Node*> nodes = statementsAt(depth);
            if (nodes.empty())
                break;
            for (size_t size = nodes.size(); size > 0; size /= 2)
                for (size_t end = nodes.size(); end > 0 && !isOver();) {
                    const size_t begin = end - std::min(end, size);
                    ModuleEdit edit;
                    edit.statements.insert(nodes.begin() + ptrdiff_t(begin), nodes.begin() + ptrdiff_t(end));
                    if (attempt(edit)) {
                        isSmaller = true;
                        nodes = statementsAt(depth);
                    }
                    end = std::min(begin, nodes.size());
                }
        }
        return isSmaller;
    }

    /// Tries all places, one after the other. A successful edit changes the places after it.
    template <class Try>
    bool forEachNode(Try tryNode)
    {
        bool isSmaller = false;
        for (size_t at = 0; !isOver(); ++at) {
            const PlaceTable places(module());
            if (at >= places.size())
                break;
            isSmaller |= tryNode(places, Place(at));
        }
        return isSmaller;
    }

    bool unwrapStatements()
    {
        return forEachNode([&](const PlaceTable& places, Place place) {
            const Node* node = places[place].node;
            if (!as<For>(node) && !as<AttrStmt>(node) && !as<IfThenElse>(node))
                return false;
            ModuleEdit edit;
            edit.unwrapped.insert(node);
            return attempt(edit);
        });
    }

    bool removeParameters()
    {
        return forEachNode([&](const PlaceTable& places, Place place) {
            const auto* function = as<PrimFunc>(places[place].node);
            if (!function)
                return false;
            bool isSmaller = false;
            for (const Var* param : function->params) {
                ModuleEdit edit;
                edit.parameters.insert(param);
                if (attempt(edit)) {
                    isSmaller = true;
                    break; // the function is another one now
                }
            }
            return isSmaller;
        });
    }

    bool simplifyExpressions()
    {
        return forEachNode([&](const PlaceTable& places, Place place) {
            const PlaceTable::Entry& entry = places[place];
            const Node* parent = entry.parent == NoPlace ? nullptr : places[entry.parent].node;
            const bool isExtent = parent && (as<For>(parent) || as<AttrStmt>(parent));
            const bool isPart =
                parent && (parent->isStmt() || parent->isExpr()) && entry.role == Role::Value && !isExtent;
            if (!isPart || !entry.node->isExpr() || isSimple(entry.node))
                return false;
            const auto& expr = *static_cast<const Expr*>(entry.node);
            const bool isStatement = as<Evaluate>(parent) != nullptr;
            const auto replace = [&](const Expr* by) {
                ModuleEdit edit;
                edit.expressions[&expr] = by;
                return attempt(edit);
            };
            if (!isStatement && isNumber(expr.dtype))
                if (replace(constant(*m_result.module.arena, expr.dtype, 0)))
                    return true;
            for (Place child = place + 1; child < entry.end; child = places[child].end) {
                const Node* node = places[child].node;
                if (node->isExpr() && places[child].role == Role::Value &&
                    static_cast<const Expr*>(node)->dtype == expr.dtype && !as<StringImm>(node))
                    if (replace(static_cast<const Expr*>(node)))
                        return true;
            }
            return false;
        });
    }

    /// A constant, or a vector of one.
    static bool isSimple(const Node* node)
    {
        if (const auto* vector = as<Broadcast>(node))
            node = vector->value;
        return as<IntImm>(node) || as<FloatImm>(node) || as<StringImm>(node);
    }

    static bool isNumber(DType dtype) { return dtype.isIntegral() || dtype.isAnyFloat(); }

    /// One integer at a time, in extents, sizes, and indices alike: they depend on each other.
    bool shrinkIntegers()
    {
        std::set<int64_t> integers;
        const PlaceTable places(module());
        for (const PlaceTable::Entry& entry : places.entries())
            if (const auto* integer = as<IntImm>(entry.node); integer && integer->value > 2)
                integers.insert(integer->value);
        bool isSmaller = false;
        for (const int64_t integer : integers)
            for (int64_t smaller = 1; smaller < integer && !isOver(); smaller = limitedProduct(smaller, 2)) {
                ModuleEdit edit;
                edit.integers[integer] = smaller;
                if (attempt(edit)) {
                    isSmaller = true;
                    break;
                }
            }
        return isSmaller;
    }

    const StillShows& m_stillShows;
    const ReduceOptions& m_options;
    Clock::time_point m_deadline;
    ReducedModule m_result;
};

} // namespace

size_t statementCount(const Module& module)
{
    const PlaceTable places(module);
    return size_t(std::ranges::count_if(places.entries(), counts));
}

ReducedModule reduceModule(const OwnedModule& module, const StillShows& stillShows,
                           const ReduceOptions& options)
{
    return Reducer(module, stillShows, options).reduce();
}

} // namespace tir
