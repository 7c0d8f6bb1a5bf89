/// The implementation of operations on a target: by other names, or by other operations.

#pragma once

#include "core/ir/make.h"
#include "core/ir/target.h"

namespace tir::passes {

class IntrinsicRules {
public:
    IntrinsicRules(Arena& arena, const Target& target, bool isFastMath);

    /// Whether operations of this target are known here. Those of others stay.
    bool isKnown() const { return m_side != Side::Other; }
    /// One step of lowering for the target; null if the call stays as it is.
    const Expr* lower(const Call& call) const;
    /// a * b + c in one operation; null if the target has none for the type.
    const Expr* fusedMultiplyAdd(const Expr* a, const Expr* b, const Expr* c) const;

private:
    enum class Side : uint8_t { Cuda, OpenCl, Llvm, C, Other };

    const Expr* lowerForCuda(const Call& call, std::string_view name) const;
    const Expr* lowerForLlvm(const Call& call, std::string_view name) const;
    const Expr* lowerByDefault(const Call& call, std::string_view name) const;
    const Expr* accessPointer(const Call& call) const;
    const Expr* callNamed(const Call& call, OpId op, std::string_view callee) const;
    const Expr* callSame(const Call& call, OpId op, size_t argumentCount) const;
    const Expr* unary(OpId op, const Expr* value) const;
    const Expr* number(const Expr* like, double value) const;

    Arena& m_arena;
    Side m_side;
    bool m_isFastMath;
};

} // namespace tir::passes
