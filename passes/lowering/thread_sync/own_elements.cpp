#include "passes/lowering/thread_sync/own_elements.h"

#include "core/ir/contains.h"

#include <algorithm>
#include <set>

namespace tir::passes {
namespace {

/// A block has at most 1024 threads; trying all of more is not worth it.
constexpr int64_t MaxThreads = 1024;
/// Of terms in a sum, which therefore does not overflow: ranges have 32 bits.
constexpr uint64_t MaxScale = uint64_t(1) << 24;
/// Of the value of a bound variable: indices are short.
constexpr size_t MaxTerms = 32;

uint64_t magnitude(const LinearTerm& term)
{
    return term.scale < 0 ? 0 - uint64_t(term.scale) : uint64_t(term.scale);
}

bool readsOrCalls(const Expr& expr)
{
    return contains(expr, [](const Node& node) {
        return node.kind == NodeKind::BufferLoad || node.kind == NodeKind::Call;
    });
}

bool mentionsOnly(const Expr& expr, const std::vector<const Var*>& vars)
{
    const auto isOther = [&](const Node& node) {
        const auto* var = as<Var>(&node);
        return var && !std::ranges::count(vars, var);
    };
    return !readsOrCalls(expr) && !contains(expr, isOther);
}

/// The axes along which the threads of a block differ; without those that a branch has chosen a thread of.
std::vector<const Var*> threadsOf(const ThreadAxis* innermost, bool omitsChosen)
{
    std::vector<const Var*> axes;
    std::vector<const Var*> omitted;
    for (const ThreadAxis* axis = innermost; axis; axis = axis->outer) {
        const auto isListed = [&](const std::vector<const Var*>& vars) {
            return std::ranges::count(vars, axis->var) > 0;
        };
        if (axis->isChosen)
            omitted.push_back(axis->var);
        else if (!axis->isOfGrid && !isConstInt(axis->extent, 1) && !isListed(axes) &&
                 !(omitsChosen && isListed(omitted)))
            axes.push_back(axis->var);
    }
    return axes;
}

/// False when two threads have the same sums of terms. Precondition: the terms mention only `axes`.
bool differBetweenThreads(const std::vector<const Var*>& axes, const IndexRanges& ranges,
                          const std::vector<std::vector<LinearTerm>>& sums)
{
    std::vector<int64_t> extents;
    int64_t threads = 1;
    for (const Var* axis : axes) {
        const std::optional<IndexRange> range = ranges.of(*axis);
        if (!range || range->high >= MaxThreads || (threads *= range->high + 1) > MaxThreads)
            return false;
        extents.push_back(range->high + 1);
    }
    std::unordered_map<const Var*, int64_t> values;
    const IndexRanges thread(
        [&](const Var& var) { return values.contains(&var) ? std::optional(values[&var]) : std::nullopt; });
    std::set<std::vector<int64_t>> elements;
    for (int64_t number = 0; number < threads; ++number) {
        int64_t rest = number;
        for (size_t i = 0; i < axes.size(); ++i) {
            values[axes[i]] = rest % extents[i];
            rest /= extents[i];
        }
        std::vector<int64_t> element;
        for (const std::vector<LinearTerm>& sum : sums) {
            element.push_back(0);
            for (const LinearTerm& term : sum) {
                const std::optional<int64_t> value = thread.valueOf(*term.expr);
                if (!value)
                    return false;
                element.back() += term.scale * *value;
            }
        }
        if (!elements.insert(std::move(element)).second)
            return false;
    }
    return true;
}

} // namespace

void OwnElements::define(const ThreadAxis& axis)
{
    if (axis.isOfGrid)
        return;
    m_varying.insert(axis.var);
    m_ranges.define(*axis.var, IntImm(axis.extent->dtype, 0), *axis.extent);
}

void OwnElements::define(const For& loop)
{
    if (!isFixed(*loop.min, nullptr) || !isFixed(*loop.extent, nullptr))
        m_varying.insert(loop.loopVar);
    m_ranges.define(*loop.loopVar, *loop.min, *loop.extent);
}

void OwnElements::define(const Bind& bind)
{
    const DType dtype = bind.value->dtype;
    LinearExpr value{.dtype = dtype, .terms = {}};
    // What is loaded may change until the variable is used.
    bool isKnown = dtype.isScalar() && dtype.isIntegral() && !readsOrCalls(*bind.value);
    if (isKnown)
        value = expanded(*bind.value);
    isKnown &= value.terms.size() <= MaxTerms;
    if (!isKnown || !isFixed(*bind.value, nullptr))
        m_varying.insert(bind.var);
    if (!isKnown)
        return;
    m_ranges.define(*bind.var, *bind.value);
    m_values.insert_or_assign(bind.var, std::move(value));
}

bool OwnElements::runs(const For& loop) const
{
    const std::optional<IndexRange> extent = m_ranges.of(*loop.extent);
    return extent && extent->low > 0;
}

bool OwnElements::areOwn(const Access& before, const Access& after, const For* loop) const
{
    const std::vector<const Var*> axes = threadsOf(after.thread, false);
    // Equal indices of elements of another size are other bytes.
    if (axes != threadsOf(before.thread, false) || before.element != after.element)
        return false;
    return differ(after.at, axes, loop) ||
           (before.thread == after.thread && differ(after.at, threadsOf(after.thread, true), loop));
}

bool OwnElements::differ(const std::vector<const Expr*>& indices, const std::vector<const Var*>& axes,
                         const For* loop) const
{
    std::vector<const Var*> known;               // equal if the elements are
    std::vector<std::vector<LinearTerm>> others; // of indices that only the thread decides
    for (const Expr* index : indices) {
        std::vector<LinearTerm> terms = varyingTerms(*index, loop);
        if (isOneToOne(terms))
            for (const LinearTerm& term : terms)
                known.push_back(as<Var>(term.expr));
        const auto isOfThread = [&](const LinearTerm& term) {
            return magnitude(term) <= MaxScale && mentionsOnly(*term.expr, axes);
        };
        if (std::ranges::all_of(terms, isOfThread))
            others.push_back(std::move(terms));
    }
    const auto isKnown = [&](const Var* axis) { return std::ranges::count(known, axis) > 0; };
    return std::ranges::all_of(axes, isKnown) || differBetweenThreads(axes, m_ranges, others);
}

bool OwnElements::isFixed(const Expr& expr, const For* loop) const
{
    const auto changes = [&](const Node& node) {
        const auto* var = as<Var>(&node);
        return var && (m_varying.contains(var) || (loop && (var == loop->loopVar || m_values.contains(var))));
    };
    return !readsOrCalls(expr) && !contains(expr, changes);
}

LinearExpr OwnElements::expanded(const Expr& expr) const
{
    const LinearExpr form = linearExpr(expr);
    LinearExpr result{.dtype = expr.dtype, .terms = {}, .base = form.base};
    for (const LinearTerm& term : form.terms) {
        const auto value = m_values.find(as<Var>(term.expr));
        result = plus(std::move(result),
                      value == m_values.end() ? LinearExpr{.dtype = expr.dtype, .terms = {{term.expr, 1}}}
                                              : value->second,
                      term.scale);
    }
    return result;
}

std::vector<LinearTerm> OwnElements::varyingTerms(const Expr& index, const For* loop) const
{
    std::vector<LinearTerm> terms = expanded(index).terms;
    std::erase_if(terms, [&](const LinearTerm& term) { return isFixed(*term.expr, loop); });
    std::ranges::sort(terms, {}, [](const LinearTerm& term) { return magnitude(term); });
    return terms;
}

bool OwnElements::isOneToOne(const std::vector<LinearTerm>& terms) const
{
    uint64_t reach = 0; // the largest difference between two sums of the terms so far
    for (const LinearTerm& term : terms) {
        const uint64_t scale = magnitude(term);
        if (scale <= reach)
            return false;
        if (&term == &terms.back())
            return true;
        const std::optional<IndexRange> range = m_ranges.of(*term.expr);
        if (!range || scale > MaxScale)
            return false;
        reach += scale * uint64_t(range->high - range->low);
    }
    return true;
}

} // namespace tir::passes
