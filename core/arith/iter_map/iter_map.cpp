#include "core/arith/iter_map/iter_map.h"

#include "core/arith/analyzer.h"
#include "core/arith/expr_children.h"
#include "core/arith/iter_map/iter_constraints.h"
#include "core/arith/iter_map/iter_rewriter.h"
#include "core/ir/contains.h"
#include "core/support/checked_math.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace tir::arith {
namespace {

/// Expressions of passes as unique ones, and maps of unique expressions back.
class Translator {
public:
    explicit Translator(Analyzer& analyzer) : m_analyzer(analyzer), m_core(analyzer.core()) {}

    AnalyzerCore& core() { return m_core; }
    const Expr* in(const Expr* expr) { return m_core.exprs.of(expr); }
    VarRanges in(const VarRanges& domains)
    {
        VarRanges made;
        for (const VarRange& domain : domains)
            made.push_back({domain.var, in(domain.min), in(domain.extent)});
        return made;
    }
    IterSum in(const IterSum& sum)
    {
        return mapped(sum, m_marksIn, [this](const Expr* expr) { return in(expr); });
    }
    IterSplit in(const IterSplit& split) { return in(IterSum{{split}, split.scale}).args[0]; }
    const Expr* out(const Expr* expr) { return m_core.exprs.copyOut(m_analyzer.arena(), expr, nullptr); }
    IterSum out(const IterSum& sum)
    {
        return mapped(sum, m_marksOut, [this](const Expr* expr) { return out(expr); });
    }

private:
    using Marks = std::unordered_map<MarkPointer, MarkPointer>;

    template <class Convert>
    IterSum mapped(const IterSum& sum, Marks& marks, const Convert& convert)
    {
        IterSum made{{}, convert(sum.base)};
        for (const IterSplit& split : sum.args)
            made.args.push_back({mappedMark(split.source, marks, convert), convert(split.lower),
                                 convert(split.extent), convert(split.scale)});
        return made;
    }
    template <class Convert>
    MarkPointer mappedMark(const MarkPointer& mark, Marks& marks, const Convert& convert)
    {
        if (const auto known = marks.find(mark); known != marks.end())
            return known->second;
        IterMark made{mark->expr ? convert(mark->expr) : nullptr, {}, convert(mark->extent)};
        if (!mark->expr)
            made.sum = mapped(mark->sum, marks, convert);
        return marks[mark] = std::make_shared<const IterMark>(std::move(made));
    }

