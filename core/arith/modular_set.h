/// Modular sets: facts about an expression modulo a number.

#pragma once

#include "core/ir/expr.h"
#include "core/support/pointer_map.h"

#include <vector>

namespace tir::arith {

struct AnalyzerCore;

/// The numbers coeff * k + base; coeff 0 is the constant `base`, otherwise the base is in [0, coeff).
struct ModularSet {
    int64_t coeff = 1;
    int64_t base = 0;

    static ModularSet of(int64_t coeff, int64_t base);
    bool operator==(const ModularSet&) const = default;
    bool isConstant() const { return coeff == 0; }
};

/// The greatest common divisor; that of 0 and a number is the number.
int64_t zeroAwareGcd(int64_t a, int64_t b);

/// Works on unique expressions.
class ModularSetAnalyzer {
public:
    explicit ModularSetAnalyzer(AnalyzerCore& core) : m_core(core) {}

    ModularSet of(const Expr* expr);

    void update(const Var* var, ModularSet set) { m_vars[var] = {set, true}; }
    /// Uses `v % k == r`.
    void enter(const Expr* condition);
    size_t mark() const { return m_undo.size(); }
    void leave(size_t mark);

private:
    struct Memo {
        ModularSet set;
        uint64_t version = 0;
    };
    struct VarSet {
        ModularSet set;
        bool isSet = false;
    };
    struct Undo {
        const Var* var;
        VarSet before;
    };

    ModularSet ofNode(const Expr* expr);
    ModularSet ofBinary(const Binary& node);
    ModularSet ofCall(const Call& call);
    ModularSet divided(const Expr* dividend, int64_t divisor, bool isFloor);
    ModularSet remainder(const Expr* dividend, int64_t divisor, bool isFloor);

    AnalyzerCore& m_core;
    PointerMap<Var, VarSet> m_vars;
    std::vector<Undo> m_undo;
    PointerMap<Expr, Memo> m_memo;
};

} // namespace tir::arith
