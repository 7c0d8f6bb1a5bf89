/// Interval arithmetic on symbolic ends.

#pragma once

#include "core/arith/const_int_bound.h"
#include "core/arith/int_set.h"

#include <unordered_map>
#include <vector>

namespace tir::arith {

/// Works on unique expressions.
class IntSetEvaluator {
public:
    /// Conditions on a variable and its domain both count. `isVector`: ramps and broadcasts are taken lane by
    /// lane. Evaluating can add conditions and remove them again.
    IntSetEvaluator(AnalyzerCore& core, const VarDomains& domains,
                    const std::vector<IntSetAnalyzer::Condition>& conditions, bool isVector)
        : m_core(core),
          m_domains(domains),
          m_conditions(conditions),
          m_isVector(isVector)
    {}

    IntSet evaluate(const Expr* expr);
    IntSet evaluate(const IntSet& set);

private:
    IntSet ofVar(const Var& var);
    IntSet ofBinary(const Binary& node);
    IntSet ofCast(const Cast& node);
    IntSet ofLoad(const BufferLoad& load);
    IntSet ofRamp(const Ramp& ramp);
    /// The values of `set`, whose elements are of the type.
    ConstIntBound boundOf(const IntSet& set, DType type);
    /// Whether a sum, difference, or product of the sets can be outside of the type.
    bool mayWrap(const Binary& node, const IntSet& a, const IntSet& b);

    AnalyzerCore& m_core;
    const VarDomains& m_domains;
    const std::vector<IntSetAnalyzer::Condition>& m_conditions;
    bool m_isVector;
    size_t m_depth = 0; ///< of domains that mention other variables with domains
    /// Of variables with domains, at each depth: domains that mention each other would be evaluated once for every way
    /// to a variable.
    std::vector<std::unordered_map<const Var*, IntSet>> m_ofVars;
};

} // namespace tir::arith