    Analyzer& m_analyzer;
    AnalyzerCore& m_core;
    Marks m_marksIn;
    Marks m_marksOut;
};

bool mentionsAny(const Expr* expr, const VarRanges& domains)
{
    return contains(*expr, [&](const Node& node) {
        return std::ranges::any_of(domains, [&](const VarRange& domain) { return domain.var == &node; });
    });
}

bool areIndependent(const VarRanges& domains)
{
    return std::ranges::none_of(domains, [&](const VarRange& domain) {
        return mentionsAny(domain.min, domains) || mentionsAny(domain.extent, domains);
    });
}

IterMap failed(std::string why)
{
    return {{}, std::move(why), nullptr};
}

/// Of unique expressions.
IterMap detect(AnalyzerCore& core, const std::vector<const Expr*>& indices, VarRanges domains,
               const Expr* predicate, const IterMapOptions& options)
{
    if (!areIndependent(domains))
        return failed("the range of an iterator depends on another iterator");
    std::vector<IterConstraint> constraints;
    if (predicate && !isConstInt(predicate, 1)) {
        auto matched = matchConstraints(core, predicate, domains);
        if (!matched)
            return failed("the predicate is not a conjunction of limits");
        constraints = *std::move(matched);
    }
    IterRewriter rewriter(core, domains, options.level, options.simplifyTrivialIterators);
    for (const IterConstraint& constraint : constraints) {
        rewriter.constrain(constraint.iter, constraint.lower, constraint.upper);
        if (!rewriter.error().empty())
            return failed(rewriter.error());
    }
    if (!rewriter.fusion().constraintsAreNested())
        return failed("two limits of the predicate overlap");

    std::vector<IterSum> sums;
    const auto rewriteAll = [&] {
        sums.clear();
        for (const Expr* index : indices)
            sums.push_back(rewriter.rewrite(index));
        return rewriter.error().empty();
    };
    const bool canPad = options.level != IterMapLevel::Bijective;
    rewriter.padding().isCollecting = canPad;
    if (!rewriteAll())
        return failed(rewriter.error());
    rewriter.padding().isCollecting = false;
    if (canPad && rewriter.padding().isRequired() && !rewriteAll())
        return failed(rewriter.error());
    if (options.level != IterMapLevel::NoCheck && !rewriter.isMapping(sums))
        return failed(options.level == IterMapLevel::Bijective ? "the map is not bijective"
                                                               : "the indices are not independent");
    const Expr* padding = rewriter.padding().predicate();
    return {std::move(sums), "", padding ? padding : core.exprs.boolean(false)};
}

std::vector<const Expr*> uniqueExprs(Translator& translate, ExprList exprs)
{
    std::vector<const Expr*> made;
    for (const Expr* expr : exprs)
        made.push_back(translate.in(expr));
    return made;
}

IterMap detect(Translator& translate, ExprList indices, const VarRanges& domains,
               const IterMapOptions& options)
{
    return detect(translate.core(), uniqueExprs(translate, indices), translate.in(domains),
                  options.predicate ? translate.in(options.predicate) : nullptr, options);
}

} // namespace

IterMap detectIterMap(Analyzer& analyzer, ExprList indices, const VarRanges& domains,
                      const IterMapOptions& options)
{
    Translator translate(analyzer);
    IterMap map = detect(translate, indices, domains, options);
    for (IterSum& sum : map.indices)
        sum = translate.out(sum);
    if (map.paddingPredicate)
        map.paddingPredicate = translate.out(map.paddingPredicate);
    return map;
}

std::vector<const Expr*> iterMapSimplify(Analyzer& analyzer, ExprList indices, const VarRanges& domains,
                                         const IterMapOptions& options)
{
    std::vector<const Expr*> result(indices.begin(), indices.end());
    Translator translate(analyzer);
    IterMap map = detect(translate, indices, domains, options);
    const bool hasPredicate = options.predicate && !isConstInt(options.predicate, 1);
    if (!map && hasPredicate && options.level != IterMapLevel::Bijective) {
        IterMapOptions without = options;
        without.predicate = nullptr;
        map = detect(translate, indices, domains, without);
    }
    if (!map)
        return result;
    IterTools tools{translate.core()};
    for (size_t i = 0; i < result.size(); ++i) {
        const Expr* made = tools.toExpr(map.indices[i]);
        if (made != translate.in(indices[i]))
            result[i] = translate.core().exprs.copyOut(analyzer.arena(), made, indices[i]);
    }
    return result;
}

IterSum normalizeToIterSum(Analyzer& analyzer, const Expr* index, const VarRanges& domains)
{
    Translator translate(analyzer);
    IterRewriter rewriter(translate.core(), translate.in(domains), IterMapLevel::NoCheck, true);
    IterSum sum = rewriter.structure(translate.in(index));
    if (!rewriter.error().empty())
        return {{}, index};
    struct Weight {
        int64_t constant = 1;
        int symbols = 0;
    };
    const auto weightOf = [](const IterSplit& split) {
        CheckedProduct constants;
        int symbols = 0;
        forEachFactor(split.scale, [&](const Expr* factor) {
            if (const auto* imm = as<IntImm>(factor))
                constants.multiply(imm->value);
            else
                ++symbols;
        });
        return Weight{constants.value().value_or(std::numeric_limits<int64_t>::max()), symbols};
    };
    std::ranges::stable_sort(sum.args, [&](const IterSplit& a, const IterSplit& b) {
        const Weight x = weightOf(a);
        const Weight y = weightOf(b);
        return x.constant != y.constant ? x.constant > y.constant : x.symbols > y.symbols;
    });
    return translate.out(sum);
}

const Expr* toExpr(Analyzer& analyzer, const IterSum& sum)
{
    Translator translate(analyzer);
    return translate.out(IterTools{translate.core()}.toExpr(translate.in(sum)));
}

const Expr* toExpr(Analyzer& analyzer, const IterSplit& split)
{
    Translator translate(analyzer);
    return translate.out(IterTools{translate.core()}.toExpr(translate.in(split)));
}

namespace {

/// Carries the values of sums back to their variables.
class Inverter {
public:
    explicit Inverter(AnalyzerCore& core) : m_tools{core} {}

    std::vector<VarValue> values;

    void propagate(const IterSum& sum, const Expr* value)
    {
        value = m_tools.combine(BinaryOp::Sub, value, sum.base);
        if (sum.args.size() == 1) {
            // The scale is 1 or -1.
            propagate(sum.args[0], m_tools.combine(BinaryOp::Mul, value, sum.args[0].scale));
            return;
        }
        for (size_t i = sum.args.size(); i-- > 0;) {
            const IterSplit& split = sum.args[i];
            const Expr* part = m_tools.combine(BinaryOp::FloorDiv, value, split.scale);
            if (i > 0)
                part = m_tools.combine(BinaryOp::FloorMod, part, split.extent);
            propagate(split, part);
        }
    }
    /// Parts of one mark come from several sums: their values are added up before the mark is taken apart.
    void finish()
    {
        while (!m_pending.empty()) {
            const auto ready = std::ranges::find_if(m_pending, [this](const auto& entry) {
                return std::ranges::none_of(m_pending, [&](const auto& other) {
                    return other.first != entry.first && uses(other.first->sum, entry.first);
                });
            });
            const auto [mark, value] = *ready;
            m_pending.erase(ready);
            propagate(mark->sum, value);
        }
    }

private:
    bool uses(const IterSum& sum, const MarkPointer& mark) const
    {
        return std::ranges::any_of(sum.args, [&](const IterSplit& split) {
            return split.source == mark || uses(split.source->sum, mark);
        });
    }
    void propagate(const IterSplit& split, const Expr* value)
    {
        value = m_tools.combine(BinaryOp::Mul, value, split.lower);
        const auto addTo = [&](const Expr*& total) { total = m_tools.combine(BinaryOp::Add, total, value); };
        const MarkPointer& mark = split.source;
        if (!mark->expr) {
            const auto known =
                std::ranges::find(m_pending, mark, [](const auto& entry) { return entry.first; });
            if (known == m_pending.end())
                m_pending.emplace_back(mark, value);
            else
                addTo(known->second);
            return;
        }
        // A variable, or a variable minus its first value.
        const auto* shifted = as<Binary>(mark->expr);
        const auto* var = as<Var>(shifted ? shifted->a : mark->expr);
        TIR_CHECK(var) << "an iterator is not a variable";
        const auto known = std::ranges::find(values, var, &VarValue::var);
        if (known != values.end())
            addTo(known->value);
        else
            values.push_back({var, shifted ? m_tools.combine(BinaryOp::Add, value, shifted->b) : value});
    }

    IterTools m_tools;
    std::vector<std::pair<MarkPointer, const Expr*>> m_pending;
};

} // namespace

std::vector<VarValue> inverseAffineIterMap(Analyzer& analyzer, const std::vector<IterSum>& map,
                                           ExprList outputs)
{
    TIR_CHECK(map.size() == outputs.size()) << "as many outputs as sums are needed";
    Translator translate(analyzer);
    Inverter inverter(translate.core());
    for (size_t i = 0; i < map.size(); ++i)
        inverter.propagate(translate.in(map[i]), translate.in(outputs[i]));
    inverter.finish();
    for (VarValue& entry : inverter.values)
        entry.value = translate.out(entry.value);
    return inverter.values;
}

} // namespace tir::arith
